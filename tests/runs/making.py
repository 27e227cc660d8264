"""Runs for tests: begun, resumed in any way, and compared with a search without a file."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import tilewright as tw
from tests.puzzle_strategies import puzzles, symmetric_puzzles
from tilewright.engines import Counters
from tilewright.execution import Plan
from tilewright.execution.job import Job, JobOrder, JobResult, explore, pack_starts
from tilewright.faults import find_faults
from tilewright.runs import Executor, Run, ThreadWorkers, create_run

Found = list[tuple[int, ...]]

any_puzzle = puzzles() | symmetric_puzzles()
Task = tuple[str, str | None]  # and up to what; a count with None tells three numbers
tasks = st.sampled_from(
    [(task, up_to) for task in ("count", "solve") for up_to in ("nothing", "rotation", "symmetry")]
    + [("count", None), ("count", None)]
)
searching = st.sampled_from(["links", "anchor", "bits"])  # by engines that can be divided


def asked_for(numbers: dict[str, int], task: Task) -> dict[str, int]:
    """Those of the three numbers that a count of this task tells."""
    return numbers if task[1] is None else {task[1]: numbers[task[1]]}


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder for each example of a law; in memory, if there is such a place."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as name:
        yield Path(name)


def few_solutions(puzzle: tw.Puzzle, most: int = 200) -> None:
    """Go on only if the puzzle is sound, and has so few solutions."""
    assume(not any(fault.serious for fault in find_faults(puzzle)))
    found = tw.engines.search(
        tw.encoding.encode(puzzle).problem, max_solutions=most, max_nodes=5000
    )
    found.run()
    assume(found.finished)


def drive(run: Run, threads: int = 2) -> None:
    """Have everything done."""
    workers = ThreadWorkers(run.plan.stages, threads)
    try:
        run.file.begin_session(workers.name, "test")
        assert Executor(run, workers).drive()
    finally:
        workers.close()


def finished_run(path: Path, puzzle: tw.Puzzle, **how: object) -> Path:
    with create_run(path, puzzle, **how) as run:  # type: ignore[arg-type]
        drive(run)
    return path


def in_pieces(run: Run, choose: st.DataObject, most_nodes: int = 6) -> None:
    """Do all jobs, in an order, with an amount of work, and with a division of the rest by chance.

    Jobs that do nothing are allowed: they leave what they were given.
    """
    while run.open:
        job = run.open.pop(choose.draw(st.integers(0, len(run.open) - 1)))
        stage = run.plan.stages[job.stage]
        nodes = choose.draw(st.none() | st.integers(0, most_nodes))
        outcome = explore(stage, JobOrder(job.stage, job.starts, nodes=nodes), "test")
        rest = list(outcome.rest)
        cuts = choose.draw(st.sets(st.integers(1, max(1, len(rest) - 1)), max_size=3))
        bounds = [0, *sorted(cut for cut in cuts if cut < len(rest)), len(rest)]
        store(run, job, outcome, [rest[a:b] for a, b in pairwise(bounds)] if rest else [])


def store(
    run: Run, job: Job, outcome: JobResult, rests: Sequence[Sequence[tw.cover.Subtree]]
) -> None:
    start = run.plan.stages[job.stage].start
    run.record([(job, outcome, [pack_starts(rest, start) for rest in rests])])


def covers_of(run: Run) -> Found:
    return [cover for options, ends in run.blocks() for cover in cut(options, ends)]


def cut(options: np.ndarray, ends: np.ndarray) -> Found:
    stops = [0, *ends.tolist()]
    return [tuple(options[a:b].tolist()) for a, b in pairwise(stops)]


def in_one_go(plan: Plan) -> tuple[Found, Counters, list[int]]:
    """The covers kept, the counters, and what each stage found, without a file or jobs."""
    covers: Found = []
    counters = Counters()
    numbers = []
    for stage in plan.stages:
        search = tw.engines.search(
            stage.problem,
            start=stage.start,
            engine=stage.engine,
            collect=stage.collects,
            weights=stage.weights,
            **stage.options,
        )
        found: Found = []
        for batch in search:
            options, ends = np.array(batch.options), np.array(batch.ends)
            found += cut(
                *(stage.sieve.through((options, ends)) if stage.sieve else (options, ends))
            )
        covers += found if stage.lists else []
        counters += search.counters
        numbers.append(len(found) if stage.collects else search.counters.solutions)
    return covers, counters, numbers
