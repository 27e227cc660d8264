"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.comparing import COMPARE
from tilewright.papers.tasks.counting import COUNT, ESTIMATE_CLASSES, LONG_COUNT, TOTAL
from tilewright.papers.tasks.estimating import ESTIMATE
from tilewright.papers.tasks.figures import FIGURE
from tilewright.papers.tasks.hybrid import HYBRID
from tilewright.papers.tasks.matrices import MATRIX, SPELLING
from tilewright.papers.tasks.printed import PRINTED
from tilewright.papers.tasks.ranking import EDGES, RANKING
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.shapes import SHAPES_OF
from tilewright.papers.tasks.showing import SHOW
from tilewright.papers.tasks.sticks import CROSSING, STRAIGHT
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values
from tilewright.papers.tasks.tetrasticks import EXCESS, FORMS, SYMMETRIC_STICKS, TEN
from tilewright.papers.tasks.words import WORD_SQUARES

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "compare": COMPARE,
    "count together": TOTAL,
    "count": COUNT,
    "crossing sticks": CROSSING,
    "edges": EDGES,
    "estimate classes": ESTIMATE_CLASSES,
    "estimate": ESTIMATE,
    "excess": EXCESS,
    "figure": FIGURE,
    "forms": FORMS,
    "hybrid": HYBRID,
    "long count": LONG_COUNT,
    "matrix": MATRIX,
    "printed": PRINTED,
    "ranking": RANKING,
    "search": SEARCH,
    "shapes": SHAPES_OF,
    "show": SHOW,
    "spelling": SPELLING,
    "straight sticks": STRAIGHT,
    "symmetric sticks": SYMMETRIC_STICKS,
    "ten sticks": TEN,
    "word squares": WORD_SQUARES,
}
