"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.figures import FIGURE
from tilewright.papers.tasks.printed import PRINTED
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.sticks import CROSSING, STRAIGHT
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "crossing sticks": CROSSING,
    "figure": FIGURE,
    "printed": PRINTED,
    "search": SEARCH,
    "straight sticks": STRAIGHT,
}
