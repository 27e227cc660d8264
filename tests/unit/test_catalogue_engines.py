"""Every engine that can take a puzzle of the catalogue comes to the same counts."""

import pytest

import tilewright as tw
from tests.catalogue_kinds import POLYGON_NAMES
from tilewright.catalogue import known, load
from tilewright.encoding import encode
from tilewright.engines.registry import takes

# How long an engine takes for a puzzle was measured; what is not named takes half a second or so.
SLOW = {
    "links": {
        "ascii-8x8-poly",
        "bedlam",
        "bedlam-3d-config",
        "dudeney",
        "kanoodle-5x11",
        "katamino-5x11",
        "one-sided-3x30",
        "pentominoes-5x12",
        "pentominoes-5x4x3",
        "pentominoes-6x10",
        "pentominoes-8x8-corners",
        "tetrasticks-5x5-without-h",
        "tetrasticks-5x5-without-j",
        "tetrasticks-5x5-without-l",
        "tetrasticks-5x5-without-n",
        "tetrasticks-5x5-without-y",
        "whole-stairs",
        "y-15x15",
    },
    "bits": {"bedlam", "bedlam-3d-config", "y-15x15"},
    "frontier": {
        "big-t",
        "conway",
        "dudeney",
        "pentominoes-6x5x2",
        "tetrasticks-5x5-without-j",
        "tetrasticks-5x5-without-l",
        "tetrasticks-5x5-without-n",
        "whole-stairs",
    },
}
# Minutes to years, or more states than fit; `test_catalogue.py` has the engine that can do it.
LEFT_OUT = {
    "links": {"hexiamond-hexagon", "one-sided-9x10", "tetrasticks-aztec"},
    "bits": {"hexiamond-hexagon", "one-sided-9x10", "tetrasticks-aztec"},
    "frontier": {
        "bedlam",
        "bedlam-3d-config",
        "hexiamond-hexagon",
        "one-sided-9x10",
        "pentominoes-5x4x3",
        "tetrasticks-aztec",
    },
}


def cases() -> list[object]:
    marks = {True: [pytest.mark.slow], False: []}
    return [
        pytest.param(name, engine, id=f"{name}-{engine}", marks=marks[name in SLOW[engine]])
        for name, row in known().items()
        for engine in SLOW
        if row.solutions is not None and name not in (*LEFT_OUT[engine], *POLYGON_NAMES)
    ]


@pytest.mark.parametrize(("name", "engine"), cases())
def test_engines_agree(name: str, engine: str) -> None:
    row, puzzle = known()[name], load(name)
    if not takes(engine, encode(puzzle).problem):
        pytest.skip(f"{engine} does not take this puzzle")
    counts = tw.count(puzzle, engine=engine)
    found = (counts.solutions, counts.up_to_rotation, counts.up_to_symmetry)
    assert found == (row.solutions, row.up_to_rotation, row.up_to_symmetry)
