"""How many forms there are: published totals, and what must hold for any of them."""

import pytest

from tests.texts import raises_text
from tilewright.lattices import lattice, lattice_names
from tilewright.puzzle import PuzzleError
from tilewright.puzzle.polyforms import Sides, canonical, forms, is_chiral, is_welded, mirrored

# lattice, sides, totals for 1, 2, 3, … cells; as published (OEIS)
TOTALS: list[tuple[str, Sides, list[int]]] = [
    ("square", "free", [1, 1, 2, 5, 12, 35, 108, 369]),  # A000105
    ("square", "one-sided", [1, 1, 2, 7, 18, 60, 196]),  # A000988
    ("square", "fixed", [1, 2, 6, 19, 63, 216]),  # A001168
    ("triangle", "free", [1, 1, 1, 3, 4, 12, 24, 66]),  # A000577
    ("triangle", "one-sided", [1, 1, 1, 4, 6, 19, 43]),  # A006534
    ("hexagon", "free", [1, 1, 3, 7, 22, 82]),  # A000228
    ("hexagon", "one-sided", [1, 1, 3, 10, 33]),  # A006535
    ("cube", "free", [1, 1, 2, 7, 23, 112]),  # A038119
    ("cube", "one-sided", [1, 1, 2, 8, 29, 166]),  # A000162
    ("square-sticks", "free", [1, 2, 5, 16, 55]),  # A019988
    ("square-sticks", "one-sided", [1, 2, 7, 25, 99]),
    ("triangle-sticks", "free", [1, 3, 12, 60]),
    ("hexagon-sticks", "free", [1, 1, 3, 4, 12, 27, 78]),
]


@pytest.mark.parametrize(("name", "sides", "totals"), TOTALS)
def test_totals(name: str, sides: Sides, totals: list[int]) -> None:
    found = [len(forms(lattice(name), size, sides)) for size in range(1, len(totals) + 1)]
    assert found == totals


@pytest.mark.parametrize("name", lattice_names())
def test_forms_are_connected_and_stand_for_themselves(name: str) -> None:
    on = lattice(name)
    for form in forms(on, 3):
        assert on.is_connected(form)
        assert canonical(on, form) == form
        assert all(canonical(on, map(motion, form)) == form for motion in on.motions)


@pytest.mark.parametrize("name", lattice_names())
def test_one_sided_forms_are_free_forms_and_the_twins_of_chiral_ones(name: str) -> None:
    on = lattice(name)
    free, one_sided = forms(on, 3), forms(on, 3, "one-sided")
    twins = [mirrored(on, form) for form in free if is_chiral(on, form)]
    assert {canonical(on, f, "one-sided") for f in [*free, *twins]} == set(one_sided)
    assert len(free) + len(twins) == len(one_sided)


def test_welded_sticks() -> None:
    """Knuth, Dancing links: six tetrasticks are welded, ten if they have one side."""
    on = lattice("square-sticks")
    assert sum(is_welded(on, form) for form in forms(on, 4)) == 6
    assert sum(is_welded(on, form) for form in forms(on, 4, "one-sided")) == 10


def test_nothing_is_welded_where_no_sticks_meet() -> None:
    on = lattice("square")
    assert not any(is_welded(on, form) for form in forms(on, 4))


def test_impossible_wishes() -> None:
    with pytest.raises(PuzzleError, match="forms of 0 cells"):
        forms(lattice("square"), 0)
    with raises_text(PuzzleError):
        forms(lattice("square"), 2, "two-sided")  # type: ignore[arg-type]
