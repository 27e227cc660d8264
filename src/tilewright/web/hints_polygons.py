"""Hints for boards of polygons, taken from the solutions that have all placed pieces."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import shapely

from tilewright.web.messages_play import HintAnswer, PlacedGiven, Strength
from tilewright.web.play_answers import NO_SOLUTION, SOLVED, THINKING, say_wrong, take_away
from tilewright.web.play_patience import Patience
from tilewright.web.play_polygons import Place, PolygonPosition, PolygonTable

__all__ = ["PolygonHints"]

SPOT = 0.6  # of the largest circle inside a place: how large the spot is that stands for a cell
SIDES = 16


class PolygonHints:
    """Hints for one puzzle."""

    def __init__(self, table: PolygonTable) -> None:
        self._table = table

    def hint(self, placed: list[PlacedGiven], strength: Strength, patience: Patience) -> HintAnswer:
        """What to do next."""
        table = self._table
        table.wait(patience)
        position = table.position(placed)
        if position.wrong:
            return take_away(position.wrong[0], position.names, say_wrong(position.reasons[:1]))
        if len(placed) == table.puzzle.piece_count:
            return SOLVED
        solutions = table.matching(position)
        if not solutions:
            return self._remove(position)
        return self._said(position, self._next(position, solutions), strength)

    def _next(self, position: PolygonPosition, solutions: Sequence[frozenset[int]]) -> Place:
        """The empty place that is in most of the solutions; of these, the highest, leftmost one."""
        taken = frozenset().union(*position.places)
        times = Counter(number for solution in solutions for number in solution - taken)
        places = self._table.places

        def rank(number: int) -> tuple[float, ...]:
            x, y = places[number].corners.mean(axis=0).tolist()
            return -times[number], round(-y, 6), round(x, 6), number

        return places[min(times, key=rank)]

    def _said(self, position: PolygonPosition, place: Place, strength: Strength) -> HintAnswer:
        spot = [_spot(place)]
        if strength == "cell":
            message = "Look at the marked spot."
            return HintAnswer(kind="cell", rings=spot, message=message)
        name = self._free_name(position, place)
        if strength == "piece":
            message = f"Piece {name} goes over the marked spot."
            return HintAnswer(kind="piece", piece=name, rings=spot, message=message)
        rings = [ring.tolist() for ring in place.rings]
        message = f"Put piece {name} where it is shown."
        return HintAnswer(kind="move", piece=name, rings=rings, message=message)

    def _free_name(self, position: PolygonPosition, place: Place) -> str:
        """Which of several identical pieces to take."""
        used, table = Counter(position.names), self._table
        alike = [name for name, kind in table.kinds.items() if kind == place.kind]
        free = [name for name in alike if used[name] < table.pieces[name].count]
        return place.piece if place.piece in free or not free else free[0]

    def _remove(self, position: PolygonPosition) -> HintAnswer:
        """A piece to take away, so that the rest can be completed: the latest one that does it."""
        table, number = self._table, len(position.names)
        for k in reversed(range(number)):
            if table.matching(position.without(k)):
                return take_away(k, position.names)
        for k in reversed(range(number)):
            if table.matching(position.first(k)):
                return take_away(k, position.names, "Several pieces are in the way.")
        return NO_SOLUTION if table.all else THINKING


def _spot(place: Place) -> list[list[float]]:
    """A small circle well inside a place."""
    widest = shapely.maximum_inscribed_circle(shapely.Polygon(place.corners))
    (x, y), radius = widest.coords[0], SPOT * widest.length
    angles = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    return [[x + radius * float(np.cos(a)), y + radius * float(np.sin(a))] for a in angles]
