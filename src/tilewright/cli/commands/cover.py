"""`tilewright cover`: solve an exact cover problem given as text."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli.answers import status_of, why_stopped
from tilewright.cli.commands.cover_answers import (
    CoverAnswer,
    CoverEnding,
    JsonAnswer,
    TextCoverAnswer,
    print_best,
)
from tilewright.cli.commands.estimate import print_estimate
from tilewright.cli.commands.remainder import Remainder, check_remainder_path, read_remainder
from tilewright.cli.options import (
    Device,
    ExplainChoice,
    FindAll,
    Json,
    Limit,
    MaxNodes,
    MaxSeconds,
    Memory,
    Quiet,
    Rule,
    Threads,
    print_choice,
    require_device,
    search_options,
)
from tilewright.cli.puzzles import STDIN, stdin
from tilewright.cli.terminal import Progress, on_signal
from tilewright.cover import CoverChecker, ExactCover, read_cover
from tilewright.engines import Choice, OptionError, Search
from tilewright.engines.covers import choose, search
from tilewright.engines.registry import AUTO, COVER_ENGINES

# The unexplored remainder of a search, as a file.


_AIMS = {
    "one": "finding one solution",
    "limit": "finding the first solutions",
    "all": "finding all solutions",
    "count": "counting",
    "estimate": "estimating",
    "best": "looking for the cheapest solutions",
}


def cover(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A problem in Knuth's text format; - for stdin.")
    ],
    find_all: FindAll = False,
    count: Annotated[bool, typer.Option("--count", help="Only count the solutions.")] = False,
    max_solutions: Limit = None,
    estimated: Annotated[
        bool, typer.Option("--estimate", help="Estimate nodes, updates and solutions.")
    ] = False,
    best: Annotated[
        bool,
        typer.Option(
            "--best",
            help="The cheapest solution, or with --max-solutions the N cheapest; engine auto, "
            "links or cpsat.",
        ),
    ] = False,
    samples: Annotated[
        int | None, typer.Option(min=2, help="Random descents for --estimate; 10000 unless told.")
    ] = None,
    engine: Annotated[
        str, typer.Option(help=f"{AUTO}, or one of {', '.join(COVER_ENGINES)}.")
    ] = "auto",
    rule: Rule = None,
    order: Annotated[
        str | None, typer.Option(help="Items that come first when ties are broken: a,b,c")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Break ties by chance (--estimate: draw by it).")
    ] = None,
    explain_choice: ExplainChoice = False,
    threads: Threads = 0,
    memory: Memory = None,
    device: Device = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    profile: Annotated[bool, typer.Option("--profile", help="Nodes and updates by level.")] = False,
    json: Json = False,
    remainder: Annotated[
        Path | None, typer.Option(help="Save here what was left unexplored (nothing, if finished).")
    ] = None,
    origin: Annotated[
        Path | None,
        typer.Option("--from", help="Search only the remainder saved by --remainder or --json."),
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Find one, some, all or the cheapest exact covers, count them, or estimate the search.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before the answer was
    complete, 130 interrupted.
    """
    task = _task(
        find_all=find_all, count=count, max_solutions=max_solutions, estimated=estimated, best=best
    )
    special = task in ("estimate", "best")
    _refuse(
        {
            "--samples": samples is not None and task != "estimate",
            "--engine": engine != AUTO and task == "estimate",
            "--explain-choice": explain_choice and special,
            "--threads": threads != 0 and special,
            "--memory": memory is not None and special,
            "--device": device is not None and special,
            "--max-nodes": max_nodes is not None and task == "estimate",
            "--profile": profile and special,
            "--remainder": remainder is not None and special,
            "--from": origin is not None and special,
            "--rule": rule is not None and task == "best",
            "--order": order is not None and task == "best",
        },
        task,
    )
    if remainder:
        check_remainder_path(remainder, file)
    problem = read_cover(stdin(), name="<stdin>") if file == STDIN else read_cover(file)
    for option in problem.idle_options[:3]:
        print(
            f"warning: option {option} ({problem.option(option)}) has no primary item, so it is "
            f"in no solution",
            file=sys.stderr,
        )
    if task == "best":
        return print_best(
            problem,
            max_solutions or 1,
            engine=engine,
            seed=seed,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            json=json,
            quiet=quiet,
        )
    how: dict[str, Any] = {
        "rule": rule or "fewest",
        "order": order.split(",") if order else [],
        "seed": seed,
    }
    if task == "estimate":
        del how["seed"]  # it is for the descents
        return print_estimate(
            problem,
            _answer(problem, task, engine, json=json),
            samples=samples,
            max_seconds=max_seconds,
            seed=seed,
            **how,
        )
    start = None
    if origin:
        if rule or order or seed is not None:
            raise OptionError("--from goes on by the rule of the saved search: leave it out")
        begun = read_remainder(origin, problem)
        how, start = begun.rule, begun.subtrees
    wanted = max_solutions if task == "limit" else 1 if task == "one" else None
    limits: dict[str, Any] = {"max_solutions": wanted, "max_nodes": max_nodes}
    limits |= search_options(memory=memory, device=device)
    require_device(device, engine)
    choice = None
    if engine == AUTO:
        choice = _choose(
            problem,
            collect=task != "count",
            in_parts=bool(remainder or origin or json) and device in (None, "cpu"),
            profile=profile,
            **limits,
            **how,
        )
    searching = search(
        problem,
        start=start,
        engine=choice.engine if choice else engine,
        collect=task != "count",
        threads=threads,
        max_seconds=max_seconds,
        **limits,
        **how,
    )
    if explain_choice and not json:
        print_choice(choice, engine)
    answer = _answer(problem, task, engine, json=json)
    outcome = _run(
        searching, answer, how, wanted=wanted, quiet=quiet, always_rest=remainder is not None
    )
    if remainder:
        assert outcome.remainder is not None
        outcome.remainder.write(remainder)
    answer.finish(outcome, profile=profile)
    return status_of(outcome.counters.solutions, outcome.stopped_by)


def _choose(
    problem: ExactCover, *, in_parts: bool, profile: bool, collect: bool, **how: Any
) -> Choice:
    """The engine for this command, which promises more than an answer."""
    if profile or in_parts:
        return Choice("links", "its counters are Knuth's, and its remainder can be gone on with")
    return choose(problem, collect=collect, **how)


def _refuse(given: dict[str, bool], task: str) -> None:
    for name, wrong in given.items():
        if wrong:
            raise OptionError(f"{name} has no place when {_AIMS[task]}; leave it out")


def _task(
    *, find_all: bool, count: bool, max_solutions: int | None, estimated: bool, best: bool
) -> str:
    wanted = [
        name
        for name, given in (
            ("all", find_all),
            ("count", count),
            ("limit", max_solutions is not None and not best),
            ("estimate", estimated),
            ("best", best),
        )
        if given
    ]
    if len(wanted) > 1:
        raise OptionError(f"--{wanted[0]} and --{wanted[1]} exclude each other")
    return wanted[0] if wanted else "one"


def _answer(problem: ExactCover, task: str, engine: str, *, json: bool) -> CoverAnswer:
    return JsonAnswer(problem, task, engine) if json else TextCoverAnswer(problem)


def _run(
    searching: Search,
    answer: CoverAnswer,
    how: dict[str, Any],
    *,
    wanted: int | None,
    quiet: bool,
    always_rest: bool,
) -> CoverEnding:
    began = time.monotonic()
    checker: CoverChecker | None = None  # made when there is something to check
    number = 0
    with Progress(quiet=quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for choices in batch.choices():
                checker = checker or CoverChecker(searching.problem)
                checker.check(option for option, _ in choices)
                number += 1
                answer.cover(number, choices)
            progress.show(searching, searching.counters.solutions, alone=number == 0)
    counters, finished, explored = (
        searching.counters,
        searching.finished,
        searching.fraction_explored,
    )
    done = finished or counters.solutions == wanted
    stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
    remainder = None
    if always_rest or (stopped_by and answer.shows_rest):
        remainder = Remainder(searching.problem.fingerprint, how, searching.remainder())
    return CoverEnding(
        counters, finished, stopped_by, explored, time.monotonic() - began, remainder
    )
