"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.lattice_tables import BRANCHES, PARTS
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.stranding_walk import WALK
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "branches": BRANCHES,
    "parts": PARTS,
    "search": SEARCH,
    "stranding": WALK,
}
