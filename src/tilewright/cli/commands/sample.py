"""`tilewright sample`: solutions of a puzzle, drawn at random."""

import time
from contextlib import suppress
from typing import Annotated

import typer

from tilewright.cli.answers import StoppedBy, amount, status_of, why_stopped
from tilewright.cli.colour import Colour, Paper
from tilewright.cli.options import (
    Device,
    Engine,
    Json,
    Memory,
    Puzzle,
    Quiet,
    Threads,
    require_device,
    search_options,
)
from tilewright.cli.puzzles import sound
from tilewright.cli.solutions import JsonSolutions, TextSolutions
from tilewright.cli.terminal import Progress, end_at_once, on_signal
from tilewright.encoding import encode
from tilewright.solving.sampling import Sample, draw, solutions_of


def sample(
    puzzle: Puzzle,
    n: Annotated[int, typer.Option("--n", "-n", min=1, help="Draw N solutions.")] = 1,
    seed: Annotated[
        int, typer.Option(min=0, max=2**64 - 1, help="Draw by this number: the same each time.")
    ] = 0,
    engine: Engine = "auto",
    threads: Threads = 0,
    memory: Memory = None,
    device: Device = None,
    colour: Colour = "auto",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Draw solutions at random: all are equally likely, symmetric copies included.

    One solution may be drawn twice.  Each is checked against the puzzle by code that has no part
    in the search.

    Exit status: 0 drawn, 1 no solution, 2 bad input, 130 interrupted.
    """
    began = time.monotonic()
    paper = Paper.of(colour)
    found = sound(puzzle)
    encoding = encode(found.puzzle)
    how = search_options(memory=memory, device=device)
    require_device(device, engine)
    drawn = None
    with Progress(quiet=quiet) as progress, suppress(KeyboardInterrupt), on_signal(end_at_once):
        drawn = draw(
            encoding,
            n,
            seed=seed,
            progress=lambda tour: progress.show(tour, tour.solutions),
            engine=engine,
            threads=threads,
            **how,
        )
    covers = drawn.covers if drawn else []
    used = drawn.engine if drawn else engine
    answer: JsonSolutions | TextSolutions
    if json:
        answer = JsonSolutions(found, "sample", "nothing", used)
    else:
        answer = TextSolutions("nothing", paper)
    number = 0
    with on_signal(lambda: None) as interrupted:
        for solution in solutions_of(encoding, covers, verify=True):
            if interrupted:
                break
            number += 1
            answer.solution(number, solution)
    done = drawn is not None and number == len(covers)
    stopped_by = why_stopped(done=done, interrupted=True)
    seconds = time.monotonic() - began
    if isinstance(answer, JsonSolutions):
        answer.close(
            {
                "found": number,
                "drawn_from": drawn.solutions if drawn else None,
                "seed": seed,
                "device": device or "cpu",
                "complete": done,
                "stopped_by": stopped_by,
                "seconds": round(seconds, 6),
            }
        )
    else:
        _summarize(number, drawn, stopped_by, seconds)
    return status_of(number, stopped_by)


def _summarize(number: int, drawn: Sample | None, stopped_by: StoppedBy, seconds: float) -> None:
    if number and drawn:
        typer.echo(
            f"{amount(number, 'solution')}, drawn at random from {drawn.solutions:,}; "
            f"{seconds:.2f} s"
        )
    else:
        typer.echo(f"0 solutions; {seconds:.2f} s")
    if stopped_by:
        typer.echo(f"stopped by {stopped_by}")
