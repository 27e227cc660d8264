"""Pictures of a search on a lattice, step by step: pieces come, and are taken back.

The steps are those of an engine that places one piece at a time, as `tilewright.engines.tracing`
reports them.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, repeat
from typing import TypeVar

from tilewright.encoding import Encoding, encode
from tilewright.engines import Completed, LinksSearch, SearchOptions, TakenBack, trace
from tilewright.engines import Step as Event
from tilewright.polygons import PlacedPolygon, PolygonPuzzle, PolygonSolution
from tilewright.polygons.search.corners import CornerSearch, replay
from tilewright.polygons.search.jigsaw import make_jigsaw
from tilewright.puzzle import Puzzle
from tilewright.render.film import IN_A_FILM, ON_A_SHEET, Highlights, captioned, strip_scene, to_gif
from tilewright.render.flat import tiling_of
from tilewright.render.scene import DARK, Patch, PictureError, Scene, box_of
from tilewright.render.space.bodies import Body, solution_model
from tilewright.render.space.iso import MARGIN, PEN, painted
from tilewright.render.space.order import assembly_moves
from tilewright.render.space.sight import ISOMETRIC, Sight, View, seen_box
from tilewright.render.space.stage import SpaceStage
from tilewright.render.tilings import MARGIN as AROUND
from tilewright.render.tilings import SEAM, Tiling, tiling_colours, tiling_scene
from tilewright.render.views import AnyPuzzle, AnySolution
from tilewright.solutions import Decoder, Placed, Solution

# Pictures of a search for a tiling by polygons, step by step.
#
# A step is the sequence of the pieces that lie on the board after it, the newest last.  A step that
# has the pieces of the one before it except for the last ones takes pieces back.


Step = Sequence[PlacedPolygon]


def trace_scenes(
    puzzle: PolygonPuzzle, steps: Iterable[Step], numbers: Iterable[int] = ()
) -> Iterator[Scene]:
    """A scene for each step: what is free in grey, pieces placed before pale, the newest strong.

    The title of a scene says what the step does, and its number: of `numbers`, where steps were
    left out; else they are counted.  Steps may come from a running search: each scene is made when
    it is asked for.
    """
    stage = _FlatStage(puzzle)
    before: Step = ()
    for number, step in zip(numbers or count(1), steps, strict=False):
        back = len(step) < len(before) and tuple(before[: len(step)]) == tuple(step)
        newest = -1 if back or not step else len(step) - 1
        what = "back" if back else step[-1].piece if step else "start"
        if len(step) == puzzle.piece_count:
            what += ", solved"
        yield replace(stage.scene(step, (), newest), title=f"{number:,}: {what}")
        before = step


def filmstrip_scene(
    puzzle: PolygonPuzzle, steps: Iterable[Step], *, first: int = 24, columns: int | None = None
) -> Scene:
    """The first steps on one sheet, each with its number and what it does."""
    scenes = islice(trace_scenes(puzzle, steps), first)
    return strip_scene(scenes, columns=columns, title=puzzle.title)


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
        if (path := search.path()) != before:  # equal if the step reported a solution
            yield replay(jigsaw, path, strategy=strategy)
        before = path


GHOST = 0.55  # the opacity of outlines of pieces that were taken back


@dataclass(frozen=True, slots=True)
class DanceStep:
    """What lies on the board after a step, in the order of placing.

    `taken` are the pieces that the step took back.  Steps count from 1.
    """

    number: int
    placed: tuple[Placed, ...]
    taken: tuple[Placed, ...] = ()
    newest: bool = False  # the last piece is new
    solved: bool = False

    @property
    def title(self) -> str:
        """What the step does."""
        what = "solved" if self.solved else self.placed[-1].piece if self.newest else "back"
        return f"{self.number:,}: {what}"


class Dancer:
    """Makes steps of the events of a search, as they come."""

    def __init__(self, encoding: Encoding) -> None:
        self._pieces = len(encoding.placements)  # options beyond leave a cell empty
        self._decoder = Decoder(encoding)
        self._placed: list[Placed] = []
        self._taken: list[Placed] = []
        self._number = 0

    def steps(self, event: Event) -> Iterator[DanceStep]:
        """The steps that an event completes, if any.

        Pieces that are taken back one after the other make one step; if it is only one piece, and
        another one takes its place, both make one step.
        """
        if isinstance(event, Completed):
            yield self._step(solved=True)
        elif isinstance(event, TakenBack):
            if event.option < self._pieces:
                self._taken.append(self._placed.pop())
        elif event.option < self._pieces:
            if len(self._taken) > 1:
                yield self._step()
            (one,) = self._decoder.solution([event.option]).placed
            self._placed.append(one)
            yield self._step(newest=True)

    def remainder(self) -> Iterator[DanceStep]:
        """The last step, if pieces were taken back in the end."""
        if self._taken:
            yield self._step()

    def _step(self, *, newest: bool = False, solved: bool = False) -> DanceStep:
        self._number += 1
        taken, self._taken = tuple(self._taken), []
        return DanceStep(self._number, tuple(self._placed), taken, newest, solved)


def dance_steps(puzzle: Puzzle, *, max_solutions: int | None = 1) -> Iterator[DanceStep]:
    """The steps of a search by dancing links until `max_solutions` are found, or all.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> puzzle = make_puzzle("square", box(3, 1), {"I": "##", "O": "#"})
    >>> for step in dance_steps(puzzle):
    ...     print(step.title)
    1: I
    2: O
    3: solved
    """
    encoding = encode(puzzle)
    dancer = Dancer(encoding)
    search = LinksSearch(encoding.problem, SearchOptions(max_solutions=max_solutions))
    for event in trace(search):
        yield from dancer.steps(event)
    yield from dancer.remainder()


def dance_scenes(puzzle: Puzzle, steps: Iterable[DanceStep]) -> Iterator[Scene]:
    """A scene for each step: pieces placed before are pale, the newest strong.

    Of a piece that was just taken back the outline is left.  The title of a scene says what the
    step does.  Steps may come from a running search: each scene is made when it is asked for.
    """
    stage = _FlatStage(puzzle) if puzzle.lattice.flat else SpaceStage(puzzle)
    for step in steps:
        newest = None if step.solved else len(step.placed) - 1 if step.newest else -1
        yield replace(stage.scene(step.placed, step.taken, newest), title=step.title)


class _FlatStage:
    """A board in the plane: what a `SpaceStage` is in space."""

    def __init__(self, puzzle: AnyPuzzle) -> None:
        self._puzzle = puzzle
        self._box = tiling_scene(tiling_of(puzzle, ())).box

    def scene(
        self,
        placed: Sequence[Placed | PlacedPolygon],
        taken: Sequence[Placed],
        newest: int | None,
    ) -> Scene:
        tiling = tiling_of(self._puzzle, placed)
        scene = tiling_scene(tiling, newest=newest)
        ghosts = tuple(
            Patch(one.area, stroke=DARK, width=2 * SEAM * tiling.unit, opacity=GHOST)
            for one in tiling_of(self._puzzle, taken).placed
        )
        return replace(scene, elements=scene.elements + ghosts, box=self._box)


ASSEMBLY_SECONDS = 0.05  # for each scene

GLIDE = 8  # scenes in which a piece comes to its place
REST = 5  # times that a scene is shown where a piece has come to rest
LAST = 40  # times that the last one is
FAR = 0.6  # from how far pieces come, where the whole is 1 long
FAR_IN_PLANE = 0.3
FIRST_OPACITY = 0.4  # of a piece that comes in the plane


def assembly_scenes(solution: AnySolution, *, view: View = ISOMETRIC) -> Iterator[Scene]:
    """Scenes to be shown one after the other, each for `ASSEMBLY_SECONDS`.

    A scene that shall be seen longer comes several times.  Pieces come in an order in which each
    can be put in; one that cannot be put in by a straight movement is there at once.  The title of
    a scene is the name of the piece that comes.
    """
    if isinstance(solution, PolygonSolution) or solution.puzzle.lattice.flat:
        return _in_plane(tiling_of(solution.puzzle, solution.placed))
    return _in_space(solution, view)


def _in_space(solution: Solution, view: View) -> Iterator[Scene]:
    model, moves = solution_model(solution), assembly_moves(solution)
    whole = seen_box(model.bodies, view)
    far = FAR * max(b - a for a, b in zip(*model.box, strict=True))
    pen = PEN * math.sqrt(whole.width * whole.height)
    ways = {m.number: tuple(far * x for x in m.away) for m in moves if m.away}
    starts = [model.bodies[number].moved(*way) for number, way in ways.items()]
    box = seen_box([*model.bodies, *starts], view).wider(MARGIN * whole.longest)
    settled: list[Body] = []
    for move in moves:
        body = model.bodies[move.number]
        for left in _glide() if move.number in ways else ():
            way = [left * x for x in ways[move.number]]
            sight = Sight([*settled, body.moved(*way)], view)
            yield Scene(tuple(painted(sight, pen)), box, body.name)
        settled.append(body)
        scene = Scene(tuple(painted(Sight([*settled], view), pen)), box, body.name)
        yield from repeat(scene, LAST if len(settled) == len(moves) else REST)


def _in_plane(tiling: Tiling) -> Iterator[Scene]:
    """Pieces come from below, where the board is still empty, and become less and less pale."""
    fills = tiling_colours(tiling)
    far = FAR_IN_PLANE * box_of(tiling.board.areas).longest
    starts = [Patch(one.area).moved(0, -far) for one in tiling.placed]
    box = box_of([*tiling.board.areas, *(start.rings for start in starts)]).wider(
        AROUND * tiling.unit
    )
    for number, (one, fill) in enumerate(zip(tiling.placed, fills, strict=True)):
        before = tiling_scene(replace(tiling, placed=tiling.placed[:number]))
        for left in _glide():
            opacity = 1 - (1 - FIRST_OPACITY) * left
            coming = Patch(one.area, fill, DARK, SEAM * tiling.unit, opacity, one.name)
            elements = (*before.elements, coming.moved(0, -left * far))
            yield replace(before, elements=elements, box=box, title=one.name)
        after = tiling_scene(replace(tiling, placed=tiling.placed[: number + 1]))
        scene = replace(after, box=box, title=one.name)
        yield from repeat(scene, LAST if number + 1 == len(tiling.placed) else REST)


def _glide() -> list[float]:
    """How far away a piece still is, scene by scene: at first it is slow, and at last."""
    return [0.5 + 0.5 * math.cos(math.pi * k / GLIDE) for k in range(GLIDE)]


AnyStep = TypeVar("AnyStep")

LONGEST = 100_000  # steps of a search that are looked at


def dance_film(puzzle: AnyPuzzle) -> Iterator[Scene]:
    """The search for the first solution, step by step; of a long one the beginning and the end."""
    return captioned(_scenes(puzzle, IN_A_FILM))


def dance_sheet(puzzle: AnyPuzzle) -> Scene:
    """The same on one sheet."""
    return strip_scene(_scenes(puzzle, ON_A_SHEET), title=puzzle.title)


def _scenes(puzzle: AnyPuzzle, most: int) -> Iterator[Scene]:
    if isinstance(puzzle, PolygonPuzzle):
        shown = _first_and_last(enumerate(_to_the_first_solution(puzzle), 1), most)
        return trace_scenes(puzzle, [step for _, step in shown], [number for number, _ in shown])
    return dance_scenes(puzzle, _first_and_last(dance_steps(puzzle), most))


def _to_the_first_solution(puzzle: PolygonPuzzle) -> Iterator[Sequence[PlacedPolygon]]:
    for step in search_steps(puzzle):
        yield step
        if len(step) == puzzle.piece_count:
            return


def _first_and_last(steps: Iterable[AnyStep], most: int) -> list[AnyStep]:
    shown = Highlights[AnyStep](most)
    for step in islice(steps, LONGEST):
        shown.add(step)
    if not shown.seen:
        raise PictureError(
            "view 'dance': no piece fits anywhere exactly, so there are no steps: draw the puzzle "
            "itself"
        )
    return shown.kept
