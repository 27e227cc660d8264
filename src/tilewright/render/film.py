"""Scenes that follow each other: side by side on one sheet, or with their titles below."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from tilewright.render.layout import grid_scene
from tilewright.render.scene import Scene

__all__ = ["Highlights", "captioned", "strip_scene"]

Step = TypeVar("Step")

PIXELS = 400  # of a scene of a film


class Highlights(Generic[Step]):
    """Keeps steps as they come: all, or if they are too many, the first and the last ones.

    >>> some = Highlights[int](4)
    >>> for step in range(10):
    ...     some.add(step)
    >>> some.kept, some.seen
    ([0, 1, 8, 9], 10)
    """

    def __init__(self, most: int) -> None:
        self._most = most - most // 2
        self._first: list[Step] = []
        self._last: deque[Step] = deque(maxlen=most // 2)
        self.seen = 0

    def add(self, step: Step) -> None:
        """One more step."""
        self.seen += 1
        (self._first if len(self._first) < self._most else self._last).append(step)

    @property
    def kept(self) -> list[Step]:
        """Those that are to be shown."""
        return [*self._first, *self._last]


def strip_scene(scenes: Iterable[Scene], *, columns: int | None = None, title: str = "") -> Scene:
    """Scenes on one sheet, each above its title."""
    shown = list(scenes)
    return grid_scene(shown, columns, captions=[scene.title for scene in shown], title=title)


def captioned(scenes: Iterable[Scene]) -> Iterator[Scene]:
    """Scenes that have their titles below them."""
    for scene in scenes:
        yield grid_scene([scene], captions=[scene.title], title=scene.title, pixels=PIXELS)
