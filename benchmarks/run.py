"""`make bench`: Tilewright beside other solvers, and the targets of the project.

Nothing is written but build/peers and the file given with --json.  Seconds never make it fail; a
wrong number of solutions does.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from machine import describe_machine
from memory import measure_memory
from placements import measure_placements, placement_targets
from problems import PROBLEMS, Problem
from process import BenchmarkError
from report import NOTES, Results, memory_targets, show_targets, speed_targets, table
from solvers import Answer, Solver, run_solver, solvers


def compare(usable: list[Solver], rounds: int) -> Results:
    """Have the solvers take turns at every problem."""
    results: dict[Problem, dict[str, list[Answer]]] = {
        problem: {solver.name: [] for solver in usable} for problem in PROBLEMS
    }
    jobs = {problem: problem.job() for problem in PROBLEMS}
    for number in range(1, rounds + 1):
        for problem, job in jobs.items():
            print(f"round {number} of {rounds}: {problem.title}", file=sys.stderr)
            for solver in usable:
                results[problem][solver.name].append(run_solver(solver, problem, job))
    return results


def speed_part(rounds: int) -> dict[str, Any]:
    """Compare, print the table and the targets of speed, and return the raw numbers."""
    usable, left_out = solvers()
    for name, reason in left_out.items():
        print(f"{name} is left out: {reason}")
    results = compare(usable, rounds)
    targets = speed_targets(results)
    print(f"\n{table(results, [solver.name for solver in usable])}\n\n{NOTES}")
    print(show_targets(targets), flush=True)
    return {
        "rounds": rounds,
        "left_out": left_out,
        "problems": [
            {
                "title": problem.title,
                "mode": problem.mode,
                "engine": problem.engine,
                "solutions": sum(problem.solutions),
                "answers": answers,
            }
            for problem, answers in results.items()
        ],
        "targets": [asdict(target) for target in targets],
    }


def memory_part() -> dict[str, Any]:
    """Measure, print the targets of memory, and return the raw numbers."""
    print("measuring memory …", file=sys.stderr)
    figures = measure_memory()
    targets = memory_targets(figures)
    print(show_targets(targets))
    return {"figures": figures, "targets": [asdict(target) for target in targets]}


def placements_part() -> dict[str, Any]:
    """Measure how fast placements are found, print the targets, and return the raw numbers."""
    figures = measure_placements()
    targets = placement_targets(figures)
    print(show_targets(targets))
    return {"figures": figures, "targets": [asdict(target) for target in targets]}


def main() -> int:
    """Run what the command line asks for; the exit status is 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="turns of each solver")
    parser.add_argument("--memory", action="store_true", help="only memory and placements")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    chosen = parser.parse_args()
    if chosen.rounds < 1:
        parser.error(f"--rounds is {chosen.rounds}: expected 1 or more")

    machine = describe_machine()
    print(", ".join(f"{key} {value}" for key, value in machine.items() if value), flush=True)
    record: dict[str, Any] = {"machine": machine}
    try:
        if not chosen.memory:
            record["speed"] = speed_part(chosen.rounds)
        record["memory"] = memory_part()
        record["placements"] = placements_part()
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 1
    if chosen.json:
        chosen.json.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
