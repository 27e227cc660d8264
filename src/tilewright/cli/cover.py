"""`tilewright cover`: solve an exact cover problem given as text."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from tilewright.cli.answers import Answer, JsonAnswer, Outcome, TextAnswer
from tilewright.cli.progress import Progress
from tilewright.cli.rest import Rest, read_rest
from tilewright.cover import CoverChecker, ExactCover, read_cover
from tilewright.engines import Counters, OptionError, Search
from tilewright.solve import estimate, search

__all__ = ["cover"]

FOUND, NONE, UNDECIDED, INTERRUPTED = 0, 1, 3, 130


def cover(
    file: Annotated[str, typer.Argument(help="A problem in Knuth's text format; - for stdin.")],
    find_all: Annotated[bool, typer.Option("--all", help="Print every solution.")] = False,
    count: Annotated[bool, typer.Option("--count", help="Only count the solutions.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Print the first N solutions; 1 unless told.")
    ] = None,
    estimated: Annotated[
        bool, typer.Option("--estimate", help="Estimate nodes, updates and solutions.")
    ] = False,
    samples: Annotated[int, typer.Option(min=2, help="Random descents for --estimate.")] = 10_000,
    engine: Annotated[str, typer.Option(help="auto or links.")] = "auto",
    rule: Annotated[
        str | None, typer.Option(help="Branch on the item with 'fewest' options, or 'leftmost'.")
    ] = None,
    order: Annotated[
        str | None, typer.Option(help="Items that come first when ties are broken: a,b,c")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Break ties by chance (--estimate: draw by it).")
    ] = None,
    max_nodes: Annotated[int | None, typer.Option(min=0, help="Stop after N nodes.")] = None,
    max_seconds: Annotated[float | None, typer.Option(min=0, help="Stop after S seconds.")] = None,
    profile: Annotated[bool, typer.Option("--profile", help="Nodes and updates by level.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    rest: Annotated[
        Path | None, typer.Option(help="If stopped, save the unexplored rest here.")
    ] = None,
    origin: Annotated[
        Path | None, typer.Option("--from", help="Search only the rest saved by --rest or --json.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Find one, some or all exact covers, count them, or estimate the search.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before a solution was
    found, 130 interrupted.
    """
    task = _task(find_all=find_all, count=count, limit=limit, estimated=estimated)
    problem = read_cover(sys.stdin.buffer, name="<stdin>") if file == "-" else read_cover(file)
    for option in problem.idle_options[:3]:
        print(
            f"warning: option {option} ({problem.option(option)}) has no primary item, so it is "
            f"in no solution",
            file=sys.stderr,
        )
    how: dict[str, Any] = {"rule": rule or "fewest", "seed": seed}
    how["order"] = order.split(",") if order else []
    if estimated:
        figures = estimate(
            problem,
            samples=samples,
            max_seconds=max_seconds,
            sample_seed=seed or 0,
            rule=how["rule"],
            order=how["order"],
        )
        _answer(problem, task, engine, json=json).estimate(figures)
        return

    start = None
    if origin:
        if rule or order or seed is not None:
            raise OptionError("--from goes on by the rule of the saved search: leave it out")
        begun = read_rest(origin, problem)
        how, start = begun.rule, begun.subtrees
    searching = search(
        problem,
        start=start,
        engine=engine,
        collect=task != "count",
        max_solutions=limit if task == "limit" else 1 if task == "one" else None,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
        **how,
    )
    answer = _answer(problem, task, engine, json=json)
    outcome = _run(searching, answer, how, quiet=quiet, keep_rest=task in ("all", "count"))
    if rest and outcome.rest:
        outcome.rest.write(rest)
    answer.finish(outcome, profile=profile)
    sys.stdout.flush()
    raise typer.Exit(_status(outcome))


def _task(*, find_all: bool, count: bool, limit: int | None, estimated: bool) -> str:
    wanted = [
        name
        for name, given in (
            ("all", find_all),
            ("count", count),
            ("limit", limit is not None),
            ("estimate", estimated),
        )
        if given
    ]
    if len(wanted) > 1:
        raise OptionError(f"--{wanted[0]} and --{wanted[1]} exclude each other")
    return wanted[0] if wanted else "one"


def _answer(problem: ExactCover, task: str, engine: str, *, json: bool) -> Answer:
    return JsonAnswer(problem, task, engine) if json else TextAnswer(problem)


def _run(
    searching: Search, answer: Answer, how: dict[str, Any], *, quiet: bool, keep_rest: bool
) -> Outcome:
    began = time.monotonic()
    checker = CoverChecker(searching.problem)
    number = 0
    with Progress(quiet=quiet) as progress, _stop_on_signal(searching) as interrupted:
        for batch in searching:
            for choices in batch.choices():
                checker.check(option for option, _ in choices)
                number += 1
                answer.cover(number, choices)
            progress.show(searching)
    counters, finished, explored = searching.counters, searching.finished, searching.explored
    stopped_by = "interrupt" if interrupted else None if finished else "limit"
    rest = None
    if not finished and (keep_rest or interrupted):
        rest = Rest(searching.problem.fingerprint, how, searching.rest())
    return Outcome(counters, finished, stopped_by, explored, time.monotonic() - began, rest)


@contextmanager
def _stop_on_signal(searching: Search) -> Iterator[list[int]]:
    """The first Ctrl-C (or SIGTERM) ends the search in good order, the second at once."""
    received: list[int] = []

    def on_signal(number: int, _frame: FrameType | None) -> None:
        if received:
            raise KeyboardInterrupt
        received.append(number)
        searching.stop()

    handlers = {number: signal.signal(number, on_signal) for number in _SIGNALS}
    try:
        yield received
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _status(outcome: Outcome) -> int:
    if outcome.stopped_by == "interrupt":
        return INTERRUPTED
    counters: Counters = outcome.counters
    if counters.solutions:
        return FOUND
    return NONE if outcome.complete else UNDECIDED
