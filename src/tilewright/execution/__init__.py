"""What is asked, what is searched for it, and carrying it out: one planner, one executor."""

from tilewright.execution.executor import Executor, Store
from tilewright.execution.job import Workers
from tilewright.execution.memory import Execution
from tilewright.execution.plan import Plan, Stage
from tilewright.execution.planner import make_plan
from tilewright.execution.request import Model, Request, make_model

__all__ = [
    "Execution",
    "Executor",
    "Model",
    "Plan",
    "Request",
    "Stage",
    "Store",
    "Workers",
    "make_model",
    "make_plan",
]
