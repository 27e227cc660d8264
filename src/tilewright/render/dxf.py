"""Scenes as DXF, for machines that cut: plain lines, in millimetres, in layers that have names.

The dialect is that of AutoCAD's release 12, which every reader knows.  Areas become closed lines;
their fills and the widths of lines are left out.
"""

import re
from collections.abc import Iterable, Iterator

from tilewright.render.scene import Ball, Element, Lines, Patch, Point, Scene, Text, short

Pair = tuple[int, str | float]  # the code of a group, and its value

ALONE = "0"  # the layer that is always there
LONGEST = 31  # letters of a layer's name
COLOURS = (1, 5, 3, 6, 4, 30, 2)  # of layers: red, blue, green, magenta, cyan, orange, yellow
WHITE = 7  # black on paper
MILLIMETRES = 4
HIGH = 0.7  # capital letters, if their size is 1


def to_dxf(scene: Scene) -> str:
    """The scene as a file; titles of elements are the names of its layers.

    A scene without a true size has millimetres for units.

    >>> from tilewright.render.scene import Box
    >>> triangle = Patch((((0, 0), (4, 0), (0, 3)),), stroke="#ff0000", title="big")
    >>> "POLYLINE\\n8\\nbig\\n" in to_dxf(Scene((triangle,), Box(0, 0, 4, 3)))
    True
    """
    return "".join(f"{code}\n{_written(code, value)}\n" for code, value in _Writer(scene).pairs())


class _Writer:
    def __init__(self, scene: Scene) -> None:
        self.scene, self.scale = scene, scene.mm or 1.0
        self.layers = _layers(_title(element) for element in scene.elements)

    def pairs(self) -> Iterator[Pair]:
        box, elements = self.scene.box, self.scene.elements
        yield from _section("HEADER", _header(box.width * self.scale, box.height * self.scale))
        yield from _section("TABLES", _tables(list(self.layers.values())))
        yield from _section("ENTITIES", (pair for e in elements for pair in self._entity(e)))
        yield 0, "EOF"

    def _entity(self, element: Element) -> Iterator[Pair]:
        layer = self.layers[_title(element)]
        match element:
            case Patch(rings=rings):
                for ring in rings:
                    yield from self._polyline(ring, layer, closed=True)
            case Lines(lines=lines):
                for line in lines:
                    closed = len(line) > 3 and line[0] == line[-1]
                    yield from self._polyline(line[:-1] if closed else line, layer, closed=closed)
            case Ball(at=at, radius=radius):
                yield from ((0, "CIRCLE"), (8, layer))
                yield from (*self._place(at), (40, radius * self.scale))
            case Text(at=at, text=text, size=size):
                yield from ((0, "TEXT"), (8, layer), (1, _plain(text)))
                yield from (*self._place(at), (40, HIGH * size * self.scale))
                yield from ((72, 1), (73, 2), *self._place(at, 11))  # in the middle, both ways

    def _polyline(self, points: Iterable[Point], layer: str, *, closed: bool) -> Iterator[Pair]:
        yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0))
        yield 70, int(closed)
        for point in points:
            yield from ((0, "VERTEX"), (8, layer), *self._place(point))
        yield from ((0, "SEQEND"), (8, layer))

    def _place(self, point: Point, code: int = 10) -> Iterator[Pair]:
        box, scale = self.scene.box, self.scale
        yield code, (point[0] - box.left) * scale
        yield code + 10, (point[1] - box.bottom) * scale
        yield code + 20, 0.0


def _section(name: str, content: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, name), *content, (0, "ENDSEC"))


def _header(width: float, height: float) -> Iterator[Pair]:
    yield from ((9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$INSUNITS"), (70, MILLIMETRES))
    yield from ((9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0))
    yield from ((9, "$EXTMAX"), (10, width), (20, height), (30, 0.0))


def _tables(layers: list[str]) -> Iterator[Pair]:
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0))
    yield from ((3, "Solid line"), (72, 65), (73, 0), (40, 0.0), (0, "ENDTAB"))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, len(layers)))
    for number, layer in enumerate(layers):
        colour = WHITE if layer == ALONE else COLOURS[number % len(COLOURS)]
        yield from ((0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield 0, "ENDTAB"


def _title(element: Element) -> str:
    return "" if isinstance(element, Text) else element.title


def _layers(titles: Iterable[str]) -> dict[str, str]:
    """A name for the layer of each title: none is there twice, even if case does not count.

    >>> _layers(["", "a b", "A_b", "L", "π"])
    {'': '0', 'a b': 'a_b', 'A_b': 'A_b-2', 'L': 'L', 'π': '_'}
    """
    layers = {"": ALONE}
    taken = {ALONE}
    for title in titles:
        if title not in layers:
            start = re.sub("[^A-Za-z0-9_$-]", "_", title)[:LONGEST]
            name, number = start, 1
            while name.upper() in taken:
                number += 1
                name = f"{start[: LONGEST - len(f'-{number}')]}-{number}"
            taken.add(name.upper())
            layers[title] = name
    return layers


def _plain(text: str) -> str:
    """Letters beyond ASCII in the way that DXF writes them; no ends of lines."""
    shown = (letter if letter.isprintable() else " " for letter in text)
    return "".join(x if x.isascii() else f"\\U+{ord(x):04X}" for x in shown)


def _written(code: int, value: str | float) -> str:
    """Codes from 10 to 59 stand before numbers that need not be whole."""
    if isinstance(value, str) or not 10 <= code < 60:
        return str(value)
    text = short(value, 6)
    return text if "." in text else f"{text}.0"
