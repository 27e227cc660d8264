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
LONGEST_NAME = 200  # characters
MOST_RINGS = 5_000  # of one shape
MOST_INSIDE = 20_000  # pairs of rings of a drawing where one may be inside the other


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
        if (longest := max(map(len, names))) > LONGEST_NAME:
            raise DrawingError(
                f"its name has {longest:,} characters: expected {LONGEST_NAME} at most"
            )
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

    def _add(self, element: Element, around: _Around) -> None:
        if self.exact and not around.transform.exact:
            raise DrawingError("it is turned by an angle that is no multiple of 90°, not exactly")
        drawn = rings_of(element)
        self.corners += sum(map(len, drawn))
        if self.corners > MOST_CORNERS:
            raise DrawingError(f"with it there are more than {MOST_CORNERS:,} corners")
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
            raise DrawingError(f"it is in {len(shapes)} parts: a piece is one polygon")
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
        for key in ((), ("outline",), ("holes",), ("count",)):
            self.places[place + key] = place + key
            self.lines[place + key] = line

    def _name(self, element: Element, around: _Around) -> str:
        names = [element.child_text("title"), around.name, element.style("fill")]
        wanted = next(filter(None, names), f"piece {len(self.pieces) + 1}")
        if len(wanted) > LONGEST_NAME:
            raise DrawingError(
                f"its name has {len(wanted):,} characters: expected {LONGEST_NAME} at most"
            )
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
            raise DrawingError(f"it has {len(rings):,} rings: at most {MOST_RINGS:,} are read")
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
                raise DrawingError(f"with it, more than {MOST_INSIDE:,} rings are inside others")
            around.append([j for j in others if is_inside(here, floats[j], tolerance)])
        holes: dict[int, list[Ring]] = {k: [] for k, rest in enumerate(around) if not len(rest) % 2}
        for ring, rest in zip(rings, around, strict=True):
            for k in rest:
                if k in holes and len(around[k]) == len(rest) - 1:
                    holes[k].append(ring)
        for k, inner in holes.items():
            yield Shape(rings[k], tuple(inner))


def _called(element: Element) -> str:
    name = element.attributes.get("id") or element.attributes.get("label")
    return f"<{element.tag[:20]}> {name[:LONGEST_NAME]!r}" if name else f"<{element.tag[:20]}>"


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
    parts = [part.split(";") for part in text.split("|")]
    if [len(part) for part in parts] != [len(ring) for ring in drawn]:
        return []
    rings = []
    try:
        for part in parts:
            points = [point.split(",") for point in part]
            rings.append(tuple((Number.of(x), Number.of(y)) for x, y in points))
    except (NumberError, ValueError):
        return []
    shape, seen = Shape(rings[0], tuple(rings[1:])), Shape(drawn[0], tuple(drawn[1:]))
    mine, theirs = np.concatenate(shape.floats), np.concatenate(seen.floats)
    gaps = theirs - mine
    gaps -= gaps[0] if movable else 0
    size = max(float(np.ptp(theirs, axis=0).max()), 1e-300)
    return [shape] if float(np.abs(gaps).max()) <= AGREE * size else []
