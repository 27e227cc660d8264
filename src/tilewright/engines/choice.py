"""Which engine is best for a problem: guessed from short probes, with the reason.

The size of the search tree is projected from its first nodes, the size of a sweep that merges
states from a few states of each stage.  Neither has to do with the clock, so that the same problem
always gets the same engine.  The first nodes are no waste: the search goes on from there.  How
long an engine needs for a node, an update or a move was measured: see the decision page "Choosing
an engine".
"""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

from tilewright.cover import ExactCover, Subtree
from tilewright.document.text import brief_repr
from tilewright.engines.contract import (
    Batch,
    Deputy,
    LimitedSearch,
    Search,
    SearchKeywords,
    SearchOptions,
    Weights,
    search_options,
)
from tilewright.engines.cpsat.solver import INSTALL, installed
from tilewright.engines.frontier import (
    FrontierSearch,
)
from tilewright.engines.native import BitsSearch, LinksSearch, NativeCoverSearch
from tilewright.engines.patience import KeepGoing, OutOfTime, in_time, patiently
from tilewright.engines.sweep_guess import SweepGuess, spell_number

# Seconds, measured on one core.
LINKS_UPDATE = 8e-9
BITS_NODE, BITS_UPDATE = 40e-9, 1.0e-9
LINKS_PER_BITS_UPDATE = 30e-9  # for dancing links, where only bits have been tried

LARGE = 1_000_000  # entries
FEW_OPTIONS = 20  # they are searched in milliseconds at worst: nothing is tried
TRIAL_NODES = 20_000
MANY_COVERS = 0.15  # per node
# Only on so many items, and if no more covers are wanted, a search is watched for stalling: that
# is, for having found none of them after so many nodes.  On larger boards, where a node takes
# longer, these are fewer: so much work, in options times nodes, but so many nodes for each item.
LARGE_BOARD, FEW, STALL_NODES = 250, 10, 300_000
STALL_WORK, STALL_NODES_PER_ITEM = 1_000_000_000, 5
WORTH_A_PROBE = 0.05  # so long must the others take before a sweep is thought of
LONG_COUNT = 30.0  # seconds; then a GPU is looked for, which takes time, too
THINKING = 0.5  # of the time that there is, if it is limited
# A sweep must promise to take no more than this part of the time of the others: trees are taken for
# up to eight times too large and sweeps for too small, and a search thinks again, a sweep does not.
MARGIN = 1 / 7
# What a finer look may take: seconds at least, a part of the time of the others, seconds at most.
LEAST_LOOK, LOOK_SHARE, LONGEST_LOOK = 0.005, 0.05, 0.3


@dataclass(frozen=True, slots=True)
class Candidate:
    """An engine that was thought of: the seconds it would take, or why it will not do."""

    engine: str
    seconds: float | None
    note: str

    def __str__(self) -> str:
        if self.seconds is None:
            return f"{self.engine}: no, {self.note}"
        return f"{self.engine}: about {_spell(self.seconds)}, {self.note}"


class Begun:
    """The search that was begun on trial.  Whoever first searches the same goes on with it."""

    def __init__(self, *trial: NativeCoverSearch) -> None:
        self._trials = [*trial]

    def __reduce__(self) -> tuple[type["Begun"], tuple[()]]:
        return Begun, ()  # searches stay where they are

    def go_on(
        self,
        begin: Callable[..., Search],
        problem: ExactCover,
        options: SearchOptions,
        start: Subtree | None = None,
        **more: Any,
    ) -> Search:
        """The search that `begin` would begin, or the one under way, if that is the same."""
        for trial in self._trials:
            if begin is type(trial) and trial.may_become(problem, options, start, **more):
                with suppress(ValueError):  # another thread was first
                    self._trials.remove(trial)
                    trial.become(options)
                    return trial
        return begin(problem, options, start, **more)


@dataclass(frozen=True, slots=True)
class Choice:
    """The engine to use, and what was thought of."""

    engine: str
    reason: str
    candidates: tuple[Candidate, ...] = ()
    nodes: float = math.inf  # that it will need, if it searches a tree
    solvable: bool = False  # was a cover met on the way?
    begun: Begun = field(default_factory=Begun, compare=False, repr=False)
    advice: str = ""  # what would be faster than all of them

    @property
    def seconds(self) -> float | None:
        """How long it will take; None if that is not known, or next to nothing."""
        own = (c.seconds for c in self.candidates if c.engine == self.engine)
        return next(own, None)

    __repr__ = brief_repr

    def __str__(self) -> str:
        lines = [f"engine {self.engine}: {self.reason}", *map(str, self.candidates)]
        lines += [self.advice] if self.advice else []
        return "\n  ".join(lines)


_FEW = Choice("links", "for so few options nothing is faster to set up")


def choose(
    problem: ExactCover,
    *,
    collect: bool = True,
    start: Subtree | None = None,
    weights: Weights | None = None,
    keep_going: KeepGoing = lambda: True,
    **how: Unpack[SearchKeywords],
) -> Choice:
    """The engine that `auto` stands for, as it will probably be fastest; and why.

    `start` is the part of the problem to look at, where symmetries are broken; `weights` are those
    that a sweep would then have.  `search` asks for the whole problem, whatever its start, so that
    the remainder of a search gets the engine that the search had, unless that found as many covers
    as were wanted while it was tried.  When `keep_going`, which is
    asked now and then, says no, or when half of `max_seconds` is over, no more is tried.

    >>> from tilewright.cover.examples import dominoes
    >>> print(choose(dominoes(8, 8), collect=False).engine)
    frontier
    """
    options = search_options(problem, **how)
    return chosen(
        problem,
        options,
        collect=collect,
        start=start,
        weights=weights,
        keep_going=keep_going,
    )


def chosen(
    problem: ExactCover,
    options: SearchOptions,
    *,
    collect: bool = True,
    start: Subtree | None = None,
    weights: Weights | None = None,
    keep_going: KeepGoing = lambda: True,
) -> Choice:
    """What `choose` says, given options that have been checked."""
    if options.device != "cpu":
        return Choice("frontier", "only it runs on a GPU")
    if options.rule != "fewest" or options.seed is not None:
        return Choice("links", "it takes every rule, and a seed")
    if options.stranding != "none":
        return Choice("anchor", "only it looks at regions")
    if problem.option_count <= FEW_OPTIONS:
        return _FEW
    keep_going = in_time(options, keep_going, share=THINKING)
    huge = len(problem.entries) > LARGE
    refusal = None if huge else BitsSearch.refusal(problem)
    begin: type[NativeCoverSearch] = LinksSearch if huge or refusal else BitsSearch
    stalls = collect and _stalls(problem, options, start, begin, keep_going)
    if stalls and installed():
        why = f"a search of {_stall_nodes(problem):,} nodes finds nothing on so large a board"
        return Choice("cpsat", why)
    if huge:
        return Choice("links", "the problem is so large that trying others would take longer")
    wanted = math.inf if options.max_solutions is None else options.max_solutions
    alike = SearchOptions(order=options.order, max_solutions=options.max_solutions)
    trial = begin(problem, alike, start, collect=collect)
    done = trial.look_ahead(TRIAL_NODES, keep_going)
    begun = Begun(trial)
    if trial.exhausted or done.solutions >= wanted:
        why = f"the trial searched all {done.nodes:,} nodes"
        if not trial.exhausted:
            why = "the trial found as many covers as are wanted"
        name = "links" if begin is LinksSearch else "bits"
        return Choice(name, why, solvable=done.solutions > 0, begun=begun)
    if not keep_going():
        return Choice("links", "there was no time to try others")
    if collect and done.solutions > MANY_COVERS * done.nodes:
        why = "there are so many covers that handing them out takes longest, which it does fastest"
        return Choice("links", why, begun=begun)
    part = max(trial.fraction_explored, 1e-300)
    nodes, updates = done.nodes / part, done.updates / part
    tree = f"a tree of about {spell_number(nodes)} nodes"
    if refusal:
        best = Candidate("links", LINKS_UPDATE * updates, tree)
        candidates = [best, Candidate("bits", None, refusal)]
    else:
        best = Candidate("bits", BITS_NODE * nodes + BITS_UPDATE * updates, tree)
        slower = Candidate("links", LINKS_PER_BITS_UPDATE * updates, "a somewhat larger tree")
        candidates = [best, slower]
    assert best.seconds is not None
    guess: SweepGuess | str = "searching takes no longer than thinking about it"
    if collect:
        guess = "it finds all covers before it hands out the first"
    elif best.seconds >= WORTH_A_PROBE:
        guess = _guess_sweep(problem, options, best.seconds, weights, None, keep_going)
    merging = _swept(guess)
    candidates.append(merging)
    if stalls:
        nodes_tried = f"searching {_stall_nodes(problem):,} nodes finds nothing"
        note = f"OR-Tools is not there, but {nodes_tried}: {INSTALL}"
        candidates.append(Candidate("cpsat", None, note))
    merges = merging.seconds is not None and merging.seconds < MARGIN * best.seconds
    choice = Choice("", "", tuple(candidates), solvable=done.solutions > 0)
    taken = merging if merges else best
    if isinstance(guess, SweepGuess):
        choice = replace(choice, advice=_advice(guess, taken, options, keep_going))
    if merges:
        why = "so many states are alike that merging them beats searching"
        return replace(choice, engine="frontier", reason=why)
    why = "it goes through the search tree fastest, and merging states would not pay"
    if refusal:
        why = "bits cannot be used, and merging states would not pay"
    return replace(choice, engine=best.engine, reason=why, nodes=nodes, begun=begun)


def _advice(
    guess: SweepGuess, taken: Candidate, options: SearchOptions, keep_going: KeepGoing
) -> str:
    """Whether a GPU would be faster than the engine that is taken."""
    if taken.seconds is None or taken.seconds < LONG_COUNT:
        return ""
    from tilewright.engines.device.advice import device_advice

    try:
        probe = patiently(guess.on_device, keep_going)
    except OutOfTime:
        return ""
    return device_advice(probe, taken.seconds, options.max_memory) if probe else ""


def _stalls(
    problem: ExactCover,
    options: SearchOptions,
    start: Subtree | None,
    begin: Callable[..., Search],
    keep_going: KeepGoing,
) -> bool:
    """Are a few covers of a large board wanted, and a search finds none of them for long?"""
    most = options.max_solutions
    if problem.primary < LARGE_BOARD or most is None or not 0 < most <= FEW:
        return False
    if options.order or options.max_nodes is not None or options.max_levels is not None:
        return False  # engine cpsat does not take them
    limits = SearchOptions(max_nodes=_stall_nodes(problem), max_solutions=1)
    watched = begin(problem, limits, start, collect=False)
    found = watched.run(keep_going).solutions
    return found == 0 and not watched.finished and keep_going()


def _stall_nodes(problem: ExactCover) -> int:
    """After this many nodes without a cover a search has stalled."""
    affordable = STALL_WORK // max(1, problem.option_count)
    return min(STALL_NODES, max(STALL_NODES_PER_ITEM * problem.primary, affordable))


def sweep(
    problem: ExactCover,
    options: SearchOptions,
    *,
    other: float,
    weights: Weights | None = None,
    start: Subtree | None = None,
    keep_going: KeepGoing = lambda: True,
) -> Candidate:
    """How long a count by engine frontier would take, if the others take `other` seconds."""
    return _swept(_guess_sweep(problem, options, other, weights, start, keep_going))


def _guess_sweep(
    problem: ExactCover,
    options: SearchOptions,
    other: float,
    weights: Weights | None,
    start: Subtree | None,
    keep_going: KeepGoing,
) -> SweepGuess | str:
    """The guess, as fine as it matters; or why there is none."""
    if options.max_levels is not None:
        return "it has no levels to stop at"
    try:
        guess = patiently(lambda: SweepGuess(problem, options, weights, start), keep_going)
        if guess.matters(other):
            look = min(LONGEST_LOOK, max(LEAST_LOOK, LOOK_SHARE * other))
            patiently(lambda: guess.refine(look), keep_going)
    except OutOfTime:
        return "there was no time to think about it"
    return guess


def _swept(guess: SweepGuess | str) -> Candidate:
    if isinstance(guess, str):
        return Candidate("frontier", None, guess)
    return Candidate("frontier", guess.seconds, guess.note)


def _spell(seconds: float) -> str:
    if seconds >= 3.2e7:
        return f"{spell_number(seconds / 3.2e7)} years"
    for size, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s"


LEAST_BUDGET, TIMES_EXPECTED, GROWTH = 50_000, 3, 10
SECONDS_PER_NODE = 0.5e-6  # roughly, for any engine that searches
PATIENCE = 4  # times what has been spent is how long a sweep may take


class ReconsideredCount(Deputy, LimitedSearch[ExactCover]):
    """Counts covers, and keeps the promises of `Search`; covers are not collected."""

    def __init__(
        self,
        problem: ExactCover,
        options: SearchOptions,
        start: Subtree | None,
        choice: Choice,
        begin: Callable[..., Search],
    ) -> None:
        super().__init__(problem, options, start)
        self.choice = choice
        self._budget = max(LEAST_BUDGET, choice.nodes * TIMES_EXPECTED)
        self._sweep: Candidate | None = None  # once it has been looked at
        self._current: Search = begin(problem, options, start, collect=False)
        self._keep_going = in_time(options)

    def _batches(self) -> Iterator[Batch]:
        while True:
            for batch in self._current:
                yield batch
                over_budget = self.counters.nodes >= self._budget and not self.finished
                if over_budget and not self._told_to_stop():
                    break
            else:
                break
            self._think_again()
            if self._told_to_stop():
                self._current.stop()

    def _rest(self) -> list[Subtree]:
        return self._current.remainder()

    def _think_again(self) -> None:
        spent = SECONDS_PER_NODE * self._budget
        if self._sweep is None:
            options = replace(self._options, max_nodes=None)
            self._sweep = sweep(
                self.problem,
                options,
                other=PATIENCE * spent,
                start=self._start,
                keep_going=lambda: self._keep_going() and not self._told_to_stop(),
            )
        seconds = math.inf if self._sweep.seconds is None else self._sweep.seconds
        if seconds < PATIENCE * spent:
            self._current = FrontierSearch(self.problem, self._options, self._start, collect=False)
            self._budget = math.inf
        else:
            self._budget *= GROWTH
