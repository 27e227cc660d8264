"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.panels import FORMS, MODEL, RECTANGLES
from tilewright.papers.tasks.polygons import BOUND, FITS, JIGSAW, PIECES, STRATEGY
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "search": SEARCH,
    "jigsaw": JIGSAW,
    "lynning-bound": BOUND,
    "lynning-fits": FITS,
    "lynning-pieces": PIECES,
    "lynning-strategy": STRATEGY,
    "panel-forms": FORMS,
    "panel-model": MODEL,
    "panel-rectangles": RECTANGLES,
}
