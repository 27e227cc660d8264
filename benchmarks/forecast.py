"""What the progress of runs said on the way, and what came true: python benchmarks/forecast.py

Prints a table for docs/explanation/progress.md.  Each run is done once, by two threads, and asked
for a prospect four times a second; shown are the prospects nearest to 2, 10 and 50 % of the nodes.
"""

import sys
import tempfile
import time
from pathlib import Path

import tilewright as tw
from tilewright.runs import Executor, Forecast, ThreadWorkers, create_run

PUZZLES = [
    ("bedlam", "links"),
    ("hexiamond-hexagon", "bits"),
    ("y-15x15", "bits"),
    ("pentominoes-5x4x3", "links"),
    ("dudeney", "links"),
]
EVERY, EFFORT = 0.25, 0.01
MARKS = (0.02, 0.1, 0.5)


def observe(name, engine, folder):
    """The prospects of a run, each with the seconds that had passed; then the whole."""
    seen = []
    with create_run(folder / f"{name}.run", tw.load(name), engine=engine) as run:
        workers = ThreadWorkers(run.plan.stages, 2)
        executor, forecast = Executor(run, workers), Forecast(run)
        began = last = time.monotonic()

        def look():
            nonlocal last
            if time.monotonic() - last >= EVERY:
                jobs = [*executor.at_work.values(), *run.open]
                prospect = forecast.refine(jobs, EFFORT)
                last = time.monotonic()
                if not prospect.early:
                    seen.append((last - began, prospect))

        executor.drive(progress=look)
        workers.close()
        return seen, run.counters.nodes, time.monotonic() - began


def main():
    print("| puzzle, engine | real share | said | time left, real | said |")
    print("|---|---|---|---|---|")
    wanted = sys.argv[1:]
    for name, engine in PUZZLES:
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            seen, nodes, seconds = observe(name, engine, Path(folder))
        for mark in MARKS:
            at, prospect = min(seen, key=lambda one: abs(one[1].done / nodes - mark))
            left, spread = prospect.seconds / 2, prospect.spread
            low, high = prospect.fraction_explored_low, prospect.fraction_explored_high
            inside = low <= prospect.done / nodes <= high
            print(
                f"| {name}, {engine} | {100 * prospect.done / nodes:.1f} % "
                f"| {100 * prospect.fraction_explored:.1f} % ({100 * low:.1f} to "
                f"{100 * high:.1f}){'' if inside else ' **missed**'} "
                f"| {seconds - at:.0f} s | {left:.0f} s ({left / spread:.0f} to "
                f"{left * spread:.0f}) |"
            )
        held = sum(
            o.fraction_explored_low <= o.done / nodes <= o.fraction_explored_high for _, o in seen
        )
        print(f"<!-- {name}: {held} of {len(seen)} prospects held, {seconds:.0f} s -->", flush=True)


if __name__ == "__main__":
    main()
