"""Scenes as SVG: small, without scripts or style sheets, so that any viewer shows them."""

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from xml.sax.saxutils import escape, quoteattr

from tilewright.render.scene import WHITE, Ball, Element, Lines, Patch, Ring, Scene, Text, short
from tilewright.render.shading import LIGHT, REACH, RIM, gradient, rim

# XML has no way to write these, not even escaped.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def to_svg(scene: Scene, pixels: float | None = None, *, background: str = WHITE) -> str:
    """The scene as a document; `pixels` is the length of its longer side.

    A picture that has a true size has it here too, in millimetres, unless pixels are asked for.
    The background "" is none: what is behind the picture is seen, such as a dark page.

    >>> from tilewright.render.scene import Box
    >>> square = Patch((((0, 0), (1, 0), (1, 1), (0, 1)),), fill="#cc0000", title="A & B")
    >>> print(to_svg(Scene((square,), Box(0, 0, 2, 1)), pixels=20))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20" height="10">
    <path fill="#ffffff" d="M0 0H20V10H0Z"/>
    <g fill-rule="evenodd" stroke-linejoin="round">
    <path fill="#cc0000" d="M0 10 10 10 10 0 0 0Z" role="img"><title>A &amp; B</title></path>
    </g>
    </svg>
    <BLANKLINE>
    """
    return "\n".join(_Writer(scene, pixels, background).lines()) + "\n"


class _Writer:
    def __init__(self, scene: Scene, pixels: float | None, background: str) -> None:
        self.scene, self.background = scene, background
        self.width: float
        self.height: float
        self.unit = "mm" if scene.mm and pixels is None else ""
        if self.unit:
            self.scale = scene.mm
            self.width, self.height = scene.box.width * scene.mm, scene.box.height * scene.mm
        else:
            self.scale, self.width, self.height = scene.pixel_size(pixels)

    def lines(self) -> Iterator[str]:
        w, h = self._number(self.width), self._number(self.height)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" '
            f'width="{w}{self.unit}" height="{h}{self.unit}">'
        )
        if self.scene.title:
            yield f"<title>{escaped(self.scene.title)}</title>"
        if self.background and not self.unit:  # machines that cut would take it for an outline
            yield f'<path fill="{self.background}" d="M0 0H{w}V{h}H0Z"/>'
        if fills := dict.fromkeys(e.fill for e in self.scene.elements if isinstance(e, Ball)):
            yield f"<defs>{''.join(map(_gradient, fills))}</defs>"
        drawn = map(self._drawn, self.scene.elements)
        for shared, elements in groupby(drawn, key=itemgetter(0)):
            yield f"<g {shared}>"
            yield from (element for _, element in elements)
            yield "</g>"
        yield "</svg>"

    def _drawn(self, element: Element) -> tuple[str, str]:
        """An element, after attributes that neighbouring ones often have in common with it."""
        match element:
            case Patch(fill=fill, stroke=stroke, width=width):
                line = f' stroke="{stroke}" stroke-width="{self._length(width)}"' if stroke else ""
                shared = f'fill-rule="evenodd" stroke-linejoin="round"{line}'
                data = "".join(f"M{self._points(ring)}Z" for ring in element.rings if ring)
                start = f'path fill="{fill or "none"}"{_opacity(element.opacity)} d="{data}"'
            case Ball(at=at, radius=radius, fill=fill):
                shared = f'stroke="{rim(fill)}" stroke-width="{self._length(RIM * radius)}"'
                x, y = map(self._number, self._place(*at))
                place = f'cx="{x}" cy="{y}" r="{self._length(radius * (1 - RIM / 2))}"'
                start = f'circle fill="url(#{_name(fill)})"{_opacity(element.opacity)} {place}'
            case Lines(stroke=stroke, width=width):
                shared = (
                    f'fill="none" stroke="{stroke}" stroke-width="{self._length(width)}" '
                    f'stroke-linecap="round" stroke-linejoin="round"'
                )
                data = "".join(f"M{self._points(line)}" for line in element.lines if line)
                start = f'path{_opacity(element.opacity)} d="{data}"'
            case Text(at=at, size=size):
                shared = (
                    f'font-family="sans-serif" font-size="{self._length(size)}" '
                    f'text-anchor="middle"'
                )
                x, y = map(self._number, self._place(*at))
                fill = f'dy=".35em" fill="{element.colour}"'
                return shared, f'<text x="{x}" y="{y}" {fill}>{escaped(element.text)}</text>'
        return shared, _titled(start, element.title)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        box = self.scene.box
        return (x - box.left) * self.scale, (box.top - y) * self.scale

    def _points(self, ring: Ring) -> str:
        return " ".join(
            f"{self._number(x)} {self._number(y)}" for x, y in (self._place(*p) for p in ring)
        )

    def _length(self, length: float) -> str:
        return self._number(length * self.scale)

    def _number(self, value: float) -> str:
        """A hundredth of a pixel is fine enough; of millimetres, the ten-thousandth part."""
        return short(value, 4 if self.unit else 2)


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{short(opacity, 2)}"'


def _titled(start: str, title: str) -> str:
    """An element, of which all but the title is written."""
    if not title:
        return f"<{start}/>"
    return f'<{start} role="img"><title>{escaped(title)}</title></{start.split()[0]}>'


def _gradient(fill: str) -> str:
    """Lengths are parts of the width of the ball without its rim, from the upper left."""
    x, y = ((1 + LIGHT[0]) / 2, (1 - LIGHT[1]) / 2)
    stops = (f'<stop offset="{far:g}" stop-color="{tint}"/>' for far, tint in gradient(fill))
    place = f'cx="{x:g}" cy="{y:g}" r="{REACH / 2:g}"'
    return f'<radialGradient id="{_name(fill)}" {place}>{"".join(stops)}</radialGradient>'


def _name(fill: str) -> str:
    """By colour only: where several pictures share a page, the same name is the same thing."""
    return f"ball-{fill[1:]}"


def escaped(text: str) -> str:
    """A text as XML has it between tags."""
    return escape(writable(text))


def quoted(text: str) -> str:
    """The same as the value of an attribute."""
    return quoteattr(writable(text))


def writable(text: str) -> str:
    """The text without characters that XML has no way to write."""
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
