"""A solid from the faces of its surface, with no union: nothing depends on how sums are rounded.

Where more than two faces meet in an edge, because a body touches itself there, faces belong
together that have the body between them.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tilewright.render.printing.mesh import Floats, Ints
from tilewright.render.printing.shaping import library
from tilewright.render.space.bodies import normal_of
from tilewright.render.space.solids import Face, Vec, cross, dot, minus

if TYPE_CHECKING:
    from manifold3d import Manifold

__all__ = ["closed_surface"]

Corner = tuple[int, int]  # a face, and which of its corners
Side = tuple[Vec, Vec]

AGAIN = 1e-6  # an angle that is none


def closed_surface(faces: Sequence[Face], scale: Floats) -> "Manifold | None":
    """The solid inside of some faces.

    None if they do not fit, side to side, or if two sides lie between the same two points: then it
    cannot be told which faces meet there.
    """
    library()
    from manifold3d import Error, Manifold, Mesh64

    pairs = _pairs(faces)
    if pairs is None:
        return None
    points, triangles = _triangles(faces, pairs)
    sides = triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    if len(np.unique(sides, axis=0)) < len(sides):
        return None
    made = Manifold(Mesh64(points * scale, triangles.astype(np.uint64)))
    return None if made.status() != Error.NoError or made.is_empty() else made


def _pairs(faces: Sequence[Face]) -> list[tuple[Corner, Corner]] | None:
    """Sides that are the same one, each named by the corner where it begins."""
    sides: dict[Side, list[Corner]] = {}
    for number, face in enumerate(faces):
        for k, start in enumerate(face):
            sides.setdefault((start, face[(k + 1) % len(face)]), []).append((number, k))
    found = []
    for (start, end), forth in sides.items():
        back = sides.get((end, start), [])
        if len(back) != len(forth):
            return None
        if start > end:
            continue
        for one in forth:
            other = min(back, key=lambda two: _angle(faces[one[0]], faces[two[0]], start, end))
            found.append((one, other))
        if len({other for _, other in found[-len(forth) :]}) != len(forth):
            return None
    return found


def _angle(one: Face, other: Face, start: Vec, end: Vec) -> float:
    """By how much a face is turned about a side, through the body, to come to lie on another."""
    if one is other:
        return math.tau
    along = minus(end, start)
    normal = normal_of(one)
    inwards = cross(normal, along)  # of length |along|, as the other
    there = cross(along, normal_of(other))
    angle = math.atan2(-dot(there, normal), dot(there, inwards) / math.hypot(*along))
    return angle % math.tau if angle % math.tau > AGAIN else math.tau


def _triangles(
    faces: Sequence[Face], pairs: Sequence[tuple[Corner, Corner]]
) -> tuple[Floats, Ints]:
    """Points and triangles; corners are one point if sides that are paired meet there."""
    starts = np.cumsum([0, *map(len, faces)]).tolist()
    names = list(range(starts[-1]))

    def root(name: int) -> int:
        while names[name] != name:
            names[name] = names[names[name]]
            name = names[name]
        return name

    for (f, i), (g, j) in pairs:
        for one, other in (
            (starts[f] + i, starts[g] + (j + 1) % len(faces[g])),
            (starts[f] + (i + 1) % len(faces[f]), starts[g] + j),
        ):
            names[root(one)] = root(other)
    kept, numbers = np.unique([root(name) for name in range(len(names))], return_inverse=True)
    corners = np.array([p for face in faces for p in face], dtype=np.float64)
    found = [
        (starts[f], starts[f] + k, starts[f] + k + 1)
        for f, face in enumerate(faces)
        for k in range(1, len(face) - 1)
    ]
    return corners[kept], numbers[np.array(found)]
