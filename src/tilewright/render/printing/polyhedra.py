"""Volumes of polyhedra."""

from collections.abc import Sequence
from itertools import pairwise

from tilewright.render.space import Solid

__all__ = ["solid_volume"]


def solid_volume(solid: Solid) -> float:
    """The volume of a polyhedron.

    >>> from tilewright.lattice import lattice
    >>> from tilewright.render.space import cell_solids
    >>> (tetrahedron,) = cell_solids(lattice("rhombic"), (0, 1, 2))
    >>> round(1 / solid_volume(tetrahedron), 6)
    24.0
    """
    total = 0.0
    for face in solid.faces:
        for b, c in pairwise(face[1:]):
            total += _determinant(face[0], b, c) / 6
    return total


def _determinant(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
