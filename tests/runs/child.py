"""What another process does to a run, for tests: `python -m tests.runs.child WHAT PATH`."""

import os
import resource
import sys
from pathlib import Path

import tilewright as tw
from tests.runs.making import drive
from tilewright.runs import RunError, create_run, open_run

NOBODY = 65534


def hold(path: Path) -> None:
    """Have the run open for writing until somebody says something, or kills us."""
    with open_run(path, write=True):
        print("held", flush=True)
        sys.stdin.read()


def finish(path: Path) -> None:
    """Go on with the run until it is through."""
    with open_run(path, write=True) as run:
        drive(run)
    print("finished")


def without_rights(path: Path) -> None:
    """Try to read and to write as somebody who may not write there."""
    if os.getuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    with open_run(path) as run:
        print(f"read {run.done} jobs")
    for what in (lambda: open_run(path, write=True), lambda: create_run(f"{path}2", SOMA)):
        try:
            what().close()
        except RunError as error:
            print(error)


def without_room(path: Path) -> None:
    """Go on, or begin, where files cannot become larger than the run is."""
    size = path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        with open_run(path, write=True) as run:
            drive(run)
    except RunError as error:
        print(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, size))
    try:
        create_run(f"{path}2", SOMA).close()
    except RunError as error:
        print(error)


SOMA = tw.load("soma")

if __name__ == "__main__":
    {
        "hold": hold,
        "finish": finish,
        "without-rights": without_rights,
        "without-room": without_room,
    }[sys.argv[1]](Path(sys.argv[2]))
