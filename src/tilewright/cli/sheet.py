"""The sheet on which `--render` draws the solutions that were printed."""

from pathlib import Path

from tilewright.polygons import PolygonSolution
from tilewright.solutions import Solution

__all__ = ["Sheet"]

MOST = 200  # solutions on a sheet


class Sheet:
    """Takes solutions one by one, and draws them in the end; without a path it does nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._solutions: list[PolygonSolution | Solution] = []
        if path is not None:
            from tilewright.render import check_suffix  # pictures are rarely asked for

            check_suffix(path)

    def add(self, solution: PolygonSolution | Solution) -> None:
        """One more solution; the first ones are drawn."""
        if self.path is not None and len(self._solutions) < MOST:
            self._solutions.append(solution)

    def save(self) -> None:
        """Draw the solutions, if there are any."""
        if self.path is None or not self._solutions:
            return
        from tilewright.render import gallery_scene, picture_of, save

        one = len(self._solutions) == 1
        save(picture_of(self._solutions[0]) if one else gallery_scene(self._solutions), self.path)
