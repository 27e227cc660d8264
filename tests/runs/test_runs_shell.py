"""`tilewright runs verify` and `tilewright runs merge`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import tilewright as tw
from tests.runs.making import finished_run
from tests.shell import run
from tilewright.runs import Part, create_run

SOMA = tw.load("soma")


def shell(*arguments: object, status: int = 0) -> str:
    done = run("runs", *map(str, arguments))
    assert done.returncode == status, done.stderr
    return done.stdout


def test_a_sound_run(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", SOMA, task="solve")
    text = shell("verify", path)
    assert "240 solutions: covers, each there once; all put on the board" in text
    assert f"{path}: sound" in text
    value = json.loads(shell("verify", path, "--json", "--sample", 1))
    assert (value["sound"], value["solutions"], value["on_board"]) == (True, 240, 240)
    assert (value["repeated"], value["sample"], value["complaints"]) == (1, 1, [])
    text = shell("verify", path, "--seconds", 0)
    assert "0 jobs searched again of 2, in that time" in text


def test_a_damaged_run(tmp_path: Path) -> None:
    path = finished_run(tmp_path / "a.run", SOMA, task="solve")
    with closing(sqlite3.connect(path)) as db, db:
        data = bytearray(db.execute("SELECT data FROM covers").fetchone()[0])
        data[len(data) // 2] ^= 1
        db.execute("UPDATE covers SET data = ? WHERE job = (SELECT min(job) FROM covers)", (data,))
    text = shell("verify", path, status=1)
    assert "its checksum is wrong" in text
    assert "packed covers are damaged" in text
    assert "NOT SOUND, " in text
    value = json.loads(shell("verify", path, "--json", status=1))
    assert not value["sound"]
    assert value["complaints"]


def test_no_run(tmp_path: Path) -> None:
    for command in (["verify"], ["merge", "--to", "x"]):
        assert shell(*command, tmp_path / "no.run", status=2) == ""


@pytest.mark.parametrize("task", ["count", "solve"])
def test_merging(tmp_path: Path, task: str) -> None:
    how = {"task": task, "engine": "links"}
    paths = [tmp_path / f"{k}.run" for k in (1, 2, 3)]
    for k, path in enumerate(paths[:2], 1):
        finished_run(path, SOMA, part=Part(k, 3), **how)
    create_run(paths[2], SOMA, part=Part(3, 3), **how).close()  # type: ignore[arg-type]
    text = shell("merge", *paths[:2], "--to", tmp_path / "two.run")
    assert "2 parts of 3 of " in text
    assert "missing: 3; merge them" in text
    assert "so far" in text
    text = shell("merge", tmp_path / "two.run", paths[2], "--to", tmp_path / "three.run")
    assert "open: `tilewright resume " in text
    paths[2].unlink()
    finished_run(paths[2], SOMA, part=Part(3, 3), **how)
    value = json.loads(shell("merge", *paths, "--to", tmp_path / "all.run", "--json"))
    assert (value["parts"], value["missing"], value["complete"]) == ([1, 2, 3], [], True)
    if task == "solve":
        assert value["solutions"] == 240
    else:
        assert (value["solutions"], value["up_to_symmetry"]) == (11_520, 240)
    (tmp_path / "all.run").unlink()
    text = shell("merge", *paths, "--to", tmp_path / "all.run")
    assert ("240 solutions" if task == "solve" else "240 up to symmetry") in text
