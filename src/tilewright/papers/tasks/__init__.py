"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.chessboards import QUEENS_ROWS, QUEENS_STEPS
from tilewright.papers.tasks.figures import FIGURE, MATRIX, WORD_SQUARES
from tilewright.papers.tasks.printed import PRINTED
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.sticks import CROSSING, STRAIGHT
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "crossing sticks": CROSSING,
    "figure": FIGURE,
    "matrix": MATRIX,
    "printed": PRINTED,
    "queens rows": QUEENS_ROWS,
    "queens steps": QUEENS_STEPS,
    "search": SEARCH,
    "straight sticks": STRAIGHT,
    "word squares": WORD_SQUARES,
}
