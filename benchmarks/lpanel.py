"""L-Panel boards of all sizes: how long one solution takes, in CPU seconds.

    python benchmarks/lpanel.py [--sizes 10,40,100] [--seeds 3] [--engines auto,cpsat]

Boards are made in four ways, so that each can be solved.  Ls are put down, row by row (rows) or
wherever there is room (spread), and what they leave is black; then some of them are taken away
again (a fifth: holes; two fifths: sieve), which makes their places black, too.
"""

import argparse
import random
import time
from dataclasses import replace

import tilewright as tw

WAYS = {"rows": (False, 0.0), "spread": (True, 0.0), "holes": (False, 0.2), "sieve": (False, 0.4)}
PATIENCE = 300.0

Cell = tuple[int, int]


def forms() -> list[tuple[Cell, ...]]:
    """The L in its eight orientations, each of its cells at the origin in turn."""
    ell = ((0, 0), (0, 1), (0, 2), (1, 2))
    turned = [
        tuple((a * flip * x + b * y, c * flip * x + d * y) for x, y in ell)
        for flip in (1, -1)
        for a, b, c, d in ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
    ]
    return [tuple((x - u, y - v) for x, y in form) for form in turned for u, v in form]


def white_cells(size: int, seed: int, *, spread: bool, holes: float) -> list[Cell]:
    """The white cells of a board that can be solved."""
    dice = random.Random(seed)
    cells = [(x, y) for y in range(size) for x in range(size)]
    free = set(cells)
    if spread:
        dice.shuffle(cells)
    white: list[Cell] = []
    for x, y in cells:
        places = [{(x + a, y + b) for a, b in form} for form in forms()]
        possible = [place for place in places if place <= free]
        if possible:
            place = dice.choice(possible)
            free -= place
            if dice.random() >= holes:
                white += place
    return sorted(white)


def board(size: int, seed: int, way: str) -> tw.ExactCover:
    """The exact cover problem of a board."""
    spread, holes = WAYS[way]
    cells = white_cells(size, seed, spread=spread, holes=holes)
    puzzle = tw.make_puzzle("square", cells, {"L": "###\n#.."})
    return tw.encoding.encode(replace(puzzle, pieces=(puzzle.pieces[0].times("any"),))).problem


def seconds(problem: tw.ExactCover, engine: str) -> tuple[float, bool]:
    """CPU seconds for one solution, and whether there was one in time."""
    began = time.process_time()
    found = list(
        tw.solve(problem, max_solutions=1, engine=engine, verify=True, max_seconds=PATIENCE)
    )
    return time.process_time() - began, bool(found)


def main() -> None:
    """Measure, and print a line for each board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", default="10,40,100")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--engines", default="auto,cpsat")
    parser.add_argument("--ways", default=",".join(WAYS))
    given = parser.parse_args()
    seconds(board(4, 1, "rows"), "cpsat")  # so that OR-Tools is loaded
    print("| board | way | seed | white cells |", *given.engines.split(","), sep=" | ")
    for size in map(int, given.sizes.split(",")):
        for way in given.ways.split(","):
            for seed in range(1, given.seeds + 1):
                problem = board(size, seed, way)
                row = [f"{size}×{size}", way, str(seed), str(problem.primary)]
                for engine in given.engines.split(","):
                    took, found = seconds(problem, engine)
                    row.append(f"{took:.3f}" if found else f"none in {took:.0f}")
                print("|", " | ".join(row), "|", flush=True)


if __name__ == "__main__":
    main()
