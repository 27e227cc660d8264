"""Pictures of a search for a tiling by polygons, step by step.

A step is the sequence of the pieces that lie on the board after it, the newest last.  A step that
has the pieces of the one before it except for the last ones takes pieces back.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice

from tilewright.polygons import PlacedPolygon, PolygonPuzzle
from tilewright.polygons.jigsaw import make_jigsaw
from tilewright.polygons.search import CornerSearch, replay
from tilewright.render.frames import to_gif
from tilewright.render.layout import grid_scene
from tilewright.render.polygons import tiling_of
from tilewright.render.scene import Scene
from tilewright.render.tilings import tiling_scene

__all__ = ["filmstrip_scene", "search_steps", "trace_gif", "trace_scenes"]

Step = Sequence[PlacedPolygon]


def trace_scenes(
    puzzle: PolygonPuzzle, steps: Iterable[Step], numbers: Iterable[int] = ()
) -> Iterator[Scene]:
    """A scene for each step: what is free in grey, pieces placed before pale, the newest strong.

    The title of a scene says what the step does, and its number: of `numbers`, where steps were
    left out; else they are counted.  Steps may come from a running search: each scene is made when
    it is asked for.
    """
    box = tiling_scene(tiling_of(puzzle, ())).box
    before: Step = ()
    for number, step in zip(numbers or count(1), steps, strict=False):
        back = len(step) < len(before) and tuple(before[: len(step)]) == tuple(step)
        newest = -1 if back or not step else len(step) - 1
        scene = tiling_scene(tiling_of(puzzle, step), newest=newest)
        what = "back" if back else step[-1].piece if step else "start"
        if len(step) == puzzle.piece_count:
            what += ", solved"
        yield replace(scene, box=box, title=f"{number:,}: {what}")
        before = step


def filmstrip_scene(
    puzzle: PolygonPuzzle, steps: Iterable[Step], *, first: int = 24, columns: int | None = None
) -> Scene:
    """The first steps on one sheet, each with its number and what it does."""
    scenes = list(islice(trace_scenes(puzzle, steps), first))
    captions = [scene.title for scene in scenes]
    return grid_scene(scenes, columns, captions=captions, title=puzzle.title)


def trace_gif(
    puzzle: PolygonPuzzle,
    steps: Iterable[Step],
    *,
    first: int = 200,
    pixels: float = 400,
    seconds: float = 0.6,
) -> bytes:
    """The first steps one after the other, as an animated GIF."""
    return to_gif(islice(trace_scenes(puzzle, steps), first), pixels, seconds)


def search_steps(puzzle: PolygonPuzzle, *, strategy: str = "fewest") -> Iterator[Step]:
    """The steps of a search for all solutions of a puzzle, while it goes on."""
    jigsaw = make_jigsaw(puzzle)
    search = CornerSearch(jigsaw, strategy=strategy)
    before = None
    while search.step():
        if (path := search.path()) != before:  # equal if the step told of a solution
            yield replay(jigsaw, path, strategy=strategy)
        before = path
