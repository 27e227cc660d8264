"""`python -m papers` from the shell."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from papers import chapters
from papers.__main__ import papers
from tests.shell import run
from tests.texts import check_text

FIRST = "Matrix (3)"


def claims(text: str) -> list[dict[str, object]]:
    value = json.loads(text)
    assert value["task"] == "papers"
    found: list[dict[str, object]] = value["claims"]
    return found


def test_no_budget_computes_nothing(tmp_path: Path) -> None:
    call = ("--section", "knuth", "--budget", "0s", "--file", f"{tmp_path}/a.run", "--json")
    done = run(*call, tool=papers)
    assert done.returncode == 3
    assert {claim["verdict"] for claim in claims(done.stdout)} == {"not computed"}
    assert {claim["computed"] for claim in claims(done.stdout)} == {None}
    summary = json.loads(done.stdout)["summary"]
    printed = [claim for claim in claims(done.stdout) if claim["published"] is not None]
    assert summary["claims"] == summary["not_computed"] == len(printed)
    assert summary["not_printed"] == len(claims(done.stdout)) - len(printed)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--budget", "soon"),
        ("--section", "poetry"),
        ("--file", "{}"),
        ("--file", "{}/text"),
    ],
)
def test_bad_input(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "text").write_text("no database" * 100)
    done = run(*(word.format(tmp_path) for word in arguments), tool=papers)
    assert done.returncode == 2
    check_text(done.stderr)


def _wait_for(path: Path) -> None:
    """Until the file has the results of all jobs on the first subject."""
    wanted = {job.name for one in chapters("knuth") for job in one.jobs if job.subject == FIRST}
    while True:
        time.sleep(0.2)
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(path)) as base:
            found = {job for (job,) in base.execute("SELECT job FROM results")}
            if wanted <= found:
                return


@pytest.mark.alone
def test_ctrl_c_keeps_what_was_computed(tmp_path: Path) -> None:
    call = [sys.executable, "-m", "papers", "--section", "knuth", "--json"]
    call += ["--file", f"{tmp_path}/a.run"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as work:
        _wait_for(tmp_path / "a.run")
        work.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = work.communicate(timeout=60)
        took = time.monotonic() - began
    assert work.returncode == 130
    assert "Traceback" not in err
    first = [claim for claim in claims(out) if claim["subject"] == FIRST]
    assert {claim["verdict"] for claim in first} == {"same", "different"}
    assert took < 10  # a second where nothing else runs

    call = ["--section", "knuth", "--budget", "0s", "--file", f"{tmp_path}/a.run"]
    again = run(*call, tool=papers)
    assert again.returncode == 3
    assert re.search(rf"same +{re.escape(FIRST)} – rows of the solution: 1, 4, 5", again.stdout)
