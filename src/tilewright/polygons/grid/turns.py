"""A polygon puzzle as numbers of a grid's plane, and the ways in which its pieces may be turned.

The first side of the board is the number 1, and the first side of a piece, too, for the numbers of
the piece.  Then a turn of the piece is a number `turn` by which all of them are multiplied.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tilewright.polygons.exact.fields import NotInField, Surd, Surds
from tilewright.polygons.grid.cells import Grid, NoGrid, Vector, direction, rational_root
from tilewright.polygons.model.puzzle import PolygonPiece, PolygonPuzzle, Shape

Loops = tuple[tuple[Vector, ...], ...]
Exact = tuple[Any, Any]  # coordinates, as elements of a field

FIELD = Surds()
ROOT: Any = FIELD.sqrt(FIELD.rational(Fraction(3)))
MOST_DIRECTIONS = 48  # beyond, pieces are taken to turn by ever new angles


@dataclass(frozen=True, eq=False)
class GridFigure:
    """A piece, turned over or not; its corners as numbers, the first side being 1."""

    piece: int
    name: str
    flipped: bool
    loops: Loops
    norm: Fraction  # of its first side, that of the board being 1
    turns: tuple[Vector, ...] | None  # if it may not be turned at will
    divisor: Vector
    first: tuple[complex, complex]  # its first corner and its first side, as the piece is drawn


@dataclass(frozen=True, eq=False)
class GridDrawing:
    """The board's corners as numbers, the first corner being 0, and the pieces' figures."""

    grid: Grid
    board: Loops
    figures: tuple[GridFigure, ...]
    first: complex  # what 1 is in the puzzle's own coordinates
    origin: complex  # and what 0 is
    divisor: Vector  # of the corners


def draw(puzzle: PolygonPuzzle, grid: Grid) -> GridDrawing:
    """The puzzle as numbers of the grid's plane; raises NoGrid if it has others."""
    board = [loop for part in puzzle.board for loop in _loops(part)]
    start, first = board[0][0], _minus(board[0][1], board[0][0])
    numbers = _quotients(grid, board, "the board")
    pieces = enumerate(puzzle.pieces)
    figures = [figure for k, piece in pieces for figure in _figures(grid, k, piece, first)]
    divisor = grid.divisor([corner for loop in numbers for corner in loop])
    return GridDrawing(grid, numbers, tuple(figures), _complex(first), _complex(start), divisor)


def _figures(grid: Grid, number: int, piece: PolygonPiece, first: Exact) -> Iterator[GridFigure]:
    name, loops = f"piece {piece.name!r}", _loops(piece.shape)
    start, side = loops[0][0], _minus(loops[0][1], loops[0][0])
    numbers = _quotients(grid, loops, name)
    norm = _fraction(grid, _square(side) / _square(first), name)
    for flipped in (False, True) if piece.flip else (False,):
        here, turns = numbers, None
        drawn = side
        if flipped:
            here = tuple(tuple(map(grid.conjugate, loop)) for loop in numbers)
            drawn = (-side[0], side[1])
        if not piece.turn:
            turns = (_quotient(grid, drawn, first, name),)
        divisor = grid.divisor([corner for loop in here for corner in loop])
        drawn_as = _complex(start), _complex(side)
        yield GridFigure(number, name, flipped, here, norm, turns, divisor, drawn_as)


def closed_turns(drawn: GridDrawing) -> list[set[Vector]]:
    """All turns that can occur in a solution, for each figure; NoGrid if there is no end to them.

    Whatever lies in a corner of the board has a side along a side of the board, and what lies in a
    corner that is left then has a side along a side of the one or the other.  So the turns are
    those that bring some side of the piece into a direction that occurs; then all of its sides
    occur.
    """
    grid = drawn.grid
    turns: list[set[Vector]] = [set(figure.turns or ()) for figure in drawn.figures]
    known: list[Vector] = []  # directions
    _learn(known, _sides(drawn.board))
    for figure, own in zip(drawn.figures, turns, strict=True):
        for turn in own:
            _learn(known, (grid.times(turn, side) for side in _sides(figure.loops)))
    for heading in known:  # which grows meanwhile
        for figure, own in zip(drawn.figures, turns, strict=True):
            if figure.turns is not None:
                continue
            for turn in _along(grid, figure, heading) - own:
                own.add(turn)
                _learn(known, (grid.times(turn, side) for side in _sides(figure.loops)))
    return turns


def free_turns(drawn: GridDrawing, unit: Vector) -> list[set[Vector]]:
    """All turns that put the corners of a figure on points of the grid with that unit."""
    grid = drawn.grid
    turns = []
    for figure in drawn.figures:
        fine = figure.norm * grid.norm(figure.divisor) / grid.norm(unit)
        if figure.turns is not None:
            turns.append(set(figure.turns))
            continue
        points = grid.of_norm(int(fine)) if fine.denominator == 1 else []
        turns.append({grid.over(grid.times(p, unit), figure.divisor) for p in points})
    return turns


def _sides(loops: Loops) -> Iterator[Vector]:
    for loop in loops:
        for here, there in pairwise((*loop, loop[0])):
            yield _minus(there, here)


def _along(grid: Grid, figure: GridFigure, heading: Vector) -> set[Vector]:
    found = set()
    for number, side in enumerate(_sides(figure.loops), 1):
        length = rational_root(figure.norm * grid.norm(side) / grid.norm(heading))
        if length is None:
            raise NoGrid(
                f"side {number} of {figure.name} can lie along another one in such a way that "
                f"its corners are off the grid"
            )
        a, b = grid.over((length * heading[0], length * heading[1]), side)
        found |= {(a, b), (-a, -b)}
    return found


def _learn(known: list[Vector], sides: Iterable[Vector]) -> None:
    for side in sides:
        below = side[0].denominator * side[1].denominator
        a, b = direction(int(side[0] * below), int(side[1] * below))
        if (heading := (Fraction(a), Fraction(b))) not in known:
            known.append(heading)
        if len(known) > MOST_DIRECTIONS:
            raise NoGrid("the pieces can be turned by ever new angles")


def _loops(shape: Shape) -> list[list[Exact]]:
    """The rings of a shape, without straight corners."""
    try:
        return [_corners(loop) for loop in shape.evaluated(FIELD)]
    except NotInField as error:
        raise NoGrid(str(error)) from None


def _square(x: Exact) -> Any:
    """The length, squared."""
    return x[0] * x[0] + x[1] * x[1]


def _fraction(grid: Grid, x: Any, what: str) -> Fraction:
    """An exact number that is a fraction."""
    if isinstance(x, Surd):
        raise NoGrid(f"{what} is on no {grid.name} grid")
    return Fraction(int(x.p), int(x.q))


def _quotients(grid: Grid, loops: list[list[Exact]], what: str) -> Loops:
    """The corners as numbers, the first corner being 0, and the first side 1."""
    start, side = loops[0][0], _minus(loops[0][1], loops[0][0])
    return tuple(
        tuple(_quotient(grid, _minus(corner, start), side, what) for corner in loop)
        for loop in loops
    )


def _quotient(grid: Grid, x: Exact, y: Exact, what: str) -> Vector:
    """The quotient of two points of the plane."""
    square = _square(y)
    a = (x[0] * y[0] + x[1] * y[1]) / square
    b = (x[1] * y[0] - x[0] * y[1]) / square
    if grid.trace:
        b = b * 2 / ROOT
        a = a - b / 2
    return _fraction(grid, a, what), _fraction(grid, b, what)


def _corners(loop: list[Exact]) -> list[Exact]:
    """Without straight corners."""
    kept = []
    for p, q, r in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        (a, b), (c, d) = _minus(q, p), _minus(r, q)
        if a * d - b * c != 0:
            kept.append(q)
    return kept


def _minus(x: Exact, y: Exact) -> Exact:
    return x[0] - y[0], x[1] - y[1]


def _complex(x: Exact) -> complex:
    return complex(float(x[0]), float(x[1]))
