"""Models as web pages: one file with everything in it, which needs no network.

The page and its scripts are in `render/viewer/`.  They are written to be read; here they are put
together, the scripts less their comments into one.  Where that cannot run, a still picture stays.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from itertools import repeat
from pathlib import Path
from string import Template
from typing import Any

from tilewright.render.scene import PictureError
from tilewright.render.space.bodies import Body, Model
from tilewright.render.space.order import UP, AssemblyMove
from tilewright.render.space.sight import Spots
from tilewright.render.space.solids import Solid, mean, minus
from tilewright.render.svg import writable

VIEWER = Path(__file__).parent.parent / "viewer"
# In this order.
SCRIPTS = ("shapes", "camera", "painter", "gestures", "icons", "controls", "viewer", "start")

DECIMALS = 4  # of coordinates
SMALLEST, LARGEST = 2, 64  # how large a model may be; others are scaled
FLAT = 0.15  # how high a flat model is, at most, compared with its width

Json = dict[str, Any]


def to_page(
    models: Model | Sequence[Model],
    *,
    svg: str = "",
    title: str = "",
    captions: Sequence[str] = (),
    orders: Sequence[Sequence[AssemblyMove]] = (),
    spots: Sequence[Spots] = (),
    spin: bool = True,
) -> str:
    """A page with an interactive viewer of models, between which one can step.

    `svg` is a still picture for browsers without scripts or WebGL.  `captions` say what the models
    are, `orders` in which order their bodies are put together, and where each one comes from;
    without, it goes from the bottom up.  `spots` are colours of cells, as from
    `solution_spots`.  With `spin`, the model turns until it is touched.
    """
    data = viewer_data(models, title=title, captions=captions, orders=orders, spots=spots)
    still = svg[max(0, svg.find("<svg")) :]  # without the XML declaration
    viewer = viewer_element(data, still=still, options={"spin": spin, "wheel": "always"})
    page = Template((VIEWER / "page.html").read_text(encoding="utf-8"))
    return page.substitute(title=escape(data["title"] or "Tilewright"), viewer=viewer)


def viewer_element(
    data: Json, *, still: str, options: Mapping[str, object], style: str = ""
) -> str:
    """An HTML element that shows `still`, which is HTML, until its script makes it a viewer."""
    from hashlib import sha256

    given = _script_safe({**options, "style": _style()})
    text = _script_safe(data)
    mark = sha256((given + text).encode()).hexdigest()[:12]
    styled = f' style="{escape(style)}"' if style else ""
    return (
        f'<div data-tilewright="{mark}"{styled}>{still}</div>\n'
        f"<script>(() => {{\n{_script()}"
        f'startViewers("{mark}", {text}, {given});\n}})();</script>'
    )


def viewer_data(
    models: Model | Sequence[Model],
    *,
    title: str = "",
    captions: Sequence[str] = (),
    orders: Sequence[Sequence[AssemblyMove]] = (),
    spots: Sequence[Spots] = (),
) -> Json:
    """What the viewer gets: shapes of cells, and where each piece has which of them.

    >>> from tilewright.render.space.solids import SolidBall
    >>> data = viewer_data(Model((Body("A", 0, "#cc0000", (), (SolidBall((0, 0, 1), 1.5),)),)))
    >>> data["models"][0]["bodies"]
    [{'name': 'A', 'colour': '#cc0000', 'cells': [], 'balls': [0, 0, 1, 1.5]}]
    """
    shown = [models] if isinstance(models, Model) else list(models)
    if not shown:
        raise PictureError("there is nothing to be shown: give at least one model")
    for given, what in ((captions, "captions"), (orders, "orders"), (spots, "lists of spots")):
        if given and len(given) != len(shown):
            raise PictureError(
                f"{len(given)} {what} for {len(shown)} models: expected as many as models, or none"
            )
    size = minus(*reversed(shown[0].box))
    shapes = _Shapes(_scale(max(size)))
    moves = orders or [_bottom_up(model) for model in shown]
    each = zip(shown, captions or repeat(""), moves, spots or repeat(()), strict=False)
    return {
        "title": writable(title or shown[0].title),
        "flat": size[2] <= FLAT * max(size),
        "models": [shapes.model(*one) for one in each],
        "shapes": shapes.made,
    }


class _Shapes:
    """Shapes of cells, each once."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.made: list[Json] = []
        self._numbers: dict[tuple[tuple[float, ...], ...], int] = {}

    def model(
        self, model: Model, caption: str, moves: Sequence[AssemblyMove], spots: Spots
    ) -> Json:
        """Bodies are listed by kind, so that all solutions of a puzzle list them alike."""
        bodies, numbers = model.bodies, [move.number for move in moves]
        if sorted(numbers) != list(range(len(bodies))):
            raise PictureError(
                f"an order of bodies is {numbers!r:.60}: expected each number from 0 to "
                f"{len(bodies) - 1} once"
            )
        by_kind = sorted(range(len(bodies)), key=lambda number: bodies[number].kind)
        return {
            "title": caption,
            "bodies": [self._body(bodies[k], spots[k] if spots else ()) for k in by_kind],
            "order": [by_kind.index(number) for number in numbers],
            "from": [move.away and [round(x, DECIMALS) for x in move.away] for move in moves],
        }

    def _body(self, body: Body, spots: Sequence[str]) -> Json:
        cells = [value for solid in body.solids for value in self._cell(solid)]
        balls = [x for b in body.balls for x in self._numbers_of((*b.centre, b.radius))]
        data = {"name": body.name, "colour": body.colour, "cells": cells, "balls": balls}
        return data | ({"spots": _spots_of_solids(body, spots)} if any(spots) else {})

    def _cell(self, solid: Solid) -> tuple[float, ...]:
        """The number of the solid's shape, and where its middle is."""
        points = list(dict.fromkeys(p for face in solid.faces for p in face))
        middle = mean(points)
        about = tuple(self._numbers_of(minus(point, middle)) for point in points)
        number = self._numbers.setdefault(about, len(self.made))
        if number == len(self.made):
            places = {point: k for k, point in enumerate(points)}
            faces = [[places[point] for point in face] for face in solid.faces]
            self.made.append({"points": about, "faces": faces})
        return (number, *self._numbers_of(middle))

    def _numbers_of(self, values: Iterable[float]) -> tuple[float, ...]:
        """Scaled, and as short as possible: 1, not 1.0."""
        rounded = (round(value * self.scale, DECIMALS) for value in values)
        return tuple(int(value) if value == int(value) else value for value in rounded)


def _spots_of_solids(body: Body, spots: Sequence[str]) -> list[str]:
    """For each solid, the colour that its faces have; what is written in letters is left out."""
    of_faces = dict(zip(body.faces, spots, strict=False))  # those of balls come after
    colours = ([of_faces.get(face, "") for face in solid.faces] for solid in body.solids)
    return [next((colour for colour in some if colour.startswith("#")), "") for some in colours]


def _scale(longest: float) -> float:
    """A power of two that brings a length to what the viewer expects: there, 0.001 is nothing."""
    if SMALLEST <= longest <= LARGEST:
        return 1.0
    return float(2.0 ** round(math.log2(math.sqrt(SMALLEST * LARGEST) / longest)))


def _bottom_up(model: Model) -> list[AssemblyMove]:
    def height(number: int) -> tuple[float, ...]:
        body = model.bodies[number]
        return tuple(round(x, DECIMALS) for x in (body.box[0][2], body.centre[2], -body.centre[1]))

    return [AssemblyMove(number, UP) for number in sorted(range(len(model.bodies)), key=height)]


@cache
def _script() -> str:
    """The scripts as one, without comments, indentation, imports and exports."""
    text = "\n".join((VIEWER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    text = re.sub(r"^\s*/\*\*.*?\*/\n", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(?:\s*//.*|import .*|\s*)\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^\s+|^export ", "", text, flags=re.MULTILINE)


@cache
def _style() -> str:
    text = (VIEWER / "style.css").read_text(encoding="utf-8")
    return re.sub(r"^\s+", "", text, flags=re.MULTILINE)


def _script_safe(value: object) -> str:
    """JSON that can stand in a script, whatever names people give to their pieces."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
