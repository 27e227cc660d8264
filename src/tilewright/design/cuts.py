"""Cut a board into pieces that fill it in exactly one way."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from string import ascii_uppercase

from tilewright.design.common import quick_engine
from tilewright.design.cuts_walk import CutWalk, neighbours
from tilewright.design.generated import MOST_STARTS, Generated, Trial, Tried
from tilewright.design.walks import MANY, improve, rate
from tilewright.encoding import encode
from tilewright.lattice import Cell, Lattice, lattice
from tilewright.puzzle import Board, Piece, Puzzle, PuzzleError, reading_order
from tilewright.puzzle.forms import Sides, canonical
from tilewright.symmetry import symmetries

__all__ = ["cut_board"]

USUAL_SIZE = 5
REMEMBERED = 4096  # cuts, as walks on small boards come back to them
WORST = 1000 * MANY  # what a cut counts in which pieces are alike that should not


def cut_board(
    cells: Iterable[Cell],
    pieces: int | None = None,
    *,
    on: str | Lattice = "square",
    sizes: tuple[int, int] | None = None,
    different: bool = False,
    flip: bool | None = None,
    difficulty: str | None = None,
    seed: int = 0,
    up_to: str = "symmetry",
    title: str = "",
    max_starts: int = MOST_STARTS,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    tell: Callable[[Tried], None] = lambda _: None,
) -> Generated:
    """Cut a board into connected pieces that fill it in one way, apart from symmetric copies.

    `pieces` is how many, `sizes` the least and the most cells of a piece; either may be left out.
    With `different`, no two pieces have the same form.  `flip` says whether pieces may be turned
    over; without it they may in the plane.  The pieces' names and positions do not give the
    solution away.  Same arguments, same puzzle: the limit only decides how long to look.

    Two engines have to agree that there is one solution.  Raises PuzzleError if what is wanted is
    impossible, NothingMadeError if it was not found.

    >>> from tilewright.puzzle import box
    >>> made = cut_board(box(5, 4), 4, different=True, seed=1)
    >>> sorted(piece.size for piece in made.puzzle.pieces), made.engines[0]
    ([4, 4, 6, 6], 'bits')
    """
    trial = Trial(
        seed=seed,
        up_to=up_to,
        difficulty=difficulty,
        max_seconds=max_seconds,
        keep_going=keep_going,
        tell=tell,
    )
    on = lattice(on) if isinstance(on, str) else on
    maker = _Maker(on, Board(tuple(cells)), flip, title)
    number, sizes = _numbers(len(maker.board.must), pieces, sizes)

    @lru_cache(REMEMBERED)
    def value(part_of: tuple[int, ...]) -> int:
        puzzle = maker.puzzle(part_of)
        alike = number - len({piece.cells for piece in puzzle.pieces}) if different else 0
        if alike:
            return WORST * (1 + alike)
        encoding = encode(puzzle)
        engine = quick_engine(encoding.problem)
        copies = len(symmetries(puzzle, encoding.placements.types))
        return rate(encoding.problem, engine, trial.pulse, copies)

    random = Random(seed)
    walk = CutWalk(neighbours(on, maker.board.must), number, sizes, value, random, trial.pulse)
    for _ in range(max_starts):
        trial.begin()
        for cut in improve(walk, random, few=1):
            trial.look()
            if cut and (made := trial.examine(maker.puzzle(cut.part_of))):
                return made
    raise trial.nothing("try other sizes, fewer or more pieces, or another seed")


def _numbers(
    cells: int, pieces: int | None, sizes: tuple[int, int] | None
) -> tuple[int, tuple[int, int]]:
    """How many pieces, and how large."""
    if sizes is not None and not 1 <= sizes[0] <= sizes[1]:
        raise PuzzleError(f"sizes are {sizes[0]}..{sizes[1]}: expected 1 <= least <= most")
    if pieces is None:
        middle = USUAL_SIZE if sizes is None else sum(sizes) / 2
        pieces = max(1, round(cells / middle))
        if sizes is not None:
            pieces = min(max(pieces, -(-cells // sizes[1])), max(1, cells // sizes[0]))
    if not 1 <= pieces <= cells:
        raise PuzzleError(f"{pieces} pieces: expected 1 to {cells}, for a board of {cells} cells")
    if sizes is None:
        sizes = max(1, cells // pieces - 1), -(-cells // pieces) + 1
    low, high = sizes
    if not pieces * low <= cells <= pieces * high:
        raise PuzzleError(
            f"{pieces} pieces of {low} to {high} cells have {pieces * low} to {pieces * high} in "
            f"all, and the board has {cells}: change the number or the sizes"
        )
    return pieces, sizes


class _Maker:
    """Makes puzzles of cuts."""

    def __init__(self, on: Lattice, board: Board, flip: bool | None, title: str) -> None:
        self.board = board
        self._on = on
        self._flip = flip
        self._title = title
        flips = on.flat if flip is None else flip
        self._sides: Sides = "free" if flips else "one-sided"

    def puzzle(self, part_of: Sequence[int]) -> Puzzle:
        """The puzzle: pieces in a position of their own, named in an order of their own."""
        parts: dict[int, list[Cell]] = {}
        for cell, part in zip(self.board.must, part_of, strict=True):
            parts.setdefault(part, []).append(cell)
        forms = [canonical(self._on, cells, self._sides) for cells in parts.values()]
        forms.sort(key=lambda form: (len(form), [reading_order(cell) for cell in form]))
        pieces = [Piece(_name(k), form, flip=self._flip) for k, form in enumerate(forms)]
        return Puzzle(self._on, self.board, tuple(pieces), title=self._title)


def _name(number: int) -> str:
    """A, B, …, Z, A2, B2, …"""
    again, letter = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(again + 1) if again else "")
