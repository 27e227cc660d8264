"""Searches stored in a file: stopped, resumed, shared by many workers, merged, verified."""

from tilewright.execution import Workers
from tilewright.execution.executor import Executor
from tilewright.runs.forecast import Forecast, Prospect
from tilewright.runs.lock import RunBusyError
from tilewright.runs.run import (
    Run,
    begin_run,
    create_run,
    merge,
    open_run,
    require_same,
    resume,
    run_model,
)
from tilewright.runs.scheduling import WHOLE, Part
from tilewright.runs.schema import RunError
from tilewright.runs.verification import Report, verify
from tilewright.runs.workers import ProcessWorkers, ThreadWorkers

__all__ = [
    "WHOLE",
    "Executor",
    "Forecast",
    "Part",
    "ProcessWorkers",
    "Prospect",
    "Report",
    "Run",
    "RunBusyError",
    "RunError",
    "ThreadWorkers",
    "Workers",
    "begin_run",
    "create_run",
    "merge",
    "open_run",
    "require_same",
    "resume",
    "run_model",
    "verify",
]
