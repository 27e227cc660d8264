"""What moves: the scenes of a search at work, for a film or on one sheet."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from tilewright.polygons import PlacedPolygon, PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.render.dance import dance_scenes, dance_steps
from tilewright.render.film import IN_A_FILM, ON_A_SHEET, Highlights, captioned, strip_scene
from tilewright.render.scene import PictureError, Scene
from tilewright.render.trace import search_steps, trace_scenes

__all__ = ["dance_film", "dance_sheet"]

Step = TypeVar("Step")

LONGEST = 100_000  # steps of a search that are looked at


def dance_film(puzzle: Puzzle | PolygonPuzzle) -> Iterator[Scene]:
    """The search for the first solution, step by step; of a long one the beginning and the end."""
    return captioned(_scenes(puzzle, IN_A_FILM))


def dance_sheet(puzzle: Puzzle | PolygonPuzzle) -> Scene:
    """The same on one sheet."""
    return strip_scene(_scenes(puzzle, ON_A_SHEET), title=puzzle.title)


def _scenes(puzzle: Puzzle | PolygonPuzzle, most: int) -> Iterator[Scene]:
    if isinstance(puzzle, PolygonPuzzle):
        shown = _first_and_last(enumerate(_to_the_first_solution(puzzle), 1), most)
        if not shown:
            raise PictureError("view 'dance': no piece fits anywhere exactly: there are no steps")
        return trace_scenes(puzzle, [step for _, step in shown], [number for number, _ in shown])
    return dance_scenes(puzzle, _first_and_last(dance_steps(puzzle), most))


def _to_the_first_solution(puzzle: PolygonPuzzle) -> Iterator[Sequence[PlacedPolygon]]:
    for step in search_steps(puzzle):
        yield step
        if len(step) == puzzle.piece_count:
            return


def _first_and_last(steps: Iterable[Step], most: int) -> list[Step]:
    shown = Highlights[Step](most)
    for step in islice(steps, LONGEST):
        shown.add(step)
    return shown.kept
