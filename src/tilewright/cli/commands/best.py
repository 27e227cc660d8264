"""`tilewright best`: the best that can be done with a puzzle."""

import json as json_text
import sys
import time
from typing import Annotated

import typer

from tilewright.cli.answers import StoppedBy, amount, status_of, why_stopped
from tilewright.cli.colour import Colour, Paper
from tilewright.cli.options import Json, MaxNodes, MaxSeconds, Puzzle, Quiet, Render, Seed
from tilewright.cli.puzzles import Given, about, given
from tilewright.cli.solutions import Sheet, drawing
from tilewright.cli.terminal import BestProgress, on_signal
from tilewright.engines import BEST_ENGINES, OptionError
from tilewright.solutions import Solution, placed_entry
from tilewright.solving import BestSolutions
from tilewright.solving import best as find_best


def best(
    puzzle: Puzzle,
    aim: Annotated[
        str,
        typer.Option(
            help="'coverage': cover as many cells as can be, with each piece at most as often as "
            "its count says; 'fewest': a solution with as few pieces as can be; 'cheapest': one "
            "whose pieces cost least."
        ),
    ] = "coverage",
    max_solutions: Annotated[int, typer.Option(min=1, help="Print the N best solutions.")] = 1,
    cost: Annotated[
        list[str] | None,
        typer.Option(metavar="PIECE=N", help="Aim cheapest: what a piece costs; 1 unless told."),
    ] = None,
    up_to: Annotated[
        str,
        typer.Option(
            help="Solutions that only a 'symmetry' tells apart are printed once; or those that "
            "only a 'rotation' does; or 'nothing': print all copies."
        ),
    ] = "symmetry",
    engine: Annotated[str, typer.Option(help=f"One of {', '.join(BEST_ENGINES)}.")] = "auto",
    seed: Seed = None,
    render: Render = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    colour: Colour = "auto",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Cover as much as can be, or find the solution with fewest pieces or of least cost.

    Exit status: 0 the best, and proved to be; 1 no solution, 2 bad input, 3 stopped by a limit
    before that was proved, 130 interrupted.
    """
    began = time.monotonic()
    paper = Paper.of(colour)
    found = given(puzzle).on_lattice()
    sheet = Sheet(render, found.puzzle)
    unit = "cells empty" if aim == "coverage" else "cost"
    with BestProgress(unit, quiet=quiet) as progress, on_signal(progress.stop) as interrupted:
        answer = find_best(
            found.puzzle,
            aim,
            max_solutions,
            costs=_costs(cost or []),
            up_to=up_to,
            engine=engine,
            seed=seed,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            keep_going=progress.keep_going,
            progress=progress.tell,
        )
    stopped_by = why_stopped(done=answer.proved, interrupted=bool(interrupted))
    seconds = time.monotonic() - began
    for words in answer.dropped:
        print(f"note: {words}", file=sys.stderr)
    if json:
        _print_json(found, answer, up_to, stopped_by, seconds)
    else:
        _print_text(answer, paper, stopped_by, seconds)
    sys.stdout.flush()
    for paid, solution in answer.solutions:
        sheet.add(solution, answer.reached(paid) if max_solutions > 1 else "")
    sheet.save()
    return status_of(len(answer.solutions), stopped_by)


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


def _print_text(answer: BestSolutions, paper: Paper, stopped_by: StoppedBy, seconds: float) -> None:
    for number, (cost, solution) in enumerate(answer.solutions, 1):
        head = f"solution {number}: {answer.reached(cost)}"
        print(head, drawing(solution, paper), *_left_over(answer, solution), sep="\n", end="\n\n")
    print(f"{answer}; engine {answer.engine}, {amount(answer.counters.nodes, 'node')}, ", end="")
    print(f"{seconds:.2f} s")
    if stopped_by:
        print(f"stopped by {stopped_by}: it is not proved that nothing is better")


def _left_over(answer: BestSolutions, solution: Solution) -> list[str]:
    """A line with the pieces that are not used, if all should be."""
    left = answer.left_over(solution) if answer.aim == "coverage" else {}
    names = [name if number == 1 else f"{name} ×{number:,}" for name, number in left.items()]
    return [f"left over: {', '.join(names)}"] if names else []


def _print_json(
    found: Given,
    answer: BestSolutions,
    up_to: str,
    stopped_by: StoppedBy,
    seconds: float,
) -> None:
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
    value = {
        "puzzle": about(found),
        "task": "best",
        "aim": answer.aim,
        "up_to": up_to,
        "engine": answer.engine,
        "solutions": solutions,
        "found": len(solutions),
        "cells": answer.cells,
        "bound": answer.bound,
        "proved": answer.proved,
        "stopped_by": stopped_by,
        "dropped": list(answer.dropped),
        "nodes": answer.counters.nodes,
        "seconds": round(seconds, 6),
    }
    print(json_text.dumps(value))
