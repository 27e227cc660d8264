"""Make boards that pieces fill in exactly one way."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random

from tilewright.design.board_search import Jumps, Pattern, PatternBoard, Slides
from tilewright.design.common import members
from tilewright.design.generated import MANY, MOST_STARTS, Generated, Trial, Tried, Walk, improve
from tilewright.lattices import Cell, Lattice, Motion, lattice
from tilewright.lattices.model import Matrix
from tilewright.orientations import board_motions
from tilewright.puzzle import Board, Piece, Puzzle, PuzzleError, motion_of_word

# How many cells of a board can be black at all.


SHARE = 0.2  # of the board, unless told otherwise


def black_cells(stage: PatternBoard, wanted: int | None, *, symmetric_solution: bool) -> int:
    """The number of black cells: the wanted one, or a fifth of the board, or what comes near.

    Raises PuzzleError if it is impossible, and says why, and which numbers are not.
    """
    cells = len(stage.cells)
    limits = _Limits(stage, symmetric_solution)
    possible = [black for black in range(cells) if not limits.objection(black)]
    if wanted is None and possible:
        return min(possible, key=lambda black: abs(black - SHARE * cells))
    if wanted is None:
        raise PuzzleError(
            f"no number of black cells will do on this board of {cells} cells: for instance, "
            f"{limits.objection(limits.telling())}{limits.advice()}"
        )
    if wanted in possible:
        return wanted
    if not 0 <= wanted < cells:
        raise PuzzleError(f"{wanted} black cells: expected 0 to {cells - 1}, of {cells} cells")
    near = sorted(sorted(possible, key=lambda black: abs(black - wanted))[:4])
    which = "possible are" if len(near) == len(possible) else "the nearest that will do are"
    hint = f"{which} {', '.join(map(str, near))}" if near else "nor would any other number do"
    hint += "" if near else limits.advice()
    raise PuzzleError(f"{wanted} black cells: {limits.objection(wanted)}; {hint}")


def is_possible(stage: PatternBoard, black: int | None, *, symmetric_solution: bool) -> bool:
    """Does nothing simple speak against so many black cells, or against any number?"""
    limits = _Limits(stage, symmetric_solution)
    numbers = range(len(stage.cells)) if black is None else [black]
    return any(not limits.objection(number) for number in numbers)


class _Limits:
    """What speaks against numbers of black cells."""

    def __init__(self, stage: PatternBoard, symmetric_solution: bool) -> None:
        self._cells = cells = len(stage.cells)
        self._pieces = _sums_of_pieces(stage)
        self._symmetric = len(stage.motions) > 1 and symmetric_solution
        self._patterns = 1
        for orbit in stage.cell_orbits:
            self._patterns |= self._patterns << orbit.bit_count()
        self._units = -1
        self._least = 0
        if symmetric_solution:
            self._units = _multiples([unit.size for unit in stage.units], cells)
            self._least = sum(not here for here in stage.units_at)  # that nothing can cover

    def telling(self) -> int:
        """A number of black cells whose objection tells most: what the pieces leave over."""
        fitting = [black for black in range(self._cells) if self._pieces >> self._cells - black & 1]
        return min(fitting or range(self._cells), key=lambda b: abs(b - SHARE * self._cells))

    def advice(self) -> str:
        """What to do if no number will do."""
        if not self._symmetric:
            return ""
        return "; unless images of a solution are counted as one (up to symmetry)"

    def objection(self, black: int) -> str:
        """Why there cannot be so many; empty if nothing is known."""
        white = self._cells - black
        if not self._pieces >> white & 1:
            return f"they leave {white} of {self._cells}, and the pieces cannot have {white} cells"
        if not self._patterns >> black & 1:
            return "in that symmetry, black cells do not come in such a number"
        too = "if the pattern is symmetric, its only solution is, too; and "
        if black < self._least:
            why = f"{self._least} cells cannot be covered by any piece"
            return f"{too}then {why}" if self._symmetric else why
        if not self._units >> white & 1:
            return f"{too}pieces with their images cannot have {white} cells"
        return ""


def _sums_of_pieces(stage: PatternBoard) -> int:
    """Bit k is set if the pieces, each as often as allowed, can have k cells in all."""
    cells = len(stage.cells)
    room = (2 << cells) - 1
    sums = 1
    for kind in stage.types:
        sums = sums << kind.count.lo * kind.size & room
        if kind.count.hi is None:
            sums = _with_multiples(sums, kind.size, cells)
        else:
            for _ in range(min(kind.count.hi - kind.count.lo, cells // kind.size)):
                sums |= sums << kind.size & room
    return sums


def _multiples(sizes: list[int], most: int) -> int:
    """Bit k is set if k is a sum of these numbers."""
    sums = 1
    for size in sorted(set(sizes)):
        sums = _with_multiples(sums, size, most)
    return sums


def _with_multiples(sums: int, size: int, most: int) -> int:
    room = (2 << most) - 1
    step = size
    while step <= most:
        sums |= sums << step & room
        step *= 2
    return sums


# The symmetry that is wanted of a pattern of black cells.


_LEFT_RIGHT, _TOP_BOTTOM = ((-1, 0), (0, 1)), ((1, 0), (0, -1))

# Names for the plane.  A lattice that has none of its matrices is asked by its own words.
_NAMED: dict[str, tuple[Matrix, ...]] = {
    "half-turn": (((-1, 0), (0, -1)),),
    "quarter-turn": (((0, -1), (1, 0)),),
    "left-right": (_LEFT_RIGHT,),
    "top-bottom": (_TOP_BOTTOM,),
    "both": (_LEFT_RIGHT, _TOP_BOTTOM),
    "diagonal": (((0, 1), (1, 0)),),
}
SYMMETRIES = ("none", *_NAMED, "all")


def pattern_motions(lattice: Lattice, board: Board, symmetry: str) -> list[Motion]:
    """The motions of a board that a pattern has to keep, the identity first.

    `symmetry` is one of `SYMMETRIES`, or words of the lattice's generators between commas, such
    as "turn turn" or "turn, flip"; all motions that follow from them are meant.

    >>> from tilewright.lattices import lattice
    >>> from tilewright.puzzle import box
    >>> square, board = lattice("square"), Board(box(4, 4))
    >>> [len(pattern_motions(square, board, name)) for name in ("none", "both", "quarter-turn")]
    [1, 4, 4]
    """
    there = board_motions(lattice, board)
    if symmetry == "none":
        return there[:1]
    if symmetry == "all":
        return there
    by_matrix = {motion.matrix: motion for motion in there}
    found = []
    for matrix in _matrices(lattice, symmetry):
        if matrix not in by_matrix:
            names = [n for n, ms in _NAMED.items() if all(m in by_matrix for m in ms)]
            words = [str(motion) for motion in there[1:]]
            raise PuzzleError(
                f"symmetry {symmetry!r}: the board itself does not have it; it has "
                f"{', '.join([*names, *words]) or 'none'}"
            )
        found.append(by_matrix[matrix])
    return _closed(there[0], found)


def _matrices(lattice: Lattice, symmetry: str) -> list[Matrix]:
    known = {motion.matrix for motion in lattice.motions}
    if symmetry in _NAMED:
        matrices = _NAMED[symmetry]
        if all(matrix in known for matrix in matrices) and _is_upright(lattice, symmetry):
            return list(matrices)
    elif all(w in lattice.generators for word in symmetry.split(",") for w in word.split()):
        return [motion_of_word(lattice, word).matrix for word in symmetry.split(",")]
    names = [n for n in _NAMED if set(_NAMED[n]) <= known and _is_upright(lattice, n)]
    raise PuzzleError(
        f"symmetry is {symmetry!r}: on {lattice.name} expected {', '.join(['none', *names, 'all'])}"
        f", or words of {', '.join(lattice.generators)}"
    )


def _is_upright(lattice: Lattice, name: str) -> bool:
    """Do the coordinates' axes stand at right angles, as the name supposes?  A half-turn is one."""
    return name == "half-turn" or _NAMED["quarter-turn"][0] in {m.matrix for m in lattice.motions}


def _closed(identity: Motion, generators: Sequence[Motion]) -> list[Motion]:
    """All motions that follow from these."""
    found = {identity.matrix: identity}
    todo = [identity]
    for motion in todo:  # grows
        for generator in generators:
            product = generator.after(motion)
            if product.matrix not in found:
                found[product.matrix] = product
                todo.append(product)
    return list(found.values())


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
    stage = PatternBoard(whole, motions)
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


def _number_and_way(stage: PatternBoard, black: int | None, up_to: str) -> tuple[int, bool]:
    """The number of black cells, and whether pieces slide."""
    symmetric = len(stage.motions) > 1
    # Where pieces can be moved with the pattern, one solution is as symmetric as the pattern.
    slides = stage.pieces_move and (
        up_to == "nothing" or not symmetric or is_possible(stage, black, symmetric_solution=True)
    )
    return black_cells(stage, black, symmetric_solution=slides), slides
