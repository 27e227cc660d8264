"""Other programs, run to their end."""

import os
import subprocess

__all__ = ["BenchmarkError", "run"]


class BenchmarkError(Exception):
    """A solver gave a wrong answer, or a program failed."""


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
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise BenchmarkError(f"{purpose}: {said[-1]}")
    return done.stdout
