"""What the sources print, computed again: every job of the manifest that takes less than a minute.

A claim without `why` must come out the same.  One with `why` must not, so that an explanation of a
difference that is gone is found.
"""

from collections import Counter
from typing import Any

import pytest

from papers import Finding, Job, chapters
from papers.tasks import TASKS, Pace
from papers.verdicts import judge

JOBS = [job for chapter in chapters() for job in chapter.jobs]
SHORT, LONG = 1.0, 60.0  # seconds


def _parameter(job: Job) -> Any:
    return pytest.param(job, id=job.name, marks=[pytest.mark.slow] if job.seconds >= SHORT else [])


@pytest.mark.parametrize("job", [_parameter(job) for job in JOBS if job.seconds < LONG])
def test_claims(job: Job) -> None:
    values = TASKS[job.task].compute(job.given, Pace()).values
    assert values is not None
    finding = Finding(values=values)
    found = [
        (c.quantity, (one := judge(job, c, finding)).verdict, one.computed) for c in job.claims
    ]
    expected = [
        "not printed" if c.published is None else "different" if c.why else "same"
        for c in job.claims
    ]
    wrong = [row for row, verdict in zip(found, expected, strict=True) if row[1] != verdict]
    assert not wrong


def test_names_of_jobs_are_unique() -> None:
    assert [name for name, times in Counter(job.name for job in JOBS).items() if times > 1] == []


def test_tasks_are_known() -> None:
    assert {job.task for job in JOBS} <= set(TASKS)


def test_sources_are_named() -> None:
    for chapter in chapters():
        named = {claim.source for job in chapter.jobs for claim in job.claims}
        assert named <= set(chapter.sources), chapter.name


@pytest.mark.parametrize("job", [pytest.param(job, id=job.name) for job in JOBS])
def test_explanations_fill_in_all_numbers(job: Job) -> None:
    """What stands in braces in a `why` is a word that is replaced."""
    for claim in job.claims:
        why = claim.why
        for word in ("computed", "published", "ratio"):
            why = why.replace(f"{{{word}}}", "")
        assert not {"{", "}"} & set(why), claim.quantity
