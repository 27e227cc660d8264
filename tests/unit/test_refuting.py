"""Before a long search: is it proved that there is no solution?  In Python, shell and runs."""

import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

import tilewright as tw
from tests.shell import answer, run
from tilewright.cover.examples import queens
from tilewright.encoding import encode
from tilewright.engines.choice import Candidate, Choice, choose
from tilewright.errors import SelfCheckError
from tilewright.execution import Execution, Request, memory, refuting
from tilewright.execution.plan import Plan
from tilewright.execution.planner import make_plan
from tilewright.invariants.check import check_proof
from tilewright.invariants.finding import find_refutation
from tilewright.runs import RunError, create_run, merge, open_run, resume
from tilewright.runs.scheduling import Part
from tilewright.solving import PuzzleSearch, outlook

HEXOMINOES = """
format = 1
lattice = "square"

[board]
box = [15, 14]

[[pieces]]
set = "hexominoes"
"""
NODES = 1_000_000_000  # far fewer than the search would take
LAST = (
    "24 of these numbers are odd, so all pieces together cover an even number of black cells, but "
    "the board has 105 black cells."
)


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "hexominoes.toml"
    path.write_text(HEXOMINOES)
    return path


def test_hexominoes_that_fill_no_rectangle(puzzle: Path) -> None:
    board = tw.load(puzzle)
    counts = tw.count(board)
    assert counts.solutions == counts.up_to_rotation == counts.up_to_symmetry == 0
    assert (counts.rotations, counts.symmetries) == (2, 4)
    assert counts.reason.endswith(LAST)
    assert str(counts).endswith(LAST)
    assert tw.count(board, up_to="nothing") == tw.count(board, require="symmetric").solutions == 0
    assert list(tw.solve(board)) == []
    view = outlook(board)
    assert view.solutions is not None
    assert (view.solutions.mean, view.exact, view.engines) == (0, True, ())
    assert view.refutation is not None
    assert view.refutation.kind == "colouring"


@pytest.mark.parametrize("command", ["count", "estimate", "solve"])
def test_the_shell_gives_the_reason(puzzle: Path, command: str) -> None:
    done = run(command, str(puzzle))
    assert done.returncode == (command != "estimate")
    assert LAST in done.stdout
    assert "explain" not in done.stderr
    if command == "count":
        told = run(command, str(puzzle), "--explain-choice").stdout
        assert told.startswith("no engine: without a search it is proved")
    entry = answer(command, str(puzzle), status=int(command != "estimate"))
    reason = entry["outlook"]["reason"] if command == "estimate" else entry["reason"]
    assert reason["kind"] == "colouring"
    assert reason["sentences"][-1] == LAST
    assert len(reason["proof"]["weights"]) == 105


def test_a_search_for_one_solution_is_ended_by_a_proof(puzzle: Path) -> None:
    searching = PuzzleSearch(tw.load(puzzle), max_solutions=1, max_nodes=NODES)
    assert searching.refutation is None
    assert [batch for batch in searching if batch] == []
    assert searching.refutation is not None
    assert 0 < searching.counters.nodes < NODES
    assert searching.finished
    assert list(searching) == [[]]


def test_a_proof_during_a_search_ends_with_its_time(
    puzzle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def refute(_: object, __: float, keep_going: Callable[[], bool]) -> None:
        asked.append(keep_going())
        searching._deadline = time.monotonic()
        asked.append(keep_going())
        searching.stop()

    monkeypatch.setattr(memory, "LONG", 0.0)
    monkeypatch.setattr(memory, "refute", refute)
    searching = Execution(encode(tw.load(str(puzzle))), Request(task="solve", max_solutions=1))
    assert searching.plan.search
    assert sum(map(len, searching.blocks())) == 0
    assert asked == [True, False]


def test_a_run_of_it_has_nothing_to_do(puzzle: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    assert LAST in run("count", str(puzzle), "--run", str(path)).stdout
    with open_run(path) as stored:
        assert stored.finished
        assert stored.plan.stages == ()
        assert stored.refutation is not None
        check_proof(tw.load(puzzle), stored.refutation.proof)
    assert LAST in run("runs", "show", str(path)).stdout
    assert run("runs", "verify", str(path)).returncode == 0
    entry = answer("resume", str(path), status=1)
    assert entry["reason"]["sentences"][-1] == LAST


def test_parts_of_it_are_merged(puzzle: Path, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.run" for number in (1, 2)]
    for number, path in enumerate(paths, 1):
        with create_run(path, tw.load(puzzle), task="solve", part=Part(number, 2)) as part:
            assert resume(part)
            assert not part.complete
    with merge(paths, tmp_path / "all.run") as merged:
        assert merged.complete
        assert merged.solutions == 0
        assert merged.refutation is not None


def test_a_run_without_stages_is_believed_only_with_a_proof(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    with patch("tilewright.execution.planner.refute") as lying:
        lying.return_value = find_refutation(encode(tw.load("checkers-6x6")).placements, 2.0)
        create_run(path, tw.load("soma")).close()
    with pytest.raises(RunError):
        open_run(path)


@pytest.mark.parametrize("name", ["soma", "pentominoes-6x10", "bedlam", "ascii-3x3-nosol"])
def test_what_takes_no_second_pays_nothing(name: str) -> None:
    with patch("tilewright.invariants.finding.find_refutation", side_effect=AssertionError):
        plan = make_plan(encode(tw.load(name)), Request(max_solutions=1, task="solve"))
        assert plan.stages
        if name != "bedlam":
            assert refuting.seconds_before(make_plan(encode(tw.load(name)), Request())) == 0


def planned(seconds: float, *, solvable: bool = False, **asked: object) -> Plan:
    """A plan of a puzzle for which so many seconds are expected."""
    choice = Choice("links", "", (Candidate("links", seconds, ""),), solvable=solvable)
    with patch("tilewright.execution.planner.choose", return_value=choice):
        return make_plan(encode(tw.load("soma")), Request(**asked))  # type: ignore[arg-type]


def test_how_long_is_looked_for_it() -> None:
    before = refuting.seconds_before
    assert before(planned(0.9)) == 0
    assert before(planned(10)) == pytest.approx(0.5)
    assert before(planned(1e9)) == refuting.LONGEST
    assert before(planned(1e9, max_seconds=0.1)) == pytest.approx(0.05)
    assert before(planned(1e9, engine="bits")) == 0
    assert before(planned(1e9, max_nodes=10)) == 0
    assert before(planned(1e9, task="solve")) == refuting.LONGEST
    assert before(planned(1e9, task="solve", max_solutions=1)) == 0
    assert before(planned(1e9, solvable=True)) == 0


def test_whether_it_is_looked_for_later() -> None:
    during = refuting.seconds_during
    assert during(planned(0.9)) == refuting.LONGEST
    assert during(planned(1e9)) == 0  # as that was done before
    assert during(planned(1e9, task="solve", max_solutions=1)) == refuting.LONGEST
    assert during(planned(1e9, engine="bits")) == 0
    assert during(planned(0.9, solvable=True)) == 0


def test_a_cover_that_is_met_while_an_engine_is_chosen_says_so() -> None:
    assert choose(queens(14), collect=False).solvable
    assert not choose(encode(tw.load("mutilated-chessboard")).problem, collect=False).solvable


def test_a_proof_that_a_solution_contradicts_is_an_error() -> None:
    execution = Execution(encode(tw.load("ascii-3x3")), Request())
    for _ in execution:
        pass
    assert execution.solutions == 16
    other = find_refutation(encode(tw.load("checkers-6x6")).placements, 2.0)
    assert other is not None
    execution.store.refute(other)
    with pytest.raises(SelfCheckError):
        execution.store.check()


def test_it_is_not_begun_where_the_check_would_take_too_long() -> None:
    placements = encode(tw.load("mutilated-chessboard")).placements
    assert find_refutation(placements, 1e-5) is None
    assert find_refutation(placements, 1.0) is not None
    assert find_refutation(placements, 1.0, lambda: False) is None
