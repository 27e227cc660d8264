"""Files: what is written reads back; what is wrong is named, never a crash."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.puzzle_strategies import ALL_LATTICES, OWN, boards, lattice_of, lattices, puzzles
from tilewright.catalogue import catalogue_names
from tilewright.document import FileError, parse_document
from tilewright.faults import find_faults
from tilewright.formats.write import _value
from tilewright.lattices.drawing import can_draw, draw, read_drawing, text_place

fewer = examples(75)
words = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("\"'\\\n\r\t\x00\x7f\u2028#=[]{}"),
    max_size=6,
)


@given(puzzles(), words, words.filter(lambda w: w.strip() and w.isprintable()), st.data())
def test_round_trip(puzzle: tw.Puzzle, title: str, name: str, data: st.DataObject) -> None:
    assume(not any(fault.serious for fault in find_faults(puzzle)))
    renamed = data.draw(st.sampled_from(puzzle.pieces)).name
    assume(name not in {piece.name for piece in puzzle.pieces})
    puzzle = replace(
        puzzle,
        title=title,
        about=name,
        pieces=tuple(replace(p, name=name) if p.name == renamed else p for p in puzzle.pieces),
        fixed=tuple(replace(f, piece=name) if f.piece == renamed else f for f in puzzle.fixed),
    )
    text = tw.format_puzzle(puzzle)
    again = tw.parse_puzzle(text)
    assert again == puzzle
    assert again.lattice == puzzle.lattice
    assert tw.format_puzzle(again) == text


@fewer
@given(
    puzzles(),
    st.sampled_from(["a", "ä", "²", "long name", "#", "?", ".", "-", "a.b", "🔴"]) | words,
)
def test_colours_of_any_name_come_back(puzzle: tw.Puzzle, colour: str) -> None:
    cells = puzzle.board.cells
    pieces = tuple(replace(p, colours=(colour,) * p.size) for p in puzzle.pieces)
    board = replace(puzzle.board, colours=dict.fromkeys(cells, colour))
    puzzle = replace(puzzle, board=board, pieces=pieces, colour_fits=None)
    assume(not any(fault.serious for fault in find_faults(puzzle)))
    assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle


@pytest.mark.parametrize("name", catalogue_names())
def test_round_trip_of_the_catalogue(name: str) -> None:
    puzzle = tw.load(name)
    assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle


def spelt(definition: dict[str, Any]) -> str:
    """The text of a lattice file, from what was read of one."""
    return "\n".join(f"{key} = {_value(value)}" for key, value in definition.items())


@pytest.mark.parametrize("name", ALL_LATTICES)
def test_round_trip_of_lattices(name: str) -> None:
    lattice = lattice_of(name)
    again = tw.parse_lattice(spelt(dict(lattice.definition)))
    assert again == lattice
    assert again.kinds == lattice.kinds
    assert again.motions == lattice.motions
    assert dict(again.pairs) == dict(lattice.pairs)
    assert again.translations == lattice.translations
    assert again.junctions == lattice.junctions
    assert again.text_shifts == lattice.text_shifts


@pytest.mark.parametrize("name", ALL_LATTICES)
def test_lattices_inside_puzzles(name: str) -> None:
    """A lattice of one's own is written into the file, with all its tables."""
    lattice = lattice_of(name)
    own = tw.parse_lattice(spelt({**lattice.definition, "name": "my own", "about": 'a "b" \\'}))
    start = own.kinds[0].at
    puzzle = tw.Puzzle(own, tw.Board((start,)), (tw.Piece("o", (start,)),))
    text = tw.format_puzzle(puzzle)
    assert "[lattice]" in text
    assert tw.parse_puzzle(text) == puzzle
    assert tw.parse_puzzle(text).lattice.motions == lattice.motions


drawable = lattices.filter(can_draw)


def test_all_lattices_can_be_drawn() -> None:
    assert [name for name in ALL_LATTICES if not can_draw(lattice_of(name))] == []


@given(st.data())
def test_every_cell_has_its_own_place_in_drawings(data: st.DataObject) -> None:
    lattice = data.draw(drawable)
    cells = data.draw(boards(lattice))
    assert len({text_place(lattice, cell) for cell in cells}) == len(cells)


@given(st.data())
def test_drawings_read_back(data: st.DataObject) -> None:
    """Up to a translation, because a drawing does not say where its corner is."""
    lattice = data.draw(drawable)
    cells = data.draw(boards(lattice))
    letters = {cell: data.draw(st.sampled_from("#?abZ7é")) for cell in cells}
    marks = read_drawing(lattice, draw(lattice, letters))
    assert len(marks) == len(letters)
    low = min(cells, key=lambda cell: _place(lattice, cell))
    first = min((m.cell for m in marks), key=lambda cell: _place(lattice, cell))
    step = tuple(a - b for a, b in zip(low, first, strict=True))
    assert step in lattice.translations
    back = {tuple(a + b for a, b in zip(m.cell, step, strict=True)): m.letter for m in marks}
    assert back == letters


def _place(lattice: tw.Lattice, cell: tuple[int, ...]) -> tuple[int, ...]:
    return text_place(lattice, cell)[::-1]


VALUES = st.recursive(
    st.integers(-(2**70), 2**70)
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | words
    | st.sampled_from(["any", "2..1", "square", "##\n##", "up", "plain", "nothing", "p0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=2),
    max_leaves=6,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    pairs: Any = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else pairs:
        found += paths(inner, (*path, key))
    return found


def damaged(value: Any, path: tuple[Any, ...], instead: Any) -> Any:
    """The value with a part of it replaced, or left out if there is nothing instead."""
    key, *rest = path
    parts = dict(value) if isinstance(value, dict) else dict(enumerate(value))
    if rest:
        parts[key] = damaged(parts[key], tuple(rest), instead)
    elif instead is None:
        del parts[key]
    else:
        parts[key] = instead
    return parts if isinstance(value, dict) else list(parts.values())


@fewer
@given(puzzles(), st.data())
def test_damaged_puzzles_are_read_or_refused(puzzle: tw.Puzzle, data: st.DataObject) -> None:
    """Some value of a good file replaced by any other: a puzzle or a complaint, never a crash."""
    table = parse_document(tw.format_puzzle(puzzle)).data
    path = data.draw(st.sampled_from(paths(table)))
    text = spelt(damaged(table, path, data.draw(st.none() | VALUES)))
    try:
        again = tw.parse_puzzle(text)
    except FileError as error:
        assert error.complaints
        last = text.count("\n") + 1
        assert all(0 <= complaint.line <= last for complaint in error.complaints)
        return
    assert tw.parse_puzzle(tw.format_puzzle(again)) == again


@given(st.sampled_from(["square-sticks", "tetra-octa", "disc", "hexagon", *OWN]), st.data())
def test_damaged_lattices_are_read_or_refused(name: str, data: st.DataObject) -> None:
    table = dict(lattice_of(name).definition)
    path = data.draw(st.sampled_from(paths(table)))
    text = spelt(damaged(table, path, data.draw(st.none() | VALUES)))
    try:
        again = tw.parse_lattice(text)
    except FileError as error:
        assert error.complaints
        return
    assert tw.parse_lattice(spelt(dict(again.definition))) == again


@given(st.text(max_size=60))
@example("a = " + "[" * 100_000)
@example("a = " + "9" * 5000)
@example("lattice = 1979-05-27T07:32:00Z")
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (tw.parse_puzzle, tw.parse_lattice):
        with pytest.raises(FileError):
            parse(text)
