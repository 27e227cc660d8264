"""Polygon puzzles at random, and an exact check of solutions that shares nothing with ours."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from hypothesis import strategies as st

from tilewright.design.dissections import BOARDS, KINDS, dissect
from tilewright.polygons import (
    Number,
    PlacedPolygon,
    PolygonPiece,
    PolygonPuzzle,
    PolygonSolution,
    Shape,
)

Spot = tuple[Fraction, Fraction]

LARGEST_DENOMINATOR = 10**7  # of what a placement written in doubles stands for


def fraction(number: Number) -> Fraction:
    """The value of a coordinate that is a fraction."""
    return Fraction(number.text)


def moved(shape: Shape, placed: PlacedPolygon) -> list[list[Spot]]:
    """The rings of a piece in its place, in fractions.  Rings keep the inside on the left."""
    cos, sin, dx, dy = (
        Fraction(x).limit_denominator(LARGEST_DENOMINATOR)
        for x in (placed.cos, placed.sin, placed.dx, placed.dy)
    )
    assert cos**2 + sin**2 == 1
    rings = []
    for ring in shape.rings:
        spots = []
        for point in ring:
            x, y = map(fraction, point)
            x = -x if placed.flipped else x
            spots.append((cos * x - sin * y + dx, sin * x + cos * y + dy))
        rings.append(spots[::-1] if placed.flipped else spots)
    return rings


def is_tiling(solution: PolygonSolution) -> bool:
    """Do the boundaries of the pieces add up to that of the board, and is every piece used?"""
    puzzle = solution.puzzle
    shapes = {piece.name: piece.shape for piece in puzzle.pieces}
    used = Counter(placed.piece for placed in solution.placed)
    total: Counter[tuple[object, Spot]] = Counter()
    for placed in solution.placed:
        for ring in moved(shapes[placed.piece], placed):
            _add(total, ring, 1)
    for part in puzzle.board:
        for ring in part.rings:
            _add(total, [(fraction(x), fraction(y)) for x, y in ring], -1)
    return used == {p.name: p.count for p in puzzle.pieces} and not any(total.values())


def _add(total: Counter[tuple[object, Spot]], ring: Sequence[Spot], times: int) -> None:
    for p, q in _sides(ring):
        line = _line(p, q)
        total[line, q] += times
        total[line, p] -= times


def _sides(ring: Sequence[Spot]) -> Iterator[tuple[Spot, Spot]]:
    return zip(ring, [*ring[1:], ring[0]], strict=True)


def _line(p: Spot, q: Spot) -> tuple[Fraction, Fraction, Fraction]:
    a, b = q[1] - p[1], p[0] - q[0]
    first = a or b
    return a / first, b / first, (a * p[0] + b * p[1]) / first


Cell = tuple[int, int, int]
Corner = tuple[int, int]


def squares(cell: Cell) -> list[Corner]:
    """The corners of a unit square."""
    x, y, _ = cell
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def quarters(cell: Cell) -> list[Corner]:
    """The corners of a quarter of a square of side 2; the last number says which."""
    x, y, k = cell
    around = [(2 * x, 2 * y), (2 * x + 2, 2 * y), (2 * x + 2, 2 * y + 2), (2 * x, 2 * y + 2)]
    return [(2 * x + 1, 2 * y + 1), around[k], around[(k + 1) % 4]]


def triangles(cell: Cell) -> list[Corner]:
    """The corners of a triangle, in steps to the right and up to the right."""
    x, y, up = cell
    if up:
        return [(x, y), (x + 1, y), (x, y + 1)]
    return [(x + 1, y), (x + 1, y + 1), (x, y + 1)]


# For each kind of cells: the corners of one, and how many there are in a unit.
CELLS: dict[str, tuple[Callable[[Cell], list[Corner]], int]] = {
    "squares": (squares, 1),
    "quarters": (quarters, 4),
    "triangles": (triangles, 2),
}
WIDTH = 5  # units of the field on which boards grow


def outline(kind: str, cells: Iterable[Cell]) -> list[Corner] | None:
    """The outline of some cells; None if it has several rings, or touches itself."""
    edges: set[tuple[Corner, Corner]] = set()
    for cell in cells:
        for p, q in _edges(kind, cell):
            if (q, p) in edges:
                edges.remove((q, p))
            else:
                edges.add((p, q))
    after = dict(edges)
    if len(after) < len(edges):
        return None
    start = here = min(after)
    ring = []
    while here in after:
        ring.append(here)
        here = after.pop(here)
    return None if after or here != start else ring


def _edges(kind: str, cell: Cell) -> list[tuple[Corner, Corner]]:
    spots = CELLS[kind][0](cell)
    return list(zip(spots, [*spots[1:], spots[0]], strict=True))


def _grown(kind: str, chance: random.Random, field: set[Cell], size: int) -> set[Cell]:
    """Some connected cells with a simple outline; fewer if no more can be had."""
    owner = {edge: cell for cell in field for edge in _edges(kind, cell)}
    cells = {chance.choice(sorted(field))}
    while len(cells) < size:
        beside = {owner.get((q, p)) for cell in cells for p, q in _edges(kind, cell)}
        fresh = sorted(cell for cell in beside if cell is not None and cell not in cells)
        fresh = [cell for cell in fresh if outline(kind, cells | {cell})]
        if not fresh:
            break
        cells.add(chance.choice(fresh))
    return cells


def _shape(kind: str, cells: set[Cell]) -> Shape:
    ring = outline(kind, cells)
    assert ring is not None
    if kind != "triangles":
        return Shape.of(ring)
    return Shape.of([(f"{2 * x + y}/2", f"{y}*sqrt(3)/2") for x, y in ring])


@st.composite
def grid_puzzles(draw: st.DrawFn, kind: str = "", most: int = 14) -> PolygonPuzzle:
    """A board of cells, cut into pieces of cells."""
    kind = kind or draw(st.sampled_from(sorted(CELLS)))
    chance = random.Random(draw(st.integers(0, 2**32)))
    parts = CELLS[kind][1]
    field = {(x, y, k) for x in range(WIDTH) for y in range(WIDTH) for k in range(parts)}
    board = _grown(kind, chance, field, draw(st.integers(1, most)))
    flip = draw(st.booleans())
    left, pieces = set(board), []
    while left:
        cells = _grown(kind, chance, left, draw(st.integers(1, 5)))
        left -= cells
        pieces.append(PolygonPiece(f"P{len(pieces)}", _shape(kind, cells), flip=flip))
    return PolygonPuzzle((_shape(kind, board),), tuple(pieces))


def dissections(most: int = 8) -> st.SearchStrategy[PolygonSolution]:
    """Random dissections, with the solution they were made from."""
    return st.builds(
        dissect,
        st.integers(5, most),
        st.integers(0, 10**6),
        kind=st.sampled_from(KINDS),
        board=st.sampled_from(BOARDS),
        parts=st.integers(1, 2),
        holes=st.integers(0, 1),
        nested=st.integers(0, 1),
        flip=st.booleans(),
    )
