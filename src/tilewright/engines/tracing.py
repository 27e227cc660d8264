"""A search step by step: every option tried, every one taken back, every cover."""

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.engines.contract import Cover
from tilewright.engines.native import BitsSearch, NativeCoverSearch


@dataclass(frozen=True, slots=True)
class OptionTried:
    """An option is tried, when `level` options had been chosen before."""

    level: int
    option: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The option that was tried on this level is taken back."""

    level: int
    option: int


@dataclass(frozen=True, slots=True)
class Completed:
    """The options chosen at this moment, in order of choice, are a cover."""

    cover: Cover


Step = OptionTried | TakenBack | Completed


def trace(search: NativeCoverSearch) -> Iterator[Step]:
    """Take a search that has not begun node by node, and report what it does.

    There is one `OptionTried` for every node that is counted, or several where engine bits chooses
    several options at once, and a `TakenBack` for each of them in due course; if the search ends at
    one of its limits, or is stopped, those on the way to the last node are not taken back.  Options
    that the start of the search says are chosen are not mentioned, but for the last one if entering
    it is still to be counted.

    >>> from tilewright.cover import parse_cover
    >>> from tilewright.engines import LinksSearch
    >>> for step in trace(LinksSearch(parse_cover("a b\\na\\na b\\nb\\n"))):
    ...     print(step)
    OptionTried(level=0, option=0)
    OptionTried(level=1, option=2)
    Completed(cover=(0, 2))
    TakenBack(level=1, option=2)
    TakenBack(level=0, option=0)
    OptionTried(level=0, option=1)
    Completed(cover=(1,))
    TakenBack(level=0, option=1)
    """
    path = search.path()
    nodes, solutions = search.totals()
    if nodes:
        yield OptionTried(len(path) - 1, path[-1])
    floor = len(path) - nodes
    going = True
    while going:
        going = search.step()
        now, before = search.path(), (nodes, solutions)
        nodes, solutions = search.totals()
        kept = len(now)
        if nodes > before[0]:
            kept = _common(path, now) if isinstance(search, BitsSearch) else len(now) - 1
        yield from (TakenBack(level, path[level]) for level in range(len(path) - 1, kept - 1, -1))
        yield from (OptionTried(level, now[level]) for level in range(kept, len(now)))
        if solutions > before[1]:
            yield Completed(now)
        path = now
    if search.finished:
        yield from (TakenBack(level, path[level]) for level in range(len(path) - 1, floor - 1, -1))


def _common(path: Cover, now: Cover) -> int:
    """How many options of the path are still chosen, now that another node has been entered."""
    most = min(len(path), len(now) - 1)
    return next((k for k in range(most) if path[k] != now[k]), most)
