"""Searches that are kept in a file: stopped, resumed, shared by many workers, merged, verified."""

from tilewright.execution import Workers
from tilewright.execution.executor import Executor
from tilewright.runs.deal import WHOLE, Share
from tilewright.runs.forecast import Forecast, Prospect
from tilewright.runs.front import go_on
from tilewright.runs.kept import Kept
from tilewright.runs.lock import RunBusyError
from tilewright.runs.merge import merge
from tilewright.runs.run import Run, begin_run, create_run, open_run, require_same, run_model
from tilewright.runs.schema import RunError
from tilewright.runs.verify import Report, verify
from tilewright.runs.workers import ProcessWorkers, ThreadWorkers

__all__ = [
    "WHOLE",
    "Executor",
    "Forecast",
    "Kept",
    "ProcessWorkers",
    "Prospect",
    "Report",
    "Run",
    "RunBusyError",
    "RunError",
    "Share",
    "ThreadWorkers",
    "Workers",
    "begin_run",
    "create_run",
    "go_on",
    "merge",
    "open_run",
    "require_same",
    "run_model",
    "verify",
]
