"""Tilewright's turn in the benchmark; see `clock`."""

import importlib
from typing import Any

from clock import Found, Job, UnsupportedError, work

import tilewright as tw

# The name tilewright.engines.covers is that of a function, too.
ENGINES = importlib.import_module("tilewright.engines.registry").ENGINES

Cover = dict[str, Any]


def prepare(problem: dict[str, Any]) -> Cover | tw.Puzzle:
    """A puzzle is read before the clock starts; lists of numbers stay what they are."""
    return tw.parse_puzzle(problem["puzzle"]) if "puzzle" in problem else problem


def solve(problem: Cover | tw.Puzzle, job: Job) -> Found:
    """Find or count what the job asks for, on one thread."""
    try:
        if isinstance(problem, tw.Puzzle):
            return solve_puzzle(problem, job)
        return solve_cover(problem, job)
    except tw.TilewrightError as error:
        raise UnsupportedError(str(error)) from None


def solve_puzzle(puzzle: tw.Puzzle, job: Job) -> Found:
    """Count a puzzle's solutions, take one of each class, or find out whether there is just one."""
    how = {"engine": job["engine"], "threads": 1}
    if job["mode"] == "unique":
        return Found(int(sum(1 for _ in tw.solve(puzzle, max_solutions=2, **how)) == 1))
    if job["mode"] == "list":
        search = tw.solving.PuzzleSearch(puzzle, **how)
        found = sum(len(batch) for batch in search)
        return Found(found, search.counters.nodes, chosen(search))
    counting = tw.solving.Counting(puzzle, **how)
    counts = counting.run()
    assert counts is not None, "a count without limits goes to the end"
    return Found(getattr(counts, job["number"]), counting.counters.nodes, chosen(counting))


def solve_cover(cover: Cover, job: Job) -> Found:
    """Build the problem, then count its covers or take all of them in batches."""
    primary = cover["primary"]
    problem = tw.cover.from_options(
        cover["options"],
        primary=range(primary),
        secondary=range(primary, primary + cover["secondary"]),
    )
    if job["mode"] == "count":
        counting = tw.engines.counting(problem, engine=job["engine"])
        counters = counting.run()
        return Found(counters.solutions, counters.nodes, chosen(counting))
    search = tw.engines.search(problem, engine=job["engine"])
    covers = entries = 0
    for batch in search:
        covers += len(batch)
        entries += len(batch.options)
    if entries < covers:
        raise SystemExit(f"{covers} covers came with {entries} options")
    return Found(covers, search.counters.nodes, chosen(search))


def chosen(search: tw.solving.Counting | tw.solving.PuzzleSearch | tw.engines.Search) -> str | None:
    """The engine that auto chose, as far as the search tells."""
    if choice := getattr(search, "choice", None):
        return str(choice.engine)
    names = [name for name, row in ENGINES.items() if type(search) is row.begin]
    return names[0] if names else None


if __name__ == "__main__":
    work("tilewright", solve, prepare)
