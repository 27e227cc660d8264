"""Sticks on a canvas: heavy lines, with joints where those of a piece meet.

┏━━━┓     ╲   ╱
┃   ┃      ╲ ╱
┗━━━┛   ━━━━●━━━━
"""

from collections.abc import Mapping

from tilewright.lattice import Cell, Lattice
from tilewright.lattice.drawing import can_draw, text_place
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import WHITE
from tilewright.render.terminal.canvas import Canvas, Place, Spot
from tilewright.render.terminal.tiles import Paint, framed

__all__ = ["are_sticks", "sticks"]

THIN = {"-": "─", "|": "│", "/": "╱", "\\": "╲"}
HEAVY = {"-": "━", "|": "┃", "/": "╱", "\\": "╲"}
JOINTS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"  # whose arms go up (1), right (2), down (4) and left (8)
ROUND = "●"  # where sticks meet that no joint has arms for
BOARD = "#1e1e1e"  # behind them, so that all colours can be seen on every terminal
THIN_INK = "#9a9a9a"
BRIGHTER = 0.35  # how much white is mixed into dark colours
NAMED = ("-", "|")  # the glyphs of sticks that may show a letter, the best one first


def are_sticks(on: Lattice) -> bool:
    """Are the cells of this lattice drawn as sticks?"""
    return can_draw(on) and all(k.shape == "segment" and k.glyph in THIN for k in on.kinds)


def sticks(on: Lattice, painted: Mapping[Cell, Paint]) -> Canvas:
    """The sticks in their colours, on a board; those of the colour "" are thin."""
    drawing = _Drawing(on)
    for cell, paint in painted.items():
        drawing.stick(cell, paint)
    drawing.joints(painted)
    drawing.letters(painted)
    (canvas,) = framed([drawing.spots])
    spots = {
        (x, y): canvas.spots.get((x - 1, y), Spot())._replace(ground=BOARD)
        for x in range(canvas.width + 2)
        for y in range(canvas.height)
    }
    return Canvas(spots, canvas.width + 2, canvas.height)


class _Drawing:
    def __init__(self, on: Lattice) -> None:
        self.on = on
        self.spots: dict[Place, Spot] = {}
        upright = not any(kind.glyph in "/\\" for kind in on.kinds)
        self.scale = 2 if upright else 1  # then squares look like squares

    def glyph(self, cell: Cell) -> str:
        kind = self.on.kind_at(cell)
        return kind.glyph

    def place(self, cell: Cell) -> Place:
        column, row, _ = text_place(self.on, cell)
        return column * self.scale, row

    def stick(self, cell: Cell, paint: Paint) -> None:
        x, y = self.place(cell)
        glyph = self.glyph(cell)
        char = (HEAVY if paint.ground else THIN)[glyph]
        for column in (x - 1, x, x + 1) if glyph == "-" else (x,):
            self.spots[column, y] = Spot(char, _ink(paint))

    def joints(self, painted: Mapping[Cell, Paint]) -> None:
        """At each point the piece that has most sticks there, the first one of several."""
        for around in self.on.meeting_points(painted).values():
            pieces = [painted[cell].piece for cell in around if cell in painted]
            most = max(pieces, key=pieces.count)
            cells = [c for c in around if c in painted and painted[c].piece == most]
            if not painted[cells[0]].ground:
                continue
            x, y = self._point(around)
            arms = 0
            for cell in cells:
                a, b = self.place(cell)
                if a != x and b != y:
                    arms = 0
                    break
                arms |= 1 if b < y else 4 if b > y else 2 if a > x else 8
            self.spots[x, y] = Spot(JOINTS[arms] if arms else ROUND, _ink(painted[cells[0]]))

    def _point(self, around: tuple[Cell, ...]) -> Place:
        """In the middle of the sticks around it, since each has one that is opposite."""
        columns, rows = zip(*map(self.place, around), strict=True)
        return sum(columns) // len(columns), sum(rows) // len(rows)

    def letters(self, painted: Mapping[Cell, Paint]) -> None:
        """The letter of each piece, on the stick that has most room for it."""
        best: dict[int, Cell] = {}
        for cell, paint in painted.items():
            glyph = self.glyph(cell)
            before = best.get(paint.piece)
            if not paint.named or glyph not in NAMED:
                continue
            if before is None or NAMED.index(glyph) < NAMED.index(self.glyph(before)):
                best[paint.piece] = cell
        for cell in best.values():
            paint = painted[cell]
            self.spots[self.place(cell)] = Spot(paint.letter, _ink(paint))


def _ink(paint: Paint) -> str:
    if not paint.ground:
        return THIN_INK
    dark = ink_on(paint.ground) == WHITE
    return mixed(paint.ground, WHITE, BRIGHTER) if dark else paint.ground
