"""What is asked, and what will be searched for it: one planner for all answers."""

from tilewright.plan.make import make_plan
from tilewright.plan.model import Model, make_model
from tilewright.plan.plan import Burnside, Counts, Plan, Stage
from tilewright.plan.request import Request

__all__ = ["Burnside", "Counts", "Model", "Plan", "Request", "Stage", "make_model", "make_plan"]
