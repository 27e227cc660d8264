"""Flat pieces: an area of the plane with a thickness.

They are shrunk in the plane, which is faster than in space and comes to the same.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.render.outlines import around
from tilewright.render.printing.mesh import Floats, facets, solid_volume
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.shaping import grown, library, mesh_of
from tilewright.render.space import Body
from tilewright.render.space.bodies import normal_of
from tilewright.render.space.solids import Face

if TYPE_CHECKING:
    from manifold3d import Manifold


MITRE = 2.0  # inner corners that would reach farther are cut off


def slab(body: Body, scale: Floats, inset: float, edge: float, *, rounded: bool) -> "Manifold":
    """A flat body with its sides moved inwards, and its edges cut off or rounded."""
    low, high = (float(corner[2] * scale[2]) for corner in body.box)
    deep = inset + edge
    area = _area(body, scale)
    shrunk = area.buffer(-deep, join_style="mitre", mitre_limit=MITRE)
    if shrunk.is_empty or high - low <= 2 * deep:
        return library().Manifold()
    section = library().CrossSection(_rings(shrunk))
    core: Manifold = section.extrude(high - low - 2 * deep).translate((0, 0, low + deep))
    parts = list(_prisms(core)) if edge else []
    return grown(core, parts, edge, _normals(area), rounded=rounded)


def _prisms(core: "Manifold") -> Iterator[Floats]:
    """Convex prisms that make up a body with upright sides: those below the facets on top."""
    _, _, low, _, _, high = core.bounding_box()
    for corners in facets(mesh_of(core)):
        if corners[:, 2].min() > (low + high) / 2:
            yield np.concatenate([corners, corners - (0, 0, high - low)])


def slab_bounds(body: Body, scale: Floats, options: PrintOptions) -> tuple[float, float]:
    """The least and the largest volume that is right; chamfers take no more than a rim.

    An area A with circumference L that is shrunk by d has A - L·d + d² times the sum of the
    tangents of half the angles by which it turns at its corners.
    """
    low, high = body.box
    tall = float((high[2] - low[2]) * scale[2])
    area = float(scale.prod()) * sum(map(solid_volume, body.solids)) / tall
    sides = _sides(body, scale)
    steps = sides[:, 1] - sides[:, 0]
    length = float(np.linalg.norm(steps, axis=1).sum())
    after = {tuple(start): step for start, step in zip(sides[:, 0].tolist(), steps, strict=True)}
    following = np.array([after[tuple(end)] for end in sides[:, 1].tolist()])
    crosses = steps[:, 0] * following[:, 1] - steps[:, 1] * following[:, 0]
    turns = np.arctan2(crosses, (steps * following).sum(axis=1))
    tangents = float(np.tan(np.maximum(turns, -math.pi / 2) / 2).sum())

    def shrunk(by: float) -> float:
        return area - by * length + by**2 * tangents

    slack = len(sides) * options.inset**2  # where sides vanish, or inner corners are cut off
    thickness = tall - options.clearance
    least, most = shrunk(options.inset + options.edge), shrunk(options.inset)
    return (min(least, most) - slack) * thickness, (most + slack) * thickness


def _foot(face: Face) -> tuple[tuple[float, float], tuple[float, float]]:
    """The lower edge of a side, with the area on its left."""
    floor = min(p[2] for p in face)
    for (ax, ay, az), (bx, by, bz) in around(face):
        if az == bz == floor:
            return (ax, ay), (bx, by)
    raise AssertionError(f"{face} has no lower edge")


def _sides(body: Body, scale: Floats) -> Floats:
    """Start and end of each side, seen from above, in millimetres."""
    upright = (face for face in body.faces if abs(normal_of(face)[2]) < 0.5)
    return np.asarray(np.array(list(map(_foot, upright))) * scale[:2])


def _area(body: Body, scale: Floats) -> Any:
    """What the sides enclose."""
    import shapely

    return shapely.build_area(shapely.multilinestrings(_sides(body, scale)))


def _rings(area: Any) -> list[Floats]:
    """The outlines of an area, anticlockwise, and those of its holes, clockwise."""
    import shapely

    polygons = [shapely.orient_polygons(polygon) for polygon in shapely.get_parts(area)]
    rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return [np.array(ring.coords)[:-1] for ring in rings]


def _normals(area: Any) -> Floats:
    """The directions in which the sides look, and up and down."""
    found = [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    for ring in _rings(area):
        for dx, dy in (np.roll(ring, -1, axis=0) - ring).tolist():
            length = math.hypot(dx, dy)
            found.append((dy / length, -dx / length, 0.0))
    return np.array(found)
