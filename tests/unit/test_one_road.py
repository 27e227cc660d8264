"""Every answer by one road: a puzzle is parsed once and placed once, and all roads agree."""

import ast
import runpy
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeGuard

import pytest

import tilewright as tw
from tests.shell import answer, run
from tilewright import placements
from tilewright.engines.registry import ENGINES
from tilewright.formats import format_puzzle, read
from tilewright.runs import open_run
from tilewright.web.jobs.worker import Order, _Worker


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often puzzles were parsed, and placements found."""
    found: Counter[str] = Counter()
    for module, name in ((placements, "find_placements"), (read, "read_document")):
        monkeypatch.setattr(module, name, counted(found, name, getattr(module, name)))
    return found


def counted(found: Counter[str], name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    def wrapper(*arguments: Any, **options: Any) -> Any:
        found[name] += 1
        return work(*arguments, **options)

    return wrapper


ONCE = {"find_placements": 1, "read_document": 1}


@pytest.mark.parametrize("name", ["soma", "pentominoes-6x10", "stairs"])
@pytest.mark.parametrize("command", ["count", "solve"])
def test_a_puzzle_is_parsed_and_placed_once(
    calls: Counter[str], tmp_path: Path, name: str, command: str
) -> None:
    path = str(tmp_path / "a.run")
    roads = [
        (command, name),
        (command, name, "--run", path),  # a new file
        (command, name, "--run", path),  # an old one
        ("resume", path),
    ]
    for road in roads:
        calls.clear()
        assert run(*road).returncode == 0
        assert (road, calls) == (road, ONCE)


def test_in_python_too(calls: Counter[str]) -> None:
    puzzle = tw.load("soma")
    tw.count(puzzle)
    next(tw.solve(puzzle))
    tw.sample(puzzle, 1)
    assert calls == ONCE


def test_a_job_of_the_browser(calls: Counter[str], tmp_path: Path) -> None:
    puzzle = format_puzzle(tw.load("soma"))
    path = tmp_path / "a.run"
    for _ in ("created", "resumed"):
        calls.clear()
        job_of(path, puzzle, "count")
        assert calls == ONCE


def job_of(path: Path, puzzle: str, task: str, engine: str = "auto") -> dict[str, Any]:
    """What the worker of a job says at last."""
    said: list[dict[str, Any]] = []
    up_to = None if task == "count" else "symmetry"
    order = Order(str(path), puzzle, "it", task, up_to, engine, 2, 60.0, 4096)
    _Worker(order, threading.Event(), lambda _, **more: said.append(more)).work()
    return said[-1]


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("stomachion", ()),
        ("tangram-convex-4x2", ("--strategy", "lynning")),
        ("soma", ()),
        ("soma", ("--require", "3-colourable")),
        ("tetris-5x8", ("--require", "symmetric")),
        ("tetris-5x8", ("--require", "apart")),
        ("scott", ("--require", "no-crossroads", "--require", "3-colourable")),
        ("tetris-5x8", ("--engine", "links")),
        ("one-sided-3x30", ("--engine", "frontier")),
    ],
)
def test_counted_in_memory_and_in_a_file(tmp_path: Path, name: str, how: tuple[str, ...]) -> None:
    path = str(tmp_path / "a.run")
    there = answer("count", name, *how)
    for more in ((), *((("--processes", "2"),) if "--require" in how else ())):
        Path(path).unlink(missing_ok=True)
        kept = answer("count", name, *how, "--run", path, *more)
        numbers = ("solutions", "up_to_rotation", "up_to_symmetry", "complete", "nodes")
        assert [kept[key] for key in numbers] == [there[key] for key in numbers]
        assert answer("runs", "verify", path)["sound"]


def test_a_job_of_the_browser_counts_the_same(tmp_path: Path) -> None:
    for number, name in enumerate(("stomachion", "soma")):
        there = answer("count", name)
        told = job_of(tmp_path / f"{number}.run", format_puzzle(tw.load(name)), "count")
        assert (told["nodes"], told["counts"]["solutions"]) == (there["nodes"], there["solutions"])


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("soma", {}),
        ("tetris-5x8", {}),
        ("tetris-5x8", {"up_to": "rotation"}),
        ("tetris-5x8", {"require": "symmetric"}),
        ("tetris-5x8", {"require": ["apart"]}),
        ("live-cube", {"up_to": "nothing"}),
        ("slothouber-graatsma", {}),
    ],
)
def test_the_same_solutions_stand_for_their_classes(
    tmp_path: Path, name: str, how: dict[str, Any]
) -> None:
    puzzle = tw.load(name)
    listed = list(tw.solve(puzzle, **how))
    with tw.runs.create_run(tmp_path / "a.run", puzzle, task="solve", **how) as kept:
        assert tw.runs.resume(kept, threads=2)
        assert list(map(str, kept.listed())) == list(map(str, listed))
    assert listed


def test_polygons_stand_for_their_classes(tmp_path: Path) -> None:
    puzzle = tw.load("tangram-convex-4x2")
    listed = list(tw.solve(puzzle))
    with tw.runs.create_run(tmp_path / "a.run", puzzle, task="solve") as kept:
        assert tw.runs.resume(kept, threads=2)
        assert [one.placed for one in kept.listed()] == [one.placed for one in listed]
    assert len(listed) == 9


def test_what_works_on_one_road_works_on_all(tmp_path: Path) -> None:
    """Engine cpsat in a job of the browser, to find one solution."""
    path = tmp_path / "a.run"
    told = job_of(path, format_puzzle(tw.load("soma")), "one", engine="cpsat")
    assert told["solutions"] > 0
    with open_run(path) as kept:
        assert kept.plan.engine == "cpsat"


def test_the_page_has_the_table_of_engines() -> None:
    page = Path("docs/reference/engines.md").read_text(encoding="utf-8")
    assert page.endswith(runpy.run_path("docs/make_engines.py")["tables"]())


def test_the_shell_names_all_engines() -> None:
    told = " ".join(run("count", "--help", COLUMNS="1000").stdout.split())
    for name in ENGINES:
        assert name in told


def test_nobody_else_compares_names_of_engines() -> None:
    names = {*ENGINES, "frontier-slanted"}
    for path in Path("src/tilewright").rglob("*.py"):
        if "papers" in path.parts:  # where tables have a layout that is called grid
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                texts = {x.value for side in sides for x in ast.walk(side) if is_text(x)}
                assert not texts & names, f"{path}:{node.lineno}"


def is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
