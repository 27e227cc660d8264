"""What is left of a search when some covers have been found, without knowing how they were."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.engine import Cover

__all__ = ["loose_options", "remainder"]


def loose_options(problem: ExactCover) -> tuple[int, ...]:
    """Options that may be left out of one cover, and added to make another of it.

    All their primary items may be covered more or fewer times.  Where there are none, no cover
    contains another.
    """
    if not problem.option_count:
        return ()
    exact = np.array([i.lo == i.hi and not i.secondary for i in problem.items], dtype=np.bool_)
    starts = problem.starts[:-1].astype(np.intp)
    loose = ~np.logical_or.reduceat(exact[problem.entries], starts)
    loose[list(problem.idle_options)] = False
    return tuple(np.flatnonzero(loose).tolist())


def remainder(problem: ExactCover, start: Subtree, covers: Sequence[Cover]) -> list[Subtree]:
    """The covers of a subtree without these, as disjoint subtrees.

    The covers, each as ordered numbers, make a tree of prefixes.  What leaves that tree at one of
    its nodes is a subtree: it has the options of the prefix, and none of those that follow it.

    >>> from tilewright import from_options
    >>> problem = from_options([["a"], ["b"], ["a", "b"], ["b"]])
    >>> for part in remainder(problem, Subtree(), [(0, 1)]):
    ...     print(part)
    Subtree(chosen=(), excluded=(0,), via=None)
    Subtree(chosen=(0,), excluded=(1,), via=None)
    """
    given = set(start.chosen)
    rest: list[Subtree] = []
    loose = loose_options(problem)
    tails = sorted(tuple(option for option in cover if option not in given) for cover in covers)
    waiting = [(start.chosen, start.excluded, tails)]
    while waiting:
        chosen, excluded, tails = waiting.pop()
        depth = len(chosen) - len(start.chosen)
        ends_here = bool(tails) and len(tails[0]) == depth
        for option, group in groupby(tails[ends_here:], key=lambda tail: tail[depth]):
            waiting.append(((*chosen, option), excluded, list(group)))
            excluded = (*excluded, option)
        if not ends_here:
            rest.append(Subtree(chosen, excluded))
        else:
            rest += _larger(problem, chosen, excluded, loose)
    return rest


def _larger(
    problem: ExactCover, cover: Cover, excluded: tuple[int, ...], loose: Sequence[int]
) -> Iterator[Subtree]:
    """The covers that contain this one, and none of the excluded options, without itself."""
    out = {*excluded, *cover}
    for option in loose:
        if option not in out and _fits(problem, cover, option):
            yield Subtree((*cover, option), excluded)
            excluded = (*excluded, option)


def _fits(problem: ExactCover, cover: Cover, option: int) -> bool:
    """May this option be added, as far as the upper bounds and the colours are concerned?"""
    uses: dict[int, list[int]] = {}
    for other in cover:
        for item, colour in _entries(problem, other):
            uses.setdefault(item, []).append(colour)
    for item, colour in _entries(problem, option):
        there = uses.get(item, [])
        shared = colour and all(c == colour for c in there)
        if len(there) >= problem.items[item].hi and not shared:
            return False
    return True


def _entries(problem: ExactCover, option: int) -> Iterator[tuple[int, int]]:
    span = slice(int(problem.starts[option]), int(problem.starts[option + 1]))
    items = problem.entries[span].tolist()
    colours = problem.entry_colours[span].tolist() or [0] * len(items)
    return zip(items, colours, strict=True)
