"""`make bench`: Tilewright beside other solvers, and the targets of the project.

Nothing is written but build/peers and the files given with --page and --json.  Seconds never make
it fail; a wrong number of solutions does.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import budget
import growth
import startup
import threads
from machine import describe_machine
from memory import measure_memory
from page import machine_lines, page, section, time_section
from placements import measure_placements, placement_targets
from process import BenchmarkError
from solvers import our_engines, peers
from targets import Target, memory_targets, noise, speed_targets
from turns import FULL, QUICK, Effort, compare

Part = tuple[str, dict[str, Any]]  # for the page, and for the record


def speed_part(effort: Effort) -> Part:
    """The table of times, and what follows from it."""
    others, left_out = peers()
    for name, reason in left_out.items():
        print(f"{name} is left out: {reason}", file=sys.stderr)
    engines = [solver.name for solver in our_engines(("links", "bits", "frontier"))]
    results = compare(others, effort)
    factor, targets = noise(results), speed_targets(results)
    text = time_section(results, engines, [solver.name for solver in others], factor)
    record = {
        "left_out": left_out,
        "noise": factor,
        "rows": [
            {"title": row.title, "bar": row.bar, "answers": answers}
            for row, answers in results.items()
        ],
    }
    return f"{text}\n\n{section('Targets', '', '', targets)}", {**record, **_record(targets)}


def thread_part(_effort: Effort) -> Part:
    """Two threads against one."""
    figures = threads.measure_threads()
    targets = threads.thread_targets(figures)
    about = (
        "Wall seconds. The last column is what the machine has to give: the "
        "search on one thread, as two programs at once."
    )
    text = section("Two threads", about, threads.thread_table(figures), targets)
    return text, {"figures": figures, **_record(targets)}


def startup_part(effort: Effort) -> Part:
    """How long it takes to begin."""
    figures = startup.measure_startup(effort.rounds + 2)
    targets = startup.startup_targets(figures)
    about = "Whole processes, medians."
    text = section("Start-up", about, startup.startup_table(figures), targets)
    return text, {"figures": figures, **_record(targets)}


def growth_part(effort: Effort) -> Part:
    """Whether a node takes as long on large boards."""
    figures = growth.measure_growth(min(effort.rounds, 3))
    targets = growth.growth_targets(figures)
    about = "L-tetrominoes on squares of 64 to 484 cells, a million nodes of each search."
    text = section("Growth", about, growth.growth_table(figures), targets)
    return text, {"figures": figures, **_record(targets)}


def space_part(_effort: Effort) -> Part:
    """Large problems, long lists, and many placements."""
    memory, placements = measure_memory(), measure_placements()
    targets = [*memory_targets(memory), *placement_targets(placements)]
    text = section("Large problems", "", "", targets)
    return text, {"figures": {**memory, **placements}, **_record(targets)}


def budget_part(effort: Effort) -> Part:
    """Whether a count keeps to the memory that it was given."""
    cases = (budget.SMALL,) if effort is QUICK else (budget.SMALL, budget.LARGE)
    figures = budget.measure_budgets(cases)
    targets = budget.budget_targets(figures)
    about = "Whole processes: `tilewright count` by engine `frontier` on two threads."
    text = section("Memory that a count was given", about, budget.budget_table(figures), targets)
    record = {case.puzzle: taken for case, taken in figures.items()}
    return text, {"figures": record, **_record(targets)}


PARTS: dict[str, Callable[[Effort], Part]] = {
    "speed": speed_part,
    "threads": thread_part,
    "startup": startup_part,
    "growth": growth_part,
    "space": space_part,
    "budget": budget_part,
}


def _record(targets: list[Target]) -> dict[str, Any]:
    return {"targets": [asdict(target) for target in targets]}


def main() -> int:
    """Run what the command line asks for; the exit status is 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; or all")
    parser.add_argument("--quick", action="store_true", help="once, and with little patience")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the page to FILE")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all numbers to FILE")
    chosen = parser.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}: expected some of {', '.join(PARTS)}")

    effort = QUICK if chosen.quick else FULL
    machine = describe_machine()
    lines = machine_lines(machine, "quick" if chosen.quick else "full")
    print(lines, flush=True)
    record: dict[str, Any] = {"machine": machine}
    sections = []
    try:
        for name, measure in PARTS.items():
            if chosen.parts and name not in chosen.parts:
                continue
            print(f"measuring {name} …", file=sys.stderr)
            text, record[name] = measure(effort)
            print(f"\n{text}", flush=True)
            sections.append(text)
    except BenchmarkError as error:
        print(error, file=sys.stderr)
        return 1
    if chosen.page:
        chosen.page.write_text(page(lines, sections), "utf-8")
    if chosen.json:
        chosen.json.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
