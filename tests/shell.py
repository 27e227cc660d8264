"""Runs the `tilewright` command: in this process, which is fast, or in a process of its own.

What a command prints and how it ends is the same in both.  A process of its own is for what
depends on one: signals, pipes, terminals, folders, and how the command is loaded.
"""

import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tilewright.cli.main import main, run_command

BUSY = 10  # so many times as long a signal may take where others keep the processor
COMMAND = str(Path(sys.executable).with_name("tilewright"))


def run(
    *arguments: str, text: str = "", tool: Callable[..., int] | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in this process; an exception that it does not expect fails the test.

    `tool` is a command beside the package, instead of `tilewright`.
    """
    given, out, err = _stream(text), _stream(), _stream()
    longest = sys.get_int_max_str_digits()  # which the command changes
    with (
        patch.dict(os.environ, environment),
        patch.object(sys, "argv", [COMMAND, *arguments]),
        patch.object(sys.modules["__main__"], "__package__", ""),  # no `python -m pytest`
        patch.object(sys, "stdin", given),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        run_command(tool) if tool else main()
    sys.set_int_max_str_digits(longest)
    status = ended.value.code or 0
    assert isinstance(status, int)
    done = subprocess.CompletedProcess([COMMAND, *arguments], status, _said(out), _said(err))
    assert "Traceback" not in done.stderr, done.stderr
    return done


def run_outside(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as a user runs it: in a process of its own."""
    done = subprocess.run(
        [COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=dict(os.environ),  # without what readline, which pytest loads, says of columns
    )
    assert "Traceback" not in done.stderr
    return done


def interrupted(
    *arguments: str,
    number: signal.Signals = signal.SIGINT,
    within: float = 1.0,
    out: int = subprocess.PIPE,
) -> subprocess.CompletedProcess[str]:
    """Run the command outside and send it a signal amid its work: it must end in good time."""
    with subprocess.Popen(
        [COMMAND, *arguments], stdout=out, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 60
        while process.poll() is None and not _listens(process.pid):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(0.5)  # let it work
        assert process.poll() is None, "too short for this machine: take a longer search"
        before = _children_seconds() + _seconds(process.pid)
        os.kill(process.pid, number)
        began = time.monotonic()
        said, err = process.communicate(timeout=60)
        # On a busy machine it may be kept waiting, which is not its fault; but idle it may not be.
        waited, worked = time.monotonic() - began, _children_seconds() - before
        assert waited < within or (worked < within and waited < BUSY * within), (waited, worked)
    return subprocess.CompletedProcess(process.args, process.returncode, said, err)


def answer(*arguments: str, status: int = 0) -> Any:
    done = run(*arguments, "--json")
    assert done.returncode == status, done.stderr
    assert done.stdout.count("\n{") == 0
    return json.loads(done.stdout)


def _seconds(pid: int) -> float:
    """The processor time that a child has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children_seconds() -> float:
    """The processor time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _listens(pid: int) -> bool:
    """Whether a process has a handler for SIGTERM: Python has none, commands at work have one."""
    caught = re.search(r"^SigCgt:\s*(\w+)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert caught is not None
    return bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)


def _said(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
