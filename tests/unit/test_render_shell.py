"""`tilewright render`, and `--render` of other commands, as a user calls them."""

import io
import json
import sqlite3
import struct
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.shell import answer, run

OWN = """
lattice = "square"
[board]
drawing = "###"
[[piece]]
name = "A"
drawing = "##"
[[piece]]
name = "B"
drawing = "#"
"""
SVG = "{http://www.w3.org/2000/svg}"


def titles(path: Path) -> list[str]:
    return [title.text or "" for title in ElementTree.parse(path).iter(f"{SVG}title")]


def drawn(*arguments: str, out: Path) -> str:
    done = run("render", *arguments, "-o", str(out))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def refused(*arguments: str, status: int = 2) -> str:
    done = run("render", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF-"),
        ("html", b"<!DOCTYPE html>"),
        ("glb", b"glTF"),
        ("gltf", b"{"),
        ("x3d", b"<?xml"),
        ("3mf", b"PK"),
        ("gif", b"GIF89a"),
        ("webp", b"RIFF"),
    ],
)
def test_a_cube_goes_into_all_files(tmp_path: Path, ending: str, beginning: bytes) -> None:
    out = tmp_path / f"soma.{ending}"
    told = drawn("soma", out=out)
    assert told.startswith(f"{out}: ")
    assert out.read_bytes().startswith(beginning)
    assert list(tmp_path.iterdir()) == [out]


def test_the_same_request_gives_the_same_bytes(tmp_path: Path) -> None:
    for ending in ("svg", "pdf", "html", "3mf"):
        one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
        drawn("slothouber-graatsma", out=one)
        drawn("slothouber-graatsma", out=other)
        assert one.read_bytes() == other.read_bytes()


def test_the_chosen_solution_is_the_one_that_solve_numbers_so(tmp_path: Path) -> None:
    from tilewright import load
    from tilewright.render import picture_of, to_svg
    from tilewright.solving import solve

    *_, fifth = solve(load("scott"), max_solutions=5)
    drawn("scott", "--solution", "5", out=tmp_path / "5.svg")
    assert (tmp_path / "5.svg").read_text(encoding="utf-8") == to_svg(picture_of(fifth))


def test_views_differ(tmp_path: Path) -> None:
    views = ("iso", "exploded", "layers", "steps")
    for view in views:
        drawn("soma", "--view", view, out=tmp_path / f"{view}.svg")
    assert len({(tmp_path / f"{view}.svg").read_text(encoding="utf-8") for view in views}) == 4


def test_a_sheet_has_all_solutions(tmp_path: Path) -> None:
    told = answer("render", "scott", "-o", str(tmp_path / "sheet.svg"), "--sheet", "7")
    assert told["solutions"] == list(range(1, 8))
    assert titles(tmp_path / "sheet.svg").count("X") == 7
    drawn("scott", "--sheet", "30", out=tmp_path / "sheet.pdf")
    assert (tmp_path / "sheet.pdf").read_bytes().count(b"/Type /Page\n") in (0, 2)


def test_the_puzzle_and_its_pieces(tmp_path: Path) -> None:
    for what in ("puzzle", "pieces"):
        told = answer("render", "scott", "-o", str(tmp_path / f"{what}.svg"), "--what", what)
        assert (told["what"], told["solutions"]) == (what, [])
        assert set("FILNPTUVWXYZ") <= set(titles(tmp_path / f"{what}.svg"))


def test_a_run(tmp_path: Path) -> None:
    kept = str(tmp_path / "scott.run")
    assert run("solve", "scott", "--run", kept, "-q").returncode == 0
    drawn(kept, "--solution", "65", out=tmp_path / "last.svg")
    assert "X" in titles(tmp_path / "last.svg")
    error = refused(kept, "-o", str(tmp_path / "more.svg"), "--solution", "66")
    assert "has 65 solutions" in error
    counting = str(tmp_path / "count.run")
    assert run("count", "soma", "--run", counting, "-q").returncode == 0
    assert "only counts" in refused(counting, "-o", str(tmp_path / "more.svg"))
    assert not (tmp_path / "more.svg").exists()


def test_a_database_of_another_kind(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.run") as other:
        other.execute("create table t (x)")
    other.close()
    assert "other.run" in refused(str(tmp_path / "other.run"), "-o", str(tmp_path / "a.svg"))


def test_solutions_in_a_file_and_on_stdin(tmp_path: Path) -> None:
    for name in ("scott", "soma", "tangram-cat", "jigsaw-4x4-star"):
        file = tmp_path / f"{name}.json"
        written = run("solve", name, "--json", "--max-solutions", "2").stdout
        file.write_text(written, encoding="utf-8")
        drawn(str(file), out=tmp_path / "one.svg")
        drawn(name, out=tmp_path / "other.svg")
        assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()
        done = run("render", "-", "-o", str(tmp_path / "piped.svg"), text=written)
        assert done.returncode == 0
        assert (tmp_path / "piped.svg").read_bytes() == (tmp_path / "one.svg").read_bytes()


def test_solutions_of_ones_own_puzzle(tmp_path: Path) -> None:
    puzzle, solutions = tmp_path / "own.toml", tmp_path / "own.json"
    puzzle.write_text(OWN, encoding="utf-8")
    solutions.write_text(run("solve", str(puzzle), "--json").stdout, encoding="utf-8")
    out = str(tmp_path / "own.svg")
    assert "give its file, --puzzle FILE" in refused(str(solutions), "-o", out)
    drawn(str(solutions), "--puzzle", str(puzzle), out=Path(out))
    assert set(titles(Path(out))) >= {"A", "B"}
    done = run("render", "-", "-o", out, text=OWN)  # the puzzle itself
    assert done.returncode == 0


def test_solutions_that_are_none(tmp_path: Path) -> None:
    told = json.loads(run("solve", "scott", "--json").stdout)
    out = str(tmp_path / "none.svg")

    def error(changed: object) -> str:
        file = tmp_path / "changed.json"
        file.write_text(json.dumps(changed), encoding="utf-8")
        return refused(str(file), "-o", out)

    pieces = told["solutions"][0]
    assert "is not covered" in error({**told, "solutions": [pieces[1:]]})
    moved = {**pieces[0], "cells": [[x + 1, y] for x, y in pieces[0]["cells"]]}
    assert "does not solve" in error({**told, "solutions": [[moved, *pieces[1:]]]})
    unknown = {**pieces[0], "piece": "Q"}
    assert "no piece 'Q'" in error({**told, "solutions": [[unknown, *pieces[1:]]]})
    assert "`tilewright solve --json`" in error({**told, "solutions": [17]})
    assert "no list of solutions" in error([])
    assert "has 1 solution" in refused(str(_written(tmp_path, told)), "-o", out, "--solution", "2")
    assert "is not JSON" in refused(str(_text(tmp_path, "{")), "-o", out)
    assert not Path(out).exists()


def _written(folder: Path, told: object) -> Path:
    return _text(folder, json.dumps(told))


def _text(folder: Path, text: str) -> Path:
    path = folder / "written.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_no_solution(tmp_path: Path) -> None:
    out = tmp_path / "none.svg"
    error = refused("tangram-impossible-8x1", "-o", str(out), status=1)
    assert "has no solution" in error
    assert not out.exists()
    drawn("tangram-impossible-8x1", "--what", "puzzle", out=out)


def test_a_limit(tmp_path: Path) -> None:
    out = tmp_path / "late.svg"
    error = refused("tetrasticks-aztec", "-o", str(out), "--max-seconds", "0.1", status=3)
    assert "stopped by limit" in error
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["soma", "-o", "a.bmp"], "expected a name that ends in .svg, .png"),
        (["soma", "-o", "a"], "expected a name that ends in .svg, .png"),
        (["soma", "-o", "a.dxf"], "this puzzle is in space: .stl and .3mf"),
        (["soma", "-o", "nowhere/a.svg"], "there is no folder"),
        (["soma", "-o", "folder.svg"], "is a folder"),
        (["soma", "-o", "a.svg", "--view", "above"], "view 'above': expected one of flat, iso"),
        (["soma", "-o", "a.svg", "--view", "flat"], "is for puzzles in the plane"),
        (["scott", "-o", "a.svg", "--view", "layers"], "is for puzzles in space"),
        (["scott", "-o", "a.svg", "--view", "plate"], "has no place in a .svg"),
        (["scott", "-o", "a.svg", "--view", "exploded", "--what", "puzzle"], "shows a solution"),
        (["scott", "-o", "a.stl", "--what", "solution", "--view", "plate"], "shows no solution"),
        (["scott", "-o", "a.svg", "--what", "board"], "expected one of solution, puzzle, pieces"),
        (["scott", "-o", "a.svg", "--solution", "66"], "has 65 solutions up to symmetry"),
        (["scott", "-o", "a.svg", "--solution", "2", "--sheet", "3"], "exclude each other"),
        (["scott", "-o", "a.svg", "--what", "puzzle", "--sheet", "3"], "no solution is drawn"),
        (["scott", "-o", "a.svg", "--columns", "3"], "--columns needs --sheet"),
        (["scott", "-o", "a.svg", "--clearance", "0.1"], "--clearance is for prints and cut lines"),
        (["scott", "-o", "a.glb", "--sheet", "3"], "--sheet is for drawings and pages"),
        (["scott", "-o", "a.glb", "--labels"], "--labels is for drawings"),
        (["scott", "-o", "a.stl", "--kerf", "0.1"], "--kerf is for cut lines"),
        (["soma", "-o", "a.stl", "--bed", "large"], "such as 220x220"),
        (["soma", "-o", "a.stl", "--clearance", "11"], "clearance"),
        (["soma", "-o", "a.stl", "--chamfer", "1", "--round", "1"], "choose one"),
        (["soma", "-o", "a.svg", "--puzzle", "soma"], "--puzzle is for files of solutions"),
        (["somma", "-o", "a.svg"], "did you mean soma"),
    ],
)
def test_bad_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    assert expected in refused(*options)
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_pieces_to_be_printed(tmp_path: Path) -> None:
    out = tmp_path / "bedlam.3mf"
    drawn("bedlam", "--clearance", "0.15", "--chamfer", "0.4", "--cell", "12", out=out)
    with zipfile.ZipFile(io.BytesIO(out.read_bytes())) as package:
        model = package.read("3D/3dmodel.model").decode()
    assert model.count("<mesh>") == 13
    told = answer("render", "soma", "-o", str(tmp_path / "s.stl"), "--view", "pieces", "--tray")
    assert len(told["files"]) == 8
    for file in told["files"]:
        data = Path(file["file"]).read_bytes()
        (triangles,) = struct.unpack("<I", data[80:84])
        assert len(data) == 84 + 50 * triangles == file["bytes"]


def test_lines_to_be_cut(tmp_path: Path) -> None:
    drawn("scott", out=tmp_path / "board.dxf")
    drawn("scott", "--what", "pieces", "--kerf", "0.1", "--tray", out=tmp_path / "pieces.dxf")
    drawn("tetrasticks-5x5-without-h", "--view", "cut", out=tmp_path / "sticks.svg")
    for name in ("board", "pieces"):
        assert "POLYLINE" in (tmp_path / f"{name}.dxf").read_text(encoding="utf-8")


def test_solve_and_show_draw_through_the_same_door(tmp_path: Path) -> None:
    out = tmp_path / "two.html"
    done = run("solve", "soma", "--max-solutions", "2", "--render", str(out))
    assert done.returncode == 0
    assert "solution 2" in out.read_text(encoding="utf-8")
    done = run("solve", "soma", "--max-solutions", "2", "--render", str(tmp_path / "first.glb"))
    assert "shows the first of 2" in done.stderr
    assert run("show", "soma", "--render", str(tmp_path / "show.svg")).returncode == 0
    done = run("solve", "soma", "--all", "--render", str(tmp_path / "soma.dxf"))
    assert (done.returncode, done.stdout) == (2, "")
