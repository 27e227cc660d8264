"""`tilewright solve`: find one, some or all solutions of a puzzle."""

import shlex
import sys
import time
from typing import Annotated, Any

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending
from tilewright.cli.colour import Paper
from tilewright.cli.options import Invocation, SearchChoice, common, expert, output, print_choice
from tilewright.cli.puzzles import STDIN, any_puzzle
from tilewright.cli.reasons import chosen, print_reason, reason_entry
from tilewright.cli.solutions import (
    Answer,
    JsonSolutions,
    Sheet,
    answer_to,
    hand_on,
    print_ending,
    statistics,
)
from tilewright.cli.terminal import Progress, on_signal
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.solutions import Ranking, check_solution
from tilewright.solving import PuzzleSearch

UpTo = Annotated[
    str | None,
    common(
        help="Solutions that only a 'symmetry' tells apart are printed once (the default); or "
        "those that only a 'rotation' does; or 'nothing': print all copies."
    ),
]
Trace = Annotated[
    bool,
    expert(
        "--trace",
        help="Print each placement as it is tried (+) and taken back (-).  With --render, draw "
        "the steps: FILE is a film, .gif or .webp, or a sheet, .svg, .png or .pdf.",
    ),
]
Sort = Annotated[
    str | None,
    output(
        metavar="ORDER",
        help="'symmetry': search everything, then print the N solutions that look most like "
        "their mirror images, each turned so that it does.  hsym is the number of edges "
        "between pieces that are such edges in the left-right mirror image, too; vsym the same "
        "for top and bottom.",
    ),
]
Stats = Annotated[bool, output("--stats", help="Sizes and times, at the end.")]


def solve(
    puzzle: options.Puzzle,
    find_all: options.FindAll = False,
    max_solutions: options.MaxSolutions = None,
    up_to: UpTo = None,
    trace: Trace = False,
    sort: Sort = None,
    stats: Stats = False,
    render: options.Render = None,
    colour: options.Colour = "auto",
    *,
    choice: SearchChoice,
) -> int:
    """Find one, some or all solutions of a puzzle, one of each class of symmetric ones.

    Each solution is checked against the puzzle by code that has no part in the search.  With --run
    all solutions are searched for and stored in a file, not printed; `tilewright runs verify`
    checks them, `tilewright runs export` writes them out.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before the answer was
    complete, 130 interrupted.
    """
    began = time.monotonic()
    if trace and up_to not in (None, "nothing"):
        raise OptionError(f"--trace shows the whole search, not one up to {up_to}")
    invocation = Invocation.of(
        "solve",
        any_puzzle(puzzle),
        choice,
        began=began,
        paper=Paper.of(colour),
        find_all=find_all,
        max_solutions=max_solutions,
        up_to=up_to or ("nothing" if trace else "symmetry"),
        trace=trace,
        sort=sort,
        stats=stats,
        render=render,
    )
    if invocation.run is not None:
        from tilewright.cli.runs import answer_run  # brings a database along

        return answer_run(invocation)
    polygons = invocation.polygons
    if trace:
        from tilewright.cli.trace import trace_polygons, trace_search  # brings pictures along

        return trace_polygons(invocation, polygons) if polygons else trace_search(invocation)
    if polygons is not None:
        from tilewright.cli.polygons import solve_polygons  # brings exact arithmetic along

        return solve_polygons(invocation, polygons)
    return _solve(invocation)


def _solve(invocation: Invocation) -> int:
    puzzle = invocation.puzzle.on_lattice
    sheet, encoding = Sheet(invocation.render, puzzle), encode(puzzle)
    how: dict[str, Any] = {"verify": True, "max_solutions": invocation.wanted}
    if invocation.sort:
        how = {"max_solutions": None}
    searching = PuzzleSearch(
        encoding, invocation.require or (), up_to=invocation.up_to, **invocation.how, **how
    )
    ranking = None
    if invocation.sort:
        up_to = invocation.up_to if searching.kept else "nothing"  # turned, it may lack something
        ranking = Ranking(encoding, invocation.wanted, up_to=up_to)
    print_choice(invocation, lambda: chosen(searching))
    answer, clock = answer_to(invocation, invocation.engine), Clock(invocation.began)
    if ranking:
        ending = _rank(searching, ranking, answer, sheet, clock, quiet=invocation.quiet)
    else:
        interrupted = hand_on(searching, answer, sheet, clock, quiet=invocation.quiet)
        done = searching.finished or answer.number == invocation.wanted
        ending = Ending(clock, answer.number, interrupted, done=done, search=searching)
    stats = None
    if invocation.stats:
        stats = statistics(encoding.placements, searching.counters, clock)
    if isinstance(answer, JsonSolutions):
        tail = {"found": ending.found, **ending.entry(), "branches": searching.counters.branches}
        tail |= {"scores": answer.scores} if answer.scores else {}
        tail |= reason_entry(searching.refutation)
        answer.close(tail | ({"stats": stats} if stats else {}))
    else:
        print_ending(ending, invocation.up_to, stats)
        print_reason(searching.refutation)
    sys.stdout.flush()
    asked = invocation.puzzle.asked
    hint = not (invocation.require or invocation.json or invocation.quiet or asked == STDIN)
    if hint and ending.complete and not ending.found and not searching.refutation:
        print(f"note: `tilewright explain {shlex.quote(asked)}` says why", file=sys.stderr)
    sheet.save()  # which may go wrong
    return ending.status


def _rank(
    searching: PuzzleSearch,
    ranking: Ranking,
    answer: Answer,
    sheet: Sheet,
    clock: Clock,
    *,
    quiet: bool,
) -> Ending:
    """Search everything, then hand on the most symmetric, with their scores; those are checked."""
    with Progress(quiet=quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for solution in batch:
                clock.found_one()
                ranking.add(solution)
            progress.show(searching, ranking.taken)
    for scores, solution in ranking.best():
        check_solution(solution.puzzle, solution)
        answer.add(solution, scores)
        sheet.add(solution, str(scores))
    done = searching.finished
    ending = Ending(clock, ranking.taken, interrupted, done=done, search=searching)
    if ending.stopped_by and ranking.taken:
        print("best so far: there may be better ones", file=sys.stderr)
    return ending
