"""Solids made smaller for their clearance, and their edges cut off or rounded.

Let n run over the directions in which a body P has faces, W_s = {x: n·x <= s for all n}, and C_t
the hull of all t·n.  Then

    core   = {x: x + W_(d+t) lies in P}          P shrunk by d + t
    result = core + C_t                          grown again, but with edges cut off

has its faces d behind those of P.  Convex edges are cut off; concave ones stay sharp.  A point x of
one result and a point y of its neighbour's are never nearer than 2d: x + W and y + W are in
bodies that do not overlap, and W holds a ball of radius d.  With a polyhedral ball that touches all
t·n from inside instead of C_t, edges are rounded.

Both steps need the surface only: what is taken from P is the sum of its triangles and -W, what is
added to the core the sum of its triangles and C.  A sum of convex sets is the hull of all sums of
corners, and unions and differences are left to manifold3d.

Flat pieces are shrunk in the plane, which is faster than in space and comes to the same.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.errors import how_to_install
from tilewright.render.outlines import Floats, around
from tilewright.render.printing.mesh import Mesh, facets, solid_volume
from tilewright.render.printing.options import PrintOptions
from tilewright.render.scene import PictureError
from tilewright.render.space import Body
from tilewright.render.space.bodies import normal_of
from tilewright.render.space.depth import Bools

if TYPE_CHECKING:
    from manifold3d import Manifold, OpType

ALIKE = 1e-6  # normals that differ by less are the same
FARTHEST = 2.0  # of a corner of W_1; farther ones are cut off
FINE = 1e-4  # mm, what does not matter
ATTEMPTS = 50
MOVE = 1e-6  # mm, by which points are moved to get a hull right
MANY = 32  # normals, of which some are left out
OFF = 0.02  # mm, by which a ball may differ from a round one along an edge
MITRE = 2.0  # inner corners of flat pieces that would reach farther are cut off
DEEP = 0.03  # mm, by which facets of a ball may be nearer to its middle than its corners


def library() -> Any:
    """The module manifold3d.  Raises PictureError if it is not installed."""
    try:
        import manifold3d
    except ImportError:
        raise PictureError(
            "solids for printing are made by manifold3d, which is not installed: "
            + how_to_install("print")
        ) from None
    return manifold3d


def convex(points: Floats) -> "Manifold":
    """The convex hull of some points.

    manifold3d's hulls are wrong now and then if many points lie in one plane.  So each is checked;
    if need be, points are moved by less than matters until the hull is right.
    """
    tried = points
    for attempt in range(ATTEMPTS):
        hull: Manifold = library().Manifold.hull_points(tried)
        if _holds(hull, tried):
            return hull
        move = MOVE * (1 + attempt)
        tried = points + np.random.default_rng(attempt).uniform(-move, move, points.shape)
    raise PictureError(
        "a convex part of a piece could not be made: try another cell size, clearance or chamfer"
    )


def _holds(hull: "Manifold", points: Floats) -> bool:
    """Are all points in the hull, or as good as?"""
    mesh = mesh_of(hull)
    normals, large = _directions(mesh)
    first = mesh.points[mesh.triangles[large, 0]]
    heights = points @ normals.T - (first * normals).sum(axis=1)
    return heights.size > 0 and float(heights.max()) < FINE


def together(parts: Iterable["Manifold"]) -> "Manifold":
    """The union."""
    return _combined(list(parts), library().OpType.Add)


def less(body: "Manifold", parts: Iterable["Manifold"]) -> "Manifold":
    """What is left of a body without these parts."""
    return _combined([body, *parts], library().OpType.Subtract)


def _combined(parts: Sequence["Manifold"], how: "OpType") -> "Manifold":
    """One body, with triangles that lie in one plane joined."""
    made: Manifold = library().Manifold.batch_boolean(parts, how)
    return made.as_original().simplify(FINE)


def shaped(body: "Manifold", inset: float, edge: float, *, rounded: bool = False) -> "Manifold":
    """The body with its faces moved inwards, and its edges cut off or rounded."""
    if not inset and not edge:
        return body
    normals = _thinned(normals_of(mesh_of(body)))
    w = (inset + edge) * support_shape(normals)
    core = less(body, (convex(sums(corners, -w)) for corners in facets(mesh_of(body))))
    return grown(core, facets(mesh_of(core)), edge, normals, rounded=rounded)


def grown(
    core: "Manifold", parts: Iterable[Floats], edge: float, normals: Floats, *, rounded: bool
) -> "Manifold":
    """A core grown outwards along the normals, and less in between.

    `parts` are corners of convex sets that make up the core, or its surface.
    """
    if not edge or core.is_empty():
        return core
    normals = _thinned(_each_once(normals))
    c = edge * (_polyball(normals, edge) if rounded else normals)
    return together([core, *(convex(sums(corners, c)) for corners in parts)])


def support_shape(normals: Floats) -> Floats:
    """The corners of {x: n·x <= 1 for all n and -n}, where those too far away are cut off.

    >>> cube = support_shape(np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]))
    >>> sorted(map(tuple, cube.tolist()))[:2]
    [(-1.0, -1.0, -1.0), (-1.0, -1.0, 1.0)]
    """
    normals = _thinned(_each_once(normals))
    known = _each_once(np.concatenate([normals, -normals]))
    while True:
        hull = mesh_of(convex(known))
        planes = hull.points[hull.triangles]
        found = np.linalg.solve(planes, np.ones((len(planes), 3, 1)))[..., 0]
        corners = _each_once(found.astype(np.float64))
        far = np.linalg.norm(corners, axis=1)
        if far.max() <= FARTHEST:
            return corners
        worst = corners[far > FARTHEST]
        known = _each_once(np.concatenate([known, worst / far[far > FARTHEST, None]]))


def normals_of(mesh: Mesh) -> Floats:
    """The directions of its faces, each once."""
    return _each_once(_directions(mesh)[0])


def _directions(mesh: Mesh) -> tuple[Floats, Bools]:
    """The normals, of length 1, of triangles that are not too small; and which these are."""
    lengths = np.linalg.norm(mesh.normals, axis=1)
    large = lengths > FINE**2
    return mesh.normals[large] / lengths[large, None], large


def _thinned(normals: Floats, most: int = MANY, degrees: float = 14) -> Floats:
    """If there are many normals, as of a cylinder, so many that each is near one of them."""
    if len(normals) <= most:
        return normals
    kept = [normals[0]]
    for normal in normals:
        if (np.array(kept) @ normal).max() < math.cos(math.radians(degrees)):
            kept.append(normal)
    return np.array(kept)


def ball(radius: float) -> "Manifold":
    """A ball made of triangles, with its corners on a round one, so that gaps stay as they are."""
    fine = DEEP / 3  # along the edges of an octahedron; elsewhere triangles are larger
    made: Manifold = library().Manifold.sphere(radius, segments_of(radius, fine))
    return made


def segments_of(radius: float, off: float) -> int:
    """Of a circle, so that it is nowhere farther off than that; a multiple of four."""
    return 4 * math.ceil(math.pi / math.acos(1 - min(1.0, off / radius)) / 4)


def body_count(solid: "Manifold") -> int:
    """Of how many parts a solid consists; cavities, whose surfaces are inside out, are none."""
    return sum(part.volume() > 0 for part in solid.decompose())


def mesh_of(body: "Manifold") -> Mesh:
    """The surface of a body."""
    made = body.to_mesh64()
    points = np.asarray(made.vert_properties, dtype=np.float64)[:, :3]
    return Mesh(points, np.asarray(made.tri_verts).astype(np.int64))


def printable(body: "Manifold", whose: str) -> Mesh:
    """The surface of a body on a fine grid.  Raises PictureError if it cannot be printed."""
    made = mesh_of(body)
    mesh = Mesh.of(made.points, made.triangles)
    mesh.require_printable(whose)
    return mesh


def sums(some: Floats, others: Floats) -> Floats:
    """Each of some points added to each of the others."""
    summed: Floats = (some[:, None] + others[None]).reshape(-1, 3)
    return summed


def _each_once(vectors: Floats) -> Floats:
    _, first = np.unique(np.round(vectors / ALIKE), axis=0, return_index=True)
    return vectors[np.sort(first)]


def _polyball(normals: Floats, radius: float) -> Floats:
    """Points of the unit sphere, normals among them, that are dense enough."""
    some = _thinned(normals, 12, 40)
    hull = mesh_of(convex(_each_once(np.concatenate([some, -some]))))
    corners = hull.points[hull.triangles]
    cosines = (corners * np.roll(corners, 1, axis=1)).sum(axis=2)
    widest = float(np.arccos(np.clip(cosines, -1, 1)).max())
    most = 2 * math.acos(1 - min(0.3, OFF / radius))
    steps = max(2, math.ceil(widest / most))
    weights = [(i, j, steps - i - j) for i in range(steps + 1) for j in range(steps + 1 - i)]
    points = np.einsum("wk,tkx->twx", np.array(weights, float) / steps, corners).reshape(-1, 3)
    return _each_once(points / np.linalg.norm(points, axis=1, keepdims=True))


def scaled_points(rings: Iterable[Sequence[Sequence[float]]], scale: Floats) -> Floats:
    """All corners of some faces, in millimetres."""
    return np.array([p for ring in rings for p in ring], dtype=np.float64) * scale


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


def body_volume(body: Body, scale: Floats) -> float:
    """The volume of a body's solids in mm³."""
    return float(scale.prod()) * sum(map(solid_volume, body.solids))


def slab_bounds(body: Body, scale: Floats, options: PrintOptions) -> tuple[float, float]:
    """The least and the largest volume that is right; chamfers take no more than a rim.

    An area A with circumference L that is shrunk by d has A - L·d + d² times the sum of the
    tangents of half the angles by which it turns at its corners.
    """
    low, high = body.box
    tall = float((high[2] - low[2]) * scale[2])
    area = body_volume(body, scale) / tall
    rings = _rings(_area(body, scale))
    steps = np.concatenate([_steps(ring) for ring in rings])
    following = np.concatenate([np.roll(_steps(ring), -1, axis=0) for ring in rings])
    length = float(np.linalg.norm(steps, axis=1).sum())
    crosses = steps[:, 0] * following[:, 1] - steps[:, 1] * following[:, 0]
    turns = np.arctan2(crosses, (steps * following).sum(axis=1))
    tangents = float(np.tan(np.maximum(turns, -math.pi / 2) / 2).sum())

    def shrunk(by: float) -> float:
        return area - by * length + by**2 * tangents

    slack = len(steps) * options.inset**2  # where sides vanish, or inner corners are cut off
    thickness = tall - options.clearance
    least, most = shrunk(options.inset + options.edge), shrunk(options.inset)
    return (min(least, most) - slack) * thickness, (most + slack) * thickness


def _area(body: Body, scale: Floats) -> Any:
    """What the sides enclose, seen from above, in millimetres."""
    import shapely

    upright = (face for face in body.faces if abs(normal_of(face)[2]) < 0.5)
    floors = ((face, min(z for _, _, z in face)) for face in upright)
    feet = [
        side for face, low in floors for side in around(face) if side[0][2] == side[1][2] == low
    ]
    return shapely.build_area(shapely.multilinestrings(np.array(feet)[:, :, :2] * scale[:2]))


def _rings(area: Any) -> list[Floats]:
    """The outlines of an area, anticlockwise, and those of its holes, clockwise."""
    import shapely

    rings = shapely.get_rings(shapely.orient_polygons(shapely.get_parts(area)))
    return [shapely.get_coordinates(ring)[:-1] for ring in rings]


def _steps(ring: Floats) -> Floats:
    """From each corner to the next."""
    return np.asarray(np.roll(ring, -1, axis=0) - ring)


def _normals(area: Any) -> Floats:
    """The directions in which the sides look, and up and down."""
    steps = np.concatenate([_steps(ring) for ring in _rings(area)])
    found = [(dy / math.hypot(dx, dy), -dx / math.hypot(dx, dy), 0.0) for dx, dy in steps.tolist()]
    return np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), *found])
