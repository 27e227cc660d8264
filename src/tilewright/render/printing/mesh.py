"""A surface made of triangles, and what makes it fit to be printed."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from tilewright.render.outlines import Floats
from tilewright.render.scene import PictureError
from tilewright.render.space import Solid
from tilewright.render.space.depth import Ints
from tilewright.render.space.solids import cross, dot

# Coordinates are whole multiples of 1/GRID mm: single precision holds them up to 1 m.
GRID = 2.0**14


@dataclass(frozen=True, eq=False)
class Pose:
    """How something is turned, then moved: x -> turn·x + shift."""

    turn: Floats
    shift: Floats


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
        first = self.points[self.triangles[:, 0]] - self.low
        return np.asarray((first * self.normals).sum(axis=1) / 6)

    @cached_property
    def low(self) -> Floats:
        """The smallest coordinates."""
        return np.asarray(self.points.min(axis=0))

    @cached_property
    def high(self) -> Floats:
        """The largest coordinates."""
        return np.asarray(self.points.max(axis=0))

    @property
    def size(self) -> Floats:
        """Its width, depth and height."""
        return self.high - self.low

    @property
    def normals(self) -> Floats:
        """Of each triangle, the vector to the outside that is twice as long as its area."""
        a, b, c = (self.points[self.triangles[:, k]] for k in range(3))
        return np.asarray(np.cross(b - a, c - a))

    def posed(self, pose: Pose) -> "Mesh":
        """The same, turned and moved."""
        return Mesh(self.points @ pose.turn.T + pose.shift, self.triangles)

    @property
    def is_watertight(self) -> bool:
        """Does each edge belong to two triangles, which run along it in opposite directions?"""
        forth, back = (
            np.sort(e @ (len(self.points), 1)) for e in (self.sides, self.sides[:, ::-1])
        )
        return len(forth) > 0 and np.array_equal(forth, back) and bool(np.diff(forth).all())

    @property
    def part_count(self) -> int:
        """Of how many bodies it consists: those of its separate surfaces that enclose something.

        The surface of a cavity, which is closed but inside out, is none.
        """
        names, before = np.arange(len(self.points)), None
        starts, ends = self.sides.T.copy()
        while before is None or not np.array_equal(names, before):
            before, least = names.copy(), np.minimum(names[starts], names[ends])
            np.minimum.at(names, starts, least)
            np.minimum.at(names, ends, least)
            names = names[names]
        whose = names[self.triangles[:, 0]]
        volumes = np.bincount(whose, weights=self._wedges, minlength=len(names))
        return int((volumes > 0).sum())

    @cached_property
    def sides(self) -> Ints:
        """The sides of its triangles, from corner to corner."""
        return self.triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)

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
    triangles = [mesh.triangles + start for mesh, start in zip(meshes, starts, strict=False)]
    return Mesh(np.concatenate([mesh.points for mesh in meshes]), np.concatenate(triangles))


# Convex facets of a mesh: its triangles, joined as long as they lie in a plane and are convex.


Loop = list[int]

FLAT = 1 - 1e-9  # cosine between normals of triangles that lie in one plane
STRAIGHT = -1e-9  # sine of a turn that counts as none


def facets(mesh: Mesh) -> list[Floats]:
    """The corners of its facets.

    >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]
    >>> some = Mesh(np.array(corners, float), np.array([[0, 2, 1], [1, 2, 4], [0, 1, 3]]))
    >>> [len(corners) for corners in facets(some)]
    [4, 3]
    """
    lengths = np.linalg.norm(mesh.normals, axis=1)
    normals = mesh.normals / np.where(lengths, lengths, 1)[:, None]
    loops: list[Loop] = mesh.triangles.tolist()
    sides = {(loop[k - 1], loop[k]): number for number, loop in enumerate(loops) for k in range(3)}
    owner = list(range(len(loops)))
    for (a, b), number in sorted(sides.items(), key=lambda item: (item[1], item[0])):
        other = sides.get((b, a))
        if a > b or other is None or normals[number] @ normals[other] < FLAT:
            continue
        one, two = root(owner, number), root(owner, other)
        if one != two:
            loop = _joined(loops[one], loops[two], a, b)
            if loop and _is_convex(mesh.points[loop], normals[number]):
                loops[one], owner[two] = loop, one
    return [mesh.points[loop] for k, loop in enumerate(loops) if owner[k] == k]


def root(owner: list[int], number: int) -> int:
    """Which one stands for all that belong together, if each names another one, or itself."""
    while owner[number] != number:
        owner[number] = owner[owner[number]]
        number = owner[number]
    return number


def _joined(one: Sequence[int], two: Sequence[int], a: int, b: int) -> Loop:
    """Two loops that share the side from a to b, and no other point."""
    k, m = one.index(b), two.index(a)
    first, second = [*one[k:], *one[:k]], [*two[m:], *two[:m]]  # from b to a, from a to b
    return [*first, *second[1:-1]] if len({*first, *second}) == len(one) + len(two) - 2 else []


def _is_convex(loop: Floats, normal: Floats) -> bool:
    """Does it turn left at every corner?  One that is made of two convex loops is convex then."""
    steps = np.roll(loop, -1, axis=0) - loop
    steps /= np.linalg.norm(steps, axis=1, keepdims=True)
    after = np.roll(steps, -1, axis=0)
    sines = np.cross(steps, after) @ normal
    return bool((sines >= STRAIGHT).all())


def solid_volume(solid: Solid) -> float:
    """The volume of a polyhedron.

    >>> from tilewright.lattices import lattice
    >>> from tilewright.render.space import cell_solids
    >>> (tetrahedron,) = cell_solids(lattice("rhombic"), (0, 1, 2))
    >>> round(1 / solid_volume(tetrahedron), 6)
    24.0
    """
    wedges = (dot(f[0], cross(b, c)) for f in solid.faces for b, c in pairwise(f[1:]))
    return sum(wedges) / 6
