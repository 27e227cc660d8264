"""The cheapest covers: by branch and bound in dancing links, by CP-SAT, or by both in turns."""

import math
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.cover import CoverChecker, ExactCover
from tilewright.document.text import brief_repr
from tilewright.engines.contract import Counters, Cover, OptionError, SearchOptions
from tilewright.engines.cpsat.solver import chosen, cover_model, installed, loose_options, run
from tilewright.engines.native import NativeCoverSearch, refuse_stranding
from tilewright.engines.registry import AUTO, ENGINES

MOST_COSTS = 2**62  # the sum of all costs is less

# Auto lets the engines work in turns, each turn longer than the one before.  The first turn of
# links is so much work, in entries of the problem times nodes, but so many nodes at least and most;
# that of CP-SAT is so much of its deterministic time, which is a second or so.
LINKS_WORK, LINKS_LEAST, LINKS_MOST = 500_000_000, 5_000, 500_000
CPSAT_TIME = 1.0
GROWTH = 4
ROUNDING = 1e-9  # bounds of CP-SAT are floating point: relative error, generously


@dataclass(frozen=True, slots=True)
class Best:
    """The cheapest covers, the cheapest first, each with its cost.

    If `proved`, these are the k cheapest of all, or all there are.  No cover at all costs less than
    `bound`, proved or not.  `engine` is the one that said the last word.
    """

    covers: tuple[tuple[int, Cover], ...]
    proved: bool
    bound: int
    counters: Counters
    engine: str

    __repr__ = brief_repr


class BestSearch(NativeCoverSearch):
    """A search for the k cheapest covers, which gives up whatever cannot be among them.

    Iterating gives covers, each cheaper than the k-th best before it; keep the k cheapest.  With
    `at_least` the caller says that no cover costs less; the search ends when nothing can be better.
    Covers that cost more than `at_most` are not looked for.
    """

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions | None = None,
        *,
        k: int = 1,
        at_least: int = 0,
        at_most: int | None = None,
    ) -> None:
        self._k, self._at_least, self._at_most = k, at_least, at_most
        super().__init__(problem, options)

    def _begin(self, settings: _core.Settings) -> _core.Search:
        refuse_stranding(self._options)
        self._best = _core.best_search(
            self.problem.core,
            settings,
            _costs(self.problem),
            k=self._k,
            at_least=self._at_least,
            at_most=self._at_most,
        )
        return self._best

    def allow(self, nodes: int | None) -> None:
        """Let the next iteration end when there are this many nodes in all."""
        self._options = replace(self._options, max_nodes=nodes)

    def left(self) -> int | None:
        """What covers cost at least that have not been looked for; None if there are none.

        Ends the search.
        """
        return self._best.left()


def best_covers(
    problem: ExactCover,
    k: int = 1,
    *,
    engine: str = "auto",
    at_least: int = 0,
    seed: int | None = None,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Callable[[int], None] = lambda _: None,
) -> Best:
    """The k covers of least cost.  Among covers of the same cost the engine decides.

    `links` goes through the tree of dancing links; `cpsat` needs OR-Tools.  `auto` lets them work
    in turns, links first, until one of them comes to an end; with `max_nodes`, and without
    OR-Tools, it is links.  `at_least` is a cost that no cover is below, if one is known.
    `keep_going` is asked now and then; when it says no, or when a limit is reached, the best so far
    are given, with a bound.  `progress` is called with the cost of each cover that is met, maybe
    in another thread.

    >>> from tilewright.cover import parse_cover
    >>> problem = parse_cover("a b c\\na b |5\\nc |2\\na |1\\nb c |4\\na b c |6\\n")
    >>> best_covers(problem, 2).covers
    ((5, (2, 3)), (6, (4,)))
    """
    _refuse(problem, k, engine, at_least, max_nodes)
    SearchOptions(seed=seed, max_nodes=max_nodes, max_seconds=max_seconds)
    deadline = math.inf if max_seconds is None else time.monotonic() + max_seconds
    wanted = _Request(problem, k, at_least, seed, deadline, keep_going, progress)
    if engine == AUTO and (max_nodes is not None or not installed()):
        engine = "links"
    best = BY[engine](wanted, max_nodes)
    checker = CoverChecker(problem)
    for _, cover in best.covers:
        checker.check(cover)
    return best


def cover_cost(problem: ExactCover, cover: Cover) -> int:
    """What a cover costs: the sum of the costs of its options."""
    return sum(map(int, problem.costs[list(cover)])) if len(problem.costs) else 0


@dataclass(slots=True)
class _Request:
    """What was asked for, and how long to work: once that is over it stays so."""

    problem: ExactCover
    k: int
    at_least: int
    seed: int | None
    deadline: float
    keep_going: Callable[[], bool]
    progress: Callable[[int], None]
    stopped: bool = False

    def lasts(self) -> bool:
        """Shall the work go on?"""
        self.stopped = self.stopped or not self.keep_going()
        return not self.stopped and time.monotonic() < self.deadline

    @property
    def seconds(self) -> float | None:
        """How much time is left; None if there is no limit."""
        return None if self.deadline == math.inf else max(0.0, self.deadline - time.monotonic())


class _Links:
    """The search by dancing links, and the k cheapest covers that it has found so far.

    It begins from below: it looks only for covers that cost little more than any cover must, which
    is a narrow search.  If there are not k, it has a better bound, and begins anew with more to
    spend.  When a number of nodes has been spent, it searches without such a limit.
    """

    def __init__(self, wanted: _Request) -> None:
        self._wanted = wanted
        self._at_least = wanted.at_least
        self._gap: int | None = 0  # how much more than that a cover may cost; None: any
        self._below = _first_nodes(wanted.problem) // 2
        self._before = Counters()  # what former searches did
        self._search = self._begin()
        self.kept: list[tuple[int, Cover]] = []
        self.finished = False

    def resume(self, nodes: int | None) -> None:
        """Search until there are that many nodes in all, or until the time is over."""
        while True:
            limits = [nodes, None if self._gap is None else self._below]
            limit = min((n for n in limits if n is not None), default=None)
            self._iterate(None if limit is None else max(0, limit - self._before.nodes))
            if self._search.finished:
                left = self._search.left()
                self.finished = left is None or len(self.kept) == self._wanted.k
                if self.finished or not self._wanted.lasts():
                    return
                assert left is not None
                assert self._gap is not None
                self._at_least = min([left, *(cost for cost, _ in self.kept[:1])])
                self._gap = max(2 * self._gap + 1, left - self._at_least)
            elif self._gap is None or limit != self._below or not self._wanted.lasts():
                return
            else:
                self._gap = None
            self._before += self._search.counters
            self._search = self._begin()

    def best(self) -> Best:
        """What has come of it.  Ends the search."""
        counters = self._before + self._search.counters
        bounds = [cost for cost, _ in self.kept[:1]]
        left = None if self.finished else self._search.left()
        bounds += [] if left is None else [left]
        bound = min(bounds, default=self._at_least)
        proved = self.finished or _are_best(self.kept, self._wanted.k, bound)
        counters = replace(counters, solutions=len(self.kept))
        return Best(tuple(self.kept), proved, bound, counters, "links")

    def _begin(self) -> BestSearch:
        wanted = self._wanted
        return BestSearch(
            wanted.problem,
            SearchOptions(seed=wanted.seed, max_seconds=wanted.seconds),
            k=wanted.k,
            at_least=self._at_least,
            at_most=None if self._gap is None else self._at_least + self._gap,
        )

    def _iterate(self, nodes: int | None) -> None:
        """Go on with the search as it is; keep the covers that are new and cheap enough."""
        self._search.allow(nodes)
        for batch in self._search:
            for cover in batch:
                self._keep(cover)
            if not self._wanted.lasts():
                self._search.stop()

    def _keep(self, cover: Cover) -> None:
        cost = cover_cost(self._wanted.problem, cover)
        self._wanted.progress(cost)
        options = frozenset(cover)
        if all(options != frozenset(known) for paid, known in self.kept if paid == cost):
            place = bisect_right(self.kept, cost, key=itemgetter(0))
            self.kept.insert(place, (cost, cover))
            del self.kept[self._wanted.k :]


def _by_links(wanted: _Request, max_nodes: int | None) -> Best:
    links = _Links(wanted)
    links.resume(max_nodes)
    return links.best()


def _by_turns(wanted: _Request) -> Best:
    """First links, then CP-SAT, then links again, and so on, until one of them has the answer."""
    links = _Links(wanted)
    others: list[Best] = []
    for turn in count():
        links.resume(_first_nodes(wanted.problem) * GROWTH**turn)
        if links.finished or not wanted.lasts():
            break
        hint = links.kept[0][1] if links.kept else ()
        others.append(_by_cpsat(wanted, hint, CPSAT_TIME * GROWTH**turn))
        together = _are_best(links.kept, wanted.k, others[-1].bound)
        if together or others[-1].proved or not wanted.lasts():
            break
    best = links.best()
    for other in others:
        best = _joined(wanted.k, best, other)
    return best


def _by_cpsat(wanted: _Request, hint: Cover = (), time_limit: float = math.inf) -> Best:
    """The cheapest cover, then without it the cheapest again; `hint` is one to begin with.

    The limit is one of CP-SAT's own time for each solve, whatever the clock says.  There is one
    worker, so that the same seed gives the same answer.
    """
    problem, made = wanted.problem, cover_model(wanted.problem)
    costs = _costs(problem).tolist()
    total = sum(cost * option for cost, option in zip(costs, made.options, strict=True) if cost)
    if any(costs):
        made.model.minimize(total)
        made.model.add(total >= wanted.at_least)
    for option in hint:
        made.model.add_hint(made.options[option], 1)
    loose = frozenset(loose_options(problem))
    found: list[Cover] = []
    met: list[Cover] = []  # the others, met on the way
    bound, branches, proved = wanted.at_least, 0, True

    def meet(values: Sequence[bool]) -> bool:
        met.append(chosen(values))
        wanted.progress(cover_cost(problem, met[-1]))
        return True

    while proved and len(found) < wanted.k:
        solved = run(
            made.model,
            made.options,
            seed=wanted.seed or 0,
            max_seconds=wanted.seconds,
            keep_going=wanted.lasts,
            on_solution=meet,
            max_deterministic_time=time_limit,
        )
        branches += solved.branches
        proved = solved.proved
        if not found and any(costs) and not (proved and solved.values is None):
            bound = max(bound, _whole(solved.bound))
        if solved.values is None:
            break
        found.append(chosen(solved.values))
        if proved:
            made.model.clear_hints()  # type: ignore[no-untyped-call]
            made.forbid(found[-1], sorted(loose.difference(found[-1])))
            if any(costs):  # and the next one costs no less
                made.model.add(total >= cover_cost(problem, found[-1]))
    priced = [(cover_cost(problem, cover), cover) for cover in found]
    if not proved:
        others = [(cover_cost(problem, cover), cover) for cover in met]
        priced = sorted(dict.fromkeys(priced + others), key=itemgetter(0))[: wanted.k]
    elif priced:
        bound = priced[0][0]
    return Best(tuple(priced), proved, bound, Counters((branches,), (), len(priced)), "cpsat")


def _whole(bound: float) -> int:
    """The least whole number that a bound, which may be a little too large, leaves possible."""
    return math.ceil(bound - max(1e-6, abs(bound) * ROUNDING)) if math.isfinite(bound) else 0


def _joined(k: int, first: Best, second: Best) -> Best:
    """What two engines came to about the same problem, or what is known from both together."""
    counters = first.counters + second.counters
    for one in (first, second):
        if one.proved:
            return replace(one, counters=counters)
    known = {frozenset(cover): (cost, cover) for cost, cover in (*first.covers, *second.covers)}
    covers = tuple(sorted(known.values(), key=itemgetter(0))[:k])
    bound = max(first.bound, second.bound)
    return Best(covers, _are_best(covers, k, bound), bound, counters, second.engine)


def _are_best(covers: Sequence[tuple[int, Cover]], k: int, bound: int) -> bool:
    """Does the bound say that no k covers cost less?"""
    return len(covers) == k and covers[-1][0] <= bound


def _first_nodes(problem: ExactCover) -> int:
    """How many nodes there are in the first turn of links."""
    nodes = LINKS_WORK // max(1, len(problem.entries))
    return min(LINKS_MOST, max(LINKS_LEAST, nodes))


def _costs(problem: ExactCover) -> npt.NDArray[np.int64]:
    return problem.costs if len(problem.costs) else np.zeros(problem.option_count, np.int64)


def _refuse(problem: ExactCover, k: int, engine: str, at_least: int, max_nodes: int | None) -> None:
    if engine not in BEST_ENGINES:
        raise OptionError(f"engine {engine!r}: expected one of {', '.join(BEST_ENGINES)}")
    for name, value, least in (("k", k, 1), ("at_least", at_least, 0)):
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise OptionError(f"{name} is {value!r}: expected a whole number, {least} or more")
    if engine != AUTO and ENGINES[engine].repeats is not True and max_nodes is not None:
        raise OptionError(f"max_nodes has no place here: engine {engine} takes max_seconds")
    if sum(map(int, problem.costs)) >= MOST_COSTS:
        raise OptionError(f"the costs are too large: all together they must be below {MOST_COSTS}")


BY: dict[str, Callable[[_Request, int | None], Best]] = {
    AUTO: lambda wanted, _: _by_turns(wanted),
    "links": _by_links,
    "cpsat": lambda wanted, _: _by_cpsat(wanted),
}
BEST_ENGINES = tuple(BY)
