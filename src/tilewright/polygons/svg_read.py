"""Polygon puzzles from SVG drawings.

Shapes called `board` or `target`, or in a group of that name, are the board; every other closed
shape is a piece.  What Tilewright wrote itself carries its coordinates as they were given, in
`data-corners`; they are taken if they still agree with what is drawn.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tilewright.document import Complaint, FileError
from tilewright.polygons.contacts import is_inside
from tilewright.polygons.numbers import Number, NumberError
from tilewright.polygons.puzzle import Point, PolygonPiece, PolygonPuzzle, Ring, Shape
from tilewright.polygons.read import DrawnPuzzle, Places
from tilewright.polygons.svg_paths import (
    SHAPES,
    Corner,
    DrawingError,
    Transform,
    rings_of,
    transform_of,
)
from tilewright.polygons.svg_tree import Element, parse_elements
from tilewright.polygons.tables import MOST_CORNERS

__all__ = ["DrawnSvg", "parse_svg"]

BOARD = ("board", "target")
ROUND = {"circle", "ellipse"}
GROUPS = {"svg", "g", "a", "switch"}
UNSEEN = {"defs", "symbol", "clipPath", "mask", "marker", "pattern", "metadata", "style"}
AGREE = 1e-6  # of a shape's size: how far coordinates may be from what is drawn


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
    reader.walk(root, Transform())
    if reader.complaints:
        raise FileError(name, sorted(reader.complaints))
    texts = {"title": root.child_text("title"), "about": root.child_text("desc")}
    source = root.attributes.get("data-source", "")
    puzzle = PolygonPuzzle(tuple(reader.board), tuple(reader.pieces), source=source, **texts)
    return DrawnSvg(puzzle, reader.places, lines=reader.lines)


class _Reader:
    """Gathers board and pieces, and what is wrong with them."""

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.board: list[Shape] = []
        self.pieces: list[PolygonPiece] = []
        self.complaints: list[Complaint] = []
        self.lines: dict[tuple[str | int, ...], int] = {}
        self.places: Places = {}
        self.corners = 0

    def walk(self, element: Element, outside: Transform) -> None:
        if element.tag in UNSEEN or element.style("display") == "none":
            return
        try:
            inside = outside @ transform_of(element.attributes.get("transform", ""))
            if element.tag in ROUND:
                raise DrawingError("it is round: only straight sides are read")
            if element.tag == "use" or (element.tag == "svg" and element.parent):
                raise DrawingError("copies and drawings inside drawings are not read: unlink it")
            if element.tag in SHAPES:
                self._add(element, inside)
            elif element.tag in GROUPS:
                for child in element.children:
                    self.walk(child, inside)
        except (DrawingError, NumberError) as error:
            self.complaints.append(Complaint(element.line, f"{_called(element)}: {error}"))

    def _add(self, element: Element, transform: Transform) -> None:
        if self.exact and not transform.exact:
            raise DrawingError("it is turned by an angle that is no multiple of 90°, not exactly")
        drawn = rings_of(element)
        self.corners += sum(map(len, drawn))
        if self.corners > MOST_CORNERS:
            raise DrawingError(f"with it there are more than {MOST_CORNERS:,} corners")
        rings = [tuple(self._point(transform(corner)) for corner in ring) for ring in drawn]
        if not rings:
            return
        is_board = any(_is_board(around) for around in element.line_up())
        shapes = _written(element, rings, movable=not is_board) or list(_nested(rings))
        if is_board:
            for shape in shapes:
                self.board.append(shape)
                self._place(("board", str(len(self.board))), element.line)
            return
        if len(shapes) > 1:
            raise DrawingError(f"it is in {len(shapes)} parts: a piece is one polygon")
        name = self._name(element)
        self._place(("piece", name), element.line)
        self.pieces.append(PolygonPiece(name, shapes[0], **_freedom(element)))

    def _point(self, corner: Corner) -> Point:
        x, y = corner  # y points down in drawings
        if self.exact:
            return Number.of(x), Number.of(-y)
        return Number.of(float(x)), Number.of(float(-y))

    def _place(self, place: tuple[str, ...], line: int) -> None:
        self.lines.setdefault(place[:1], line)
        for key in ((), ("outline",), ("holes",), ("count",)):
            self.places[place + key] = place + key
            self.lines[place + key] = line

    def _name(self, element: Element) -> str:
        names = [element.child_text("title")]
        for one in element.line_up():
            names += [one.attributes.get(key, "").strip() for key in ("label", "id")]
            if one.tag == "svg":
                break
        names += [element.style("fill"), f"piece {len(self.pieces) + 1}"]
        wanted = next(filter(None, names))
        taken, name, number = {piece.name for piece in self.pieces}, wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted} {number}"
        return name


def _called(element: Element) -> str:
    name = element.attributes.get("id") or element.attributes.get("label")
    return f"<{element.tag}> {name!r}" if name else f"<{element.tag}>"


def _is_board(element: Element) -> bool:
    names = (element.attributes.get(key, "").strip().casefold() for key in ("id", "label"))
    return any(name in BOARD for name in names)


def _freedom(element: Element) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if count := element.attributes.get("data-count"):
        if not (count.isascii() and count.isdigit() and len(count) < 10):
            raise DrawingError(f"data-count is {count[:20]!r}: expected a whole number")
        found["count"] = int(count)
    for key in ("turn", "flip"):
        if (flag := element.attributes.get(f"data-{key}", "true")) not in ("true", "false"):
            raise DrawingError(f"data-{key} is {flag[:20]!r}: expected true or false")
        found[key] = flag == "true"
    return found


def _written(element: Element, drawn: list[Ring], *, movable: bool) -> list[Shape]:
    """The shape in `data-corners`, if it is what is drawn; it may have been moved if `movable`."""
    text = element.attributes.get("data-corners")
    if not text:
        return []
    rings = []
    try:
        for part in text.split("|"):
            points = [point.split(",") for point in part.split(";")]
            rings.append(tuple((Number.of(x), Number.of(y)) for x, y in points))
    except (NumberError, ValueError):
        return []
    shape, seen = Shape(rings[0], tuple(rings[1:])), Shape(drawn[0], tuple(drawn[1:]))
    if [len(ring) for ring in shape.rings] != [len(ring) for ring in drawn]:
        return []
    mine, theirs = np.concatenate(shape.floats), np.concatenate(seen.floats)
    gaps = theirs - mine
    gaps -= gaps[0] if movable else 0
    size = max(float(np.ptp(theirs, axis=0).max()), 1e-300)
    return [shape] if float(np.abs(gaps).max()) <= AGREE * size else []


def _nested(rings: list[Ring]) -> Iterator[Shape]:
    """Rings as shapes, by the even-odd rule: a ring in a hole is a shape of its own."""
    floats = [Shape(ring).floats[0] for ring in rings]
    low = np.array([ring.min(axis=0) for ring in floats])
    high = np.array([ring.max(axis=0) for ring in floats])
    tolerance = 1e-9 * float((high - low).max())
    around: list[list[int]] = []
    for k, ring in enumerate(floats):
        boxes = (low <= low[k] + tolerance).all(axis=1) & (high >= high[k] - tolerance).all(axis=1)
        others = [j for j in np.flatnonzero(boxes).tolist() if j != k]
        around.append([j for j in others if is_inside(ring, floats[j], tolerance)])
    for k, outer in enumerate(rings):
        if len(around[k]) % 2 == 0:
            depth = len(around[k]) + 1
            inner = [j for j, rest in enumerate(around) if len(rest) == depth and k in rest]
            yield Shape(outer, tuple(rings[j] for j in inner))
