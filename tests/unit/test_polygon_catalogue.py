"""Every polygon puzzle of the catalogue: its counts are what is known, all of them certified."""

import xml.etree.ElementTree as ElementTree

import pytest

import tilewright as tw
from tests.catalogue_kinds import POLYGON_NAMES
from tilewright.catalogue import known, load
from tilewright.polygons import PolygonPuzzle
from tilewright.render import picture_of, to_svg

# Nested radicals: these are proved in balls.
IN_BALLS = {"bruegner-rectangle", "haberdasher-square", "haberdasher-triangle"}
SVG = "{http://www.w3.org/2000/svg}"


def puzzle(name: str) -> PolygonPuzzle:
    found = load(name)
    assert isinstance(found, PolygonPuzzle)
    return found


@pytest.mark.parametrize("name", POLYGON_NAMES)
def test_known_counts(name: str) -> None:
    row, counts = known()[name], tw.count(puzzle(name))
    assert (counts.solutions, counts.up_to_rotation, counts.up_to_symmetry) == (
        row.solutions,
        row.up_to_rotation,
        row.up_to_symmetry,
    )
    if row.solutions == 0:
        assert counts.certificate is None
        return
    assert counts.certificate is not None
    if counts.certificate.kind != "exact":
        assert name in IN_BALLS
        assert counts.certificate.kind == "balls"
        assert counts.certificate.residual < 1e-290


@pytest.mark.parametrize("name", [n for n in POLYGON_NAMES if known()[n].solutions])
def test_a_solution_is_found_and_drawn(name: str) -> None:
    what = puzzle(name)
    (solution,) = tw.solve(what, max_solutions=1)
    assert solution.certificate is not None
    drawn = ElementTree.fromstring(to_svg(picture_of(solution)))
    titles = {
        (title.text or "").removesuffix(", turned over") for title in drawn.iter(f"{SVG}title")
    }
    assert titles >= {piece.name for piece in what.pieces}
