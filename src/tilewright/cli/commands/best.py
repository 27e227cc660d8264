"""`tilewright best`: the best that can be done with a puzzle."""

import sys
from typing import Annotated

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending, amount, picked, print_json
from tilewright.cli.colour import Paper
from tilewright.cli.options import common
from tilewright.cli.puzzles import NamedPuzzle, about, given
from tilewright.cli.solutions import Sheet, TextSolutions
from tilewright.cli.terminal import Progress, best_so_far, on_signal
from tilewright.engines import BEST_ENGINES, OptionError
from tilewright.solutions import placed_entry
from tilewright.solving import BestSolutions
from tilewright.solving import best as find_best


def best(
    puzzle: options.Puzzle,
    aim: Annotated[
        str,
        common(
            help="'coverage': cover as many cells as can be, with each piece at most as often as "
            "its count says; 'fewest': a solution with as few pieces as can be; 'cheapest': one "
            "whose pieces cost least."
        ),
    ] = "coverage",
    max_solutions: Annotated[
        int, common(min=1, metavar="N", help="Print the N best solutions.")
    ] = 1,
    cost: Annotated[
        list[str] | None,
        common(metavar="PIECE=N", help="Aim cheapest: what a piece costs; default: 1."),
    ] = None,
    up_to: options.UpTo = "symmetry",
    engine: Annotated[str, options.search(help=f"One of {', '.join(BEST_ENGINES)}.")] = "auto",
    seed: options.Seed = None,
    render: options.Render = None,
    max_nodes: options.MaxNodes = None,
    max_seconds: options.MaxSeconds = None,
    colour: options.Colour = "auto",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Cover as much as can be, or find the solution with fewest pieces or of least cost.

    Exit status: 0 the best, and proved to be; 1 no solution, 2 bad input, 3 stopped by a limit
    before that was proved, 130 interrupted.
    """
    clock, paper = Clock(), Paper.of(colour)
    found = given(puzzle)
    sheet = Sheet(render, found.on_lattice)
    unit = "cells empty" if aim == "coverage" else "cost"
    with Progress(quiet=quiet) as progress, on_signal() as interrupted:
        answer = find_best(
            found.on_lattice,
            aim,
            max_solutions,
            costs=_costs(cost or []),
            up_to=up_to,
            engine=engine,
            seed=seed,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            **best_so_far(progress, unit, interrupted),
        )
    ending = Ending(clock, len(answer.solutions), interrupted, done=answer.proved)
    for words in answer.dropped:
        print(f"note: {words}", file=sys.stderr)
    if json:
        print_json(_entry(found, answer, up_to, ending))
    else:
        _print(answer, paper, ending)
    sys.stdout.flush()
    for paid, solution in answer.solutions:
        sheet.add(solution, answer.reached(paid) if max_solutions > 1 else "")
    sheet.save()
    return ending.status


def _costs(given_costs: list[str]) -> dict[str, int]:
    """What --cost says, each time it is given."""
    costs: dict[str, int] = {}
    for text in given_costs:
        name, _, number = text.rpartition("=")
        if not name or not number.strip().isdecimal():
            raise OptionError(f"--cost {text}: expected a piece and a whole number, such as L=3")
        if name in costs:
            raise OptionError(f"--cost names {name!r} twice")
        costs[name] = int(number)
    return costs


def _print(answer: BestSolutions, paper: Paper, ending: Ending) -> None:
    text = TextSolutions(paper)
    for cost, solution in answer.solutions:
        left = answer.left_over(solution) if answer.aim == "coverage" else {}
        names = [name if number == 1 else f"{name} ×{number:,}" for name, number in left.items()]
        below = [f"left over: {', '.join(names)}"] if names else []
        text.add(solution, answer.reached(cost), *below)
    work = f"{amount(answer.counters.nodes, 'node')}, {ending.seconds:.2f} s"
    print(f"{answer}; engine {answer.engine}, {work}")
    if ending.stopped_by:
        print(f"stopped by {ending.stopped_by}: it is not proved that nothing is better")


def _entry(
    found: NamedPuzzle, answer: BestSolutions, up_to: str, ending: Ending
) -> dict[str, object]:
    solutions = []
    for cost, solution in answer.solutions:
        covered = {cell for one in solution.placed for cell in one.cells}
        solutions.append(
            {
                "cost": cost,
                "placed": list(map(placed_entry, solution.placed)),
                "empty": [c for c in answer.puzzle.board.cells if c not in covered],
                "left_over": answer.left_over(solution),
            }
        )
    return {
        "puzzle": about(found),
        "task": "best",
        "aim": answer.aim,
        "up_to": up_to,
        "engine": answer.engine,
        "solutions": solutions,
        "found": len(solutions),
        **picked(answer, "cells", "bound", "proved"),
        "stopped_by": ending.stopped_by,
        "dropped": answer.dropped,
        "nodes": answer.counters.nodes,
        "seconds": round(ending.seconds, 6),
    }
