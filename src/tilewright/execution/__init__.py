"""What is asked, what is searched for it, and carrying it out: one planner, one executor."""

from tilewright.execution.executor import Store
from tilewright.execution.job import Workers
from tilewright.execution.memory import Execution
from tilewright.execution.plan import Model, Plan, Request, Stage, make_model, one_number
from tilewright.execution.planner import make_plan

__all__ = [
    "Execution",
    "Model",
    "Plan",
    "Request",
    "Stage",
    "Store",
    "Workers",
    "make_model",
    "make_plan",
    "one_number",
]
