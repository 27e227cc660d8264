"""The sets of polygons of the catalogue, and figures whose numbers belong together."""

import math

import pytest

from tilewright.catalogue import catalogue_names, known, load
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.check import find_polygon_faults
from tilewright.polygons.model.files import polygon_set, polygon_set_names

AREAS = {
    "bruegner": math.sqrt((1 + math.sqrt(5)) / 2),
    "chie-no-ita": 8,
    "egyptian": 20,
    "elzzup": 18,
    "gardner-t": 7 - 2 * math.sqrt(2),
    "haberdasher": math.sqrt(3),
    "stomachion": 144,
    "t-puzzle": 5,
    "tangram": 8,
}
# Corners of Dudeney's four pieces, found by the construction with ruler and compasses.
MEETING = [(0.9330127018922193, 0.3705330205006798), (1.0760025315402633, 0.4954923832837588)]


@pytest.mark.parametrize("name", polygon_set_names())
def test_sets_have_their_area(name: str) -> None:
    pieces = polygon_set(name)
    assert all(piece.shape.exact for piece in pieces)
    area = sum(piece.count * piece.shape.area for piece in pieces)
    assert area == pytest.approx(AREAS[name], rel=1e-13)


def test_the_haberdasher_is_cut_as_dudeney_did() -> None:
    corners = {
        (round(x.value, 13), round(y.value, 13))
        for piece in polygon_set("haberdasher")
        for x, y in piece.shape.outer
    }
    assert {(round(x, 13), round(y, 13)) for x, y in MEETING} <= corners
    assert len(corners) == 9


@pytest.mark.parametrize(
    ("family", "possible", "impossible", "total"),
    [
        ("tangram", 13, 7, 142),
        ("chie-no-ita", 16, 4, 531),
    ],
)
def test_twenty_convex_shapes(family: str, possible: int, impossible: int, total: int) -> None:
    rows = {name: known()[name] for name in catalogue_names() if name.startswith(f"{family}-")}
    convex = [row for name, row in rows.items() if name.startswith(f"{family}-convex-")]
    others = [row for name, row in rows.items() if name.startswith(f"{family}-impossible-")]
    assert (len(convex), len(others)) == (possible, impossible)
    assert sum(row.up_to_symmetry or 0 for row in convex) == total
    assert all(row.solutions == 0 for row in others)


def test_polygon_puzzles_are_sound_and_exact() -> None:
    puzzles = [load(name) for name in catalogue_names()]
    polygons = [puzzle for puzzle in puzzles if isinstance(puzzle, PolygonPuzzle)]
    assert len(polygons) > 100
    for puzzle in polygons:
        assert find_polygon_faults(puzzle) == [], puzzle.title
        assert puzzle.exact, puzzle.title
