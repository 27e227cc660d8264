"""Every puzzle of the catalogue: it loads, it is sound, and its counts are what is known."""

import re
import tomllib
from collections.abc import Container, Iterable
from importlib.resources import files

import pytest

import tilewright as tw
from tests.catalogue_kinds import LATTICE_NAMES
from tests.texts import raises_text
from tilewright.catalogue import (
    catalogue_aliases,
    catalogue_name,
    catalogue_names,
    known,
    load,
    load_file,
)
from tilewright.solutions import check_solution

# No count is known, and ours takes too long to be run: these have no numbers, or not all.
UNCOUNTED: set[str] = set()
# One solution of these takes long to find; they are left to `make slow`.
SLOW_TO_SOLVE = {"tetrasticks-aztec"}


def parameters(names: Iterable[str], slow: Container[str]) -> list[object]:
    marks = {True: [pytest.mark.slow], False: []}
    return [pytest.param(name, id=name, marks=marks[name in slow]) for name in names]


# A quarter of an hour each on two cores, one with 18 GB: left to `python -m tools.check_counts`.
LEFT_OUT = {"one-sided-9x10", "tetrasticks-aztec"}
COUNTED = [n for n in LATTICE_NAMES if known()[n].solutions is not None and n not in LEFT_OUT]
SLOW_TO_COUNT = {name for name, row in known().items() if row.slow}


@pytest.mark.parametrize("name", parameters(COUNTED, SLOW_TO_COUNT))
def test_known_counts(name: str) -> None:
    row = known()[name]
    how = {"threads": 0, "max_memory": row.memory << 30} if row.slow else {}
    counts = tw.count(load(name), **how)
    assert counts.solutions == row.solutions
    if row.up_to_rotation is not None:
        assert counts.up_to_rotation == row.up_to_rotation
    if row.up_to_symmetry is not None:
        assert counts.up_to_symmetry == row.up_to_symmetry


@pytest.mark.parametrize("name", parameters(LATTICE_NAMES, SLOW_TO_SOLVE))
def test_a_solution_is_found(name: str) -> None:
    """Unless there is none.  It is checked by code that shares nothing with the search."""
    puzzle = load(name)
    found = list(tw.solve(puzzle, max_solutions=1, verify=True))
    assert len(found) == (known()[name].solutions != 0)
    for solution in found:
        assert solution.puzzle == puzzle
        check_solution(puzzle, solution.placed)
        covered = [cell for one in solution.placed for cell in one.cells]
        assert len(covered) == len(set(covered))
        assert set(puzzle.board.must) <= set(covered) <= set(puzzle.board.cells)


@pytest.mark.parametrize("name", catalogue_names())
def test_every_puzzle_is_sound(name: str) -> None:
    file = load_file(name)
    assert [fault for _, fault in file.faults() if fault.serious] == []
    assert load(name) == file.puzzle
    assert file.puzzle.title


def test_every_puzzle_has_a_row() -> None:
    assert set(known()) == set(catalogue_names())
    incomplete = {
        name
        for name, row in known().items()
        if name in LATTICE_NAMES and None in (row.solutions, row.up_to_rotation, row.up_to_symmetry)
    }
    assert incomplete == UNCOUNTED


def test_rows_make_sense() -> None:
    for name, row in known().items():
        assert row.source, name
        if row.solutions is None or row.up_to_rotation is None or row.up_to_symmetry is None:
            continue
        assert row.up_to_symmetry <= row.up_to_rotation <= row.solutions, name
        assert row.up_to_rotation <= 2 * row.up_to_symmetry, name
        assert (row.solutions == 0) == (row.up_to_symmetry == 0), name
        if row.printed not in (None, row.up_to_symmetry):
            assert row.note, f"{name}: say why {row.printed} was printed"


def test_names_are_tidy() -> None:
    for name in catalogue_names():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    folder = files("tilewright").joinpath("data/puzzles")
    assert {f.name for f in folder.iterdir()} == {f"{name}.toml" for name in catalogue_names()}
    table = files("tilewright").joinpath("data/known_puzzles.toml").read_text(encoding="utf-8")
    listed = list(tomllib.loads(table))
    assert listed == sorted(listed)


def test_aliases_lead_to_puzzles() -> None:
    table = files("tilewright").joinpath("data/aliases.toml").read_text(encoding="utf-8")
    aliases = tomllib.loads(table)
    assert aliases
    for alias, meant in aliases.items():
        assert alias not in catalogue_names()
        assert meant in catalogue_names()
        assert catalogue_name(alias) == meant
        assert load(alias) == load(meant)


def test_names_are_types_of_what_load_returns() -> None:
    """Type checkers know the names; `python docs/make_catalogue.py` renews the list."""
    text = files("tilewright").joinpath("catalogue_literals.pyi").read_text(encoding="utf-8")
    listed = dict(re.findall(r"(\w+) = Literal\[([^\]]*)\]", text))
    lattice, polygon = (
        set(re.findall(r'"([^"]+)"', listed[name])) for name in ("LatticeName", "PolygonName")
    )
    assert lattice | polygon == {*catalogue_names(), *catalogue_aliases()}
    assert {name for name in lattice | polygon if isinstance(load(name), tw.Puzzle)} == lattice
    assert not lattice & polygon


def test_unknown_names() -> None:
    with pytest.raises(tw.puzzle.PuzzleError, match="did you mean soma"):
        load("somma")
    with raises_text(tw.puzzle.PuzzleError):
        load("xyzzy")
