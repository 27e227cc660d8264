"""What notebooks show: a still picture, and in space one that can be turned.

Jupyter takes out scripts and SVG from the HTML of notebooks that it does not trust, but leaves
images that are written inside.  So there the still picture is such an image, and stays.
"""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from tilewright.errors import TilewrightError
from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.render.picture import Pictured, notebook_svg
from tilewright.render.scene import PictureError
from tilewright.render.space.bodies import Model, board_body, pieces_model, solution_model
from tilewright.render.space.page import viewer_data, viewer_element
from tilewright.render.space.solids import minus
from tilewright.solutions import Solution

__all__ = ["View", "notebook_bundle", "view"]

HEIGHT = 420  # pixels
WIDEST = 900


@dataclass(frozen=True)
class View:
    """A picture in space, which a notebook shows.  `html` can stand in any page."""

    title: str
    html: str
    svg: str = ""

    def __repr__(self) -> str:
        return f"View({self.title!r})"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": repr(self), "text/html": self.html}
        return bundle | ({"image/svg+xml": self.svg} if self.svg else {})


def view(
    what: Pictured | Model | Iterable[Solution | PolygonSolution],
    *,
    height: int = HEIGHT,
    spin: bool = True,
) -> View:
    """What a notebook shows as a picture that can be turned: a puzzle or solution, flat or not.

    Several solutions, such as a list of them, can be stepped through.  With `spin`, the picture
    turns until it is touched.
    """
    if isinstance(what, Model | Pictured):
        models = [_model(what)]
        still = "" if isinstance(what, Model) else notebook_svg(what) or ""
    else:
        shown = list(_solutions(what))
        models = [solution_model(one) for one in shown]
        still = notebook_svg(shown[0]) or "" if shown else ""
    return _view(models, still, height, spin=spin)


def notebook_bundle(what: Pictured) -> dict[str, str]:
    """What a notebook shows, by MIME type; only text if there is no picture.

    >>> from tilewright.puzzle import box, make_puzzle, piece_set
    >>> sorted(notebook_bundle(make_puzzle("square", box(4, 5), piece_set("tetrominoes"))))
    ['image/svg+xml', 'text/plain']
    """
    bundle = {"text/plain": repr(what)}
    still = notebook_svg(what)
    if still:
        bundle["image/svg+xml"] = still
    if _is_spatial(what):
        try:
            bundle["text/html"] = _view([_model(what)], still or "", HEIGHT, spin=True).html
        except TilewrightError:  # such as a lattice that does not say how its cells look
            return bundle
    return bundle


def _view(models: Sequence[Model], still: str, height: int, *, spin: bool) -> View:
    data = viewer_data(models)
    html = viewer_element(
        data,
        still=_image(still, data["title"]),
        options={"spin": spin, "wheel": "focus"},
        style=f"height: {height}px; max-width: {WIDEST}px",
    )
    return View(data["title"], html, still)


def _is_spatial(what: Pictured) -> bool:
    puzzle = what.puzzle if isinstance(what, Solution | PolygonSolution) else what
    return isinstance(puzzle, Puzzle) and not puzzle.lattice.flat


def _model(what: Pictured | Model) -> Model:
    match what:
        case Model():
            return what
        case Solution() | PolygonSolution():
            return solution_model(what)
        case PolygonPuzzle():
            return pieces_model(what)
        case Puzzle():
            return _puzzle_model(what)


def _puzzle_model(puzzle: Puzzle) -> Model:
    """The pieces, and the board behind them."""
    pieces = pieces_model(puzzle)
    board = board_body(puzzle)
    (left, _, low), (right, back, _) = pieces.box
    size = minus(*reversed(board.box))
    corner = minus(((left + right - size[0]) / 2, back + 1, low), board.box[0])
    return Model((board.moved(*corner), *pieces.bodies), puzzle.title)


def _solutions(given: object) -> Iterable[Solution | PolygonSolution]:
    if not isinstance(given, Iterable):
        raise PictureError(
            f"{given!r:.60} cannot be viewed: expected a puzzle, a solution or a list of solutions"
        )
    for one in given:
        if not isinstance(one, Solution | PolygonSolution):
            raise PictureError(f"{one!r:.60} cannot be viewed: expected solutions in the list")
        yield one


def _image(svg: str, title: str) -> str:
    """A picture inside HTML that not even careful programs take out."""
    if not svg:
        return escape(title)
    code = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(title)}" src="data:image/svg+xml;base64,{code}">'
