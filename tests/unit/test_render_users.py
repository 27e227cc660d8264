"""What users have tried with `tilewright render`, and what went wrong then."""

import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tilewright as tw
from tests.unit.test_render_shell import OWN, drawn, refused, run


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "own.toml"
    path.write_text(OWN, "utf-8")
    return path


@pytest.mark.parametrize("view", ["flat", "iso", "dance"])
def test_pieces_without_the_board_have_no_view_that_shows_it(own: Path, view: str) -> None:
    out = own.with_name("a.svg")
    assert "--what pieces" in refused(str(own), "--what", "pieces", "--view", view, "-o", str(out))
    assert not out.exists()


def test_a_title_may_hold_what_xml_cannot(own: Path) -> None:
    own.write_text('title = "ring \\u0007 <&> \\uffff"' + OWN, "utf-8")
    for ending in ("3mf", "x3d", "svg"):
        out = own.with_name(f"own.{ending}")
        drawn(str(own), out=out)
        if ending == "3mf":
            with zipfile.ZipFile(out) as archive:
                ElementTree.fromstring(archive.read("3D/3dmodel.model"))
        else:
            ElementTree.parse(out)


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe{",
        b'{"solutions": ' + 5000 * b"9" + b"}",
        b'{"puzzle": {"name": "soma"}, "solutions": [[{"piece": "V", "cells": [[1e999, 0, 0]]}]]}',
    ],
)
def test_solutions_that_nobody_has_written(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "found.json"
    path.write_bytes(text)
    assert "found.json" in refused(str(path), "-o", str(tmp_path / "a.svg"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_solutions_as_other_shells_write_them(own: Path, encoding: str) -> None:
    path = own.with_name("found.json")
    path.write_text(run("solve", str(own), "--json").stdout, encoding)
    drawn(str(path), "--puzzle", str(own), out=own.with_name("a.svg"))


def test_an_answer_is_complete_even_if_its_picture_cannot_be_written(own: Path) -> None:
    full = own.with_name("full.svg")
    full.symlink_to("/dev/full")
    done = run("solve", str(own), "--json", "--render", str(full))
    assert done.returncode == 2
    assert "full.svg" in done.stderr
    assert json.loads(done.stdout)["found"] == 1
    traced = run("solve", str(own), "--trace", "--render", str(full))
    assert traced.returncode == 2
    assert "1 solution" in traced.stdout


def test_a_search_of_polygons_that_is_traced_says_how_it_ended(tmp_path: Path) -> None:
    stopped = run("solve", "tangram-swan", "--trace", "--max-nodes", "2")
    assert (stopped.returncode, len(stopped.stdout.splitlines())) == (3, 3)
    path = tmp_path / "bars.toml"
    path.write_text(
        'lattice = "polygon"\n'
        "[board]\noutline = [[0, 0], [2, 0], [2, 2], [0, 2]]\n"
        "[[piece]]\noutline = [[0, 0], [4, 0], [4, 1], [0, 1]]\n",
        "utf-8",
    )
    none = run("solve", str(path), "--trace")
    assert (none.returncode, none.stdout) == (1, "0 solutions\n")


def test_only_solutions_are_drawn_side_by_side(tmp_path: Path) -> None:
    puzzle = tw.parse_puzzle(OWN)
    with pytest.raises(tw.TilewrightError, match="one by one"):
        tw.save([puzzle, puzzle], tmp_path / "a.svg")  # type: ignore[list-item]


def test_solutions_can_be_saved_as_they_are_found(tmp_path: Path) -> None:
    puzzle = tw.parse_puzzle(OWN)
    tw.save(tw.solve(puzzle), tmp_path / "a.svg")
    tw.save(list(tw.solve(puzzle)), tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("ending", ["svg", "gif"])
def test_a_search_without_steps_has_no_dance(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "bar.toml"
    path.write_text(
        'lattice = "polygon"\n'
        "[board]\noutline = [[0, 0], [2, 0], [2, 2], [0, 2]]\n"
        "[[piece]]\noutline = [[0, 0], [4, 0], [4, 1], [0, 1]]\n",
        "utf-8",
    )
    out = tmp_path / f"a.{ending}"
    assert "no steps" in refused(str(path), "--view", "dance", "-o", str(out))
