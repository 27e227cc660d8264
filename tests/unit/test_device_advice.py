"""Where there is a GPU that would count much faster, `auto` says so; it takes it only if told."""

from dataclasses import replace

import pytest

from tests.shell import run
from tests.twin_machine import TwinMachine
from tilewright import catalogue
from tilewright.encoding import encode
from tilewright.engines import SearchOptions, choice, sweep_guess
from tilewright.engines.choice import Choice, choose
from tilewright.engines.device.advice import MOVE, START, WORTH, device_advice
from tilewright.engines.device.machine import CudaMachine, DeviceError
from tilewright.engines.frontier import FrontierProbe
from tilewright.execution import Request, make_plan
from tilewright.puzzle import Puzzle

GIBI = 2**30
PROBE = FrontierProbe(3e9, 2.7e9, width=106, meets=True, tried=1)  # as of one-sided 9×10
FOUND = "the GPU here (the processor) would take about 4 s: device cuda"


def puzzle() -> Puzzle:
    found = catalogue.load("one-sided-3x30")
    assert isinstance(found, Puzzle)
    return found


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A GPU with 139 GiB, and a puzzle that takes long, as it seems."""
    monkeypatch.setattr(CudaMachine, "find", lambda: TwinMachine(139 * GIBI))
    monkeypatch.setattr(sweep_guess, "frontier_probe", lambda *_, **__: PROBE)
    monkeypatch.setattr(choice, "BITS_NODE", 1e-3)


@pytest.mark.usefixtures("card")
def test_it_says_so() -> None:
    problem = encode(puzzle()).problem
    chosen = choose(problem, collect=False)
    assert chosen.engine == "bits"  # for a sweep, there is too little memory
    assert chosen.advice == FOUND
    assert str(chosen).endswith(f"\n  {FOUND}")
    assert choose(problem, collect=False, max_memory=30 * GIBI).engine == "frontier"
    assert choose(problem, collect=False, max_memory=30 * GIBI).advice == FOUND
    assert choose(problem).advice == ""  # of a listing
    plan = make_plan(encode(puzzle()), Request())
    assert plan.choice is not None
    assert plan.choice.advice == FOUND
    assert all(stage.options.get("device", "cpu") == "cpu" for stage in plan.search)


@pytest.mark.usefixtures("card")
def test_it_reckons_with_what_a_card_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which takes no states for their mirror images."""
    kinds: list[bool] = []

    def probe(*_: object, symmetries: bool = True, **__: object) -> FrontierProbe:
        kinds.append(symmetries)
        return PROBE if symmetries else replace(PROBE, moves=1e15)

    monkeypatch.setattr(sweep_guess, "frontier_probe", probe)
    assert choose(encode(puzzle()).problem, collect=False).advice == ""
    assert kinds[-1] is False
    assert all(kinds[:-1])


@pytest.mark.usefixtures("card")
def test_it_says_so_only_if_that_is_much_faster() -> None:
    there = START + MOVE * PROBE.moves
    assert device_advice(PROBE, 1.01 * WORTH * there, GIBI) == FOUND
    assert device_advice(PROBE, 0.99 * WORTH * there, GIBI) == ""


def test_states_must_fit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    for memory, there in ((40 * GIBI, True), (20 * GIBI, False)):
        machine = TwinMachine(memory)
        monkeypatch.setattr(CudaMachine, "find", lambda machine=machine: machine)
        assert bool(device_advice(PROBE, 1e4, 0)) == there
    assert device_advice(PROBE, 1e4, 2 * GIBI)  # the rest goes elsewhere


def test_without_a_card_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> CudaMachine:
        raise DeviceError("none")

    monkeypatch.setattr(CudaMachine, "find", fail)
    assert device_advice(PROBE, 1e6, GIBI) == ""


def test_no_card_is_looked_for_where_a_count_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CudaMachine, "find", lambda: pytest.fail("looked for"))
    chosen = choose(encode(puzzle()).problem, collect=False)
    assert isinstance(chosen, Choice)
    assert chosen.advice == ""
    assert SearchOptions().device == "cpu"


def test_the_shell_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_advice", lambda *_: FOUND)
    assert run("count", "one-sided-3x30").stderr == f"note: {FOUND}\n"
    assert run("count", "one-sided-3x30", "--quiet").stderr == ""
    assert FOUND in run("count", "one-sided-3x30", "--explain-choice", "--quiet").stdout
