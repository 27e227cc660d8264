"""Solutions that a figure is drawn from, as values of a task."""

import json
from collections.abc import Iterable
from typing import Any

from tilewright.solutions import Placed
from tilewright.solutions.solution import placed_entry

__all__ = ["to_draw"]


def to_draw(puzzle: str, placed: Iterable[Placed]) -> dict[str, Any]:
    """A solution of a puzzle of the catalogue, in the words of `tilewright solve --json`."""
    entries = [placed_entry(one) for one in placed]
    value: dict[str, Any] = json.loads(json.dumps({"puzzle": puzzle, "placed": entries}))
    return value
