"""The sheet on which `--render` draws the solutions that were printed."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tilewright.formats import AnyPuzzle
from tilewright.polygons import PolygonSolution
from tilewright.solutions import Solution

__all__ = ["Sheet", "Shown"]

MOST = 200  # solutions on a sheet

Shown = PolygonSolution | Solution


class Sheet:
    """Takes solutions one by one, and draws them in the end; without a path it does nothing.

    That the puzzle can be drawn, and where, is looked at in the beginning.
    """

    def __init__(self, path: Path | None, puzzle: AnyPuzzle) -> None:
        self.path = path
        self._most = MOST
        self._solutions: list[Shown] = []
        self._captions: list[str] = []
        self._count = 0
        if path is not None:
            from tilewright.render import SEVERAL, check_path, settled_view  # rarely asked for

            settled_view(path, puzzle, None, solved=True)
            check_path(path)
            self._most = MOST if path.suffix.lower() in SEVERAL else 1

    def add(self, solution: Shown, caption: str = "") -> None:
        """One more solution, with a few words about it; the first ones are drawn."""
        self._count += 1
        if self.path is not None and len(self._solutions) < self._most:
            self._solutions.append(solution)
            self._captions.append(caption)

    def save(self) -> None:
        """Draw the solutions, if there are any."""
        if self.path is None or not self._solutions:
            return
        alone = len(self._solutions) == 1 and not self._captions[0]
        captions = [caption or f"solution {k}" for k, caption in enumerate(self._captions, 1)]
        self._draw(self.path, self._solutions, [] if alone else captions)
        if self._count > self._most:
            most = f"the first {self._most}" if self._most > 1 else "the first"
            print(f"note: {self.path} shows {most} of {self._count}", file=sys.stderr)

    def _draw(self, path: Path, solutions: Sequence[Shown], captions: Sequence[str]) -> None:
        """Draw solutions, with captions unless it is one alone."""
        from tilewright.render import save

        save(list(solutions) if captions else solutions[0], path, captions=captions)
