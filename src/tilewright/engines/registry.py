"""The engines, and what each of them can do: one table for all who have to know.

A capability is True, or a sentence that says why not.  Planning, the shell's help, the reference
page and the tests read this table, and nobody else compares names of engines.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal, get_type_hints

from tilewright.cover import ExactCover, Subtree, SubtreeError
from tilewright.engines.choice import Choice, ReconsideredCount
from tilewright.engines.contract import (
    Batch,
    Counters,
    LimitedSearch,
    OptionError,
    Search,
    SearchOptions,
    Weights,
)
from tilewright.engines.cpsat.search import CpSatSearch
from tilewright.engines.frontier import FrontierSearch, frontier_refusal
from tilewright.engines.native import AnchorSearch, BitsSearch, LinksSearch

if TYPE_CHECKING:
    from tilewright.engines.device.checkpoint import Checkpoint

AUTO = "auto"  # no engine: it asks for the best one
Can = Literal[True] | str  # or why not

_ONE_BY_ONE = "it meets covers one by one"
_ON_PROCESSORS = "it runs on the processor"
_NO_REGIONS = "only engine anchor knows regions"
_NO_RULE = "it has a way of its own to branch"
_ALL_AT_ONCE = "it knows no cover before all stages are done; stopped before, it begins anew"
_POLYGONS = "polygons have no items"


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A row of the table, with what each capability means.

    The defaults are what engines are that search a tree.
    """

    name: str
    about: str
    begin: Callable[..., Search] | None  # a search of an exact cover problem; None for polygons
    refusal: Callable[[ExactCover], str | None] = lambda _: None  # why it cannot take a problem

    lists: Annotated[Can, "lists covers while it searches"] = True
    counts: Annotated[Can, "counts covers without listing them"] = True
    samples: Annotated[Can, "draws covers at random without listing them"] = _ONE_BY_ONE
    weights: Annotated[Can, "counts covers by weights of their options"] = _ONE_BY_ONE
    colours: Annotated[Can, "takes secondary items with colours"] = True
    bounds: Annotated[Can, "takes items with any bounds"] = True
    rules: Annotated[Can, "takes a rule and a seed for its branches"] = True
    regions: Annotated[Can, "looks at regions that cannot be filled"] = _NO_REGIONS
    threads: Annotated[Can, "shares the work among threads"] = True
    device: Annotated[Can, "runs on a GPU"] = _ON_PROCESSORS
    resumes: Annotated[Can, "a listing can be stopped and resumed"] = True
    resumes_counts: Annotated[Can, "a count can be stopped and resumed"] = True
    keeps_order: Annotated[Can, "covers of parts come in the order of the whole"] = True
    repeats: Annotated[Can, "a part searched again gives the same counters"] = True
    complete: Annotated[Can, "what it lists is all there is"] = True


CAPABILITIES: dict[str, str] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Engine, include_extras=True).items()
    if hasattr(hint, "__metadata__")
}

ENGINES = {
    engine.name: engine
    for engine in (
        Engine(
            name="links",
            about="dancing links, with Knuth's counters",
            begin=LinksSearch,
        ),
        Engine(
            name="anchor",
            about="the same tree in bits, which can give up on regions",
            begin=AnchorSearch,
            regions=True,
        ),
        Engine(
            name="bits",
            about="many options at a time",
            begin=BitsSearch,
            refusal=BitsSearch.refusal,
            bounds="each option needs an item that must be covered exactly once",
            rules=_NO_RULE,
        ),
        Engine(
            name="frontier",
            about="merges states, and counts without meeting a cover",
            begin=FrontierSearch,
            refusal=frontier_refusal,
            samples=True,
            weights=True,
            device=True,
            lists="it lists, but has all covers before it hands out the first",
            bounds="states of some bounds would be too wide",
            rules=_NO_RULE,
            resumes=_ALL_AT_ONCE,
            resumes_counts=f"{_ALL_AT_ONCE}, but for a count on a GPU, which has checkpoints",
        ),
        Engine(
            name="cpsat",
            about="OR-Tools' CP-SAT, which learns from dead ends",
            begin=CpSatSearch,
            counts="it lists the covers to count them",
            rules=_NO_RULE,
            keeps_order="covers found are forbidden, so the remainder comes in another order",
            repeats="how far it gets in some seconds depends on the machine",
        ),
        Engine(
            name="corners",
            about="free polygons, corner by corner",
            begin=None,
            weights=_POLYGONS,
            colours=_POLYGONS,
            bounds=_POLYGONS,
            rules="it has strategies: fewest, or lynning",
            regions="it remembers regions instead",
            resumes_counts="it counts no region twice, and what it remembers is lost with it",
        ),
        Engine(
            name="grid",
            about="free polygons on a grid, as an exact cover problem for the other engines",
            begin=None,
            weights=_POLYGONS,
            colours=_POLYGONS,
            bounds=_POLYGONS,
            rules=_NO_RULE,
            resumes="its covers are no corners, which is what runs of polygons store",
            resumes_counts="its covers are no corners, which is what runs of polygons store",
            complete="solutions off the grid are missed, unless it is proved that there are none",
        ),
    )
}
COVER_ENGINES = tuple(name for name, engine in ENGINES.items() if engine.begin)
POLYGON_ENGINES = tuple(name for name, engine in ENGINES.items() if not engine.begin)


def engine_named(name: str, among: Iterable[str] = COVER_ENGINES) -> Engine:
    """The engine of that name.  Raises OptionError if it is none of these."""
    if name not in (names := tuple(among)):
        raise OptionError(f"engine {name!r}: expected {AUTO} or one of {', '.join(names)}")
    return ENGINES[name]


def that_can(capability: str, among: Iterable[str] = COVER_ENGINES) -> tuple[str, ...]:
    """The engines with a capability."""
    return tuple(name for name in among if getattr(ENGINES[name], capability) is True)


def require_can(engine: str, capability: str, what: str) -> None:
    """Raise OptionError if an engine cannot do `what`, for want of a capability.

    Auto can do everything.
    """
    if engine == AUTO or (why := getattr(ENGINES[engine], capability)) is True:
        return
    *others, last = that_can(
        capability, COVER_ENGINES if ENGINES[engine].begin else POLYGON_ENGINES
    )
    use = f"{', '.join(others)} or {last}" if others else last
    raise OptionError(f"engine {engine} cannot {what}: {why}; use {use}")


def takes(engine: str, problem: ExactCover) -> bool:
    """Can this engine take the problem?  Auto can take any."""
    return engine == AUTO or ENGINES[engine].refusal(problem) is None


class SeveralSearches(LimitedSearch[ExactCover]):
    """Several searches one after the other, under common limits, as if they were one."""

    _current: Search | None

    def __init__(
        self,
        problem: ExactCover,
        starts: Iterable[Subtree],
        options: SearchOptions | None = None,
        *,
        engine: Callable[..., Search] = LinksSearch,
        collect: bool = True,
    ) -> None:
        super().__init__(problem, options, collect=collect)
        # What is left, last one first; the one that is being searched stands there until the end.
        # Each with its share of the whole; these add up to 1, together with that of what is done.
        left = list(starts)[::-1]
        self._left = [(start, 1 / len(left)) for start in left]
        self._done_share = 0.0
        if self._options.max_levels is not None:
            raise OptionError("max_levels splits one subtree at a time: use split()")
        self._engine = engine
        self._done = Counters()

    @property
    def finished(self) -> bool:
        """Is nothing left to explore?"""
        return not self._left

    @property
    def counters(self) -> Counters:
        """What has been done so far."""
        return self._done + self._current.counters if self._current else self._done

    @property
    def fraction_explored(self) -> float:
        """Fraction explored, roughly: as if all subtrees weighed the same."""
        if self.finished:
            return 1.0
        current = self._current.fraction_explored if self._current else 0.0
        return min(self._done_share + self._left[-1][1] * current, 1.0)

    def _batches(self) -> Iterator[Batch]:
        while not self._told_to_stop() and self._left:
            limits = self._limits_left()
            if limits is None:
                break
            if self._current is None:
                start, _ = self._left[-1]
                self._current = self._engine(self.problem, limits, start, collect=self._collect)
            if self._told_to_stop():  # while it was being built
                self._current.stop()
            yield from self._current
            if not self._settle():
                break  # the limits are too narrow for it to begin, and no wider next time

    def _rest(self) -> list[Subtree]:
        left = [start for start, _ in reversed(self._left)]
        if self._current:
            left[:1] = self._current.remainder()
        done = self.counters
        self._done, self._current, self._left, self._remainder = done, None, [], left
        return left

    def _settle(self) -> bool:
        """Put a search that has come to an end into the sum, and what is left of it back.

        Has it done anything?

        What is left shares equally in what was left of its share, so that `fraction_explored` stays
        where it is.
        """
        assert self._current is not None
        explored = self._current.fraction_explored
        rest = self._current.remainder()
        counters = self._current.counters
        done = self._done + counters
        start, share = self._left[-1]
        done_share = self._done_share + (share * explored if rest else share)
        left = [(one, share * (1 - explored) / len(rest)) for one in reversed(rest)]
        # Without a call in between, so that no signal can leave this half done.
        self._left[-1:] = left
        self._done_share, self._done, self._current = done_share, done, None
        return counters.nodes > 0 or rest != [start]

    def _limits_left(self) -> SearchOptions | None:
        """What the limits leave for the next search; None if that is nothing."""
        o, done = self._options, self.counters
        nodes = None if o.max_nodes is None else o.max_nodes - done.nodes
        solutions = None if o.max_solutions is None else o.max_solutions - done.solutions
        seconds = None if o.max_seconds is None else self._deadline - time.monotonic()
        if any(left is not None and left <= 0 for left in (nodes, solutions, seconds)):
            return None
        return replace(o, max_nodes=nodes, max_solutions=solutions, max_seconds=seconds)


def begin_search(
    problem: ExactCover,
    options: SearchOptions,
    start: Subtree | Iterable[Subtree] | None,
    engine: str | Choice,
    *,
    collect: bool,
    weights: Weights | None = None,
    checkpoint: "Checkpoint | None" = None,
) -> Search:
    """A search by one engine; see `tilewright.search`.

    A count of one part whose engine was chosen thinks again if that takes longer than expected.
    """
    choice = engine if isinstance(engine, Choice) else None
    name = engine.engine if isinstance(engine, Choice) else engine
    begin = engine_named(name).begin
    assert begin is not None
    if choice:
        begin = partial(choice.begun.go_on, begin)
    if options.device != "cpu":
        require_can(name, "device", "run on a GPU")
    for what, given, capability in (
        ("weights", weights, "weights"),
        ("checkpoint", checkpoint, "device"),
    ):
        if given is not None:
            require_can(name, capability, f"take {what}")
            begin = partial(begin, **{what: given})
    if start is None or isinstance(start, Subtree):
        if choice and not collect and math.isfinite(choice.nodes):
            return ReconsideredCount(problem, options, start, choice, begin)
        return begin(problem, options, start, collect=collect)
    starts = list(start)
    for part in starts:
        if not isinstance(part, Subtree):
            raise SubtreeError(f"start holds {part!r}: expected subtrees, such as Subtree((0, 3))")
    return SeveralSearches(problem, starts, options, engine=begin, collect=collect)
