"""One door: the picture of anything that has one."""

from collections.abc import Iterable

from tilewright.errors import TilewrightError
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.render.cuts import cut_scene
from tilewright.render.dance import dance_sheet
from tilewright.render.flat import pieces_scene, puzzle_scene, solution_scene
from tilewright.render.layout import grid_scene
from tilewright.render.scene import Scene
from tilewright.render.space.bodies import Model, pieces_model, solution_model
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.pieces import space_pieces_scene, space_scene
from tilewright.render.svg import to_svg
from tilewright.render.views import AnySolution, Pictured, puzzle_of, settled_view

THUMBNAIL = 200  # pixels of each of several solutions


def picture_of(what: Pictured, *, view: str | None = None, labels: bool = False) -> Scene:
    """The picture of a puzzle or a solution; with `labels`, pieces on a board have their names.

    `view` is "flat", "iso", "exploded", "layers", "steps", "cut", "pieces" or "dance";
    default: the one that shows most.
    """
    puzzle = puzzle_of(what)
    view = settled_view("picture.svg", puzzle, view, solved=isinstance(what, AnySolution))
    if view == "pieces":
        if isinstance(puzzle, Puzzle) and not puzzle.lattice.flat:
            return space_pieces_scene(puzzle)
        return pieces_scene(puzzle)
    if view == "dance":
        return dance_sheet(puzzle)
    if view == "cut":
        return cut_scene(what)
    if view == "flat":
        if isinstance(what, AnySolution):
            return solution_scene(what, labels=labels)
        return puzzle_scene(puzzle)
    if isinstance(what, PolygonPuzzle):
        return iso_scene(model_of(what), labels=labels)
    return space_scene(what, view, labels=labels)


def model_of(what: Pictured) -> Model:
    """The model of a solution, or of the pieces of a puzzle beside each other."""
    if isinstance(what, AnySolution):
        return solution_model(what)
    return pieces_model(puzzle_of(what))


def gallery_scene(
    solutions: Iterable[AnySolution],
    *,
    columns: int | None = None,
    captions: Iterable[str] = (),
    view: str | None = None,
    labels: bool = False,
    places: int = 1,
) -> Scene:
    """Solutions side by side, on at least `places` places; captions, if given, are below them."""
    found = list(solutions)
    title = found[0].puzzle.title if found else ""
    scenes = [picture_of(solution, view=view, labels=labels) for solution in found]
    pixels = scenes[0].pixels if len(scenes) == 1 else THUMBNAIL
    words = list(captions)
    return grid_scene(scenes, columns, captions=words, title=title, pixels=pixels, places=places)


def notebook_svg(what: Pictured) -> str | None:
    """What a notebook shows; None, so that it shows text, if there is no picture."""
    try:
        return to_svg(picture_of(what))
    except TilewrightError:
        return None
