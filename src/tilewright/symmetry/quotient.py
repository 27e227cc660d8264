"""The covers that a symmetry maps to themselves, as exact cover problems of their own.

A cover that a permutation of the options maps to itself is a union of cycles of that permutation.
So take cycles for options: a cycle whose options do not exclude each other covers what they cover
together.  These problems are small, and with them Burnside's lemma counts classes of covers
without listing any: the number of classes is the mean, over all symmetries, of the number of
covers that the symmetry leaves as they are.

An item with bounds may be used several times by one cycle, which an option cannot say.  If cycles
use it differently often, there is a problem for each way in which the uses can add up.

The label of an option of such a problem is the cycle that it stands for: so covers lead back.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import prod

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Item, from_options
from tilewright.symmetry.action import Permutation

MOST_WAYS = 2000


class TooManyWays(Exception):  # noqa: N818  (not an error: the caller counts in another way)
    """The uses of items with bounds can add up in too many ways."""


@dataclass(frozen=True, slots=True)
class _Cycle:
    """What the options of a cycle cover together: colours of simple items, uses of the others."""

    options: tuple[int, ...]
    simple: dict[int, int]
    uses: Counter[int]


def fixed_problems(problem: ExactCover, permutation: Permutation) -> Iterator[ExactCover]:
    """Problems whose numbers of covers add up to that of the covers fixed by `permutation`."""
    alive = _at_peace(problem, permutation)
    needed = np.array([item.lo > 0 for item in problem.items], dtype=np.bool_)
    needed[problem.entries[alive[problem.owners]]] = False
    if needed.any():
        return  # nothing is left to cover some item
    yield from orbit_problems(problem, _orbits(permutation, alive))


def orbit_problems(
    problem: ExactCover, orbits: Iterable[Sequence[int]], at_least: Collection[int] = ()
) -> Iterator[ExactCover]:
    """Problems whose covers are the covers of `problem` that consist of whole orbits.

    An orbit is a set of options, and no option is in two orbits that can be chosen together.  Of
    the items `at_least` only the lower bound, which is 1, matters: an orbit has them once.
    """
    cycles = list(_cycles(problem, orbits, frozenset(at_least)))
    many = [k for k, item in enumerate(problem.items[: problem.primary]) if item.hi > 1]
    # For each such item: the ways (weight -> how many cycles of that weight) to add up.
    weights = {k: sorted({c.uses[k] for c in cycles if c.uses[k]}) for k in many}
    ways = [_ways(weights[k], problem.items[k].lo, problem.items[k].hi) for k in many]
    if prod(map(len, ways)) > MOST_WAYS:
        raise TooManyWays
    for choice in product(*ways):
        yield _problem(problem, cycles, dict(zip(many, choice, strict=True)))


def _orbits(permutation: Permutation, alive: npt.NDArray[np.bool_]) -> Iterator[list[int]]:
    done = ~alive
    for first in np.flatnonzero(alive).tolist():
        orbit, option = [], first
        while not done[option]:
            done[option] = True
            orbit.append(option)
            option = int(permutation[option])
        if orbit:
            yield orbit


def _cycles(
    problem: ExactCover, orbits: Iterable[Sequence[int]], at_least: frozenset[int]
) -> Iterator[_Cycle]:
    starts, entries = problem.starts.tolist(), problem.entries.tolist()
    colours = problem.colour_numbers
    spans = list(pairwise(starts))
    is_many = [item.hi > 1 for item in problem.items]
    for orbit in orbits:
        simple: dict[int, int] = {}
        uses: Counter[int] = Counter()
        if all(_take(simple, uses, is_many, spans[k], entries, colours) for k in orbit):
            uses.update({item: 1 - uses[item] for item in at_least.intersection(uses)})
            yield _Cycle(tuple(orbit), simple, uses)


def _at_peace(problem: ExactCover, permutation: Permutation) -> npt.NDArray[np.bool_]:
    """The options that exclude none of their own images: not many, as a rule."""
    bits = problem.exclusive_bits
    start = np.arange(problem.option_count)
    alive = np.ones(problem.option_count, dtype=np.bool_)
    image = permutation
    while (other := image != start).any():
        alive &= ~other | (np.bitwise_or.reduce(bits & bits[:, image], axis=0) == 0)
        image = permutation[image]
    return alive


def _take(
    simple: dict[int, int],
    uses: Counter[int],
    is_many: Sequence[bool],
    span: tuple[int, int],
    entries: Sequence[int],
    colours: Sequence[int],
) -> bool:
    """Add the entries of an option; False if they clash with those already there."""
    for k in range(*span):
        item, colour = entries[k], colours[k]
        if is_many[item]:
            uses[item] += 1
        elif simple.get(item, colour) != colour or (colour == 0 and item in simple):
            return False
        else:
            simple[item] = colour
    return True


def _ways(weights: Sequence[int], lo: int, hi: int) -> list[dict[int, int] | None]:
    """All ways to choose how many cycles of each weight there are; None if all are alike."""
    if weights in ([], [1]):
        return [None]
    found: list[dict[int, int] | None] = []

    def extend(rest: Sequence[int], chosen: dict[int, int], total: int) -> None:
        if not rest:
            if total >= lo:
                found.append(dict(chosen))
                if len(found) > MOST_WAYS:
                    raise TooManyWays
            return
        for times in range((hi - total) // rest[0] + 1):
            extend(rest[1:], {**chosen, rest[0]: times}, total + times * rest[0])

    extend(weights, {}, 0)
    return found


def _problem(
    problem: ExactCover, cycles: Sequence[_Cycle], ways: dict[int, dict[int, int] | None]
) -> ExactCover:
    items: dict[object, Item] = {}
    for k, item in enumerate(problem.items):
        way = ways.get(k)
        if way is None:
            items[k] = item
        else:
            for weight, times in way.items():
                if times:
                    items[k, weight] = replace(item, lo=times, hi=times)
    options = {}
    for cycle in cycles:
        option: dict[object, int | None] = {k: c or None for k, c in cycle.simple.items()}
        option |= {k if ways[k] is None else (k, n): None for k, n in cycle.uses.items()}
        if all(key in items for key in option):
            options[cycle.options] = option
    return from_options(
        options,
        primary=[key for key, item in items.items() if not item.secondary],
        secondary=[key for key, item in items.items() if item.secondary],
        bounds={key: (i.lo, i.hi) for key, i in items.items() if not i.secondary},
    )
