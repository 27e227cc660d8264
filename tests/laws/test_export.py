"""What is said about many solutions at a time is what is said about each of them."""

import csv
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.puzzle_strategies import puzzles
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover
from tilewright.export.queries import select
from tilewright.export.table import ABSENT, Blocks, Letters, SolutionTable
from tilewright.export.writers import export
from tilewright.puzzle import Puzzle
from tilewright.solutions import Decoder, Solution, placed_entry
from tilewright.symmetry import Action

MOST = 60
FEWER = examples(50)  # each writes files
NAMES = ["A", "b", "long", "7", "é", "B", "Z", "other", "c"]


@dataclass(frozen=True)
class Listed:
    """Some solutions of a puzzle, each on its own, and all of them as blocks."""

    encoding: Encoding
    covers: list[Cover]
    solutions: list[Solution]
    symmetries: list[int]
    blocks: Blocks


def listed(puzzle: Puzzle, size: int = 7) -> Listed:
    encoding = encode(puzzle)
    search = tw.engines.search(
        encoding.problem, engine="links", max_solutions=MOST, max_nodes=20_000
    )
    covers = [cover for batch in search for cover in batch]
    decoder = Decoder(encoding)

    def blocks() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        for begin in range(0, len(covers), size):
            some = covers[begin : begin + size]
            options = np.array([option for cover in some for option in cover], dtype=np.uint32)
            yield options, np.cumsum([len(cover) for cover in some]).astype(np.uint64)

    solutions = [decoder.solution(cover) for cover in covers]
    permutations = Action.of(encoding).permutations
    symmetries = [
        sum(set(p[list(cover)].tolist()) == set(cover) for p in permutations) for cover in covers
    ]
    return Listed(encoding, covers, solutions, symmetries, blocks)


@st.composite
def named_puzzles(draw: st.DrawFn) -> Puzzle:
    """Puzzles whose pieces are named by letters, or by words."""
    puzzle = draw(puzzles())
    names = draw(st.permutations(NAMES))
    if puzzle.fixed or len(puzzle.pieces) > len(names):
        return puzzle
    pieces = [replace(p, name=n) for p, n in zip(puzzle.pieces, names, strict=False)]
    return replace(puzzle, pieces=tuple(pieces))


def exported(some: Listed, suffix: str, **how: object) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"solutions{suffix}"
        export(some.encoding, some.blocks, path, **how)
        assert [entry.name for entry in path.parent.iterdir()] == [path.name]
        return path.read_bytes()


def letters_of(solution: Solution) -> str:
    return "".join(solution.letters.get(cell, ".") for cell in solution.puzzle.board.cells)


@FEWER
@given(named_puzzles())
def test_text_is_what_solutions_print(puzzle: Puzzle) -> None:
    some = listed(puzzle)
    spelt = "".join(f"solution {k}:\n{one}\n\n" for k, one in enumerate(some.solutions, 1))
    assert exported(some, ".txt").decode() == spelt


@FEWER
@given(named_puzzles())
def test_json_lines(puzzle: Puzzle) -> None:
    some = listed(puzzle)
    expected = [
        {
            "number": number,
            "symmetries": some.symmetries[number - 1],
            "placed": json.loads(json.dumps(list(map(placed_entry, solution.placed)))),
        }
        for number, solution in enumerate(some.solutions, 1)
    ]
    assert list(map(json.loads, exported(some, ".jsonl").splitlines())) == expected


@FEWER
@given(named_puzzles())
def test_columns_hold_the_pieces(puzzle: Puzzle) -> None:
    some = listed(puzzle)
    header, *rows = csv.reader(exported(some, ".csv").decode().splitlines())
    assert header[:2] == ["number", "symmetries"]
    assert header[-1] == "cells"
    assert len(set(header)) == len(header)
    for number, (row, solution) in enumerate(zip(rows, some.solutions, strict=True), 1):
        assert row[:2] == [str(number), str(some.symmetries[number - 1])]
        assert row[-1] == letters_of(solution)
        spelt = [" ".join(f"({','.join(map(str, c))})" for c in p.cells) for p in solution.placed]
        assert sorted(filter(None, row[2:-1])) == sorted(spelt)
        for name, cells in zip(header[2:-1], row[2:-1], strict=True):
            kind = name.rsplit(" ", 1)[0].split("/")
            assert not cells or solution.placed[spelt.index(cells)].piece in kind


@FEWER
@given(named_puzzles())
def test_parquet_says_what_csv_says(puzzle: Puzzle) -> None:
    some = listed(puzzle)
    header, *rows = csv.reader(exported(some, ".csv").decode().splitlines())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solutions.parquet"
        export(some.encoding, some.blocks, path)
        table = parquet.read_table(path)
    assert table.column_names == header
    columns = [["" if x is None else str(x) for x in column.to_pylist()] for column in table]
    assert list(map(list, zip(*columns, strict=True))) == rows


def asked(some: Listed, where: Sequence[str] = (), sort: Sequence[str] = ()) -> list[int]:
    """The numbers of the solutions that are selected, with next to no memory."""
    table = SolutionTable(some.encoding)
    parts = select(table, some.blocks, where=where, sort=sort, memory=200)
    return [number for rows in parts for number in rows.numbers.tolist()]


@FEWER
@given(named_puzzles(), st.data())
def test_conditions(puzzle: Puzzle, data: st.DataObject) -> None:
    some = listed(puzzle)
    cell = data.draw(st.sampled_from(puzzle.board.cells))
    kind = data.draw(st.sampled_from(some.encoding.placements.types))
    names = {puzzle.pieces[n].name for n in kind.pieces}
    spelt = f"{data.draw(st.sampled_from(sorted(names)))} at {','.join(map(str, cell))}"
    numbers = range(1, len(some.covers) + 1)
    covering = [
        number
        for number, solution in zip(numbers, some.solutions, strict=True)
        if any(one.piece in names and cell in one.cells for one in solution.placed)
    ]
    assert asked(some, [spelt]) == covering
    assert asked(some, [spelt.replace(" at ", " not at ")]) == sorted({*numbers} - {*covering})
    symmetric = [k for k in numbers if some.symmetries[k - 1] > 1]
    assert asked(some, ["symmetric"]) == symmetric
    assert asked(some, ["asymmetric"]) == sorted({*numbers} - {*symmetric})
    assert asked(some, ["symmetric", spelt]) == sorted({*symmetric} & {*covering})


@FEWER
@given(named_puzzles(), st.data())
def test_orders(puzzle: Puzzle, data: st.DataObject) -> None:
    some = listed(puzzle)
    number_of = data.draw(st.integers(0, len(some.encoding.placements.types) - 1))
    kind = some.encoding.placements.types[number_of]

    def by_symmetry(k: int) -> int:
        return -some.symmetries[k - 1]

    def by_letters(k: int) -> str:
        return letters_of(some.solutions[k - 1])

    def by_piece(k: int) -> tuple[float, int]:
        placed = len(some.encoding.placements)
        types = some.encoding.type_of_option
        blocks = [some.encoding.placements.block_of(o) for o in some.covers[k - 1] if o < placed]
        firsts = [
            (int(block.anchors[row]), option)
            for (block, row), option in zip(
                blocks, [o for o in some.covers[k - 1] if o < placed], strict=True
            )
            if types[option] == number_of
        ]
        return min(firsts, default=(float("inf"), 0))

    numbers = range(1, len(some.covers) + 1)
    assert asked(some) == list(numbers)
    assert asked(some, sort=["symmetry"]) == sorted(numbers, key=by_symmetry)
    assert asked(some, sort=["letters"]) == sorted(numbers, key=by_letters)
    assert asked(some, sort=[kind.name]) == sorted(numbers, key=by_piece)
    both = sorted(sorted(numbers, key=by_piece), key=by_symmetry)
    assert asked(some, sort=["symmetry", kind.name]) == both


@FEWER
@given(named_puzzles())
def test_letters_and_rows_do_not_depend_on_the_slices(puzzle: Puzzle) -> None:
    small, large = listed(puzzle, 1), listed(puzzle, MOST)
    table = SolutionTable(large.encoding)
    letters = Letters(table)
    one_by_one = [text for rows in table.rows(small.blocks) for text in letters.text(rows.grid)]
    assert one_by_one == [text for r in table.rows(large.blocks) for text in letters.text(r.grid)]
    placed = len(large.encoding.placements)
    for rows in table.rows(large.blocks):
        for row, cover in zip(rows.grid.tolist(), large.covers, strict=True):
            there = [option for option in row if option != ABSENT]
            assert sorted(there) == sorted(option for option in cover if option < placed)
