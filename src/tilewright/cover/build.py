"""Ways of writing an exact cover problem down in Python."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover.parts import MOST_COST, CoverProblemError, Item
from tilewright.cover.problem import ExactCover, fault_sentence
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
    >>> [problem.labelled(cover) for cover in solve(problem)]
    [['B', 'D', 'F']]
    """
    labels: tuple[Hashable, ...] = ()
    if not isinstance(options, list):  # the usual case, known without asking an ABC
        if isinstance(options, Mapping):
            labels = tuple(options)
            options = options.values()
        refuse_text(options, "options", CoverProblemError)
        options = list(options)
    second = _listed_names(secondary, "secondary")
    first = None if primary is None else _listed_names(primary, "primary")
    given = _whole_numbers(_listed(costs, labels)) if costs is not None else _NO_COSTS
    try:
        core, names, colours = _core.gather_problem(
            options, first, second, _pairs(bounds) if bounds else {}, given, _spelt
        )
    except _core.ProblemFault as fault:
        raise CoverProblemError(_sentence(options, *fault.args)) from None
    return ExactCover.from_core(core, names, colours=colours, labels=labels)


_NO_COSTS = np.empty(0, np.int64)


def _sentence(options: list[OptionItems], kind: str, first: Any, second: Any) -> str:
    match kind:
        case "unhashable":
            return (
                f"option {first} is {options[first]!r}: names are strings, numbers or tuples "
                f"({second})"
            )
        case "unhashable primary" | "unhashable secondary":
            kind = kind.removeprefix("unhashable ")
            return f"{kind} lists what is no name: names are strings, numbers or tuples ({second})"
        case "stranger":
            return (
                f"option {first} has item {second!r}, which is neither primary nor secondary: "
                f"add it to one of the two, or leave `primary` out"
            )
        case "bounds of":
            return _no_primary(second)
        case "primary twice" | "secondary twice":
            return f"{kind.removesuffix(' twice')} item {second!r} is named twice"
        case "both":
            return f"item {second!r} is named primary and secondary"
        case _:
            return fault_sentence(kind, first, second)


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
    hidden: set[int] = set()
    for column in _listed_names(secondary, "secondary"):
        if not (isinstance(column, (int, np.integer)) and 0 <= column < shape[1]):
            raise CoverProblemError(
                f"secondary column {column!r}: the columns are 0..{shape[1] - 1}"
            )
        if int(column) in hidden:
            raise CoverProblemError(f"secondary column {column!r} is named twice")
        hidden.add(int(column))
    first, last = [c for c in range(shape[1]) if c not in hidden], sorted(hidden)
    names = first + last
    number_of = np.empty(shape[1], dtype=np.uint32)
    number_of[names] = np.arange(shape[1], dtype=np.uint32)
    return ExactCover(
        items=_items(first, last, _pairs(bounds or {})),
        starts=np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=shape[0])))),
        entries=number_of[columns],
    )


def _spelt(
    number: int, option: OptionItems
) -> tuple[Collection[Hashable], Collection[Hashable | None] | None]:
    """The items of an option that is no list or tuple, and their colours if it has any."""
    if isinstance(option, Mapping):
        pairs = list(option.items())
        colours = [colour for _, colour in pairs]
        coloured = any(colour is not None for colour in colours)
        return [name for name, _ in pairs], colours if coloured else None
    if isinstance(option, (set, frozenset)):
        return sorted(option, key=repr), None  # a set has no order that would be the same tomorrow
    refuse_text(option, f"option {number}", CoverProblemError)
    try:
        return list(option), None
    except TypeError:
        raise CoverProblemError(
            f"option {number} is {option!r}: expected a collection of items"
        ) from None


def _listed_names(names: Iterable[Hashable], kind: str) -> list[Hashable]:
    refuse_text(names, kind, CoverProblemError)
    return list(names)


def _pairs(bounds: Mapping[Any, int | Bounds]) -> dict[Any, Bounds]:
    """Bounds as pairs, which an item can have."""
    pairs = {}
    for name, given in bounds.items():
        lo, hi = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
        if not (isinstance(lo, int) and isinstance(hi, int)):
            raise CoverProblemError(
                f"bounds of item {name!r} are {given!r}: expected a whole number or a pair (lo, hi)"
            )
        item = Item(name, lo, hi)
        pairs[name] = item.lo, item.hi
    return pairs


def _no_primary(name: Hashable) -> str:
    return f"bounds name {name!r}, which is not a primary item"


def _items(
    primary: Sequence[Hashable], secondary: Sequence[Hashable], bounds: Mapping[Any, Bounds]
) -> Iterator[Item]:
    known = set(primary)
    for name in bounds:
        if name not in known:
            raise CoverProblemError(_no_primary(name))
    yield from (Item(name, *bounds.get(name, (1, 1))) for name in primary)
    yield from (Item(name, 0, 1, secondary=True) for name in secondary)


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
