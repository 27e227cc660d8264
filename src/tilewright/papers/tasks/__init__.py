"""The tasks that the manifest can ask for."""

from tilewright.papers.tasks.classes import CLASSES
from tilewright.papers.tasks.comparing import COMPARE
from tilewright.papers.tasks.estimating import ESTIMATE
from tilewright.papers.tasks.figures import FIGURE
from tilewright.papers.tasks.hybrid import HYBRID
from tilewright.papers.tasks.lattice_tables import BRANCHES, DRAWN_PUZZLE, LATTICE, PARTS
from tilewright.papers.tasks.matrices import MATRIX, SPELLING
from tilewright.papers.tasks.printed import PRINTED
from tilewright.papers.tasks.searching import SEARCH
from tilewright.papers.tasks.sticks import CROSSING, STRAIGHT
from tilewright.papers.tasks.stranding_walk import WALK
from tilewright.papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values
from tilewright.papers.tasks.words import WORD_SQUARES

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "branches": BRANCHES,
    "classes": CLASSES,
    "compare": COMPARE,
    "crossing sticks": CROSSING,
    "drawn puzzle": DRAWN_PUZZLE,
    "estimate": ESTIMATE,
    "figure": FIGURE,
    "hybrid": HYBRID,
    "lattice": LATTICE,
    "matrix": MATRIX,
    "parts": PARTS,
    "printed": PRINTED,
    "search": SEARCH,
    "spelling": SPELLING,
    "straight sticks": STRAIGHT,
    "stranding": WALK,
    "word squares": WORD_SQUARES,
}
