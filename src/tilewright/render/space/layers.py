"""Sheets of layers: what lies in each layer of a solution, seen from above."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.lattice import Cell, Vector, minus, plus
from tilewright.lattice.drawing import can_draw, text_place
from tilewright.render.labels import fitting_size, roomiest
from tilewright.render.layout import grid_scene
from tilewright.render.palette import ink_on
from tilewright.render.scene import Box, Patch, Point, Ring, Scene, shortened
from tilewright.render.signs import LETTERS, Sign, circle, sign_fills
from tilewright.render.space.bodies import (
    Body,
    cells_body,
    is_turned_over,
    normal_of,
    solution_model,
)
from tilewright.render.space.iso import MARGIN, painted
from tilewright.render.space.names import names
from tilewright.render.space.sight import Sight, seen_box
from tilewright.render.space.solids import place_of
from tilewright.render.space.spots import body_spots, solution_colours
from tilewright.render.space.surface import facets, rings_of
from tilewright.render.space.view import ABOVE
from tilewright.render.tilings import Area, Ground, PlacedArea, Tiling, tiling_scene
from tilewright.solutions import Solution

__all__ = ["layer_scenes", "layers_scene"]

PEN, NAME = 1 / 200, 0.06  # the width of lines and the size of names, as parts of the picture
BELOW, FREE = "#d2d2d2", "#fafafa"  # colours of what lies below the layer, and of free cells
UPRIGHT = 1e-6

# Lengths, where it is 1 from the middle of a cell to its sides.
UNIT = 4.0  # about as long as a piece
DOT, RIM = 0.45, 0.12  # of a colour's dot; the rim, where that is 1
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
    def bodies(self) -> tuple[Body, ...]:
        return solution_model(self.solution).bodies if self.solution.placed else ()

    @cached_property
    def turned(self) -> bool:
        return is_turned_over(self.solution.puzzle)

    @cached_property
    def colours(self) -> list[dict[Cell, str]]:
        return solution_colours(self.solution)

    @cached_property
    def covered(self) -> set[Cell]:
        return {cell for one in self.solution.placed for cell in one.cells}

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
        order = sorted(found, key=lambda k: heights[k], reverse=self.turned)
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
        on = self.solution.puzzle.lattice
        return cells_body(on, cells, name, 0, colour, turned=self.turned)

    @cached_property
    def box(self) -> Box:
        box = seen_box([self._body(self.solution.puzzle.board.cells)], ABOVE)
        return box.wider(MARGIN * box.longest)

    def layer(self, number: int, *, labels: bool) -> Scene:
        """A layer of cells of any shape, with what is below it in grey."""
        here = set(self.layers[number])
        shown = [self._body(cells) for cells in self.layers[:number][-1:]]
        if free := [cell for cell in self.layers[number] if cell not in self.covered]:
            shown.append(self._body(free, colour=FREE))
        spots: list[tuple[str, ...]] = [() for _ in shown]
        for body, one, colours in zip(self.bodies, self.solution.placed, self.colours, strict=True):
            cells = [cell for cell in one.cells if cell in here]
            if cells:
                shown.append(self._body(cells, one.piece, body.colour))
                spots.append(body_spots(self.solution.puzzle, shown[-1], colours))
        sight = Sight(shown, ABOVE, tuple(spots))
        elements = list(painted(sight, PEN * self.box.longest))
        if labels:
            elements += names(sight, NAME * self.box.longest)
        return Scene(tuple(elements), self.box)

    def flat_layer(self, number: int, *, labels: bool) -> Scene:
        """A layer of cells that stand upright."""
        here = self.layers[number]
        these = set(here)
        placed: list[PlacedArea] = []
        fills: list[str] = []
        arrows: list[Patch] = []
        for body, one, colours in zip(self.bodies, self.solution.placed, self.colours, strict=True):
            cells = [cell for cell in one.cells if cell in these]
            if not cells:
                continue
            signs = tuple(self._signs(cells, colours))
            marks = list(self._arrows(cells, one.cells, body.colour))
            taken = tuple(ring for mark in marks for ring in mark.rings)
            area = self._area(cells)
            placed.append(PlacedArea(body.kind, one.piece, area, signs=signs, taken=taken))
            fills.append(body.colour)
            arrows += marks
        unit = UNIT * self._rooms[here[0]][1]
        free = self._free([cell for cell in here if cell not in self.covered])
        board = (self._area(here),)
        tiling = Tiling(board, tuple(placed), 1, unit, free=free, fills=tuple(fills))
        scene = tiling_scene(tiling, labels=labels)
        return replace(scene, elements=(*scene.elements, *arrows), box=self.box)

    def _free(self, cells: Sequence[Cell]) -> Ground:
        """Cells that no piece covers."""
        rings = [ring for cell in cells for ring in self._area([cell])]
        signs = tuple(self._signs(cells, self.solution.puzzle.board.colours))
        return Ground((), inner=tuple((*ring, ring[0]) for ring in rings), signs=signs)

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
        on, up = self.solution.puzzle.lattice, -1.0 if self.turned else 1.0
        steps = {step for kind in on.kinds for step in kind.edges.values()}
        places = {step: place_of(on, step) for step in steps}
        return {s for s, (x, y, z) in places.items() if abs(x) + abs(y) < UPRIGHT and up * z > 0}

    def _signs(self, cells: Iterable[Cell], colours: Mapping[Cell, str]) -> Iterator[Sign]:
        fills = sign_fills(self.solution.puzzle)
        for cell in cells:
            (at, room), name = self._rooms[cell], colours.get(cell, "")
            if name and fills[name]:
                yield Sign(at, RIM * DOT * room, (circle(at, DOT * room),), fills[name])
            elif name:
                yield Sign(at, fitting_size(name, DOT * room), text=shortened(name, LETTERS))

    def _arrows(self, cells: Iterable[Cell], whole: Iterable[Cell], colour: str) -> Iterator[Patch]:
        """Where a piece goes on above or below."""
        all_cells = set(whole)
        for cell in cells:
            (x, y), room = self._rooms[cell]
            for step in self._steps_up:
                for side, there in ((1.0, plus(cell, step)), (-1.0, minus(cell, step))):
                    if there in all_cells:
                        at = x + ASIDE * room, y + side * ASIDE * room
                        yield Patch((_arrow(at, side * ARROW * room),), ink_on(colour), opacity=0.6)


def _arrow(at: Point, size: float) -> Ring:
    x, y = at
    return (
        (x, y + size),
        (x - 0.9 * abs(size), y - 0.6 * size),
        (x + 0.9 * abs(size), y - 0.6 * size),
    )
