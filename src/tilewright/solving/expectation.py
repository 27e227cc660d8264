"""What is to be expected of a puzzle: how many solutions, and how long each engine would take to
count them, here and now.

What is estimated is what `count` would do: one solution of each class is searched for, where
symmetries can be broken.  (What it searches besides, for the numbers of classes, is left out.)
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tilewright.encoding import Encoding, encode
from tilewright.engines import (
    EstimateError,
    Figure,
    SearchOptions,
    Sounded,
    SweepCost,
    estimate_covers,
    frontier_saving,
    search_options,
    sweep_cost,
    take_soundings,
)
from tilewright.engines.registry import ENGINES
from tilewright.execution import Request
from tilewright.execution.planner import make_plan
from tilewright.faults import sound_placements
from tilewright.puzzle import Puzzle
from tilewright.symmetry import Action, break_symmetries

if TYPE_CHECKING:
    from tilewright.invariants.finding import Refutation

SECONDS = 12.0
# How the time is shared among the engines that search a tree, frontier, and thinned sweeps.
TREES = {"bits": 0.17, "links": 0.17, "anchor": 0.17}
FRONTIER, SWEEPS = 0.16, 0.33
LEAST_SAMPLES = 8  # of an estimate of the solutions
INTERRUPTED = "not looked at: interrupted"


@dataclass(frozen=True, slots=True)
class EngineOutlook:
    """What one engine would do, and how long it would take on one core; or why it will not do.

    Nodes are moves for engine frontier, which searches no tree.  `exact`: it is done already.
    """

    engine: str
    nodes: Figure | None = None
    seconds: Figure | None = None
    exact: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How many solutions to expect, and what each engine would need for counting them.

    `solutions` are all of them, symmetric copies included; None if nothing can be said.
    `symmetries` is how many of them most classes have.
    """

    solutions: Figure | None
    exact: bool  # is that the number itself?
    source: str  # of the number of solutions, in words
    symmetries: int
    engines: tuple[EngineOutlook, ...]
    confidence: float
    seconds: float  # that it took to tell
    refutation: "Refutation | None" = None  # then nothing else was looked at

    @property
    def up_to_symmetry(self) -> float | None:
        """Roughly how many there are up to symmetry: as if no solution were symmetric itself.

        If some are, it is more than that.
        """
        return self.solutions.mean / self.symmetries if self.solutions else None


def outlook(
    puzzle: Puzzle | Encoding,
    *,
    max_seconds: float = SECONDS,
    samples: int | None = None,
    sample_seed: int = 0,
    confidence: float = 0.95,
    keep_going: Callable[[], bool] = lambda: True,
    **options: Any,
) -> Outlook:
    """Estimate solutions, and the time of each engine, within a number of seconds.

    `samples` is how many soundings there are at most for each engine.  Further options: `rule`,
    `order`, `stranding`, `max_memory`.  A puzzle that is done sooner is just counted, and before
    long estimates it is tried to prove that there is no solution.

    >>> import tilewright as tw
    >>> view = outlook(tw.load("soma"))
    >>> view.solutions.mean, view.exact, view.symmetries, view.up_to_symmetry
    (11520.0, True, 48, 240.0)
    """
    encoding = puzzle if isinstance(puzzle, Encoding) else encode(sound_placements(puzzle))
    began = time.monotonic()
    looker = _Looker(encoding, search_options(encoding.problem, **options), max_seconds)
    looker.how = {"seed": sample_seed, "keep_going": keep_going}
    listing = Request(task="solve", max_seconds=max_seconds)
    refutation = make_plan(encoding, listing, keep_going=keep_going).refutation
    if refutation:
        known, seconds = Figure.known(0.0), time.monotonic() - began
        why = "proved without a search"
        return Outlook(known, True, why, looker.symmetries, (), confidence, seconds, refutation)
    looker.seconds = max(0.0, max_seconds - (time.monotonic() - began))
    engines = (*looker.trees(samples, confidence), looker.frontier())
    found = looker.solutions(confidence)
    seconds = time.monotonic() - began
    return Outlook(*found, looker.symmetries, engines, confidence, seconds)


class _Looker:
    def __init__(self, encoding: Encoding, options: SearchOptions, seconds: float) -> None:
        action = Action.of(encoding)
        self.problem, self.options, self.seconds = encoding.problem, options, seconds
        self.how: dict[str, Any] = {}
        self.symmetries = len({p.tobytes() for p in action.permutations})
        broken = break_symmetries(action)
        self._parts = [(part.start, part.weight) for part in broken.parts]
        self._weights = broken.weights
        self._sounded: dict[str, Sounded] = {}
        self._swept: SweepCost | None = None

    def trees(self, samples: int | None, confidence: float) -> Iterator[EngineOutlook]:
        """The engines that search a tree."""
        for engine, share in TREES.items():
            if refusal := self._refusal(engine):
                yield EngineOutlook(engine, note=refusal)
                continue
            options = replace(self.options, device="cpu")  # where trees are searched
            if ENGINES[engine].regions is not True:
                options = replace(options, stranding="none")
            try:
                found = take_soundings(
                    self.problem,
                    options,
                    self._parts,
                    engine=engine,
                    max_seconds=share * self.seconds,
                    samples=samples,
                    confidence=confidence,
                    **self.how,
                )
            except EstimateError as error:
                yield EngineOutlook(engine, note=str(error))
                continue
            if found is None:
                yield EngineOutlook(engine, note=INTERRUPTED)
                continue
            self._sounded[engine] = found
            yield EngineOutlook(engine, found.nodes, found.seconds, found.exact)

    def frontier(self) -> EngineOutlook:
        """The engine that merges states."""
        if refusal := self._refusal("frontier"):
            return EngineOutlook("frontier", note=refusal)
        options = replace(self.options, stranding="none")
        folds = frontier_saving(self.problem, options) > 1
        self._swept = cost = sweep_cost(
            self.problem,
            options,
            weights=None if folds else self._weights,
            max_seconds=FRONTIER * self.seconds,
            **self.how,
        )
        size = cost.bytes / 2**30
        needed = f"about {size:,.0f} GB" if size < 1e6 else f"about {size:.1e} GB"
        note = "" if cost.bytes < options.max_memory else needed
        return EngineOutlook("frontier", cost.moves, cost.seconds, cost.exact, note)

    def solutions(self, confidence: float) -> tuple[Figure | None, bool, str]:
        """How many there are, whether that is exact, and how it was found."""
        for engine, found in self._sounded.items():
            if found.exact:
                return found.solutions, True, f"counted by engine {engine}"
        if self._swept and self._swept.covers is not None:
            try:
                number = float(self._swept.covers)
            except OverflowError:
                return None, False, "there are more than 10**308: count them, which is soon done"
            return Figure.known(number), True, "counted by engine frontier"
        told: list[tuple[Figure, str]] = [
            (found.solutions, f"{found.soundings:,} soundings of engine {engine}")
            for engine, found in self._sounded.items()
            if found.soundings >= LEAST_SAMPLES
        ]
        if self._swept:
            try:
                swept = estimate_covers(
                    self.problem,
                    replace(self.options, stranding="none"),
                    weights=self._weights,
                    max_seconds=SWEEPS * self.seconds,
                    confidence=confidence,
                    **self.how,
                )
            except EstimateError as error:
                return None, False, str(error)
            if swept.exact:
                return swept.covers, True, "counted by a sweep"
            source = f"{swept.sweeps:,} sweeps of at most {swept.states:,} states a stage"
            told.append((swept.covers, source))
        told = [(figure, source) for figure, source in told if figure.high is not None]
        if not told:
            return None, False, "none was met, and how many there are cannot be told"
        figure, source = min(told, key=lambda entry: entry[0].error / entry[0].mean)
        return figure, False, source

    def _refusal(self, engine: str) -> str:
        """Why the engine will not do; empty if it does."""
        if not self.how["keep_going"]():
            return INTERRUPTED
        if ENGINES[engine].rules is not True and self.options.rule != "fewest":
            return "no: it takes no rule"
        refusal = ENGINES[engine].refusal(self.problem)
        return f"no: {refusal}" if refusal else ""
