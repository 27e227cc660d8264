"""Polygon puzzles: CPU seconds of the search, beside what the project wants of them.

    .venv/bin/python benchmarks/polygons.py [--rounds N] [--seeds N]

Only the search is on the clock: not reading, nor finding out which pieces are congruent, nor
certificates and classes; but for grid fit, finding the grid and the placements is.  Every number of
solutions is checked.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from tables import markdown

import tilewright as tw
from tilewright.design.dissections import dissection
from tilewright.engines import SearchOptions
from tilewright.polygons.grid import grid_fit
from tilewright.polygons.model.puzzle import PolygonPuzzle
from tilewright.polygons.search.corners import CornerCount, CornerSearch
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw

CONVEX = "tangram-convex-"
PATIENCE = 10.0  # seconds, for a first solution
SIZES = {
    "convex": ((20, 0.05), (40, 1.0)),
    "crooked": ((20, 0.05), (40, 1.0)),
    "commensurable": ((10, None), (15, None)),  # which are hard
}


@dataclass(frozen=True, slots=True)
class Row:
    """What was done, CPU seconds of each time, and how many are wanted at most."""

    title: str
    seconds: Sequence[float]
    bar: float | None = None

    def cells(self) -> list[str]:
        """As a line of the table."""
        middle, worst = median(self.seconds), max(self.seconds)
        bar = "" if self.bar is None else f"{self.bar:g}"
        met = "" if self.bar is None else "yes" if middle <= self.bar else "no"
        return [self.title, f"{middle:.4f}", f"{worst:.4f}", bar, met]


def count(jigsaw: Jigsaw) -> int:
    """All solutions, counted."""
    search = CornerCount(jigsaw)
    search.run()
    return search.solutions


def list_all(jigsaw: Jigsaw) -> int:
    """All solutions, listed."""
    return sum(len(batch) for batch in CornerSearch(jigsaw, memo=True))


def first(jigsaw: Jigsaw) -> int:
    """One solution."""
    options = SearchOptions(max_solutions=1, max_seconds=PATIENCE)
    return sum(len(batch) for batch in CornerSearch(jigsaw, options, memo=True))


def on_grid(jigsaw: Jigsaw) -> int:
    """All solutions, by exact cover."""
    fit = grid_fit(jigsaw.puzzle)
    return 0 if fit is None else fit.count()


def timed(do: Callable[[Jigsaw], int], puzzle: PolygonPuzzle, wanted: int | None = None) -> float:
    jigsaw = make_jigsaw(puzzle)
    assert jigsaw.native  # made before the clock starts
    start = time.process_time()
    found = do(jigsaw)
    spent = time.process_time() - start
    if wanted is not None and found != wanted:
        raise SystemExit(f"{puzzle.title}: {found} solutions, {wanted} are known")
    return spent


def known_rows(rounds: int) -> Iterator[Row]:
    """Puzzles whose numbers are known."""
    for title, name, do, wanted, bar in (
        ("Stomachion, count", "stomachion", count, 4288, 0.5),
        ("Stomachion, list", "stomachion", list_all, 4288, 0.5),
        ("Stomachion, first", "stomachion", first, 1, 0.02),
        ("Stomachion, grid fit", "stomachion", on_grid, 4288, None),
        ("tangram square, list", "tangram-convex-square", list_all, 8, 0.005),
        ("double tangram 4×4, count", "double-tangram-4x4", count, 232_992, 2),
        ("double tangram 4×4, list", "double-tangram-4x4", list_all, 232_992, None),
        ("double tangram 4×4, grid fit", "double-tangram-4x4", on_grid, 232_992, None),
    ):
        puzzle = tw.load(name)
        yield Row(title, [timed(do, puzzle, wanted) for _ in range(rounds)], bar)
    convex = [tw.load(name) for name in tw.catalogue_names() if name.startswith(CONVEX)]
    for title, do in (("list", list_all), ("count", count)):
        together = [sum(timed(do, puzzle) for puzzle in convex) for _ in range(rounds)]
        yield Row(f"{len(convex)} convex tangrams, {title}", together, 1)


def random_rows(seeds: int) -> Iterator[Row]:
    """Dissections of each kind, one solution: the median over seeds, and the worst."""
    for kind, sizes in SIZES.items():
        for pieces, bar in sizes:
            puzzles = [dissection(pieces, seed, kind=kind) for seed in range(seeds)]
            spent = [timed(first, puzzle, 1 if bar else None) for puzzle in puzzles]
            yield Row(f"{pieces} pieces, {kind}, first", spent, bar)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=20)
    given = parser.parse_args()
    first(make_jigsaw(tw.load("tangram-convex-4x2")))  # imports
    rows = [*known_rows(given.rounds), *random_rows(given.seeds)]
    head = ["CPU seconds", "median", "worst", "bar", "met"]
    print(markdown([head, *(row.cells() for row in rows)]))


if __name__ == "__main__":
    main()
