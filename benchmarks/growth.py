"""Does a node take as long on a large board as on a small one?

The boards are squares to be filled with L-tetrominoes, searched to the same number of nodes.  Run
as a script with an engine and a side, this is the fresh process that measures it: it prints one
JSON line.
"""

import json
import sys
import time
from statistics import median

from process import run
from tables import markdown
from targets import Target

import tilewright as tw

__all__ = ["ENGINES", "growth_table", "growth_targets", "measure_growth"]

ENGINES = ("links", "bits")
_SIDES = (8, 12, 16, 22)  # 64 to 484 items; an L covers four cells
_NODES = 1_000_000
_FLAT = 1.5  # the largest board may take so many times as long per node

Figures = dict[str, dict[str, float]]  # per engine, per items: nanoseconds per node


def measure_growth(rounds: int) -> Figures:
    """Nanoseconds of CPU time per node, for each engine and board; medians."""
    return {
        engine: {
            str(side * side): median(_once(engine, side) for _ in range(rounds)) for side in _SIDES
        }
        for engine in ENGINES
    }


def growth_table(figures: Figures) -> str:
    """One line for each engine."""
    table = [["ns per node", *(f"{side * side} items" for side in _SIDES), "last ÷ first"]]
    for engine, f in figures.items():
        times = [f[str(side * side)] for side in _SIDES]
        table.append([engine, *(f"{t:.0f}" for t in times), f"{times[-1] / times[0]:.2f}"])
    return markdown(table)


def growth_targets(figures: Figures) -> list[Target]:
    """Whether the time per node stays about the same."""
    targets = []
    for engine, f in figures.items():
        times = list(f.values())
        targets.append(
            Target(
                f"{engine}: a node with 484 items takes at most {_FLAT:g} × as long as with 64",
                f"{times[-1] / times[0]:.2f} ×",
                times[-1] <= _FLAT * times[0],
            )
        )
    return targets


def _once(engine: str, side: int) -> float:
    command = [sys.executable, __file__, engine, str(side)]
    return float(json.loads(run(f"{engine} on {side}×{side} failed", command)))


def _measure(engine: str, side: int) -> float:
    piece = tw.Piece("L", ((0, 0), (1, 0), (2, 0), (2, 1)), tw.puzzle.Count(0, None))
    puzzle = tw.Puzzle(tw.lattice("square"), tw.Board(tw.box(side, side)), (piece,))
    problem = tw.encoding.encode(puzzle).problem
    search = tw.engines.search(problem, engine=engine, collect=False, max_nodes=_NODES)
    began = time.process_time()
    nodes = search.run().nodes
    return 1e9 * (time.process_time() - began) / nodes


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1], int(sys.argv[2]))))
