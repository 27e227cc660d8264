"""Whether a count keeps to the memory that it was given: wall seconds, and the most it held."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from process import BenchmarkError
from tables import markdown
from targets import Target

__all__ = ["LARGE", "SMALL", "budget_table", "budget_targets", "measure_budgets"]

_SHELL = Path(sys.executable).with_name("tilewright")


@dataclass(frozen=True)
class Case:
    """A puzzle, how many solutions it has up to symmetry, its budget, and what is wanted."""

    puzzle: str
    answer: str  # as the shell prints it
    memory: str
    seconds: float  # wall
    gigabytes: float


SMALL = Case("dudeney", "16,146", "64M", 20, 0.17)  # the shell promises 100 MB more
LARGE = Case("one-sided-9x10", "10,440,433", "12G", 540, 13)

Figures = dict[str, float]


def measure_budgets(cases: Sequence[Case]) -> dict[Case, Figures]:
    """Wall and CPU seconds, and gigabytes held at most."""
    return {case: _measure(case) for case in cases}


def budget_table(figures: Mapping[Case, Figures]) -> str:
    """One line for each puzzle."""
    table = [["puzzle", "memory given", "GB held at most", "wall s", "CPU s"]]
    for case, f in figures.items():
        numbers = f"{f['gigabytes']:.2f}", f"{f['wall']:.1f}", f"{f['cpu']:.1f}"
        table.append([case.puzzle, case.memory, *numbers])
    return markdown(table)


def budget_targets(figures: Mapping[Case, Figures]) -> list[Target]:
    """Whether budgets are kept, in time."""
    return [
        Target(
            f"`{case.puzzle}` with {case.memory} takes at most {case.seconds:g} s and holds at "
            f"most {case.gigabytes:g} GB",
            f"{f['wall']:.1f} s, {f['gigabytes']:.2f} GB",
            f["wall"] <= case.seconds and f["gigabytes"] <= case.gigabytes,
        )
        for case, f in figures.items()
    ]


def _measure(case: Case) -> Figures:
    command = [str(_SHELL), "count", case.puzzle, "--engine", "frontier", "--threads", "2"]
    command += ["--memory", case.memory, "--quiet"]
    began = time.perf_counter()
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    said = program.stdout.read()
    _, status, used = os.wait4(program.pid, 0)
    wall = time.perf_counter() - began
    program.returncode = os.waitstatus_to_exitcode(status)
    if program.returncode or case.answer not in said:
        raise BenchmarkError(f"{case.puzzle}: {said.strip() or program.returncode}")
    gigabytes = used.ru_maxrss * 1024 / 10**9
    return {"wall": wall, "cpu": used.ru_utime + used.ru_stime, "gigabytes": gigabytes}
