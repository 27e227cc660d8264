"""What every engine takes and gives: options, counters, covers in batches, and the remainder."""

import math
import time
from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import zip_longest
from typing import Any, Generic, Protocol, TypedDict, TypeVar

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.document.text import brief_repr, close_matches, many
from tilewright.errors import TilewrightError, refuse_text

Cover = tuple[int, ...]  # option numbers, in order of choice
Answer = TypeVar("Answer")
Problem = TypeVar("Problem")
Weights = Sequence[int] | npt.NDArray[np.uint32]  # one per option

RULES = ("fewest", "leftmost")
STRANDING = ("none", "smallest", "sizes")
DEVICES = ("cpu", "cuda")
MOST = 2**63 - 1


class OptionError(TilewrightError, ValueError):
    """A search option has a value it cannot have."""


class FrontierError(TilewrightError, MemoryError):
    """There are more states than there is room for."""


def require_one_of(name: str, value: str, known: Iterable[str]) -> None:
    """Raise OptionError unless the option has one of the values that are known."""
    if value not in (values := tuple(known)):
        raise OptionError(f"{name} is {value!r}: expected one of {', '.join(values)}")


def _option(default: Any, doc: str, low: float | None = None, high: float | None = None) -> Any:
    return field(default=default, metadata={"doc": doc, "low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """How to search, and when to pause.  Each line says name, default, meaning and range."""

    rule: str = _option("fewest", "branch on the item with fewest options, or on the leftmost")
    order: tuple[int, ...] = _option((), "primary items by number, in the order that breaks ties")
    seed: int | None = _option(None, "break ties by chance, the same way each time", 0, 2**64 - 1)
    stranding: str = _option(
        "none",
        "give up when an empty region is smaller than every free piece, or is no sum of their "
        "sizes; for engine anchor, and problems that know their regions",
    )
    threads: int = _option(
        1,
        "share the work among N threads, or as many as there are cores if 0; under "
        "max_solutions, max_nodes or max_levels there is one",
        0,
        1024,
    )
    max_solutions: int | None = _option(None, "pause after this many solutions", 0, MOST)
    max_nodes: int | None = _option(None, "pause after this many nodes", 0, MOST)
    max_seconds: float | None = _option(None, "pause after this many seconds", 0)
    max_levels: int | None = _option(
        None, "choose at most this many options; what lies deeper is left as the remainder", 0, MOST
    )
    max_memory: int = _option(2**30, "bytes the tables of engine frontier may take", 0, MOST)
    device: str = _option("cpu", "what engine frontier runs on: the processor, or cuda for a GPU")

    def __post_init__(self) -> None:
        require_one_of("rule", self.rule, RULES)
        require_one_of("device", self.device, DEVICES)
        require_one_of("stranding", self.stranding, STRANDING)
        object.__setattr__(self, "order", tuple(self.order))
        if not all(isinstance(item, int) and 0 <= item < 2**32 for item in self.order):
            raise OptionError(f"order is {self.order}: expected item numbers")
        for name, low, high, kinds in _NUMBERS:
            value = getattr(self, name)
            if value is None:
                continue
            if not isinstance(value, kinds) or isinstance(value, bool):
                raise OptionError(f"{name} is {value!r}: expected a number")
            if value != value or value < low or (high is not None and value > high):
                limit = "or more" if high is None else f"to {high}"
                raise OptionError(f"{name} is {value}: expected {low} {limit}")

    @property
    def limited(self) -> bool:
        """May it pause before the end, unless it is stopped?"""
        limits = (self.max_solutions, self.max_nodes, self.max_seconds, self.max_levels)
        return limits != (None, None, None, None)


# The fields that are numbers: name, least, most, types.
_NUMBERS = tuple(
    (f.name, f.metadata["low"], f.metadata["high"], (int, float)[: 1 + (f.name == "max_seconds")])
    for f in fields(SearchOptions)
    if f.metadata["low"] is not None
)
_PLAIN = SearchOptions()


class Tactics(TypedDict, total=False):
    """Fields of `SearchOptions` as keywords; `order` names items."""

    rule: str
    order: Iterable[Hashable]
    stranding: str
    max_memory: int
    device: str


class HowToSearch(Tactics, total=False):
    """All of them that change the search."""

    seed: int | None


class SearchKeywords(HowToSearch, total=False):
    """The same with the threads and the limits."""

    threads: int
    max_solutions: int | None
    max_nodes: int | None
    max_seconds: float | None
    max_levels: int | None


@dataclass(frozen=True, slots=True)
class Counters:
    """What a search did.  They add up: part done + remainder = whole.

    `nodes_per_level[k]` is the number of options tried when k options had been chosen before; so
    the root of the search tree is not counted.  `updates_per_level[k]` is the number of updates
    made on the way to those nodes; what an update is depends on the engine (see the explanations
    of dancing links and of the anchor).  `stranded` counts the nodes that were given up as soon as
    they were entered, because a region of the board could not be filled.
    """

    nodes_per_level: tuple[int, ...] = ()
    updates_per_level: tuple[int, ...] = ()
    solutions: int = 0
    stranded: int = 0

    __repr__ = brief_repr

    @property
    def branches(self) -> int:
        """Options that were not only tried but kept: nodes that stranding did not give up."""
        return self.nodes - self.stranded

    @property
    def nodes(self) -> int:
        """Options tried, on all levels."""
        return sum(self.nodes_per_level)

    @property
    def updates(self) -> int:
        """Updates, on all levels."""
        return sum(self.updates_per_level)

    def __add__(self, other: "Counters") -> "Counters":
        def add(ours: Sequence[int], theirs: Sequence[int]) -> tuple[int, ...]:
            return tuple(a + b for a, b in zip_longest(ours, theirs, fillvalue=0))

        return Counters(
            add(self.nodes_per_level, other.nodes_per_level),
            add(self.updates_per_level, other.updates_per_level),
            self.solutions + other.solutions,
            self.stranded + other.stranded,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Some covers, in the order found, as flat arrays.

    Cover j consists of `options[ends[j-1]:ends[j]]`, in order of choice; `items` says on which
    item (its number) each of them was chosen.
    """

    options: npt.NDArray[np.uint32]
    items: npt.NDArray[np.uint32]
    ends: npt.NDArray[np.uint64]

    def __repr__(self) -> str:
        return f"<Batch: {many(len(self), 'cover')}>"

    def __len__(self) -> int:
        return len(self.ends)

    def __iter__(self) -> Iterator[Cover]:
        options = self.options.tolist()
        start = 0
        for end in self.ends.tolist():
            yield tuple(options[start:end])
            start = end

    def choices(self) -> Iterator[list[tuple[int, int]]]:
        """The covers as lists of (option, item on which it was chosen)."""
        items = iter(self.items.tolist())
        for cover in self:
            yield [(option, next(items)) for option in cover]


NO_COVERS = Batch(np.empty(0, np.uint32), np.empty(0, np.uint32), np.empty(0, np.uint64))


class Search(Protocol):
    """A search under way.  Iterate to get covers in batches; it can be left at any time.

    An empty batch comes now and then as a sign of life.  Iteration ends when the search is
    `finished`, when a limit of the options is reached, or soon after `stop()`.  Iterating again
    resumes it there.  `remainder()` hands the unexplored part back, as subtrees in the order of
    the search, and ends the search:

    - the covers found so far and those of the remainder are disjoint, and together they are the
      covers of the start, in the same order when concatenated (but with `max_levels` the shallow
      covers come before the subtrees that were left);
    - the counters so far and those of the remainder add up, level by level, to those of the whole.

    Covers, their order and the counters do not depend on the number of threads.  (Only where a
    search was when it was stopped does, as it does on the clock.  With several threads the
    remainder may hold covers that were found already, but not in their turn: each as a subtree of
    its own.)
    """

    problem: Any  # an ExactCover, or a jigsaw of polygons

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""

    @property
    def counters(self) -> Counters:
        """What has been done so far."""

    @property
    def fraction_explored(self) -> float:
        """Fraction explored of the tree, roughly: as if all branches weighed the same."""

    def __iter__(self) -> Iterator[Batch]: ...

    def run(self, keep_going: Callable[[], bool] = lambda: True) -> Counters:
        """Iterate to the end, only counting; when `keep_going`, asked now and then, says no, stop.

        Like any iteration, it is resumed by another one.
        """
        for _ in self:
            if not keep_going():
                break
        return self.counters

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""

    def remainder(self) -> list[Subtree]:
        """What has not been explored.  Ends the search."""


class Deputy:
    """Whoever has another search do the work, and tells what that one tells."""

    _current: Any

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return bool(self._current.finished)

    @property
    def counters(self) -> Counters:
        """What has been done so far; but not what was given up for another engine."""
        found: Counters = self._current.counters
        return found

    @property
    def fraction_explored(self) -> float:
        """Fraction explored, roughly."""
        return float(self._current.fraction_explored)


class LimitedSearch(Search, Generic[Problem]):
    """What searches have in common: the limits of their options, a clock, a stop, one remainder."""

    def __init__(
        self,
        problem: Problem,
        options: SearchOptions | None = None,
        start: Subtree | None = None,
        *,
        collect: bool = True,
    ) -> None:
        self.problem = problem
        self._options, self._start = options or SearchOptions(), start or Subtree()
        self._collect = collect
        self._current: Any = None  # whatever is at work, and has to hear of a stop
        self._stopped = False
        self._deadline = math.inf
        self._remainder: list[Subtree] | None = None  # once somebody has asked for it
        self._set_up = 0.0  # seconds that it took to begin, which are part of the time there is
        self._prepare()

    def _prepare(self) -> None:
        """Make what the search needs."""

    @abstractmethod
    def _batches(self) -> Iterator[Batch]:
        """Go on to the end, to a limit, or until it is told to stop."""

    @abstractmethod
    def _rest(self) -> list[Subtree]:
        """What has not been explored; from now on it is somebody else's."""

    def __iter__(self) -> Iterator[Batch]:
        """Covers in batches; empty ones are signs of life."""
        if self._deadline == math.inf and self._options.max_seconds is not None:
            self._deadline = time.monotonic() + self._options.max_seconds - self._set_up
        try:
            yield from self._batches()
        finally:
            self._obey()

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._stopped = True
        if (current := self._current) is not None:  # looked at once: another thread may end it
            current.stop()

    def remainder(self) -> list[Subtree]:
        """What has not been explored.  Ends the search."""
        if self._remainder is None:
            self._remainder = self._rest()
        return self._remainder

    def _told_to_stop(self) -> bool:
        return self._stopped

    def _obey(self) -> None:
        """The stop has been obeyed; the next iteration resumes the search."""
        self._stopped = False


def alone(problem: ExactCover, cover: Cover) -> Subtree:
    """This cover and no other, not even one that contains it."""
    if np.array_equal(problem.core.lo, problem.core.hi):
        return Subtree(cover)  # no cover contains another
    return Subtree(cover, tuple(sorted({*range(problem.option_count)}.difference(cover))))


def search_options(
    problem: ExactCover, *, order: Iterable[Hashable] = (), **options: Any
) -> SearchOptions:
    """Search options with the items of `order` given by name.

    Primary items that `order` leaves out follow in the problem's own order.
    """
    if not isinstance(problem, ExactCover):
        raise OptionError(
            f"a {type(problem).__name__} is not an exact cover problem: build one with "
            f"from_options(), from_matrix() or read_cover(); that of a puzzle is encode(puzzle)"
            f".problem, and load() finds a puzzle by name"
        )
    return checked_options(order=_item_order(problem, order), **options)


def checked_options(**options: Any) -> SearchOptions:
    """Search options; one that is not known is an OptionError, too."""
    if options == {"order": ()}:
        return _PLAIN
    for name in options:
        if name not in SearchKeywords.__annotations__:
            near = close_matches(name, SearchKeywords.__annotations__, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise OptionError(f"there is no option {name!r}{hint}")
    return SearchOptions(**options)


def _item_order(problem: ExactCover, names: Iterable[Hashable]) -> tuple[int, ...]:
    if isinstance(names, tuple) and not names:
        return ()
    refuse_text(names, "order", OptionError)
    first: dict[int, None] = {}
    for name in names:
        number = problem.item_numbers.get(name)
        if number is None or number >= problem.primary:
            raise OptionError(f"the order names {name!r}, which is not a primary item")
        if number in first:
            raise OptionError(f"the order names {name!r} twice")
        first[number] = None
    if not first:
        return ()
    return (*first, *(n for n in range(problem.primary) if n not in first))
