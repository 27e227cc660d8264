"""A picture as a value: filled patches, balls, thin lines and text, from back to front.

Coordinates are those of what is drawn, with the y axis up; so are widths and sizes of letters.
Writers (SVG, PNG, PDF) turn the picture round and scale it to pixels.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, Self

from tilewright.errors import TilewrightError

Point = tuple[float, float]
Ring = tuple[Point, ...]

LETTER = 0.6  # the width of a letter, roughly, if its size is 1
PIXELS = 640  # of the longer side of a picture
WHITE, DARK = "#ffffff", "#222222"


class PictureError(TilewrightError, ValueError):
    """This cannot be drawn, or not into such a file."""


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> "Box":
        """The smallest one that holds these points; there is at least one.

        >>> Box.around([(0, 0), (3, 1), (1, -2)])
        Box(left=0, bottom=-2, right=3, top=1)
        """
        x, y = zip(*points, strict=True)
        return cls(min(x), min(y), max(x), max(y))

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
        return self.top - self.bottom

    @property
    def longest(self) -> float:
        """The longer side."""
        return max(self.width, self.height)

    def wider(self, margin: float) -> "Box":
        """The same with a margin on all sides."""
        return Box(self.left - margin, self.bottom - margin, self.right + margin, self.top + margin)

    def moved(self, dx: float, dy: float) -> "Box":
        """The same somewhere else."""
        return Box(self.left + dx, self.bottom + dy, self.right + dx, self.top + dy)

    def joined(self, other: "Box") -> "Box":
        """The smallest one that holds both."""
        return Box.around([self[:2], self[2:], other[:2], other[2:]])


@dataclass(frozen=True, slots=True)
class _Movable:
    """What all elements can do; their fields say by their names what is a place, what a length."""

    def moved(self, dx: float, dy: float) -> Self:
        """The same somewhere else."""
        return self._mapped(lambda at: (at[0] + dx, at[1] + dy), 1.0)

    def scaled(self, factor: float) -> Self:
        """The same `factor` times as large, and as far from the origin."""
        return self._mapped(lambda at: (factor * at[0], factor * at[1]), factor)

    def _mapped(self, place: Callable[[Point], Point], factor: float) -> Self:
        changed: dict[str, object] = {}
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if name == "at":
                changed[name] = place(value)
            elif name in ("rings", "lines"):
                changed[name] = tuple(tuple(map(place, ring)) for ring in value)
            elif name in ("width", "radius", "size"):
                changed[name] = factor * value
        return replace(self, **changed)


@dataclass(frozen=True, slots=True)
class Patch(_Movable):
    """An area bounded by rings; what is inside of an even number of them is a hole.

    Colours are written "#rrggbb"; "" is none.  The title is shown as a tooltip, and read aloud.
    """

    rings: tuple[Ring, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    opacity: float = 1.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Ball(_Movable):
    """A ball, lit from the upper left."""

    at: Point
    radius: float
    fill: str
    title: str = ""
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """The square around it."""
        return Box(*self.at, *self.at).wider(self.radius)


@dataclass(frozen=True, slots=True)
class Lines(_Movable):
    """Open lines of one colour and width."""

    lines: tuple[Ring, ...]
    stroke: str = DARK
    width: float = 0.0
    opacity: float = 1.0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Text(_Movable):
    """One line of text, in the middle of which is the point `at`."""

    at: Point
    text: str
    size: float
    colour: str = DARK


Element = Patch | Ball | Lines | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture.  `box` is the part of the plane that is seen; what is outside is cut off.

    `pixels` says how long the longer side is when nobody asks for another size.  `mm` says how many
    millimetres a unit has, in a picture that is to be printed or cut in its true size; else 0.
    """

    elements: tuple[Element, ...]
    box: Box
    title: str = ""
    pixels: float = PIXELS
    mm: float = 0.0

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (*self.box, self.box.width, self.box.height))):
            raise PictureError(
                f"a picture would reach from {self.box[:2]} to {self.box[2:]}: coordinates are too "
                f"large to be drawn; scale the puzzle down"
            )
        if self.box.width <= 0 or self.box.height <= 0:
            raise PictureError(
                f"a picture would reach from {self.box[:2]} to {self.box[2:]}: nothing can be seen "
                f"of it; it needs a width and a height"
            )

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import to_svg  # above

        return to_svg(self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from tilewright.render.space.notebook import scene_bundle  # above

        return scene_bundle(self)

    def moved(self, dx: float, dy: float) -> "Scene":
        """The same somewhere else."""
        elements = tuple(element.moved(dx, dy) for element in self.elements)
        return replace(self, elements=elements, box=self.box.moved(dx, dy))

    def scaled(self, factor: float) -> "Scene":
        """The same `factor` times as large."""
        elements = tuple(element.scaled(factor) for element in self.elements)
        return replace(self, elements=elements, box=Box(*(factor * x for x in self.box)))

    def pixel_size(self, pixels: float | None = None) -> tuple[float, int, int]:
        """How many pixels a unit has, and the picture from left to right and top to bottom."""
        pixels = self.pixels if pixels is None else pixels
        if not 1 <= pixels <= 20_000:
            raise PictureError(f"a picture of {pixels} pixels: expected from 1 to 20000")
        scale = pixels / self.box.longest
        width, height = (max(1, round(side * scale)) for side in (self.box.width, self.box.height))
        return scale, width, height


def short(value: float, decimals: int) -> str:
    """A number as files of pictures have it: rounded, and without zeros at the end.

    >>> short(2.5, 2), short(-0.001, 2)
    ('2.5', '0')
    """
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_width(text: str, size: float) -> float:
    """How wide a line of text will be, roughly."""
    return LETTER * size * len(text)


def shortened(text: str, longest: int) -> str:
    """The beginning of a text that is too long.

    >>> shortened("parallelogram", 8)
    'paralle…'
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def box_of(areas: Sequence[Sequence[Ring]]) -> Box:
    """The box around some areas."""
    return Box.around(point for rings in areas for ring in rings for point in ring)
