"""Verdicts, grades and hints: known puzzles, limits, and what the shell says."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.shell import answer, interrupted, run
from tests.texts import raises_text
from tilewright.design.grading import LEVELS, GradeError, in_brief
from tilewright.design.unifying import UnifyError
from tilewright.engines import OptionError
from tilewright.errors import SelfCheckError
from tilewright.formats import require_lattice

DOMINOES = tw.make_puzzle("square", tw.box(2, 2), {"I": "##", "J": "##"})
TREE = tw.make_puzzle("square", "####\n##..", {"I": "###", "L": "##\n#."})


def test_a_limit_leaves_it_open() -> None:
    verdict = tw.design.judge(tw.load("pentominoes-6x10"), max_seconds=0)
    assert (verdict.complete, verdict.unique) == (False, None)


def test_a_stop_leaves_it_open() -> None:
    cells = [cell for cell in tw.box(30, 30) if cell not in ((0, 0), (29, 29))]
    domino = tw.Piece("domino", ((0, 0), (1, 0)), tw.puzzle.Count.of(449))
    endless = tw.make_puzzle("square", cells, [domino])
    verdict = tw.design.judge(endless, engines=["links"], keep_going=lambda: False)
    assert (verdict.complete, verdict.unique, verdict.engines) == (False, None, ())


def test_two_solutions_are_never_one_however_it_ends() -> None:
    going = iter([True])
    verdict = tw.design.judge(DOMINOES, up_to="nothing", keep_going=lambda: next(going, False))
    assert verdict.unique is False


def test_engines_that_disagree_are_told_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(_problem: object, engine: str, *_: object) -> tuple[list[tuple[int, ...]], bool]:
        return ([(0,)] if engine == "bits" else [], True)

    monkeypatch.setattr("tilewright.design.uniqueness.different_covers", look)
    with raises_text(SelfCheckError):
        tw.design.judge(TREE)


def test_without_or_tools_another_engine_confirms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.engines.cpsat.solver.find_spec", lambda _: None)
    assert tw.design.judge(TREE).engines == ("bits", "anchor")
    soma = tw.load("soma")
    made = tw.design.unify(soma, next(tw.solve(soma)))
    assert (made.size, made.optimal, made.verdict.engines) == (4, True, ("bits", "anchor"))


def test_what_cannot_be_asked() -> None:
    with raises_text(OptionError):
        tw.design.judge(TREE, up_to="all")
    with raises_text(OptionError):
        tw.design.unify(TREE, next(tw.solve(TREE)), by="luck")
    with pytest.raises(GradeError, match="no solution"):
        tw.design.grade(tw.load("ascii-3x3-nosol"))
    with pytest.raises(GradeError, match="several solutions"):
        tw.design.grade(tw.load("soma"))


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("hex-stacked-triangle", "easy"),
        ("spheres-1", "easy"),
        ("aquabelle-expert", "medium"),
        ("aquabelle-master", "hard"),
        ("slothouber-graatsma", "fiendish"),
    ],
)
def test_known_puzzles_are_told_apart(name: str, level: str) -> None:
    assert tw.design.grade(tw.load(name)).level == level


def test_the_work_grows_with_the_level() -> None:
    names = ("hex-stacked-triangle", "aquabelle-expert", "aquabelle-junior", "slothouber-graatsma")
    grades = [tw.design.grade(tw.load(name)) for name in names]
    assert [grade.level for grade in grades] == list(LEVELS)
    assert sorted(grade.score for grade in grades) == [grade.score for grade in grades]


def test_giving_up_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.design.grading.LOOKS", 100)
    hard = tw.load("slothouber-graatsma")
    grade = tw.design.grade(hard)
    assert (grade.level, grade.solved) == ("fiendish", False)
    assert "without trying" in str(tw.design.steps(hard)[-1])


def test_steps_place_every_piece_once() -> None:
    puzzle = tw.load("aquabelle-master")
    steps = tw.design.steps(puzzle)
    (solution,) = tw.solve(puzzle, up_to="nothing")
    placed = {(step.piece, frozenset(step.cells)) for step in steps if step.placed}
    assert placed == {(one.piece, frozenset(one.cells)) for one in solution.placed}
    assert len([step for step in steps if step.placed]) == len(solution.placed)
    assert all(step.words.startswith("not ") for step in steps if not step.placed)


def test_hints_by_cells_need_different_pieces() -> None:
    panel = tw.make_puzzle("square", tw.box(4, 4), {"L": "###\n#.."})
    pieces = [piece.times("any") for piece in panel.pieces]
    panel = tw.make_puzzle("square", tw.box(4, 4), pieces)
    solution = next(tw.solve(panel))
    for by in ("cells", "colours"):
        with raises_text(UnifyError):
            tw.design.unify(panel, solution, by=by)
    assert tw.design.unify(panel, solution, by="pieces").verdict.unique


def test_cells_that_may_stay_empty_are_told_as_well() -> None:
    """Without them some solutions cannot be told from others, and others need more hints."""
    puzzle = tw.make_puzzle("square", tw.box(3, 3), {"I": "###", "J": "##"})
    top = tuple(cell for cell in tw.box(3, 3) if cell[1] == 0)
    rest = tuple(cell for cell in tw.box(3, 3) if cell[1] > 0)
    puzzle = replace(puzzle, board=tw.Board(top, rest))
    found = list(tw.solve(puzzle, up_to="nothing"))
    assert len(found) == 9
    for solution in found:
        made = tw.design.unify(puzzle, solution)
        (only,) = tw.solve(tw.parse_puzzle(tw.format_puzzle(made.puzzle)), up_to="nothing")
        assert {one.cells for one in only.placed} == {one.cells for one in solution.placed}


@pytest.mark.parametrize("by", ["cells", "pieces", "colours"])
def test_what_a_stop_leaves_is_enough(by: str) -> None:
    soma = tw.load("soma")
    made = tw.design.unify(soma, next(tw.solve(soma)), by=by, max_seconds=0)
    assert not made.optimal
    assert made.verdict.unique


def test_hints_survive_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hinted.toml"
    told = answer("unify", "scott", "--solution", "3", "-o", str(file))
    assert (told["size"], told["optimal"], told["unique"]) == (len(told["hints"]), True, True)
    assert told["engines"] == ["bits", "cpsat"]
    assert file.read_text() == told["file"]
    (only,) = tw.solve(tw.read_puzzle(file), up_to="nothing")
    placed = {(one["piece"], tuple(map(tuple, one["cells"]))) for one in told["solution"]}
    assert {(one.piece, one.cells) for one in only.placed} == placed


def test_a_solution_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "soma.json"
    file.write_text(run("solve", "soma", "--max-solutions", "2", "--json").stdout)
    second = answer("unify", "soma", "--solution-file", str(file), "--solution", "2")
    assert second["solution"] == answer("unify", "soma", "--solution", "2")["solution"]


def test_the_shell_shows_hints(tmp_path: Path) -> None:
    picture = tmp_path / "hints.svg"
    said = run("unify", "soma", "--by", "colours", "--render", str(picture))
    assert said.returncode == 0
    assert re.search(r"^2 colours: with fewer there is always another", said.stdout, re.MULTILINE)
    assert said.stdout.endswith("exactly one solution: bits and cpsat agree\n")
    assert picture.read_text().startswith("<svg")


def test_holes_of_a_board_are_blank() -> None:
    said = run("unify", "lpanel-01").stdout.splitlines()
    assert said[:6] == [" . ...", ".... .", ".....", ".....", ".. ..", " ....."]


@pytest.mark.parametrize(
    ("call", "status", "says"),
    [
        (("unify", "soma", "--by", "luck"), 2, "--by is 'luck'"),
        (("unify", "tangram-cat"), 2, "polygons"),
        (("unify", "ascii-3x3-nosol"), 1, "there is no solution"),
        (("unify", "soma", "--solution", "241"), 1, "there is no solution 241"),
        (("unify", "soma", "--max-seconds", "0"), 3, "stopped by limit"),
        (("grade", "ascii-3x3-nosol"), 1, "no solution: bits and cpsat agree"),
        (("grade", "soma"), 1, "two that differ"),
        (("grade", "pentominoes-6x10", "--max-seconds", "0"), 3, "stopped by limit"),
        (("grade", "tangram-cat"), 2, "polygons"),
        (("grade", "aquabelle-master"), 0, "hard: 1 forced move, 25 placements ruled out"),
        (("grade", "hex-flower", "--steps"), 0, "1. the board is symmetric"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_the_shell_says(call: tuple[str, ...], status: int, says: str) -> None:
    done = run(*call)
    assert done.returncode == status
    assert says in done.stdout + done.stderr


def test_what_is_ruled_out_for_the_same_reason_is_told_together() -> None:
    steps = tw.design.steps(tw.load("aquabelle-master"))
    told = list(in_brief(steps))
    assert len(told) < len(steps)
    assert [words for words in told if "are ruled out" not in words] == [
        step.words for step in steps if step.words in told
    ]
    numbers = [int(words.split()[0]) for words in told if "are ruled out" in words]
    assert sum(numbers) == len(steps) - len(told) + len(numbers)


def test_hints_are_drawn_on_the_board_alone(tmp_path: Path) -> None:
    board = "  # # #\n # # # #\n# # # # #\n # # # #\n  # # #"
    hexagon = tw.make_puzzle("hexagon", board, {"I": "# # #", "o": "#"})
    pieces = (hexagon.pieces[0].times(6), hexagon.pieces[1])
    tw.write_puzzle(replace(hexagon, pieces=pieces), tmp_path / "hexagon.toml")
    done = run("unify", str(tmp_path / "hexagon.toml"), "--by", "pieces", "--quiet")
    drawing = done.stdout.splitlines()[:5]
    assert [len(line.split()) for line in drawing] == [3, 4, 5, 4, 3]
    letter = next(c for c in "".join(drawing) if c not in ". ")
    assert done.stdout.splitlines()[5].startswith(f"{letter} = I on (")


def test_a_limit_while_grading_does_not_deny_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_slow(*_: object, progress: Callable[[], None]) -> None:
        time.sleep(0.02)
        progress()
        raise AssertionError("the limit should have ended it")

    verdict = tw.design.judge(require_lattice(tw.load("aquabelle-master"), ""))
    monkeypatch.setattr("tilewright.cli.commands.grade.judge", lambda *_, **__: verdict)
    monkeypatch.setattr("tilewright.cli.commands.grade.reason", too_slow)
    done = run("grade", "aquabelle-master", "--max-seconds", "0.01")
    assert done.returncode == 3
    assert done.stdout.startswith("exactly one solution: bits and cpsat agree\nstopped by limit; ")


@pytest.mark.slow
def test_interrupts(tmp_path: Path) -> None:
    """One is unsolvable, and no search comes to an end; the other has many solutions."""
    cells = [cell for cell in tw.box(12, 12) if cell not in ((0, 0), (11, 11))]
    domino = tw.Piece("I", ((0, 0), (1, 0))).times("any")
    board = tmp_path / "mutilated.toml"
    tw.write_puzzle(tw.make_puzzle("square", cells, [domino]), board)
    for call in ("grade", str(board)), ("unify", "hexiamond-hexagon"):
        done = interrupted(*call)
        assert done.returncode == 130, done.stderr
        assert "stopped by interrupt" in done.stdout


def test_grades_in_json() -> None:
    told: dict[str, Any] = answer("grade", "aquabelle-expert", "--steps")
    assert (told["unique"], told["engines"]) == (True, ["bits", "cpsat"])
    assert told["grade"]["level"] == "medium"
    assert sum(step["placed"] for step in told["steps"]) == 6
    none = answer("grade", "soma", status=1)
    assert (none["unique"], none["grade"]) == (False, None)
    json.dumps(none)
