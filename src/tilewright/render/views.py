"""Which views there are of a puzzle and of its solutions, and which files can hold them."""

from pathlib import Path

from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.render.scene import PictureError
from tilewright.solutions import Solution

AnyPuzzle = Puzzle | PolygonPuzzle
AnySolution = Solution | PolygonSolution
Pictured = AnyPuzzle | AnySolution

DRAWINGS = (".svg", ".png", ".pdf")
MODELS = (".html", ".glb", ".gltf", ".x3d")
PRINTS = (".stl", ".3mf")
FILMS = (".gif", ".webp")
SEVERAL = (*DRAWINGS, ".html")  # that can hold several solutions

_DRAWN = ("flat", "iso", "exploded", "layers", "steps", "cut", "pieces", "dance")
_VIEWS_OF_FILES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(DRAWINGS, _DRAWN),
    ".dxf": ("cut",),
    ".html": ("assembled", "pieces"),
    **dict.fromkeys((".glb", ".gltf", ".x3d"), ("assembled", "exploded", "pieces")),
    **dict.fromkeys(PRINTS, ("plate", "pieces", "assembled", "tray")),
    **dict.fromkeys(FILMS, ("steps", "dance")),
}
ENDINGS = tuple(_VIEWS_OF_FILES)
VIEWS = tuple(dict.fromkeys(view for views in _VIEWS_OF_FILES.values() for view in views))

_OF_SOLUTIONS = ("exploded", "steps", "assembled")  # a puzzle alone has no such view
_IN_THE_PLANE = ("flat", "cut")


def puzzle_of(what: Pictured) -> AnyPuzzle:
    """The puzzle itself, or the one that is solved."""
    if isinstance(what, AnySolution):
        return what.puzzle
    if isinstance(what, AnyPuzzle):
        return what
    raise PictureError(f"{what!r:.60} has no picture: expected a puzzle or a solution")


def is_flat(puzzle: AnyPuzzle) -> bool:
    """Does it lie in the plane?"""
    return isinstance(puzzle, PolygonPuzzle) or puzzle.lattice.flat


def check_suffix(path: str | Path) -> str:
    """The suffix of a picture's file.  Raises PictureError if there are no such files.

    >>> check_suffix("cat.SVG")
    '.svg'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in ENDINGS:
        raise PictureError(
            f"the picture {str(path)!r} ends in {suffix or 'nothing'}: expected a name that ends "
            f"in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        )
    return suffix


def settled_view(path: str | Path, puzzle: AnyPuzzle, view: str | None, *, solved: bool) -> str:
    """The view of a puzzle, or of its solution, that this file will show; default: the best.

    Raises PictureError if the file cannot hold that view, or the puzzle does not have it.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> puzzle = make_puzzle("cube", box(2, 1, 1), {"A": "##"})
    >>> settled_view("a.svg", puzzle, None, solved=True)
    'exploded'
    >>> settled_view("a.stl", puzzle, None, solved=False)
    'plate'
    """
    suffix = check_suffix(path)
    flat, views = is_flat(puzzle), _VIEWS_OF_FILES[suffix]
    if suffix == ".dxf" and not flat:
        raise PictureError(
            "a .dxf holds the outlines of flat pieces, to be cut out, and this puzzle is in space: "
            ".stl and .3mf hold its pieces to be printed, .svg and .pdf drawings of it"
        )
    if view is None:
        return _usual_view(suffix, flat=flat, solved=solved)
    if view not in VIEWS:
        raise PictureError(f"view {view!r}: expected one of {', '.join(VIEWS)}")
    if view not in views:
        raise PictureError(f"view {view!r} has no place in a {suffix}: expected {_either(views)}")
    if view in _IN_THE_PLANE and not flat:
        raise PictureError(
            f"view {view!r} is for puzzles in the plane, and this one is in space: expected "
            f"{_either([v for v in views if v not in _IN_THE_PLANE])}"
        )
    if view == "layers" and flat:
        raise PictureError("view 'layers' is for puzzles in space, and this one is flat")
    if view in _OF_SOLUTIONS and not solved:
        raise PictureError(f"view {view!r} shows a solution, not a puzzle: give a solution")
    return view


def _usual_view(suffix: str, *, flat: bool, solved: bool) -> str:
    if suffix in DRAWINGS:
        return "flat" if flat else "exploded" if solved else "iso"
    if suffix in MODELS:
        return "assembled" if solved else "pieces"
    if suffix in PRINTS:
        return "assembled" if solved else "plate"
    if suffix in FILMS:
        return "steps" if solved else "dance"
    return "cut"


def _either(names: tuple[str, ...] | list[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
