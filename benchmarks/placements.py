"""How long it takes to find all placements of a puzzle's pieces, and how much memory.

Run as a script with the name of a measurement, this is the fresh process that measures it: it
prints one JSON line.
"""

import json
import sys
import time
from collections.abc import Callable

from memory import Figures
from process import run
from targets import Target
from workers.held import megabytes

import tilewright as tw
from tilewright.placements import place

__all__ = ["measure_placements", "placement_targets"]

_SIDE = 105
_ROUNDS = 7


def _hook() -> tw.Puzzle:
    """A piece of twenty cells, bent twice, anywhere in a large cube."""
    cells = [(x, 0, 0) for x in range(8)]
    cells += [(7, y, 0) for y in range(1, 7)] + [(7, 6, z) for z in range(1, 7)]
    board = tw.Board(tw.box(_SIDE, _SIDE, _SIDE))
    piece = tw.Piece("hook", tuple(cells), tw.puzzle.Count(0, None))
    return tw.Puzzle(tw.lattice("cube"), board, (piece,))


# Name: the puzzle, its placements, seconds wanted, megabytes wanted.
MEASUREMENTS: dict[str, tuple[Callable[[], tw.Puzzle], int, float, float]] = {
    "pentominoes-5x4x3": (lambda: tw.load("pentominoes-5x4x3"), 2440, 0.020, 200),
    "bedlam": (lambda: tw.load("bedlam"), 4188, 0.030, 200),
    "hook of 20 cells in 105×105×105": (_hook, 24 * 98 * 99 * 99, 10, 1000),
}


def measure_placements() -> dict[str, Figures]:
    """Seconds and megabytes of each measurement, each in a fresh process."""
    return {
        name: json.loads(run(f"{name} failed", [sys.executable, __file__, name]))
        for name in MEASUREMENTS
    }


def placement_targets(figures: dict[str, Figures]) -> list[Target]:
    """Whether the targets are met."""
    targets = []
    for name, (_, placements, seconds, space) in MEASUREMENTS.items():
        found = figures[name]
        targets.append(
            Target(
                f"{placements:,} placements of {name} in less than {seconds:g} s and {space:g} MB",
                f"{found['seconds']:.4f} s, peak {found['peak_mb']:.0f} MB",
                found["seconds"] < seconds and found["peak_mb"] < space,
            )
        )
    return targets


def _measure(name: str) -> Figures:
    make, expected, wanted, _ = MEASUREMENTS[name]
    puzzle = make()
    times = []
    for _ in range(1 if wanted > 1 else _ROUNDS):
        began = time.process_time()
        placements = place(puzzle)
        times.append(time.process_time() - began)
    if len(placements) != expected:
        raise SystemExit(f"{name} has {len(placements)} placements, expected {expected}")
    return {"seconds": sorted(times)[len(times) // 2], "peak_mb": megabytes("VmHWM")}


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1])))
