"""Mistakes of callers, and results that fail a check, are errors with a name; also with -O."""

import subprocess
import sys
from itertools import cycle

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.encoding import encode
from tilewright.errors import SelfCheckError
from tilewright.lattices import LatticeError, lattice
from tilewright.solutions import NotASolution
from tilewright.solutions.requirements.touching import Colourable
from tilewright.solving import PuzzleSearch
from tilewright.symmetry import Action, Burnside


def test_points_that_are_no_cells_are_refused() -> None:
    on = lattice("triangle")
    for ask in (on.kind_at, on.neighbours, on.home):
        with raises_text(LatticeError):
            ask((1, 2))


def test_a_solution_that_lacks_what_was_required_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = PuzzleSearch(encode(tw.load("soma")), "3-colourable", verify=True)
    verdicts = cycle([True, False])  # of what chooses solutions, then of what checks them
    monkeypatch.setattr(Colourable, "holds", lambda *_: next(verdicts))
    with pytest.raises(NotASolution, match="lacks what was required"):
        list(search)


def test_classes_that_are_no_whole_number_are_refused() -> None:
    burnside = Burnside(Action.of(encode(tw.load("pentominoes-6x10"))))
    with raises_text(SelfCheckError):
        burnside.classes(9355, dict.fromkeys(burnside.motions, 0))


def test_none_of_them_is_dropped_by_an_optimising_interpreter() -> None:
    code = (
        "import tilewright as tw; from tilewright.lattices import lattice\n"
        "try: lattice('triangle').home((1, 2))\n"
        "except tw.TilewrightError as error: print('refused')"
    )
    done = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n"
