"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.comparing import COMPARE
from tilewright.papers.tasks.estimating import ESTIMATE
from tilewright.papers.tasks.hybrid import HYBRID
from tilewright.papers.tasks.matrices import MATRIX, SPELLING
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values
from tilewright.papers.tasks.words import WORD_SQUARES

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "compare": COMPARE,
    "estimate": ESTIMATE,
    "hybrid": HYBRID,
    "matrix": MATRIX,
    "search": SEARCH,
    "spelling": SPELLING,
    "word squares": WORD_SQUARES,
}
