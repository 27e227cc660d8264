"""Files as the shell meets them: endless ones, pipes, and such as would steer the terminal."""

import json
import os
import re
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.shell import run
from tests.texts import check_text
from tilewright.document import reading

STEERING = r"""
title = "a\u001b]0;owned\u0007b \u202ecba"
about = "\u001b[2J x\u007f\u009b31m\ry"
lattice = "square"
board = { box = [2, 1] }
[[piece]]
name = "p"
drawing = "##"
"""
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def steering(tmp_path: Path) -> str:
    path = tmp_path / "own.toml"
    path.write_text(STEERING, encoding="utf-8")
    return str(path)


def test_titles_do_not_steer_the_terminal(steering: str) -> None:
    for command in (["show"], ["solve"], ["check"], ["count"], ["show", "--colour", "never"]):
        done = run(*command, steering)
        assert done.returncode == 0
        assert not UNSEEN.search(done.stdout + done.stderr)
    assert r"a\u001b]0;owned\u0007b \u202ecba (own)" in run("show", steering).stdout


def test_our_own_colours_are_kept(steering: str) -> None:
    shown = run("show", steering, "--colour", "always").stdout
    assert "\x1b[" in shown
    assert not UNSEEN.search(re.sub(r"\x1b\[[0-9;]*m", "", shown))
    assert r"\u001b[2J" in shown


def test_json_is_exact(steering: str) -> None:
    shown = json.loads(run("show", steering, "--json").stdout)
    assert shown["about"] == "\x1b[2J x\x7f\x9b31m\ry"


def test_names_of_items_and_files_do_not_either(tmp_path: Path) -> None:
    path = tmp_path / "c\x1b[2J.dlx"
    path.write_text("a\x1b[2J b\na\x1b[2J\nb\n", encoding="utf-8")
    assert run("cover", str(path)).stdout.startswith("solution 1:\na\\u001b[2J\n")
    path.write_text("a\nx\x9bm\n", encoding="utf-8")
    for command in ("cover", "check", "solve"):
        done = run(command, str(path))
        assert done.returncode == 2
        assert not UNSEEN.search(done.stdout + done.stderr)


ENDLESS = [
    ["check"],
    ["show"],
    ["cover"],
    ["lpanel", "solve"],
    ["example", "word-squares"],
    ["unify", "soma", "--solution-file"],
    ["convert"],
]


@pytest.mark.parametrize("command", ENDLESS, ids=lambda command: " ".join(command))
def test_endless_files(command: list[str], tmp_path: Path) -> None:
    name = "/dev/zero"
    if command[0] == "unify":
        (tmp_path / "zero.json").symlink_to(name)
        name = str(tmp_path / "zero.json")
    more = [str(tmp_path / "x.svg")] if command[0] == "convert" else []
    done = run(*command, name, *more)
    assert done.returncode == 2
    assert re.search(
        r"this has more than (16|256) MiB, which is the most that is read",
        done.stdout + done.stderr,
    )


@pytest.mark.parametrize("command", [["check"], ["cover"], ["render"], ["lpanel", "solve"]])
def test_a_pipe_that_nobody_writes_to(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.2)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    more = ["-o", str(tmp_path / "x.svg")] if command[0] == "render" else []
    done = run(*command, str(pipe), *more)
    assert done.returncode == 2
    assert "pipe: " in done.stdout + done.stderr
    assert "nobody has written to" in done.stdout + done.stderr


def test_pipes_that_somebody_writes_to(tmp_path: Path) -> None:
    """A named one, whose writer comes late, and one as the shell makes of `<(…)`."""
    text = STEERING.encode() + b"#" * 200_000  # more than there is room for in a pipe
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Timer(0.3, lambda: pipe.write_bytes(text))
    writer.start()
    assert "fine (2 cells" in run("check", str(pipe)).stdout
    writer.join()
    read, write = os.pipe()

    def fill() -> None:
        with open(write, "wb") as file:
            file.write(text)

    filling = threading.Thread(target=fill)
    filling.start()
    assert "fine (2 cells" in run("check", f"/dev/fd/{read}").stdout
    filling.join()
    os.close(read)


def test_render_takes_pipes(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.write(write, STEERING.encode())
    os.close(write)
    out = tmp_path / "x.svg"
    assert run("render", f"/dev/fd/{read}", "-o", str(out)).returncode == 0
    os.close(read)
    assert out.exists()


@cache
def solved(name: str) -> str:
    return run("solve", name, "--json").stdout


def wrong(change: Any) -> dict[str, Any]:
    told = json.loads(solved("soma"))
    change(told["solutions"][0])
    return told


@pytest.mark.parametrize(
    "change",
    [
        lambda s: s[1]["cells"][0].pop(),
        lambda s: s[0]["cells"][1].append(1),
        lambda s: s[0]["cells"].__setitem__(0, [True, 0, 0]),
        lambda s: s[0]["cells"].__setitem__(0, [0.5, 0, 0]),
        lambda s: s[0]["cells"].__setitem__(0, [10**40, 0, 0]),
        lambda s: s[0]["cells"].pop(),
        lambda s: s[0].update(cells="abc"),
        lambda s: s[0].update(piece=["L"]),
        lambda s: s[0].update(piece="?"),
        lambda s: s[0].update(motion=7),
        lambda s: s.__setitem__(2, None),
    ],
)
def test_solutions_that_do_not_say_it(change: Any, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong(change)), encoding="utf-8")
    for command in (
        ["render", str(path), "-o", str(tmp_path / "x.svg")],
        ["unify", "soma", "--solution-file", str(path)],
    ):
        done = run(*command)
        assert done.returncode == 2
        assert f"{path}: solution 1" in done.stderr
        check_text(done.stderr)


@pytest.mark.parametrize(
    "text",
    [
        b'{"solutions": [], "solutions": []}',
        b'{"solutions": [NaN]}',
        b"[" * 100_000,
        b'{"solutions": [\xff]}',
        b'{"solutions": [' + b"9" * 30_000 + b"]}",
    ],
)
def test_files_that_are_no_solutions(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_bytes(text)
    done = run("render", str(path), "--puzzle", "soma", "-o", str(tmp_path / "x.svg"))
    assert done.returncode == 2
    check_text(done.stderr)


def test_solutions_of_polygons_that_do_not_say_it(tmp_path: Path) -> None:
    told = json.loads(solved("tangram-convex-square"))
    path = tmp_path / "wrong.json"
    pieces = told["solutions"][0]
    pieces = pieces["placed"] if isinstance(pieces, dict) else pieces
    for key, value in (("cos", "1"), ("dx", 1e300), ("flipped", 0), ("piece", "?"), ("sin", None)):
        before = pieces[0][key]
        pieces[0][key] = value
        path.write_text(json.dumps(told), encoding="utf-8")
        done = run("render", str(path), "-o", str(tmp_path / "x.svg"))
        assert done.returncode == 2
        assert key in done.stderr
        pieces[0][key] = before
