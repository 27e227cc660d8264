"""What commands ask for is one value, checked at birth; what they return is the exit status."""

from dataclasses import FrozenInstanceError
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from tests.texts import raises_text
from tilewright.cli.main import COMMANDS, command_named
from tilewright.cli.options import Invocation, WorkerChoice, search_options
from tilewright.cli.puzzles import given
from tilewright.engines import OptionError

SHELL = Path(__file__).parents[2] / "src/tilewright/cli"
SOMA, STOMACHION = given("soma"), given("stomachion")
RUN = Path("some.run")


@pytest.mark.parametrize(
    "asked",
    [
        {"find_all": True, "max_solutions": 1},
        {"trace": True, "json": True},
        {"trace": True, "sort": "symmetry"},
        {"trace": True, "require": ("symmetric",)},
        {"run": RUN, "max_nodes": 0},
        {"run": RUN, "tolerance": 0.0},
        {"processes": 2},
        {"processes": 2, "scheduler": "x"},
        {"tolerance": 0.0},
        {"puzzle": STOMACHION, "seed": 0},
        {"puzzle": STOMACHION, "memory": "1G"},
        {"puzzle": STOMACHION, "stats": True},
        {"puzzle": STOMACHION, "task": "count", "max_nodes": 0},
    ],
)
def test_options_that_do_not_go_together(asked: dict[str, Any]) -> None:
    with raises_text(OptionError):
        Invocation(**{"task": "solve", "puzzle": SOMA, **asked})


def test_options_that_go_together() -> None:
    polygons = Invocation(task="solve", puzzle=STOMACHION, tolerance=0.0, max_nodes=0)
    assert (polygons.polygons, polygons.wanted, polygons.scope) == (STOMACHION.puzzle, 1, "one")
    kept = Invocation(task="count", puzzle=SOMA, run=RUN, part="1/2", processes=2, max_seconds=0.0)
    assert isinstance(kept, WorkerChoice)
    assert kept.polygons is None
    with pytest.raises(FrozenInstanceError):
        kept.run = None  # type: ignore[misc]


def test_options_are_known_to_searches_by_their_names() -> None:
    assert search_options(Invocation(task="solve", puzzle=SOMA)) == {}
    given = {"rule": "leftmost", "seed": 0, "memory": "1K"}
    asked = Invocation(task="solve", puzzle=SOMA, **given, threads=2, max_nodes=3)
    options = {"rule": "leftmost", "seed": 0, "max_memory": 1024}
    assert search_options(asked) == options
    limits = {"max_nodes": 3, "max_seconds": None}
    assert asked.how == {**options, "engine": "auto", "threads": 2, **limits}


def test_each_command_returns_its_status_and_one_place_ends_the_process() -> None:
    groups = {name for name, found in COMMANDS.items() if isinstance(found, dict)}
    calls = [(name,) for name in COMMANDS if name not in groups]
    calls += [(group, name) for group in groups for name in COMMANDS[group]]
    assert {signature(command_named(*call)).return_annotation for call in calls} == {int}
    ending = [path.name for path in SHELL.rglob("*.py") if "typer.Exit" in path.read_text()]
    assert ending == ["main.py"]
