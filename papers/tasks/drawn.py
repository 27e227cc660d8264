"""Solutions that a figure is drawn from, as values of a task."""

import json
from collections.abc import Iterable
from typing import Any

from tilewright.polygons import PlacedPolygon
from tilewright.solutions import Placed
from tilewright.solutions.solution import placed_entry

__all__ = ["to_draw"]


def to_draw(puzzle: str, placed: Iterable[Placed | PlacedPolygon]) -> dict[str, Any]:
    """A solution, in the words of `tilewright solve --json`.

    The puzzle is one of the catalogue, by name, or the text of a puzzle file.
    """
    entries = [_entry(one) for one in placed]
    value: dict[str, Any] = json.loads(json.dumps({"puzzle": puzzle, "placed": entries}))
    return value


def _entry(one: Placed | PlacedPolygon) -> dict[str, object]:
    if isinstance(one, Placed):
        return placed_entry(one)
    names = ("piece", "flipped", "cos", "sin", "dx", "dy")
    return {name: getattr(one, name) for name in names}
