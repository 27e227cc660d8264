"""Random small puzzles on every lattice, most of them with a solution, because one is planted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, product

from hypothesis import strategies as st

from tests.naive_puzzles import Lay, at_home, forms_of, minus, plus
from tilewright.lattices import Cell, Lattice, lattice, lattice_names, parse_lattice
from tilewright.puzzle import Board, Count, EdgeMark, Fixed, Marks, Piece, Puzzle

# The hexagonal prisms as Barequet and Tal give them: labels, a pairing, permutations.
PRISMS_BY_LABELS = """
name = "prisms by labels"
labels = ["front", "back", "east", "east60", "east120", "west", "west60", "west120"]
pairs = [["front", "back"], ["east", "west"], ["east60", "west60"], ["east120", "west120"]]
loops = [["east", "east120", "west60"]]

[[symmetry]]
name = "F"
permutation = [1, 0, 2, 7, 6, 5, 4, 3]

[[symmetry]]
name = "R"
permutation = [0, 1, 3, 4, 5, 6, 7, 2]
"""

HEXAGONAL_GROUP = """
[[symmetry]]
name = "turn"
matrix = [[0, -1], [1, 1]]

[[symmetry]]
name = "flip"
matrix = [[0, 1], [1, 0]]
"""


def spelt_lattice(name: str, translations: Sequence[Cell], kinds: dict[Cell, list[Cell]]) -> str:
    """The text of a lattice in the plane with the symmetries of the hexagon."""
    steps = {step for some in kinds.values() for step in some}
    assert steps == {minus((0, 0), step) for step in steps}
    label = {step: f"{step[0]:+d}{step[1]:+d}" for step in sorted(steps)}
    lines = [f'name = "{name}"', f"translations = {list(map(list, translations))}"]
    pairs = [[label[s], label[minus((0, 0), s)]] for s in label if s < minus((0, 0), s)]
    lines.append(f"pairs = {pairs}")
    for at, some in kinds.items():
        edges = ", ".join(f'"{label[s]}" = {list(s)}' for s in some)
        lines += ["", "[[kind]]", f'name = "at {at[0]} {at[1]}"', f"at = {list(at)}"]
        lines += [f"text = {list(at)}", f"edges = {{ {edges} }}"]
    return "\n".join(lines) + HEXAGONAL_GROUP


# Rhombi: the three round a point of the triangular grid, by three times their centres.
RHOMBILLE = spelt_lattice(
    "rhombille",
    [(6, 0), (0, 6)],
    {
        (3, 0): [(-3, 3), (3, -3), (0, -3), (0, 3)],
        (0, 3): [(3, -3), (-3, 3), (-3, 0), (3, 0)],
        (3, 3): [(-3, 0), (3, 0), (0, -3), (0, 3)],
    },
)

# Hexagons, squares and triangles, by six times their centres.
RHOMBITRIHEXAGONAL = spelt_lattice(
    "3.4.6.4",
    [(6, 0), (0, 6)],
    {
        (0, 0): [(3, 0), (0, 3), (-3, 3), (-3, 0), (0, -3), (3, -3)],
        (3, 0): [(-3, 0), (3, 0), (-1, 2), (1, -2)],
        (0, 3): [(0, -3), (0, 3), (2, -1), (-2, 1)],
        (3, 3): [(3, -3), (-3, 3), (-1, -1), (1, 1)],
        (2, 2): [(1, -2), (-2, 1), (1, 1)],
        (4, 4): [(-1, -1), (2, -1), (-1, 2)],
    },
)
OWN = {
    "prisms by labels": PRISMS_BY_LABELS,
    "rhombille": RHOMBILLE,
    "3.4.6.4": RHOMBITRIHEXAGONAL,
}


@cache
def lattice_of(name: str) -> Lattice:
    return parse_lattice(OWN[name], name) if name in OWN else lattice(name)


assert not OWN.keys() & set(lattice_names()), "a built-in lattice would not be tested"
ALL_LATTICES = (*lattice_names(), *OWN)
lattices = st.sampled_from(ALL_LATTICES).map(lattice_of)
_numbers = st.integers(0, 59)


def grow(on: Lattice, start: Cell, choices: Iterable[int], within: set[Cell] | None) -> list[Cell]:
    """A connected set of cells, made by adding one neighbour for each number."""
    cells = [start]
    for choice in choices:
        near = {there for cell in cells for there in on.neighbours(cell).values()}
        near = near.difference(cells) if within is None else (near & within).difference(cells)
        if near:
            cells.append(sorted(near)[choice % len(near)])
    return cells


@st.composite
def boards(draw: st.DrawFn, on: Lattice, most: int = 8) -> list[Cell]:
    """Connected cells; or such a set together with its image under a motion."""
    kind = on.kinds[draw(_numbers) % len(on.kinds)]
    times = draw(st.lists(st.integers(-2, 2), min_size=3, max_size=3))
    start = kind.at
    for n, step in zip(times, on.translations.generators, strict=False):
        start = plus(start, tuple(n * x for x in step))
    cells = grow(on, start, draw(st.lists(_numbers, max_size=most - 1)), None)
    if draw(st.booleans()):
        motion = on.motions[draw(_numbers) % len(on.motions)]
        both = {*cells, *map(motion, cells)}
        if len(both) <= most + 2:
            cells = sorted(both)
    return cells


def cut(on: Lattice, cells: Iterable[Cell], choices: Sequence[int], most: int) -> list[list[Cell]]:
    """The cells in connected pieces."""
    left = set(cells)
    numbers = iter([*choices, *[0] * 100])
    pieces = []
    while left:
        size = next(numbers) % most
        piece = grow(on, min(left), islice(numbers, size), left)
        left.difference_update(piece)
        pieces.append(piece)
    return pieces


@dataclass(frozen=True)
class Flavour:
    """What a random puzzle may have."""

    colours: bool = True
    marks: bool = True
    freedom: bool = True
    counts: bool = True
    fixed: bool = True
    may: bool = True


EVERYTHING = Flavour()
PLAINLY = Flavour(False, False, False, False, False, False)


@st.composite
def puzzles(
    draw: st.DrawFn,
    on: st.SearchStrategy[Lattice] = lattices,
    flavour: Flavour = EVERYTHING,
    most: int = 8,
) -> Puzzle:
    """A puzzle.  Unless the last touches spoil it, the pieces as they were cut are a solution."""
    grid = draw(on)
    cells = draw(boards(grid, most))
    places = cut(grid, cells, draw(st.lists(_numbers, max_size=8)), draw(st.integers(1, 4)))
    pieces = [Piece(f"p{k}", tuple(place)) for k, place in enumerate(places)]
    board = Board(tuple(cells))
    puzzle = Puzzle(grid, board, tuple(pieces), crossing=not grid.junctions or draw(st.booleans()))
    if flavour.colours and draw(st.integers(0, 2)) == 0:
        puzzle = draw(_coloured(puzzle, places))
    if flavour.marks and draw(st.integers(0, 2)) == 0:
        puzzle = draw(_marked(puzzle, places))
    planted = [_put(piece, place) for piece, place in zip(puzzle.pieces, places, strict=True)]
    if flavour.freedom:
        puzzle = replace(puzzle, pieces=tuple(draw(_freed(grid, p)) for p in planted))
    if draw(st.booleans()):
        puzzle = merged(puzzle)
    if flavour.counts:
        puzzle = draw(_counted(puzzle))
    if flavour.may and draw(st.integers(0, 2)) == 0:
        puzzle = draw(_loosened(puzzle))
    if flavour.fixed and draw(st.integers(0, 3)) == 0:
        names = {piece.name for piece in puzzle.pieces}
        k = draw(_numbers) % len(places)
        if f"p{k}" in names:
            puzzle = replace(puzzle, fixed=(Fixed(f"p{k}", tuple(places[k])),))
    return puzzle


def _put(piece: Piece, place: Sequence[Cell]) -> Piece:
    """Undo what `at_home` did: the piece where it was cut."""
    step = minus(min(place, key=lambda c: c[::-1]), piece.cells[0])
    return replace(
        piece,
        cells=tuple(plus(cell, step) for cell in piece.cells),
        marks=tuple(replace(m, cell=plus(m.cell, step)) for m in piece.marks),
    )


def _freed(on: Lattice, piece: Piece) -> st.SearchStrategy[Piece]:
    """A piece that may be moved more or less freely, perhaps moved before."""
    words = [" ".join(motion.word) for motion in on.motions]
    return st.one_of(
        st.just(piece),
        st.booleans().map(lambda flip: replace(piece, flip=flip)),
        st.just(replace(piece, turn=False)),
        st.lists(st.sampled_from(words), min_size=1, max_size=3).map(
            lambda some: replace(piece, motions=("", *some))
        ),
        st.sampled_from(on.motions).map(lambda by: moved(replace(piece, flip=True), by)),
        st.sampled_from([m for m in on.motions if not m.mirror]).map(lambda by: moved(piece, by)),
    )


def moved(piece: Piece, by: object) -> Piece:
    """A piece turned over or round."""
    return replace(
        piece,
        cells=tuple(by(cell) for cell in piece.cells),
        marks=tuple(EdgeMark(by(m.cell), by.turn(m.step), m.mark) for m in piece.marks),
    )


@st.composite
def _coloured(draw: st.DrawFn, puzzle: Puzzle, places: list[list[Cell]]) -> Puzzle:
    """Colours on cells, equal or by a table; "" is no colour."""
    names = draw(st.sampled_from([("", "a"), ("a", "b"), ("", "a", "b"), ("red", "b")]))
    board = {cell: draw(st.sampled_from(names)) for cell in puzzle.board.cells}
    fits = None
    below = {name: name for name in names}
    if draw(st.booleans()):
        pairs = list(product(names, names))
        below = {name: draw(st.sampled_from(names)) for name in names}
        fits = frozenset(draw(st.sets(st.sampled_from(pairs)))) | set(below.items())
    pieces = []
    for piece, place in zip(puzzle.pieces, places, strict=True):
        there = _put(piece, place)
        pieces.append(replace(piece, colours=tuple(below[board[cell]] for cell in there.cells)))
    return replace(
        puzzle,
        board=replace(puzzle.board, colours=board),
        pieces=tuple(pieces),
        colour_fits=fits,
    )


@st.composite
def _marked(draw: st.DrawFn, puzzle: Puzzle, places: list[list[Cell]]) -> Puzzle:
    """Marks on some edges, and a table that mostly lets the planted solution be."""
    names = ["k", "l", "j", "plain"]
    border = draw(st.sampled_from(["nothing", "nothing", "plain", "k"]))
    shown: dict[tuple[Cell, Cell], str] = {}
    owner = {cell: number for number, place in enumerate(places) for cell in place}
    some = iter(draw(st.lists(st.sampled_from(names), max_size=10)))
    fits = set()
    for cell in sorted(owner):
        for step, there in sorted(puzzle.lattice.neighbours(cell).items()):
            if owner.get(there) != owner[cell]:
                shown[cell, step] = next(some, "plain")
    for (cell, step), mark in shown.items():
        there = plus(cell, step)
        facing = shown[there, minus((0,) * len(step), step)] if there in owner else border
        fits.add((mark, facing))
    extra = draw(
        st.sets(st.tuples(st.sampled_from(names[:3]), st.sampled_from([*names, "nothing"])))
    )
    if draw(st.integers(0, 3)) == 0:
        fits = {pair for pair in fits if "plain" in pair or draw(st.booleans())}
    known = {*shown.values(), border}
    fits |= extra | {(mark, "plain") for mark in known if not any(mark in p for p in fits)}
    pieces = []
    for number, piece in enumerate(puzzle.pieces):
        there = _put(piece, places[number])
        marks = tuple(
            EdgeMark(cell, step, mark)
            for (cell, step), mark in shown.items()
            if owner[cell] == number and mark != "plain"
        )
        pieces.append(replace(there, marks=marks))
    return replace(puzzle, pieces=tuple(pieces), marks=Marks(frozenset(fits), border))


def merged(puzzle: Puzzle) -> Puzzle:
    """The same puzzle, identical pieces as one with a larger count."""
    types: dict[frozenset[Lay], Piece] = {}
    for piece in puzzle.pieces:
        forms = forms_of(puzzle.lattice, piece)
        other = types.get(forms)
        types[forms] = piece if other is None else replace(other, count=other.count + piece.count)
    return replace(puzzle, pieces=tuple(types.values()))


@st.composite
def _counted(draw: st.DrawFn, puzzle: Puzzle) -> Puzzle:
    """Ranges instead of numbers; more pieces; spare ones."""
    pieces = list(puzzle.pieces)
    spare = None
    how = draw(st.sampled_from(["as it is", "as it is", "ranges", "more", "spare"]))
    if how in ("ranges", "more"):
        for k, piece in enumerate(pieces):
            n = piece.count.lo
            counts = [
                Count(n, n),
                Count(0, n),
                Count(n, n + 1),
                Count(0, None),
                Count(max(0, n - 1), None),
            ]
            pieces[k] = replace(piece, count=draw(st.sampled_from(counts)))
    if how in ("more", "spare"):
        start = draw(st.sampled_from(puzzle.lattice.kinds)).at
        more = grow(puzzle.lattice, start, draw(st.lists(_numbers, max_size=3)), None)
        counts = [Count(0, 0), Count(0, 1), Count(1, 1), Count(0, 2)]
        colour = pieces[0].colours[:1] * len(more)
        count = draw(st.sampled_from(counts if how == "more" else counts[1:]))
        pieces.append(Piece("q", tuple(more), count, colour))
        if how == "spare":
            left = draw(st.sampled_from([Count(count.hi, count.hi), Count(1, 1), Count(0, 2)]))
            spare = left if left.hi else Count(0, None)
    return replace(puzzle, pieces=tuple(pieces), spare=spare)


@st.composite
def _loosened(draw: st.DrawFn, puzzle: Puzzle) -> Puzzle:
    """Some cells may stay empty."""
    cells = sorted(puzzle.board.must)
    may = draw(st.sets(st.sampled_from(cells[1:]))) if cells[1:] else set()
    must = tuple(cell for cell in cells if cell not in may)
    board = replace(puzzle.board, must=must, may=tuple(may))
    if len(puzzle.pieces) > 1 and draw(st.booleans()):
        return replace(puzzle, board=board, pieces=puzzle.pieces[:-1])
    return replace(puzzle, board=board)


@st.composite
def symmetric_puzzles(draw: st.DrawFn) -> Puzzle:
    """Boards with symmetries, small pieces, their mirror images, and counts of every sort."""
    on = draw(lattices)
    kept = draw(st.lists(st.sampled_from(on.motions), min_size=1, max_size=2))
    start = draw(st.sampled_from(on.kinds)).at
    cells = set(grow(on, start, draw(st.lists(_numbers, min_size=1, max_size=4)), None))
    for _ in range(3):
        closed = cells | {motion(cell) for motion in kept for cell in cells}
        cells = closed if len(closed) <= 10 else cells
    may = {cell for cell in cells if draw(st.integers(0, 3)) == 0} if draw(st.booleans()) else set()
    may = {motion(cell) for motion in [*kept, on.motions[0]] for cell in may} & cells
    counts = [Count(1, 1), Count(1, 2), Count(2, 3), Count(0, 2), Count(1, None), Count(0, None)]
    pieces = []
    for size in draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)):
        form = grow(on, min(cells), draw(st.lists(_numbers, min_size=size - 1, max_size=3)), cells)
        piece = Piece(f"p{len(pieces)}", tuple(form), draw(st.sampled_from(counts)), flip=False)
        pieces.append(piece)
        mirror = next((motion for motion in on.motions if motion.mirror), None)
        if mirror and draw(st.booleans()):
            count = draw(st.sampled_from([piece.count, piece.count, *counts]))
            pieces.append(replace(moved(piece, mirror), name=f"q{len(pieces)}", count=count))
    must = tuple(cells - may) or tuple(cells)
    board = Board(must, tuple(may) if cells - may else ())
    return Puzzle(on, board, tuple(pieces))


@st.composite
def crossing_puzzles(draw: st.DrawFn) -> Puzzle:
    """Sticks round a point and some more, in pieces of which some run straight through."""
    on = draw(st.sampled_from(["square-sticks", "triangle-sticks"]).map(lattice_of))
    (junction,) = on.junctions
    cells = [plus(junction.at, step) for step in junction.sticks]
    board = grow(on, cells[0], (), None) + cells[1:]
    for choice in draw(st.lists(_numbers, max_size=3)):
        near = sorted({c for cell in board for c in on.neighbours(cell).values()} - set(board))
        board.append(near[choice % len(near)])
    order = draw(st.permutations(board))
    size = draw(st.integers(1, 3))
    pieces = [
        Piece(f"p{k}", tuple(order[k : k + size]), flip=True, turn=True)
        for k in range(0, len(order), size)
    ]
    return merged(Puzzle(on, Board(tuple(board)), tuple(pieces), crossing=False))


__all__ = [
    "ALL_LATTICES",
    "EVERYTHING",
    "OWN",
    "PLAINLY",
    "Flavour",
    "at_home",
    "boards",
    "crossing_puzzles",
    "cut",
    "grow",
    "lattice_of",
    "lattices",
    "merged",
    "moved",
    "puzzles",
    "symmetric_puzzles",
]
