"""Lines along which a laser or a saw cuts: hairlines in millimetres, each of them once.

Scenes of this kind have a true size.  Their titles name what is cut: a piece, the board, its frame.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.render.cells import Area, has_sticks
from tilewright.render.flat import kinds_of, tiling_of
from tilewright.render.layout import shelves
from tilewright.render.outlines import around, shape_of, signed_area
from tilewright.render.scene import Lines, Patch, PictureError, Point, Ring, Scene, box_of
from tilewright.render.views import AnyPuzzle, Pictured, puzzle_of

if TYPE_CHECKING:
    from shapely import LinearRing


Side = tuple[Point, Point]
Stretch = tuple[float, float, Point, Point]  # from where to where on a straight line, and its ends

FINE = 1e-6  # corners are the same if they are nearer, where everything is about 1 wide


def seams(
    areas: Iterable[Sequence[Ring]], without: Iterable[Sequence[Ring]] = ()
) -> tuple[Ring, ...]:
    """The sides of areas, each stretch once, except for those that `without` has as well.

    Sides that lie on one straight line are laid on top of each other there, whatever their ends
    are; then lines are joined where two of them, and no others, end.  Corners that are almost the
    same are the same.  A line that comes back to where it begins has that point twice.

    >>> left, right = ((0, 0), (1, 0), (1, 2), (0, 2)), ((1, 0), (2, 0), (2, 1), (1, 1))
    >>> seams([(left,), (right,)])
    (((1, 0), (1, 2), (0, 2), (0, 0), (2, 0), (2, 1), (1, 1)),)
    >>> seams([(left,), (right,)], without=[(left,)])
    (((1, 0), (2, 0), (2, 1), (1, 1)),)
    """
    wanted, others = (
        [side for rings in some for ring in rings for side in around(ring)]
        for some in (areas, without)
    )
    points = [point for side in wanted for point in side]
    if not points:
        return ()
    fine = FINE * max(max(column) - min(column) for column in zip(*points, strict=True))
    same = _Same(fine)
    both = [(side, True) for side in wanted] + [(side, False) for side in others]
    both.sort(key=lambda one: -math.dist(*one[0]))
    sides = [((same(start), same(end)), is_wanted) for (start, end), is_wanted in both]
    return tuple(_joined(list(_stretches([one for one in sides if one[0][0] != one[0][1]], fine))))


class _Same:
    """For each point one that is almost the same; always the same one."""

    def __init__(self, fine: float) -> None:
        self.fine = fine
        self.known: dict[tuple[int, int], Point] = {}

    def __call__(self, point: Point) -> Point:
        column, row = (math.floor(value / self.fine) for value in point)
        for dx, dy in product((0, -1, 1), repeat=2):
            if known := self.known.get((column + dx, row + dy)):
                return known
        self.known[column, row] = point
        return point


def _stretches(sides: Sequence[tuple[Side, bool]], fine: float) -> Iterator[Side]:
    """Of sides, from the longest to the shortest, what is wanted: once, and as long as it can be.

    Each of them comes with whether it is wanted, and lies on the line of the first one that does.
    """
    ends = np.array([side for side, _ in sides])
    left = np.arange(len(sides))
    while len(left):
        (start, end), _ = sides[left[0]]
        ux, uy = ((b - a) / math.dist(start, end) for a, b in zip(start, end, strict=True))
        dx, dy = (ends[left, :, axis] - start[axis] for axis in (0, 1))
        on = (abs(dx * uy - dy * ux) <= fine).all(axis=1)
        found: dict[bool, list[Stretch]] = {True: [], False: []}
        for number, (t0, t1) in zip(left[on], (dx * ux + dy * uy)[on].tolist(), strict=True):
            side, is_wanted = sides[number]
            found[is_wanted].append((t0, t1, *side) if t0 < t1 else (t1, t0, side[1], side[0]))
        for stretch in _without(_union(found[True], fine), _union(found[False], fine)):
            if stretch[1] - stretch[0] > fine:
                yield stretch[2:]
        left = left[~on]


def _union(stretches: Iterable[Stretch], fine: float) -> list[Stretch]:
    union: list[Stretch] = []
    for t0, t1, start, end in sorted(stretches):
        if union and t0 <= union[-1][1] + fine:
            if t1 > union[-1][1]:
                union[-1] = (union[-1][0], t1, union[-1][2], end)
        else:
            union.append((t0, t1, start, end))
    return union


def _without(stretches: Sequence[Stretch], others: Sequence[Stretch]) -> Iterator[Stretch]:
    for t0, t1, start, end in stretches:
        for s0, s1, cut, again in others:
            if s1 <= t0 or s0 >= t1:
                continue
            if s0 > t0:
                yield t0, s0, start, cut
            t0, start = s1, again
        if t0 < t1:
            yield t0, t1, start, end


def _joined(sides: Sequence[Side]) -> Iterator[Ring]:
    """Lines made of sides: they go on where two sides end, and no others."""
    ends: dict[Point, list[int]] = {}
    for number, side in enumerate(sides):
        for point in side:
            ends.setdefault(point, []).append(number)
    left = dict.fromkeys(range(len(sides)))

    def walk(point: Point, number: int) -> Iterator[Point]:
        yield point
        while True:
            del left[number]
            start, end = sides[number]
            point = end if point == start else start
            yield point
            others = [other for other in ends[point] if other in left]
            if len(ends[point]) != 2 or not others:
                return
            number = others[0]

    for point, numbers in ends.items():  # first the lines that have ends, then those that have none
        if len(numbers) != 2:
            for number in numbers:
                if number in left:
                    yield tuple(walk(point, number))
    while left:
        number = next(iter(left))
        yield tuple(walk(sides[number][0], number))


RED = "#ff0000"  # what machines take for a line to be cut
HAIRLINE = 0.025  # millimetres: the thousandth part of an inch, as machines want it
FULL = 0.8  # the part of a rectangle that a board takes at least, if its frame is one
SAME = 1e-6  # areas are the same if they differ by less, as a part of them
GAP = 3.0  # millimetres between things that lie beside each other


@dataclass(frozen=True, slots=True)
class _Cuts:
    """How lines are made: all lengths in millimetres."""

    cell: float
    kerf: float
    clearance: float
    frame: float

    def __post_init__(self) -> None:
        for name in (field.name for field in fields(self)):
            value, least = getattr(self, name), 0.01 if name == "cell" else 0
            if not (math.isfinite(value) and least <= value <= 10_000):
                raise PictureError(
                    f"{name} = {value:g} mm: expected from {least:g} to 10000 millimetres"
                )

    @property
    def outwards(self) -> float:
        """How far outlines move, so that what is cut out has its size."""
        return (self.kerf - self.clearance) / 2

    def scaled(self, area: Area) -> Area:
        """An area of the puzzle in millimetres."""
        return tuple(tuple((self.cell * x, self.cell * y) for x, y in ring) for ring in area)


def cut_scene(
    what: Pictured,
    *,
    cell: float = 10.0,
    kerf: float = 0.0,
    clearance: float = 0.0,
    frame: float = 0.0,
) -> Scene:
    """The lines for cutting a flat puzzle or solution, where a unit is `cell` millimetres long.

    Of a solution, lines between pieces are there once, so that all pieces come out of one board.
    Of a puzzle, all its pieces lie beside each other, each as often as the board has room for it.
    There the width of the cut, `kerf`, is made up for; `clearance` is how far neighbours are apart
    in the end.  With a `frame` there is a tray as well: a hole for the board with an edge around it
    that is so wide, or wider.
    """
    cuts = _Cuts(cell, kerf, clearance, frame)
    puzzle = puzzle_of(what)
    if isinstance(puzzle, Puzzle) and not puzzle.lattice.flat:
        raise PictureError(
            f"{puzzle.title or 'this puzzle'} is in space, on lattice {puzzle.lattice.name!r}: "
            f"lines for cutting (DXF) are those of flat puzzles; ask for .stl or .3mf to make its "
            f"pieces, or for .svg or .pdf to draw it"
        )
    if frame and isinstance(puzzle, Puzzle) and has_sticks(puzzle.lattice):
        raise PictureError(
            f"frame = {frame:g} mm: sticks of lattice {puzzle.lattice.name!r} have no tray, since "
            f"their ends cross the corners of the board; ask for 0"
        )
    tiling = tiling_of(puzzle, () if isinstance(what, AnyPuzzle) else what.placed)
    board = [cuts.scaled(area) for area in tiling.board.areas]
    if what is puzzle:
        pieces = [(name, cuts.scaled(area), count) for name, area, count in _pieces(puzzle)]
        elements = _apart(board, pieces, cuts)
    else:
        elements = _solution(board, [cuts.scaled(one.area) for one in tiling.placed], cuts)
    rings = [e.rings if isinstance(e, Patch) else e.lines for e in elements]
    box = box_of(rings).wider(GAP)
    return Scene(tuple(elements), box, puzzle.title, mm=1.0)


def _solution(board: Sequence[Area], placed: Sequence[Area], cuts: _Cuts) -> list[Patch | Lines]:
    """From the inside to the outside, so that nothing moves before it is cut."""
    if cuts.kerf or cuts.clearance:
        raise PictureError(
            f"kerf = {cuts.kerf:g} mm, clearance = {cuts.clearance:g} mm: pieces of a solution "
            f"share their lines, so these cannot be made up for; ask for the puzzle instead, where "
            f"pieces lie apart, or for 0"
        )
    filled = abs(_size(placed) - _size(board)) < SAME * _size(board)
    outer = board if filled or cuts.frame else ()
    elements: list[Patch | Lines] = []
    if between := seams(placed, outer):
        elements.append(Lines(between, RED, HAIRLINE, title="pieces"))
    elements += (_cut(area, "board") for area in outer)
    if cuts.frame:
        elements.append(_cut(_around(board, cuts.frame), "frame"))
    return elements


def _size(areas: Sequence[Area]) -> float:
    return sum(abs(sum(map(signed_area, area))) for area in areas)


def _apart(
    board: Sequence[Area], pieces: Sequence[tuple[str, Area, int]], cuts: _Cuts
) -> list[Patch | Lines]:
    """All pieces on shelves; the frame, if there is to be one, to the left of them or above."""
    things = [
        _cut(_moved_out(area, cuts.outwards, name), name)
        for name, area, count in pieces
        for _ in range(count)
    ]
    if not things:
        raise PictureError("there is nothing to be cut: there are no pieces")
    boxes = [box_of([thing.rings]) for thing in things]
    room = sum((box.width + GAP) * (box.height + GAP) for box in boxes)
    widest = 1.2 * room**0.5
    frame = _frame(board, cuts) if cuts.frame else []
    if frame:
        widest = max(widest, box_of([patch.rings for patch in frame]).width)
    places = shelves(boxes, [""] * len(boxes), 0.0, GAP, widest)
    below = [thing.moved(dx, dy) for thing, (dx, dy, _) in zip(things, places, strict=True)]
    if frame:
        box, pieces_box = (box_of([patch.rings for patch in some]) for some in (frame, below))
        if box.height > box.width:
            dx, dy = pieces_box.left - GAP - box.right, pieces_box.top - box.top
        else:
            dx = (pieces_box.left + pieces_box.right - box.left - box.right) / 2
            dy = pieces_box.top + GAP - box.bottom
        frame = [patch.moved(dx, dy) for patch in frame]
    return [*below, *frame]


def _frame(board: Sequence[Area], cuts: _Cuts) -> list[Patch]:
    """The hole in which pieces come to lie, and what is around it."""
    holes = [_moved_out(area, -cuts.outwards, "the board") for area in board]
    around = _around(board, cuts.frame + cuts.outwards)
    return [*(_cut(hole, "board") for hole in holes), _cut(around, "frame")]


def _cut(area: Area, title: str) -> Patch:
    return Patch(area, stroke=RED, width=HAIRLINE, title=title)


def _around(board: Sequence[Area], margin: float) -> Area:
    """The outline of a frame: a rectangle, unless that would leave much empty."""
    from shapely import union_all

    hull = union_all([shape_of(area) for area in board]).convex_hull
    whole = hull.envelope if hull.area > FULL * hull.envelope.area else hull
    return (_ring(whole.buffer(margin, join_style="mitre").exterior),)


def _moved_out(area: Area, by: float, name: str) -> Area:
    """The area with its outline moved outwards, or inwards."""
    if not by:
        return area
    shape = shape_of(area).buffer(by, join_style="mitre")
    if shape.is_empty:
        raise PictureError(
            f"nothing of {name} is left if its outline moves inwards by {-by:g} mm: ask for a "
            f"smaller kerf or clearance, or larger cells"
        )
    parts = shape.geoms if hasattr(shape, "geoms") else [shape]
    return tuple(_ring(ring) for part in parts for ring in (part.exterior, *part.interiors))


def _ring(ring: "LinearRing") -> Ring:
    """Without the first point at the end again."""
    return tuple((x, y) for x, y in ring.coords[:-1])


def _pieces(puzzle: AnyPuzzle) -> list[tuple[str, Area, int]]:
    """The name of each piece, its area, and how many of it may be on the board."""
    kinds = kinds_of(puzzle)
    if isinstance(puzzle, PolygonPuzzle):
        counts = [piece.count for piece in puzzle.pieces]
    else:
        room = [len(puzzle.board.cells) // piece.size for piece in puzzle.pieces]
        most = (piece.count.hi for piece in puzzle.pieces)
        counts = [k if hi is None else min(k, hi) for k, hi in zip(room, most, strict=True)]
    return [(kind.name, kind.area, count) for kind, count in zip(kinds, counts, strict=True)]
