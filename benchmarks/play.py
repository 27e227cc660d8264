"""Playing: CPU seconds to say whether a position can be completed, and in how many ways.

    .venv/bin/python benchmarks/play.py [--positions N] [PUZZLE ...]

Half of the positions are parts of solutions, from the empty board to the full one; in the other
half, pieces were put anywhere that is free.  The bar is for the 6×10 board after any move.  What is
on the clock is what the server does for a question, without the network; the puzzle has been read.
An answer is checked where it is known: parts of solutions can be completed.
"""

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from tables import markdown

import tilewright as tw
from tilewright.cover import ExactCover
from tilewright.encoding import Encoding
from tilewright.web.play.lattice_table import LatticeTable
from tilewright.web.play.messages import PlayedPiece
from tilewright.web.play.table import Patience

BARS = {"pentominoes-6x10": 0.3}
PUZZLES = ("pentominoes-6x10", "soma", "pentominoes-5x4x3", "bedlam", "y-15x15")
PATIENCE = 10.0
SAMPLED = 100  # solutions of which positions are parts


@dataclass(frozen=True, slots=True)
class Position:
    """Some pieces, and whether they are part of a solution (or nobody knows)."""

    placed: list[PlayedPiece]
    completable: bool


def placed(table: LatticeTable, options: list[int]) -> list[PlayedPiece]:
    """Options as a page sends them."""
    given: list[PlayedPiece] = []
    for option in options:
        name = table.free_name(option, [one.piece for one in given])
        cells, motion = table.lies(option, name)
        given.append(PlayedPiece(piece=name, cells=cells, motion=motion))
    return given


def anywhere(problem: ExactCover, rng: random.Random, number: int) -> list[int]:
    """So many options, or fewer, that do not meet."""
    free = set(range(len(problem.items)))
    chosen = []
    for option in rng.sample(range(problem.option_count), problem.option_count):
        span = slice(int(problem.starts[option]), int(problem.starts[option + 1]))
        items = set(problem.entries[span].tolist())
        if len(chosen) < number and items <= free:
            chosen.append(option)
            free -= items
    return chosen


def positions(encoding: Encoding, table: LatticeTable, number: int) -> Iterator[Position]:
    """Half of them parts of solutions, half of them pieces put anywhere."""
    rng = random.Random(0)
    covers = [
        list(cover)
        for batch in tw.engines.search(
            encoding.problem, engine="links", seed=0, max_solutions=SAMPLED, max_seconds=PATIENCE
        )
        for cover in batch
    ]
    for k in range(number):
        if k % 2 and covers:
            cover = rng.choice(covers)
            some = rng.sample(cover, k // 2 % (len(cover) + 1))
        else:
            longest = len(covers[0]) if covers else 12
            some = anywhere(encoding.problem, rng, k // 2 % (longest + 1))
        yield Position(placed(table, some), bool(k % 2 and covers))


def row(name: str, number: int) -> list[str]:
    """A line of the table."""
    puzzle = tw.load(name)
    assert isinstance(puzzle, tw.Puzzle)
    encoding = tw.encoding.encode(puzzle)
    table = LatticeTable(encoding)
    checks, hinted, unknown, yes = [], [], 0, 0
    for position in positions(encoding, table, number):
        start = time.process_time()
        said = table.check(position.placed, 1000, Patience(PATIENCE))
        checks.append(time.process_time() - start)
        if position.completable and said.state == "no":
            raise SystemExit(f"{name}: part of a solution is said to be none")
        yes += said.state == "yes"
        unknown += said.state == "thinking"
        start = time.process_time()
        table.hint(position.placed, "move", Patience(PATIENCE))
        hinted.append(time.process_time() - start)
    bar = BARS.get(name)
    met = "" if bar is None else "yes" if max(checks) <= bar else "no"
    times = [f"{x:.4f}" for x in (median(checks), max(checks), median(hinted), max(hinted))]
    return [name, str(number), str(yes), str(unknown), *times, "" if bar is None else f"{bar}", met]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("puzzles", nargs="*", default=PUZZLES)
    given = parser.parse_args()
    head = ["CPU seconds", "positions", "yes", "unknown"]
    head += ["check", "worst", "hint", "worst", "bar", "met"]
    print(markdown([head, *(row(name, given.positions) for name in given.puzzles)]))


if __name__ == "__main__":
    main()
