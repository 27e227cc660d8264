"""The film that `solve --trace --render` makes of the steps of a search, or a sheet of them."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from tilewright.encoding import Encoding
from tilewright.engines import Step as Event

if TYPE_CHECKING:
    from tilewright.render import Scene
    from tilewright.render.dance import Dancer, DanceStep

__all__ = ["DanceFilm", "Film"]

Step = TypeVar("Step")


class Film(Generic[Step]):
    """Takes steps one by one, and draws them in the end; without a path it does nothing.

    Where it can be written is looked at in the beginning.  Of many steps the first and the last
    ones are shown.
    """

    def __init__(
        self,
        path: Path | None,
        title: str,
        draw: Callable[[Iterable[Step]], Iterable["Scene"]],
    ) -> None:
        self._path, self._title, self._draw = path, title, draw
        if path is not None:
            from tilewright.render import check_path
            from tilewright.render.film import Highlights, check_film, steps_shown

            check_film(path)
            check_path(path)
            self._steps = Highlights[Step](steps_shown(path))

    def add(self, step: Step) -> None:
        """One more step."""
        if self._path is not None:
            self._steps.add(step)

    def save(self) -> None:
        """Draw the steps, if there are any."""
        if self._path is None or not self._steps.seen:
            return
        from tilewright.render import write_files
        from tilewright.render.film import film_contents

        kept, seen = self._steps.kept, self._steps.seen
        write_files({self._path: film_contents(self._path, self._draw(kept), self._title)})
        if seen > len(kept):
            print(f"note: {self._path} shows {len(kept)} of {seen:,} steps", file=sys.stderr)


class DanceFilm:
    """Watches a search on a lattice, and makes a film of it; without a path it does nothing."""

    def __init__(self, path: Path | None, encoding: Encoding) -> None:
        self._film: Film[DanceStep] = Film(path, encoding.puzzle.title, self._scenes)
        self._encoding = encoding
        self._dancer: Dancer | None = None
        if path is not None:
            from tilewright.render import dance  # rarely asked for

            self._dancer = dance.Dancer(encoding)

    def watch(self, event: Event) -> None:
        """One more thing that the search did."""
        if self._dancer:
            for step in self._dancer.steps(event):
                self._film.add(step)

    def save(self) -> None:
        """Draw what was seen."""
        if self._dancer:
            for step in self._dancer.rest():
                self._film.add(step)
        self._film.save()

    def _scenes(self, steps: Iterable["DanceStep"]) -> Iterable["Scene"]:
        from tilewright.render.dance import dance_scenes

        return dance_scenes(self._encoding.puzzle, steps)
