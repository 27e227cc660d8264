"""Every public value says in one short line what it is."""

import inspect
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw

LONGEST = 200
CLASSES = sorted(name for name in tw.__all__ if inspect.isclass(getattr(tw, name)))
ERRORS = {name for name in CLASSES if issubclass(getattr(tw, name), Exception)}


@cache
def values() -> dict[str, Any]:
    """A large value of each public class."""
    scott, soma, stomachion = map(tw.load, ("scott", "soma", "stomachion"))
    solution, polygons = next(tw.solve(scott)), next(tw.solve(stomachion))
    problem = tw.encoding.encode(scott).problem
    search = tw.engines.search(problem, max_solutions=50)
    batch = next(iter(search))
    small = tw.load("ascii-3x3")
    unified = tw.design.unify(small, next(tw.solve(small)))
    long = tuple((k, 0) for k in range(5_000))
    panel = tw.design.LPanel(("." * 500,) * 500)
    return {
        "Batch": batch,
        "Best": tw.engines.best_covers(tw.cover.from_options([[k] for k in range(300)])),
        "BestSolutions": tw.best(small),
        "Board": scott.board,
        "Choice": tw.engines.choose(problem),
        "Count": tw.puzzle.Count(2, None),
        "Counters": tw.engines.Counters((10**9,) * 60, (10**9,) * 60),
        "Counting": tw.solving.Counting(scott),
        "Counts": tw.count(soma),
        "EdgeMark": tw.puzzle.EdgeMark((0, 0), (1, 0), "x" * 999),
        "Estimate": tw.estimate(problem, samples=100),
        "ExactCover": problem,
        "Explanation": tw.explain(tw.load("ascii-3x3-nosol")),
        "Fixed": tw.puzzle.Fixed("X", long),
        "Grade": tw.design.grade(unified.puzzle),
        "Hint": tw.design.Hint("X", long),
        "Item": tw.cover.Item("x" * 999),
        "LPanel": panel,
        "Lattice": scott.lattice,
        "Marks": tw.puzzle.Marks(frozenset((f"a{k}", f"b{k}") for k in range(99))),
        "Piece": tw.Piece("x" * 999, long, tw.puzzle.Count(0, None)),
        "Placed": tw.solutions.Placed("x" * 999, solution.placed[0].motion, long),
        "PolygonCounting": tw.solving.PolygonCounting(stomachion),
        "PolygonCounts": tw.count(stomachion),
        "PolygonPiece": stomachion.pieces[0],
        "PolygonPuzzle": stomachion,
        "PolygonSearch": tw.solving.PolygonSearch(stomachion),
        "PolygonSolution": polygons,
        "Puzzle": tw.make_puzzle("square", long, [tw.Piece("x" * 999, long)], title="y" * 999),
        "PuzzleSearch": tw.solving.PuzzleSearch(tw.encoding.encode(scott)),
        "Scores": tw.solutions.scores(solution),
        "Search": search,
        "Shape": tw.polygons.Shape.of([(k, k * k) for k in range(500)]),
        "Shares": tw.shares(small),
        "Solution": solution,
        "Step": tw.design.steps(unified.puzzle)[0],
        "Subtree": tw.cover.Subtree(tuple(range(5_000)), tuple(range(5_000))),
        "Unified": unified,
        "Verdict": tw.design.judge(small),
    }


@pytest.mark.parametrize("name", [name for name in CLASSES if name not in ERRORS])
def test_reprs_are_short(name: str, tmp_path: Path) -> None:
    if name == "Run":
        with tw.runs.create_run(tmp_path / "soma.run", tw.load("soma")) as run:
            line = repr(run)
    else:
        assert name == "Search" or isinstance(values()[name], getattr(tw, name))
        line = repr(values()[name])
    assert len(line) <= LONGEST
    assert line.isprintable()
    assert name in line or name == "Search"
