"""Cells on a canvas: each with the characters of its stencil, layers from left to right."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from tilewright.lattices import Cell, Lattice
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import WHITE
from tilewright.render.terminal.canvas import Canvas, Place, Spot, beside, line_on
from tilewright.render.terminal.stencils import Stencil, extent, near_in_layer, place_of, stencils

# Lines along the borders of pieces made of squares, inside of the pieces.
#
# ┌────┐
# │    └────┐
# │         │
# └─────────┘


AROUND = tuple((x, y) for x, y in product((-1, 0, 1), repeat=2) if x or y)

# Characters whose arms go up (1), right (2), down (4) and left (8).
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
ARMS = ((1, (0, -1)), (2, (1, 0)), (4, (0, 1)), (8, (-1, 0)))


@cache
def box_lines(width: int, height: int, same: tuple[bool, ...]) -> Mapping[Place, str]:
    """The lines in a cell of this size.  Which of the cells around belong to the same piece?

    A line goes from each character to the next one along a border.

    >>> box_lines(3, 2, (False,) * 8)[0, 0]
    '┌'
    >>> box_lines(3, 2, (True,) * 8)
    {}
    """
    own = {
        (width * x + a, height * y + b)
        for (x, y), here in zip(((0, 0), *AROUND), (True, *same), strict=True)
        for a, b in product(range(width), range(height))
        if here
    }
    bordering = {place for place in own if not own.issuperset(_moved(place, AROUND))}
    lines = {}
    for place in product(range(width), range(height)):
        arms = 0
        for arm, (x, y) in ARMS:
            (there,) = _moved(place, [(x, y)])
            if place in bordering and there in bordering:
                beside = (p for start in (place, there) for p in _moved(start, [(y, x), (-y, -x)]))
                arms |= 0 if own.issuperset(beside) else arm
        if arms:
            lines[place] = BOX[arms]
    return lines


def _moved(place: Place, steps: Iterable[Place]) -> list[Place]:
    return [(place[0] + x, place[1] + y) for x, y in steps]


LAYER_GAP = 3
MOST_ROWS = (20, 48)  # of a drawing with cells of the largest size, and of the next
BLACK = "#000000"
SHADE = 0.12  # how much white or black is mixed into a cell to tell it from its neighbours


@dataclass(frozen=True, slots=True)
class Paint:
    """How a cell is painted: as a part of which piece, in which colour, and with which letter.

    The colour "" is that of the terminal.  A piece that is `named` shows its letter once in each
    part of it that lies in a layer; but in each cell if those are too small for lines.  Cells
    without a letter differ in brightness.
    """

    piece: int
    ground: str
    letter: str = ""
    named: bool = False

    def spot(self) -> Spot:
        """Its letter alone, on its colour."""
        ink = ink_on(self.ground) if self.ground else ""
        return Spot(self.letter or " ", ink, self.ground)


def tiles(
    on: Lattice, drawings: Sequence[Mapping[Cell, Paint]], width: int, *, small: bool
) -> list[Canvas]:
    """Each drawing with cells as large as there is room for, the same in all; none too large.

    If they should be `small`, the largest size is left out.  The lattice must have stencils.
    """
    cut = _fitting(on, [extent(on, some) for some in drawings], width, small=small)
    return [beside(layers(on, some, cut), width, gap=LAYER_GAP) for some in drawings]


def _fitting(
    on: Lattice, extents: Sequence[Sequence[range]], width: int, *, small: bool
) -> Mapping[str, Stencil]:
    """The stencils of the size to take.

    The layers should be in one row, but not at the price of cells that are too small for lines.
    """
    sizes = list(zip(stencils(on), (*MOST_ROWS, math.inf), strict=False))
    for one_row, some in ((True, sizes[small:-1]), (False, sizes[small:])):
        for cut, most in some:
            one = next(iter(cut.values()))
            far_x, far_y = (
                max(place[axis] for place in (*one.places, *one.ends)) for axis in (0, 1)
            )
            for columns, rows, count in (map(len, ranges) for ranges in extents):
                wide = (columns - 1) * one.across + far_x + 1
                shelves = -(-count // max(1, (width + LAYER_GAP) // (wide + LAYER_GAP)))
                high = shelves * ((rows - 1) * one.down + far_y + 2) - 1
                if wide > width or high > most or (one_row and shelves > 1):
                    break
            else:
                return cut
    return sizes[-1][0]


def layers(on: Lattice, painted: Mapping[Cell, Paint], cut: Mapping[str, Stencil]) -> list[Canvas]:
    """A canvas for each layer, all of the same size, with cells cut by these stencils."""
    return framed(_Layer(on, some, cut).spots for some in in_layers(on, painted))


def in_layers(on: Lattice, painted: Mapping[Cell, Paint]) -> list[dict[Cell, Paint]]:
    """The cells of each layer from the first that has some to the last."""
    found: dict[int, dict[Cell, Paint]] = {}
    for cell, paint in painted.items():
        found.setdefault(place_of(on, cell)[2], {})[cell] = paint
    return [found.get(number, {}) for number in range(min(found), max(found) + 1)]


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
            for place, char in stencil.ends.items() if paint.ground else ():
                self.spots[at(place)] = Spot(char, paint.ground)
        for cell in painted:
            self._sides(cell)
        for cell in self._lettered():
            self._letter(cell)

    def _stencil(self, cell: Cell) -> tuple[Stencil, Callable[[Place], Place]]:
        """The stencil of a cell, and where its places are."""
        kind = self.on.kind_at(cell)
        stencil = self.cut[kind.name]
        column, row, _ = place_of(self.on, cell)
        x, y = column * stencil.across, row * stencil.down
        return stencil, lambda place: (place[0] + x, place[1] + y)

    def _ground(self, cell: Cell) -> str:
        paint, (stencil, _) = self.painted[cell], self._stencil(cell)
        column, row, _ = place_of(self.on, cell)
        number = (column + stencil.slant * row) % stencil.shades
        if paint.letter or not paint.ground or not number:
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
                    self._line(at(place), char, self.painted[cell].ground)

    def _line(self, place: Place, char: str, colour: str) -> None:
        if colour:
            self.spots[place] = Spot(char, line_on(colour), self.spots[place].ground)

    def _boxes(self, cell: Cell) -> None:
        stencil, at = self._stencil(cell)
        x, y, _ = place_of(self.on, cell)
        own = self.painted[cell].piece
        same = tuple(self.pieces.get((x + a, y + b)) == own for a, b in AROUND)
        for place, char in box_lines(stencil.across, stencil.down, same).items():
            self._line(at(place), char, self.painted[cell].ground)

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
            lettered = self.painted[cell].spot()
            self.spots[best] = lettered._replace(ground=self.spots[best].ground)
