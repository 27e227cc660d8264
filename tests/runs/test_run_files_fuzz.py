"""Run files with something wrong in them give the right answer or an error, never another number.

Whatever tells numbers is asked each time: what `runs show`, `resume`, `runs merge`, `runs verify`
and `runs export` do, and what the browser reads.
"""

import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.runs.making import covers_of, folder, store
from tests.runs.mutations import MUTATIONS, rewritten
from tilewright.cli.commands.runs import _entry as shown
from tilewright.execution import make_model, make_plan
from tilewright.execution.job import JobOrder, explore
from tilewright.export.stored import StoredSolutions, stored_solution_count
from tilewright.export.writers import export
from tilewright.formats import parse_puzzle
from tilewright.runs import Forecast, Part, Run, create_run, merge, open_run, verify
from tilewright.runs import run as run_module

DOMINOES = parse_puzzle(
    """
lattice = "square"

[board]
box = [4, 4]

[[pieces]]
count = 8
drawing = "AA"
""",
    "dominoes.toml",
)
NODES = 25  # of a job
PATIENCE = 20.0  # seconds for one file: it takes some milliseconds
FEW, MANY = 350, 20_000


@dataclass(frozen=True)
class Base:
    """A run file that is right, and what is true of it."""

    name: str
    data: bytes
    now: Any  # all its numbers
    end: Any  # the same when it has been resumed to its end
    others: tuple[Path, ...] = ()  # the other parts, to be merged with
    merged: Any = None  # the numbers of all parts together, resumed


def numbers(run: Run) -> Any:
    counts = (run.solutions, run.found, run.counts, run.complete, run.done, len(run.open))
    return counts, run.counters, run.about.parts, run.about.of, covers_of(run)


def work(run: Run, jobs: int = 1 << 30) -> None:
    """Go on with a run, job by job."""
    while run.open and jobs:
        jobs -= 1
        job = run.open.pop(0)
        stage = run.plan.stages[job.stage]
        outcome = explore(stage, JobOrder(job.stage, job.starts, nodes=NODES), "test")
        rest = outcome.rest
        store(run, job, outcome, [some for some in (rest[:-2], rest[-2:-1], rest[-1:]) if some])


def finished(path: Path) -> Any:
    """The numbers in the end; jobs may be cut elsewhere then, which does not matter."""
    with open_run(path, write=True) as run:
        run.file.begin_session("1 thread", "test")
        work(run)
        counts, *others = numbers(run)
        return counts[:4], others


@pytest.fixture(scope="module")
def bases() -> Iterator[list[Base]]:
    """Counts and listings, finished and half-done, whole and in parts, new and old."""
    with folder() as where, pytest.MonkeyPatch.context() as patch:
        # The same puzzle again and again: that it is read and encoded is not the point.
        models, plans = cache(make_model_of), cache(make_plan)
        patch.setattr(run_module, "parse_puzzle", lambda text, _: text)
        patch.setattr(run_module, "run_model", models)
        patch.setattr(run_module, "make_plan", plans)
        patch.setattr("tilewright.runs.verification.MOST_ON_BOARD", 1)
        found = []
        for task in ("count", "solve"):
            for jobs in (1 << 30, 3):
                found += made(where, task, jobs)
        yield found


def make_model_of(puzzle: Any) -> Any:
    return make_model(parse_puzzle(puzzle, "it") if isinstance(puzzle, str) else puzzle)


def made(where: Path, task: str, jobs: int) -> Iterator[Base]:
    name = f"{task}-{jobs}"
    paths = [where / f"{name}-{k}-of-2.run" for k in (1, 2)]
    for number, path in enumerate([where / f"{name}.run", *paths]):
        part = Part(number, 2) if number else Part()
        with create_run(path, DOMINOES, task=task, engine="links", part=part) as run:
            run.file.begin_session("1 thread", "test")
            work(run, jobs)
    whole = true(where, where / f"{name}.run")
    yield whole
    yield Base(f"{name} old", as_of_before(whole.data), whole.now, whole.end)
    merge(paths, where / f"{name}-all.run").close()
    merged = finished(where / f"{name}-all.run")
    part = true(where, paths[0])
    yield Base(part.name, part.data, part.now, part.end, (paths[1],), merged)


def true(where: Path, path: Path) -> Base:
    data = path.read_bytes()
    with open_run(path) as run:
        now = numbers(run)
    copy = where / "copy.run"
    copy.write_bytes(data)
    end = finished(copy)
    copy.unlink()
    return Base(path.stem, data, now, end)


def as_of_before(data: bytes) -> bytes:
    """The file as a Tilewright wrote it that knew no sums."""

    def change(db: sqlite3.Connection) -> None:
        db.execute("DROP TABLE seal")
        db.execute("PRAGMA user_version = 2")

    return rewritten(data, change)


class Judge:
    """Asks a file all that can be asked, and counts what became of it."""

    def __init__(self, where: Path) -> None:
        self._where = where
        self.tally: Counter[tuple[str, str]] = Counter()
        self.slowest = 0.0

    def look(self, kind: str, base: Base, data: bytes, chance: random.Random | None = None) -> None:
        """Ask all questions; of a file that can be shown, some drawn by chance, as they take long.

        One that is refused is soon through with the others, too.
        """
        began = time.monotonic()
        first, *others = QUESTIONS
        right = self._asked(first, base, data)
        some = chance.sample(others, 2) if chance and right else others
        answers = [right, *(self._asked(question, base, data) for question in some)]
        self.slowest = max(self.slowest, time.monotonic() - began)
        verdict = "refused" if True not in answers else "right"
        if verdict == "right" and False in answers:
            verdict = "right or refused"
        self.tally[kind, verdict] += 1

    def _asked(self, question: Any, base: Base, data: bytes) -> bool | None:
        """Was it answered rightly?  False if it was refused, None if it does not apply."""
        for file in self._where.iterdir():
            file.unlink()
        path = self._where / "a.run"
        path.write_bytes(data)
        try:
            answer: bool | None = question(base, path)
        except tw.TilewrightError:
            return False
        return answer


def of_another_time(base: Base, run: Run) -> bool:
    """Where there are no sums, jobs of the same run may be open again, or done already.

    Then they will be done again, or all is done.
    """
    counts, *others = numbers(run)
    return base.name.endswith("old") and (not run.complete or (counts[:4], others) == base.end)


def show(base: Base, path: Path) -> bool:
    with open_run(path) as run:
        told = shown(run, Forecast(run).refine(run.open, 0))
        found = numbers(run)
        assert told["solutions"] == found[0][0]
        assert found == base.now or of_another_time(base, run)
    return True


def resume(base: Base, path: Path) -> bool:
    assert finished(path) == base.end
    with open_run(path) as run:  # as it is left
        counts, *others = numbers(run)
    assert (counts[:4], others) == base.end
    return True


def check(base: Base, path: Path) -> bool:
    with open_run(path, check=False) as run:
        report = verify(run, sample=1)
        if not report.ok:
            return False
        assert numbers(run) == base.now or of_another_time(base, run)
    return True


def put_together(base: Base, path: Path) -> bool | None:
    if not base.others:
        return None
    to = path.with_name("all.run")
    merge([path, *base.others], to).close()
    assert finished(to) == base.merged
    return True


def write_out(base: Base, path: Path) -> bool | None:
    covers = base.now[-1]
    if not covers:
        return None
    with open_run(path) as run:
        to = path.with_name("a.txt")
        written = export(run.model, run.blocks, to)  # type: ignore[arg-type]
        assert written == len(covers) or of_another_time(base, run)
        assert covers_of(run) == covers or of_another_time(base, run)
    return True


def read_pages(base: Base, path: Path) -> bool | None:
    covers = base.now[-1]
    if not covers:
        return None
    kept = StoredSolutions(path)
    some = kept.take(1, 1000)
    assert kept.total() == len(some)
    assert len(some) == len(covers) or base.name.endswith("old")
    return True


def ask_how_many(base: Base, path: Path) -> bool:
    assert stored_solution_count(path) == len(base.now[-1]) or base.name.endswith("old")
    return True


QUESTIONS = (show, resume, check, put_together, write_out, read_pages, ask_how_many)


def changed(bases: list[Base], kind: str, chance: random.Random) -> tuple[Base, bytes]:
    """A file, and what became of it; sometimes a second thing happens to it."""
    while True:
        base, other = chance.choice(bases), chance.choice(bases)
        data = MUTATIONS[kind](base.data, other.data, chance)
        if data and chance.random() < 0.1:
            data = MUTATIONS["bytes"](data, other.data, chance)
        if data != base.data:
            return base, data


def fuzz(bases: list[Base], times: int, seed: int) -> Judge:
    chance = random.Random(seed)
    with ExitStack() as held:
        judge = Judge(held.enter_context(folder()))
        for number in range(times):
            kind = chance.choice(list(MUTATIONS))
            base, data = changed(bases, kind, chance)
            try:
                judge.look(kind, base, data, chance)
            except Exception as error:
                error.add_note(f"mutation {number} of seed {seed}: {kind} of {base.name}")
                raise
        assert judge.slowest < PATIENCE
    return judge


def test_files_that_are_right_are_taken_for_right(bases: list[Base]) -> None:
    with folder() as where:
        judge = Judge(where)
        for base in bases:
            judge.look(base.name, base, base.data)
        assert {verdict for _, verdict in judge.tally} == {"right"}


def test_some_hundred_damaged_files(bases: list[Base]) -> None:
    judge = fuzz(bases, FEW, seed=23)
    assert sum(judge.tally.values()) == FEW


@pytest.mark.slow
def test_twenty_thousand_damaged_files(
    bases: list[Base], capsys: pytest.CaptureFixture[str]
) -> None:
    judge = fuzz(bases, MANY, seed=2023)
    with capsys.disabled():
        print(f"\nthe slowest took {judge.slowest:.2f} s")
        for (kind, verdict), times in sorted(judge.tally.items()):
            print(f"{times:7,} {kind}: {verdict}")


def test_a_row_from_another_time_is_noticed(bases: list[Base], tmp_path: Path) -> None:
    """A job that is done is taken back as it was, and so it would be done twice."""
    base = next(base for base in bases if base.name == "count-3")

    def change(db: sqlite3.Connection) -> None:
        db.execute("UPDATE jobs SET done = 0 WHERE id = (SELECT min(id) FROM jobs)")

    path = tmp_path / "a.run"
    path.write_bytes(rewritten(base.data, change))
    with pytest.raises(tw.TilewrightError, match="checksum"), closing(open_run(path)):
        pass
