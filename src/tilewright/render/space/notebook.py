"""What notebooks show: a still picture, and in space one that can be turned.

Jupyter takes out scripts and SVG of notebooks that it does not trust, but leaves images that are
written inside HTML.  So still pictures are such images as well, and the text is short.
"""

from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from html import escape

from tilewright.errors import TilewrightError
from tilewright.puzzle import Puzzle
from tilewright.render.picture import model_of, notebook_svg
from tilewright.render.scene import PictureError, Scene, shortened
from tilewright.render.space.bodies import Model, board_body, pieces_model
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.order import assembly_moves
from tilewright.render.space.page import viewer_data, viewer_element
from tilewright.render.space.solids import minus
from tilewright.render.space.spots import solution_spots
from tilewright.render.svg import to_svg, writable
from tilewright.render.views import AnySolution, Pictured

HEIGHT = 420  # pixels
WIDEST = 900


@dataclass(frozen=True)
class NotebookView:
    """A picture in space, which a notebook shows.  `html` can stand in any page."""

    title: str
    html: str
    svg: str

    def __repr__(self) -> str:
        return f"View({self.title!r})"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self.html, "image/svg+xml": self.svg}


def view(
    what: Pictured | Model | Iterable[AnySolution], *, height: int = HEIGHT, spin: bool = True
) -> NotebookView:
    """What a notebook shows as a picture that can be turned: a puzzle or solution, flat or not.

    Several solutions, such as a list of them, can be stepped through.  With `spin`, the picture
    turns until it is touched.
    """
    shown: list[Pictured | Model]
    shown = [what] if isinstance(what, Pictured | Model) else list(_solutions(what))
    models = [_model(one) for one in shown]
    spots = [solution_spots(one, model.bodies) for one, model in zip(shown, models, strict=True)]
    orders = [assembly_moves(one) for one in shown if isinstance(one, AnySolution)]
    data = viewer_data(models, orders=orders, spots=spots)
    still = to_svg(iso_scene(models[0], spots=spots[0]))
    html = viewer_element(
        data,
        still=_image(still, data["title"]),
        options={"spin": spin, "wheel": "focus"},
        style=f"height: {height}px; max-width: {WIDEST}px",
    )
    return NotebookView(data["title"], html, still)


def notebook_bundle(what: Pictured) -> dict[str, str]:
    """What a notebook shows, by MIME type; only text if there is no picture.

    >>> from tilewright.puzzle import box, make_puzzle, piece_set
    >>> bundle = notebook_bundle(make_puzzle("square", box(4, 5), piece_set("tetrominoes")))
    >>> sorted(bundle)
    ['image/svg+xml', 'text/html', 'text/plain']
    >>> bundle["text/plain"]
    'a puzzle with I, L, O, S, T'
    """
    if isinstance(what, AnySolution):
        puzzle, text = what.puzzle, str(what)
    else:
        names = ", ".join(piece.name for piece in what.pieces)
        puzzle, text = what, f"a puzzle with {shortened(names, 200)}"
    bundle = {"text/plain": f"{puzzle.title}\n{text}".strip()}
    if still := notebook_svg(what):
        bundle |= {"text/html": _image(still, puzzle.title), "image/svg+xml": still}
    if isinstance(puzzle, Puzzle) and not puzzle.lattice.flat:
        with suppress(TilewrightError):  # such as a lattice that does not say how its cells look
            bundle["text/html"] = view(what).html
    return bundle


def scene_bundle(scene: Scene) -> dict[str, str]:
    """The same for a scene."""
    svg = to_svg(scene)
    text = f"{scene.title}\na picture".strip()
    return {"text/plain": text, "text/html": _image(svg, scene.title), "image/svg+xml": svg}


def _model(what: Pictured | Model) -> Model:
    """The pieces of a puzzle on a lattice have the board behind them."""
    if isinstance(what, Model):
        return what
    if not isinstance(what, Puzzle):
        return model_of(what)
    pieces, board = pieces_model(what), board_body(what)
    (left, _, low), (right, back, _) = pieces.box
    size = minus(*reversed(board.box))
    corner = minus(((left + right - size[0]) / 2, back + 1, low), board.box[0])
    return Model((board.moved(*corner), *pieces.bodies), what.title)


def _solutions(given: object) -> Iterable[AnySolution]:
    if not isinstance(given, Iterable):
        raise PictureError(
            f"{given!r:.60} cannot be viewed: expected a puzzle, a solution or a list of solutions"
        )
    for one in given:
        if not isinstance(one, AnySolution):
            raise PictureError(f"{one!r:.60} cannot be viewed: expected solutions in the list")
        yield one


def _image(svg: str, title: str) -> str:
    """A picture inside HTML that not even careful programs take out."""
    code = b64encode(svg.encode()).decode()
    alt = escape(writable(title))
    fitting = "max-width: 100%; max-height: 100%"
    return f'<img alt="{alt}" style="{fitting}" src="data:image/svg+xml;base64,{code}">'
