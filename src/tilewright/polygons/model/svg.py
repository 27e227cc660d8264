"""The elements of an SVG file, each with its line; their transforms, and rings of straight sides.

Nothing outside the file is ever looked at.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count, pairwise
from xml.parsers import expat

from tilewright.document import Complaint, FileError
from tilewright.errors import TilewrightError

SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
MOST_ELEMENTS = 100_000
DEEPEST = 100

Corner = tuple[Fraction, Fraction]

NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
LONGEST = 40  # characters of a number
HIGHEST = 60  # powers of ten
FARTHEST = Fraction(10) ** HIGHEST
MOST_BITS = 4_000  # of an exact number that transforms lead to
CURVES = dict.fromkeys("CSQT", "a curve") | {"A": "an arc"}
FUNCTION = re.compile(r"[\s,]*+([A-Za-z]++)\s*+\(([^()]*+)\)\s*+")


class SvgError(TilewrightError, ValueError):
    """A shape of a drawing cannot be read."""


@dataclass(slots=True)
class Element:
    """An element of SVG; those of other vocabularies are left out.

    Inkscape's label is the attribute `label`.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    parent: "Element | None" = field(repr=False, default=None)
    children: list["Element"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # added up they would take quadratic time

    def child_text(self, tag: str) -> str:
        """The text of the first child of that kind."""
        found = next((child.texts for child in self.children if child.tag == tag), [])
        return "".join(found).strip()

    def style(self, key: str) -> str:
        """A property, from its attribute or from the attribute `style`."""
        for part in self.attributes.get("style", "").split(";"):
            name, _, value = part.partition(":")
            if name.strip() == key:
                return value.strip()
        return self.attributes.get(key, "").strip()


def parse_elements(text: str, name: str) -> Element:
    """The root of an SVG file, with all that is in it.  Raises FileError."""
    parser = expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
    whole = Element("", {}, 0)
    around: list[Element | None] = [whole]  # None for elements of other vocabularies
    numbers = count(1)

    def refuse(message: str) -> None:
        raise FileError(name, [Complaint(parser.CurrentLineNumber, message)])

    def doctype(*_: object) -> None:
        refuse(
            "document types and entities are not read: save the drawing as plain SVG, without them"
        )

    def start(called: str, attributes: dict[str, str]) -> None:
        if next(numbers) > MOST_ELEMENTS:
            refuse(f"this has more than {MOST_ELEMENTS:,} elements: simplify it")
        if len(around) > DEEPEST:
            refuse(f"this has elements nested more than {DEEPEST} deep: simplify it")
        space, _, tag = called.rpartition(" ")
        element, parent = None, around[-1]
        if parent is not None and space in ("", SVG):
            plain = {k: v for k, v in attributes.items() if " " not in k}
            if label := attributes.get(f"{INKSCAPE} label"):
                plain["label"] = label
            element = Element(tag, plain, parser.CurrentLineNumber, parent)
            parent.children.append(element)
        around.append(element)

    def characters(more: str) -> None:
        if (element := around[-1]) is not None:
            element.texts.append(more)

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: around.pop()
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = doctype
    parser.buffer_text = True
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        message = f"this is not XML: {expat.ErrorString(error.code)}"
        raise FileError(name, [Complaint(error.lineno, message)]) from None
    if [root.tag for root in whole.children] != ["svg"]:
        raise FileError(name, [Complaint(1, "this is not SVG: expected an element <svg>")])
    return whole.children[0]


def _numbers(text: str, what: str) -> list[Fraction]:
    """The numbers of an attribute."""
    rest = re.sub(NUMBER, " ", text).replace(",", " ").split()
    if rest:
        raise SvgError(f"{what} has {rest[0][:20]!r}: expected plain numbers, without units")
    found = re.findall(NUMBER, text)
    for number in found:
        power = number.lower().partition("e")[2]
        if len(number) > LONGEST or abs(int(power or 0)) > HIGHEST:
            raise SvgError(f"{what} has the number {number[:20]}…, which is too long")
    return [Fraction(number) for number in found]


@dataclass(frozen=True, slots=True)
class Transform:
    """An affine map: (x, y) goes to (ax + cy + e, bx + dy + f).  Not `exact` if it was rounded."""

    a: Fraction = Fraction(1)
    b: Fraction = Fraction(0)
    c: Fraction = Fraction(0)
    d: Fraction = Fraction(1)
    e: Fraction = Fraction(0)
    f: Fraction = Fraction(0)
    exact: bool = True

    def __call__(self, corner: Corner) -> Corner:
        """Where a corner goes."""
        x, y = corner
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def __matmul__(self, inner: "Transform") -> "Transform":
        exact = self.exact and inner.exact
        numbers = (
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            *self((inner.e, inner.f)),
        )
        a, b, c, d, e, f = (_bounded(number, exact=exact) for number in numbers)
        return Transform(a, b, c, d, e, f, exact)


def _bounded(number: Fraction, *, exact: bool) -> Fraction:
    """The number, rounded unless all of it counts.  Raises SvgError if it is too large."""
    if abs(number) > FARTHEST:
        raise SvgError(f"its transforms lead to numbers beyond 1e{HIGHEST}: scale it less")
    if not exact:
        return Fraction(float(number))
    if number.denominator.bit_length() > MOST_BITS:
        raise SvgError(
            f"its transforms lead to fractions of more than {MOST_BITS:,} bits: apply them to the "
            f"coordinates"
        )
    return number


def transform_of(text: str) -> Transform:
    """The transform that an attribute `transform` describes.

    >>> transform_of("translate(1) scale(2, 3)")((Fraction(1), Fraction(1)))
    (Fraction(3, 1), Fraction(3, 1))
    """
    whole, place = Transform(), 0
    text = text.strip()
    while place < len(text):
        function = FUNCTION.match(text, place)
        if function is None:
            found = text[place : place + 20].strip()
            raise SvgError(f"transform has {found!r}: expected some such as translate(1 2)")
        place = function.end()
        name, numbers = function[1], _numbers(function[2], "transform")
        make = _TRANSFORMS.get(name)
        if make is None:
            raise SvgError(
                f"transform has {name[:20]!r}, which is not read: known are "
                f"{', '.join(_TRANSFORMS)}"
            )
        try:
            whole @= make(*numbers)
        except TypeError:
            raise SvgError(f"transform has {name}() with {len(numbers)} numbers") from None
    return whole


def _translate(x: Fraction, y: Fraction = Fraction(0)) -> Transform:
    return Transform(e=x, f=y)


def _scale(x: Fraction, y: Fraction | None = None) -> Transform:
    return Transform(a=x, d=x if y is None else y)


def _rotate(degrees: Fraction, x: Fraction = Fraction(0), y: Fraction = Fraction(0)) -> Transform:
    quarters, beyond = divmod(degrees, 90)
    right = None if beyond else ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    angle = math.radians(degrees)
    cos, sin = map(Fraction, right or (math.cos(angle), math.sin(angle)))
    turn = Transform(cos, sin, -sin, cos, exact=right is not None)
    return _translate(x, y) @ turn @ _translate(-x, -y) if x or y else turn


_TRANSFORMS: dict[str, Callable[..., Transform]] = {
    "translate": _translate,
    "scale": _scale,
    "rotate": _rotate,
    "matrix": lambda a, b, c, d, e, f: Transform(a, b, c, d, e, f),
}


def rings_of(element: Element) -> list[list[Corner]]:
    """The rings of a shape, without corners that are given twice in a row."""
    rings = SHAPES[element.tag](element)
    for ring in rings:
        while len(ring) > 1 and ring[-1] == ring[0]:
            ring.pop()
        ring[1:] = [corner for before, corner in pairwise(ring) if corner != before]
    return [ring for ring in rings if len(ring) > 1]


def _rect(element: Element) -> list[list[Corner]]:
    given = element.attributes
    x, y, width, height, rx, ry = (
        next(iter(_numbers(given.get(key, "0").removesuffix("px"), key)), Fraction(0))
        for key in ("x", "y", "width", "height", "rx", "ry")
    )
    if rx or ry:
        raise SvgError("it has round corners (rx, ry): only straight sides are read")
    if width <= 0 or height <= 0:
        raise SvgError(f"it is {width} wide and {height} high: expected more than 0")
    return [[(x, y), (x + width, y), (x + width, y + height), (x, y + height)]]


def _polygon(element: Element) -> list[list[Corner]]:
    numbers = _numbers(element.attributes.get("points", ""), "points")
    if len(numbers) % 2:
        raise SvgError(f"points has {len(numbers)} numbers: expected an even number of them")
    return [list(zip(numbers[::2], numbers[1::2], strict=True))]


def _polyline(element: Element) -> list[list[Corner]]:
    ring = _polygon(element)[0]
    _require_closed(ring)
    return [ring]


def _require_closed(ring: list[Corner]) -> None:
    if len(ring) > 1 and ring[0] != ring[-1]:
        (x, y), (u, v) = ring[0], ring[-1]
        raise SvgError(
            f"it is not closed: it begins at ({float(x):g}, {float(y):g}) and ends at "
            f"({float(u):g}, {float(v):g}); end it where it began, or with Z"
        )


def _path(element: Element) -> list[list[Corner]]:
    rings: list[list[Corner]] = []
    ring: list[Corner] = []
    x = y = Fraction(0)
    closed = True
    for command, numbers in _commands(element.attributes.get("d", "")):
        if command in "Zz":
            closed = True
            if ring:
                x, y = ring[0]
            continue
        if command in "Mm" or closed:
            if not closed:
                _require_closed(ring)
            ring = [] if command in "Mm" else [(x, y)]  # it begins where the last one did
            rings.append(ring)
            closed = False
        for step in numbers:
            a, b = (x, y) if command.islower() else (Fraction(0), Fraction(0))
            if command not in "Vv":
                x = a + step[0]
            if command not in "Hh":
                y = b + step[-1]
            ring.append((x, y))
    if not closed:
        _require_closed(ring)
    return rings


def _commands(data: str) -> Iterator[tuple[str, list[list[Fraction]]]]:
    """Each command of a path, with its numbers in ones or twos."""
    parts = re.split(r"([A-DF-Za-df-z])", data)
    if parts[0].strip() or (len(parts) > 1 and parts[1] not in "Mm"):
        raise SvgError(f"its path begins with {data.strip()[:20]!r}: expected M")
    for command, text in zip(parts[1::2], parts[2::2], strict=True):
        if command.upper() in CURVES:
            raise SvgError(
                f"its path has {CURVES[command.upper()]} ({command}): only straight sides"
            )
        if command not in "MmLlHhVvZz":
            raise SvgError(f"its path has {command!r}, which is no command of a path")
        numbers = _numbers(text, f"the path, after {command},")
        size = 1 if command in "HhVv" else 2
        if len(numbers) % size or bool(numbers) == (command in "Zz"):
            raise SvgError(f"its path has {len(numbers)} numbers after {command}")
        yield command, [numbers[k : k + size] for k in range(0, len(numbers), size)]


SHAPES: dict[str, Callable[[Element], list[list[Corner]]]] = {
    "path": _path,
    "polygon": _polygon,
    "polyline": _polyline,
    "rect": _rect,
}
