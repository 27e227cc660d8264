"""Ways of writing an exact cover problem down in Python."""

from array import array
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.cover.problem import MOST_COST, CoverProblemError, ExactCover, Item
from tilewright.errors import refuse_text

Bounds = tuple[int, int]
OptionItems = Iterable[Hashable] | Mapping[Hashable, Hashable | None]


def from_options(
    options: Iterable[OptionItems] | Mapping[Hashable, OptionItems],
    *,
    primary: Iterable[Hashable] | None = None,
    secondary: Iterable[Hashable] = (),
    bounds: Mapping[Hashable, int | Bounds] | None = None,
    costs: Sequence[int] | Mapping[Hashable, int] | None = None,
) -> ExactCover:
    """Build a problem from options given as collections of item names.

    An option is a collection of items, or a mapping from item to colour (None for no colour).
    Options given as a mapping from label to option keep their labels.  Items are named by
    anything hashable.  Without `primary`, every item that is not secondary is primary, in order
    of first appearance.  `bounds` maps a primary item to how often it is to be covered: a number,
    or a pair (lo, hi).  `costs` are whole numbers, one for each option; or a mapping from label to
    cost.

    >>> from tilewright.cover import from_options
    >>> from tilewright import solve
    >>> problem = from_options({"A": [1, 4, 7], "B": [1, 4], "C": [4, 5, 7], "D": [3, 5, 6],
    ...                         "E": [2, 3, 6, 7], "F": [2, 7]})
    >>> [[problem.labels[k] for k in cover] for cover in solve(problem)]
    [['B', 'D', 'F']]
    """
    labels: tuple[Hashable, ...] = ()
    if isinstance(options, Mapping):
        labels = tuple(options)
        options = options.values()
    refuse_text(options, "options", CoverProblemError)
    second = _distinct(secondary, "secondary")
    first = None if primary is None else _distinct(primary, "primary")
    both = set(first or ()).intersection(second)
    if both:
        raise CoverProblemError(f"item {min(both, key=repr)!r} is named primary and secondary")

    gathered = _Gathered([*second, *(first or ())], closed=first is not None)
    for number, option in enumerate(options):
        gathered.add(number, option)
    names = list(gathered.numbers)  # secondary items first, for now
    total = np.int64(max(len(names), 1))
    entries = (np.array(gathered.entries, dtype=np.int64) - len(second)) % total
    return ExactCover(
        items=_items(names[len(second) :], second, bounds or {}),
        starts=np.array(gathered.starts, dtype=np.uint64),
        entries=entries.astype(np.uint32),
        entry_colours=np.array(gathered.entry_colours, dtype=np.uint32),
        colours=tuple(gathered.colours),
        costs=_whole_numbers(_listed(costs, labels)),
        labels=labels,
    )


def _listed(
    costs: Sequence[int] | Mapping[Hashable, int] | None, labels: tuple[Hashable, ...]
) -> Sequence[int]:
    """Costs in the order of the options."""
    if not isinstance(costs, Mapping):
        return () if costs is None else costs
    if not labels:
        raise CoverProblemError("costs are given by labels, and the options have none: list them")
    there = set(labels)
    for label in costs:
        if label not in there:
            raise CoverProblemError(f"there is a cost for {label!r}, and no such option")
    for label in labels:
        if label not in costs:
            raise CoverProblemError(f"there is no cost for option {label!r}")
    return [costs[label] for label in labels]


class _Gathered:
    """Options as numbers, gathered one by one; items get numbers as they are met."""

    def __init__(self, names: Iterable[Hashable], *, closed: bool) -> None:
        self.numbers: dict[Hashable, int] = {name: k for k, name in enumerate(names)}
        self.colours: dict[Hashable, int] = {}
        self.starts, self.entries, self.entry_colours = array("Q", [0]), array("I"), array("I")
        self._closed = closed

    def add(self, number: int, option: OptionItems) -> None:
        """One more option."""
        numbers = self.numbers
        names: Collection[Hashable]
        colours: Collection[Hashable | None] = ()
        if isinstance(option, (list, tuple)):  # the usual case, known without asking an ABC
            names = option
        else:
            names = _names(number, option)
            if isinstance(option, Mapping) and any(c is not None for c in option.values()):
                colours = option.values()
        try:
            try:
                self.entries.extend([numbers[name] for name in names])
            except KeyError:
                self.entries.extend([self._number(number, name) for name in names])
        except TypeError as error:
            raise CoverProblemError(
                f"option {number} is {option!r}: items are named by strings, numbers or tuples "
                f"({error})"
            ) from None
        if colours:
            self._pad_colours()
            self.entry_colours.extend(map(self._colour_number, colours))
        elif self.colours:
            self._pad_colours(len(names))
        self.starts.append(len(self.entries))

    def _number(self, option: int, name: Hashable) -> int:
        if self._closed and name not in self.numbers:
            raise CoverProblemError(
                f"option {option} has item {name!r}, which is neither primary nor secondary: "
                f"add it to one of the two, or leave `primary` out"
            )
        return self.numbers.setdefault(name, len(self.numbers))

    def _colour_number(self, colour: Hashable | None) -> int:
        return 0 if colour is None else self.colours.setdefault(colour, len(self.colours) + 1)

    def _pad_colours(self, more: int = 0) -> None:
        """No colour for the entries that came before colours were met, and for `more`."""
        missing = self.starts[-1] - len(self.entry_colours) + more
        self.entry_colours.extend([0] * missing)


def from_matrix(
    matrix: Any,
    *,
    secondary: Iterable[int] = (),
    bounds: Mapping[int, int | Bounds] | None = None,
) -> ExactCover:
    """Build a problem from a 0/1 matrix: columns are items, rows are options.

    Takes a numpy array or anything that `numpy.asarray` understands, or a scipy sparse matrix.
    Items are named 0, 1, 2, … by column; `secondary` lists columns.

    >>> from tilewright import count
    >>> from tilewright.cover import from_matrix
    >>> count(from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]]))
    2
    """
    rows, columns, shape = _ones(matrix)
    second = _distinct(secondary, "secondary")
    for column in second:
        if not (isinstance(column, (int, np.integer)) and 0 <= column < shape[1]):
            raise CoverProblemError(
                f"secondary column {column!r}: the columns are 0..{shape[1] - 1}"
            )
    hidden = {int(c) for c in second}  # type: ignore[call-overload]
    names = [c for c in range(shape[1]) if c not in hidden] + sorted(hidden)
    number_of = np.empty(shape[1], dtype=np.uint32)
    number_of[names] = np.arange(shape[1], dtype=np.uint32)
    return ExactCover(
        items=_items(names[: len(names) - len(hidden)], sorted(hidden), bounds or {}),
        starts=np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=shape[0])))),
        entries=number_of[columns],
    )


def _names(number: int, option: OptionItems) -> Collection[Hashable]:
    if isinstance(option, Mapping):
        return option
    if isinstance(option, (set, frozenset)):
        return sorted(option, key=repr)  # a set has no order that would be the same tomorrow
    refuse_text(option, f"option {number}", CoverProblemError)
    try:
        return list(option)
    except TypeError:
        raise CoverProblemError(
            f"option {number} is {option!r}: expected a collection of items"
        ) from None


def _distinct(names: Iterable[Hashable], kind: str) -> list[Hashable]:
    refuse_text(names, kind, CoverProblemError)
    names = list(names)
    for name, times in Counter(names).items():
        if times > 1:
            raise CoverProblemError(f"{kind} item {name!r} is named twice")
    return names


def _items(
    primary: Sequence[Hashable],
    secondary: Sequence[Hashable],
    bounds: Mapping[Any, int | Bounds],
) -> tuple[Item, ...]:
    known = set(primary)
    for name in bounds:
        if name not in known:
            raise CoverProblemError(f"bounds name {name!r}, which is not a primary item")

    def item(name: Hashable) -> Item:
        if name not in bounds:
            return Item(name)
        given = bounds[name]
        lo, hi = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
        if not (isinstance(lo, int) and isinstance(hi, int)):
            raise CoverProblemError(
                f"bounds of item {name!r} are {given!r}: expected a whole number or a pair (lo, hi)"
            )
        return Item(name, lo, hi)

    return (*map(item, primary), *(Item(name, 0, 1, secondary=True) for name in secondary))


def _whole_numbers(costs: Sequence[int]) -> npt.NDArray[np.int64]:
    for number, cost in enumerate(costs):
        if not isinstance(cost, (int, np.integer)) or not 0 <= cost <= MOST_COST:
            raise CoverProblemError(
                f"the cost of option {number} is {cost!r}: expected a whole number from 0 to "
                f"{MOST_COST}"
            )
    return np.array(costs, dtype=np.int64)


def _ones(matrix: Any) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], tuple[int, int]]:
    """Where the ones stand, row by row, and the shape."""
    if hasattr(matrix, "tocsr"):
        sparse = matrix.tocsr(copy=True)
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        values, shape = sparse.data, sparse.shape
        rows = np.repeat(np.arange(shape[0]), np.diff(sparse.indptr))
        columns = sparse.indices
    else:
        try:
            dense = np.asarray(matrix)
        except ValueError as error:
            raise CoverProblemError(f"the matrix has rows of different lengths: {error}") from None
        if dense.ndim != 2:
            raise CoverProblemError(
                f"the matrix has {dense.ndim} dimensions: expected 2, a row per option and a "
                f"column per item"
            )
        rows, columns = np.nonzero(dense)
        values, shape = dense[rows, columns], dense.shape
    strange = np.flatnonzero(values != 1)
    if len(strange):
        at = strange[0]
        raise CoverProblemError(
            f"the matrix has {values[at]!r} in row {rows[at]}, column {columns[at]}: "
            f"expected 0 or 1"
        )
    return rows, columns, (int(shape[0]), int(shape[1]))
