"""An exact cover problem as an immutable value: names around numbers that the core keeps."""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import starmap
from operator import index
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover.parts import (
    MOST_COST,
    MOST_ENTRIES,
    MOST_ITEMS,
    CoverProblemError,
    Item,
    Option,
    Regions,
)


class ExactCover:
    """Choose options so that every item is covered as often as its bounds say.

    A *cover* is a set of options, each with at least one primary item, such that every primary
    item is in `lo`..`hi` of them, and every secondary item in at most one of them or in several
    that all give it the same colour.

    Items are numbered as in `items`, primary ones first; options from 0.  Option k consists of
    the entries `starts[k]` to `starts[k+1]`: entry e is about item `entries[e]` and gives it
    colour number `entry_colours[e]`, which is 0 for none and otherwise one more than an index
    into `colours`.  `labels` name options for people and do not matter otherwise.  `regions` is a
    hint to engines; like labels, it is no part of what the problem is.  Build problems with
    `from_options`, `from_matrix` or `read_cover` rather than by hand.

    All numbers are in `core`, which engines take as it is; names are spelt when they are asked for.
    """

    core: _core.Problem
    colours: tuple[Hashable, ...]
    _names: Sequence[Hashable] | Callable[[], Sequence[Hashable]]
    _labels: Sequence[Any] | Callable[[], Sequence[Any]]  # of hashables

    def __init__(
        self,
        items: Iterable[Item],
        starts: npt.ArrayLike,
        entries: npt.ArrayLike,
        entry_colours: npt.ArrayLike = (),
        colours: Sequence[Hashable] = (),
        costs: npt.ArrayLike = (),
        labels: Sequence[Any] = (),
        regions: Regions | None = None,
    ) -> None:
        items = tuple(items)
        names = tuple(item.name for item in items)
        if len(set(names)) < len(names):
            ((twice, _),) = Counter(names).most_common(1)
            raise CoverProblemError(
                f"item {twice!r} is named twice: each item needs a name of its own"
            )
        primary = sum(not item.secondary for item in items)
        if any(item.secondary for item in items[:primary]):
            raise CoverProblemError("primary items must stand before secondary ones")
        known = regions or Regions()
        try:
            core, order = _core.make_problem(
                len(items),
                lo=np.array([item.lo for item in items[:primary]], np.uint32),
                hi=np.array([item.hi for item in items[:primary]], np.uint32),
                starts=_numbers("starts", starts, np.uint64),
                items=_numbers("entries", entries, np.uint32),
                colours=_numbers("entry_colours", entry_colours, np.uint32),
                colour_count=len(colours),
                costs=_numbers("costs", costs, np.int64),
                cells=known.cells,
                touching=known.touching.reshape(-1),
                pieces=known.pieces,
                points=known.points.reshape(-1),
            )
        except _core.ProblemFault as fault:
            raise _told(fault, names) from None
        if len(labels) not in (0, core.option_count):
            raise CoverProblemError(f"{len(labels)} labels for {core.option_count} options")
        shown = tuple(colours[number - 1] for number in order)
        self._hold(core, names, shown, tuple(labels), items=items, regions=regions)

    @classmethod
    def from_core(
        cls,
        core: _core.Problem,
        names: Sequence[Hashable] | Callable[[], Sequence[Hashable]],
        *,
        colours: Sequence[Hashable] = (),
        labels: Sequence[Any] | Callable[[], Sequence[Any]] = (),
    ) -> Self:
        """A problem that the core has made, with the names of its items, colours and options.

        Names are hashable, each item's is its own, and there is one for each colour; neither this
        nor their number is checked.  Names and labels may be functions, called when they are
        needed.
        """
        made = cls.__new__(cls)
        made._hold(core, names, tuple(colours), labels)
        return made

    def _hold(
        self,
        core: _core.Problem,
        names: Sequence[Hashable] | Callable[[], Sequence[Hashable]],
        colours: tuple[Hashable, ...],
        labels: Sequence[Any] | Callable[[], Sequence[Any]],
        **known: Any,
    ) -> None:
        vars(self).update(core=core, _names=names, colours=colours, _labels=labels, **known)

    def with_parts(self, **changes: Any) -> "ExactCover":
        """The same problem with other parts, named as they are when a problem is built."""
        return ExactCover(**{part: getattr(self, part) for part in _PARTS} | changes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} cannot be set: a problem is a value; see with_parts()")

    def __reduce__(self) -> tuple[type["ExactCover"], tuple[Any, ...]]:
        return ExactCover, tuple(getattr(self, part) for part in _PARTS)

    @cached_property
    def names(self) -> tuple[Hashable, ...]:
        """The names of the items."""
        return tuple(self._names() if callable(self._names) else self._names)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The items, primary ones first."""
        first, second = self.names[: self.primary], self.names[self.primary :]
        bounds = zip(first, self.core.lo.tolist(), self.core.hi.tolist(), strict=True)
        return (*starmap(Item, bounds), *(Item(name, 0, 1, secondary=True) for name in second))

    @cached_property
    def starts(self) -> npt.NDArray[np.uint64]:
        """Where the entries of each option begin, and where those of the last one end."""
        return self.core.starts

    @cached_property
    def entries(self) -> npt.NDArray[np.uint32]:
        """The item of each entry."""
        return self.core.items

    @cached_property
    def entry_colours(self) -> npt.NDArray[np.uint32]:
        """The number of each entry's colour; nothing if there are no colours."""
        return self.core.colours

    @cached_property
    def costs(self) -> npt.NDArray[np.int64]:
        """The cost of each option; nothing if all are 0."""
        return self.core.costs

    @cached_property
    def labels(self) -> tuple[Any, ...]:
        """What options are called; nothing if they have no labels."""
        return tuple(self._labels() if callable(self._labels) else self._labels)

    @cached_property
    def regions(self) -> Regions | None:
        """What is known of the geometry."""
        core = self.core
        if not (len(core.cells) or len(core.pieces)):
            return None
        points = core.points.reshape(len(core.cells), -1) if len(core.points) else core.points
        return Regions(core.cells, core.touching.reshape(-1, 2), core.pieces, points)

    @cached_property
    def primary(self) -> int:
        """How many items are primary; they come first."""
        return self.core.primary

    @cached_property
    def option_count(self) -> int:
        """How many options there are."""
        return self.core.option_count

    @cached_property
    def lo(self) -> npt.NDArray[np.uint32]:
        """How often each item must be covered."""
        return np.concatenate((self.core.lo, np.zeros(self._secondary, np.uint32)))

    @cached_property
    def hi(self) -> npt.NDArray[np.uint32]:
        """How often each item may be covered, by different colours or none."""
        return np.concatenate((self.core.hi, np.ones(self._secondary, np.uint32)))

    @property
    def item_count(self) -> int:
        """How many items there are."""
        return self.core.item_count

    @property
    def _secondary(self) -> int:
        return self.item_count - self.primary

    @cached_property
    def item_numbers(self) -> dict[Hashable, int]:
        """The number of each item, by name."""
        return {name: number for number, name in enumerate(self.names)}

    def labelled(self, cover: Iterable[int]) -> list[Any]:
        """The options of a cover by their labels, or by their items if they have none."""
        options = [*map(index, cover)]
        if options and not 0 <= min(options) <= max(options) < self.option_count:
            for option in options:
                self._require_option(option)
        if labels := self.labels:
            return [labels[option] for option in options]
        return _core.named_options(self.core, self.names, options)

    def _require_option(self, number: int) -> None:
        if not 0 <= number < self.option_count:
            raise IndexError(f"option {number}: there are {self.option_count}, numbered from 0")

    def option(self, number: int) -> Option:
        """Spell out one option."""
        self._require_option(number)
        span = slice(int(self.starts[number]), int(self.starts[number + 1]))
        entries = self.entries[span].tolist()
        numbers = self.entry_colours[span].tolist() or [0] * len(entries)
        return Option(
            items=tuple(self.names[item] for item in entries),
            colours=tuple(self.colours[c - 1] if c else None for c in numbers),
            cost=int(self.costs[number]) if len(self.costs) else 0,
            label=self.labels[number] if self.labels else None,
        )

    def options(self) -> Iterator[Option]:
        """Spell out all options, in order."""
        return map(self.option, range(self.option_count))

    @cached_property
    def idle_options(self) -> tuple[int, ...]:
        """Options without a primary item: they are in no cover."""
        useful = np.logical_or.reduceat(
            self.entries < self.primary, self.starts[:-1].astype(np.intp)
        )
        return tuple(np.flatnonzero(~useful).tolist()) if self.option_count else ()

    @property
    def owners(self) -> npt.NDArray[np.int64]:
        """The option that each entry belongs to."""
        starts = self.starts.astype(np.int64)
        return np.repeat(np.arange(self.option_count), starts[1:] - starts[:-1])

    @property
    def colour_numbers(self) -> list[int]:
        """The number of each entry's colour, also if there are no colours."""
        return self.entry_colours.tolist() or [0] * len(self.entries)

    @cached_property
    def exclusive_bits(self) -> npt.NDArray[np.uint64]:
        """A column of words for each option: a bit for each item that excludes others.

        Two options that share such an item are never together, whatever the colours.
        """
        exclusive = self.hi == 1
        if len(self.entry_colours):
            exclusive[self.primary :] = False
        there = exclusive[self.entries]
        items, options = self.entries[there].astype(np.int64), self.owners[there]
        words = np.zeros((self.item_count // 64 + 1, self.option_count), dtype=np.uint64)
        np.bitwise_or.at(words, (items // 64, options), np.uint64(1) << (items % 64).astype("u8"))
        return words

    @cached_property
    def fingerprint(self) -> str:
        """A name for the contents: equal problems have equal fingerprints."""
        from hashlib import sha256

        digest = sha256(b"tilewright exact cover 1\n")
        bounds = zip(self.names, self.lo.tolist(), self.hi.tolist(), strict=True)
        spelt = [
            [[repr(name), lo, hi, k >= self.primary] for k, (name, lo, hi) in enumerate(bounds)],
            [repr(colour) for colour in self.colours],
        ]
        digest.update(json.dumps(spelt).encode())
        for array in (self.starts, self.entries, self.entry_colours, self.costs):
            digest.update(len(array).to_bytes(8, "little"))
            digest.update(array.astype(array.dtype.newbyteorder("<")).tobytes())
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactCover) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return (
            f"<ExactCover: {self.option_count} options, {self.primary} primary and "
            f"{self._secondary} secondary items, {self.fingerprint[:12]}>"
        )


_PARTS = (
    "items",
    "starts",
    "entries",
    "entry_colours",
    "colours",
    "costs",
    "labels",
    "regions",
)


def _numbers(name: str, values: Any, kind: type[Any]) -> npt.NDArray[Any]:
    """An array of whole numbers of this kind, and none that it cannot hold."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise CoverProblemError(f"{name} must be a list of numbers, not of {array.ndim} dimensions")
    if array.size and array.dtype.kind not in "iub":  # also where some are too large for numpy
        array = np.array(list(values), object)
        if not all(isinstance(value, (int, np.integer)) for value in array):
            raise CoverProblemError(f"{name} must be whole numbers")
    most = np.iinfo(kind)
    if array.size and not most.min <= array.min() <= array.max() <= most.max:
        raise CoverProblemError(f"{name} must be numbers from {most.min} to {most.max}")
    return np.ascontiguousarray(array, kind)


def _told(fault: _core.ProblemFault, names: Sequence[Hashable]) -> CoverProblemError:
    """What the core finds wrong with a problem whose items have these names."""
    kind, first, second = fault.args
    if kind in ("twice", "colour on primary"):
        second = names[second]
    return CoverProblemError(fault_sentence(kind, first, second))


def fault_sentence(kind: str, first: Any, second: Any) -> str:
    """What is wrong with a problem: the kind of fault and its values as the core tells them."""
    match kind:
        case "size":
            return (
                f"{first} items and {second} entries are too many: the limits are {MOST_ITEMS} "
                f"and about {MOST_ENTRIES}"
            )
        case "starts":
            return "starts must begin with 0 and end with the number of entries"
        case "empty":
            return f"option {first} is empty: an option must have at least one item"
        case "item":
            return f"item number {first}: there are only {second} items"
        case "twice":
            return f"option {first} has item {second!r} twice: name it once"
        case "colour count":
            return f"{first} colours for {second} entries"
        case "colour":
            return f"colour number {first} of {second}"
        case "colour on primary":
            return (
                f"option {first} gives a colour to the primary item {second!r}: only secondary "
                f"items can have one"
            )
        case "cost count":
            return f"{first} costs for {second} options"
        case "cost":
            return f"costs must be whole numbers from 0 to {MOST_COST}"
        case "region item":
            return f"the regions name item {first}: there are only {second} items, numbered from 0"
        case "pieces":
            return f"option {first} stands for several pieces: an option has at most one"
        case _:  # what Item and Regions have checked
            return f"{kind}: {first}, {second}"
