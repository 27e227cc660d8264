"""Pictures of puzzles in space: the board, and the pieces below it on shelves."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.lattice import Cell, plus
from tilewright.puzzle import Piece, Puzzle
from tilewright.puzzle.puzzle import reading_order
from tilewright.render.layout import legible, shelves
from tilewright.render.outlines import signed_area
from tilewright.render.palette import colour
from tilewright.render.scene import (
    PIXELS,
    Box,
    Element,
    PictureError,
    Scene,
    text_width,
)
from tilewright.render.space.bodies import cells_body, is_turned_over
from tilewright.render.space.iso import painted
from tilewright.render.space.sight import Sight, seen_box
from tilewright.render.space.solids import place_of
from tilewright.render.space.spots import body_spots
from tilewright.render.space.view import OBLIQUE
from tilewright.render.tilings import KindOfPiece

__all__ = ["space_pieces_scene", "space_puzzle_scene"]

BOARD, OPTIONAL = "#b4b4b4", "#e4e4e4"

# Lengths, where a piece is about 1 wide.
PEN = 0.012
GAP = 0.3
LETTERS = 0.2
MARGIN = 0.12
MOST_WAYS = 8  # of laying a piece down that are compared
WIDE = 1.6  # how many times as wide as high the shelves are, about


def space_puzzle_scene(puzzle: Puzzle) -> Scene:
    """The board with the pieces that are fixed on it, and all pieces below it."""
    shown = [_Shown.of(puzzle, piece, number) for number, piece in enumerate(puzzle.pieces)]
    unit = _unit(shown)
    board = _board(puzzle)
    box = seen_box(board.bodies, OBLIQUE)
    below = _shelves(shown, unit, puzzle.title, least=box.width)
    dx, dy = -(box.left + box.right) / 2, -box.bottom + GAP * unit
    above = [element.moved(dx, dy) for element in painted(board, PEN * unit, grid=True)]
    whole = box.moved(dx, dy).wider(MARGIN * unit).joined(below.box)
    pixels = legible(whole, LETTERS * unit, PIXELS)
    return Scene((*above, *below.elements), whole, puzzle.title, pixels)


def space_pieces_scene(puzzle: Puzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    shown = [_Shown.of(puzzle, piece, number) for number, piece in enumerate(puzzle.pieces)]
    return _shelves(shown, _unit(shown), puzzle.title)


@dataclass(frozen=True)
class _Shown:
    """A piece as it is shown: what is seen of it, and where in the picture."""

    kind: KindOfPiece
    sight: Sight
    box: Box

    @classmethod
    def of(cls, puzzle: Puzzle, piece: Piece, number: int) -> "_Shown":
        best = max((_lying(puzzle, piece, number, k) for k in _flattest(puzzle, piece)), key=_clear)
        kind = KindOfPiece(piece.name, str(piece.count), ())
        return cls(kind, best, seen_box(best.bodies, best.view))


def _lying(puzzle: Puzzle, piece: Piece, number: int, cells: Sequence[Cell]) -> Sight:
    """A piece on these cells."""
    turned = is_turned_over(puzzle)
    body = cells_body(puzzle.lattice, cells, piece.name, number, colour(number), turned=turned)
    colours = dict(zip(cells, piece.colours or ("",) * piece.size, strict=True))
    some = {cell: name for cell, name in colours.items() if name}
    spots = body_spots(puzzle, body, some)
    return Sight((body,), OBLIQUE, (spots,) if spots else ())


def _flattest(puzzle: Puzzle, piece: Piece) -> list[tuple[Cell, ...]]:
    """The ways in which a piece can lie that are the least high, most of it at the bottom."""
    on, up = puzzle.lattice, -1.0 if is_turned_over(puzzle) else 1.0
    found: dict[frozenset[Cell], tuple[float, float]] = {}
    ways = {}
    for motion in piece.allowed_motions(on):
        cells = tuple(map(motion, piece.cells))
        home = on.home(min(cells, key=reading_order))
        cells = tuple(plus(cell, home) for cell in cells)
        if not motion.mirror and frozenset(cells) not in found:
            heights = [up * place_of(on, cell)[2] for cell in cells]
            low = min(heights)
            mean = sum(heights) / len(heights) - low
            found[frozenset(cells)] = round(max(heights) - low, 6), round(mean, 6)
            ways[frozenset(cells)] = cells
    least = min(found.values(), default=(0.0, 0.0))
    flat = [ways[cells] for cells, height in found.items() if height == least]
    return flat[:MOST_WAYS] or [piece.cells]


def _clear(sight: Sight) -> float:
    """How much of a piece is seen."""
    pairs = zip(sight.parts, sight.clear.tolist(), strict=True)
    return round(sum(signed_area(part.ring[:, :2].tolist()) for part, clear in pairs if clear), 6)


def _unit(shown: Sequence[_Shown]) -> float:
    """About how long a piece is."""
    if not shown:
        raise PictureError("there is nothing to be drawn: there are no pieces")
    return math.sqrt(sum(one.box.width * one.box.height for one in shown) / len(shown))


def _board(puzzle: Puzzle) -> Sight:
    """The board, cells that may stay empty lighter, and fixed pieces in their colours."""
    turned, board = is_turned_over(puzzle), puzzle.board
    numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    parts = [(one.cells, one.piece, colour(numbers.get(one.piece, 0))) for one in puzzle.fixed]
    fixed = {cell for cells, _, _ in parts for cell in cells}
    parts += [(board.must, "the board", BOARD), (board.may, "may stay empty", OPTIONAL)]
    bodies, spots = [], []
    for number, (cells, name, fill) in enumerate(parts):
        left = cells if number < len(puzzle.fixed) else [c for c in cells if c not in fixed]
        if left:
            bodies.append(cells_body(puzzle.lattice, left, name, -1, fill, turned=turned))
            spots.append(body_spots(puzzle, bodies[-1], board.colours))
    if not bodies:
        raise PictureError("there is nothing to be drawn: the board has no cells")
    return Sight(bodies, OBLIQUE, tuple(spots) if any(spots) else ())


def _shelves(shown: Sequence[_Shown], unit: float, title: str, least: float = 0.0) -> Scene:
    boxes, captions = [one.box for one in shown], [one.kind.caption for one in shown]
    gap, letters = GAP * unit, LETTERS * unit
    room = sum(
        (max(box.width, text_width(caption, letters)) + gap) * (box.height + gap + 1.4 * letters)
        for box, caption in zip(boxes, captions, strict=True)
    )
    widest = max(least, math.sqrt(WIDE * room))
    elements: list[Element] = []
    area = None
    places = shelves(boxes, captions, letters, gap, widest)
    for one, (dx, dy, caption) in zip(shown, places, strict=True):
        elements += (element.moved(dx, dy) for element in painted(one.sight, PEN * unit))
        elements.append(caption)
        (x, y), half = caption.at, text_width(caption.text, letters) / 2
        written = Box(x - half, y - letters / 2, x + half, y + letters / 2)
        box = one.box.moved(dx, dy).joined(written)
        area = box if area is None else area.joined(box)
    assert area is not None
    box = area.wider(MARGIN * unit)
    return Scene(tuple(elements), box, title, legible(box, letters, PIXELS))
