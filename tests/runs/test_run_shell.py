"""Runs in the shell, as a user has them: begun, interrupted, killed, resumed, shown, refused."""

import json
import os
import pty
import re
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from tests.shell import COMMAND, answer, run
from tests.texts import check_text
from tilewright.cli import runs as run_progress

BEDLAM = {"solutions": 460_464, "up_to_rotation": 19_186, "up_to_symmetry": 19_186}


def begin(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def jobs_done(path: Path) -> int:
    """How many jobs are done in a run that is being worked on; 0 if there is none yet."""
    if not path.exists():
        return 0
    db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return int(db.execute("SELECT count(*) FROM jobs WHERE done = 1").fetchone()[0])
    finally:
        db.close()


def wait_for_jobs(path: Path, number: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while jobs_done(path) < number:
        assert time.monotonic() < deadline
        assert process.poll() is None, "it was through before it could be stopped"
        time.sleep(0.01)


def test_killed_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "b.run"
    process = begin("count", "bedlam", "--run", str(path), "--threads", "2")
    wait_for_jobs(path, 3, process)
    process.kill()
    process.communicate()
    assert jobs_done(path) >= 3
    value = answer("resume", str(path))
    assert {name: value[name] for name in BEDLAM} == BEDLAM
    assert value["complete"] is True
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b.run"]
    assert run("runs", "verify", str(path)).returncode == 0
    again = answer("count", "bedlam", "--run", str(path))
    assert again["nodes"] == value["nodes"]


def test_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "b.run"
    process = begin("count", "bedlam", "--run", str(path))
    wait_for_jobs(path, 1, process)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 20  # it does not go on to the end; the machine may be busy
    assert process.returncode == 130
    assert "Traceback" not in err
    assert f"tilewright resume {path}" in out
    shown = answer("runs", "show", str(path), "--seconds", "0.1")
    assert shown["complete"] is False
    assert (
        0
        < shown["fraction_explored"][1]
        <= shown["fraction_explored"][0]
        <= shown["fraction_explored"][2]
        < 1
    )
    assert shown["jobs_open"] > 0
    assert shown["sessions"][0]["ended"] is not None
    assert sum(worker["jobs"] for worker in shown["workers"].values()) == shown["jobs_done"]


def test_a_limit_of_time_and_events(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_progress, "QUIET_SECONDS", 0.3)
    monkeypatch.setattr(run_progress, "EVENTS", (0.3, 0.05))
    path = str(tmp_path / "b.run")
    stopped = run(
        *("count", "bedlam", "--engine", "links", "--run", path, "--max-seconds", "2", "--json")
    )
    assert stopped.returncode == 3
    value = json.loads(stopped.stdout)
    assert value["stopped_by"] == "limit"
    events = [json.loads(line) for line in stopped.stderr.splitlines()]
    assert len(events) > 1
    for event in events:
        assert event["event"] == "progress"
        assert (
            event["fraction_explored"][1]
            <= event["fraction_explored"][0]
            <= event["fraction_explored"][2]
        )
        assert event["seconds_left"][1] <= event["seconds_left"][0] <= event["seconds_left"][2]
    nodes = [event["nodes"] for event in events]
    assert nodes == sorted(nodes)
    assert nodes[-1] <= value["nodes"]


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    arguments = ["count", "bedlam", "--engine", "links", "--max-seconds", "2.5"]
    process = subprocess.Popen(
        [COMMAND, *arguments, "--run", str(tmp_path / "b.run")],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "160"},
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait(timeout=60) == 3
    assert re.search(rb"% done \(.* to .* %\), about .* left \(.* to .*\)", shown)


def test_processes_give_the_same(tmp_path: Path) -> None:
    value = answer("count", "scott", "--run", str(tmp_path / "s.run"), "--processes", "2")
    assert (value["solutions"], value["up_to_symmetry"]) == (520, 65)


def test_solutions_are_kept_in_order(tmp_path: Path) -> None:
    path, listed = tmp_path / "p.run", tmp_path / "p.txt"
    value = answer("solve", "pentominoes-3x20", "--run", str(path))
    assert (value["solutions"], value["up_to"]) == (2, "symmetry")
    assert run("runs", "export", str(path), "--to", str(listed)).returncode == 0
    plain = run("solve", "pentominoes-3x20", "--all", "--threads", "1").stdout
    drawn = re.findall(r"^[A-Z]{3}$", plain, re.MULTILINE)
    assert len(drawn) == 40
    assert re.findall(r"^[A-Z]{3}$", listed.read_text(), re.MULTILINE) == drawn


def test_run_names_its_file_after_the_puzzle(tmp_path: Path) -> None:
    done = subprocess.run(
        [COMMAND, "run", "soma"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert "in soma.run" in done.stdout
    assert [p.name for p in tmp_path.iterdir()] == ["soma.run"]


def test_parts_are_merged(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{k}.run") for k in (1, 2, 3)]
    for k, path in enumerate(paths, 1):
        done = run("count", "pentominoes-6x10", "--run", path, "--part", f"{k}/3")
        assert done.returncode == 0
        assert f"part {k}/3 is done" in done.stdout
    whole = str(tmp_path / "whole.run")
    assert run("runs", "merge", *paths[:2], "--to", whole + "2").returncode == 0
    assert "3" in run("runs", "show", whole + "2").stdout.split("not in this file:")[1][:5]
    merged = run("runs", "merge", *paths, "--to", whole)
    assert merged.returncode == 0, merged.stderr
    assert answer("resume", whole)["up_to_symmetry"] == 2339
    again = run("runs", "merge", *paths, "--to", whole)
    assert again.returncode == 2
    assert "there already" in again.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "scott", "--run", "{run}"],
        ["count", "soma", "--run", "{run}", "--engine", "links"],
        ["solve", "soma", "--run", "{run}"],
        ["count", "soma", "--run", "{run}", "--part", "1/2"],
        ["count", "soma", "--run", "{new}", "--part", "3/2"],
        ["count", "soma", "--run", "{new}", "--part", "all"],
        ["count", "soma", "--part", "1/2"],
        ["count", "soma", "--processes", "2"],
        ["count", "soma", "--run", "{new}", "--max-nodes", "5"],
        ["solve", "soma", "--run", "{new}", "--max-solutions", "5"],
        ["solve", "soma", "--run", "{new}", "--engine", "frontier"],
        ["count", "soma", "--run", "{new}/x/y.run"],
        ["count", "soma", "--run", "{new}", "--engine", "links", "--stranding", "sizes"],
        ["resume", "{new}"],
        ["resume", "{folder}"],
        ["resume", "{text}"],
        ["runs", "show", "{text}"],
        ["runs", "verify", "{text}"],
        ["run", "soma", "--processes", "2", "--local-cluster", "2"],
    ],
)
def test_refused(tmp_path: Path, arguments: list[str]) -> None:
    names = {"run": tmp_path / "soma.run", "new": tmp_path / "new.run", "folder": tmp_path}
    names["text"] = tmp_path / "hello.txt"
    names["text"].write_text("hello\n" * 1000)
    assert run("count", "soma", "--run", str(names["run"])).returncode == 0
    before = names["run"].read_bytes()
    done = run(*(argument.format(**names) for argument in arguments))
    assert done.returncode == 2
    check_text(done.stderr)
    assert names["run"].read_bytes() == before
    assert names["text"].read_text() == "hello\n" * 1000
    assert sorted(p.name for p in tmp_path.iterdir()) == ["hello.txt", "soma.run"]


def test_the_log_of_a_deleted_run_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "v.run"
    how = ("count", "pentominoes-6x10", "--engine", "links", "--run", str(path))
    process = begin(*how, "--part", "1/2")
    wait_for_jobs(path, 3, process)
    process.kill()
    process.communicate()
    assert Path(f"{path}-wal").exists()
    path.unlink()
    assert answer(*how)["up_to_symmetry"] == 2339
    assert sorted(p.name for p in tmp_path.iterdir()) == ["v.run"]


def test_another_name_is_no_way_around_the_lock(tmp_path: Path) -> None:
    path, link = tmp_path / "b.run", tmp_path / "link.run"
    process = begin("count", "bedlam", "--engine", "links", "--run", str(path))
    wait_for_jobs(path, 1, process)
    link.symlink_to(path)
    second = run("resume", str(link))
    process.kill()
    process.communicate()
    assert second.returncode == 2
    assert f"is being worked on by process {process.pid}" in second.stderr


def test_processes_end_with_the_one_who_hands_out(tmp_path: Path) -> None:
    path = tmp_path / "b.run"
    arguments = ("count", "bedlam", "--engine", "links", "--processes", "2", "--run", str(path))
    process = begin(*arguments)
    wait_for_jobs(path, 2, process)
    process.kill()
    # Its children hold its output open as long as they live.
    process.communicate(timeout=60)


def test_counts_are_not_exported(tmp_path: Path) -> None:
    path, out = tmp_path / "soma.run", tmp_path / "soma.csv"
    assert run("count", "soma", "--run", str(path)).returncode == 0
    done = run("runs", "export", str(path), "--to", str(out))
    assert done.returncode == 2
    assert "only counts" in done.stderr
    assert not out.exists()


def test_a_part_without_solutions_is_no_failure(tmp_path: Path) -> None:
    done = run("count", "soma", "--run", str(tmp_path / "s.run"), "--part", "7/200")
    assert done.stdout.startswith("0 solutions;")
    assert done.returncode == 0
