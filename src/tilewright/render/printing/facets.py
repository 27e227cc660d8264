"""Convex facets of a mesh: its triangles, joined as long as they lie in a plane and are convex."""

from collections.abc import Sequence

import numpy as np

from tilewright.render.printing.mesh import Floats, Mesh

__all__ = ["facets"]

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
        one, two = _root(owner, number), _root(owner, other)
        if one != two:
            loop = _joined(loops[one], loops[two], a, b)
            if loop and _is_convex(mesh.points[loop], normals[number]):
                loops[one], owner[two] = loop, one
    return [mesh.points[loop] for k, loop in enumerate(loops) if owner[k] == k]


def _root(owner: list[int], number: int) -> int:
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
