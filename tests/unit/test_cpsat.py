"""Engine cpsat: what it takes, what it refuses, and what happens without OR-Tools."""

import random
import sys
import threading
import time
from pathlib import Path

import pytest

import tilewright as tw
from tests.shell import run
from tests.texts import raises_text
from tilewright.cover import CoverChecker, SubtreeError
from tilewright.cover.examples import dominoes, pentominoes_6x10, queens
from tilewright.engines import OptionError, SearchOptions, choice
from tilewright.engines.cpsat import search as cpsat_search
from tilewright.engines.cpsat import solver, windows
from tilewright.engines.cpsat.search import CpSatSearch
from tilewright.engines.cpsat.solver import CpSatError
from tilewright.runs import verify

TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
ELLS = [
    tuple((a * x * flip + b * y, c * x * flip + d * y) for x, y in ((0, 0), (0, 1), (0, 2), (1, 2)))
    for flip in (1, -1)
    for a, b, c, d in TURNS
]


def l_panel(size: int, seed: int, holes: float = 0.0) -> tw.ExactCover:
    """Ls put wherever there is room; what they do not cover is black, and some of them, too."""
    dice = random.Random(seed)
    free = {(x, y) for x in range(size) for y in range(size)}
    white: list[tuple[int, int]] = []
    for x, y in sorted(free):
        for form in dice.sample(ELLS, len(ELLS)):
            piece = {(x + a, y + b) for a, b in form}
            if piece <= free:
                free -= piece
                if dice.random() >= holes:
                    white += piece
                break
    puzzle = tw.make_puzzle("square", sorted(white), {"L": "###\n#.."})
    [ell] = puzzle.pieces
    return tw.encoding.encode(tw.Puzzle(puzzle.lattice, puzzle.board, (ell.times("any"),))).problem


def covers_of(search: tw.engines.Search) -> list[tw.engines.Cover]:
    return [cover for batch in search for cover in batch]


def test_known_numbers() -> None:
    assert tw.count(queens(6), engine="cpsat") == 4
    assert tw.count(queens(3), engine="cpsat") == 0


def test_first_covers_and_the_rest() -> None:
    search = CpSatSearch(queens(8), SearchOptions(max_solutions=30))
    found = covers_of(search)
    assert len(set(found)) == 30
    assert covers_of(search) == []  # the limit stands
    assert not search.finished
    assert tw.count(queens(8), start=search.remainder()) == 62


def test_seeds_and_threads_are_repeatable() -> None:
    def first(**options: int) -> tw.engines.Cover:
        return next(tw.solve(queens(12), max_solutions=1, engine="cpsat", **options))

    assert first(seed=1) == first(seed=1)
    assert first(threads=3) == first(threads=3)
    assert len({first(seed=seed) for seed in range(5)}) > 1
    assert len(list(tw.solve(queens(6), engine="cpsat", threads=2))) == 4


def test_stopping_from_another_thread() -> None:
    search = CpSatSearch(pentominoes_6x10())
    timer = threading.Timer(0.3, search.stop)
    timer.start()
    found = covers_of(search)
    timer.join()
    assert not search.finished
    assert len(found) == search.counters.solutions < 2339


def test_seconds_are_a_limit() -> None:
    search = CpSatSearch(pentominoes_6x10(), SearchOptions(max_seconds=0.2))
    began = time.monotonic()
    search.run()
    assert not search.finished
    assert time.monotonic() - began < 5
    assert len(CpSatSearch(queens(8), SearchOptions(max_seconds=0.0)).remainder()) == 1


def test_leaving_an_iteration_loses_nothing() -> None:
    search = CpSatSearch(queens(8))
    found = list(next(batch for batch in search if len(batch)))
    assert len(set(found + covers_of(search))) == 92


@pytest.mark.parametrize(
    "options",
    [
        {"rule": "leftmost"},
        {"order": [queens(4).items[3].name]},
        {"max_nodes": 5},
        {"max_levels": 2},
        {"stranding": "sizes"},
    ],
)
def test_what_has_no_meaning_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="engine"):
        tw.engines.search(queens(4), engine="cpsat", **options)


def test_a_start_must_fit_the_problem() -> None:
    with pytest.raises(SubtreeError, match="names option 999"):
        tw.engines.search(queens(4), engine="cpsat", start=tw.cover.Subtree((999,)))


SOMA = tw.load("soma")


def test_runs_take_it(tmp_path: Path) -> None:
    """What it found is stored, also if it is stopped; jobs are not searched again to verify."""
    for task in ("count", "solve"):
        with tw.runs.create_run(tmp_path / f"{task}.run", SOMA, task=task, engine="cpsat") as kept:
            assert not tw.runs.resume(kept, max_seconds=0)
            assert tw.runs.resume(kept, threads=1)
            assert (kept.plan.engine, kept.solutions) == (
                "cpsat",
                11_520 if task == "count" else 240,
            )
            assert verify(kept, sample=5).ok


def test_in_the_shell() -> None:
    told = run("count", "ascii-3x3", "--engine", "cpsat")
    assert told.stdout.startswith("16  solutions\n")
    told = run("solve", "soma", "--engine", "cpsat", "--max-nodes", "3")
    assert told.returncode == 2
    assert "max_nodes is 3, but engine cpsat does not stop at a node" in told.stderr


def test_large_boards_are_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """All ways of looking for the first cover of a large board, on a small one."""
    monkeypatch.setattr(cpsat_search, "LARGE", 10)
    monkeypatch.setattr(cpsat_search, "SHORT", 0.0)  # so that it finds nothing
    monkeypatch.setattr(windows, "LEAST", 30)
    problem = l_panel(14, 1)
    found = covers_of(CpSatSearch(problem, SearchOptions(max_solutions=3)))
    assert len(set(found)) == 3
    for cover in found:
        CoverChecker(problem).check(cover)
    only_first = sorted(set(found[0]).difference(found[1]))
    part = tw.cover.Subtree(found[1][:3], (only_first[0],))
    [inside] = tw.solve(problem, engine="cpsat", start=part, max_solutions=1)
    assert set(part.chosen) <= set(inside)
    assert not set(part.excluded) & set(inside)
    CoverChecker(problem).check(inside)
    seeds = {
        next(tw.solve(problem, engine="cpsat", max_solutions=1, seed=seed)) for seed in range(4)
    }
    assert len(seeds) > 1


def test_sweeping_proves_nothing_but_longer_solves_do(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int | None] = []

    class Watched(windows.Windows):
        def __init__(
            self, problem: tw.ExactCover, start: tw.cover.Subtree, seed: int | None
        ) -> None:
            seeds.append(seed)
            super().__init__(problem, start, seed)

    monkeypatch.setattr(cpsat_search, "LARGE", 10)
    monkeypatch.setattr(cpsat_search, "SHORT", 1e-12)
    monkeypatch.setattr(cpsat_search, "LONGER", 1000)
    monkeypatch.setattr(cpsat_search, "Windows", Watched)
    mutilated = tw.make_puzzle("square", "#" * 5 + "\n" + "\n".join(["#" * 6] * 5), {"D": "##"})
    puzzle = tw.Puzzle(mutilated.lattice, mutilated.board, (mutilated.pieces[0].times("any"),))
    search = CpSatSearch(tw.encoding.encode(puzzle).problem)
    assert covers_of(search) == []
    assert search.finished
    assert seeds[:2] == [None, 1]  # the second sweep is another one


def test_what_a_sweep_leaves_hangs_together() -> None:
    """Pockets left behind might be of a size that nothing fills."""
    problem = l_panel(14, 1)
    regions = problem.regions
    assert regions is not None
    touching = {frozenset(pair) for pair in regions.touching.tolist()}
    for seed in (None, 1):
        order = windows.Windows(problem, tw.cover.Subtree(), seed).order
        assert sorted(order) == sorted(regions.cells.tolist())
        for place, cell in enumerate(order[:-1]):
            assert any(frozenset((cell, other)) in touching for other in order[place + 1 :])


def test_auto_takes_it_where_a_search_stalls(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = l_panel(26, 1)
    chosen = tw.engines.choose(problem, max_solutions=1)
    assert chosen.engine == "cpsat"
    assert "a search of 300,000 nodes finds nothing" in str(chosen)
    [cover] = tw.solve(problem, max_solutions=1, verify=True)
    assert len(cover) == problem.primary // 4
    for others in ({}, {"max_solutions": 1, "max_nodes": 9}, {"max_solutions": 50}):
        assert tw.engines.choose(problem, **others).engine == "links"
    monkeypatch.setattr(choice, "installed", lambda: False)
    chosen = tw.engines.choose(problem, max_solutions=1)
    assert chosen.engine == "links"
    assert "pip install '.[cpsat]' in the checkout" in str(chosen)


def test_auto_does_not_watch_for_long_on_a_huge_board() -> None:
    assert choice._stall_nodes(dominoes(20, 20)) == choice.STALL_NODES
    assert choice._stall_nodes(dominoes(120, 120)) == 5 * 120 * 120


def test_auto_stays_where_a_search_finds_soon() -> None:
    assert tw.engines.choose(dominoes(20, 20), max_solutions=1).engine == "bits"
    assert tw.engines.choose(l_panel(10, 1), max_solutions=1).engine == "bits"


def test_without_ortools(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "ortools"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ortools", None)
    with raises_text(CpSatError):
        tw.engines.search(queens(4), engine="cpsat")
    told = run("solve", "soma", "--engine", "cpsat")
    assert told.returncode == 2
    assert told.stderr.startswith("error: engine cpsat needs OR-Tools")


def test_what_is_raised_in_the_solver_is_told() -> None:
    model = solver.cp_model().CpModel()
    variable = model.new_bool_var("")

    def complain(values: object) -> bool:
        raise RuntimeError(f"{values} will not do")

    with pytest.raises(RuntimeError, match="will not do"):
        solver.run(model, [variable], on_solution=complain)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "holes"), [(1, 0.0), (1, 0.2), (2, 0.2), (1, 0.3)])
def test_a_hundred_times_a_hundred(seed: int, holes: float) -> None:
    problem = l_panel(100, seed, holes)
    assert problem.primary > 8500 * (1 - holes)
    [cover] = tw.solve(problem, max_solutions=1, verify=True, max_seconds=300)
    assert len(cover) == problem.primary // 4
