"""Cells on a canvas: each with the characters of its stencil, layers from left to right."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.lattice import Cell, Lattice
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import WHITE
from tilewright.render.terminal.boxes import AROUND, box_lines
from tilewright.render.terminal.canvas import Canvas, Place, Spot, beside, line_on
from tilewright.render.terminal.stencils import Stencil, near_in_layer, place_of, stencils

__all__ = ["LAYER_GAP", "Paint", "framed", "layers", "tiles"]

LAYER_GAP = 3
MOST_ROWS = (20, 48)  # of a drawing with cells of the largest size, and of the next
BLACK = "#000000"
SHADE = 0.12  # how much white or black is mixed into a cell to tell it from its neighbours


@dataclass(frozen=True, slots=True)
class Paint:
    """How a cell is painted: as a part of which piece, in which colour, and with which letter.

    The colour "" is that of the terminal.  A piece that is `named` shows its letter once in each
    part of it that lies in a layer; but in each cell if those are too small for lines.  The cells
    of a piece that is not named differ in brightness.
    """

    piece: int
    ground: str
    letter: str = ""
    named: bool = False


def tiles(
    on: Lattice, drawings: Sequence[Mapping[Cell, Paint]], width: int, *, small: bool
) -> list[Canvas]:
    """Each drawing with cells as large as there is room for, the same in all; none too large.

    If they should be `small`, the largest size is left out.  The lattice must have stencils.
    """
    sizes = list(zip(stencils(on), (*MOST_ROWS, math.inf), strict=False))
    canvases: list[Canvas] = []
    extents = [_extent(on, some) for some in drawings]
    for cut, rows in sizes[small:] or sizes:
        one = next(iter(cut.values()))
        if cut is not sizes[-1][0] and any(
            columns * one.across > width or lines * one.down > rows for columns, lines in extents
        ):
            continue
        canvases = [beside(layers(on, some, cut), width, gap=LAYER_GAP) for some in drawings]
        if all(canvas.width <= width and canvas.height <= rows for canvas in canvases):
            break
    return canvases


def _extent(on: Lattice, cells: Iterable[Cell]) -> Place:
    """How many columns and rows a layer of a drawing in letters has."""
    columns, rows, _ = zip(*(place_of(on, cell) for cell in cells), strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def layers(on: Lattice, painted: Mapping[Cell, Paint], cut: Mapping[str, Stencil]) -> list[Canvas]:
    """A canvas for each layer, all of the same size, with cells cut by these stencils."""
    found: dict[int, dict[Cell, Paint]] = {}
    for cell, paint in painted.items():
        found.setdefault(place_of(on, cell)[2], {})[cell] = paint
    if not found:
        return []
    numbers = range(min(found), max(found) + 1)
    return framed([_Layer(on, found.get(number, {}), cut).spots for number in numbers])


def framed(drawn: Iterable[Mapping[Place, Spot]]) -> list[Canvas]:
    """Drawings as canvases: all show the same part of the plane, in which all of them lie."""
    drawn = list(drawn)
    columns, rows = ([place[axis] for spots in drawn for place in spots] for axis in (0, 1))
    left, top = min(columns), min(rows)
    width, height = max(columns) - left + 1, max(rows) - top + 1
    return [
        Canvas({(x - left, y - top): spot for (x, y), spot in spots.items()}, width, height)
        for spots in drawn
    ]


class _Layer:
    """The spots of one layer, drawn when it is made."""

    def __init__(
        self, on: Lattice, painted: Mapping[Cell, Paint], cut: Mapping[str, Stencil]
    ) -> None:
        self.on, self.painted, self.cut = on, painted, cut
        self.spots: dict[Place, Spot] = {}
        self.pieces = {place_of(on, cell)[:2]: paint.piece for cell, paint in painted.items()}
        for cell, paint in painted.items():
            stencil, at = self._stencil(cell)
            blank = Spot(" ", "", self._ground(cell))
            self.spots |= dict.fromkeys(map(at, stencil.places), blank)
            for place, char in stencil.ends.items():
                self.spots[at(place)] = Spot(char, paint.ground)
        for cell in painted:
            self._sides(cell)
        for cell in self._lettered():
            self._letter(cell)

    def _stencil(self, cell: Cell) -> tuple[Stencil, Callable[[Place], Place]]:
        """The stencil of a cell, and where its places are."""
        kind = self.on.kind(cell)
        assert kind is not None, f"{cell} is no cell of {self.on.name}"
        stencil = self.cut[kind.name]
        column, row, _ = place_of(self.on, cell)
        x, y = column * stencil.across, row * stencil.down
        return stencil, lambda place: (place[0] + x, place[1] + y)

    def _ground(self, cell: Cell) -> str:
        paint, (stencil, _) = self.painted[cell], self._stencil(cell)
        column, row, _ = place_of(self.on, cell)
        number = (
            0
            if paint.named or not paint.ground
            else (column + stencil.slant * row) % stencil.shades
        )
        if not number:
            return paint.ground
        towards = WHITE if ink_on(paint.ground) == WHITE else BLACK
        return mixed(paint.ground, towards, number * SHADE)

    def _sides(self, cell: Cell) -> None:
        stencil, at = self._stencil(cell)
        if stencil.square:
            self._boxes(cell)
        near = near_in_layer(self.on, cell)
        for step, side in stencil.sides.items():
            there = self.painted.get(near[step])
            if there is None or there.piece != self.painted[cell].piece:
                for place, char in side.items():
                    self._line(at(place), char)

    def _line(self, place: Place, char: str) -> None:
        ground = self.spots[place].ground
        if ground:
            self.spots[place] = Spot(char, line_on(ground), ground)

    def _boxes(self, cell: Cell) -> None:
        stencil, at = self._stencil(cell)
        x, y, _ = place_of(self.on, cell)
        own = self.painted[cell].piece
        same = tuple(self.pieces.get((x + a, y + b)) == own for a, b in AROUND)
        for place, char in box_lines(stencil.across, stencil.down, same).items():
            self._line(at(place), char)

    def _lettered(self) -> Iterator[Cell]:
        """The cells that show their letters."""
        lines = any(s.square or s.sides or s.ends for s in self.cut.values())
        left = {cell: paint for cell, paint in self.painted.items() if paint.letter}
        while left:
            first, paint = next(iter(left.items()))
            if not (paint.named and lines):
                del left[first]
                yield first
                continue
            part = self._part(first, left)
            for cell in part:
                del left[cell]
            yield min(part, key=lambda cell: self._crowd(cell, part))

    def _part(self, first: Cell, cells: Mapping[Cell, Paint]) -> list[Cell]:
        """The cells of the same piece that hang together with this one."""
        part = [first]
        for cell in part:
            for there in near_in_layer(self.on, cell).values():
                paint = cells.get(there)
                if paint and paint.piece == cells[first].piece and there not in part:
                    part.append(there)
        return part

    def _crowd(self, cell: Cell, part: list[Cell]) -> tuple[bool, int]:
        """How little room a letter has in this cell: are there lines in its way, and around?"""
        stencil, at = self._stencil(cell)
        full = all(self.spots[at(place)].char != " " for place in stencil.middle)
        return full, -sum(there in part for there in near_in_layer(self.on, cell).values())

    def _letter(self, cell: Cell) -> None:
        stencil, at = self._stencil(cell)
        places = [at(place) for place in stencil.middle]
        if places:
            best = next((place for place in places if self.spots[place].char == " "), places[0])
            ground = self.spots[best].ground
            ink = ink_on(ground) if ground else ""
            self.spots[best] = Spot(self.painted[cell].letter, ink, ground)
