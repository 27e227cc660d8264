"""Grid fit: a polygon puzzle whose corners lie on a grid, as an exact cover problem.

If the board's corners are points of a grid, and there are turns that put the corners of every
piece on such points, then solutions on the grid are covers: each cell once, each piece once.  That
there are no others can be proved for some puzzles (`complete`), see docs/explanation/grid-fit.md.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice

import numpy as np

from tilewright.cover import ExactCover, Item
from tilewright.engines import OptionError
from tilewright.engines.covers import count, solve
from tilewright.engines.registry import AUTO, ENGINES, POLYGON_ENGINES
from tilewright.polygons.exact.fields import NotInField
from tilewright.polygons.grid.cells import (
    MOST_ENTRIES,
    SQUARE,
    TRIANGULAR,
    Corners,
    Grid,
    GridBoard,
    NoGrid,
    Outline,
    Vector,
    cell_points,
    directions,
    ends,
    spread_points,
)
from tilewright.polygons.grid.turns import GridDrawing, GridFigure, closed_turns, draw, free_turns
from tilewright.polygons.model.congruence import Isometry, kinds
from tilewright.polygons.model.puzzle import Numbers, PolygonPuzzle, corner_angles
from tilewright.polygons.model.solution import PlacedPolygon, PolygonSolution

MOST_CORNERS = 2_000  # of board and pieces
MOST_SQUARES = 5_000  # unit squares around the board
MOST_REFINED = 64  # times the grid of the board is made finer
MOST_TURNS = 200  # of a piece
ALL_CELLS = 16  # in a unit square; if there are more, some points are taken, and covers checked
FEWEST, MOST = 3, 12  # such points in a unit square
HANDY = 500  # such points on the board: then engine bits can take the problem

Placement = tuple[Outline, tuple[int, int]]  # and where its lowest coordinates are
Turning = tuple[GridFigure, Vector, Vector]  # a figure, its turn, and where its first corner is


@dataclass(frozen=True, eq=False)
class GridFit:
    """A polygon puzzle as an exact cover problem; its option k puts a piece somewhere.

    `complete` says that every solution is on the grid; if not, `reason` says why that is not known.
    With `exact`, every cover is a solution; else `solution` tells which are.
    """

    puzzle: PolygonPuzzle
    problem: ExactCover
    complete: bool
    reason: str
    exact: bool
    kinds: tuple[tuple[int, ...], ...]  # pieces that are congruent, each as often as it is there
    ways: tuple[dict[Outline, Turning], ...]  # to turn each piece
    placements: tuple[Placement, ...]
    board: Outline
    drawn: GridDrawing
    unit: Vector
    low: tuple[int, int]  # the lowest coordinates of the board, in units

    def covers(
        self, max_solutions: int | None = None, engine: str = "auto"
    ) -> Iterator[tuple[int, ...]]:
        """The covers that are solutions."""
        limit = max_solutions if self.exact else None
        covers = solve(self.problem, max_solutions=limit, engine=engine)
        return islice(covers if self.exact else filter(self.is_solution, covers), max_solutions)

    def solutions(
        self, max_solutions: int | None = None, engine: str = "auto"
    ) -> Iterator[PolygonSolution]:
        """The solutions on the grid."""
        return map(self.solution, self.covers(max_solutions, engine))

    def count(self, engine: str = "auto") -> int:
        """How many solutions there are on the grid."""
        if self.exact:
            return count(self.problem, engine=engine)
        return sum(1 for _ in self.covers(engine=engine))

    def is_solution(self, cover: Sequence[int]) -> bool:
        """Do the sides of the pieces add up to those of the board?"""
        total: Counter[tuple[int, ...]] = Counter(self._board)
        for option in cover:
            outline, (x, y) = self.placements[option]
            for end, sign in ends(_shifted(outline, (-x, -y))):
                total[end] -= sign
        return not any(total.values())

    @cached_property
    def _board(self) -> Counter[tuple[int, ...]]:
        total: Counter[tuple[int, ...]] = Counter()
        for end, sign in ends(self.board):
            total[end] += sign
        return total

    def solution(self, cover: Sequence[int]) -> PolygonSolution:
        """A cover, as pieces in their places."""
        left = [iter(pieces) for pieces in self.kinds]
        placed = []
        for option in cover:
            kind = int(self.problem.entries[int(self.problem.starts[option])])
            placed.append(self._placed(next(left[kind]), self.placements[option]))
        return PolygonSolution(self.puzzle, tuple(placed))

    def _placed(self, piece: int, placement: Placement) -> PlacedPolygon:
        """The piece, taken there by a motion from where it is drawn."""
        outline, at = placement
        figure, turn, start = self.ways[piece][outline]
        corner = (start[0] + at[0] + self.low[0], start[1] + at[1] + self.low[1])
        unit = self._value(self.unit) * self.drawn.first
        here = self.drawn.origin + self._value(corner) * unit
        side = self._value(turn) * self.drawn.first
        own, own_side = figure.first
        if figure.flipped:
            own, own_side = -own.conjugate(), -own_side.conjugate()
        motion = side / own_side
        motion /= abs(motion)
        there = Isometry.of(figure.flipped, motion, here - motion * own)
        return PlacedPolygon.by(self.puzzle.pieces[piece].name, there)

    def _value(self, x: Vector) -> complex:
        return float(x[0]) + float(x[1]) * self.drawn.grid.theta


def grid_fit(puzzle: PolygonPuzzle, *, complete_only: bool = False) -> GridFit | None:
    """The puzzle on a grid of squares or triangles; None if there is none, or it is too fine.

    With `complete_only`, also None if solutions may be off the grid.

    >>> from tilewright.polygons import PolygonPiece, Shape
    >>> half = PolygonPiece("half", Shape.of([(0, 0), (2, 0), (2, 1), (0, 1)]), count=2)
    >>> fit = grid_fit(PolygonPuzzle((Shape.of([(0, 0), (2, 0), (2, 2), (0, 2)]),), (half,)))
    >>> fit.complete, fit.count()
    (True, 2)
    """
    corners = sum(len(ring) for shape in puzzle.shapes() for ring in shape.rings)
    if not puzzle.exact or corners > MOST_CORNERS:
        return None
    found = None
    for grid in (SQUARE, TRIANGULAR):
        try:
            fit = _fit(puzzle, draw(puzzle, grid), complete_only)
        except (NoGrid, NotInField):
            continue
        if fit.complete:
            return fit
        found = found or fit
    return found


def _fit(puzzle: PolygonPuzzle, drawn: GridDrawing, complete_only: bool) -> GridFit:
    grid = drawn.grid
    try:
        turns, reason = closed_turns(drawn), ""
        pairs = zip(drawn.figures, turns, strict=True)
        divisors = [grid.times(turn, figure.divisor) for figure, own in pairs for turn in own]
        unit = grid.divisor([drawn.divisor, *divisors])
    except NoGrid as answer:
        if complete_only:
            raise
        reason = str(answer)
        unit = _unit(drawn)
        turns = free_turns(drawn, unit)
    rings = [_whole(grid, loop, unit) for loop in drawn.board]
    corners = np.array([corner for ring in rings for corner in ring])
    low = tuple(corners.min(axis=0).tolist())
    squares = int(np.prod(np.ptp(corners, axis=0).astype(np.float64)))
    if squares > MOST_SQUARES:
        raise NoGrid("the grid is too fine")
    board = _shifted(rings, low)
    ways = _ways(puzzle, drawn, turns, unit)
    every = {outline for own in ways for outline in own}
    heading = directions(board).union(*(directions(outline) for outline in every))
    points = cell_points(heading, ALL_CELLS)
    exact = points is not None
    if points is None:
        points = spread_points(min(max(FEWEST, HANDY // squares), MOST))
    ground = GridBoard(board, points)
    problem, kinds, placements = _encode(puzzle, ways, ground)
    return GridFit(
        puzzle, problem, not reason, reason, exact, kinds, ways, placements, board, drawn, unit, low
    )


def _unit(drawn: GridDrawing) -> Vector:
    """The coarsest grid on which board and pieces can be, and which is its own mirror image."""
    grid = drawn.grid
    fine = [
        figure.norm * grid.norm(figure.divisor) / grid.norm(drawn.divisor)
        for figure in drawn.figures
    ]
    skew = (Fraction(1), Fraction(1))  # turned by half the angle of the grid, and larger
    for size in range(1, MOST_REFINED + 1):
        for factor in ((Fraction(size), Fraction(0)), (size * skew[0], size * skew[1])):
            refined = [x * grid.norm(factor) for x in fine]
            if max(refined) > 2 * MOST_SQUARES:  # then the piece is as large as that
                raise NoGrid("the grid is too fine")
            if all(x.denominator == 1 and grid.of_norm(int(x)) for x in refined):
                return grid.over(drawn.divisor, factor)
    raise NoGrid(f"the pieces are on no {grid.name} grid with the board, or on a very fine one")


def _whole(grid: Grid, loop: Sequence[Vector], unit: Vector) -> Corners:
    """The corners in units, which are whole numbers."""
    found = [grid.over(corner, unit) for corner in loop]
    if any(x.denominator > 1 for corner in found for x in corner):
        raise NoGrid("a corner is off the grid")
    return tuple((int(a), int(b)) for a, b in found)


def _shifted(rings: Sequence[Corners], low: tuple[int, int]) -> Outline:
    return tuple(tuple((a - low[0], b - low[1]) for a, b in ring) for ring in rings)


def _ways(
    puzzle: PolygonPuzzle, drawn: GridDrawing, turns: Sequence[set[Vector]], unit: Vector
) -> tuple[dict[Outline, Turning], ...]:
    """The outlines of each piece, and for each: figure, turn, and where its first corner is."""
    ways: list[dict[Outline, Turning]] = [{} for _ in puzzle.pieces]
    for figure, own in zip(drawn.figures, turns, strict=True):
        if len(own) > MOST_TURNS:
            raise NoGrid(f"piece {puzzle.pieces[figure.piece].name!r} can be turned in many ways")
        for turn in sorted(own):
            rings = [
                _whole(drawn.grid, [drawn.grid.times(turn, c) for c in loop], unit)
                for loop in figure.loops
            ]
            low = min(a for a, _ in rings[0]), min(b for _, b in rings[0])
            outline = tuple(sorted(map(_from_least, _shifted(rings, low))))
            if figure.flipped:
                outline = tuple(sorted(_from_least(ring[::-1]) for ring in outline))
            start = Fraction(-low[0]), Fraction(-low[1])
            ways[figure.piece].setdefault(outline, (figure, turn, start))
    return tuple(ways)


def _from_least(ring: Corners) -> Corners:
    """The same ring, beginning at its least corner."""
    start = ring.index(min(ring))
    return ring[start:] + ring[:start]


def _encode(
    puzzle: PolygonPuzzle,
    ways: Sequence[dict[Outline, Turning]],
    ground: GridBoard,
) -> tuple[ExactCover, tuple[tuple[int, ...], ...], tuple[Placement, ...]]:
    alike: dict[tuple[int, frozenset[Outline]], list[int]] = defaultdict(list)
    for piece, (kind, own) in enumerate(zip(kinds(puzzle), ways, strict=True)):
        alike[kind, frozenset(own)] += [piece] * puzzle.pieces[piece].count
    owners: list[int] = []
    placements: list[Placement] = []
    blocks: list[Numbers] = []
    entries_left = MOST_ENTRIES
    for kind, (_, outlines) in enumerate(alike):
        for outline in sorted(outlines):
            places, cells = ground.fits(outline)
            owners += [kind] * len(places)
            placements += [(outline, (x, y)) for x, y in places.tolist()]
            blocks.append(cells)
            entries_left -= cells.size
            if entries_left < 0:
                raise NoGrid("there are too many ways to place the pieces")
    number_of, cell_count = _merged(blocks, ground)
    items = [Item(f"piece-{k}", len(kind), len(kind)) for k, kind in enumerate(alike.values())]
    items += [Item(f"cell-{k}") for k in range(cell_count)]
    rows = [np.unique(row) for block in blocks for row in number_of[block]]
    pairs = zip(owners, rows, strict=True)
    entries = [np.concatenate(([owner], len(alike) + row)) for owner, row in pairs]
    problem = ExactCover(
        items=tuple(items),
        starts=np.cumsum([0, *map(len, entries)]).astype(np.uint64),
        entries=np.concatenate([np.empty(0, np.int64), *entries]).astype(np.uint32),
    )
    return problem, tuple(map(tuple, alike.values())), tuple(placements)


def _merged(blocks: Sequence[Numbers], ground: GridBoard) -> tuple[Numbers, int]:
    """Numbers for cells; those that are in the same placements have the same."""
    cells = ground.cells.reshape(-1)
    marks = np.random.default_rng(0)
    sums = np.zeros((2, cells.size), dtype=np.uint64)
    for block in blocks:
        names = marks.integers(0, 2**63, size=(2, len(block)), dtype=np.uint64)
        for column in block.T:
            sums[:, column] += names  # a column names no cell twice
    there = np.flatnonzero(cells)
    _, numbers = np.unique(sums[:, there], axis=1, return_inverse=True)
    number_of = np.full(cells.size, -1, dtype=np.int64)
    number_of[there] = numbers.reshape(-1)
    return number_of, int(numbers.max()) + 1


@dataclass(frozen=True, slots=True)
class Way:
    """The way to solve a polygon puzzle: an engine, corner by corner or on a grid; and why.

    `fit` is the puzzle on its grid, if that is what is searched.
    """

    engine: str
    reason: str
    fit: GridFit | None = None

    @property
    def warning(self) -> str:
        """What the engine may miss, if anything."""
        if self.fit is None or self.fit.complete:
            return ""
        return f"solutions that are not on the grid are not found: {self.fit.reason}"


def choose_way(puzzle: PolygonPuzzle, engine: str = AUTO, *, noisy: bool = False) -> Way:
    """The engine that is asked for; for "auto", the grid if nothing can be off it.

    >>> import tilewright as tw
    >>> choose_way(tw.load("stomachion")).engine
    'corners'
    """
    if engine == AUTO:
        if noisy:
            return Way("corners", "it has decimals")
        fit = grid_fit(puzzle, complete_only=True) if _may_be_complete(puzzle) else None
        if fit is not None:
            return Way("grid", "every solution is on the grid", fit)
        return Way("corners", "a solution need not be on a grid")
    if engine not in POLYGON_ENGINES:
        known = ", ".join((AUTO, *POLYGON_ENGINES))
        raise OptionError(f"engine is {engine!r}: expected one of {known}, as these are polygons")
    if ENGINES[engine].complete is True:
        return Way(engine, "as you asked for")
    if noisy:
        raise OptionError("the puzzle has decimals, so it has no grid: use engine corners")
    fit = grid_fit(puzzle)
    if fit is None:
        raise OptionError("the corners of this puzzle are on no grid, or a very fine one")
    return Way(engine, "every solution is on the grid" if fit.complete else "as you asked for", fit)


def _may_be_complete(puzzle: PolygonPuzzle) -> bool:
    """Are all angles those of squares, or all those of triangles?  Others leave every grid."""
    angles = np.concatenate([corner_angles(ring) for s in puzzle.shapes() for ring in s.floats])
    return any(
        bool(np.all(np.abs(angles / unit - np.round(angles / unit)) < 1e-9))
        for unit in (math.pi / 2, math.pi / 3)
    )
