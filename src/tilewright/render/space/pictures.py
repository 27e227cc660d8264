"""One door to the drawings of puzzles and solutions in space."""

from tilewright.polygons import PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.render.scene import PictureError, Scene
from tilewright.render.space.bodies import solution_model
from tilewright.render.space.exploded import exploded_scene
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.layers import layers_scene
from tilewright.render.space.pieces import space_puzzle_scene
from tilewright.render.space.spots import solution_spots
from tilewright.render.space.steps import steps_scene
from tilewright.solutions import Solution

__all__ = ["space_scene"]

VIEWS = ("iso", "exploded", "layers", "steps")


def space_scene(
    what: Puzzle | Solution | PolygonSolution, view: str = "iso", *, labels: bool = False
) -> Scene:
    """A drawing of a puzzle or a solution, flat ones included.

    `view` is "iso" (seen from the front right above), "exploded" (pieces apart), "layers" (one
    picture for each layer) or "steps" (how the pieces are put together).  With `labels`, pieces
    have their names.
    """
    if view not in VIEWS:
        raise PictureError(f"the view {view!r} is unknown: expected one of {', '.join(VIEWS)}")
    if isinstance(what, Puzzle):
        return _puzzle_scene(what, view)
    if not isinstance(what, Solution | PolygonSolution):
        raise PictureError(
            f"{what!r:.60} cannot be drawn in space: expected a puzzle on a lattice, or a solution"
        )
    if view == "steps":
        return steps_scene(what, labels=labels)
    if view == "layers":
        if isinstance(what, PolygonSolution) or what.puzzle.lattice.flat:
            raise PictureError(
                'a flat puzzle has no layers: expected one in space; leave out the view "layers"'
            )
        return layers_scene(what, labels=labels)
    model = solution_model(what)
    spots = () if isinstance(what, PolygonSolution) else solution_spots(what, model.bodies)
    draw = iso_scene if view == "iso" else exploded_scene
    return draw(model, labels=labels, spots=spots)


def _puzzle_scene(puzzle: Puzzle, view: str) -> Scene:
    if view == "iso":
        return space_puzzle_scene(puzzle)
    if view == "layers" and not puzzle.lattice.flat:
        return layers_scene(Solution(puzzle, ()))
    raise PictureError(f"the view {view!r} needs a solution: solve the puzzle, and draw that")
