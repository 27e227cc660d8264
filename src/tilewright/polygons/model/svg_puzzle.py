"""Polygon puzzles from SVG drawings, and as such.

Shapes called `board` or `target`, or in a group of that name, are the board; every other closed
shape is a piece.  What Tilewright wrote itself carries its coordinates as they were given, in
`data-corners`; they are taken if they still agree with what is drawn.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from tilewright.document import Complaint, FileError
from tilewright.polygons.exact.numbers import Number, NumberError
from tilewright.polygons.model.contacts import is_inside
from tilewright.polygons.model.files import MOST_CORNERS, DrawnPuzzle, Places
from tilewright.polygons.model.puzzle import Point, PolygonPiece, PolygonPuzzle, Ring, Shape
from tilewright.polygons.model.svg import (
    SHAPES,
    Corner,
    Element,
    SvgError,
    Transform,
    parse_elements,
    rings_of,
    transform_of,
)

BOARD = ("board", "target")
ROUND = {"circle", "ellipse"}
GROUPS = {"svg", "g", "a", "switch"}
UNSEEN = {"defs", "symbol", "clipPath", "mask", "marker", "pattern", "metadata", "style"}
AGREE = 1e-6  # of a shape's size: how far coordinates may be from what is drawn
LONGEST_NAME = 200  # characters
MOST_RINGS = 5_000  # of one shape
MOST_INSIDE = 20_000  # pairs of rings of a drawing where one may be inside the other
BOARD_FILL = "#d8d8d8"
FILLS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
UNSPEAKABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML


@dataclass(frozen=True)
class DrawnSvg(DrawnPuzzle):
    """A puzzle as it was drawn, and the line of each part of it."""

    lines: dict[tuple[str | int, ...], int] = field(default_factory=dict)


def parse_svg(text: str, name: str = "<text>", *, exact: bool = False) -> DrawnSvg:
    """The puzzle of a drawing.  Raises FileError with everything that cannot be read.

    With `exact` decimals are meant as they are written.

    >>> found = parse_svg('<svg><rect id="board" width="2" height="1"/>'
    ...                   '<path id="A" d="M0 0h1v1h-1z"/><path id="B" d="M0 0h1v1h-1z"/></svg>')
    >>> [piece.name for piece in found.puzzle.pieces], found.puzzle.exact
    (['A', 'B'], False)
    """
    root = parse_elements(text, name)
    reader = _Reader(exact=exact)
    reader.walk(root, _Around())
    if reader.complaints:
        raise FileError(name, sorted(reader.complaints))
    texts = {"title": root.child_text("title"), "about": root.child_text("desc")}
    source = root.attributes.get("data-source", "")
    puzzle = PolygonPuzzle(tuple(reader.board), tuple(reader.pieces), source=source, **texts)
    return DrawnSvg(puzzle, reader.places, lines=reader.lines)


@dataclass(frozen=True, slots=True)
class _Around:
    """What the elements around one say about it."""

    transform: Transform = field(default_factory=Transform)
    board: bool = False
    name: str = ""

    def within(self, element: Element) -> "_Around":
        """What this element says to those inside it, as well."""
        names = [element.attributes.get(key, "").strip() for key in ("label", "id")]
        _require_short(max(names, key=len))
        inner = element.attributes.get("transform", "").strip()
        return _Around(
            self.transform @ transform_of(inner) if inner else self.transform,
            self.board or any(name.casefold() in BOARD for name in names),
            names[0] or names[1] or self.name,
        )


class _Reader:
    """Gathers board and pieces, and what is wrong with them."""

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.board: list[Shape] = []
        self.pieces: list[PolygonPiece] = []
        self.complaints: list[Complaint] = []
        self.lines: dict[tuple[str | int, ...], int] = {}
        self.places: Places = {}
        self.corners = self.inside = 0
        self.names: dict[str, int] = {}  # that are taken, and how often they were wanted

    def walk(self, element: Element, outside: _Around) -> None:
        if element.tag in UNSEEN or element.style("display") == "none":
            return
        try:
            inside = outside.within(element)
            if element.tag in ROUND:
                raise SvgError("it is round: only straight sides are read")
            inner = element.parent is not None and element.parent.tag != ""
            if element.tag == "use" or (element.tag == "svg" and inner):
                raise SvgError("copies and drawings inside drawings are not read: unlink it")
            if element.tag in SHAPES:
                self._add(element, inside)
            elif element.tag in GROUPS:
                for child in element.children:
                    self.walk(child, inside)
        except (SvgError, NumberError) as error:
            self.complaints.append(Complaint(element.line, f"{_called(element)}: {error}"))

    def _add(self, element: Element, around: _Around) -> None:
        if self.exact and not around.transform.exact:
            raise SvgError("it is turned by an angle that is no multiple of 90°, not exactly")
        drawn = rings_of(element)
        self.corners += sum(map(len, drawn))
        if self.corners > MOST_CORNERS:
            raise SvgError(f"with it there are more than {MOST_CORNERS:,} corners")
        moved = around.transform
        rings = [tuple(self._point(moved(corner)) for corner in ring) for ring in drawn]
        if not rings:
            return
        shapes = _written(element, rings, movable=not around.board) or list(self._nested(rings))
        if around.board:
            for shape in shapes:
                self.board.append(shape)
                self._place(("board", str(len(self.board))), element.line)
            return
        if len(shapes) > 1:
            raise SvgError(f"it is in {len(shapes)} parts: a piece is one polygon")
        name = self._name(element, around)
        self._place(("piece", name), element.line)
        self.pieces.append(PolygonPiece(name, shapes[0], **_freedom(element)))

    def _point(self, corner: Corner) -> Point:
        x, y = corner  # y points down in drawings
        if self.exact:
            return Number.of(x), Number.of(-y)
        return Number.of(float(x)), Number.of(float(-y))

    def _place(self, place: tuple[str, ...], line: int) -> None:
        self.lines.setdefault(place[:1], line)
        self.places[place], self.lines[place] = place, line

    def _name(self, element: Element, around: _Around) -> str:
        names = [element.child_text("title"), around.name, element.style("fill")]
        wanted = next(filter(None, names), f"piece {len(self.pieces) + 1}")
        _require_short(wanted)
        name, number = wanted, self.names.get(wanted, 0)
        while name in self.names:
            number += 1
            name = f"{wanted} {number}"
        self.names[wanted] = max(number, 1)
        self.names.setdefault(name, 1)
        return name

    def _nested(self, rings: list[Ring]) -> Iterator[Shape]:
        """Rings as shapes, by the even-odd rule: a ring in a hole is a shape of its own."""
        if len(rings) == 1:
            yield Shape(rings[0])
            return
        if len(rings) > MOST_RINGS:
            raise SvgError(f"it has {len(rings):,} rings: at most {MOST_RINGS:,} are read")
        floats = [Shape(ring).floats[0] for ring in rings]
        low = np.array([ring.min(axis=0) for ring in floats])
        high = np.array([ring.max(axis=0) for ring in floats])
        tolerance = 1e-9 * float((high - low).max())
        around: list[list[int]] = []
        for k, here in enumerate(floats):
            wide = (low <= low[k] + tolerance) & (high >= high[k] - tolerance)
            others = [j for j in np.flatnonzero(wide.all(axis=1)).tolist() if j != k]
            self.inside += len(others)
            if self.inside > MOST_INSIDE:
                raise SvgError(f"with it, more than {MOST_INSIDE:,} rings are inside others")
            around.append([j for j in others if is_inside(here, floats[j], tolerance)])
        holes: dict[int, list[Ring]] = {k: [] for k, rest in enumerate(around) if not len(rest) % 2}
        for ring, rest in zip(rings, around, strict=True):
            for k in rest:
                if k in holes and len(around[k]) == len(rest) - 1:
                    holes[k].append(ring)
        for k, inner in holes.items():
            yield Shape(rings[k], tuple(inner))


def _require_short(name: str) -> None:
    if len(name) > LONGEST_NAME:
        raise SvgError(f"its name has {len(name):,} characters: expected {LONGEST_NAME} at most")


def _called(element: Element) -> str:
    name = element.attributes.get("id") or element.attributes.get("label")
    return f"<{element.tag[:20]}> {name[:LONGEST_NAME]!r}" if name else f"<{element.tag[:20]}>"


def _freedom(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if count := element.attributes.get("data-count"):
        if not (count.isascii() and count.isdigit() and len(count) < 10):
            raise SvgError(f"data-count is {count[:20]!r}: expected a whole number")
        found["count"] = int(count)
    for key in ("turn", "flip"):
        if (flag := element.attributes.get(f"data-{key}", "true")) not in ("true", "false"):
            raise SvgError(f"data-{key} is {flag[:20]!r}: expected true or false")
        found[key] = flag == "true"
    return found


def _written(element: Element, drawn: list[Ring], *, movable: bool) -> list[Shape]:
    """The shape in `data-corners`, if it is what is drawn; it may have been moved if `movable`."""
    text = element.attributes.get("data-corners")
    if not text:
        return []
    parts = [[point.split(",") for point in part.split(";")] for part in text.split("|")]
    if [len(part) for part in parts] != [len(ring) for ring in drawn]:
        return []
    try:
        rings = [tuple((Number.of(x), Number.of(y)) for x, y in part) for part in parts]
    except ValueError:  # as is NumberError
        return []
    shape, seen = Shape(rings[0], tuple(rings[1:])), Shape(drawn[0], tuple(drawn[1:]))
    mine, theirs = np.concatenate(shape.floats), np.concatenate(seen.floats)
    gaps = theirs - mine
    gaps -= gaps[0] if movable else 0
    size = max(float(np.ptp(theirs, axis=0).max()), 1e-300)
    return [shape] if float(np.abs(gaps).max()) <= AGREE * size else []


def format_svg(puzzle: PolygonPuzzle) -> str:
    """The text of a drawing of board and pieces, which reads back as the same puzzle.

    The board is drawn where it is, the pieces next to it in rows.  `data-corners` holds the
    coordinates as they were given: corners are separated by `;`, rings by `|`.
    """
    return "\n".join(_lines(puzzle)) + "\n"


def _lines(puzzle: PolygonPuzzle) -> Iterator[str]:
    low, high = _box(puzzle.board)
    size = float((high - low).max()) or 1.0
    gap = size / 20
    places = list(_rows(puzzle.pieces, high[0] + 2 * gap, low[1], gap, size))
    right = max([high[0], *(x + w for (x, _), (w, _) in places)])
    top = max([high[1], *(y + h for (_, y), (_, h) in places)])
    view = (low[0] - gap, -top - gap, right - low[0] + 2 * gap, top - low[1] + 2 * gap)
    source = f" data-source={quoteattr(_plain(puzzle.source))}" if puzzle.source else ""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(_short, view))}"{source} '
        f'stroke="#333" stroke-width="{_short(size / 300)}" stroke-linejoin="round" '
        f'fill-rule="evenodd">'
    )
    for tag, text in (("title", puzzle.title), ("desc", puzzle.about)):
        if text:
            yield f"<{tag}>{escape(_plain(text))}</{tag}>"
    yield f'<g id="board" fill="{BOARD_FILL}">'
    for number, part in enumerate(puzzle.board, 1):
        yield f'<path id="part-{number}" {_shape(part, np.zeros(2))}/>'
    yield from ("</g>", '<g id="pieces">')
    for number, (piece, (at, _)) in enumerate(zip(puzzle.pieces, places, strict=True), 1):
        shift = np.array(at) - piece.shape.floats[0].min(axis=0)
        fill = FILLS[(number - 1) % len(FILLS)]
        yield (
            f'<path id="piece-{number}" fill="{fill}"{_freedom_text(piece)} '
            f"{_shape(piece.shape, shift)}><title>{escape(_plain(piece.name))}</title></path>"
        )
    yield from ("</g>", "</svg>")


def _box(shapes: tuple[Shape, ...]) -> tuple[np.ndarray, np.ndarray]:
    corners = np.concatenate([shape.floats[0] for shape in shapes] or [np.zeros((1, 2))])
    return corners.min(axis=0), corners.max(axis=0)


def _rows(
    pieces: tuple[PolygonPiece, ...], left: float, bottom: float, gap: float, width: float
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Where the pieces lie, in rows above each other, and how large they are."""
    x, y, tallest = left, bottom, 0.0
    for piece in pieces:
        low, high = _box((piece.shape,))
        wide, tall = (float(side) for side in high - low)
        if x > left and x + wide > left + width * 1.5:
            x, y, tallest = left, y + tallest + gap, 0.0
        yield (x, y), (wide, tall)
        x, tallest = x + wide + gap, max(tallest, tall)


def _shape(shape: Shape, shift: np.ndarray) -> str:
    rings = []
    for ring in shape.floats:
        corners = (f"{_short(x)},{_short(-y)}" for x, y in ring + shift)
        rings.append(f"M{' L'.join(corners)} Z")
    spelt = "|".join(";".join(f"{x.text},{y.text}" for x, y in ring) for ring in shape.rings)
    return f'd="{" ".join(rings)}" data-corners="{spelt}"'


def _freedom_text(piece: PolygonPiece) -> str:
    count = f' data-count="{piece.count}"' if piece.count != 1 else ""
    flags = [f' data-{key}="false"' for key in ("turn", "flip") if not getattr(piece, key)]
    return count + "".join(flags)


def _short(value: float) -> str:
    return f"{value:.15g}" if value else "0"


def _plain(text: str) -> str:
    return UNSPEAKABLE.sub("\ufffd", text)
