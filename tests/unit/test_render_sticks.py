"""Pieces of sticks are bands: whole, and apart from each other."""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations

import pytest
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

import tilewright as tw
from tilewright.lattices import Cell, Lattice
from tilewright.render import (
    Patch,
    Text,
    notebook_svg,
    puzzle_scene,
    solution_scene,
)
from tilewright.render.cells import corners, outline
from tilewright.render.outlines import signed_area
from tilewright.render.scene import Ring

LATTICES = {"square-sticks": 4, "triangle-sticks": 6, "hexagon-sticks": 3}  # sticks at a point


def region(on: Lattice, cells: Sequence[Cell]) -> BaseGeometry:
    return together(outline(on, cells)[0])


def together(rings: Sequence[Ring]) -> BaseGeometry:
    return reduce(lambda one, other: one.symmetric_difference(other), map(Polygon, rings))


def around(name: str) -> tuple[Lattice, list[Cell]]:
    """The sticks at some point of a lattice, anticlockwise."""
    on = tw.lattice(name)
    near = {kind.at for kind in on.kinds}
    for _ in range(3):
        near |= {there for cell in near for there in on.neighbours(cell).values()}
    ends: dict[tuple[float, float], list[tuple[float, Cell]]] = {}
    for cell in near:
        one, other = corners(on, cell)
        for (x, y), (u, v) in ((one, other), (other, one)):
            ends.setdefault((x, y), []).append((math.atan2(v - y, u - x), cell))
    found = next(some for some in ends.values() if len(some) == LATTICES[name])
    return on, [cell for _, cell in sorted(found)]


def partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    if not items:
        yield []
        return
    first, *rest = items
    for size in range(len(rest) + 1):
        for some in combinations(rest, size):
            for others in partitions([k for k in rest if k not in some]):
                yield [[first, *some], *others]


def crossing(one: Sequence[int], other: Sequence[int]) -> bool:
    pairs = [(a, b) for a in combinations(one, 2) for b in combinations(other, 2)]
    return any(a < c < b < d or c < a < d < b for (a, b), (c, d) in pairs)


@pytest.mark.parametrize(("name", "count"), list(zip(LATTICES, (14, 132, 5), strict=True)))
def test_pieces_that_meet_without_crossing_are_apart(name: str, count: int) -> None:
    """In every way in which pieces can share a point."""
    on, sticks = around(name)
    found = 0
    for parts in partitions(range(len(sticks))):
        if any(crossing(one, other) for one, other in combinations(parts, 2)):
            continue
        found += 1
        regions = [region(on, [sticks[k] for k in part]) for part in parts]
        assert all(one.is_valid and one.geom_type == "Polygon" for one in regions)
        assert all(one.distance(other) > 0.02 for one, other in combinations(regions, 2))
    assert found == count  # Catalan numbers


def test_rings_of_sticks_have_holes() -> None:
    on = tw.lattice("square-sticks")
    around, hole = outline(on, [(1, 0), (0, 1), (2, 1), (1, 2)])[0]
    assert signed_area(around) > -signed_area(hole) > 0
    assert region(on, [(1, 0), (0, 1), (2, 1), (1, 2)]).is_valid


@pytest.mark.parametrize("name", ["tetrasticks-5x5-without-h", "tetrasticks-welded-4x4"])
def test_solutions_with_sticks(name: str) -> None:
    puzzle = tw.load(name)
    solution = next(iter(tw.solve(puzzle)))
    scene = solution_scene(solution)
    placed = [e for e in scene.elements if isinstance(e, Patch) and e.title]
    assert len(placed) == len(puzzle.pieces)
    regions = [region(puzzle.lattice, one.cells) for one in solution.placed]
    assert all(one.is_valid and one.geom_type == "Polygon" for one in regions)
    assert not any(one.intersects(other) for one, other in combinations(regions, 2))
    board = together(outline(puzzle.lattice, puzzle.board.cells, board=True)[0]).buffer(1e-6)
    assert all(board.contains(one) for one in regions)
    assert puzzle_scene(puzzle).pixels <= 1000
    assert notebook_svg(puzzle)


def test_sticks_that_stand_alone() -> None:
    """A lattice of the user's own, whose sticks do not meet."""
    on = tw.parse_lattice("""
name = "hairs"
translations = [[2, 0], [0, 3]]

[[kind]]
at = [0, 0]
shape = "segment"
corners = [[0, 0], [0, 2]]
edges = { }
""")
    (ring,), borders = outline(on, [(0, 0)])
    assert borders == ()
    assert 0.3 < signed_area(ring) < 1
    assert min(y for _, y in ring) > -2
    assert max(y for _, y in ring) < 0


def test_names_are_not_written_where_pieces_cross() -> None:
    on = tw.lattice("square-sticks")
    across, down = ((1, 2), (3, 2)), ((2, 1), (2, 3))
    pieces = tw.Piece("A", across), tw.Piece("D", down)
    puzzle = tw.Puzzle(on, tw.Board((*across, *down)), pieces, crossing=True)
    placed = tuple(tw.solutions.Placed(p.name, on.motions[0], p.cells) for p in pieces)
    scene = tw.picture_of(tw.Solution(puzzle, placed), labels=True)
    (one, other) = [e for e in scene.elements if isinstance(e, Text)]
    middle = scene.box.left + scene.box.width / 2, scene.box.bottom + scene.box.height / 2
    assert {one.text, other.text} == {"A", "D"}
    assert min(math.dist(one.at, middle), math.dist(other.at, middle)) > one.size / 2
