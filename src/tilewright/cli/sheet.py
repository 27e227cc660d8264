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
        self._captions: list[str] = []
        self._count = 0
        if path is not None:
            from tilewright.render import check_suffix, picture_of  # rarely asked for

            check_suffix(path)
            picture_of(puzzle)
            if not path.parent.is_dir():
                raise NoSheetError(f"--render {path}: there is no folder {str(path.parent)!r}")

    def add(self, solution: PolygonSolution | Solution, caption: str = "") -> None:
        """One more solution; the first ones are drawn, each above its caption."""
        self._count += 1
        if self.path is not None and len(self._solutions) < MOST:
            self._solutions.append(solution)
            self._captions.append(caption)

    def save(self) -> None:
        """Draw the solutions, if there are any."""
        if self.path is None or not self._solutions:
            return
        from tilewright.render import gallery_scene, grid_scene, picture_of, save

        if len(self._solutions) > 1:
            scene = gallery_scene(self._solutions, captions=self._captions)
        else:
            scene = picture_of(self._solutions[0])
            if self._captions[0]:
                scene = grid_scene(
                    [scene], captions=self._captions, title=scene.title, pixels=scene.pixels
                )
        save(scene, self.path)
        if self._count > MOST:
            print(f"note: {self.path} shows the first {MOST} of {self._count}", file=sys.stderr)
