"""Jobs of the papers: done within a budget, stored, resumed, and none of them computed twice."""

import json
import multiprocessing
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from papers import (
    Chapter,
    Claim,
    Finding,
    Job,
    PapersError,
    Recomputing,
    Store,
    chapters,
)
from papers.crew import Crew, Order, Report
from papers.fingerprints import fingerprint
from papers.tasks import TASKS, Pace
from papers.tasks.searching import SEARCH
from papers.verdicts import judge
from tests.texts import raises_text
from tilewright.cover.examples import queens
from tilewright.engines import Figure as Guess


def claim(key: str, published: Any, **more: Any) -> Claim:
    return Claim(source="s", place="p", quantity=key, key=key, published=published, **more)


def job(*example: str, seconds: float = 1.0, claims: tuple[Claim, ...] = ()) -> Job:
    return Job(
        name=" ".join(example),
        subject=" ".join(example),
        task="search",
        given={"example": list(example)},
        seconds=seconds,
        claims=claims,
    )


def chapter(*jobs: Job) -> Chapter:
    return Chapter(name="c", section="knuth", title="t", about="a", sources={"s": "S"}, jobs=jobs)


EIGHT = job("queens", "8", claims=(claim("solutions", 92), claim("nodes_with_root", 1049)))
HUGE = job("queens", "24", seconds=1e6, claims=(claim("solutions", 227514171973736),))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "papers.run") as opened:
        yield opened


class TestVerdicts:
    def test_same_and_different(self) -> None:
        finding = Finding(values={"n": 5, "levels": [1, 2], "share": 0.1 + 0.2})
        said = [
            judge(EIGHT, claim(key, published), finding).verdict
            for key, published in [("n", 5), ("n", 6), ("levels", [1, 2]), ("levels", [1, 3])]
        ]
        assert said == ["same", "different", "same", "different"]
        assert judge(EIGHT, claim("share", 0.3), finding).verdict == "same"
        assert judge(EIGHT, claim("n", None), finding).verdict == "not printed"

    def test_rough_numbers_have_bounds(self) -> None:
        rough = claim("n", "about a hundred", within=(90, 110))
        assert judge(EIGHT, rough, Finding(values={"n": 93})).verdict == "same"
        assert judge(EIGHT, rough, Finding(values={"n": 111})).verdict == "different"

    def test_nothing_is_the_same_uncomputed(self) -> None:
        guess = Guess(92.0, 92.0, 92.0, 0.0)
        for finding in (Finding(), Finding(guesses={"solutions": guess})):
            judged = judge(EIGHT, EIGHT.claims[0], finding)
            assert judged.verdict == "not computed"
            assert judged.computed is None
        assert judged.guess == guess

    def test_why_is_told_with_the_numbers(self) -> None:
        off = claim("n", 200, why="{computed} is {ratio} of {published}")
        judged = judge(EIGHT, off, Finding(values={"n": 1500}))
        assert judged.why == "1,500 is 7.5 of 200"
        assert judged.explained
        assert not judge(EIGHT, claim("n", 200), Finding(values={"n": 1500})).explained
        assert judge(EIGHT, off, Finding(values={"n": 200})).why == ""


class TestSearchTask:
    @pytest.mark.parametrize("threads", [1, 2])
    def test_leaving_and_going_on_is_never_having_left(self, threads: int) -> None:
        given = {"cases": [{"example": ["queens", "12"]}, {"example": ["queens-by-rank", "12"]}]}
        whole = SEARCH.compute(given, Pace()).values
        assert whole is not None
        calls, saved = 0, None
        while True:
            pace = Pace(threads=threads, deadline=time.monotonic() + 0.01 * 1.2**calls)
            outcome = SEARCH.compute(given, pace, saved)
            calls += 1
            if outcome.values is not None:
                break
            saved = json.loads(json.dumps(outcome.saved))
        assert outcome.values == whole
        assert calls > 1
        assert whole["solutions"] == 2 * 14200

    def test_it_counts_what_the_search_counts(self) -> None:
        counters = tw.engines.search(queens(6), engine="links").run()
        values = SEARCH.compute({"example": ["queens", "6"]}, Pace()).values
        assert values is not None
        assert values["nodes_with_root"] - 1 == values["nodes"] == counters.nodes
        assert values["inner_nodes"] == 1 + counters.nodes - counters.solutions
        assert values["updates_per_level"] == list(counters.updates_per_level)

    def test_guesses_hold_the_truth(self) -> None:
        given = {"cases": [{"example": ["queens", "8"]}, {"example": ["queens", "9"]}]}
        whole = SEARCH.compute(given, Pace()).values
        assert whole is not None
        guesses = SEARCH.guess(given, Pace(deadline=time.monotonic() + 1))
        for name in ("solutions", "nodes", "updates"):
            guess = guesses[name]
            assert guess.high is not None
            assert 0.9 * guess.low <= whole[name] <= 1.1 * guess.high


class TestStore:
    def test_results_come_back(self, store: Store) -> None:
        store.keep_result("f", "job", {"n": [1, 2]}, 1.5)
        found = store.result("f")
        assert found == Finding(values={"n": [1, 2]}, seconds=1.5, earlier=True)
        assert store.result("g") is None

    def test_what_was_tampered_with_is_not_believed(self, store: Store) -> None:
        store.keep_result("f", "job", {"n": 1}, 1.0)
        store.keep_rest("g", "job", {"left": 1}, 1.0)
        with sqlite3.connect(store.path) as base:
            base.execute("UPDATE results SET found = replace(found, '1', '2')")
            base.execute("UPDATE rests SET saved = replace(saved, '1', '2')")
        assert store.result("f") is None
        assert store.rest("g") == (None, 0.0)

    def test_a_result_under_another_fingerprint_is_not_believed(self, store: Store) -> None:
        store.keep_result("f", "job", {"n": 1}, 1.0)
        with sqlite3.connect(store.path) as base:
            base.execute("UPDATE results SET fingerprint = 'g'")
        assert store.result("g") is None

    def test_it_is_made_once_where_several_open_it_together(self, tmp_path: Path) -> None:
        """In some of these folders two of them find no file, and both begin to make one."""
        for number in range(10):
            start = threading.Barrier(6)
            path = tmp_path / str(number) / "papers.run"

            def use(name: int, start: threading.Barrier = start, path: Path = path) -> None:
                start.wait()
                with Store(path) as opened:
                    opened.keep_result(str(name), "j", {"a": name}, 1.0)

            with ThreadPoolExecutor(6) as crowd:
                list(crowd.map(use, range(6)))
            with Store(path) as opened:
                assert all(opened.result(str(name)) for name in range(6))

    def test_other_files_are_left_alone(self, tmp_path: Path) -> None:
        text, database = tmp_path / "text", tmp_path / "database"
        text.write_text("not a database, but long enough to look like one" * 50)
        with sqlite3.connect(database) as base:
            base.execute("CREATE TABLE mine (x)")
        for path, words in ((text, "no file of"), (database, "not one of"), (tmp_path, "unable")):
            with pytest.raises(PapersError, match=words):
                Store(path)
        assert text.read_text().startswith("not a database")


class TestRecomputing:
    def test_computed_then_taken_from_the_file(self, store: Store) -> None:
        first = Recomputing([chapter(EIGHT)], store, threads=1)
        first.work(60)
        assert [(one.verdict, one.earlier) for one in first.judged] == [("same", False)] * 2
        second = Recomputing([chapter(EIGHT)], store, threads=1)
        assert [(one.verdict, one.earlier) for one in second.judged] == [("same", True)] * 2
        assert second.unfinished == []
        fresh = Recomputing([chapter(EIGHT)], store, threads=1, fresh=True)
        assert {one.verdict for one in fresh.judged} == {"not computed"}

    @pytest.mark.alone
    def test_what_does_not_fit_is_kept_and_guessed(self, store: Store) -> None:
        work = Recomputing([chapter(HUGE, EIGHT)], store, threads=2)
        work.work(10)
        huge, *eight = work.judged
        assert [one.verdict for one in eight] == ["same", "same"]
        assert huge.verdict == "not computed"
        assert huge.guess is not None
        assert huge.guess.mean > 1e12
        saved, seconds = store.rest(fingerprint(HUGE))
        assert saved["rest"]
        assert seconds > 0
        later = Recomputing([chapter(HUGE)], store, threads=2)
        assert later.judged[0].guess == huge.guess

    def test_one_job_that_fails_does_not_stop_the_others(self, store: Store) -> None:
        wrong = job("queens", "no number")
        work = Recomputing([chapter(wrong, EIGHT)], store, threads=2)
        work.work(60)
        assert set(work.errors) == {wrong.name}
        assert "expected a whole number" in work.errors[wrong.name]
        assert [one.verdict for one in work.judged] == ["same", "same"]

    def test_who_was_killed_while_idle_is_replaced(self) -> None:
        with Crew(1) as crew:
            (worker,) = multiprocessing.active_children()
            worker.kill()
            worker.join()
            crew.give(Order(job=EIGHT, seconds=60.0))
            reports: list[Report] = []
            while not reports:
                reports += crew.reports(1.0)
        assert reports[0].outcome is not None
        assert reports[0].outcome.values is not None
        assert reports[0].outcome.values["solutions"] == 92

    def test_guesses_end_with_the_budget(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given: list[Order] = []
        before = Crew.give

        def give(crew: Crew, order: Order) -> None:
            given.append(order)
            before(crew, order)
            time.sleep(1.2)  # as long as if it took its time

        monkeypatch.setattr(Crew, "give", give)
        many = [job("queens", str(n), seconds=1e6) for n in range(24, 34)]
        work = Recomputing([chapter(*many)], store, threads=1)
        work._crew = Crew(1)
        with work._crew:
            work._guess(many, time.monotonic() + 2)
        assert 1 <= len(given) <= 2

    def test_values_that_lack_a_claim_are_none(self, store: Store) -> None:
        store.keep_result(fingerprint(EIGHT), EIGHT.name, {"solutions": 92}, 1.0)
        work = Recomputing([chapter(EIGHT)], store, threads=1)
        assert [one.verdict for one in work.judged] == ["not computed"] * 2
        odd = job("queens", "4", claims=(claim("moves", 7),))
        work = Recomputing([chapter(odd)], store, threads=1)
        work.work(60)
        assert work.errors == {odd.name: "it does not tell all that is claimed"}
        assert [one.verdict for one in work.judged] == ["not computed"]

    def test_another_program_or_another_question_has_another_fingerprint(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = fingerprint(EIGHT)
        assert fingerprint(job("queens", "9")) != before
        assert fingerprint(job("queens", "8", seconds=7.0)) == before
        monkeypatch.setattr("papers.fingerprints.program_digest", lambda: "other")
        assert fingerprint(EIGHT) != before


def test_the_manifest_is_sound() -> None:
    jobs = [job for chapter in chapters() for job in chapter.jobs]
    assert {job.task for job in jobs} <= set(TASKS)
    names = [job.name for job in jobs]
    pictures = [figure.name for job in jobs for figure in job.figures]
    assert len(names) == len(set(names))
    assert len(pictures) == len(set(pictures))
    for chapter in chapters():
        assert {claim.source for job in chapter.jobs for claim in job.claims} <= set(
            chapter.sources
        )
        for claim in (claim for job in chapter.jobs for claim in job.claims):
            assert claim.place
            assert claim.within is None or isinstance(claim.published, str)


def test_sections() -> None:
    assert {chapter.section for chapter in chapters("knuth")} == {"knuth"}
    with raises_text(tw.TilewrightError):
        chapters("poetry")
