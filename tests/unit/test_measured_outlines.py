"""Outlines with measuring error: how many are solved, and that none is solved wrongly.

The set has 140 outlines: the 70 tangrams of the catalogue that have a solution, and 70 dissections,
`dissect(4 + k % 9, 1000 + k)` for k = 0 … 69, by turns convex and crooked, of a square, a convex
and a star-shaped board.  The pieces stay exact.  Both coordinates of every corner of the board are
moved by independent uniform noise of up to `noise` times the size of the board (its width or
height, whichever is more), drawn from a generator seeded with the name and the noise.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
import shapely

import tilewright as tw
from tilewright.catalogue import catalogue_names
from tilewright.design.dissections import dissect
from tilewright.polygons import PlacedPolygon, PolygonPuzzle, PolygonSolution, Shape
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.solving import PolygonSearch

KINDS, BOARDS = ("convex", "crooked"), ("square", "convex", "star")
ON_A_LATTICE = {"tangram-another", "tangram-digit4", "tangram-square"}
FALSE = 1.5  # times as wide as what the noise does to the arrangement that was cut
SAMPLE = slice(3, None, 14)  # ten of them, for every day


def names() -> list[str]:
    tangrams = (name for name in catalogue_names() if name.startswith("tangram-"))
    return [
        *(name for name in tangrams if "impossible" not in name and name not in ON_A_LATTICE),
        *(f"dissection-{k}" for k in range(70)),
    ]


def arrangement(name: str) -> PolygonSolution:
    """A solution of the exact puzzle."""
    if name.startswith("tangram-"):
        return next(tw.solve(tw.load(name)))
    k = int(name.removeprefix("dissection-"))
    return dissect(4 + k % 9, 1000 + k, kind=KINDS[k % 2], board=BOARDS[k // 2 % 3])


def moved(puzzle: PolygonPuzzle, noise: float, seed: str) -> PolygonPuzzle:
    chance, size = random.Random(seed), puzzle_size(puzzle)

    def off(ring: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
        return [tuple(float(c) + chance.uniform(-noise, noise) * size for c in p) for p in ring]

    board = (
        Shape.of(off(outer), [off(hole) for hole in holes])
        for outer, *holes in (part.floats for part in puzzle.board)
    )
    return replace(puzzle, board=tuple(board))


def widest(puzzle: PolygonPuzzle, placed: Sequence[PlacedPolygon]) -> float:
    """The largest disc in what is uncovered, sticks out or overlaps: not by the program's code."""
    shapes = {piece.name: piece.shape for piece in puzzle.pieces}
    moved = [one.rings(shapes[one.piece]) for one in placed]
    pieces = [shapely.Polygon(outer, holes) for outer, *holes in moved]
    parts = [part.floats for part in puzzle.board]
    board = shapely.union_all([shapely.Polygon(outer, holes) for outer, *holes in parts])
    fine = puzzle_size(puzzle) / 10_000
    grid = fine / 10_000  # without one, what two pieces share may come out as one of them
    wrong = [board.symmetric_difference(shapely.union_all(pieces, grid_size=grid), grid_size=grid)]
    wrong += [a.intersection(b, grid_size=grid) for k, a in enumerate(pieces) for b in pieces[:k]]
    return max(
        2 * shapely.maximum_inscribed_circle(part, fine).length
        for region in wrong
        for part in shapely.get_parts(region)
        if part.area > fine**2
    )


def test_the_set() -> None:
    assert len(names()) == 140


def solved(noise: float, which: slice = slice(None)) -> tuple[int, list[str]]:
    """How many outlines are solved, and the names of those that are solved wrongly."""
    number, wrong = 0, []
    for name in names()[which]:
        truth = arrangement(name)
        puzzle = moved(truth.puzzle, noise, f"{name} {noise}")
        search = PolygonSearch(puzzle, max_solutions=1)
        found = [one for batch in search for one in batch]
        assert search.tried_all == (not found)
        number += len(found)
        for one in found:
            assert one.certificate is not None
            assert search.tolerance is not None
            assert one.certificate.residual <= search.tolerance
            if widest(puzzle, one.placed) > FALSE * widest(puzzle, truth.placed):
                wrong.append(name)
    return number, wrong


def test_some_measured_outlines() -> None:
    assert solved(0.005, SAMPLE) == (10, [])


@pytest.mark.slow
@pytest.mark.parametrize(("noise", "least"), [(0.005, 137), (0.003, 138)])
def test_measured_outlines(noise: float, least: int) -> None:
    number, wrong = solved(noise)
    assert not wrong
    assert number >= least
