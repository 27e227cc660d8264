"""What Lynning says about polygonal jigsaws: nodes, strategies, bounds, and his test of a fit."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any

from papers.tasks.drawn import to_draw
from papers.tasks.lynning import LynningSearch, Placing, Rules, Tried
from papers.tasks.task import Given, Outcome, Pace, Task, Values, at_once
from tilewright.catalogue import load
from tilewright.engines import SearchOptions
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.search.corners import STRATEGIES, CornerSearch
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw
from tilewright.solving.polygons import PolygonCounting, PolygonSearch

__all__ = ["BOUND", "FITS", "JIGSAW", "PIECES", "STRATEGY"]

SAME_AREA = 1e-9


def _puzzle(name: str) -> PolygonPuzzle:
    puzzle = load(name)
    assert isinstance(puzzle, PolygonPuzzle)
    return puzzle


def _jigsaw(given: Given) -> Values:
    """Solutions of a puzzle, and how many nodes the engine needs to find the first.

    `told_apart` counts congruent pieces as different.
    """
    name = given["puzzle"]
    puzzle = _puzzle(name)
    counting = PolygonCounting(puzzle)
    for _ in counting:
        pass
    counts = counting.counts
    assert counts is not None
    jigsaw = make_jigsaw(puzzle)
    swaps = math.prod(math.factorial(len(kind.pieces)) for kind in jigsaw.kinds)
    found = next(one for batch in PolygonSearch(puzzle, max_solutions=1) for one in batch)
    return {
        "solutions": counts.solutions,
        "up_to_symmetry": counts.up_to_symmetry,
        "told_apart": counts.solutions * swaps,
        **{f"nodes_{strategy}": _engine_nodes(jigsaw, strategy) for strategy in STRATEGIES},
        "figure": to_draw(name, found.placed),
    }


def _engine_nodes(jigsaw: Jigsaw, strategy: str) -> int:
    search = CornerSearch(jigsaw, SearchOptions(max_solutions=1), memo=True, strategy=strategy)
    for _ in search:
        pass
    return search.counters.nodes


class _Left(Exception):  # noqa: N818 - no error
    """It is time to leave."""


@dataclass(slots=True)
class _Tally:
    """Nodes of searches in several orders: to the first solution and to all of them."""

    first: list[int]
    all: list[int]
    words: list[int]
    solutions: list[int]


def _strategy(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    """Lynning's search of some puzzles, in several orders each, with and `without` strategies.

    What is saved are the tallies of the puzzles that are done.
    """
    done: dict[str, list[dict[str, list[int]]]] = dict(saved or {})
    rules = replace(Rules(), **dict.fromkeys(given.get("without", ()), False))
    for name in given["puzzles"]:
        if name in done:
            continue
        try:
            done[name] = _tallies(name, rules, given, pace)
        except _Left:
            return Outcome(None, done)
    return Outcome(_strategy_values([done[name] for name in given["puzzles"]]))


def _tallies(name: str, rules: Rules, given: Given, pace: Pace) -> list[dict[str, list[int]]]:
    """By these rules, and by all of them."""
    tried: Tried = {}
    jigsaw = make_jigsaw(_puzzle(name))

    def at_node() -> None:
        if pace.over:
            raise _Left

    def tally(by: Rules) -> _Tally:
        result = _Tally([], [], [], [])
        for seed in range(given["orders"]):
            worth = given.get("worth", "product")
            search = LynningSearch(jigsaw, by, worth=worth, seed=seed, tried=tried, at_node=at_node)
            nodes = [search.nodes for _ in search]
            result.first.append(nodes[0])
            result.all.append(search.nodes)
            result.solutions.append(len(nodes))
            result.words += search.words if seed == 0 else ()
        return result

    return [asdict(tally(by)) for by in dict.fromkeys((rules, Rules()))]


def _strategy_values(tallies: list[list[dict[str, list[int]]]]) -> Values:
    """`…_ratio`: nodes without the strategy for each node with it."""
    ours = [tally[0] for tally in tallies]
    usual = [tally[-1] for tally in tallies]
    runs = [nodes for tally in ours for nodes in tally["first"]]
    values: Values = {
        "first": [median(tally["first"]) for tally in ours],
        "all": [median(tally["all"]) for tally in ours],
        "fewest": min(runs),
        "most": max(runs),
        "typical": median(runs),
        "words": median(words for tally in ours for words in tally["words"]),
        "most_words": max(words for tally in ours for words in tally["words"]),
        "solutions": [sorted(set(tally["solutions"])) for tally in ours],
    }
    for key in ("first", "all"):
        nodes, usually = (sum(sum(tally[key]) for tally in which) for which in (ours, usual))
        values[f"{key}_ratio"] = nodes / usually
    return values


def _pieces(given: Given) -> Values:
    """How many pieces there are, and corners; those of pieces that differ from their mirror images
    count twice in `branches`."""
    kinds = make_jigsaw(_puzzle(given["puzzle"])).kinds
    corners = [len(kind.pieces) * len(kind.rings[0]) for kind in kinds]
    return {
        "pieces": sum(len(kind.pieces) for kind in kinds),
        "corners": sum(corners),
        "branches": sum(
            (2 if kind.flips else 1) * count for kind, count in zip(kinds, corners, strict=True)
        ),
    }


def _bound(given: Given) -> Values:
    """Ways to put i of n pieces of m corners, turned over or not, one after the other."""
    n, m = given["pieces"], given["corners"]
    return {"bound": sum((2 * m) ** i * math.perm(n, i) for i in range(n + 1))}


def _fits(given: Given) -> Values:
    """Does his test of a fit say the same as a computation of areas?"""
    placings = list(_placings(given))
    return {
        "placings": len(placings),
        "fitting": sum(one.rest is not None for one in placings),
        "wrong": sum((one.rest is not None) != _lies_inside(one) for one in placings),
    }


def _placings(given: Given) -> Iterator[Placing]:
    for name in given["puzzles"]:
        tried: Tried = {}
        for _ in LynningSearch(make_jigsaw(_puzzle(name)), tried=tried):
            pass
        for known in tried.values():
            yield from known.values()


def _lies_inside(placing: Placing) -> bool:
    from shapely import Polygon

    here, back = placing.piece[placing.corner], placing.piece[placing.corner - 1]
    turn = abs(back - here) / (back - here)  # in the polygon, that side runs to the right
    moved = [turn * (point - here) for point in placing.piece]
    outline, piece = (
        Polygon([(point.real, point.imag) for point in points])
        for points in (placing.polygon, moved)
    )
    return bool(piece.difference(outline).area < SAME_AREA)


JIGSAW = at_once(_jigsaw)
STRATEGY = Task(_strategy)
PIECES = at_once(_pieces)
BOUND = at_once(_bound)
FITS = at_once(_fits)
