"""Scenes that follow each other: a film, or a sheet that shows them side by side."""

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Generic, TypeVar

from tilewright.render.frames import to_gif, to_webp
from tilewright.render.layout import grid_scene
from tilewright.render.pdf import to_pdf
from tilewright.render.png import to_png
from tilewright.render.scene import PictureError, Scene
from tilewright.render.svg import to_svg
from tilewright.render.views import DRAWINGS, FILMS

__all__ = [
    "Highlights",
    "captioned",
    "check_film",
    "film_contents",
    "steps_shown",
    "strip_scene",
]

Step = TypeVar("Step")

IN_A_FILM, ON_A_SHEET = 200, 60  # steps, at most
PIXELS = 400  # of a scene of a film
SECONDS = 0.3  # for each step of a film


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


def check_film(path: str | Path) -> None:
    """Raise PictureError unless steps can be drawn into such a file."""
    if _suffix(path) not in (*FILMS, *DRAWINGS):
        raise PictureError(
            f"the steps of a search do not go into {str(path)!r}: expected a film, "
            f"{' or '.join(FILMS)}, or a sheet, {', '.join(DRAWINGS[:-1])} or {DRAWINGS[-1]}"
        )


def steps_shown(path: str | Path) -> int:
    """How many steps such a file shows at most."""
    return IN_A_FILM if _suffix(path) in FILMS else ON_A_SHEET


def film_contents(path: str | Path, scenes: Iterable[Scene], title: str = "") -> bytes:
    """What a file is to hold that shows scenes: a film, or a sheet; each has its title below."""
    check_film(path)
    match _suffix(path):
        case ".gif":
            return to_gif(captioned(scenes), seconds=SECONDS)
        case ".webp":
            return to_webp(captioned(scenes), seconds=SECONDS)
        case ".svg":
            return to_svg(strip_scene(scenes, title=title)).encode()
        case ".pdf":
            return to_pdf(strip_scene(scenes, title=title))
        case _:
            return to_png(strip_scene(scenes, title=title))


def _suffix(path: str | Path) -> str:
    return Path(path).suffix.lower()
