"""Every engine that can take a puzzle of the catalogue comes to the same counts."""

import pytest

import tilewright as tw
from tilewright.catalogue import known, load
from tilewright.encoding import encode
from tilewright.solve import takes

# How long an engine takes for a puzzle was measured; what is not named here takes a second or less.
SLOW = {
    "links": {"bedlam"},
    "bits": {"bedlam"},
    "frontier": {"dudeney"},
}
# Not even with `make slow`: hours, or more states than fit.
HOPELESS = {
    "links": {"hexiamond-hexagon"},
    "bits": {"hexiamond-hexagon"},
    "frontier": {"bedlam"},
}


def cases() -> list[object]:
    marks = {True: [pytest.mark.slow], False: []}
    return [
        pytest.param(name, engine, id=f"{name}-{engine}", marks=marks[name in SLOW[engine]])
        for name, row in known().items()
        for engine in SLOW
        if row.solutions is not None and name not in HOPELESS[engine]
    ]


@pytest.mark.parametrize(("name", "engine"), cases())
def test_engines_agree(name: str, engine: str) -> None:
    row, puzzle = known()[name], load(name)
    if not takes(engine, encode(puzzle).problem):
        pytest.skip(f"{engine} does not take this puzzle")
    counts = tw.count(puzzle, engine=engine)
    found = (counts.solutions, counts.up_to_rotation, counts.up_to_symmetry)
    assert found == (row.solutions, row.up_to_rotation, row.up_to_symmetry)
