"""`--device`: counts on a GPU, for which the processor stands in here, and what is said without."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import tilewright as tw
from tests.shell import answer, run
from tests.twin_machine import TwinMachine
from tilewright.cover.examples import dominoes, queens
from tilewright.engines import FrontierError, FrontierSearch, OptionError, SearchOptions
from tilewright.engines.choice import choose
from tilewright.engines.covers import search
from tilewright.engines.device.count import DeviceCount
from tilewright.engines.device.machine import CudaMachine, DeviceError, find_machine
from tilewright.engines.registry import ENGINES
from tilewright.execution import planner as make
from tilewright.solving import Counting, outlook
from tilewright.solving.expectation import TREES

DOMINOES = tw.parse_puzzle(
    'lattice = "square"\n[board]\nbox = [4, 4]\n[[piece]]\ncount = 8\ndrawing = "##"\n'
)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[DeviceCount]:
    """The processor runs what is for a card; gives the counts that were begun there."""
    counts: list[DeviceCount] = []
    begin = DeviceCount.__init__

    def watched(self: DeviceCount, *arguments: object, **options: object) -> None:
        begin(self, *arguments, **options)  # type: ignore[arg-type]
        counts.append(self)

    monkeypatch.setattr(CudaMachine, "find", lambda: TwinMachine())
    monkeypatch.setattr(DeviceCount, "__init__", watched)
    return counts


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """CuPy is there, but it finds no driver."""

    def fail() -> int:
        raise RuntimeError("cudaErrorInsufficientDriver: too old\nand more\nlines")

    module = ModuleType("cupy")
    module.cuda = SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=fail))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cupy", module)
    return module


COMMANDS = [
    ("count", "one-sided-9x10"),
    ("count", "one-sided-9x10", "--json"),
    ("count", "soma", "--engine", "frontier"),
    ("solve", "soma"),
    ("sample", "soma"),
    ("shares", "soma"),
    ("run", "soma", "--run", "{}/soma.run"),
    ("cover", "-", "--count"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_without_cupy_it_ends_with_one_sentence(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)  # importing it is an ImportError
    spelt = [argument.format(tmp_path) for argument in command]
    done = run(*spelt, "--device", "cuda", text="a b\na b\n")
    assert (done.returncode, done.stdout) == (2, "")
    sentence = (
        r"error: device cuda needs CuPy \(.*cupy.*\): pip install '\.\[gpu\]' in the checkout of "
        r"Tilewright, or leave the device out to use the processor\n"
    )
    assert re.fullmatch(sentence, done.stderr)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("cupy")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_without_a_card_it_ends_with_one_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    spelt = [argument.format(tmp_path) for argument in command]
    done = run(*spelt, "--device", "cuda", text="a b\na b\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: device cuda finds no GPU here (cudaErrorInsufficientDriver: too old): leave the "
        "device out to use the processor\n"
    )


@pytest.mark.usefixtures("cupy")
def test_python_says_the_same() -> None:
    for begin in (
        lambda: tw.count(tw.load("soma"), device="cuda"),
        lambda: tw.count(queens(5), device="cuda"),
        lambda: tw.count(queens(5), engine="frontier", device="cuda"),
        lambda: find_machine("cuda"),
    ):
        with pytest.raises(DeviceError, match="finds no GPU here"):
            begin()


def test_a_count_and_its_classes(begun: list[DeviceCount]) -> None:
    value = answer("count", "pentominoes-6x10", "--device", "cuda")
    assert (value["engine"], value["device"]) == ("frontier", "cuda")
    assert value["choice"] == "engine frontier: only it runs on a GPU"
    numbers = (value["solutions"], value["up_to_rotation"], value["up_to_symmetry"])
    assert numbers == (9356, 4678, 2339)
    assert len(begun) == 1  # what symmetries keep was counted by the processor
    assert begun[0].stage() == begun[0].stages()
    on_processor = answer("count", "pentominoes-6x10", "--engine", "frontier")
    assert on_processor["device"] == "cpu"
    # Every state there; here one of two that are mirror images.
    assert (value["nodes"], value["updates"]) == (930_028, 652_250)
    assert (on_processor["nodes"], on_processor["updates"]) == (335_577, 241_812)


def test_classes_are_counted_on_the_device_if_that_takes_long(
    begun: list[DeviceCount], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "FEW_MOVES", -1)
    assert tw.count(DOMINOES, device="cuda") == tw.count(DOMINOES)
    assert len(begun) > 1


def test_classes_that_the_engine_does_not_take_are_left_to_others(
    begun: list[DeviceCount], monkeypatch: pytest.MonkeyPatch
) -> None:
    narrow = replace(ENGINES["frontier"], refusal=lambda _: "it is too wide")
    monkeypatch.setitem(ENGINES, "frontier", narrow)
    assert Counting(DOMINOES, device="cuda").run() == tw.count(DOMINOES)
    assert len(begun) == 1


def test_covers_are_counted(begun: list[DeviceCount]) -> None:
    assert tw.count(dominoes(8, 8), device="cuda") == 12988816
    assert len(begun) == 1
    text = run("example", "queens", "6").stdout
    done = run("cover", "-", "--count", "--device", "cuda", "--json", text=text)
    assert json.loads(done.stdout)["solutions"] == 4
    assert len(begun) == 2


@pytest.mark.usefixtures("begun")
def test_the_outlook_searches_trees_on_the_processor() -> None:
    view = outlook(tw.load("soma"), device="cuda")
    assert view.exact
    assert view.solutions is not None
    assert view.solutions.mean == 11520
    assert [one.engine for one in view.engines if one.seconds] == [*TREES, "frontier"]


def test_a_run_counts_there(begun: list[DeviceCount], tmp_path: Path) -> None:
    done = run("run", "soma", "--run", str(tmp_path / "soma.run"), "--device", "cuda", "-q")
    assert (done.returncode, done.stderr) == (0, "")
    assert "11,520" in done.stdout
    assert begun  # once for a forecast, and once to the end


def test_the_choice_is_explained(begun: list[DeviceCount]) -> None:
    assert choose(queens(5), device="cuda").engine == "frontier"
    done = run("count", "ascii-3x3", "--device", "cuda", "--explain-choice")
    assert done.stdout.startswith("engine frontier: only it runs on a GPU\n")
    assert len(begun) == 1


@pytest.mark.usefixtures("begun")
def test_other_engines_do_not_run_there(tmp_path: Path) -> None:
    for engine in ("links", "bits", "anchor", "cpsat"):
        sentence = f"engine {engine} cannot run on a GPU: it runs on the processor; use frontier"
        for command in (("count", "soma"), ("run", "soma", "--run", str(tmp_path / "soma.run"))):
            done = run(*command, "--engine", engine, "--device", "cuda")
            assert (done.returncode, done.stderr) == (2, f"error: {sentence}\n")
        with pytest.raises(OptionError, match=sentence):
            search(queens(5), engine=engine, device="cuda")
    done = run("count", "soma", "--device", "gpu")
    assert (done.returncode, done.stderr) == (
        2,
        "error: device is 'gpu': expected one of cpu, cuda\n",
    )
    done = run("count", "tangram-cat", "--device", "cuda")
    assert done.returncode == 2
    assert done.stderr.startswith("error: --device has no place here")
    done = run("run", "soma", "--solutions", "--run", str(tmp_path / "x.run"), "--device", "cuda")
    assert done.returncode == 2
    assert "a run that stores solutions needs the processor" in done.stderr


def test_what_cannot_fit_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CudaMachine, "find", lambda: TwinMachine(2**20))
    problem = tw.encoding.encode(tw.load("bedlam")).problem
    tight = SearchOptions(device="cuda", max_memory=2**20)
    guess = (
        r"about \S+ states of \d+ bits would need [\d,.]+ GiB, and there are 0\.0 GiB on the dev"
    )
    with pytest.raises(FrontierError, match=guess):
        FrontierSearch(problem, tight, collect=False)
    done = run("count", "bedlam", "--device", "cuda", "--memory", "1M")
    assert done.returncode == 2
    assert re.match(f"error: {guess}", done.stderr)
    FrontierSearch(problem, SearchOptions(device="cuda", max_memory=2**36), collect=False)
    assert FrontierSearch(queens(4), tight, collect=False).run().solutions == 2
