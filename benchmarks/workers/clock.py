"""The part that all workers share: a job as JSON on stdin, CPU seconds as one JSON line on stdout.

Workers run in environments that have neither Tilewright nor numpy, so this needs nothing but
Python.  What is timed goes from lists of integers (or from a puzzle that has been loaded) to the
last solution: building the solver's own data structures is part of it.
"""

import json
import math
import resource
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from held import STATUS, megabytes

Problem = Any  # a dict of primary, secondary, options; or what `prepare` makes of one
Job = dict[str, Any]  # mode, engine, problems


@dataclass(frozen=True)
class Found:
    """What a solver tells: solutions, and if it can, nodes and the engine that was chosen."""

    solutions: int
    nodes: int | None = None
    engine: str | None = None


Solve = Callable[[Problem, Job], Found]


class UnsupportedError(Exception):
    """The solver cannot take the problem; the text says why."""


def work(
    package: str,
    solve: Solve,
    prepare: Callable[[dict[str, Any]], Problem] = lambda problem: problem,
) -> None:
    """Do the job that is waiting on stdin, after one of another kind to warm up, if there is one.

    `prepare` is not on the clock.  It, or `solve`, may raise UnsupportedError.
    """
    request = json.load(sys.stdin)
    report: dict[str, Any] = {"version": version(package)}
    if warm_up := request["warm_up"]:
        with suppress(UnsupportedError):
            for problem in warm_up["problems"]:
                solve(prepare(problem), warm_up)
    try:
        problems = [prepare(problem) for problem in request["job"]["problems"]]
        _limit(request["cpu_limit"])
        start = _cpu_seconds()
        found = [solve(problem, request["job"]) for problem in problems]
        report["seconds"] = _cpu_seconds() - start
        report["solutions"] = [one.solutions for one in found]
        if nodes := [one.nodes for one in found if one.nodes is not None]:
            report["nodes"] = sum(nodes)
        if engines := {one.engine for one in found if one.engine is not None}:
            report["engine"] = ", ".join(sorted(engines))
        if STATUS.exists():
            report["peak_mb"] = megabytes("VmHWM")
    except UnsupportedError as reason:
        report["unsupported"] = str(reason)
    print(json.dumps(report))


def _cpu_seconds() -> float:
    """CPU time of this process; where it is limited, time.process_time() moves in steps of 4 ms."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _limit(seconds: float) -> None:
    """Have the system end this process (SIGXCPU) after so many more seconds of CPU time."""
    limit = math.ceil(_cpu_seconds() + seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
