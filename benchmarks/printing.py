"""CPU time for solids of all pieces of a puzzle: `python benchmarks/printing.py`."""

import time
from statistics import median

from tables import markdown

import tilewright as tw
from tilewright.render.printing import PrintOptions, printed_pieces

PUZZLES = {
    "bedlam": 12.0,
    "soma": 12.0,
    "hex-prisms": 12.0,
    "spheres-801": 12.0,
    "discs-12": 10.0,
    "pentominoes-6x10": 12.0,
    "tangram-cat": None,
    "tetrasticks-aztec": 12.0,
}
ROUNDS = 3


def main() -> None:
    rows = [["all pieces of", "pieces", "plain", "chamfer 0.4", "rounding 0.6"]]
    for name, cell in PUZZLES.items():
        puzzle = tw.load(name)
        row = [f"`{name}`", str(len(puzzle.pieces))]
        for edge in ({}, {"chamfer": 0.4}, {"rounding": 0.6}):
            if edge and name.startswith("spheres"):
                row.append("")
                continue
            options = PrintOptions(cell=cell, clearance=0.15, **edge)
            row.append(f"{median(_seconds(puzzle, options) for _ in range(ROUNDS)):.2f}")
        rows.append(row)
    print(markdown(rows))


def _seconds(puzzle: tw.Puzzle, options: PrintOptions) -> float:
    start = time.process_time()
    printed_pieces(puzzle, options)
    return time.process_time() - start


if __name__ == "__main__":
    main()
