"""A model: the pieces of a puzzle as bodies in space, each made of the solids of its cells.

It knows nothing of files and pictures; those that write 3D files, draw in perspective or print
all start from here.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import pairwise, starmap

from tilewright.lattices import Cell, Lattice
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.render.cells import has_sticks, outline
from tilewright.render.flat import area_of, tiling_of
from tilewright.render.outlines import around
from tilewright.render.palette import colour, placed_colours
from tilewright.render.scene import PictureError, Ring
from tilewright.render.space.solids import (
    THICKNESS,
    Face,
    Solid,
    SolidBall,
    Vec,
    area_solids,
    cell_solids,
    cross,
    dot,
    half_turn,
    mean,
    minus,
    rounded,
    shifted,
    unit,
)
from tilewright.render.tilings import tiling_colours, unit_of
from tilewright.render.views import AnyPuzzle, AnySolution

Edge = tuple[Vec, Vec]

BOARD = "#c8c8c8"
SMOOTH = math.cos(math.radians(10))  # surfaces that bend less than that are drawn as smooth
GAP = 0.6  # between pieces that lie beside each other, where a cell is about 1 wide


@dataclass(frozen=True)
class Body:
    """A piece in its place.  `kind` is its number among the pieces, `colour` is "#rrggbb".

    `cells` are those of the lattice that it covers; a free polygon has none.
    """

    name: str
    kind: int
    colour: str
    solids: tuple[Solid, ...] = ()
    balls: tuple[SolidBall, ...] = ()
    cells: tuple[Cell, ...] = ()

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """Its surface: the faces of its solids but for those that two of them share."""
        found: dict[frozenset[Vec], Face | None] = {}
        for solid in self.solids:
            for face in solid.faces:
                corners = frozenset(face)
                found[corners] = None if corners in found else face
        return tuple(face for face in found.values() if face is not None)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Where its surface bends."""
        sides: dict[Edge, list[Vec]] = {}
        for face in self.faces:
            normal = normal_of(face)
            for start, end in around(face):
                sides.setdefault(min((start, end), (end, start)), []).append(normal)
        return tuple(s for s, some in sides.items() if len(some) != 2 or dot(*some) <= SMOOTH)

    @cached_property
    def box(self) -> tuple[Vec, Vec]:
        """The smallest and the largest coordinates."""
        points = [p for face in self.faces for p in face]
        for ball in self.balls:
            points += [shifted(ball.centre, (r, r, r)) for r in (-ball.radius, ball.radius)]
        return _box_of(points)

    @property
    def centre(self) -> Vec:
        """The middle of its box."""
        return mean(self.box)

    def moved(self, dx: float, dy: float, dz: float) -> "Body":
        """The same somewhere else."""
        return replace(
            self,
            solids=tuple(solid.moved(dx, dy, dz) for solid in self.solids),
            balls=tuple(ball.moved(dx, dy, dz) for ball in self.balls),
        )


@dataclass(frozen=True)
class Model:
    """Bodies in space: right-handed, with z up."""

    bodies: tuple[Body, ...]
    title: str = ""

    def __post_init__(self) -> None:
        if not self.bodies:
            raise PictureError("there is nothing to be shown: a model needs at least one body")

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from tilewright.render.space.notebook import view  # above

        return view(self)._repr_mimebundle_()

    @property
    def box(self) -> tuple[Vec, Vec]:
        """The smallest and the largest coordinates."""
        return _box_of([corner for body in self.bodies for corner in body.box])

    @property
    def centre(self) -> Vec:
        """The middle of its box."""
        return mean(self.box)


def _box_of(points: Sequence[Vec]) -> tuple[Vec, Vec]:
    x, y, z = zip(*points, strict=True)
    return (min(x), min(y), min(z)), (max(x), max(y), max(z))


def solution_model(solution: AnySolution) -> Model:
    """The pieces in their places; those that touch have different colours."""
    if isinstance(solution, PolygonSolution):
        tiling = tiling_of(solution.puzzle, solution.placed)
        thickness = THICKNESS * tiling.unit / 2
        bodies = [
            _area_body(one.area, one.name, one.kind, fill, thickness)
            for one, fill in zip(tiling.placed, tiling_colours(tiling), strict=True)
        ]
    else:
        puzzle, placed = solution.puzzle, solution.placed
        flat, names = puzzle.lattice.flat, [piece.name for piece in puzzle.pieces]
        fills = tiling_colours(tiling_of(puzzle, placed)) if flat else placed_colours(solution)
        bodies = [
            puzzle_body(puzzle, one.cells, one.piece, names.index(one.piece), fill)
            for one, fill in zip(solution.placed, fills, strict=True)
        ]
    return Model(tuple(bodies), solution.puzzle.title)


def board_body(puzzle: Puzzle) -> Body:
    """All cells of the board as one body."""
    return puzzle_body(puzzle, puzzle.board.cells, "the board", -1, BOARD)


def pieces_model(puzzle: AnyPuzzle) -> Model:
    """One piece of each kind, beside each other on the ground."""
    if isinstance(puzzle, PolygonPuzzle):
        areas = [area_of(piece.shape) for piece in puzzle.pieces]
        thickness = THICKNESS * unit_of(areas, len(areas)) / 2
        bodies = [
            _area_body(area, piece.name, k, colour(k), thickness)
            for k, (piece, area) in enumerate(zip(puzzle.pieces, areas, strict=True))
        ]
    else:
        pieces = enumerate(puzzle.pieces)
        bodies = [puzzle_body(puzzle, one.cells, one.name, k, colour(k)) for k, one in pieces]
    sizes = [minus(*reversed(body.box))[:2] for body in bodies]
    gap = GAP * max(THICKNESS, min(map(max, sizes)) / 2)
    room = sum((width + gap) * (depth + gap) for width, depth in sizes)
    widest = max(1.3 * math.sqrt(room), *(width for width, _ in sizes))
    placed, x, y, deep = [], 0.0, 0.0, 0.0
    for body, (width, depth) in zip(bodies, sizes, strict=True):
        if x and x + width > widest:
            x, y, deep = 0.0, y - deep - gap, 0.0
        (left, _, low), (_, back, _) = body.box
        placed.append(body.moved(x - left, y - back, -low))
        x, deep = x + width + gap, max(deep, depth)
    return Model(tuple(placed), puzzle.title)


def puzzle_body(puzzle: Puzzle, cells: Sequence[Cell], name: str, kind: int, colour: str) -> Body:
    """Some cells as one body, which stands as the puzzle does."""
    turned = is_turned_over(puzzle)
    return cells_body(puzzle.lattice, cells, name, kind, colour, turned=turned)


def cells_body(
    on: Lattice, cells: Sequence[Cell], name: str, kind: int, colour: str, *, turned: bool
) -> Body:
    """Some cells as one body; `turned` over about the x axis, if wanted."""
    parts: Iterable[Solid | SolidBall]
    if on.flat and has_sticks(on):
        parts = area_solids(outline(on, cells)[0], THICKNESS)
    else:
        parts = [part for cell in cells for part in cell_solids(on, cell)]
    parts = [part.mapped(half_turn) if turned else part for part in parts]
    solids = tuple(part for part in parts if isinstance(part, Solid))
    balls = tuple(part for part in parts if isinstance(part, SolidBall))
    return Body(name, kind, colour, solids, balls, tuple(cells))


def is_turned_over(puzzle: Puzzle) -> bool:
    """Does the board stand better on its first layer, which would be on top?

    The first layer is the larger one, as with a pyramid that is drawn from its base to its tip.
    """
    if puzzle.lattice.flat:
        return False
    heights = [cell[-1] for cell in puzzle.board.cells]
    return bool(heights) and heights.count(min(heights)) > heights.count(max(heights))


def normal_of(face: Face) -> Vec:
    """The direction in which a face looks, of length 1."""
    arms = (minus(corner, face[0]) for corner in face[1:])
    return unit(reduce(shifted, starmap(cross, pairwise(arms)), (0.0, 0.0, 0.0)))


def ending(name: str) -> str:
    """A name after a hyphen, as it can end the name of a file; "" if nothing is left of it.

    >>> ending("T (red)")
    '-T-red'
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    return f"-{plain}" if plain else ""


def _area_body(rings: Iterable[Ring], name: str, kind: int, fill: str, thickness: float) -> Body:
    solids = area_solids(rings, thickness)
    return Body(name, kind, fill, tuple(solid.mapped(rounded) for solid in solids))
