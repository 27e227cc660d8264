"""A puzzle as what is searched: an exact cover problem, or a jigsaw of polygons.

Polygons that lie on a grid are an exact cover problem, too.
"""

from typing import TYPE_CHECKING, TypeAlias

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding, encode
from tilewright.faults import sound_placements
from tilewright.formats import AnyPuzzle
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw
from tilewright.puzzle import Puzzle

if TYPE_CHECKING:
    from tilewright.polygons.grid.fit import GridFit


Model = Encoding | Jigsaw
Searched: TypeAlias = "Model | GridFit"  # what runs cannot store, too
Problem = ExactCover | Jigsaw


def make_model(puzzle: AnyPuzzle) -> Model:
    """What is searched to solve this puzzle.  Raises PuzzleError for serious faults."""
    if isinstance(puzzle, Puzzle):
        return encode(sound_placements(puzzle))
    from tilewright.polygons.model.check import require_sound_polygons  # takes time to load

    require_sound_polygons(puzzle)
    return make_jigsaw(puzzle)


def problem_of(model: Model) -> Problem:
    """What the engines take."""
    return model if isinstance(model, Jigsaw) else model.problem
