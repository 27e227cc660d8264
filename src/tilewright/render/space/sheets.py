"""Sheets of layers: what lies in each layer of a solution, seen from above."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np

from tilewright.lattices import Cell, Vector, minus, plus
from tilewright.lattices.drawing import can_draw, text_place
from tilewright.render.cells import Area
from tilewright.render.flat import tiling_of
from tilewright.render.layout import grid_scene
from tilewright.render.outlines import fitting_size, roomiest
from tilewright.render.palette import ink_on
from tilewright.render.scene import DARK, WHITE, Box, Patch, Point, Ring, Scene, shortened
from tilewright.render.signs import LETTERS, Sign, dot, letters_at, sign_fills
from tilewright.render.space.bodies import (
    Body,
    is_turned_over,
    normal_of,
    puzzle_body,
    solution_model,
)
from tilewright.render.space.iso import LONGEST, MARGIN, PEN, names, painted
from tilewright.render.space.order import AssemblyMove, assembly_moves
from tilewright.render.space.sight import ABOVE, OBLIQUE, Sight, View, facets, rings_of, seen_box
from tilewright.render.space.solids import Vec, place_of
from tilewright.render.space.spots import body_spots, solution_colours, solution_spots
from tilewright.render.tilings import EmptyBoard, PlacedArea, Tiling, tiling_scene
from tilewright.render.views import AnySolution
from tilewright.solutions import Solution

LAYER_PEN, NAME = 1 / 200, 0.06  # the width of lines and the size of names, as parts of the picture
BELOW, FREE = "#d2d2d2", "#fafafa"  # colours of what lies below the layer, and of free cells
UPRIGHT = 1e-6

# Lengths, where it is 1 from the middle of a cell to its sides.
UNIT = 4.0  # about as long as a piece
DOT = 0.45  # of a colour's dot
ASIDE, ARROW = 0.62, 0.18  # of arrows: from the middle, and to the tip


def layers_scene(solution: Solution, *, labels: bool = False) -> Scene:
    """One picture for each layer, from the bottom to the top, seen from above.

    Small arrows show where a piece goes on in the layer above or below.
    """
    scenes = layer_scenes(solution, labels=labels)
    count = len(scenes)
    ends = {1: " (bottom)", count: " (top)"} if count > 1 else {}
    captions = [f"layer {k}{ends.get(k, '')}" for k in range(1, count + 1)]
    return grid_scene(scenes, captions=captions, title=solution.puzzle.title)


def layer_scenes(solution: Solution, *, labels: bool = False) -> list[Scene]:
    """The pictures of the layers, all of the same size."""
    sheet = _Sheet(solution)
    draw = sheet.flat_layer if sheet.is_upright else sheet.layer
    return [draw(k, labels=labels) for k in range(len(sheet.layers))]


@dataclass(frozen=True)
class _Sheet:
    solution: Solution

    @cached_property
    def covered(self) -> set[Cell]:
        return {cell for one in self.solution.placed for cell in one.cells}

    @cached_property
    def _pieces(self) -> list[tuple[Body, dict[Cell, str]]]:
        bodies = solution_model(self.solution).bodies if self.solution.placed else ()
        return list(zip(bodies, solution_colours(self.solution), strict=True))

    def _cut(self, number: int) -> Iterator[tuple[list[Cell], Body, dict[Cell, str]]]:
        """What pieces have in a layer: the cells there, the whole body, and its colours."""
        here = set(self.layers[number])
        for body, colours in self._pieces:
            if cells := [cell for cell in body.cells if cell in here]:
                yield cells, body, colours

    @cached_property
    def layers(self) -> list[tuple[Cell, ...]]:
        """The cells of the board layer by layer, the lowest first."""
        puzzle = self.solution.puzzle
        written = can_draw(puzzle.lattice)
        found: dict[int, list[Cell]] = {}
        for cell in puzzle.board.cells:
            layer = text_place(puzzle.lattice, cell)[2] if written else cell[-1]
            found.setdefault(layer, []).append(cell)
        heights = {k: place_of(puzzle.lattice, cells[0])[2] for k, cells in found.items()}
        order = sorted(found, key=lambda k: heights[k], reverse=is_turned_over(puzzle))
        return [tuple(found[k]) for k in order]

    @cached_property
    def is_upright(self) -> bool:
        """Do all cells stand upright, so that a layer is a flat picture?"""
        on, cells = self.solution.puzzle.lattice, self.solution.puzzle.board.cells
        kinds = {kind.name: cell for cell in cells if (kind := on.kind(cell))}
        bodies = [self._body([cell]) for cell in kinds.values()]
        slopes = [abs(normal_of(face)[2]) for body in bodies for face in body.faces]
        return all(not b.balls for b in bodies) and all(min(z, 1 - z) < UPRIGHT for z in slopes)

    def _body(self, cells: Sequence[Cell], name: str = "", colour: str = BELOW) -> Body:
        return puzzle_body(self.solution.puzzle, cells, name, 0, colour)

    @cached_property
    def box(self) -> Box:
        box = seen_box([self._body(self.solution.puzzle.board.cells)], ABOVE)
        return box.wider(MARGIN * box.longest)

    def layer(self, number: int, *, labels: bool) -> Scene:
        """A layer of cells of any shape, with what is below it in grey."""
        shown = [self._body(cells) for cells in self.layers[:number][-1:]]
        if free := [cell for cell in self.layers[number] if cell not in self.covered]:
            shown.append(self._body(free, colour=FREE))
        spots: list[tuple[str, ...]] = [() for _ in shown]
        for cells, body, colours in self._cut(number):
            shown.append(self._body(cells, body.name, body.colour))
            spots.append(body_spots(self.solution.puzzle, shown[-1], colours))
        sight = Sight(shown, ABOVE, tuple(spots))
        elements = list(painted(sight, LAYER_PEN * self.box.longest))
        if labels:
            elements += names(sight, NAME * self.box.longest)
        return Scene(tuple(elements), self.box)

    def flat_layer(self, number: int, *, labels: bool) -> Scene:
        """A layer of cells that stand upright."""
        here = self.layers[number]
        placed: list[PlacedArea] = []
        fills: list[str] = []
        arrows: list[Patch] = []
        for cells, body, colours in self._cut(number):
            signs = tuple(self._signs(cells, colours))
            marks = list(self._arrows(cells, body))
            taken = tuple(ring for mark in marks for ring in mark.rings)
            area = self._area(cells)
            placed.append(PlacedArea(body.kind, body.name, area, signs=signs, taken=taken))
            fills.append(body.colour)
            arrows += marks
        unit = UNIT * self._rooms[here[0]][1]
        tiling = Tiling(self._board(number), tuple(placed), 1, unit, fills=tuple(fills))
        scene = tiling_scene(tiling, labels=labels)
        return replace(scene, elements=(*scene.elements, *arrows), box=self.box)

    def _board(self, number: int) -> EmptyBoard:
        """A layer, with lines and signs where no piece covers it."""
        here = self.layers[number]
        cells = [cell for cell in here if cell not in self.covered]
        rings = [ring for cell in cells for ring in self._area([cell])]
        signs = tuple(self._signs(cells, self.solution.puzzle.board.colours))
        inner = tuple((*ring, ring[0]) for ring in rings)
        return EmptyBoard((self._area(here),), (), inner, signs)

    def _area(self, cells: Sequence[Cell]) -> Area:
        return rings_of(facets([self._body(cells)], ABOVE))

    @cached_property
    def _rooms(self) -> dict[Cell, tuple[Point, float]]:
        """The middle of each cell, and how far the sides are."""
        cells = self.solution.puzzle.board.cells
        return {cell: roomiest(self._area([cell])) for cell in cells}

    @cached_property
    def _steps_up(self) -> set[Vector]:
        """Steps to cells straight above."""
        puzzle = self.solution.puzzle
        on, up = puzzle.lattice, -1.0 if is_turned_over(puzzle) else 1.0
        places = {step: place_of(on, step) for kind in on.kinds for step in kind.edges.values()}
        return {s for s, (x, y, z) in places.items() if abs(x) + abs(y) < UPRIGHT and up * z > 0}

    def _signs(self, cells: Iterable[Cell], colours: Mapping[Cell, str]) -> Iterator[Sign]:
        fills = sign_fills(self.solution.puzzle)
        for cell in cells:
            (at, room), name = self._rooms[cell], colours.get(cell, "")
            if name and fills[name]:
                yield dot(at, DOT * room, fills[name])
            elif name:
                yield letters_at(at, shortened(name, LETTERS), fitting_size(name, DOT * room))

    def _arrows(self, cells: Iterable[Cell], body: Body) -> Iterator[Patch]:
        """Where a piece goes on above or below."""
        ink = ink_on(body.colour)
        for cell in cells:
            (x, y), room = self._rooms[cell]
            for step in self._steps_up:
                for side, there in ((1.0, plus(cell, step)), (-1.0, minus(cell, step))):
                    if there in body.cells:
                        at, size = (x + ASIDE * room, y + side * ASIDE * room), ARROW * room
                        yield Patch((_arrow(at, size, side),), ink, opacity=0.6)


def _arrow(at: Point, size: float, side: float) -> Ring:
    (x, y), up = at, side * size
    return (x, y + up), (x - 0.9 * size, y - 0.6 * up), (x + 0.9 * size, y - 0.6 * up)


PIXELS = 240  # of each picture
NAMES = 0.07  # the size of names, as a part of the picture
SIDES = ("the left", "the right", "the back", "the front", "below", "above")

# Of an arrow, as parts of the picture.
GAP, LENGTH, WIDTH, HEAD = 0.02, 0.13, 0.028, 0.05


def steps_scene(solution: AnySolution, *, labels: bool = False) -> Scene:
    """A picture for each piece that is put in: the new one strong, those before it pale."""
    moves = assembly_moves(solution)
    captions = [
        step_caption(number, solution.placed[move.number].piece, move)
        for number, move in enumerate(moves, 1)
    ]
    scenes = step_scenes(solution, moves, labels=labels)
    title = solution.puzzle.title
    return grid_scene(scenes, captions=captions, title=title, pixels=PIXELS)


def step_caption(number: int, name: str, move: AssemblyMove) -> str:
    """What is done in a step.

    >>> step_caption(3, "A", AssemblyMove(0, (1.0, 0.0, 0.0)))
    '3: put A from the right'
    """
    text = f"{number}: put {shortened(name, LONGEST)}"
    if move.away is None:
        return f"{text}, interlocked"
    away = move.away[0], -move.away[1], move.away[2]
    axis = max(range(3), key=lambda k: (abs(away[k]), k))
    side = SIDES[2 * axis + (away[axis] > 0)]
    return text if side == "above" else f"{text} from {side}"


def step_scenes(
    solution: AnySolution, moves: Sequence[AssemblyMove], *, labels: bool = False
) -> list[Scene]:
    """The pictures of the steps, all of the same size."""
    if isinstance(solution, Solution) and not solution.puzzle.lattice.flat:
        return _space_scenes(solution, moves, labels=labels)
    scenes = []
    for newest in range(len(moves)):
        numbers = [move.number for move in moves[: newest + 1]]
        tiling = tiling_of(solution.puzzle, [solution.placed[k] for k in numbers])
        scenes.append(tiling_scene(tiling, labels=labels, newest=newest))
    return scenes


def _space_scenes(
    solution: Solution, moves: Sequence[AssemblyMove], *, labels: bool
) -> list[Scene]:
    bodies, view = solution_model(solution).bodies, OBLIQUE
    spots = solution_spots(solution, bodies)
    box = seen_box(bodies, view)
    size, pen = box.longest, 1.5 * PEN * math.sqrt(box.width * box.height)
    arrows = [_step_arrow(bodies[move.number], move.away, view, size) for move in moves]
    box = reduce(Box.joined, (Box.around(arrow.rings[0]) for arrow in arrows if arrow), box)
    scenes = []
    for count, arrow in enumerate(arrows, 1):
        numbers = [move.number for move in moves[:count]]
        some = tuple(spots[k] for k in numbers) if spots else ()
        sight = Sight([bodies[k] for k in numbers], view, some)
        elements = [*painted(sight, pen, pale=range(count - 1)), *filter(None, [arrow])]
        if labels:
            elements += names(sight, NAMES * size, only=[count - 1])
        scenes.append(Scene(tuple(elements), box.wider(MARGIN * size)))
    return scenes


def _step_arrow(body: Body, away: Vec | None, view: View, size: float) -> Patch | None:
    """An arrow that shows from where a body comes; None if that is not known, or not seen."""
    x, y, _ = view.seen(np.array(away or (0.0, 0.0, 0.0))).tolist()
    length = math.hypot(x, y)
    if length < 0.2:
        return None
    x, y = x / length, y / length
    points = [(p, 0.0) for face in body.faces for p in face]
    points += [(ball.centre, ball.radius) for ball in body.balls]
    seen = view.seen(np.array([*(p for p, _ in points), body.centre])).tolist()
    reach = max(px * x + py * y + r for (px, py, _), (_, r) in zip(seen, points, strict=False))
    cx, cy, _ = seen[-1]
    start = reach - (cx * x + cy * y) + GAP * size
    half = ((HEAD, HEAD), (HEAD, WIDTH / 2), (LENGTH, WIDTH / 2))  # along, across
    outline = ((0.0, 0.0), *half, *((a, -b) for a, b in reversed(half)))
    ring = tuple(
        (cx + x * (start + a * size) - y * b * size, cy + y * (start + a * size) + x * b * size)
        for a, b in outline
    )
    return Patch((ring,), DARK, WHITE, PEN * size)
