"""The front door: find, count, split.  Chooses the engine."""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Unpack

from tilewright.cover import CoverChecker, ExactCover, Subtree
from tilewright.engines.choice import Choice, chosen
from tilewright.engines.contract import (
    Cover,
    HowToSearch,
    OptionError,
    Search,
    SearchKeywords,
    Weights,
    search_options,
)
from tilewright.engines.registry import AUTO, begin_search
from tilewright.engines.symmetric_count import SymmetricCount, symmetric_parts

if TYPE_CHECKING:
    from tilewright.engines.device.checkpoint import Checkpoint

LIMITS = ("max_solutions", "max_nodes", "max_seconds", "max_levels")


def search(
    problem: ExactCover,
    *,
    start: Subtree | Iterable[Subtree] | None = None,
    engine: str | Choice = AUTO,
    collect: bool = True,
    weights: Weights | None = None,
    checkpoint: "Checkpoint | None" = None,
    **options: Unpack[SearchKeywords],
) -> Search:
    """Begin a search that can be paused, resumed, limited and handed on in parts.

    `engine` is one of `tilewright.engines.registry`, or auto: then short probes decide, which
    `choose` makes, too; what it gives can be given here.  The search goes on from the probe that
    was its beginning, so that nodes may be counted before it is first iterated.
    Takes the fields of `SearchOptions` as keywords; `order` lists item names.  `start` is the
    part to search, or several parts to search one after the other.  With `collect=False` covers
    are only counted.  `weights`, one per option, are for counting with engine frontier: a cover
    counts as often as the product of the weights of its options.  `checkpoint` is one of a count
    by engine frontier on a device, which is then resumed.

    >>> from tilewright.cover.examples import queens
    >>> half = search(queens(8), max_solutions=40)
    >>> sum(len(batch) for batch in half)
    40
    >>> search(queens(8), start=half.remainder()).run().solutions
    52
    """
    began = time.monotonic()
    how = search_options(problem, **options)
    if engine == AUTO:
        engine = chosen(problem, how, collect=collect)
        if how.max_seconds is not None:  # thinking is part of the time that there is
            left = max(0.0, how.max_seconds - (time.monotonic() - began))
            how = replace(how, max_seconds=left)
    return begin_search(
        problem,
        how,
        start,
        engine,
        collect=collect,
        weights=weights,
        checkpoint=checkpoint,
    )


def solve(
    problem: ExactCover,
    *,
    start: Subtree | Iterable[Subtree] | None = None,
    engine: str = AUTO,
    verify: bool = False,
    **options: Unpack[SearchKeywords],
) -> Iterator[Cover]:
    """Yield covers, each a tuple of option numbers in the order in which they were chosen.

    `verify` has every cover checked by a checker that shares no code with the engines.

    >>> from tilewright.cover import from_options
    >>> problem = from_options([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> list(solve(problem))
    [(0, 1), (2, 3)]
    """
    refuse(options, "solve() yields covers: use search() or count()", "collect")
    begun = search(problem, start=start, engine=engine, **options)
    return _covers(begun, CoverChecker(problem) if verify else None)


def _covers(searching: Search, checker: CoverChecker | None) -> Iterator[Cover]:
    for batch in searching:
        for cover in batch:
            if checker:
                checker.check(cover)
            yield cover


def counting(
    problem: ExactCover,
    *,
    start: Subtree | Iterable[Subtree] | None = None,
    engine: str | Choice = AUTO,
    **options: Unpack[SearchKeywords],
) -> Search:
    """Begin a count.

    It is a search that keeps no covers; but if `auto` finds symmetries in the problem, and there
    is no limit that may end it, only one of covers that are alike is searched for.
    """
    how = search_options(problem, **options)
    if start is not None or how.limited:
        return search(problem, start=start, engine=engine, collect=False, **options)
    engine = chosen(problem, how, collect=False) if engine == AUTO else engine
    if isinstance(engine, Choice) and (parts := symmetric_parts(problem, engine)):
        begin = partial(begin_search, problem, how, collect=False)
        return SymmetricCount(problem, how, engine, parts, begin)
    return begin_search(problem, how, None, engine, collect=False)


def count(
    problem: ExactCover,
    *,
    start: Subtree | Iterable[Subtree] | None = None,
    engine: str = AUTO,
    threads: int = 1,
    **options: Unpack[HowToSearch],
) -> int:
    """How many covers there are.  A count with limits is `search(..., collect=False).run()`.

    >>> from tilewright.cover.examples import dominoes
    >>> count(dominoes(8, 8))
    12988816
    """
    refuse(options, "count() goes to the end: use search(..., collect=False).run()", *LIMITS)
    refuse(options, "count() keeps no covers: use search() or solve()", "collect")
    return counting(problem, start=start, engine=engine, threads=threads, **options).run().solutions


def split(
    problem: ExactCover,
    *,
    levels: int,
    start: Subtree | None = None,
    engine: str = AUTO,
    **options: Unpack[HowToSearch],
) -> tuple[list[Cover], list[Subtree]]:
    """Cut a search into disjoint subtrees: one for each way to choose `levels` options.

    Also returns the covers that need fewer options than that.

    >>> from tilewright.cover.examples import queens
    >>> covers, parts = split(queens(8), levels=2)
    >>> len(covers), len(parts), sum(count(queens(8), start=part) for part in parts)
    (0, 40, 92)
    """
    if levels < 1:
        raise OptionError(f"levels is {levels}: expected 1 or more")
    refuse(options, "split() takes `levels`", "max_levels")
    refuse(options, "split() hands back the covers it meets: use search()", "collect")
    top = search(problem, start=start, engine=engine, max_levels=levels - 1, **options)
    covers = [cover for batch in top for cover in batch]
    return covers, top.remainder()


def refuse(options: Mapping[str, object], why: str, *names: str) -> None:
    """Raise OptionError if one of the named options is given."""
    for name in names:
        if options.get(name) is not None:
            raise OptionError(f"{name} has no place here: {why}")
