"""Which engine is best for a problem: guessed from short probes, and told why.

The size of the search tree is estimated by Knuth's random descents, the size of a sweep that merges
states by following a few states of each stage.  Descents miss a tree's few large branches; so when
they call it small, a short search has to confirm it.  All of this is seeded, so that the same
problem always gets the same engine; how long an engine needs for a node, an update or a move was measured (see
the decision page "Choosing an engine").
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilewright.cover import ExactCover
from tilewright.engines.bits import BitsSearch
from tilewright.engines.engine import SearchOptions
from tilewright.engines.estimate import EstimateError, estimate
from tilewright.engines.frontier import frontier_refusal
from tilewright.engines.frontier_table import frontier_probe
from tilewright.engines.links import LinksSearch

__all__ = ["Candidate", "Choice", "choose"]

# Seconds, measured on one core.
LINKS_UPDATE = 8e-9
BITS_NODE, BITS_UPDATE = 60e-9, 0.35e-9  # of dancing links' tree, which is larger than its own
MOVE = 130e-9
LISTING_MOVE = 3 * MOVE  # all states are kept, and swept over again

SMALL = 0.01  # a search of so many seconds is left to dancing links
WORTH_A_PROBE = 0.02  # so long must the others take before a sweep is thought of
CLOSE = 4.0  # figures that differ by less are looked at again

ENTRIES_IN_DESCENTS = 2_000_000  # updates are about as many as the entries, per descent
FEWEST_DESCENTS, MOST_DESCENTS = 4, 60
TRIAL_NODES = 2_000
FEW_STATES, MANY_STATES = 300, 3_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """An engine that was thought of: the seconds it would take, or why it cannot be used."""

    engine: str
    seconds: float | None
    note: str

    def __str__(self) -> str:
        if self.seconds is None:
            return f"{self.engine}: no, {self.note}"
        return f"{self.engine}: about {_spell(self.seconds)}, {self.note}"


@dataclass(frozen=True, slots=True)
class Choice:
    """The engine to use, and what was thought of."""

    engine: str
    reason: str
    candidates: tuple[Candidate, ...] = ()

    def __str__(self) -> str:
        lines = [f"engine {self.engine}: {self.reason}", *map(str, self.candidates)]
        return "\n  ".join(lines)


def choose(
    problem: ExactCover,
    options: SearchOptions,
    *,
    collect: bool,
    share: float = 1.0,
    weights: Sequence[int] | None = None,
) -> Choice:
    """The engine that will probably be fastest.

    `share` says what part of the tree will be searched, if symmetries are broken; `weights` are
    those that a sweep would then have.  The start of a search does not matter, so that the rest of
    a search gets the engine that the search had.
    """
    if options.rule != "fewest" or options.seed is not None:
        return Choice("links", "it takes every rule, and a seed")
    if options.stranding != "none":
        return Choice("anchor", "only it looks at regions")
    nodes, updates = (x * share for x in _by_descents(problem, options))
    if LINKS_UPDATE * updates <= SMALL:
        nodes, updates = (x * share for x in _by_trial(problem, options))
    tree = f"a tree of about {_spell_number(nodes)} nodes"
    links = Candidate("links", LINKS_UPDATE * updates, tree)
    if LINKS_UPDATE * updates <= SMALL:
        return Choice("links", f"{tree} is small, and nothing is faster to set up", (links,))
    candidates = [links]
    if (refusal := BitsSearch.refusal(problem)) is None:
        seconds = BITS_NODE * nodes + BITS_UPDATE * updates
        candidates.append(Candidate("bits", seconds, "the same tree, many options at a time"))
    else:
        candidates.append(Candidate("bits", None, refusal))
    candidates.append(_sweep(problem, options, collect, weights, _fastest(candidates)))
    best = _fastest(candidates)
    reason = {
        "links": "the others cannot be used, or would take longer",
        "bits": "it goes through the search tree fastest, and merging states would take longer",
        "frontier": "so many states are alike that merging them beats searching",
    }[best.engine]
    return Choice(best.engine, reason, tuple(candidates))


def _fastest(candidates: Sequence[Candidate]) -> Candidate:
    return min(candidates, key=lambda c: math.inf if c.seconds is None else c.seconds)


def _by_descents(problem: ExactCover, options: SearchOptions) -> tuple[float, float]:
    """Nodes and updates of the tree of dancing links."""
    entries = max(1, len(problem.entries))
    samples = max(FEWEST_DESCENTS, min(MOST_DESCENTS, ENTRIES_IN_DESCENTS // entries))
    plain = SearchOptions(order=options.order)
    try:
        figures = estimate(problem, plain, samples=samples)
    except EstimateError:
        return math.inf, math.inf
    return figures.nodes.mean, figures.updates.mean


def _by_trial(problem: ExactCover, options: SearchOptions) -> tuple[float, float]:
    """The same, as if the whole tree were like its beginning."""
    short = SearchOptions(order=options.order, max_nodes=TRIAL_NODES)
    trial = LinksSearch(problem, short, collect=False)
    done = trial.run()
    explored = max(trial.explored, 1e-300)
    return done.nodes / explored, done.updates / explored


def _sweep(
    problem: ExactCover,
    options: SearchOptions,
    collect: bool,
    weights: Sequence[int] | None,
    other: Candidate,
) -> Candidate:
    assert other.seconds is not None
    if options.max_levels is not None:
        return Candidate("frontier", None, "it has no levels to stop at")
    if collect and (options.max_solutions is not None or options.max_nodes is not None):
        return Candidate("frontier", None, "it finds all covers before it hands out the first")
    if other.seconds < WORTH_A_PROBE:
        return Candidate("frontier", None, "searching takes no longer than thinking about it")
    if (refusal := frontier_refusal(problem, options)) is not None:
        return Candidate("frontier", None, refusal)
    plain = replace(options, max_nodes=None)
    each = LISTING_MOVE if collect else MOVE
    for most in (TRIAL_NODES = 2_000
FEW_STATES, MANY_STATES):
        probe = frontier_probe(problem, plain, weights, max_states=most)
        seconds = each * probe.moves
        if not other.seconds / CLOSE < seconds < other.seconds * CLOSE:
            break
    states = f"about {_spell_number(probe.states)} states of {probe.width} bits"
    return Candidate("frontier", seconds, states)


def _spell_number(x: float) -> str:
    return "more than 10^300" if math.isinf(x) else f"{x:,.0f}" if x < 1e6 else f"{x:.1e}"


def _spell(seconds: float) -> str:
    if seconds >= 3.2e7:
        return f"{_spell_number(seconds / 3.2e7)} years"
    for size, unit in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s"
