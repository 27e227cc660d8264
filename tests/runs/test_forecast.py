"""What a run foresees: exact at the end, near the truth on the way, and modest at the beginning."""

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.cover import Subtree
from tilewright.execution.job import JobOrder, explore, pack_starts
from tilewright.runs import Executor, Forecast, Run, ThreadWorkers, create_run
from tilewright.runs.forecast import ENOUGH, LARGEST, MOST_DRAWS, Profile, _some


def go_on(run: Run, nodes: int) -> None:
    """One job at a time, each of so many nodes at most."""
    job = run.open.pop(0)
    stage = run.plan.stages[job.stage]
    outcome = explore(stage, JobOrder(job.stage, job.starts, nodes=nodes), "me")
    rests = [pack_starts(outcome.rest, stage.start)] if outcome.rest else []
    run.record([(job, outcome, rests)])


@pytest.mark.parametrize("engine", ["links", "anchor", "bits"])
def test_on_the_way(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "p.run"
    with create_run(path, tw.load("pentominoes-6x10"), engine=engine) as run:
        forecast = Forecast(run)
        assert forecast.refine(run.open, 0.01).early
        seen = []
        while run.open:
            go_on(run, 50_000)
            seen.append(forecast.refine(run.open, 0.1))
        whole = run.counters.nodes
    last = seen[-1]
    assert (
        last.left,
        last.fraction_explored,
        last.fraction_explored_low,
        last.fraction_explored_high,
    ) == (0, 1, 1, 1)
    assert [one.done for one in seen] == sorted(one.done for one in seen)
    middle = [one for one in seen if 0.3 < one.done / whole < 0.7]
    assert middle
    for one in middle:
        assert not one.early
        assert 1 / 4 < one.left / (whole - one.done) < 4
        assert one.low < one.left < one.high
        assert one.fraction_explored_low < one.fraction_explored < one.fraction_explored_high


def test_a_sweep_goes_on_with_the_clock(tmp_path: Path) -> None:
    with create_run(tmp_path / "o.run", tw.load("one-sided-3x30"), engine="frontier") as run:
        job = run.open[0]
        begun = Forecast(run).refine(run.open, 0)
        later = Forecast(run).refine(run.open, 0, {job.id: 0.4 * begun.seconds})
        last = Forecast(run).refine(run.open, 0, {job.id: 100 * begun.seconds})
    assert begun.fraction_explored == 0
    assert 0.3 < later.fraction_explored < 0.5
    assert 0.9 < last.fraction_explored < 1


def test_a_driver_knows_how_long_jobs_have_taken(tmp_path: Path) -> None:
    with create_run(tmp_path / "s.run", tw.load("scott"), engine="links") as run:
        driver = Executor(run, ThreadWorkers(run.plan.stages, 1))
        spent: list[float] = []
        driver.drive(progress=lambda: spent.extend(driver.spent().values()))
        driver.workers.close()
        assert all(seconds >= 0 for seconds in spent)
        assert not driver.spent()


@pytest.mark.parametrize("number", [0, 1, LARGEST, LARGEST + 1, 5 * LARGEST, 100_000])
def test_some_stand_for_all(number: int) -> None:
    subtrees = [(0, Subtree(tuple(range(k % 7)), (k,))) for k in range(number)]
    weights = _some(subtrees)
    assert len(weights) <= 2 * LARGEST
    assert sum(weights.values()) == pytest.approx(number)
    levels = [len(start.chosen) for (_, start), weight in weights.items() if weight == 1]
    assert levels == sorted(levels)


def test_a_profile_knows_averages() -> None:
    profile = Profile()
    assert profile.known_from(1) is None
    profile.add((10, ENOUGH, 3 * ENOUGH, 0))
    assert profile.below(1) is None
    assert profile.below(2) == (3.0, 0.0)
    assert profile.below(9) is None
    assert profile.known_from(1) == 2
    profile.add((10, ENOUGH, ENOUGH))
    mean, error = profile.below(2) or (0, 0)
    assert mean == 2
    assert error == pytest.approx(2**0.5 / 2)  # one job has 1 more, the other 1 less


def test_refining_again_and_again_takes_no_longer(tmp_path: Path) -> None:
    """While nothing is done, as without workers, the effort must not grow."""
    with create_run(tmp_path / "b.run", tw.load("bedlam"), engine="links") as run:
        forecast = Forecast(run)
        for _ in range(60):
            forecast.refine(run.open, 0.002)
        assert all(guess.count < 2 * MOST_DRAWS for guess in forecast._guesses.values())
        for _ in range(30):
            go_on(run, 2_000)
            forecast.refine(run.open, 0.002)
        assert len(forecast._guesses) <= 2 * LARGEST
        assert set(forecast._starts) == {job.id for job in run.open}


def test_an_interrupted_driver_knows_what_is_open(tmp_path: Path) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    with create_run(tmp_path / "s.run", tw.load("scott"), engine="links") as run:
        workers = ThreadWorkers(run.plan.stages, 1)
        with pytest.raises(KeyboardInterrupt):
            Executor(run, workers).drive(progress=interrupt)
        workers.close()
        assert not run.finished
        assert run.counts is None
        assert tw.runs.resume(run, threads=1)
        assert run.counts is not None
        assert run.counts.up_to_symmetry == 65
