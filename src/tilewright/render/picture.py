"""One door: the picture of anything that has one, and a file for it."""

from collections.abc import Iterable
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.render.lattices import lattice_puzzle_scene, lattice_solution_scene
from tilewright.render.layout import grid_scene
from tilewright.render.png import to_png
from tilewright.render.polygons import puzzle_scene, solution_scene
from tilewright.render.scene import PictureError, Scene
from tilewright.render.svg import to_svg
from tilewright.solutions import Solution

__all__ = ["Pictured", "check_suffix", "gallery_scene", "notebook_svg", "picture_of", "save"]

Pictured = PolygonPuzzle | PolygonSolution | Puzzle | Solution


def picture_of(what: Pictured, *, labels: bool = False) -> Scene:
    """The picture of a puzzle or a solution; with `labels`, pieces on a board have their names."""
    match what:
        case PolygonSolution():
            return solution_scene(what, labels=labels)
        case Solution():
            return lattice_solution_scene(what, labels=labels)
        case PolygonPuzzle():
            return puzzle_scene(what)
        case Puzzle():
            return lattice_puzzle_scene(what)
    raise PictureError(f"{what!r:.60} has no picture: expected a puzzle or a solution")


def gallery_scene(
    solutions: Iterable[PolygonSolution | Solution],
    *,
    columns: int | None = None,
    captions: Iterable[str] = (),
    labels: bool = False,
) -> Scene:
    """Solutions side by side; captions, if given, stand below them."""
    found = list(solutions)
    title = found[0].puzzle.title if found else ""
    scenes = [picture_of(solution, labels=labels) for solution in found]
    return grid_scene(scenes, columns, captions=list(captions), title=title)


def save(scene: Scene, path: str | Path, pixels: float | None = None) -> None:
    """Write a scene to a file; its suffix, .svg or .png, says how.

    `pixels` is the length of the longer side.
    """
    if check_suffix(path) == ".svg":
        Path(path).write_text(to_svg(scene, pixels), encoding="utf-8")
    else:
        Path(path).write_bytes(to_png(scene, pixels))


def check_suffix(path: str | Path) -> str:
    """The suffix of a picture's file.  Raises PictureError if it is neither .svg nor .png.

    >>> check_suffix("cat.SVG")
    '.svg'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in (".svg", ".png"):
        raise PictureError(
            f"the picture {str(path)!r} ends in {suffix or 'nothing'!r}: expected a name that ends "
            f"in .svg or .png"
        )
    return suffix


def notebook_svg(what: Pictured) -> str | None:
    """What a notebook shows; None, so that it shows text, if there is no picture."""
    try:
        return to_svg(picture_of(what))
    except TilewrightError:
        return None
