"""Pictures of a search on a lattice, step by step: pieces come, and are taken back.

The steps are those of an engine that places one piece at a time, as `tilewright.engines.trace`
tells them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.encoding import Encoding, encode
from tilewright.engines import Completed, LinksSearch, SearchOptions, TakenBack, trace
from tilewright.engines import Step as Event
from tilewright.puzzle import Puzzle
from tilewright.render.lattices import lattice_tiling
from tilewright.render.scene import DARK, Patch, Scene
from tilewright.render.space.stage import SpaceStage
from tilewright.render.tilings import SEAM, tiling_scene
from tilewright.solutions import Decoder, Placed

__all__ = ["DanceStep", "Dancer", "dance_scenes", "dance_steps"]

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

    def rest(self) -> Iterator[DanceStep]:
        """The last step, if pieces were taken back in the end."""
        if self._taken:
            yield self._step()

    def _step(self, *, newest: bool = False, solved: bool = False) -> DanceStep:
        self._number += 1
        taken, self._taken = tuple(self._taken), []
        return DanceStep(self._number, tuple(self._placed), taken, newest, solved)


def dance_steps(puzzle: Puzzle, *, solutions: int | None = 1) -> Iterator[DanceStep]:
    """The steps of a search by dancing links until so many solutions are found, or all.

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
    search = LinksSearch(encoding.problem, SearchOptions(max_solutions=solutions))
    for event in trace(search):
        yield from dancer.steps(event)
    yield from dancer.rest()


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

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._box = tiling_scene(lattice_tiling(puzzle, ())).box

    def scene(self, placed: Sequence[Placed], taken: Sequence[Placed], newest: int | None) -> Scene:
        tiling = lattice_tiling(self._puzzle, placed)
        scene = tiling_scene(tiling, newest=newest)
        ghosts = tuple(
            Patch(one.area, stroke=DARK, width=2 * SEAM * tiling.unit, opacity=GHOST)
            for one in lattice_tiling(self._puzzle, taken).placed
        )
        return replace(scene, elements=scene.elements + ghosts, box=self._box)
