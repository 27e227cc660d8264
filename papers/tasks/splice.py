"""Polygons as Lynning had them: a piece is spliced into the outline of what is left to fill.

Points are complex numbers.  Outlines of what is left run clockwise, pieces counter-clockwise.  It
shares nothing with the search of the core, which subtracts by directed sides.
"""

import cmath
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

__all__ = ["Polygon", "area", "interior_angle", "is_simple", "rest_of"]

Polygon = tuple[complex, ...]

TOLERANCE = 1e-9


def area(polygon: Sequence[complex]) -> float:
    """Its area; positive if it runs counter-clockwise."""
    return sum(_cross(a, b) for a, b in _sides(polygon)) / 2


def interior_angle(polygon: Polygon, corner: int, *, clockwise: bool) -> float:
    """The angle inside, from 0 to 2π."""
    before, here = polygon[corner - 1], polygon[corner]
    after = polygon[(corner + 1) % len(polygon)]
    turn = (before - here) / (after - here)
    angle = cmath.phase(turn.conjugate() if clockwise else turn)
    return angle if angle > 0 else angle + 2 * math.pi


def is_simple(polygon: Polygon) -> bool:
    """Does it touch itself nowhere?"""
    cut = _cut_where_it_touches(list(polygon))
    return cut is not None and len(set(cut)) == len(cut) == len(polygon)


def rest_of(polygon: Polygon, corner: int, piece: Polygon, own: int) -> list[Polygon] | None:
    """What is left when a corner of a piece is put into a corner of a polygon, the side before it
    along the side after that.  None if the piece does not fit."""
    here = polygon[corner]
    ahead = polygon[(corner + 1) % len(polygon)] - here
    back = piece[own - 1] - piece[own]
    turn = ahead / abs(ahead) / (back / abs(back))
    around = [here + turn * (q - piece[own]) for q in (*piece[own:], *piece[:own])]
    spliced = _collapsed([*polygon[:corner], *around, *polygon[corner:]])
    cut = _cut_where_it_touches(spliced)
    if cut is None:
        return None
    loops = [loop for part in _loops(cut) if (loop := _collapsed(part))]
    return [tuple(loop) for loop in loops] if all(area(loop) < 0 for loop in loops) else None


def _collapsed(points: Sequence[complex]) -> list[complex]:
    """Without points that repeat the one before, or lie on a line with both neighbours, also where
    the line turns back.  Nothing, if nothing is left that has an area."""
    kept = list(points)
    k = quiet = 0
    while len(kept) >= 3 and quiet < len(kept):
        k %= len(kept)
        before, after = kept[k] - kept[k - 1], kept[(k + 1) % len(kept)] - kept[k]
        if abs(before) < TOLERANCE or abs(_cross(before, after)) < TOLERANCE:
            del kept[k]
            k, quiet = k - 1, 0
        else:
            k, quiet = k + 1, quiet + 1
    return kept if len(kept) >= 3 else []


def _cut_where_it_touches(points: list[complex]) -> list[complex] | None:
    """With a point wherever a side is touched; None if sides cross."""
    points = _snapped(points)
    sides = list(_sides(points))
    if any(_cross_each_other(*one, *other) for n, one in enumerate(sides) for other in sides[:n]):
        return None
    cut: list[complex] = []
    for a, b in sides:
        touching = {p for p in points if _is_inside_side(p, a, b)}
        cut += [a, *sorted(touching, key=lambda p: abs(p - a))]
    return cut


def _loops(points: list[complex]) -> list[list[complex]]:
    """A walk, split where it comes to a point again."""
    loops: list[list[complex]] = []
    walk: list[complex] = []
    for point in points:
        if point in walk:
            start = walk.index(point)
            loops.append(walk[start:])
            del walk[start:]
        walk.append(point)
    return [*loops, walk]


def _snapped(points: list[complex]) -> list[complex]:
    """Points that are nearly the same are the same."""
    known: list[complex] = []
    for point in points:
        known.append(next((p for p in known if abs(p - point) < TOLERANCE), point))
    return known


def _sides(points: Sequence[complex]) -> Iterator[tuple[complex, complex]]:
    return pairwise([*points, *points[:1]])


def _cross(a: complex, b: complex) -> float:
    return a.real * b.imag - a.imag * b.real


def _is_inside_side(p: complex, a: complex, b: complex) -> bool:
    along = (p - a) / (b - a)
    length = abs(b - a)
    return (
        abs(along.imag) * length < TOLERANCE
        and TOLERANCE < along.real * length < length - TOLERANCE
    )


def _cross_each_other(a: complex, b: complex, c: complex, d: complex) -> bool:
    """Have two sides a point in common that is an end of neither?"""
    along, other = b - a, d - c
    sides = _cross(along, c - a), _cross(along, d - a), _cross(other, a - c), _cross(other, b - c)
    if min(map(abs, sides)) < TOLERANCE:
        return False
    return (sides[0] > 0) != (sides[1] > 0) and (sides[2] > 0) != (sides[3] > 0)
