"""How many classes of solutions there are, by Burnside's lemma, without listing any.

The number of classes is the mean, over all symmetries, of the number of covers that the symmetry
leaves as they are.  A cover that a permutation of the options maps to itself is a union of cycles
of that permutation.  So take cycles for options: a cycle whose options do not exclude each other
covers what they cover together.  These quotient problems are small exact cover problems.

Items that the same options have, with the same colours and bounds, are one item: so the cells of an
orbit are one.  It stands where the first of them does, along the longest side of the board, so that
sweeps find a good order.

An item with bounds may be used several times by one cycle, which an option cannot say.  If cycles
use it differently often, the way in which the uses add up is an option, too: see `_chosen_way`.

The label of an option of such a problem is the cycle that it stands for: so covers lead back.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise, product
from math import prod

import numpy as np

from tilewright import _core
from tilewright.cover import ExactCover, Item, Regions, from_options
from tilewright.document.text import html_table, many
from tilewright.errors import SelfCheckError
from tilewright.symmetry.action import Action, Permutation

MOST_WAYS = 2000
# Numbers of solutions by what they are up to: the names that they have as attributes and in JSON.
NUMBERS = {"nothing": "solutions", "rotation": "up_to_rotation", "symmetry": "up_to_symmetry"}


@dataclass(frozen=True, slots=True)
class Counts:
    """The three numbers, and how many rotations and symmetries the puzzle has.

    `reason` says why there is no solution, where that was proved and not searched.
    """

    solutions: int
    up_to_rotation: int
    up_to_symmetry: int
    rotations: int
    symmetries: int
    reason: str = field(default="", compare=False, repr=False)

    @property
    def numbers(self) -> dict[str, int]:
        """The three numbers, by what they are up to."""
        return {up_to: getattr(self, name) for up_to, name in NUMBERS.items()}

    def __str__(self) -> str:
        numbers = (
            f"{many(self.solutions, 'solution')}, {self.up_to_rotation:,} up to rotation, "
            f"{self.up_to_symmetry:,} up to symmetry"
        )
        return f"{numbers}: {self.reason}" if self.reason else numbers

    def _repr_html_(self) -> str:
        return html_table(
            "",
            {
                "solutions": self.solutions,
                "up to rotation": self.up_to_rotation,
                "up to symmetry": self.up_to_symmetry,
                **({"reason": self.reason} if self.reason else {}),
            },
        )


class Burnside:
    """The number of classes is the mean, over all symmetries, of the solutions each one fixes.

    Like symmetries fix equally many, so one of each sort will do: `motions` are the numbers of
    those for which the solutions have to be counted.  Motions that move no placement fix all.
    `up_to` says which numbers of classes are wanted: "rotation", "symmetry".
    """

    def __init__(self, action: Action, up_to: Iterable[str] = ("rotation", "symmetry")) -> None:
        # Of each group: a motion, and how many are like it.
        self._sorts = {name: action.conjugacy_classes(mirrors=name == "symmetry") for name in up_to}
        identity, every = (
            action.permutations[0],
            dict.fromkeys(k for sorts in self._sorts.values() for k, _ in sorts),
        )
        self._still = {k for k in every if np.array_equal(action.permutations[k], identity)}
        self.motions = [k for k in every if k not in self._still]

    def classes(self, solutions: int, fixed: Mapping[int, int]) -> dict[str, int]:
        """The numbers, given how many solutions each of `motions` fixes."""
        classes = {}
        for name, sorts in self._sorts.items():
            order = sum(like for _, like in sorts)
            total = sum(n * (solutions if k in self._still else fixed[k]) for k, n in sorts)
            classes[name], odd = divmod(total, order)
            if odd:
                raise SelfCheckError(
                    f"{total} solutions fixed by {order} symmetries make no whole number of "
                    f"classes: please report this"
                )
        return classes


class TooManyWays(Exception):  # noqa: N818  (not an error: the caller counts in another way)
    """The uses of an item with bounds can add up in too many ways."""


@dataclass(frozen=True, slots=True)
class _Cycle:
    """What the options of a cycle cover together: colours of simple items, uses of the others."""

    options: tuple[int, ...]
    simple: dict[int, int]
    uses: Counter[int]


def fixed_problems(
    problem: ExactCover,
    permutation: Permutation,
    order: Sequence[int] = (),
    *,
    merged: bool = True,
) -> Iterator[ExactCover]:
    """A problem whose covers are those of `problem` that `permutation` fixes, if there are any.

    Of equal items the first in `order` stays.  With `merged=False` all do, and there is a problem
    for each way to add up: so it was once.
    """
    found = _core.fixed_orbits(problem.core, permutation)
    if found is None:
        return  # nothing is left to cover some item
    starts, options = (array.tolist() for array in found)
    orbits = (options[begin:end] for begin, end in pairwise(starts))
    yield from _quotients(problem, orbits, frozenset(), _ranks(problem, order) if merged else None)


def orbit_problems(
    problem: ExactCover,
    orbits: Iterable[Sequence[int]],
    at_least: Collection[int] = (),
    *,
    merged: bool = True,
) -> Iterator[ExactCover]:
    """A problem whose covers are the covers of `problem` that consist of whole orbits.

    An orbit is a set of options, and no option is in two orbits that can be chosen together.  Of
    the items `at_least` only the lower bound, which is 1, matters: an orbit has them once.
    """
    ranks = _ranks(problem, ()) if merged else None
    yield from _quotients(problem, orbits, frozenset(at_least), ranks)


def _ranks(problem: ExactCover, order: Sequence[int]) -> list[int]:
    """The rank of each item: in the order given, or along the longest side of the board."""
    if not order and problem.regions is not None and problem.regions.points.size:
        points = problem.regions.points
        axes = np.argsort(np.ptp(points, axis=0), kind="stable")
        order = problem.regions.cells[np.lexsort(points[:, axes].T)].tolist()
    places = {item: place for place, item in enumerate(order)}
    return [places.get(item, len(places) + item) for item in range(len(problem.items))]


def _quotients(
    problem: ExactCover,
    orbits: Iterable[Sequence[int]],
    at_least: frozenset[int],
    ranks: Sequence[int] | None,
) -> Iterator[ExactCover]:
    cycles = list(_cycles(problem, orbits, at_least))
    many = [k for k, item in enumerate(problem.items[: problem.primary]) if item.hi > 1]
    # For each such item: how many cycles of each weight there are, and the ways to add up.
    there: dict[int, Mapping[int, int]] = {
        k: Counter(c.uses[k] for c in cycles if c.uses[k]) for k in many
    }
    if ranks is not None:
        ways = {k: _ways(there[k], problem.items[k].lo, problem.items[k].hi) for k in many}
        yield _problem(problem, cycles, ways, ranks)
        return
    # As it was: a problem for each way, also where there are not so many cycles.
    there = {k: dict.fromkeys(there[k], problem.items[k].hi) for k in many}
    ways = {k: _ways(there[k], problem.items[k].lo, problem.items[k].hi) for k in many}
    if prod(map(len, ways.values())) > MOST_WAYS:
        raise TooManyWays
    for choice in product(*ways.values()):
        yield _problem(problem, cycles, {k: [w] for k, w in zip(many, choice, strict=True)}, None)


def _cycles(
    problem: ExactCover, orbits: Iterable[Sequence[int]], at_least: frozenset[int]
) -> Iterator[_Cycle]:
    entries, colours = problem.entries.tolist(), problem.colour_numbers
    spans = [range(*span) for span in pairwise(problem.starts.tolist())]
    is_many = [item.hi > 1 for item in problem.items]
    for orbit in orbits:
        simple: dict[int, int] = {}
        uses: Counter[int] = Counter()
        for k in chain.from_iterable(spans[option] for option in orbit):
            item, colour = entries[k], colours[k]
            if is_many[item]:
                uses[item] += 1
            elif item in simple and (colour == 0 or simple[item] != colour):
                break  # two of them clash
            else:
                simple[item] = colour
        else:
            uses.update({item: 1 - uses[item] for item in at_least.intersection(uses)})
            yield _Cycle(tuple(orbit), simple, uses)


Way = dict[int, int]  # weight -> how many cycles of that weight


def _ways(there: Mapping[int, int], lo: int, hi: int) -> list[Way | None]:
    """All ways to choose how many cycles of each weight are used; None if all weigh 1.

    `there` says how many there are.
    """
    weights = sorted(there)
    if weights in ([], [1]):
        return [None]
    found: list[Way | None] = []

    def extend(rest: Sequence[int], chosen: Way, total: int) -> None:
        if not rest:
            if total >= lo:
                found.append(dict(chosen))
                if len(found) > MOST_WAYS:
                    raise TooManyWays
            return
        most = min((hi - total) // rest[0], there[rest[0]])
        for times in range(most + 1):
            extend(rest[1:], {**chosen, rest[0]: times}, total + times * rest[0])

    extend(weights, {}, 0)
    return found


Options = list[dict[object, int | None]]  # colours, or None, by item


def _chosen_way(
    k: int, item: Item, ways: Sequence[Way | None]
) -> tuple[dict[object, Item], Options]:
    """Items and options that let an item with bounds be covered in one of some ways.

    The cycles of each weight are an item of their own, to be covered as often as any way wants it;
    what a way wants less, fillers do.  So there are that many fillers, which are items.  The way
    is an option, which covers those that it has no use for; the others cover themselves.
    """
    most: Counter[int] = Counter()
    for way in ways:
        most |= Counter(way)
    items: dict[object, Item] = {(k, w): replace(item, lo=n, hi=n) for w, n in most.items()}
    if len(ways) == 1:
        return items, []
    fillers = [(w, j) for w, n in most.items() for j in range(n)]
    items |= dict.fromkeys([("way", k), *(("filler", k, w, j) for w, j in fillers)], Item(""))
    options: Options = [{("filler", k, w, j): None, (k, w): None} for w, j in fillers]
    for way in ways:
        assert way is not None
        unused = [("filler", k, w, j) for w, j in fillers if j < way[w]]
        options.append(dict.fromkeys([("way", k), *unused]))
    return items, options


def _problem(
    problem: ExactCover,
    cycles: Sequence[_Cycle],
    ways: Mapping[int, Sequence[Way | None]],
    ranks: Sequence[int] | None,
) -> ExactCover:
    items: dict[object, Item] = {}
    choosing: Options = []
    alike = {k for k, some in ways.items() if some == [None]}  # all cycles use it once
    for k, item in enumerate(problem.items):
        if k in alike or k not in ways:
            items[k] = item
        else:
            more, options = _chosen_way(k, item, ways[k])
            items |= more
            choosing += options
    labels: list[tuple[int, ...]] = []
    made: Options = []
    for cycle in cycles:
        option: dict[object, int | None] = {k: c or None for k, c in cycle.simple.items()}
        option |= {k if k in alike else (k, n): None for k, n in cycle.uses.items()}
        if all(key in items for key in option):
            labels.append(cycle.options)
            made.append(option)
    made += choosing
    labels += [()] * len(choosing)
    left = items if ranks is None else _distinct(items, made, ranks)
    quotient = from_options(
        [{key: option[key] for key in option if key in left} for option in made],
        primary=[key for key, item in left.items() if not item.secondary],
        secondary=[key for key, item in left.items() if item.secondary],
        bounds={key: (i.lo, i.hi) for key, i in left.items() if not i.secondary},
    )
    return quotient.with_parts(regions=_regions(problem, quotient), labels=labels)


def _distinct(
    items: dict[object, Item], options: Options, ranks: Sequence[int]
) -> dict[object, Item]:
    """The items without those that equal another one, of which the first in rank stays."""
    users: dict[object, list[object]] = {key: [] for key in items}
    for number, option in enumerate(options):
        for key, colour in option.items():
            users[key] += (number, colour)
    kinds = {key: (i.lo, i.hi, i.secondary, *users[key]) for key, i in items.items()}
    first: dict[object, object] = {}
    for key in sorted(items, key=lambda key: ranks[key] if isinstance(key, int) else len(ranks)):
        first.setdefault(kinds[key], key)
    stays = set(first.values())
    return {key: item for key, item in items.items() if key in stays}


def _regions(problem: ExactCover, made: ExactCover) -> Regions | None:
    """Where the cells of a quotient lie."""
    if problem.regions is None:
        return None
    numbers, cells = made.item_numbers, problem.regions.cells.tolist()
    there = [row for row, cell in enumerate(cells) if cell in numbers]
    return Regions(
        cells=np.array([numbers[cells[row]] for row in there], dtype=np.uint32),
        points=problem.regions.points[there],
    )
