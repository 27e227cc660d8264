"""The sheet on which `--render` draws the solutions that were printed."""

import sys
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle
from tilewright.polygons import PolygonSolution
from tilewright.solutions import Solution

__all__ = ["Sheet"]

MOST = 200  # solutions on a sheet


class NoSheetError(TilewrightError):
    """A picture cannot be drawn there."""


class Sheet:
    """Takes solutions one by one, and draws them in the end; without a path it does nothing.

    That the puzzle can be drawn, and where, is looked at in the beginning.
    """

    def __init__(self, path: Path | None, puzzle: AnyPuzzle) -> None:
        self.path = path
        self._solutions: list[PolygonSolution | Solution] = []
        self._count = 0
        if path is not None:
            from tilewright.render import check_suffix, picture_of  # rarely asked for

            check_suffix(path)
            picture_of(puzzle)
            if not path.parent.is_dir():
                raise NoSheetError(f"--render {path}: there is no folder {str(path.parent)!r}")

    def add(self, solution: PolygonSolution | Solution) -> None:
        """One more solution; the first ones are drawn."""
        self._count += 1
        if self.path is not None and len(self._solutions) < MOST:
            self._solutions.append(solution)

    def save(self) -> None:
        """Draw the solutions, if there are any."""
        if self.path is None or not self._solutions:
            return
        from tilewright.render import gallery_scene, picture_of, save

        one = len(self._solutions) == 1
        save(picture_of(self._solutions[0]) if one else gallery_scene(self._solutions), self.path)
        if self._count > MOST:
            print(f"note: {self.path} shows the first {MOST} of {self._count}", file=sys.stderr)
