"""Carrying out a plan: jobs, workers, and stores for what is done."""

from tilewright.execution.executor import Executor, Store
from tilewright.execution.job import Workers
from tilewright.execution.memory import Execution

__all__ = ["Execution", "Executor", "Store", "Workers"]
