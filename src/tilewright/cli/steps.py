"""`tilewright solve --trace`: every placement as it is tried and taken back."""

from collections.abc import Callable

from tilewright.cli.colour import Paper
from tilewright.cli.signals import on_signal
from tilewright.cli.solutions import Clock, Outcome, TextSolutions
from tilewright.encoding import Encoding
from tilewright.engines import (
    Completed,
    NativeCoverSearch,
    OptionError,
    Placed,
    Search,
    Step,
    trace,
)
from tilewright.solutions import Decoder, check_solution

__all__ = ["print_steps"]


def print_steps(
    search: Search,
    encoding: Encoding,
    answer: TextSolutions,
    began: float,
    wanted: int | None,
    *,
    max_seconds: float | None,
    watch: Callable[[Step], None] | None = None,
) -> Outcome:
    """Go through a search step by step, and print each; `watch` is told of it, too."""
    if not isinstance(search, NativeCoverSearch):
        raise OptionError("this engine cannot be traced: take links or anchor")
    clock = Clock(began)
    decoder = Decoder(encoding)
    number = 0
    with on_signal(search.stop) as interrupted:
        for step in trace(search):
            if watch:
                watch(step)
            if isinstance(step, Completed):
                solution = decoder.solution(step.cover)
                check_solution(solution.puzzle, solution.placed)
                clock.found_one()
                number += 1
                answer.solution(number, solution)
            else:
                tried = isinstance(step, Placed)
                what = _spell(encoding, decoder, step.option, answer.paper, cells=tried)
                print(f"{'  ' * step.level}{'+' if tried else '-'} {what}")
            if max_seconds is not None and clock.seconds > max_seconds:
                search.stop()
    return Outcome.of(search, number, wanted, clock, interrupted=bool(interrupted))


def _spell(encoding: Encoding, decoder: Decoder, option: int, paper: Paper, *, cells: bool) -> str:
    beyond = len(encoding.placements)
    if option >= beyond:
        cell = encoding.placements.ground.cells[encoding.empty[option - beyond]]
        return f"({','.join(map(str, cell))}) stays empty"
    alone = decoder.solution([option])
    (placed,) = alone.placed
    name = placed.piece
    if paper.coloured:
        from tilewright.render.terminal import chip, placed_colours  # letters do without it

        name = paper.write(chip(name, placed_colours(alone)[0]))
    where = " ".join(f"({','.join(map(str, cell))})" for cell in placed.cells)
    return f"{name} {where}" if cells else name
