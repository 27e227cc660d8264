"""Polygon puzzles as SVG drawings, which read back as the same puzzle.

The board is drawn where it is, the pieces next to it in rows.  `data-corners` holds the coordinates
as they were given: corners are separated by `;`, rings by `|`.
"""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from tilewright.polygons.puzzle import PolygonPiece, PolygonPuzzle, Shape

__all__ = ["format_svg"]

BOARD = "#d8d8d8"
UNSPEAKABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML
FILLS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")


def format_svg(puzzle: PolygonPuzzle) -> str:
    """The text of a drawing of board and pieces."""
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
    yield f'<g id="board" fill="{BOARD}">'
    for number, part in enumerate(puzzle.board, 1):
        yield f'<path id="part-{number}" {_shape(part, np.zeros(2))}/>'
    yield "</g>"
    yield '<g id="pieces">'
    for number, (piece, (at, _)) in enumerate(zip(puzzle.pieces, places, strict=True), 1):
        shift = np.array(at) - piece.shape.floats[0].min(axis=0)
        fill = FILLS[(number - 1) % len(FILLS)]
        yield (
            f'<path id="piece-{number}" fill="{fill}"{_freedom(piece)} '
            f"{_shape(piece.shape, shift)}><title>{escape(_plain(piece.name))}</title></path>"
        )
    yield "</g>"
    yield "</svg>"


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


def _freedom(piece: PolygonPiece) -> str:
    count = f' data-count="{piece.count}"' if piece.count != 1 else ""
    flags = [f' data-{key}="false"' for key in ("turn", "flip") if not getattr(piece, key)]
    return count + "".join(flags)


def _short(value: float) -> str:
    return f"{value:.15g}" if value else "0"


def _plain(text: str) -> str:
    return UNSPEAKABLE.sub("\ufffd", text)
