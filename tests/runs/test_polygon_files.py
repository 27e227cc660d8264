"""Runs of polygon puzzles: what is stored is verified, damage is found, and all is written out."""

import csv
import json
import random
import sqlite3
from pathlib import Path
from shutil import copyfile

import pyarrow.parquet
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import tilewright as tw
from tests import shell
from tests.examples import examples
from tests.runs.jigsaws import in_slices
from tests.runs.making import covers_of, finished_run, folder
from tests.runs.test_verify import change, complaints, flips, report, rewrite, with_covers
from tests.texts import raises_text
from tilewright.execution.packing import pack, unpack
from tilewright.polygons import PlacedPolygon, PolygonPuzzle
from tilewright.polygons.exact.certify import Certifier
from tilewright.runs import RunError, create_run, open_run

STOMACHION: PolygonPuzzle = tw.load("stomachion")  # type: ignore[assignment]
TANGRAM: PolygonPuzzle = tw.load("tangram-convex-4x2")  # type: ignore[assignment]


@pytest.fixture(scope="module")
def tangram(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in several jobs, with solutions."""
    path = tmp_path_factory.mktemp("tangram") / "a.run"
    with create_run(path, TANGRAM, task="solve", up_to="nothing") as run:
        in_slices(run)
    assert report(path).ok
    return path


@given(st.integers(0, 2**32).map(random.Random))
@examples(60)
def test_any_bit_turned_over_is_found(tangram: Path, chance: random.Random) -> None:
    with folder() as where:
        path = copyfile(tangram, where / "a.run")
        table, column, number, before, after = next(flips(path, chance))
        kind = "TEXT" if isinstance(before, str) else "BLOB"
        value = "?" if isinstance(before, int) else f"CAST(? AS {kind})"
        try:
            change(
                path,
                f"UPDATE {table} SET {column} = {value} WHERE rowid = ?",
                values=(after, number),
            )
        except sqlite3.IntegrityError:
            reject()  # SQLite does not even let us write that
        try:
            found = report(path, sample=0)
        except RunError:
            return  # found, too
        assert not found.ok, (table, column, number, before, after)


def test_solutions_that_are_none(tmp_path: Path, tangram: Path) -> None:
    """With checksums to fit: whoever wrote them meant it."""
    length = TANGRAM.piece_count
    number, data = with_covers(tangram)
    options, ends = unpack(data)
    swapped, twice, unfinished = options.copy(), options.copy(), options[:-1]
    swapped[:2] = swapped[1::-1]
    twice[:length] = twice[length : 2 * length]
    short = ends.copy()
    short[-1] -= 1
    for bad, cuts, words in (
        (swapped, ends, "solution 1 of it is none"),
        (twice, ends, "is there already"),
        (unfinished, short, f"solution {len(ends)} of it is none"),
    ):
        path = copyfile(tangram, tmp_path / "a.run")
        rewrite(path, number, covers=pack(bad, cuts))
        assert words in complaints(path)


def test_a_solution_that_does_not_stand_for_its_class(tmp_path: Path) -> None:
    """One that is as good, but not the one that counts."""
    everything = finished_run(tmp_path / "all.run", TANGRAM, task="solve", up_to="nothing")  # type: ignore[arg-type]
    path = finished_run(tmp_path / "a.run", TANGRAM, task="solve")  # type: ignore[arg-type]
    with open_run(everything) as run, open_run(path) as some:
        kept = set(covers_of(some))
        other = next(cover for cover in covers_of(run) if cover not in kept)
    number, data = with_covers(path)
    options, ends = unpack(data)
    options = options.copy()
    options[: len(other)] = other
    rewrite(path, number, covers=pack(options, ends))
    assert "is not the first of its class" in complaints(path)


def test_tallies_that_are_wrong(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", TANGRAM)  # type: ignore[arg-type]
    change(path, "UPDATE jobs SET kept = '36 18 8' WHERE kept LIKE '% % %' AND kept <> '0 0 0'")
    assert "its checksum is wrong" in complaints(path)
    change(path, "UPDATE jobs SET kept = '36'")
    with raises_text(RunError):
        open_run(path, check=False)
    with raises_text(RunError):
        open_run(path)


def placed_in(name: Path) -> list[list[PlacedPolygon]]:
    """The solutions in a file that was exported."""
    if name.suffix == ".jsonl":
        lines = map(json.loads, name.read_text().splitlines())
        return [[PlacedPolygon(**one) for one in line["placed"]] for line in lines]
    if name.suffix == ".csv":
        with name.open(newline="") as file:
            rows = [
                {key: x if key == "piece" else json.loads(x.lower()) for key, x in row.items()}
                for row in csv.DictReader(file)
            ]
    else:
        rows = pyarrow.parquet.read_table(name).to_pylist()
    solutions: dict[int, list[PlacedPolygon]] = {}
    for row in rows:
        solutions.setdefault(row.pop("number"), []).append(PlacedPolygon(**row))
    assert list(solutions) == list(range(1, len(solutions) + 1))
    return list(solutions.values())


def test_what_is_written_is_certified(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", STOMACHION, task="solve")  # type: ignore[arg-type]
    with open_run(path) as run:
        expected = [list(solution.placed) for solution in run.listed()]
    assert Certifier(STOMACHION).certify_many(expected).kind == "exact"
    for suffix in ("jsonl", "csv", "parquet"):
        to = tmp_path / f"a.{suffix}"
        told = shell.answer("runs", "export", str(path), "--to", str(to))
        assert told == {"file": str(to), "solutions": 536}
        assert placed_in(to) == expected
    shell.answer("runs", "export", str(path), "--to", str(tmp_path / "a.txt"))
    text = (tmp_path / "a.txt").read_text()
    assert text.count("solution ") == 536
    assert text.count("cos ") == 536 * 14
    assert "turned over" not in text.split("\n\n")[0].split("\n")[0]
    for option in (["--where", "A at 1,2"], ["--sort", "letters"], ["--symmetric"]):
        done = shell.run("runs", "export", str(path), "--to", str(tmp_path / "b.txt"), *option)
        assert done.returncode == 2
        assert "leave out --where, --symmetric and --sort" in done.stderr
