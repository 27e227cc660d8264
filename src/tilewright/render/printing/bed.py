"""Pieces laid out to be printed: each turned to lie well, beside each other on one or more beds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tilewright.render.outlines import Floats
from tilewright.render.printing.mesh import Mesh, Pose
from tilewright.render.printing.pieces import PrintedPiece, PrintPart
from tilewright.render.printing.shaping import convex, mesh_of, normals_of
from tilewright.render.scene import PictureError

GAP = 4.0  # mm between pieces
STEEP = -0.7  # what looks down more than that has to be held up while it is printed
NEAR = 0.01  # mm
TRIED = 24  # faces on which a piece is put, the largest ones
WIDE = 1.15  # how much wider a plate may be than if nothing were lost


def plates(
    pieces: Sequence[PrintedPiece],
    *,
    gap: float = GAP,
    bed: tuple[float, float] | None = None,
) -> list[list[PrintPart]]:
    """The pieces on z = 0, as often as they are needed, with a gap between them.

    Without a `bed` (its width and depth in millimetres) there is one plate, roughly square.
    """
    if bed is not None and not all(math.isfinite(side) and side > 0 for side in bed):
        raise PictureError(
            f"the bed measures {bed} mm: expected a width and a depth of more than 0"
        )
    if not math.isfinite(gap) or gap < 0:
        raise PictureError(f"the gap between pieces is {gap} mm: expected 0 or more")
    ordered = [one for piece in pieces for one in [_Lain.of(piece)] * piece.count]
    ordered.sort(key=lambda one: -one.depth)  # those as deep as each other stay as they come
    if bed is None:
        room = sum((one.width + gap) * (one.depth + gap) for one in ordered)
        widest = max([WIDE * math.sqrt(room), *(one.width for one in ordered)])
        bed = (widest, math.inf)
    return _filled(ordered, gap, bed)


@dataclass(frozen=True, eq=False)
class _Lain:
    """A piece as it lies on the bed, and how much room it takes."""

    piece: PrintedPiece
    turn: Floats
    low: Floats
    width: float
    depth: float

    @classmethod
    def of(cls, piece: PrintedPiece) -> "_Lain":
        turn = _squared(piece.mesh.points) if piece.upright else lying(piece.mesh)
        there = piece.mesh.posed(Pose(turn, np.zeros(3)))
        return cls(piece, turn, there.low, float(there.size[0]), float(there.size[1]))

    def at(self, x: float, y: float) -> PrintPart:
        pose = Pose(self.turn, np.array([x, y, 0.0]) - self.low)
        return PrintPart(self.piece.name, self.piece.mesh, self.piece.colour, pose)


@dataclass
class _Row:
    """Pieces side by side on a plate, and where the next one would begin."""

    plate: list[PrintPart]
    y: float
    x: float = 0.0


def _filled(
    ordered: Sequence[_Lain], gap: float, bed: tuple[float, float]
) -> list[list[PrintPart]]:
    """Each piece in the first row with room for it; the deepest come first, so that all rows do."""
    found: list[list[PrintPart]] = []
    tops: list[float] = []  # of each plate, where the next row would begin
    rows: list[_Row] = []
    for one in ordered:
        if one.width > bed[0] or one.depth > bed[1]:
            raise PictureError(
                f"piece {one.piece.name!r} measures {one.width:.1f} × {one.depth:.1f} mm: it does "
                f"not fit on a bed of {bed[0]:g} × {bed[1]:g} mm; make cells smaller"
            )
        row = next((row for row in rows if row.x + one.width <= bed[0]), None)
        if row is None:
            plate = next((k for k, top in enumerate(tops) if top + one.depth <= bed[1]), len(tops))
            if plate == len(tops):
                found.append([])
                tops.append(0.0)
            row = _Row(found[plate], tops[plate])
            rows.append(row)
            tops[plate] += one.depth + gap
        row.plate.append(one.at(row.x, row.y))
        row.x += one.width + gap
    return found


def lying(mesh: Mesh) -> Floats:
    """How to turn a piece so that it can be printed well.

    It rests on a face of its hull: of the large ones, that with the least to be held up, then the
    lowest.  The longer side of its footprint is along x.
    """
    hull = mesh_of(convex(mesh.points))
    normals = normals_of(hull)
    lengths = np.linalg.norm(hull.normals, axis=1)
    areas = [lengths[hull.normals @ n > lengths * (1 - 1e-6)].sum() for n in normals]
    largest = sorted(range(len(areas)), key=lambda k: -areas[k])[:TRIED]
    turns = [_downwards(normals[k]) for k in largest if areas[k] > max(areas) / 5]
    best = min(turns, key=lambda turn: _trouble(mesh.posed(Pose(turn, np.zeros(3)))))
    return _squared(hull.points @ best.T) @ best


def _trouble(mesh: Mesh) -> tuple[float, float, float]:
    """How much is needed to hold it up, as part of its volume; its height; how little it rests."""
    normals = mesh.normals
    down = normals[:, 2] < STEEP * np.linalg.norm(normals, axis=1)
    heights = mesh.points[mesh.triangles][:, :, 2].mean(axis=1) - mesh.low[2]
    shadows = -normals[down, 2] / 2
    held = float((shadows * heights[down]).sum()) / mesh.volume
    rests = float(shadows[heights[down] <= NEAR].sum())
    return round(held, 1), round(float(mesh.size[2]), 2), round(-rests, 1)


def _downwards(normal: Floats) -> Floats:
    """A turn that brings a direction to -z, and leaves as much as it can where it is."""
    x, y, z = -normal
    if z > 1 - 1e-9:
        return np.eye(3)
    if z < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0])
    sine, cosine = math.hypot(x, y), z
    a, b = y / sine, -x / sine  # of the axis, which is level
    cross = np.array([[0, 0, b], [0, 0, -a], [-b, a, 0]])
    return np.asarray(np.eye(3) + sine * cross + (1 - cosine) * (cross @ cross))


def _squared(points: Floats) -> Floats:
    """A turn about z after which the footprint is in a small box, wider than deep."""
    import shapely

    ring = shapely.convex_hull(shapely.multipoints(points[:, :2])).exterior.coords
    angles = [-math.atan2(by - ay, bx - ax) for (ax, ay), (bx, by) in pairwise(ring)]

    def turned(angle: float) -> Floats:
        c, s = math.cos(angle), math.sin(angle)
        return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])

    def cost(turn: Floats) -> float:
        width, depth, _ = np.ptp(points @ turn.T, axis=0)
        return float(round(width * depth, 3)) + (0.0 if width > depth - NEAR else NEAR)

    return min((turned(a + quarter) for a in angles for quarter in (0, math.pi / 2)), key=cost)
