"""Other programs, run to their end."""

import os
import signal
import subprocess

__all__ = ["BenchmarkError", "OutOfTimeError", "run"]


class BenchmarkError(Exception):
    """A solver gave a wrong answer, or a program failed."""


class OutOfTimeError(BenchmarkError):
    """A program used up the CPU seconds it was given."""


def run(purpose: str, command: list[str], text: str = "", **variables: str) -> str:
    """What a program writes when it is given a text to read; an error quotes its last words.

    `variables` are added to the environment.
    """
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )
    if done.returncode == -signal.SIGXCPU:
        raise OutOfTimeError(f"{purpose}: out of time")
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise BenchmarkError(f"{purpose}: {said[-1]}")
    return done.stdout
