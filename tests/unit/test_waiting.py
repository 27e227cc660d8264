"""What is shown on a terminal while nothing can be told of the work, and nothing elsewhere."""

import io
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.shell import run
from tilewright.cli import terminal
from tilewright.cli.commands.check import check
from tilewright.cli.commands.estimate import estimate

PUZZLE = 'lattice = "square"\n[board]\nbox = [2, 1]\n[[piece]]\nname = "I"\ndrawing = "##"\n'


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said on a terminal, where everything takes long enough to be told of."""
    lines: list[str] = []
    monkeypatch.setattr(terminal, "sys", SimpleNamespace(stderr=Terminal(), stdout=Terminal()))
    monkeypatch.setattr(terminal, "TERMINAL_INTERVAL", 0.001)
    monkeypatch.setattr(terminal.Progress, "say", lambda _, what: lines.append(what))
    return lines


def slowed(function: object, told: list[str]) -> object:
    def slow(*given: object, **named: object) -> object:
        until = time.monotonic() + 10
        while not told and time.monotonic() < until:
            time.sleep(0.001)
        return function(*given, **named)

    return slow


def test_check_tells_what_it_is_at(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.toml"
    path.write_text(PUZZLE)
    module = sys.modules[check.__module__]
    monkeypatch.setattr(module, "place", slowed(module.place, told))
    check([str(path)], json=False)
    assert set(told) == {f"checking {path}"}


def test_estimate_tells_what_it_is_at(told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[estimate.__module__]
    monkeypatch.setattr(module, "encode", slowed(module.encode, told))
    estimate("scott", max_seconds=0.1)
    assert "estimating" in told


def test_nothing_is_told_in_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "TERMINAL_INTERVAL", 0.0)
    path = tmp_path / "a.toml"
    path.write_text(PUZZLE)
    assert run("check", str(path)).stderr == ""
    assert run("estimate", str(path)).stderr == ""
