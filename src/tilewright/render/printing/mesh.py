"""A surface made of triangles, and what makes it fit to be printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.render.scene import PictureError

__all__ = ["Floats", "Mesh", "Pose", "joined"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

# Coordinates are whole multiples of 1/GRID mm: single precision holds them up to 1 m.
GRID = 2.0**14


@dataclass(frozen=True, eq=False)
class Pose:
    """How something is turned, then moved: x -> turn·x + shift."""

    turn: Floats
    shift: Floats

    @classmethod
    def at(cls, x: float, y: float, z: float) -> "Pose":
        """Moved, and not turned."""
        return cls(np.eye(3), np.array([x, y, z]))


@dataclass(frozen=True, eq=False)
class Mesh:
    """Points, and triangles of their numbers, anticlockwise seen from outside; in millimetres."""

    points: Floats
    triangles: Ints

    @classmethod
    def of(cls, points: Floats, triangles: Ints) -> "Mesh":
        """With points on a fine grid, each once and in a fixed order, and no triangle without area.

        >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1]], float)
        >>> mesh = Mesh.of(corners, np.array([[0, 2, 1], [0, 1, 3], [1, 2, 4], [0, 3, 2]]))
        >>> len(mesh.points), mesh.is_watertight, round(mesh.volume, 6)
        (4, True, 0.166667)
        """
        cells, numbers = np.unique(
            np.round(points * GRID).astype(np.int64), axis=0, return_inverse=True
        )
        corners = numbers.reshape(-1)[triangles]
        a, b, c = corners.T
        corners = corners[(a != b) & (b != c) & (c != a)]
        first = np.argmin(corners, axis=1)
        turned = np.take_along_axis(corners, (first[:, None] + np.arange(3)) % 3, axis=1)
        return cls(cells / GRID, turned[np.lexsort(turned.T[::-1])])

    @cached_property
    def volume(self) -> float:
        """The volume it encloses, in cubic millimetres."""
        return float(self._wedges.sum())

    @property
    def _wedges(self) -> Floats:
        """The volume between each triangle and a point, negative where that is outside of it."""
        a, b, c = (self.points[self.triangles[:, k]] - self.low for k in range(3))
        wedges: Floats = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6
        return wedges

    @cached_property
    def low(self) -> Floats:
        """The smallest coordinates."""
        lowest: Floats = self.points.min(axis=0)
        return lowest

    @cached_property
    def high(self) -> Floats:
        """The largest coordinates."""
        highest: Floats = self.points.max(axis=0)
        return highest

    @property
    def size(self) -> Floats:
        """Its width, depth and height."""
        return self.high - self.low

    @property
    def normals(self) -> Floats:
        """Of each triangle, the vector to the outside that is twice as long as its area."""
        a, b, c = (self.points[self.triangles[:, k]] for k in range(3))
        crossed: Floats = np.cross(b - a, c - a)
        return crossed

    def posed(self, pose: Pose) -> "Mesh":
        """The same, turned and moved."""
        return Mesh(self.points @ pose.turn.T + pose.shift, self.triangles)

    @property
    def is_watertight(self) -> bool:
        """Does each edge belong to two triangles, which run along it in opposite directions?"""
        forth = self._edges
        count = len(self.points)
        keys = np.sort(forth[:, 0] * count + forth[:, 1])
        back = np.sort(forth[:, 1] * count + forth[:, 0])
        return bool(len(keys)) and np.array_equal(keys, back) and bool((np.diff(keys) > 0).all())

    @property
    def part_count(self) -> int:
        """Of how many bodies it consists: those of its separate surfaces that enclose something.

        The surface of a cavity, which is closed but inside out, is none.
        """
        names = np.arange(len(self.points))
        edges = self._edges
        while True:
            least = np.minimum(names[edges[:, 0]], names[edges[:, 1]])
            before = names.copy()
            np.minimum.at(names, edges[:, 0], least)
            np.minimum.at(names, edges[:, 1], least)
            names = names[names]
            if np.array_equal(names, before):
                break
        whose = names[self.triangles[:, 0]]
        volumes = np.bincount(whose, weights=self._wedges, minlength=len(names))
        return int((volumes > 0).sum())

    @property
    def _edges(self) -> Ints:
        t = self.triangles
        return np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])

    def require_printable(self, whose: str) -> None:
        """Raise PictureError unless it is closed, in one part, and has its inside inside."""
        if not self.is_watertight:
            raise PictureError(
                f"{whose} touches itself along an edge or in a corner, where nothing can be "
                f"printed: give a clearance of more than 0 mm, or another one"
            )
        if self.part_count > 1:
            raise PictureError(
                f"{whose} falls into {self.part_count} parts: its cells do not all share faces, or "
                f"clearance and chamfer are too large"
            )
        if self.volume <= 0:
            raise PictureError(f"nothing is left of {whose}: make clearance and chamfer smaller")


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(mesh.points) for mesh in meshes)])
    return Mesh(
        np.concatenate([mesh.points for mesh in meshes]),
        np.concatenate(
            [mesh.triangles + start for mesh, start in zip(meshes, starts, strict=False)]
        ),
    )
