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
    problem = tw.encode(scott).problem
    search = tw.search(problem, max_solutions=50)
    batch = next(iter(search))
    small = tw.load("ascii-3x3")
    unified = tw.unify(small, next(tw.solve(small)))
    long = tuple((k, 0) for k in range(5_000))
    panel = tw.LPanel(("." * 500,) * 500)
    return {
        "Batch": batch,
        "Best": tw.best_covers(tw.from_options([[k] for k in range(300)])),
        "BestSolutions": tw.best(small),
        "Board": scott.board,
        "Choice": tw.choose(problem),
        "Count": tw.Count(2, None),
        "Counters": tw.Counters((10**9,) * 60, (10**9,) * 60),
        "Counting": tw.Counting(scott),
        "Counts": tw.count(soma),
        "EdgeMark": tw.EdgeMark((0, 0), (1, 0), "x" * 999),
        "Estimate": tw.estimate(problem, samples=100),
        "ExactCover": problem,
        "Explanation": tw.explain(tw.load("ascii-3x3-nosol")),
        "Fixed": tw.Fixed("X", long),
        "Grade": tw.grade(unified.puzzle),
        "Hint": tw.Hint("X", long),
        "Item": tw.Item("x" * 999),
        "LPanel": panel,
        "Lattice": scott.lattice,
        "Marks": tw.Marks(frozenset((f"a{k}", f"b{k}") for k in range(99))),
        "Piece": tw.Piece("x" * 999, long, tw.Count(0, None)),
        "Placed": tw.Placed("x" * 999, solution.placed[0].motion, long),
        "PolygonCounting": tw.PolygonCounting(stomachion),
        "PolygonCounts": tw.count(stomachion),
        "PolygonPiece": stomachion.pieces[0],
        "PolygonPuzzle": stomachion,
        "PolygonSearch": tw.PolygonSearch(stomachion),
        "PolygonSolution": polygons,
        "Puzzle": tw.make_puzzle("square", long, [tw.Piece("x" * 999, long)], title="y" * 999),
        "PuzzleSearch": tw.PuzzleSearch(tw.encode(scott)),
        "Scores": tw.scores(solution),
        "Search": search,
        "Shape": tw.Shape.of([(k, k * k) for k in range(500)]),
        "Shares": tw.shares(small),
        "Solution": solution,
        "Step": tw.steps(unified.puzzle)[0],
        "Subtree": tw.Subtree(tuple(range(5_000)), tuple(range(5_000))),
        "Unified": unified,
        "Verdict": tw.judge(small),
    }


@pytest.mark.parametrize("name", [name for name in CLASSES if name not in ERRORS])
def test_reprs_are_short(name: str, tmp_path: Path) -> None:
    if name == "Run":
        with tw.create_run(tmp_path / "soma.run", tw.load("soma")) as run:
            line = repr(run)
    else:
        assert name == "Search" or isinstance(values()[name], getattr(tw, name))
        line = repr(values()[name])
    assert len(line) <= LONGEST
    assert line.isprintable()
    assert name in line or name == "Search"
