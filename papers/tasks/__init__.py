"""The tasks that the manifest can ask for."""

from papers.tasks.comparing import COMPARE, HYBRID
from papers.tasks.counting import COUNT, ESTIMATE_CLASSES, LONG_COUNT, TOTAL
from papers.tasks.figures import FIGURE
from papers.tasks.lattice_tables import BRANCHES, DRAWN_PUZZLE, LATTICE, PARTS
from papers.tasks.matrices import MATRIX, SPELLING
from papers.tasks.panels import MODEL, PANEL_FORMS, RECTANGLES
from papers.tasks.polygons import BOUND, FITS, JIGSAW, PIECES, STRATEGY
from papers.tasks.printed import PRINTED
from papers.tasks.ranking import EDGES, RANKING
from papers.tasks.searching import SEARCH
from papers.tasks.showing import ESTIMATE, FORMS, SHOW, WORD_SQUARES
from papers.tasks.sticks import CROSSING, STRAIGHT
from papers.tasks.stranding_walk import WALK
from papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values
from papers.tasks.tetrasticks import EXCESS, SYMMETRIC_STICKS, TEN

__all__ = ["TASKS", "Given", "Guess", "Outcome", "Pace", "Task", "Values"]

TASKS: dict[str, Task] = {
    "branches": BRANCHES,
    "compare": COMPARE,
    "count together": TOTAL,
    "count": COUNT,
    "crossing sticks": CROSSING,
    "drawn puzzle": DRAWN_PUZZLE,
    "edges": EDGES,
    "estimate classes": ESTIMATE_CLASSES,
    "estimate": ESTIMATE,
    "excess": EXCESS,
    "figure": FIGURE,
    "forms": FORMS,
    "hybrid": HYBRID,
    "jigsaw": JIGSAW,
    "lattice": LATTICE,
    "long count": LONG_COUNT,
    "lynning bound": BOUND,
    "lynning fits": FITS,
    "lynning pieces": PIECES,
    "lynning strategy": STRATEGY,
    "matrix": MATRIX,
    "panel forms": PANEL_FORMS,
    "panel model": MODEL,
    "panel rectangles": RECTANGLES,
    "parts": PARTS,
    "printed": PRINTED,
    "ranking": RANKING,
    "search": SEARCH,
    "show": SHOW,
    "spelling": SPELLING,
    "straight sticks": STRAIGHT,
    "stranding": WALK,
    "symmetric sticks": SYMMETRIC_STICKS,
    "ten sticks": TEN,
    "word squares": WORD_SQUARES,
}
