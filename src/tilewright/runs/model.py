"""A puzzle as what is searched: an exact cover problem, or a jigsaw of polygons."""

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding, encode
from tilewright.faults import require_sound
from tilewright.formats import AnyPuzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.jigsaw import Jigsaw, make_jigsaw
from tilewright.puzzle import Puzzle
from tilewright.runs.schema import RunError

__all__ = ["Model", "Problem", "make_model", "problem_of", "require_exact"]

Model = Encoding | Jigsaw
Problem = ExactCover | Jigsaw


def make_model(puzzle: AnyPuzzle) -> Model:
    """What a run of this puzzle searches.

    Raises PuzzleError for serious faults, and RunError for polygons with decimals.
    """
    if isinstance(puzzle, Puzzle):
        return encode(require_sound(puzzle))
    from tilewright.polygons.check import require_sound_polygons  # takes time to load

    require_sound_polygons(puzzle)
    require_exact(puzzle)
    return make_jigsaw(puzzle)


def require_exact(puzzle: PolygonPuzzle) -> None:
    """Raise RunError for polygons with decimals."""
    if not puzzle.exact:
        raise RunError(
            "the puzzle has decimals, so pieces need not fit exactly, and no search for them is "
            "ever complete: search without a run, or write exact numbers such as 1/3 or sqrt(2)/2 "
            "(or `exact = true`, if the decimals are exact)"
        )


def problem_of(model: Model) -> Problem:
    """What the engines take."""
    return model if isinstance(model, Jigsaw) else model.problem
