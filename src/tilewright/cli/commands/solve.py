"""`tilewright solve`: find one, some or all solutions of a puzzle."""

import shlex
import sys
import time
from typing import Annotated, Any

import typer

from tilewright.cli.answers import status_of
from tilewright.cli.colour import Colour, Paper
from tilewright.cli.commands.trace import trace_polygons, trace_search
from tilewright.cli.options import (
    Device,
    Engine,
    ExplainChoice,
    FindAll,
    Invocation,
    Json,
    Limit,
    MaxNodes,
    MaxSeconds,
    Memory,
    Part,
    Processes,
    Puzzle,
    Quiet,
    Render,
    Require,
    Rule,
    RunPath,
    Seed,
    Stranding,
    Strategy,
    Threads,
    Tolerance,
    print_choice,
)
from tilewright.cli.puzzles import STDIN
from tilewright.cli.runs import answer_run
from tilewright.cli.solutions import (
    Clock,
    Ending,
    JsonSolutions,
    PuzzleSizes,
    Sheet,
    Solutions,
    TextSolutions,
)
from tilewright.cli.terminal import Progress, on_signal
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.solutions import Ranking, check_solution
from tilewright.solving import PuzzleSearch

UpTo = Annotated[
    str | None,
    typer.Option(
        help="Solutions that only a 'symmetry' tells apart are printed once (unless told); or "
        "those that only a 'rotation' does; or 'nothing': print all copies."
    ),
]
Copies = Annotated[bool, typer.Option("--copies", help="The same as --up-to nothing.")]
Trace = Annotated[
    bool,
    typer.Option(
        "--trace",
        help="Print each placement as it is tried (+) and taken back (-).  With --render, draw "
        "the steps: FILE is a film, .gif or .webp, or a sheet, .svg, .png or .pdf.",
    ),
]
Sort = Annotated[
    str | None,
    typer.Option(
        metavar="ORDER",
        help="'symmetry': search everything, then print the N solutions that look most like "
        "their mirror images, each turned so that it does.  hsym is the number of edges "
        "between pieces that are such edges in the left-right mirror image, too; vsym the same "
        "for top and bottom.",
    ),
]
Stats = Annotated[bool, typer.Option("--stats", help="PuzzleSizes and times, at the end.")]


def solve(
    puzzle: Puzzle,
    find_all: FindAll = False,
    max_solutions: Limit = None,
    up_to: UpTo = None,
    copies: Copies = False,
    trace: Trace = False,
    sort: Sort = None,
    require: Require = None,
    stats: Stats = False,
    engine: Engine = "auto",
    rule: Rule = None,
    seed: Seed = None,
    stranding: Stranding = None,
    explain_choice: ExplainChoice = False,
    threads: Threads = 0,
    memory: Memory = None,
    device: Device = None,
    strategy: Strategy = None,
    tolerance: Tolerance = None,
    render: Render = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    run: RunPath = None,
    part: Part = None,
    processes: Processes = None,
    colour: Colour = "auto",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Find one, some or all solutions of a puzzle, one of each class of symmetric ones.

    Each solution is checked against the puzzle by code that has no part in the search.  With --run
    all solutions are searched for and kept in a file, not printed; `tilewright runs verify` checks
    them, `tilewright runs export` writes them out.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before the answer was
    complete, 130 interrupted.
    """
    given = locals()
    more = {"began": time.monotonic(), "paper": Paper.of(colour)}
    more["up_to"] = _classes(up_to, copies=copies, trace=trace)
    return answer_solve(Invocation.parsed("solve", given, **more))


def _classes(up_to: str | None, *, copies: bool, trace: bool) -> str:
    """Which solutions are shown once, as --up-to, --copies and --trace say."""
    if copies and up_to not in (None, "nothing"):
        raise OptionError(f"--copies and --up-to {up_to} exclude each other")
    if trace and up_to not in (None, "nothing"):
        raise OptionError(f"--trace shows the whole search, not one up to {up_to}")
    return "nothing" if copies or trace else up_to or "symmetry"


def answer_solve(invocation: Invocation) -> int:
    """Find solutions as requested, and return the status."""
    if invocation.run is not None:
        return answer_run(invocation)
    if (polygons := invocation.polygons) is not None:
        if invocation.trace:
            return trace_polygons(invocation, polygons)
        from tilewright.cli.commands.polygons import solve_polygons  # brings exact arithmetic along

        return solve_polygons(invocation, polygons)
    return trace_search(invocation) if invocation.trace else _solve(invocation)


def _solve(invocation: Invocation) -> int:
    puzzle = invocation.puzzle.on_lattice()
    sheet = Sheet(invocation.render, puzzle.puzzle)
    encoding = encode(puzzle.puzzle)
    how: dict[str, Any] = {"verify": True, "max_solutions": invocation.wanted}
    if invocation.sort:
        how = {"max_solutions": None}
    searching = PuzzleSearch(
        encoding, invocation.require, up_to=invocation.up_to, **invocation.how, **how
    )
    ranking = None
    if invocation.sort:
        up_to = invocation.up_to if searching.kept else "nothing"  # turned, it may lack something
        ranking = Ranking(encoding, invocation.wanted, up_to=up_to)
    if invocation.explain_choice and not invocation.json:
        print_choice(searching.choice, invocation.engine)
    answer: Solutions = TextSolutions(invocation.up_to, invocation.paper)
    if invocation.json:
        answer = JsonSolutions(
            puzzle,
            invocation.scope,
            invocation.up_to,
            invocation.engine,
            require=invocation.require,
        )
    if ranking:
        outcome = _rank(invocation, searching, ranking, answer, sheet)
    else:
        outcome = _list(invocation, searching, answer, sheet)
    answer.finish(outcome, PuzzleSizes.of(encoding.placements) if invocation.stats else None)
    sys.stdout.flush()
    hint = not (invocation.require or invocation.json or invocation.quiet or puzzle.asked == STDIN)
    if hint and outcome.complete and not outcome.found:
        print(f"note: `tilewright explain {shlex.quote(puzzle.asked)}` says why", file=sys.stderr)
    sheet.save()  # which may go wrong
    return status_of(outcome.found, outcome.stopped_by)


def _list(
    invocation: Invocation,
    searching: PuzzleSearch,
    answer: Solutions,
    sheet: Sheet,
) -> Ending:
    """Hand on solutions as they are found."""
    clock = Clock(invocation.began)
    number = 0
    with Progress(quiet=invocation.quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for solution in batch:
                clock.found_one()
                number += 1
                answer.solution(number, solution)
                sheet.add(solution)
            progress.show(searching, number, alone=number == 0)
    return Ending.of(searching, number, invocation.wanted, clock, interrupted=bool(interrupted))


def _rank(
    invocation: Invocation,
    searching: PuzzleSearch,
    ranking: Ranking,
    answer: Solutions,
    sheet: Sheet,
) -> Ending:
    """Search everything, then hand on the most symmetric, with their scores; those are checked."""
    clock = Clock(invocation.began)
    with Progress(quiet=invocation.quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for solution in batch:
                clock.found_one()
                ranking.add(solution)
            progress.show(searching, ranking.taken)
    for number, (scores, solution) in enumerate(ranking.best(), 1):
        check_solution(solution.puzzle, solution)
        answer.solution(number, solution, scores)
        sheet.add(solution, str(scores))
    outcome = Ending.of(searching, ranking.taken, None, clock, interrupted=bool(interrupted))
    if outcome.stopped_by and ranking.taken:
        print("best so far: there may be better ones", file=sys.stderr)
    return outcome
