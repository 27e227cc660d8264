"""The part that all workers share: a job as JSON on stdin, CPU seconds as one JSON line on stdout.

Workers run in environments that have neither Tilewright nor numpy, so this needs nothing but
Python.  What is timed goes from lists of integers to the last solution: building the solver's own
data structures is part of it.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Cover = dict[str, Any]  # primary, secondary, options
Job = dict[str, Any]  # mode, engine, covers
Solve = Callable[[Cover, Job], int]  # returns the number of solutions


def work(
    package: str,
    solve: Solve,
    unsupported: Callable[[Cover], str | None] = lambda _cover: None,
) -> None:
    """Do the job that is waiting on stdin, after one of another kind to warm up."""
    request = json.load(sys.stdin)
    warm_up, job = request["warm_up"], request["job"]
    report: dict[str, Any] = {"version": version(package)}
    reasons = [reason for cover in job["covers"] if (reason := unsupported(cover))]
    if reasons:
        report["unsupported"] = reasons[0]
    else:
        for cover in warm_up["covers"]:
            solve(cover, {**warm_up, "mode": job["mode"]})
        start = time.process_time()
        report["solutions"] = [solve(cover, job) for cover in job["covers"]]
        report["seconds"] = time.process_time() - start
    print(json.dumps(report))
