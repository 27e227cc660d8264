"""How long it takes to begin: importing the package, and a small count in the shell."""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from process import BenchmarkError
from tables import markdown
from targets import Target

__all__ = ["measure_startup", "startup_table", "startup_targets"]

_SHELL = Path(sys.executable).with_name("tilewright")

# Name: command, and the wall seconds wanted.
_COMMANDS: dict[str, tuple[list[str], float | None]] = {
    "python -c pass": ([sys.executable, "-c", "pass"], None),
    "import tilewright": ([sys.executable, "-c", "import tilewright"], 0.12),
    "tilewright count soma": ([str(_SHELL), "count", "soma"], 0.28),
}

Figures = dict[str, float]


def measure_startup(rounds: int) -> dict[str, Figures]:
    """Wall and CPU seconds of whole processes, the interpreter's own start included; medians."""
    for command, _ in _COMMANDS.values():
        _once(command)  # files come from memory from now on
    figures = {}
    for name, (command, _) in _COMMANDS.items():
        times = [_once(command) for _ in range(rounds)]
        figures[name] = {field: median(t[field] for t in times) for field in times[0]}
    return figures


def startup_table(figures: dict[str, Figures]) -> str:
    """One line for each command."""
    table = [["command", "wall s", "user s", "system s"]]
    for name, f in figures.items():
        table.append([f"`{name}`", *(f"{f[field]:.3f}" for field in ("wall", "user", "system"))])
    return markdown(table)


def startup_targets(figures: dict[str, Figures]) -> list[Target]:
    """Whether it begins soon enough."""
    return [
        Target(
            f"`{name}` takes at most {wanted:g} s wall, Python's own start included",
            f"{figures[name]['wall']:.3f} s (user {figures[name]['user']:.3f} s)",
            figures[name]["wall"] <= wanted,
        )
        for name, (_, wanted) in _COMMANDS.items()
        if wanted is not None
    ]


def _once(command: list[str]) -> Figures:
    began = time.perf_counter()
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(program.pid, 0)
    wall = time.perf_counter() - began
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode:
        raise BenchmarkError(f"{' '.join(command[1:])} failed: exit status {program.returncode}")
    return {"wall": wall, "user": used.ru_utime, "system": used.ru_stime}
