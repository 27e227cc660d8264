"""Make boards that pieces fill in exactly one way."""

from collections.abc import Callable, Iterable

from tilewright.design.board_search import Jumps, PatternBoard, Slides
from tilewright.design.generated import MOST_STARTS, Generated, Trial, Tried
from tilewright.lattices import Cell, Lattice, Motion, lattice
from tilewright.lattices.model import Matrix
from tilewright.orientations import board_motions
from tilewright.puzzle import Board, Piece, Puzzle, PuzzleError, motion_of_word

SHARE = 0.2  # of the board that is black (default)


class BlackCells:
    """The numbers of black cells that will do, and what speaks against the others."""

    def __init__(self, stage: PatternBoard, *, symmetric_solution: bool) -> None:
        self._cells = cells = len(stage.cells)
        self._pieces = _sums(((k.size, k.count.lo, k.count.hi) for k in stage.types), cells)
        self._symmetric = len(stage.motions) > 1 and symmetric_solution
        self._patterns = _sums(((orbit.bit_count(), 0, 1) for orbit in stage.cell_orbits), cells)
        self._units = -1
        self._least = 0
        if symmetric_solution:
            self._units = _sums(((size, 0, None) for size in {u.size for u in stage.units}), cells)
            self._least = sum(not here for here in stage.units_at)  # that nothing can cover
        self.possible = [black for black in range(cells) if not self._objection(black)]

    def choose(self, wanted: int | None) -> int:
        """The wanted number, or without one what comes near a fifth of the board.

        Raises PuzzleError if it is impossible, and says why, and which numbers are not.
        """
        cells, share = self._cells, SHARE * self._cells
        advice = "; unless images of a solution are counted as one (up to symmetry)"
        advice = advice if self._symmetric else ""  # if no number will do
        if wanted is None and not self.possible:
            # The objection that tells most is to a number that the pieces leave over.
            fitting = [black for black in range(cells) if self._pieces >> cells - black & 1]
            telling = min(fitting or range(cells), key=lambda black: abs(black - share))
            raise PuzzleError(
                f"no number of black cells will do on this board of {cells} cells: for instance, "
                f"{self._objection(telling)}{advice}"
            )
        if wanted is None:
            return min(self.possible, key=lambda black: abs(black - share))
        if wanted in self.possible:
            return wanted
        if not 0 <= wanted < cells:
            raise PuzzleError(f"{wanted} black cells: expected 0 to {cells - 1}, of {cells} cells")
        near = sorted(sorted(self.possible, key=lambda black: abs(black - wanted))[:4])
        which = (
            "possible are" if len(near) == len(self.possible) else "the nearest that will do are"
        )
        hint = f"{which} {', '.join(map(str, near))}"
        if not near:
            hint = f"nor would any other number do{advice}"
        raise PuzzleError(f"{wanted} black cells: {self._objection(wanted)}; {hint}")

    def _objection(self, black: int) -> str:
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
    known = {motion.matrix for motion in lattice.motions}
    # The names suppose that the axes stand at right angles; but a half-turn is always one.
    upright = _NAMED["quarter-turn"][0] in known
    named = {
        name: matrices
        for name, matrices in _NAMED.items()
        if known.issuperset(matrices) and (upright or name == "half-turn")
    }
    words = symmetry.split(",")
    if symmetry not in named and not all(
        name in lattice.generators for word in words for name in word.split()
    ):
        raise PuzzleError(
            f"symmetry is {symmetry!r}: on {lattice.name} expected "
            f"{', '.join(['none', *named, 'all'])}, or words of {', '.join(lattice.generators)}"
        )
    wanted = named.get(symmetry) or [motion_of_word(lattice, word).matrix for word in words]
    by_matrix = {motion.matrix: motion for motion in there}
    if not by_matrix.keys() >= set(wanted):
        names = [name for name, matrices in named.items() if by_matrix.keys() >= set(matrices)]
        raise PuzzleError(
            f"symmetry {symmetry!r}: the board itself does not have it; it has "
            f"{', '.join([*names, *map(str, there[1:])]) or 'none'}"
        )
    group, more = set(), {there[0].matrix}
    while more:
        group |= more
        more = {by_matrix[a].after(by_matrix[b]).matrix for a in wanted for b in more} - group
    return [motion for motion in there if motion.matrix in group]


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
    # Where pieces can be moved with the pattern, one solution is as symmetric as the pattern.
    slides = stage.pieces_move
    if slides and len(stage.motions) > 1 and up_to != "nothing":
        possible = BlackCells(stage, symmetric_solution=True).possible
        slides = bool(possible) if black is None else black in possible
    number = BlackCells(stage, symmetric_solution=slides).choose(black)
    if number == 0:
        return trial.run_once(
            whole, "without black cells there is only this one; take some cells out"
        )
    walk = (Slides if slides else Jumps)(stage, number, trial)
    few = 1 if slides or up_to == "nothing" else len(stage.motions)
    return trial.run(walk, few, f"try another number of black cells than {number}, or another seed")
