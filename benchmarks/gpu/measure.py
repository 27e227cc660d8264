"""Engine frontier on a GPU beside the CPU: the same counts, and how long they take.

Called by `benchmarks/gpu/run`.  Exits with 1 if a count, or a number of moves or states, differs.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cupy
import numpy as np

import tilewright as tw
from tilewright.cover import ExactCover
from tilewright.encoding import encode
from tilewright.engines import (
    Counters,
    FrontierSearch,
    FrontierTable,
    SearchOptions,
    frontier_saving,
)
from tilewright.engines.device.machine import CudaMachine
from tilewright.solving import Counting
from tilewright.symmetry import Action, break_symmetries

CPU_THREADS = 2
TIMES = 3
HOST_MEMORY = 2**34
SMALL = ("soma", "dudeney", "hexiamond-rhombus", "hexiamond-4x9", "tetrahexes-4x7", "y-15x15")
OTHERS = ("spheres-1", "happy-cube-red", "tetrasticks-welded-4x4", "checkers-6x6", "discs-12")
KEPT = ("pentominoes-6x10", "soma", "tetrahexes-4x7")


@dataclass(frozen=True, slots=True)
class Row:
    """One count: seconds on the GPU and on the CPU, and whether they agree."""

    name: str
    covers: int
    moves: int
    states: int
    gpu: float
    cpu: float | None
    same: bool

    def __str__(self) -> str:
        cpu = "" if self.cpu is None else f"{self.cpu:.3f}"
        ratio = "" if self.cpu is None else f"{self.cpu / self.gpu:.0f}"
        verdict = "same" if self.same else "DIFFERENT"
        numbers = f"{self.covers:,} | {self.moves:,} | {self.states:,}"
        return f"| {self.name} | {numbers} | {self.gpu:.4f} | {cpu} | {ratio} | {verdict} |"


HEAD = """| count | covers | moves | states | GPU, s | 2 CPU threads, s | ratio | numbers |
|---|---|---|---|---|---|---|---|"""


def count(problem: ExactCover, device: str, weights: Sequence[int] | None) -> Counters:
    options = SearchOptions(device=device, threads=CPU_THREADS, max_memory=HOST_MEMORY)
    return FrontierSearch(problem, options, collect=False, weights=weights).run()


def timed(problem: ExactCover, weights: Sequence[int] | None) -> tuple[Counters, float]:
    """The counters, and the median of some times; what comes first is for warming up."""
    seconds = []
    for _ in range(TIMES + 1):
        began = time.perf_counter()
        found = count(problem, "cuda", weights)
        seconds.append(time.perf_counter() - began)
    return found, statistics.median(seconds[1:])


def compare(
    name: str,
    problem: ExactCover,
    weights: Sequence[int] | None = None,
    *,
    known: int | None = None,
) -> Row:
    """Count on the GPU, and on the CPU if the number is not known."""
    found, gpu = timed(problem, weights)
    if known is not None:
        same = found.solutions == known
        return Row(name, found.solutions, found.nodes, found.updates, gpu, None, same)
    began = time.perf_counter()
    right = count(problem, "cpu", weights)
    cpu = time.perf_counter() - began
    same = found.solutions == right.solutions
    if frontier_saving(problem) == 1:  # else the CPU follows one of two mirror images
        done = [(c.nodes, c.updates, c.stranded) for c in (found, right)]
        same = same and done[0] == done[1]
    return Row(name, found.solutions, found.nodes, found.updates, gpu, cpu, same)


def dominoes(width: int, height: int) -> ExactCover:
    cells = [(x, y) for x in range(width) for y in range(height)]
    steps = [(0, 1), (1, 0)]
    pairs = [[(x, y), (x + a, y + b)] for x, y in cells for a, b in steps]
    return tw.cover.from_options([pair for pair in pairs if pair[1] in set(cells)])


def random_problems(number: int, seed: int) -> Iterator[ExactCover]:
    """Small problems with bounds, secondary items and colours."""
    dice = random.Random(seed)
    for _ in range(number):
        items = dice.randint(4, 14)
        primary = [f"p{k}" for k in range(items)]
        bounds = {name: (dice.randint(0, 1), dice.randint(1, 3)) for name in primary[: items // 3]}
        options = []
        for _ in range(dice.randint(5, 60)):
            own = dice.sample(primary, dice.randint(1, min(4, items)))
            colours = [f"s{dice.randint(0, 3)}:{dice.choice('abc')}"] if dice.random() < 0.4 else []
            options.append(" ".join(own + colours))
        head = [
            f"{low}:{high}|{name}" if (low, high) != (1, 1) else name
            for name, (low, high) in ((n, bounds.get(n, (1, 1))) for n in primary)
        ]
        text = " ".join(head) + " | s0 s1 s2 s3\n" + "\n".join(options) + "\n"
        yield tw.cover.parse_cover(text)


def agree_at_random(number: int) -> int:
    """On how many random problems do GPU and CPU agree in everything?"""
    agreed = 0
    for problem in random_problems(number, seed=11):
        gpu, cpu = (count(problem, device, None) for device in ("cuda", "cpu"))
        agreed += (gpu.solutions, gpu.nodes, gpu.updates) == (cpu.solutions, cpu.nodes, cpu.updates)
    return agreed


def draws_agree(name: str) -> bool:
    """Does a table that the GPU has filled count, share and draw as the CPU's does?"""
    problem = encode(tw.load(name)).problem
    tables = [
        FrontierTable(problem, SearchOptions(device=d, max_memory=2**32)) for d in ("cuda", "cpu")
    ]
    numbers = [(t.count, t.uses(), t.sample(100, seed=3)) for t in tables]
    return numbers[0] == numbers[1]


def bandwidth() -> float:
    """Bytes a second, read and written, that a large copy moves."""
    source = cupy.zeros(2**29, dtype=np.uint64)
    target = cupy.empty_like(source)
    seconds = []
    for _ in range(5):
        cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        target[...] = source
        cupy.cuda.Device().synchronize()
        seconds.append(time.perf_counter() - began)
    return 2 * source.nbytes / min(seconds)


def rows(quick: bool) -> Iterator[Row]:
    for name in ("pentominoes-6x10", "one-sided-3x30", *SMALL, *OTHERS):
        yield compare(name, encode(tw.load(name)).problem)
    yield compare("dominoes 8x8", dominoes(8, 8))
    yield compare("dominoes 40x12: wide counts", dominoes(40, 12))
    if quick:
        return
    encoding = encode(tw.load("one-sided-9x10"))
    weights = break_symmetries(Action.of(encoding)).weights
    yield compare("one-sided 9x10, by symmetry", encoding.problem, weights, known=41_761_732)
    yield compare("one-sided 9x10", encoding.problem, known=41_761_732)


def whole_count() -> str:
    """From the puzzle to the three numbers, as `tilewright count` does it."""
    seconds = []
    for _ in range(TIMES):
        began = time.perf_counter()
        counts = Counting(tw.load("one-sided-9x10"), device="cuda", max_memory=HOST_MEMORY).run()
        seconds.append(time.perf_counter() - began)
    return f"one-sided-9x10 from the puzzle on: {counts}; {statistics.median(seconds):.2f} s"


def floor(row: Row, rate: float) -> str:
    """The least that must go through memory: states written and read, successors likewise."""
    size = 2 * 16 * (row.states + row.moves)
    return (
        f"{row.name}: {size / 1e9:.0f} GB must move, {size / rate:.3f} s at that rate; it takes "
        f"{row.gpu * rate / size:.1f} times as long"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave the 9x10 out")
    parser.add_argument("--page", type=Path, help="write the table to a file, too")
    asked = parser.parse_args()
    machine = CudaMachine.find()
    lines = [f"{machine.name}, {machine.memory / 2**30:.0f} GiB for states", "", HEAD]
    print("\n".join(lines), flush=True)
    results = []
    for row in rows(asked.quick):
        results.append(row)
        print(row, flush=True)
    rate = bandwidth()
    number = 100
    agreed, drawn = agree_at_random(number), [draws_agree(name) for name in KEPT]
    after = [
        "",
        f"random problems with bounds and colours: {agreed} of {number} the same",
        f"tables for drawing and listing: {sum(drawn)} of {len(drawn)} the same",
        f"a copy moves {rate / 1e12:.2f} TB/s",
    ]
    if not asked.quick:
        after += [floor(row, rate) for row in results if "9x10" in row.name] + [whole_count()]
    print("\n".join(after), flush=True)
    if asked.page:
        text = "\n".join([*lines, *map(str, results), *after])
        asked.page.write_text(text + "\n", encoding="utf-8")
    right = all(row.same for row in results) and agreed == number and all(drawn)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
