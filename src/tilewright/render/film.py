"""Scenes that follow each other: side by side on one sheet, or with their titles below."""

from collections.abc import Iterable, Iterator

from tilewright.render.layout import grid_scene
from tilewright.render.scene import Scene

__all__ = ["captioned", "strip_scene"]

PIXELS = 400  # of a scene of a film


def strip_scene(scenes: Iterable[Scene], *, columns: int | None = None, title: str = "") -> Scene:
    """Scenes on one sheet, each above its title."""
    shown = list(scenes)
    return grid_scene(shown, columns, captions=[scene.title for scene in shown], title=title)


def captioned(scenes: Iterable[Scene]) -> Iterator[Scene]:
    """Scenes that have their titles below them."""
    for scene in scenes:
        yield grid_scene([scene], captions=[scene.title], title=scene.title, pixels=PIXELS)
