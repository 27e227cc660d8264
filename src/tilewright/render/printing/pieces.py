"""Pieces to be printed: one solid for each, watertight and with the volume that it should have."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, count, islice
from typing import TYPE_CHECKING

import numpy as np

from tilewright.polygons import PolygonPuzzle
from tilewright.render.cells import has_sticks
from tilewright.render.outlines import Floats, around
from tilewright.render.printing.mesh import Mesh, Pose, root
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.shaping import (
    body_count,
    convex,
    library,
    printable,
    scaled_points,
    shaped,
    slab,
    together,
)
from tilewright.render.printing.volumes import joined_balls, require_volume
from tilewright.render.scene import PictureError
from tilewright.render.space import Body, cell_solids, pieces_model, solution_model
from tilewright.render.space.bodies import normal_of
from tilewright.render.space.depth import Ints
from tilewright.render.space.solids import Face, Vec, cross, dot, minus
from tilewright.render.views import AnyPuzzle, AnySolution, Pictured, is_flat, puzzle_of

if TYPE_CHECKING:
    from manifold3d import Manifold


# A solid from the faces of its surface, with no union: nothing depends on how sums are rounded.
#
# Where more than two faces meet in an edge, because a body touches itself there, faces belong
# together that have the body between them.


# A side of a face: the face, and which corners of all faces, one after the other, it joins.
Side = tuple[Face, int, int]

AGAIN = 1e-6  # an angle that is none


def closed_surface(faces: Sequence[Face], scale: Floats) -> "Manifold | None":
    """The solid inside of some faces.

    None if they do not fit, side to side, or if two sides lie between the same two points: then it
    cannot be told which faces meet there.
    """
    pairs = _pairs(faces)
    if pairs is None:
        return None
    points, triangles = _triangles(faces, pairs)
    sides = Mesh(points, triangles).sides
    if len(np.unique(sides, axis=0)) < len(sides):
        return None
    mesh = library().Mesh64(points * scale, triangles.astype(np.uint64))
    made: Manifold = library().Manifold(mesh)
    return None if made.status() != library().Error.NoError or made.is_empty() else made


def _pairs(faces: Sequence[Face]) -> list[tuple[Side, Side]] | None:
    """Sides that are the same one, there and back."""
    sides: dict[tuple[Vec, Vec], list[Side]] = {}
    numbers = count()
    for face in faces:
        corners = [next(numbers) for _ in face]
        for ends, (one, other) in zip(around(face), around(corners), strict=True):
            sides.setdefault(ends, []).append((face, one, other))
    found: list[tuple[Side, Side]] = []
    for (start, end), forth in sides.items():
        back = sides.get((end, start), [])
        if len(back) != len(forth):
            return None
        if start > end:
            continue
        met = [min(back, key=lambda b: _angle(f[0], b[0], start, end)) for f in forth]
        if len({corner for _, corner, _ in met}) != len(forth):
            return None
        found += zip(forth, met, strict=True)
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


def _triangles(faces: Sequence[Face], pairs: Sequence[tuple[Side, Side]]) -> tuple[Floats, Ints]:
    """Points and triangles; corners are one point if sides that are paired meet there."""
    starts = accumulate(map(len, faces), initial=0)
    names = list(range(sum(map(len, faces))))
    for (_, start, end), (_, there, back) in pairs:
        for one, other in ((start, back), (end, there)):
            names[root(names, one)] = root(names, other)
    kept, numbers = np.unique([root(names, k) for k in names], return_inverse=True)
    corners = np.array([p for face in faces for p in face], dtype=np.float64)
    found = [
        (start, start + k, start + k + 1)
        for start, face in zip(starts, faces, strict=False)
        for k in range(1, len(face) - 1)
    ]
    return corners[kept], numbers[np.array(found)]


USUAL_CELL = 10.0  # mm
USUAL_BOARD = 100.0  # mm, the longer side of a board of polygons
USUAL_THICKNESS = 1 / 3  # of a cell
USUAL_PLATE = 4.0  # mm, of polygons
NARROWEST = 1e-3  # mm, to which the largest clearance or chamfer is found


@dataclass(frozen=True, eq=False)
class PrintedPiece:
    """A piece: how many there are to be printed, its surface, its colour.

    One that is `upright` already is not laid on another side.
    """

    name: str
    count: int
    mesh: Mesh
    colour: str
    upright: bool = False

    @property
    def volume(self) -> float:
        """In cubic millimetres."""
        return self.mesh.volume


@dataclass(frozen=True, eq=False)
class PrintPart:
    """Something to be printed, and where; parts may share a mesh."""

    name: str
    mesh: Mesh
    colour: str
    pose: Pose

    @property
    def placed(self) -> Mesh:
        """Its surface, in its place."""
        return self.mesh.posed(self.pose)


def printed_pieces(what: Pictured, options: PrintOptions | None = None) -> list[PrintedPiece]:
    """The pieces of a puzzle, one of each kind; of a solution, those that it uses.

    >>> import tilewright as tw
    >>> pieces = printed_pieces(tw.load("soma"), PrintOptions(cell=20, clearance=0.2))
    >>> [piece.name for piece in pieces][:3], round(pieces[0].volume)
    (['V', 'L', 'T'], 23444)
    """
    options = options or PrintOptions()
    puzzle, counts = puzzle_of(what), _counts(what)
    scale, flat = scale_of(puzzle, options), is_flat(puzzle)
    bodies = [body for body in pieces_model(puzzle).bodies if counts[body.name]]
    meshes = [_printed(puzzle, body, scale, options) for body in bodies]
    return [
        PrintedPiece(body.name, counts[body.name], mesh, body.colour, flat)
        for body, mesh in zip(bodies, meshes, strict=True)
    ]


def assembled(solution: AnySolution, options: PrintOptions | None = None) -> list[PrintPart]:
    """The pieces in their places, which is how they are printed if clearance keeps them apart."""
    options = options or PrintOptions()
    puzzle = solution.puzzle
    scale = scale_of(puzzle, options)
    bodies = solution_model(solution).bodies
    meshes = [_printed(puzzle, body, scale, options) for body in bodies]
    low = np.min([mesh.low for mesh in meshes], axis=0)
    home = Pose(np.eye(3), -low)
    return [
        PrintPart(body.name, mesh, body.colour, home)
        for body, mesh in zip(bodies, meshes, strict=True)
    ]


def scale_of(puzzle: AnyPuzzle, options: PrintOptions) -> Floats:
    """How many millimetres a unit has, from left to right, from front to back, and upwards.

    Flat pieces have a thickness of their own.
    """
    cell = options.cell
    if cell is None and isinstance(puzzle, PolygonPuzzle):
        corners = np.concatenate([ring for shape in puzzle.board for ring in shape.floats])
        cell = USUAL_BOARD / float(np.ptp(corners, axis=0).max())
    cell = cell or USUAL_CELL
    if not is_flat(puzzle):
        return np.array([cell, cell, cell])
    low, high = pieces_model(puzzle).bodies[0].box
    usual = USUAL_PLATE if isinstance(puzzle, PolygonPuzzle) else USUAL_THICKNESS * cell
    thickness = usual if options.thickness is None else options.thickness
    # Nothing lies above or below: what is taken off for the clearance there is put on before.
    return np.array([cell, cell, (thickness + options.clearance) / (high[2] - low[2])])


def body_solid(body: Body, scale: Floats) -> "Manifold":
    """A body as it is, in millimetres."""
    whole = closed_surface(body.faces, scale)
    if whole is None:  # cells share parts of faces only, or what they leave out touches itself
        return together(convex(scaled_points(solid.faces, scale)) for solid in body.solids)
    return together([whole])


def _printed(puzzle: AnyPuzzle, body: Body, scale: Floats, options: PrintOptions) -> Mesh:
    whose = f"piece {body.name!r}"
    if body.balls:
        solid = joined_balls(body, float(scale[0]), options, whose)
    else:
        solid = _shaped_body(puzzle, body, scale, options, whose)
    mesh = printable(solid, whose)
    require_volume(puzzle, body, scale, options, mesh.volume)
    return mesh


def _shaped_body(
    puzzle: AnyPuzzle, body: Body, scale: Floats, options: PrintOptions, whose: str
) -> "Manifold":
    flat, rounded = is_flat(puzzle), options.rounding > 0
    ideal = slab(body, scale, 0, 0, rounded=False) if flat else body_solid(body, scale)
    whole = body_count(ideal)
    if whole > 1:
        raise PictureError(
            f"{whose} falls into {whole} parts: only cells that share faces hold together"
        )
    cells = list(_cell_solids(puzzle, body, scale))
    make = partial(slab, body, scale) if flat else partial(shaped, ideal)

    def shaped_by(share: float) -> "Manifold | None":
        """With so much of clearance and chamfer; None if it falls apart or loses a cell."""
        made = make(share * options.inset, share * options.edge, rounded=rounded)
        if body_count(made) != 1 or any((made ^ cell).is_empty() for cell in cells):
            return None
        return made

    if (made := shaped_by(1)) is not None:
        return made
    low, high = 0.0, 1.0
    while (high - low) * (options.clearance + options.edge) > NARROWEST:
        middle = (low + high) / 2
        low, high = (low, middle) if shaped_by(middle) is None else (middle, high)
    limits = [f"clearance={high * options.clearance:.3g}"]
    if options.edge:
        name = "rounding" if options.rounding else "chamfer"
        limits.append(f"{name}={high * options.edge:.3g}")
    raise PictureError(
        f"{whose} falls apart or loses a cell with a clearance of {options.clearance} mm"
        f"{f' and edges of {options.edge} mm' if options.edge else ''}: make cells larger, or use "
        f"less than {' and '.join(limits)}"
    )


def _cell_solids(puzzle: AnyPuzzle, body: Body, scale: Floats) -> Iterator["Manifold"]:
    """The cells of a body.  Polygons have none, and sticks run into each other."""
    if isinstance(puzzle, PolygonPuzzle) or has_sticks(puzzle.lattice):
        return
    solids = iter(body.solids)
    for cell in body.cells:
        parts = islice(solids, len(cell_solids(puzzle.lattice, cell)))
        yield together(convex(scaled_points(part.faces, scale)) for part in parts)


def _counts(what: Pictured) -> Mapping[str, int]:
    """The most that can be needed; without a limit, as many as have room on the board."""
    if isinstance(what, AnySolution):
        return Counter(one.piece for one in what.placed)
    if isinstance(what, PolygonPuzzle):
        return {piece.name: piece.count for piece in what.pieces}
    room = len(what.board.cells)
    pieces = [(piece.name, piece.size, piece.count) for piece in what.pieces]
    return {name: max(k.lo, room // size) if k.hi is None else k.hi for name, size, k in pieces}
