"""A board in space on which pieces come and go: its edges are seen, and what lies on it."""

import math
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from tilewright.puzzle import Puzzle
from tilewright.render.palette import mixed, placed_colours
from tilewright.render.scene import DARK, WHITE, Element, Lines, Patch, Ring, Scene
from tilewright.render.signs import circle
from tilewright.render.space.bodies import Body, board_body, puzzle_body
from tilewright.render.space.iso import MARGIN, PEN, painted
from tilewright.render.space.sight import ISOMETRIC, Sight, View, seen_box
from tilewright.render.space.solids import SolidBall
from tilewright.solutions import Placed, Solution

FRAME, FLOOR = "#b0b0b0", "#eeeeee"  # of edges of the board, and of balls where none is
PALE = 0.6  # so much white goes into the colours of pieces placed before
GHOST = 0.45  # the opacity of outlines of pieces that were taken back, or are hidden
HIDDEN = 0.5  # of a piece, at most so much is seen if it is hidden
CORNERS = 32  # of a circle


class SpaceStage:
    """Draws what lies on a board, always in the same part of the picture."""

    def __init__(self, puzzle: Puzzle, view: View = ISOMETRIC) -> None:
        self._puzzle, self._view = puzzle, view
        self._numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
        board = board_body(puzzle)
        box = seen_box([board], view)
        self._box = box.wider(MARGIN * box.longest)
        self._pen = PEN * math.sqrt(box.width * box.height)
        self._ground = tuple(self._outlines(board, FRAME, FLOOR))
        self._body = cache(self._made_body)

    def scene(
        self, placed: Sequence[Placed], taken: Sequence[Placed] = (), newest: int | None = None
    ) -> Scene:
        """The pieces in the order of placing; all but the newest are pale, unless it is None.

        Where the newest is can be seen through others that hide it, and also where those were that
        were taken back.
        """
        fills = placed_colours(Solution(self._puzzle, tuple(placed)))
        bodies = [
            self._body(one, fill if newest in (None, number) else mixed(fill, WHITE, PALE))
            for number, (one, fill) in enumerate(zip(placed, fills, strict=True))
        ]
        elements = list(self._ground)
        shown = [self._body(one, WHITE) for one in taken]
        if bodies:
            sight = Sight(bodies, self._view)
            elements += painted(sight, self._pen)
            if newest is not None and newest >= 0 and sight.seen_of(newest) < HIDDEN:
                shown.append(bodies[newest])
        for body in shown:
            elements += self._outlines(body, DARK, "", GHOST)
        return Scene(tuple(elements), self._box, self._puzzle.title)

    def _made_body(self, one: Placed, fill: str) -> Body:
        return puzzle_body(self._puzzle, one.cells, one.piece, self._numbers[one.piece], fill)

    def _outlines(
        self, body: Body, stroke: str, fill: str, opacity: float = 1.0
    ) -> Iterator[Element]:
        """The edges of a body, seen through what is before them; circles for balls."""
        if body.edges:
            ends = self._view.seen(np.array(body.edges))[:, :, :2].round(6) + 0.0
            lines = sorted({tuple(map(tuple, pair)) for pair in ends.tolist()})
            yield Lines(tuple(lines), stroke, self._pen, opacity)
        for ring in sorted({self._circle(ball) for ball in body.balls}):
            yield Patch((ring,), fill, stroke, self._pen, opacity)

    def _circle(self, ball: SolidBall) -> Ring:
        x, y, _ = self._view.seen(np.array(ball.centre)).tolist()
        points = circle((x, y), ball.radius, CORNERS)
        return tuple((round(x, 6), round(y, 6)) for x, y in points)
