"""Files with pictures of L-Panels."""

from collections.abc import Sequence
from pathlib import Path

from tilewright.cli.solutions import Sheet, Shown
from tilewright.design.lpanel import LPanel
from tilewright.solutions import Solution

__all__ = ["PanelSheet", "check_picture", "save_boards"]

Drawn = tuple[LPanel, Solution | None]

PIXELS = 320  # of each of several boards


def check_picture(path: Path, option: str) -> None:
    """Say at once if nothing can be drawn there."""
    from tilewright.render import DRAWINGS, PictureError, check_path

    if path.suffix.lower() not in DRAWINGS:
        raise PictureError(f"{option} {path}: expected a name that ends in {', '.join(DRAWINGS)}")
    check_path(path)


def save_boards(boards: Sequence[Drawn], path: Path, captions: Sequence[str]) -> None:
    """Draw boards, each as it is printed or with a solution; captions stand below several."""
    from tilewright.design.lpanel.picture import panel_scene, solved_scene
    from tilewright.render import grid_scene, save

    scenes = [
        panel_scene(panel) if solution is None else solved_scene(panel, solution)
        for panel, solution in boards
    ]
    alone = len(scenes) == 1
    save(scenes[0] if alone else grid_scene(scenes, captions=captions, pixels=PIXELS), path)


class PanelSheet(Sheet):
    """A sheet that shows black cells, too, if it is a drawing."""

    def __init__(self, path: Path | None, panel: LPanel) -> None:
        super().__init__(path, panel.puzzle)
        self._panel = panel

    def _draw(self, path: Path, solutions: Sequence[Shown], captions: Sequence[str]) -> None:
        from tilewright.render import DRAWINGS

        if path.suffix.lower() not in DRAWINGS:
            super()._draw(path, solutions, captions)
            return
        boards = [(self._panel, one) for one in solutions if isinstance(one, Solution)]
        save_boards(boards, path, captions)
