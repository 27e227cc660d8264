"""What commands ask for is one value, checked at birth; what they return is the exit status."""

import re
from dataclasses import FrozenInstanceError
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli.main import COMMANDS, command_named
from tilewright.cli.options import Invocation, WorkerChoice, search_options
from tilewright.cli.puzzles import given
from tilewright.engines import OptionError

SHELL = Path(__file__).parents[2] / "src/tilewright/cli"
SOMA, STOMACHION = given("soma"), given("stomachion")
RUN = Path("some.run")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"find_all": True, "max_solutions": 1}, "--all and --max-solutions exclude each other"),
        ({"trace": True, "json": True}, "--trace and --json exclude each other"),
        ({"trace": True, "sort": "symmetry"}, "--sort and --trace exclude each other"),
        ({"trace": True, "require": ("symmetric",)}, "--require and --trace exclude each other"),
        ({"run": RUN, "max_nodes": 0}, "--max-nodes and --run exclude each other"),
        ({"run": RUN, "tolerance": 0.0}, "--tolerance and --run exclude each other"),
        ({"processes": 2}, "--processes needs --run FILE"),
        ({"processes": 2, "scheduler": "x"}, "--processes and --scheduler exclude each other"),
        ({"tolerance": 0.0}, "--tolerance is for free polygons, and soma is on a lattice"),
        ({"puzzle": STOMACHION, "options": search_options(seed=0)}, "--seed has no place here"),
        ({"puzzle": STOMACHION, "options": search_options(memory="1G")}, "--memory has no place"),
        ({"puzzle": STOMACHION, "stats": True}, "--stats has no place here"),
        ({"puzzle": STOMACHION, "task": "count", "max_nodes": 0}, "--max-nodes has no place here"),
    ],
)
def test_options_that_do_not_go_together(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=re.escape(said)):
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
    assert search_options() == {}
    options = search_options(rule="leftmost", seed=0, memory="1K")
    assert options == {"rule": "leftmost", "seed": 0, "max_memory": 1024}
    how = Invocation(task="solve", puzzle=SOMA, options=options, threads=2, max_nodes=3).how
    assert how == {**options, "engine": "auto", "threads": 2, "max_nodes": 3, "max_seconds": None}


def test_each_command_returns_its_status_and_one_place_ends_the_process() -> None:
    groups = {name for name, found in COMMANDS.items() if isinstance(found, dict)}
    calls = [(name,) for name in COMMANDS if name not in groups]
    calls += [(group, name) for group in groups for name in COMMANDS[group]]
    assert {signature(command_named(*call)).return_annotation for call in calls} == {int}
    ending = [path.name for path in SHELL.rglob("*.py") if "typer.Exit" in path.read_text()]
    assert ending == ["main.py"]
