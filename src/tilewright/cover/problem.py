"""An exact cover problem as an immutable value, and a subtree of the search for its covers."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.document.text import brief_repr
from tilewright.errors import TilewrightError

MOST_ITEMS = 2**31 - 1
MOST_ENTRIES = 2**32 - 2**24  # native node numbers have 32 bits
MOST_USES = 2**31 - 1
MOST_COST = 2**53


class CoverProblemError(TilewrightError, ValueError):
    """An exact cover problem contradicts itself."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be covered at least `lo` and at most `hi` times.

    A secondary item may be covered at most once, or by several options that give it the same
    colour; its bounds are 0..1.
    """

    name: Hashable
    lo: int = 1
    hi: int = 1
    secondary: bool = False

    __repr__ = brief_repr

    def __post_init__(self) -> None:
        if self.secondary and (self.lo, self.hi) != (0, 1):
            raise CoverProblemError(
                f"secondary item {self.name!r} has bounds {self.lo}..{self.hi}: a secondary item "
                f"is covered at most once; make it primary to give it bounds"
            )
        if not 0 <= self.lo <= self.hi <= MOST_USES or self.hi == 0:
            raise CoverProblemError(
                f"item {self.name!r} has bounds {self.lo}..{self.hi}: expected "
                f"0 <= lo <= hi, and 1 <= hi <= {MOST_USES}"
            )


@dataclass(frozen=True, slots=True)
class Option:
    """One option, spelt out: items in the order given, each with its colour or None."""

    items: tuple[Any, ...]  # as they were named: hashable, and yours
    colours: tuple[Any, ...]
    cost: int
    label: Any

    def __str__(self) -> str:
        words = (
            str(item) if colour is None else f"{item}:{colour}"
            for item, colour in zip(self.items, self.colours, strict=True)
        )
        return " ".join(words)


@dataclass(frozen=True, eq=False)
class Regions:
    """Geometry as a hint to engines: it changes no cover, only how fast they are found.

    The first three arrays hold item numbers of one problem.  `cells` are the items that are places,
    `touching` has a row for each pair of cells that are neighbours, and `pieces` are the items
    that say which piece an option puts there.  No item is both, and an option has at most one
    piece; options without one may be used without end, as far as this hint is concerned.

    `points`, if given, has the integer coordinates of each cell, one row a cell: engines that
    sweep over the cells sort by them.

    `ExactCover` checks that the numbers fit the problem.

    >>> Regions(cells=[0, 1, 2], touching=[(0, 1), (1, 2)], pieces=[3])
    <Regions: 3 cells, 2 pairs that touch, 1 pieces>
    """

    cells: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    touching: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty((0, 2), np.uint32))
    pieces: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    points: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 0), np.int64))

    def __post_init__(self) -> None:
        for name in ("cells", "touching", "pieces"):
            object.__setattr__(self, name, _item_numbers(name, getattr(self, name)))
        items = np.concatenate([self.cells, self.pieces])
        numbers, times = np.unique(items, return_counts=True)
        if len(numbers) < len(items):
            twice = int(numbers[np.argmax(times)])
            raise CoverProblemError(
                f"item {twice} is named twice: each item is a cell, or a piece, or neither"
            )
        strangers = np.setdiff1d(self.touching, self.cells)
        if len(strangers):
            raise CoverProblemError(f"item {strangers[0]} touches another one, but is not a cell")
        object.__setattr__(self, "points", _coordinates(self.points, len(self.cells)))

    def __repr__(self) -> str:
        return (
            f"<Regions: {len(self.cells)} cells, {len(self.touching)} pairs that touch, "
            f"{len(self.pieces)} pieces>"
        )

    def check_items(
        self, item_count: int, starts: npt.NDArray[np.uint64], entries: npt.NDArray[np.uint32]
    ) -> None:
        """Raise RegionsError unless the numbers fit a problem with these items and options."""
        for name, numbers in (("cells", self.cells), ("pieces", self.pieces)):
            if len(numbers) and numbers.max() >= item_count:
                raise CoverProblemError(
                    f"{name} of the regions name item {numbers.max()}: there are only "
                    f"{item_count} items, numbered from 0"
                )
        if len(starts) == 1:
            return
        is_piece = np.zeros(item_count, dtype=np.int64)
        is_piece[self.pieces] = 1
        pieces = np.add.reduceat(is_piece[entries], starts[:-1].astype(np.intp))
        if pieces.max() > 1:
            raise CoverProblemError(
                f"option {int(np.argmax(pieces > 1))} stands for several pieces: an option has "
                f"at most one"
            )


def _item_numbers(name: str, array: npt.ArrayLike) -> npt.NDArray[np.uint32]:
    numbers = np.array(array)
    pairs = name == "touching"
    if not numbers.size:
        numbers = np.empty((0, 2) if pairs else 0, np.uint32)
    fits = numbers.ndim == 2 and numbers.shape[1] == 2 if pairs else numbers.ndim == 1
    if numbers.dtype.kind not in "iu" or not fits:
        wanted = "pairs of item numbers" if pairs else "item numbers"
        raise CoverProblemError(
            f"{name} has shape {numbers.shape}, {numbers.dtype}: expected {wanted}"
        )
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < 2**32 - 1:
        raise CoverProblemError(
            f"{name} holds {numbers.min()}..{numbers.max()}: expected item numbers"
        )
    return _frozen(numbers, np.uint32)


def _coordinates(array: npt.ArrayLike, cells: int) -> npt.NDArray[np.int64]:
    points = np.array(array)
    if not points.size:
        points = np.empty((0, 0), np.int64)
    elif points.ndim != 2 or len(points) != cells or points.dtype.kind not in "iu":
        raise CoverProblemError(
            f"points has shape {points.shape}, {points.dtype}: expected a row of whole numbers "
            f"for each of the {cells} cells, or nothing"
        )
    return _frozen(points, np.int64)


def _frozen(array: npt.NDArray[Any], dtype: type[np.integer[Any]]) -> npt.NDArray[Any]:
    own = np.array(array, dtype=dtype, order="C")
    own.setflags(write=False)
    return own


@dataclass(frozen=True, eq=False)
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
    """

    items: tuple[Item, ...]
    starts: npt.NDArray[np.uint64]
    entries: npt.NDArray[np.uint32]
    entry_colours: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    colours: tuple[Hashable, ...] = ()
    costs: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    labels: tuple[Any, ...] = ()  # hashable
    regions: Regions | None = None

    def __post_init__(self) -> None:
        for name, dtype in (
            ("starts", np.uint64),
            ("entries", np.uint32),
            ("entry_colours", np.uint32),
            ("costs", np.int64),
        ):
            object.__setattr__(self, name, _frozen(getattr(self, name), dtype))
        _check(self)
        _normalise(self)

    @cached_property
    def primary(self) -> int:
        """How many items are primary; they come first."""
        return sum(not item.secondary for item in self.items)

    @property
    def option_count(self) -> int:
        """How many options there are."""
        return len(self.starts) - 1

    @cached_property
    def item_numbers(self) -> dict[Hashable, int]:
        """The number of each item, by name."""
        return {item.name: number for number, item in enumerate(self.items)}

    def option(self, number: int) -> Option:
        """Spell out one option."""
        if not 0 <= number < self.option_count:
            raise IndexError(f"option {number}: there are {self.option_count}, numbered from 0")
        span = slice(int(self.starts[number]), int(self.starts[number + 1]))
        entries = self.entries[span].tolist()
        numbers = self.entry_colours[span].tolist() or [0] * len(entries)
        return Option(
            items=tuple(self.items[item].name for item in entries),
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
        plain = not len(self.entry_colours)
        exclusive = np.array([plain if i.secondary else i.hi == 1 for i in self.items], np.bool_)
        there = exclusive[self.entries]
        items, options = self.entries[there].astype(np.int64), self.owners[there]
        words = np.zeros((len(self.items) // 64 + 1, self.option_count), dtype=np.uint64)
        np.bitwise_or.at(words, (items // 64, options), np.uint64(1) << (items % 64).astype("u8"))
        return words

    @cached_property
    def fingerprint(self) -> str:
        """A name for the contents: equal problems have equal fingerprints."""
        from hashlib import sha256

        digest = sha256(b"tilewright exact cover 1\n")
        spelt = [
            [[repr(i.name), i.lo, i.hi, i.secondary] for i in self.items],
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
            f"{len(self.items) - self.primary} secondary items, {self.fingerprint[:12]}>"
        )


def _check(problem: ExactCover) -> None:
    """Raise CoverProblemError unless the parts fit together."""
    items, starts, entries = problem.items, problem.starts, problem.entries
    if len(items) > MOST_ITEMS or len(entries) + len(starts) > MOST_ENTRIES:
        raise CoverProblemError(
            f"{len(items)} items and {len(entries)} entries are too many: the limits are "
            f"{MOST_ITEMS} and about {MOST_ENTRIES}"
        )
    if len(problem.item_numbers) != len(items):
        ((twice, _),) = Counter(item.name for item in items).most_common(1)
        raise CoverProblemError(f"item {twice!r} is named twice: each item needs a name of its own")
    if any(item.secondary for item in items[: problem.primary]):
        raise CoverProblemError("primary items must stand before secondary ones")
    if not len(starts) or starts[0] != 0 or starts[-1] != len(entries):
        raise CoverProblemError("starts must begin with 0 and end with the number of entries")
    ends = starts.astype(np.int64)
    lengths = ends[1:] - ends[:-1]
    if len(lengths) and lengths.min() <= 0:
        empty = int(np.argmax(lengths <= 0))
        raise CoverProblemError(f"option {empty} is empty: an option must have at least one item")
    if len(entries) and entries.max() >= len(items):
        raise CoverProblemError(f"item number {entries.max()}: there are only {len(items)} items")
    _check_no_repeats(problem)
    _check_colours(problem)
    if len(problem.costs) not in (0, len(lengths)):
        raise CoverProblemError(f"{len(problem.costs)} costs for {len(lengths)} options")
    if len(problem.costs) and not 0 <= problem.costs.min() <= problem.costs.max() <= MOST_COST:
        raise CoverProblemError(f"costs must be whole numbers from 0 to {MOST_COST}")
    if len(problem.labels) not in (0, len(lengths)):
        raise CoverProblemError(f"{len(problem.labels)} labels for {len(lengths)} options")
    if problem.regions is not None:
        problem.regions.check_items(len(items), starts, entries)


def _normalise(problem: ExactCover) -> None:
    """Write the same problem always in the same way, so that fingerprints can be compared."""
    if len(problem.costs) and not problem.costs.any():
        object.__setattr__(problem, "costs", _frozen(np.empty(0), np.int64))
    seen, first = np.unique(problem.entry_colours, return_index=True)
    in_order = seen[np.argsort(first)]
    in_order = in_order[in_order > 0]  # numbers of the colours, by first appearance
    if len(in_order) == 0:
        object.__setattr__(problem, "entry_colours", _frozen(np.empty(0), np.uint32))
    else:
        renumbered = np.zeros(len(problem.colours) + 1, dtype=np.uint32)
        renumbered[in_order] = np.arange(1, len(in_order) + 1)
        entry_colours = _frozen(renumbered[problem.entry_colours], np.uint32)
        object.__setattr__(problem, "entry_colours", entry_colours)
    colours = tuple(problem.colours[number - 1] for number in in_order.tolist())
    object.__setattr__(problem, "colours", colours)


def _check_no_repeats(problem: ExactCover) -> None:
    keys = problem.owners * len(problem.items) + problem.entries
    keys.sort()
    repeats = np.flatnonzero(keys[1:] == keys[:-1])
    if len(repeats):
        option, item = divmod(int(keys[repeats[0]]), len(problem.items))
        raise CoverProblemError(
            f"option {option} has item {problem.items[item].name!r} twice: name it once"
        )


def _check_colours(problem: ExactCover) -> None:
    coloured = problem.entry_colours
    if len(coloured) == 0:
        return
    if len(coloured) != len(problem.entries):
        raise CoverProblemError(f"{len(coloured)} colours for {len(problem.entries)} entries")
    if coloured.max() > len(problem.colours):
        raise CoverProblemError(f"colour number {coloured.max()} of {len(problem.colours)}")
    on_primary = np.flatnonzero((coloured > 0) & (problem.entries < problem.primary))
    if len(on_primary):
        entry = int(on_primary[0])
        option, item = problem.owners[entry], problem.items[int(problem.entries[entry])]
        raise CoverProblemError(
            f"option {option} gives a colour to the primary item {item.name!r}: only secondary "
            f"items can have one"
        )


class SubtreeError(TilewrightError, ValueError):
    """A subtree does not fit the problem."""


@dataclass(frozen=True, slots=True)
class Subtree:
    """All covers that contain every option of `chosen` and none of `excluded`.

    `Subtree()` is the whole search.  `chosen` is in the order of choice.  `via` matters only to
    the counters: it is the item (its number) on which the last option was chosen, set when the
    search that handed the subtree back had not entered it yet, so that entering it is still to be
    counted.  Leave it out when you write a subtree yourself.
    """

    chosen: tuple[int, ...] = ()
    excluded: tuple[int, ...] = ()
    via: int | None = None

    __repr__ = brief_repr

    def to_json(self) -> dict[str, object]:
        """As plain lists and numbers."""
        return {"chosen": list(self.chosen), "excluded": list(self.excluded), "via": self.via}

    @classmethod
    def from_json(cls, value: object) -> "Subtree":
        """Back from what `to_json` gave."""
        if not isinstance(value, Mapping):
            raise SubtreeError(f"a subtree is an object with 'chosen', not {value!r}")
        via = value.get("via")
        lists = [value.get("chosen"), value.get("excluded", [])]
        for numbers in lists:
            if not isinstance(numbers, list) or not all(_is_number(n) for n in numbers):
                raise SubtreeError(f"a subtree has lists of option numbers, not {numbers!r}")
        if via is not None and not _is_number(via):
            raise SubtreeError(f"'via' of a subtree is an item number or null, not {via!r}")
        return cls(tuple(lists[0]), tuple(lists[1]), via)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**32 - 1
