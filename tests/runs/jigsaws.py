"""Polygon puzzles for tests of runs: few solutions and many, with and without symmetries."""

from hypothesis import strategies as st

import tilewright as tw
from tests.runs.making import store
from tilewright.design.dissections import dissection
from tilewright.execution.job import JobOrder, explore
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.runs import Run

Corner = tuple[int | str, int | str]

HALF = ((0, 0), (1, 0), (0, 1))
SLIM = ((0, 0), (2, 0), (0, 1))
DOMINO = ((0, 0), (2, 0), (2, 1), (0, 1))
TILTED = ("3/5", "4/5")  # a cosine and a sine


def rectangle(width: int, height: int) -> list[Corner]:
    return [(0, 0), (width, 0), (width, height), (0, height)]


def tilted(corners: list[Corner]) -> list[Corner]:
    """Turned by an angle that is nothing special."""
    c, s = TILTED
    return [(f"({x})*{c}-({y})*{s}", f"({x})*{s}+({y})*{c}") for x, y in corners]


def filled(
    board: list[Corner], count: int, *, piece: tuple[Corner, ...], flip: bool = True
) -> PolygonPuzzle:
    """A board to be filled with copies of one piece."""
    return PolygonPuzzle(
        (Shape.of(board),), (PolygonPiece("A", Shape.of(piece), count, flip=flip),)
    )


FEW = (
    filled(rectangle(2, 1), 4, piece=HALF),
    filled(rectangle(2, 2), 8, piece=HALF),
    filled(tilted(rectangle(2, 2)), 8, piece=HALF),
    filled(rectangle(4, 3), 6, piece=DOMINO),
    filled(rectangle(2, 2), 4, piece=SLIM),
    filled(rectangle(2, 2), 4, piece=SLIM, flip=False),
    filled(rectangle(3, 1), 3, piece=SLIM),  # none
    tw.load("tangram-convex-square"),
    tw.load("tangram-convex-4x2"),
)


def few_solutions() -> st.SearchStrategy[PolygonPuzzle]:
    """Puzzles with at most some hundred solutions."""
    seeds = st.integers(0, 30)
    dissections = st.builds(
        dissection, st.integers(2, 5), seeds, kind=st.sampled_from(["convex", "commensurable"])
    )
    return st.sampled_from(FEW) | dissections


def in_slices(run: Run, nodes: int = 60) -> None:
    """Do all jobs, each for so many nodes."""
    while run.open:
        job = run.open.pop(0)
        work = JobOrder(job.stage, job.starts, nodes=nodes)
        did = explore(run.plan.stages[job.stage], work, "test")
        last = [[rest] for rest in did.rest[-2:]]
        store(run, job, did, [did.rest[:-2], *last] if len(did.rest) > 2 else last)
