"""`tilewright cover`: solve an exact cover problem given as text."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import DONE, INTERRUPTED, Clock, Ending, amount, picked, print_json
from tilewright.cli.covers import (
    FIGURES,
    SAMPLES,
    JsonCovers,
    Remainder,
    TextCovers,
    check_remainder_path,
    estimate_entry,
    read_remainder,
)
from tilewright.cli.options import common, exclude, expert, print_choice, refuse, search_options
from tilewright.cli.puzzles import STDIN, stdin
from tilewright.cli.terminal import Progress, best_so_far, on_signal, waiting
from tilewright.cover import CoverChecker, ExactCover, read_cover
from tilewright.engines import Best, Choice, Cover, Search, best_covers
from tilewright.engines.choice import choose
from tilewright.engines.covers import counting, search
from tilewright.engines.estimates import estimate
from tilewright.engines.registry import AUTO, COVER_ENGINES

AIMS = {
    "one": "finding one solution",
    "limit": "finding the first solutions",
    "all": "finding all solutions",
    "count": "counting",
    "estimate": "estimating",
    "best": "looking for the cheapest solutions",
}
SEARCHING = ("explain_choice", "threads", "memory", "device", "profile", "remainder", "origin")
REFUSED = {
    "estimate": (*SEARCHING, "engine", "max_nodes"),
    "best": (*SEARCHING, "samples", "rule", "order"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverRequest:
    """What to do with a problem, and how.  Raises OptionError if that does not go together."""

    find_all: options.FindAll = False
    count: Annotated[bool, common("--count", help="Only count the solutions.")] = False
    max_solutions: options.MaxSolutions = None
    estimated: Annotated[
        bool, common("--estimate", help="Estimate nodes, updates and solutions.")
    ] = False
    best: Annotated[
        bool,
        common(
            "--best",
            help="The cheapest solution, or with --max-solutions the N cheapest; engine auto, "
            "links or cpsat.",
        ),
    ] = False
    samples: Annotated[
        int | None,
        options.limits(min=2, metavar="N", help="Random descents for --estimate; default: 10000."),
    ] = None
    engine: Annotated[
        str, options.search(help=f"{AUTO}, or one of {', '.join(COVER_ENGINES)}.")
    ] = "auto"
    rule: options.Rule = None
    order: Annotated[
        str | None, expert(help="Items that come first when ties are broken: a,b,c")
    ] = None
    seed: Annotated[
        int | None,
        options.search(min=0, metavar="N", help="Break ties by chance (--estimate: draw by it)."),
    ] = None
    explain_choice: options.ExplainChoice = False
    threads: options.Threads = 0
    memory: options.Memory = None
    device: options.Device = None
    max_nodes: options.MaxNodes = None
    max_seconds: options.MaxSeconds = None
    profile: Annotated[bool, options.output("--profile", help="Nodes and updates by level.")] = (
        False
    )
    json: options.Json = False
    remainder: Annotated[
        Path | None, expert(help="Save here what was left unexplored (nothing, if finished).")
    ] = None
    origin: Annotated[
        Path | None,
        expert("--from", help="Search only the remainder saved by --remainder or --json."),
    ] = None
    quiet: options.Quiet = False

    def __post_init__(self) -> None:
        limit = None if self.best else self.max_solutions
        tasks = {"--all": self.find_all, "--count": self.count, "--max-solutions": limit}
        exclude({**tasks, "--estimate": self.estimated, "--best": self.best})
        why = f"has no place when {AIMS[self.task]}; leave it out"
        refuse(self, REFUSED.get(self.task, ("samples",)), why)
        if self.origin:
            saved = "is that of the saved search, which --from names: leave it out"
            refuse(self, ("rule", "order", "seed"), saved)

    @property
    def task(self) -> str:
        """What to do, in a word."""
        tasks = {"best": self.best, "all": self.find_all, "count": self.count}
        tasks |= {"estimate": self.estimated, "limit": self.max_solutions is not None}
        return next((name for name, given in tasks.items() if given), "one")

    @property
    def wanted(self) -> int | None:
        """How many covers are wanted; None: all."""
        return self.max_solutions if self.task == "limit" else 1 if self.task == "one" else None

    @property
    def how(self) -> dict[str, Any]:
        """By which rule to search."""
        return {"rule": self.rule or "fewest", "order": self.order.split(",") if self.order else []}


def cover(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A problem in Knuth's text format; - for stdin.")
    ],
    request: CoverRequest,
) -> int:
    """Find one, some, all or the cheapest exact covers, count them, or estimate the search.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before the answer was
    complete, 130 interrupted.
    """
    if request.remainder:
        check_remainder_path(request.remainder, file)
    problem = read_cover(stdin(), name="<stdin>") if file == STDIN else read_cover(file)
    for option in problem.idle_options[:3]:
        print(
            f"warning: option {option} ({problem.option(option)}) has no primary item, so it is "
            f"in no solution",
            file=sys.stderr,
        )
    if request.task == "best":
        return _answer_best(problem, request)
    if request.task == "estimate":
        return _answer_estimate(problem, request)
    return _answer(problem, request)


def _answer(problem: ExactCover, request: CoverRequest) -> int:
    """Search for covers, print them, and return the status."""
    how, start = {**request.how, "seed": request.seed}, None
    if request.origin:
        begun = read_remainder(request.origin, problem)
        how, start = begun.rule, begun.subtrees
    asked: dict[str, Any] = {"max_solutions": request.wanted, "max_nodes": request.max_nodes}
    asked |= {**search_options(request), **how}
    counts = request.task == "count"
    choice = None
    if request.engine == AUTO:
        in_parts = request.remainder or request.origin or request.json
        if request.profile or (in_parts and request.device in (None, "cpu")):
            why = "its counters are Knuth's, and its remainder can be resumed"
            choice = Choice("links", why)
        else:
            choice = choose(problem, collect=not counts, **asked)
    begin = counting if counts else search
    searching = begin(
        problem,
        start=start,
        engine=choice or request.engine,
        threads=request.threads,
        max_seconds=request.max_seconds,
        **asked,
    )
    print_choice(request, lambda: getattr(searching, "choice", choice))
    answer: JsonCovers | TextCovers = TextCovers(problem)
    if request.json:
        answer = JsonCovers(problem, request.task, request.engine)
    ending = _run(searching, answer, wanted=request.wanted, quiet=request.quiet)
    left = None  # it may be large
    if request.remainder or (ending.stopped_by and request.json):
        left = Remainder(problem.fingerprint, how, searching.remainder())
    if request.remainder and left:
        left.write(request.remainder)
    answer.finish(ending, left, profile=request.profile)
    return ending.status


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
    return Ending(clock, found, interrupted, done=done, search=searching)


def _answer_estimate(problem: ExactCover, request: CoverRequest) -> int:
    """Print what follows from enough descents, or those before Ctrl-C; returns the status."""
    with waiting("estimating"), on_signal() as interrupted:
        figures = estimate(
            problem,
            samples=request.samples or SAMPLES,
            max_seconds=request.max_seconds,
            sample_seed=request.seed or 0,
            keep_going=lambda: not interrupted,
            **request.how,
        )
    if request.json:
        print_json(estimate_entry(problem, figures))
    else:
        percent = round(100 * figures.confidence)
        print(f"estimate from {figures.samples:,} random descents ({percent} % interval):")
        print(*(f"  {name:10} {getattr(figures, name)}" for name in FIGURES), sep="\n")
    return INTERRUPTED if interrupted else DONE


def _answer_best(problem: ExactCover, request: CoverRequest) -> int:
    """Find the cheapest covers, print them, and return the status."""
    clock = Clock()
    with Progress(quiet=request.quiet) as progress, on_signal() as interrupted:
        best = best_covers(
            problem,
            request.max_solutions or 1,
            engine=request.engine,
            seed=request.seed,
            max_nodes=request.max_nodes,
            max_seconds=request.max_seconds,
            **best_so_far(progress, "cost", interrupted),
        )
    ending = Ending(clock, len(best.covers), interrupted, done=best.proved)
    (_print_best_json if request.json else _print_best)(problem, best, ending)
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
    def entry(cost: int, cover: Cover) -> dict[str, object]:
        items = [[str(name) for name in problem.option(number).items] for number in cover]
        return {"cost": cost, "options": cover, "items": items}

    covers = [entry(*paid) for paid in best.covers]
    value = {
        "problem": {"fingerprint": problem.fingerprint, "options": problem.option_count},
        "task": "best",
        "engine": best.engine,
        "covers": covers,
        "solutions": len(covers),
        **picked(best, "bound", "proved"),
        "stopped_by": ending.stopped_by,
        "nodes": best.counters.nodes,
        "seconds": round(ending.seconds, 6),
    }
    print_json(value)
