"""Solutions that a figure is drawn from, as values of a task."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tilewright.polygons import PlacedPolygon
from tilewright.solutions import Placed
from tilewright.solutions.solution import placed_entry

__all__ = ["polygons_to_draw", "to_draw"]


def to_draw(puzzle: str, placed: Iterable[Placed]) -> dict[str, Any]:
    """A solution of a puzzle of the catalogue, in the words of `tilewright solve --json`."""
    entries = [placed_entry(one) for one in placed]
    value: dict[str, Any] = json.loads(json.dumps({"puzzle": puzzle, "placed": entries}))
    return value


def polygons_to_draw(puzzle: str, placed: Iterable[PlacedPolygon]) -> dict[str, Any]:
    """The same for a puzzle of polygons; which of the two it is, the puzzle tells."""
    return {"puzzle": puzzle, "placed": [asdict(one) for one in placed]}
