"""`tilewright solve --trace`: each piece as it is tried and taken back, printed and filmed."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from tilewright.cli.answers import UNDECIDED, Clock, Ending, amount, point
from tilewright.cli.colour import Paper
from tilewright.cli.options import Invocation
from tilewright.cli.solutions import TextSolutions, print_ending, statistics
from tilewright.cli.terminal import on_signal
from tilewright.encoding import Encoding, encode
from tilewright.engines import Completed, NativeCoverSearch, OptionError, OptionTried, trace
from tilewright.engines.covers import search as find_covers
from tilewright.engines.registry import AUTO
from tilewright.polygons import PlacedPolygon, PolygonPuzzle
from tilewright.render import Scene, check_path, search_steps, trace_scenes, write_files
from tilewright.render.dance import Dancer, dance_scenes
from tilewright.render.film import Highlights, check_film, film_contents, steps_shown
from tilewright.render.palette import placed_colours
from tilewright.render.terminal.canvas import chip
from tilewright.solutions import Decoder, check_solution

Shot = TypeVar("Shot")


def trace_search(invocation: Invocation) -> int:
    """Print each step of a search on a lattice, and film it; returns the status."""
    encoding = encode(invocation.puzzle.on_lattice)
    how = invocation.how | {"threads": 1, "max_solutions": invocation.wanted}
    if invocation.engine == AUTO and invocation.stranding is None:
        how["engine"] = "links"  # one placement at a time
    dancer = Dancer(encoding) if invocation.render else None
    scenes = partial(dance_scenes, encoding.puzzle)
    film = Film(invocation.render, encoding.puzzle.title, scenes)
    search = find_covers(encoding.problem, **how)
    if not isinstance(search, NativeCoverSearch):
        raise OptionError("this engine cannot be traced: take links or anchor")
    answer, clock = TextSolutions(invocation.paper), Clock(invocation.began)
    decoder = Decoder(encoding)
    with on_signal(search.stop) as interrupted:
        for step in trace(search):
            film.add(*dancer.steps(step) if dancer else ())
            if isinstance(step, Completed):
                solution = decoder.solution(step.cover)
                check_solution(solution.puzzle, solution.placed)
                clock.found_one()
                answer.add(solution)
            else:
                tried = isinstance(step, OptionTried)
                what = _spell(encoding, decoder, step.option, invocation.paper, cells=tried)
                print(f"{'  ' * step.level}{'+' if tried else '-'} {what}")
            if invocation.max_seconds is not None and clock.seconds > invocation.max_seconds:
                search.stop()
    done = search.finished or answer.number == invocation.wanted
    ending = Ending(clock, answer.number, interrupted, done=done, search=search)
    wanted = invocation.stats
    stats = statistics(encoding.placements, search.counters, clock) if wanted else None
    print_ending(ending, invocation.up_to, stats)
    sys.stdout.flush()
    film.add(*dancer.remainder() if dancer else ())
    film.save()
    return ending.status


def _spell(encoding: Encoding, decoder: Decoder, option: int, paper: Paper, *, cells: bool) -> str:
    beyond = len(encoding.placements)
    if option >= beyond:
        cell = encoding.placements.ground.cells[encoding.empty[option - beyond]]
        return f"{point(cell)} stays empty"
    alone = decoder.solution([option])
    (placed,) = alone.placed
    name = placed.piece
    if paper.coloured:
        name = paper.write(chip(name, placed_colours(alone)[0]))
    where = " ".join(map(point, placed.cells))
    return f"{name} {where}" if cells else name


def trace_polygons(invocation: Invocation, puzzle: PolygonPuzzle) -> int:
    """Print each piece as it is put somewhere, until as many solutions are found as wanted.

    Draws the steps, and returns the status.
    """

    def draw(some: Iterable[tuple[int, Sequence[PlacedPolygon]]]) -> Iterator[Scene]:
        numbers, steps = zip(*some, strict=True)
        return trace_scenes(puzzle, steps, numbers)

    most = invocation.max_seconds
    film = Film(invocation.render, puzzle.title, draw)
    clock, number, found, done = Clock(), 0, 0, False
    with on_signal() as interrupted:
        steps = search_steps(puzzle, strategy=invocation.strategy or "fewest")
        while not interrupted and not done:
            late = most is not None and clock.seconds >= most
            if late or number == invocation.max_nodes:
                break
            if (step := next(steps, None)) is None:
                done = True
                break
            number += 1
            film.add((number, step))
            print(f"{'  ' * (len(step) - 1)}+ {step[-1]}")
            found += len(step) == puzzle.piece_count
            done = found == invocation.wanted
    ending = Ending(clock, found, interrupted, done=done)
    undecided = not puzzle.exact and not found and not ending.stopped_by
    if undecided:
        print("not found if it has to fit exactly, as it does under --trace")
    elif not found or ending.stopped_by:
        end = f"; stopped by {ending.stopped_by}" if ending.stopped_by else ""
        print(f"{amount(found, 'solution')}{end}")
    sys.stdout.flush()
    film.save()
    return UNDECIDED if undecided else ending.status


class Film(Generic[Shot]):
    """Takes steps one by one, and draws them in the end; without a path it does nothing.

    Where it can be written is looked at in the beginning.  Of many steps the first and the last
    ones are shown.
    """

    def __init__(
        self, path: Path | None, title: str, draw: Callable[[Iterable[Shot]], Iterable[Scene]]
    ) -> None:
        self._path, self._title, self._draw = path, title, draw
        if path is not None:
            check_film(path)
            check_path(path)
            self._steps = Highlights[Shot](steps_shown(path))

    def add(self, *steps: Shot) -> None:
        """More steps."""
        if self._path is not None:
            for step in steps:
                self._steps.add(step)

    def save(self) -> None:
        """Draw the steps, if there are any."""
        if self._path is None or not self._steps.seen:
            return
        kept, seen = self._steps.kept, self._steps.seen
        write_files({self._path: film_contents(self._path, self._draw(kept), self._title)})
        if seen > len(kept):
            print(f"note: {self._path} shows {len(kept)} of {seen:,} steps", file=sys.stderr)
