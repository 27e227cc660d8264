"""Every command in a process of its own says what it says in ours, where most tests run it.

So each loads what it needs, and nothing hangs on what another test has left behind.
"""

import re
import shutil
from pathlib import Path

import pytest

from tests.shell import run, run_outside
from tilewright.cli.main import COMMANDS

PUZZLE = 'lattice = "square"\n[board]\nbox = [2, 1]\n[[piece]]\ncount = 2\ndrawing = "#"\n'
TIMES = r"(?:less than |\d\.\d to )?\d[\d.,]* m?s\b|\S+ nodes a second|\d\d:\d\d:\d\d"
CALLS = [
    ("list", "soma"),
    ("show", "soma", "--orientations"),
    ("solve", "ascii-3x3", "--all", "--stats"),
    ("solve", "tangram-cat", "--colour", "always"),
    ("render", "soma", "-o", "{}/soma.svg"),
    ("render", "soma", "-o", "{}/soma.dxf"),
    ("count", "soma"),
    ("count", "tetris-5x8", "--require", "symmetric", "--require", "no-crossroads"),
    ("estimate", "soma", "--seed", "1"),
    ("run", "soma", "--run", "{}/new.run"),
    ("resume", "{}/soma.run"),
    ("best", "ascii-3x3", "--aim", "fewest"),
    ("sample", "soma", "--seed", "1"),
    ("cover", "-", "--best"),
    ("shares", "ascii-3x3"),
    ("explain", "mutilated-chessboard"),
    ("grade", "aquabelle-expert", "--steps"),
    ("unify", "soma"),
    ("check", "{}/two.toml"),
    ("convert", "{}/two.toml", "-"),
    ("cover", "-", "--all"),
    ("example", "queens", "4"),
    ("counts", "dominoes-4x5", "soma"),
    ("runs", "show", "{}/soma.run"),
    ("runs", "merge", "{}/soma.run", "--to", "{}/new.run"),
    ("runs", "verify", "{}/soma.run"),
    ("runs", "export", "{}/soma.run", "--to", "{}/soma.csv"),
    ("generate", "dissection", "--seed", "1"),
    ("generate", "board", "6x6", "--pieces", "tetrominoes:L", "--times", "any"),
    ("generate", "pieces", "4x4", "--pieces", "4"),
    ("lpanel", "generate", "--size", "6x6", "--seed", "1"),
    ("lpanel", "solve", "{}/board.txt"),
    ("lpanel", "check", "{}/board.txt"),
    ("lpanel", "render", "{}/board.txt", "-o", "{}/board.svg"),
    ("serve", "--keep", "{}/two.toml"),
    ("--version",),
    ("solve", "--help"),
    ("solve", "somma"),
    ("solve", "soma", "--max-solutions", "0"),
]


def test_every_command_is_called() -> None:
    assert {call[0] for call in CALLS} >= set(COMMANDS)
    for group in ("runs", "lpanel"):
        assert {call[1] for call in CALLS if call[0] == group} == set(COMMANDS[group])


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_inside_and_outside(tmp_path: Path, call: tuple[str, ...]) -> None:
    told = []
    soma = tmp_path / "soma.run"  # one for both: into how many jobs it is cut depends on the clock
    if any(soma.name in argument for argument in call):
        run("run", "soma", "--run", str(soma))
    for way in (run, run_outside):
        folder = tmp_path / way.__name__
        folder.mkdir()
        (folder / "two.toml").write_text(PUZZLE)
        (folder / "board.txt").write_text("....\n....\n")
        if soma.exists():
            shutil.copy(soma, folder)
        done = way(*(argument.format(folder) for argument in call), text="a b\na\nb\n")
        said = f"{done.stdout}\n{done.stderr}".replace(str(folder), "FOLDER")
        told.append((done.returncode, re.sub(TIMES, "TIME", said)))
    assert told[0] == told[1]
