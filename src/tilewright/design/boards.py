"""Make boards that pieces fill in exactly one way."""

from collections.abc import Callable, Iterable

from tilewright.design.board_search import Jumps, PatternBoard, Slides
from tilewright.design.generated import MOST_STARTS, Generated, Trial, Tried
from tilewright.lattices import Cell, Lattice, Motion, lattice
from tilewright.lattices.model import Matrix
from tilewright.orientations import board_motions
from tilewright.puzzle import Board, Piece, Puzzle, PuzzleError, motion_of_word

SHARE = 0.2  # of the board that is black (default)


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
            f"{limits.objection(limits.telling())}{limits.advice}"
        )
    if wanted in possible:
        return wanted
    if not 0 <= wanted < cells:
        raise PuzzleError(f"{wanted} black cells: expected 0 to {cells - 1}, of {cells} cells")
    near = sorted(sorted(possible, key=lambda black: abs(black - wanted))[:4])
    which = "possible are" if len(near) == len(possible) else "the nearest that will do are"
    hint = f"{which} {', '.join(map(str, near))}"
    if not near:
        hint = f"nor would any other number do{limits.advice}"
    raise PuzzleError(f"{wanted} black cells: {limits.objection(wanted)}; {hint}")


def is_possible(stage: PatternBoard, black: int | None, *, symmetric_solution: bool) -> bool:
    """Does nothing simple speak against that number of black cells, or against any number?"""
    limits = _Limits(stage, symmetric_solution)
    numbers = range(len(stage.cells)) if black is None else [black]
    return any(not limits.objection(number) for number in numbers)


class _Limits:
    """What speaks against numbers of black cells."""

    def __init__(self, stage: PatternBoard, symmetric_solution: bool) -> None:
        self._cells = cells = len(stage.cells)
        self._pieces = _sums(((k.size, k.count.lo, k.count.hi) for k in stage.types), cells)
        self._symmetric = len(stage.motions) > 1 and symmetric_solution
        advice = "; unless images of a solution are counted as one (up to symmetry)"
        self.advice = advice if self._symmetric else ""  # if no number will do
        self._patterns = _sums(((orbit.bit_count(), 0, 1) for orbit in stage.cell_orbits), cells)
        self._units = -1
        self._least = 0
        if symmetric_solution:
            self._units = _sums(((size, 0, None) for size in {u.size for u in stage.units}), cells)
            self._least = sum(not here for here in stage.units_at)  # that nothing can cover

    def telling(self) -> int:
        """A number of black cells whose objection tells most: what the pieces leave over."""
        fitting = [black for black in range(self._cells) if self._pieces >> self._cells - black & 1]
        return min(fitting or range(self._cells), key=lambda b: abs(b - SHARE * self._cells))

    def objection(self, black: int) -> str:
        """Why there cannot be that number; empty if nothing is known."""
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


def _sums(parts: Iterable[tuple[int, int, int | None]], most: int) -> int:
    """Bit k is set if k is a sum of sizes, each taken as often as its least and most times allow.

    Without most times it is taken as often as there is room in `most`.
    """
    room = (2 << most) - 1
    sums = 1
    for size, lo, hi in parts:
        sums = sums << lo * size & room
        for _ in range(most // size if hi is None else min(hi - lo, most // size)):
            sums |= sums << size & room
    return sums


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


def pattern_motions(lattice: Lattice, board: Board, symmetry: str) -> list[Motion]:
    """The motions of a board that a pattern has to keep, the identity first.

    `symmetry` is "none", "all", in the plane "half-turn", "quarter-turn", "left-right",
    "top-bottom", "both" or "diagonal", or words of the lattice's generators between commas, such as
    "turn turn" or "turn, flip"; all motions that follow from them are meant.

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
    matrices = _matrices(lattice, symmetry)
    if not by_matrix.keys() >= set(matrices):
        names = [n for n, ms in _NAMED.items() if all(m in by_matrix for m in ms)]
        words = [str(motion) for motion in there[1:]]
        raise PuzzleError(
            f"symmetry {symmetry!r}: the board itself does not have it; it has "
            f"{', '.join([*names, *words]) or 'none'}"
        )
    group, more = set(), {there[0].matrix}
    while more:
        group |= more
        more = {by_matrix[a].after(by_matrix[b]).matrix for a in matrices for b in more} - group
    return [motion for motion in there if motion.matrix in group]


def _matrices(lattice: Lattice, symmetry: str) -> list[Matrix]:
    known = {motion.matrix for motion in lattice.motions}
    # The names suppose that the axes stand at right angles; but a half-turn is always one.
    upright = _NAMED["quarter-turn"][0] in known
    names = [n for n in _NAMED if set(_NAMED[n]) <= known and (upright or n == "half-turn")]
    if symmetry in names:
        return list(_NAMED[symmetry])
    words = symmetry.split(",")
    if all(name in lattice.generators for word in words for name in word.split()):
        return [motion_of_word(lattice, word).matrix for word in words]
    raise PuzzleError(
        f"symmetry is {symmetry!r}: on {lattice.name} expected {', '.join(['none', *names, 'all'])}"
        f", or words of {', '.join(lattice.generators)}"
    )


def generate_board(
    cells: Iterable[Cell],
    pieces: Iterable[Piece],
    *,
    on: str | Lattice = "square",
    black: int | None = None,
    symmetry: str = "none",
    difficulty: str | None = None,
    seed: int = 0,
    up_to: str = "symmetry",
    title: str = "",
    max_starts: int = MOST_STARTS,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Callable[[Tried], None] = lambda _: None,
) -> Generated:
    """Blacken cells of a board so that the pieces fill the others in exactly one way.

    `black` is how many cells are taken out; without it as many as the pieces' counts leave free, or
    about a fifth.  `symmetry` is what the pattern keeps: see `pattern_motions`.  `up_to` says which
    solutions count as one, as in `PuzzleSearch`: with "nothing", the only solution of a symmetric
    pattern is symmetric itself.  `difficulty` is a level of `grade`.  Same arguments, same puzzle:
    the limit only decides how long to look.  `progress` is told what was tried so far.

    Two engines have to agree that there is one solution.  Raises PuzzleError if what is wanted is
    impossible, NothingMadeError if it was not found.

    >>> from tilewright.puzzle import box, piece_set
    >>> ell = [piece.times("any") for piece in piece_set("tetrominoes") if piece.name == "L"]
    >>> made = generate_board(box(6, 6), ell, black=12, symmetry="half-turn", seed=1)
    >>> len(made.puzzle.board.must), len(made.solution.placed)
    (24, 6)
    """
    whole = Puzzle(
        lattice(on) if isinstance(on, str) else on, Board(tuple(cells)), tuple(pieces), title=title
    )
    for piece in whole.pieces:
        if piece.marks or piece.colours:
            what = "marks" if piece.marks else "colours"
            raise PuzzleError(f"piece {piece.name!r} has {what}: boards are made for plain pieces")
    trial = Trial(seed, up_to, difficulty, max_starts, max_seconds, keep_going, progress)
    stage = PatternBoard(whole, pattern_motions(whole.lattice, whole.board, symmetry))
    symmetric = len(stage.motions) > 1
    # Where pieces can be moved with the pattern, one solution is as symmetric as the pattern.
    slides = stage.pieces_move and (
        up_to == "nothing" or not symmetric or is_possible(stage, black, symmetric_solution=True)
    )
    number = black_cells(stage, black, symmetric_solution=slides)
    if number == 0:
        return trial.run_once(
            whole, "without black cells there is only this one; take some cells out"
        )
    walk = (Slides if slides else Jumps)(stage, number, trial)
    few = 1 if slides or up_to == "nothing" else len(stage.motions)
    return trial.run(walk, few, f"try another number of black cells than {number}, or another seed")
