"""Scenes as SVG: small, without scripts or style sheets, so that any viewer shows them."""

import re
from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape

from tilewright.render.scene import WHITE, Lines, Patch, Ring, Scene, Text

__all__ = ["to_svg"]

# XML has no way to write these, not even escaped.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def to_svg(scene: Scene, pixels: float | None = None) -> str:
    """The scene as a document; `pixels` is the length of its longer side.

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
    return "\n".join(_Writer(scene, pixels).lines()) + "\n"


class _Writer:
    def __init__(self, scene: Scene, pixels: float | None) -> None:
        self.scene = scene
        self.scale, self.width, self.height = scene.pixel_size(pixels)

    def lines(self) -> Iterator[str]:
        w, h = self.width, self.height
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" '
            f'width="{w}" height="{h}">'
        )
        if self.scene.title:
            yield f"<title>{_escaped(self.scene.title)}</title>"
        yield f'<path fill="{WHITE}" d="M0 0H{w}V{h}H0Z"/>'
        for shared, elements in groupby(self.scene.elements, self._shared):
            yield f"<g {shared}>"
            for element in elements:
                yield self._element(element)
            yield "</g>"
        yield "</svg>"

    def _shared(self, element: Patch | Lines | Text) -> str:
        """Attributes that neighbouring elements often have in common."""
        match element:
            case Patch(stroke=stroke, width=width):
                line = f' stroke="{stroke}" stroke-width="{self._length(width)}"' if stroke else ""
                return f'fill-rule="evenodd" stroke-linejoin="round"{line}'
            case Lines(stroke=stroke, width=width):
                return (
                    f'fill="none" stroke="{stroke}" stroke-width="{self._length(width)}" '
                    f'stroke-linecap="round"'
                )
            case Text(size=size):
                return (
                    f'font-family="sans-serif" font-size="{self._length(size)}" '
                    f'text-anchor="middle"'
                )

    def _element(self, element: Patch | Lines | Text) -> str:
        match element:
            case Patch():
                data = "".join(f"M{self._points(ring)}Z" for ring in element.rings if ring)
                start = f'<path fill="{element.fill or "none"}"{_opacity(element.opacity)}'
                if not element.title:
                    return f'{start} d="{data}"/>'
                title = f"<title>{_escaped(element.title)}</title>"
                return f'{start} d="{data}" role="img">{title}</path>'
            case Lines():
                data = "".join(f"M{self._points(line)}" for line in element.lines if line)
                return f'<path{_opacity(element.opacity)} d="{data}"/>'
            case Text():
                x, y = self._place(*element.at)
                return (
                    f'<text x="{_number(x)}" y="{_number(y)}" dy=".35em" fill="{element.colour}">'
                    f"{_escaped(element.text)}</text>"
                )

    def _place(self, x: float, y: float) -> tuple[float, float]:
        box = self.scene.box
        return (x - box.left) * self.scale, (box.top - y) * self.scale

    def _points(self, ring: Ring) -> str:
        return " ".join(f"{_number(x)} {_number(y)}" for x, y in (self._place(*p) for p in ring))

    def _length(self, length: float) -> str:
        return _number(length * self.scale)


def _number(value: float) -> str:
    """A hundredth of a pixel is fine enough."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{_number(opacity)}"'


def _escaped(text: str) -> str:
    return escape(writable(text))


def writable(text: str) -> str:
    """The text without characters that XML has no way to write."""
    return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
