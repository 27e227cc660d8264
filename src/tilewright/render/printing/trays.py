"""A tray for the board: a box with a cavity that is open at the top, and a lid for it."""

from typing import TYPE_CHECKING

import numpy as np

from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.render.cells import has_sticks
from tilewright.render.flat import area_of
from tilewright.render.outlines import Floats, signed_area
from tilewright.render.printing.mesh import Pose
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.pieces import PrintPart, scale_of
from tilewright.render.printing.shaping import (
    DEEP,
    ball,
    convex,
    less,
    library,
    mesh_of,
    printable,
    scaled_points,
    sums,
    support_shape,
    together,
)
from tilewright.render.printing.volumes import touching_balls
from tilewright.render.scene import PictureError
from tilewright.render.space import Body, board_body, pieces_model
from tilewright.render.space.bodies import BOARD, normal_of
from tilewright.render.space.solids import area_solids
from tilewright.render.views import AnyPuzzle, is_flat

if TYPE_CHECKING:
    from manifold3d import CrossSection, Manifold


LIP = 6.0  # mm, how far a lid reaches down
MITRE = 2.0  # corners of the outline that would be farther out than that many walls are cut off


def tray(puzzle: AnyPuzzle, options: PrintOptions | None = None) -> PrintPart:
    """A box round the board, as deep as the board is high, with half the clearance on all sides.

    The cavity widens nowhere below, so that all pieces can be put in from above.
    """
    options = options or PrintOptions()
    cavity, outer, low, high = _box(puzzle, options)
    block = outer.extrude(high - low + options.floor).translate((0, 0, low - options.floor))
    return _part("tray", less(block, [cavity]))


def lid(puzzle: AnyPuzzle, options: PrintOptions | None = None) -> PrintPart:
    """A lid that is put over the tray.  It lies on its back, as it is printed."""
    options = options or PrintOptions()
    _, outer, low, high = _box(puzzle, options)
    inner = _wider(outer, options.clearance)
    lip = min(LIP, high - low)
    block = _wider(inner, options.wall).extrude(options.floor + lip)
    return _part("lid", less(block, [inner.extrude(lip + 1).translate((0, 0, options.floor))]))


def _box(
    puzzle: AnyPuzzle, options: PrintOptions
) -> tuple["Manifold", "CrossSection", float, float]:
    """The cavity, which reaches up beyond the box; the box seen from above; its floor and top."""
    if isinstance(puzzle, Puzzle) and has_sticks(puzzle.lattice):
        raise PictureError(
            f"sticks of lattice {puzzle.lattice.name!r} have no tray, since they lie on lines, not "
            f"in a box: print the pieces only"
        )
    body = board_body(puzzle) if isinstance(puzzle, Puzzle) else _polygon_board(puzzle)
    scale = scale_of(puzzle, options)
    high = float(body.box[1][2] * scale[2])
    cavity = together(_swept(body, scale, options.inset, high))
    outline = cavity.project()
    loops = _wider(outline if is_flat(puzzle) else outline.hull(), options.wall).to_polygons()
    outer = library().CrossSection([loop for loop in loops if signed_area(loop.tolist()) > 0])
    return cavity, outer, cavity.bounding_box()[2], high  # the outer one has no holes


def _polygon_board(puzzle: PolygonPuzzle) -> Body:
    thickness = pieces_model(puzzle).bodies[0].box[1][2]
    solids = [solid for shape in puzzle.board for solid in area_solids(area_of(shape), thickness)]
    return Body("the board", -1, BOARD, tuple(solids))


def _swept(body: Body, scale: Floats, grow: float, high: float) -> list["Manifold"]:
    """The solids of a body, grown and drawn upwards."""
    shapes = [scaled_points(solid.faces, scale) for solid in body.solids]
    if grow and shapes:
        around = grow * support_shape(np.array([normal_of(face) for face in body.faces]))
        shapes = [sums(points, around) for points in shapes]
    radii = {one: one.radius * float(scale[0]) + grow + DEEP for one in body.balls}
    balls = {o: mesh_of(ball(r)).points + np.array(o.centre) * scale for o, r in radii.items()}
    shapes += balls.values()
    for one, other in touching_balls(body.balls):  # no thin posts are left between balls
        shapes.append(np.concatenate([balls[one], balls[other]]))
    lowest: dict[bytes, Floats] = {}  # of shapes that are alike, and lie above each other
    for points in shapes:
        floor = points[:, 2].min()
        key = np.unique(np.round(points - (0, 0, floor), 5) + 0.0, axis=0).tobytes()
        if key not in lowest or floor < lowest[key][:, 2].min():
            lowest[key] = points
    ups = ((points, (0, 0, high - points[:, 2].min() + 1)) for points in lowest.values())
    return [convex(np.concatenate([points, points + up])) for points, up in ups]


def _wider(outline: "CrossSection", by: float) -> "CrossSection":
    return outline.offset(by, library().JoinType.Miter, MITRE) if by else outline


def _part(name: str, solid: "Manifold") -> PrintPart:
    mesh = printable(solid, f"the {name}")
    return PrintPart(name, mesh, BOARD, Pose(np.eye(3), -mesh.low))
