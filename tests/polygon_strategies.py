"""Polygon puzzles at random, and an exact check of solutions that shares nothing with ours."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tilewright.polygons import Number, PlacedPolygon, PolygonSolution, Shape

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
