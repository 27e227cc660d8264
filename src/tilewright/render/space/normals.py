"""The directions of a body's surface: flat faces are flat, curved ones smooth."""

import math
from collections.abc import Iterator, Sequence

from tilewright.render.space.bodies import SMOOTH, Body, normal_of
from tilewright.render.space.solids import Face, Vec, dot, shifted

__all__ = ["smooth_faces", "unit"]


def smooth_faces(body: Body) -> Iterator[tuple[Face, list[Vec]]]:
    """Faces, each with the direction that its surface has at each corner."""
    normals = [normal_of(face) for face in body.faces]
    around: dict[Vec, list[Vec]] = {}
    for face, normal in zip(body.faces, normals, strict=True):
        for corner in face:
            around.setdefault(corner, []).append(normal)
    for face, normal in zip(body.faces, normals, strict=True):
        yield face, [_mean([n for n in around[c] if dot(n, normal) > SMOOTH]) for c in face]


def _mean(directions: Sequence[Vec]) -> Vec:
    total = (0.0, 0.0, 0.0)
    for direction in directions:
        total = shifted(total, direction)
    return unit(total)


def unit(direction: Vec) -> Vec:
    """The same direction with length 1.

    >>> unit((0.0, 3.0, 4.0))
    (0.0, 0.6, 0.8)
    """
    x, y, z = direction
    length = math.hypot(x, y, z) or 1.0
    return x / length, y / length, z / length
