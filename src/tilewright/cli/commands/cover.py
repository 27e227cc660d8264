"""`tilewright cover`: solve an exact cover problem given as text."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending, amount, print_json
from tilewright.cli.commands.estimate import answer_estimate
from tilewright.cli.covers import (
    JsonCovers,
    Remainder,
    TextCovers,
    check_remainder_path,
    read_remainder,
)
from tilewright.cli.options import common, expert, print_choice, require_device, search_options
from tilewright.cli.puzzles import STDIN, stdin
from tilewright.cli.terminal import BestProgress, Progress, on_signal
from tilewright.cover import CoverChecker, ExactCover, read_cover
from tilewright.engines import Best, Choice, Cover, OptionError, Search, best_covers
from tilewright.engines.covers import choose, search
from tilewright.engines.registry import AUTO, COVER_ENGINES

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
    find_all: options.FindAll = False,
    count: Annotated[bool, common("--count", help="Only count the solutions.")] = False,
    max_solutions: options.MaxSolutions = None,
    estimated: Annotated[
        bool, common("--estimate", help="Estimate nodes, updates and solutions.")
    ] = False,
    best: Annotated[
        bool,
        common(
            "--best",
            help="The cheapest solution, or with --max-solutions the N cheapest; engine auto, "
            "links or cpsat.",
        ),
    ] = False,
    samples: Annotated[
        int | None,
        options.limits(min=2, metavar="N", help="Random descents for --estimate; default: 10000."),
    ] = None,
    engine: Annotated[
        str, options.search(help=f"{AUTO}, or one of {', '.join(COVER_ENGINES)}.")
    ] = "auto",
    rule: options.Rule = None,
    order: Annotated[
        str | None, expert(help="Items that come first when ties are broken: a,b,c")
    ] = None,
    seed: Annotated[
        int | None,
        options.search(min=0, metavar="N", help="Break ties by chance (--estimate: draw by it)."),
    ] = None,
    explain_choice: options.ExplainChoice = False,
    threads: options.Threads = 0,
    memory: options.Memory = None,
    device: options.Device = None,
    max_nodes: options.MaxNodes = None,
    max_seconds: options.MaxSeconds = None,
    profile: Annotated[
        bool, options.output("--profile", help="Nodes and updates by level.")
    ] = False,
    json: options.Json = False,
    remainder: Annotated[
        Path | None, expert(help="Save here what was left unexplored (nothing, if finished).")
    ] = None,
    origin: Annotated[
        Path | None,
        expert("--from", help="Search only the remainder saved by --remainder or --json."),
    ] = None,
    quiet: options.Quiet = False,
) -> int:
    """Find one, some, all or the cheapest exact covers, count them, or estimate the search.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before the answer was
    complete, 130 interrupted.
    """
    tasks = {"all": find_all, "count": count, "estimate": estimated, "best": best}
    tasks["limit"] = max_solutions is not None and not best
    wanted_tasks = [name for name, wanted in tasks.items() if wanted]
    if len(wanted_tasks) > 1:
        names = (f"--{name}".replace("limit", "max-solutions") for name in wanted_tasks[:2])
        raise OptionError(f"{' and '.join(names)} exclude each other")
    task = wanted_tasks[0] if wanted_tasks else "one"
    special = task in ("estimate", "best")
    refused = {
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
    }
    if misplaced := [name for name, refusing in refused.items() if refusing]:
        raise OptionError(f"{misplaced[0]} has no place when {_AIMS[task]}; leave it out")
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
        return _answer_best(
            problem,
            max_solutions or 1,
            engine=engine,
            seed=seed,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            json=json,
            quiet=quiet,
        )
    how: dict[str, Any] = {"rule": rule or "fewest", "order": order.split(",") if order else []}
    if task == "estimate":
        how |= {"samples": samples, "max_seconds": max_seconds, "seed": seed}
        return answer_estimate(problem, json=json, **how)
    how["seed"] = seed
    start = None
    if origin:
        if rule or order or seed is not None:
            raise OptionError("--from takes the rule of the saved search: leave it out")
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
    answer = JsonCovers(problem, task, engine) if json else TextCovers(problem)
    ending = _run(searching, answer, wanted=wanted, quiet=quiet)
    left = None  # it may be large
    if remainder or (ending.stopped_by and answer.shows_remainder):
        left = Remainder(problem.fingerprint, how, searching.remainder())
    if remainder and left:
        left.write(remainder)
    answer.finish(ending, searching.counters, left, profile=profile)
    return ending.status


def _choose(
    problem: ExactCover, *, in_parts: bool, profile: bool, collect: bool, **how: Any
) -> Choice:
    """The engine for this command, which promises more than an answer."""
    if profile or in_parts:
        return Choice("links", "its counters are Knuth's, and its remainder can be resumed")
    return choose(problem, collect=collect, **how)


def _run(
    searching: Search, answer: JsonCovers | TextCovers, *, wanted: int | None, quiet: bool
) -> Ending:
    clock = Clock()
    checker: CoverChecker | None = None  # made when there is something to check
    with Progress(quiet=quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for choices in batch.choices():
                checker = checker or CoverChecker(searching.problem)
                checker.check(option for option, _ in choices)
                answer.add(choices)
            progress.show(searching, searching.counters.solutions, alone=answer.number == 0)
    found = searching.counters.solutions
    done = searching.finished or found == wanted
    return Ending.of(clock, found, interrupted, done=done, search=searching)


def _answer_best(problem: ExactCover, k: int, *, json: bool, quiet: bool, **options: Any) -> int:
    """Find the k cheapest covers, print them, and return the status."""
    clock = Clock()
    with BestProgress("cost", quiet=quiet) as progress, on_signal(progress.stop) as interrupted:
        best = best_covers(
            problem, k, keep_going=progress.keep_going, progress=progress.tell, **options
        )
    ending = Ending.of(clock, len(best.covers), interrupted, done=best.proved)
    (_print_best_json if json else _print_best)(problem, best, ending)
    return ending.status


def _print_best(problem: ExactCover, best: Best, ending: Ending) -> None:
    for number, (cost, cover) in enumerate(best.covers, 1):
        options = [problem.option(number) for number in cover]
        lines = [f"{option} |{option.cost}" if option.cost else str(option) for option in options]
        print(f"solution {number}: cost {cost:,}", *lines, sep="\n", end="\n\n")
    verdict = f"none costs less than {best.bound:,}"
    if best.proved:
        verdict = "proved: none is cheaper" if best.covers else "proved: there is none"
    print(
        f"{amount(len(best.covers), 'solution')}; {verdict}; engine {best.engine}, "
        f"{amount(best.counters.nodes, 'node')}, {ending.seconds:.2f} s"
    )
    if ending.stopped_by:
        print(f"stopped by {ending.stopped_by}: it is not proved that none is cheaper")


def _print_best_json(problem: ExactCover, best: Best, ending: Ending) -> None:
    def items(cover: Cover) -> list[list[str]]:
        return [[str(name) for name in problem.option(number).items] for number in cover]

    covers = [
        {"cost": cost, "options": list(cover), "items": items(cover)} for cost, cover in best.covers
    ]
    value = {
        "problem": {"fingerprint": problem.fingerprint, "options": problem.option_count},
        "task": "best",
        "engine": best.engine,
        "covers": covers,
        "solutions": len(covers),
        "bound": best.bound,
        "proved": best.proved,
        "stopped_by": ending.stopped_by,
        "nodes": best.counters.nodes,
        "seconds": round(ending.seconds, 6),
    }
    print_json(value)
