"""Searching a job again: it ends where the job ended, whatever ended it."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.strategies import plain_problems, problems
from tilewright.cover import Subtree, from_options
from tilewright.engines.registry import takes
from tilewright.execution import Stage, job
from tilewright.execution.job import FIRST, Job, JobOrder, JobResult, explore, pack_starts
from tilewright.runs.job_checks import repeat
from tilewright.runs.rows import DoneJob, digest_of_rest


def stage_of(problem: tw.ExactCover, engine: str, *, keeps: bool = True) -> Stage:
    return Stage(problem, Subtree(), engine, {}, lists=keeps)


def after_batches(number: int) -> Callable[[], bool]:
    """Stop when so many batches have come, as a clock may do."""
    batches = iter(range(number))
    return lambda: next(batches, None) is None


def jobs_of(stage: Stage, most: int, patience: int) -> Iterator[tuple[DoneJob, JobResult]]:
    """A search in jobs that end after some covers, or batches of them."""
    starts: tuple[Subtree, ...] = (stage.start,)
    while starts:
        packed = pack_starts(starts, stage.start)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(job, "MOST_COVERS", most)
            outcome = explore(stage, JobOrder(0, packed), "test", after_batches(patience))
        rest = digest_of_rest(outcome.rest)
        one = Job(0, FIRST, 1, 1, packed)
        did = (outcome.counters, outcome.found, rest, None, "", 0, 0)
        yield DoneJob(one, *did, covers=outcome.covers), outcome
        starts = outcome.rest


@given(
    problems() | plain_problems(),
    st.sampled_from(["links", "anchor", "bits"]),
    st.integers(1, 3),
    st.integers(0, 3),
)
@examples(400)
def test_whatever_stopped_a_job_it_can_be_repeated(
    problem: tw.ExactCover, engine: str, most: int, patience: int
) -> None:
    """It may have been stopped after steps that are no nodes, and after covers they led to."""
    stage = stage_of(problem, engine if takes(engine, problem) else "links")
    for done, outcome in jobs_of(stage, most, patience):
        assert repeat(stage, done, outcome.rest) is None


@given(problems() | plain_problems(), st.integers(0, 9), st.data())
def test_another_outcome_is_told(problem: tw.ExactCover, nodes: int, data: st.DataObject) -> None:
    stage = stage_of(problem, "links")
    packed = pack_starts([stage.start], stage.start)
    outcome = explore(stage, JobOrder(0, packed, nodes=nodes), "test")
    rest = digest_of_rest(outcome.rest)
    did = (outcome.counters, outcome.found, rest, None, "", 0, 0)
    done = DoneJob(Job(0, FIRST, 1, 1, packed), *did, covers=outcome.covers)
    assert repeat(stage, done, outcome.rest) is None
    if outcome.rest:
        left = list(outcome.rest)
        del left[data.draw(st.integers(0, len(left) - 1))]
        whole = explore(stage, JobOrder(0, pack_starts(outcome.rest, stage.start)), "test")
        less = explore(stage, JobOrder(0, pack_starts(left, stage.start)), "test")
        if less.counters != whole.counters:  # or else nothing was there
            assert repeat(stage, done, left) is not None


def test_a_step_that_is_no_node() -> None:
    """Leaving an optional item empty: the clock may stop a job after it, no limit can."""
    problem = from_options([["a"], ["b"]], primary=["a", "b"], bounds={"b": (0, 1)})
    stage = stage_of(problem, "links")
    further = 0
    for most in (1, 2):
        for done, outcome in jobs_of(stage, most, patience=9):
            assert repeat(stage, done, outcome.rest) is None
            again = explore(stage, JobOrder(0, done.job.starts, nodes=done.counters.nodes), "test")
            further += (again.found, len(again.rest)) != (outcome.found, len(outcome.rest))
    assert further
