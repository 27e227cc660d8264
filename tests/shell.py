"""Runs the `tilewright` command as a user runs it: in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

COMMAND = str(Path(sys.executable).with_name("tilewright"))


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [COMMAND, *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **environment},
    )
    assert "Traceback" not in done.stderr
    return done


def answer(*arguments: str, status: int = 0) -> Any:
    done = run(*arguments, "--json")
    assert done.returncode == status, done.stderr
    assert done.stdout.count("\n{") == 0
    return json.loads(done.stdout)
