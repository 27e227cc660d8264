"""Make boards that pieces fill in exactly one way."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from tilewright.design.boards_search import Jumps, Pattern, Slides
from tilewright.design.boards_size import black_cells, is_possible
from tilewright.design.boards_stage import Stage
from tilewright.design.boards_symmetry import pattern_motions
from tilewright.design.common import members
from tilewright.design.generated import MOST_STARTS, Generated, Trial, Tried
from tilewright.design.walks import MANY, Walk, improve
from tilewright.lattice import Cell, Lattice, lattice
from tilewright.puzzle import Board, Piece, Puzzle, PuzzleError

__all__ = ["generate_board"]


def generate_board(
    cells: Iterable[Cell],
    pieces: Iterable[Piece],
    *,
    on: str | Lattice = "square",
    black: int | None = None,
    symmetry: str = "none",
    difficulty: str | None = None,
    seed: int = 0,
    up_to: str = "nothing",
    title: str = "",
    max_starts: int = MOST_STARTS,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    tell: Callable[[Tried], None] = lambda _: None,
) -> Generated:
    """Blacken cells of a board so that the pieces fill the others in exactly one way.

    `black` is how many cells are taken out; without it as many as the pieces' counts leave free, or
    about a fifth.  `symmetry` is what the pattern keeps: see `pattern_motions`.  With `up_to` as
    "symmetry" or "rotation", solutions that are alike are one.  `difficulty` is a level of `grade`.
    Same arguments, same puzzle: the limit only decides how long to look.

    Two engines have to agree that there is one solution.  Raises PuzzleError if what is wanted is
    impossible, NothingMadeError if it was not found.

    >>> from tilewright.puzzle import box, piece_set
    >>> ell = [piece.times("any") for piece in piece_set("tetrominoes") if piece.name == "L"]
    >>> made = generate_board(box(6, 6), ell, black=12, symmetry="half-turn", seed=1)
    >>> len(made.puzzle.board.must), len(made.solution.placed)
    (24, 6)
    """
    whole = _whole(lattice(on) if isinstance(on, str) else on, cells, pieces)
    trial = Trial(
        seed=seed,
        up_to=up_to,
        difficulty=difficulty,
        max_seconds=max_seconds,
        keep_going=keep_going,
        tell=tell,
    )
    motions = pattern_motions(whole.lattice, whole.board, symmetry)
    stage = Stage(whole, motions)
    random = Random(seed)
    number, slides = _number_and_way(stage, black, up_to)
    if number == 0:
        trial.begin()
        trial.look()
        quick = stage.rate(stage.everything, trial.pulse) < MANY  # so are two engines
        if quick and (made := trial.examine(replace(whole, title=title))):
            return made
        raise trial.nothing("without black cells there is only this one; take some cells out")
    walk: Walk[Pattern] = (Slides if slides else Jumps)(stage, number, random, trial.pulse)
    few = 1 if slides or up_to == "nothing" else len(motions)
    for _ in range(max_starts):
        trial.begin()
        for pattern in improve(walk, random, few):
            trial.look()
            if pattern:
                white = [stage.cells[cell] for cell in members(pattern.white)]
                puzzle = replace(whole, board=Board(tuple(white)), title=title)
                made = trial.examine(puzzle)
                if made:
                    return made
    raise trial.nothing(f"try another number of black cells than {number}, or another seed")


def _whole(on: Lattice, cells: Iterable[Cell], pieces: Iterable[Piece]) -> Puzzle:
    """The whole board with the pieces."""
    puzzle = Puzzle(on, Board(tuple(cells)), tuple(pieces))
    for piece in puzzle.pieces:
        if piece.marks or piece.colours:
            what = "marks" if piece.marks else "colours"
            raise PuzzleError(f"piece {piece.name!r} has {what}: boards are made for plain pieces")
    return puzzle


def _number_and_way(stage: Stage, black: int | None, up_to: str) -> tuple[int, bool]:
    """The number of black cells, and whether pieces slide."""
    symmetric = len(stage.motions) > 1
    # Where pieces can be moved with the pattern, one solution is as symmetric as the pattern.
    slides = stage.pieces_move and (
        up_to == "nothing" or not symmetric or is_possible(stage, black, symmetric_solution=True)
    )
    return black_cells(stage, black, symmetric_solution=slides), slides
