"""How much faster two threads are than one, on runs of more than five seconds.

Run as a script with a case and a number of threads, this is the fresh process that measures it:
it prints one JSON line.  Beside it stands what the machine has to give: the same search twice, as
two programs at once.
"""

import json
import subprocess
import sys
import time
from dataclasses import dataclass

from process import BenchmarkError, run
from tables import markdown
from targets import Target

import tilewright as tw

__all__ = ["measure_threads", "thread_table", "thread_targets"]

_WANTED = 1.8


@dataclass(frozen=True)
class Case:
    """All solutions of a puzzle with one piece at the first few of its places, by one engine."""

    title: str
    puzzle: str
    engine: str
    piece: str
    places: int
    solutions: int


CASES = (
    Case("5×4×3, X at 6 places", "pentominoes-5x4x3", "links", "X", 6, 4496),
    Case("Bedlam, B at 3 places", "bedlam", "bits", "B", 3, 47_595),
)

Figures = dict[str, float]


def measure_threads() -> dict[str, Figures]:
    """Wall seconds of one thread, two threads, and two programs at once."""
    return {f"{case.title} ({case.engine})": _take(n) for n, case in enumerate(CASES)}


def _take(case: int) -> Figures:
    purpose = f"{CASES[case].title} failed"
    one, two = (
        json.loads(run(purpose, [sys.executable, __file__, str(case), threads]))
        for threads in ("1", "2")
    )
    return {
        "one": one["wall"],
        "two": two["wall"],
        "cpu_one": one["cpu"],
        "cpu_two": two["cpu"],
        "both": _both(case),
    }


def _both(case: int) -> float:
    """Wall seconds of the slower of two programs that do the same search at once."""
    command = [sys.executable, __file__, str(case), "1"]
    programs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [program.communicate()[0] for program in programs]
    if any(program.returncode for program in programs):
        raise BenchmarkError(f"{CASES[case].title} failed, twice at once")
    return max(json.loads(output)["wall"] for output in outputs)


def thread_table(figures: dict[str, Figures]) -> str:
    """Wall seconds, and how much faster two are than one."""
    head = ["run", "wall, 1 thread", "wall, 2 threads", "CPU, 1 thread", "CPU, 2 threads"]
    table = [[*head, "2 threads faster by", "2 programs at once"]]
    for name, f in figures.items():
        times = [f"{f[field]:.2f}" for field in ("one", "two", "cpu_one", "cpu_two")]
        gains = [f"{f['one'] / f['two']:.2f} ×", f"{2 * f['one'] / f['both']:.2f} ×"]
        table.append([name, *times, *gains])
    return markdown(table)


def thread_targets(figures: dict[str, Figures]) -> list[Target]:
    """Whether two threads are as much faster as wanted."""
    return [
        Target(
            f"two threads are at least {_WANTED} × as fast as one: {name}",
            f"{f['one'] / f['two']:.2f} × (two programs at once: {2 * f['one'] / f['both']:.2f} ×)",
            f["one"] / f["two"] >= _WANTED,
        )
        for name, f in figures.items()
    ]


def _measure(case: Case, threads: int) -> Figures:
    problem = tw.encoding.encode(tw.load(case.puzzle)).problem
    piece = problem.item_numbers[case.piece]
    starts = problem.starts.tolist()
    placements = [
        option
        for option in range(problem.option_count)
        if piece in problem.entries[starts[option] : starts[option + 1]]
    ]
    start = tw.cover.Subtree((), tuple(placements[case.places :]))
    wall, cpu = time.perf_counter(), time.process_time()
    found = tw.engines.search(
        problem, start=start, engine=case.engine, threads=threads, collect=False
    ).run()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if found.solutions != case.solutions:
        raise SystemExit(f"found {found.solutions} solutions, expected {case.solutions}")
    return {"wall": wall, "cpu": cpu}


if __name__ == "__main__":
    print(json.dumps(_measure(CASES[int(sys.argv[1])], int(sys.argv[2]))))
