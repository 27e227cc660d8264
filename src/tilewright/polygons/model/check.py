"""What is wrong with a polygon puzzle: all of it at once, each with its place.

Nothing here is shared with the search.  A shape is fine if its rings are simple, or touch
themselves and each other only in points, and if its holes lie inside.  Parts of the board may
share sides.  Lengths are compared in doubles: what is smaller than 1e-9 of a shape's size (1e-6 if
its coordinates are decimals) counts as nothing.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tilewright.faults import Fault
from tilewright.polygons.model.contacts import (
    Contact,
    Sides,
    TangledError,
    find_contacts,
    is_convex,
    is_inside,
)
from tilewright.polygons.model.files import MOST_CORNERS
from tilewright.polygons.model.puzzle import Point, PolygonPuzzle, Shape, side_lengths, signed_area
from tilewright.puzzle import PuzzleError

EXACT, NOISY = 1e-9, 1e-6  # of a shape's size: what counts as nothing
MEASURED = 1e3  # parts with decimals may overlap by N tolerances
AREA_EXACT, AREA_NOISY = 1e-9, 5e-2  # how much the areas of board and pieces may differ
LARGEST, SMALLEST = 1e12, 1e-12  # coordinates, sizes
FARTHEST = 1e6  # times its size from the origin
LONGEST = 24  # characters of a coordinate in a message
MOST_TOLD = 5  # contacts of one shape
MOST_COPIES = 1_000_000  # of one piece

Place = tuple[str, ...]


def require_sound_polygons(puzzle: PolygonPuzzle) -> None:
    """Raise PuzzleError if there are serious faults."""
    serious = [fault.message for fault in find_polygon_faults(puzzle) if fault.serious]
    if serious:
        raise PuzzleError("\n".join(serious))


def find_polygon_faults(puzzle: PolygonPuzzle) -> list[Fault]:
    """Everything that is wrong, in the order in which a reader would meet it.

    The rings may run either way.
    """
    corners = sum(shape.corner_count for shape in puzzle.shapes())
    if corners > MOST_CORNERS:
        return [
            Fault(
                ("board",),
                f"the puzzle has {corners:,} corners: at most {MOST_CORNERS:,} are allowed",
            )
        ]
    found = list(_outside(puzzle))
    shapes = list(_shape_faults(puzzle))
    found += shapes
    if not any(fault.place[0] == "board" for fault in shapes):
        found += _overlaps(puzzle)
    if not found:
        found += area_faults(puzzle)
    return found


def tolerance_of(shape: Shape) -> float:
    """Lengths up to this count as nothing."""
    ring = shape.floats[0]
    size = float(np.hypot(*np.ptp(ring, axis=0))) if len(ring) else 0.0
    return size * (EXACT if shape.exact else NOISY)


def _outside(puzzle: PolygonPuzzle) -> Iterator[Fault]:
    """What has to do with names and numbers."""
    if not puzzle.board:
        yield Fault(("board",), "the board is empty: give it an outline, or [[board.part]] tables")
    if not puzzle.pieces:
        yield Fault(("pieces",), "there are no pieces: add [[piece]] tables, or a set of pieces")
    for name, times in Counter(piece.name for piece in puzzle.pieces).items():
        if times > 1:
            yield Fault(
                ("piece", name),
                f"there are {times} pieces {name!r}: give each its own name, or one a count",
            )
    for piece in puzzle.pieces:
        if 1 <= piece.count <= MOST_COPIES:
            continue
        what = f"a count of more than {MOST_COPIES:,}: expected fewer"
        if piece.count < 1:
            what = f"the count {piece.count}: expected 1 or more"
        yield Fault(("piece", piece.name, "count"), f"piece {piece.name!r} has {what}")


def _shape_faults(puzzle: PolygonPuzzle) -> Iterator[Fault]:
    for number, part in enumerate(puzzle.board, 1):
        name = "the board" if len(puzzle.board) == 1 else f"part {number} of the board"
        yield from _Shape(part, ("board", str(number)), name).faults()
    for piece in puzzle.pieces:
        yield from _Shape(piece.shape, ("piece", piece.name), f"piece {piece.name!r}").faults()


class _Shape:
    """A shape under examination."""

    def __init__(self, shape: Shape, place: Place, name: str) -> None:
        self.shape, self.place, self.name = shape, place, name
        self.tolerance = tolerance_of(shape)

    def faults(self) -> list[Fault]:
        for check in (self._corners, self._extent, self._short_sides, self._contacts, self._holes):
            if found := list(check()):
                return found  # nothing else makes sense yet
        return []

    def _fault(self, ring: int, message: str) -> Fault:
        key = "holes" if ring else "outline"
        return Fault((*self.place, key), f"{self.name}: {message}")

    def _ring(self, ring: int) -> str:
        return f"hole {ring}" if ring else "the outline"

    def _corner(self, ring: int, number: int) -> str:
        points = self.shape.rings[ring]
        number %= len(points)
        return f"corner {number + 1} {_spelt(points[number])}"

    def _side(self, ring: int, number: int) -> str:
        ends = f"from {self._corner(ring, number)} to {self._corner(ring, number + 1)}"
        return f"side {number + 1} of {self._ring(ring)}, {ends},"

    def _corners(self) -> Iterator[Fault]:
        for ring, points in enumerate(self.shape.rings):
            if len(points) < 3:
                corners = ", ".join(map(_spelt, points)) or "none"
                yield self._fault(
                    ring, f"{self._ring(ring)} needs three corners or more, it has {corners}"
                )

    def _extent(self) -> Iterator[Fault]:
        largest = [float(np.abs(ring).max()) for ring in self.shape.floats]
        for ring, size in enumerate(largest):
            if size > LARGEST:
                number = int(np.abs(self.shape.floats[ring]).max(axis=1).argmax())
                yield self._fault(
                    ring,
                    f"{self._corner(ring, number)} of {self._ring(ring)} is too far out: scale the "
                    f"puzzle so that no coordinate is larger than {LARGEST:g}",
                )
                return
        size = float(np.ptp(self.shape.floats[0], axis=0).max())
        if 0 < size < SMALLEST:
            yield self._fault(
                0, f"its size is {size:g}: scale the puzzle up to {SMALLEST:g} or more"
            )
        elif 0 < size * FARTHEST < max(largest):
            yield self._fault(
                0,
                f"{self._corner(0, 0)} is more than {FARTHEST:,.0f} times its size away from the "
                f"origin, so that its corners cannot be told apart: move it closer",
            )

    def _short_sides(self) -> Iterator[Fault]:
        for ring, points in enumerate(self.shape.floats):
            short = side_lengths(points) <= self.tolerance
            for number in np.flatnonzero(short)[:MOST_TOLD].tolist():
                one, other = self._corner(ring, number), self._corner(ring, number + 1)
                if number + 1 == len(points):
                    hint = "the last corner is joined to the first anyway: leave it out"
                else:
                    hint = "leave one of them out"
                yield self._fault(
                    ring,
                    f"side {number + 1} of {self._ring(ring)} has length zero, {one} is also "
                    f"{other}: {hint}",
                )

    def _contacts(self) -> Iterator[Fault]:
        if not self.shape.holes and is_convex(self.shape.floats[0]):
            return
        owners = [(r, k) for r, ring in enumerate(self.shape.rings) for k in range(len(ring))]
        try:
            sides = Sides.of(list(self.shape.floats))
            found = find_contacts(sides, self.tolerance, enough=MOST_TOLD + 1)
        except TangledError as error:
            yield self._fault(0, str(error))
            return
        for contact in found[:MOST_TOLD]:
            yield self._contact(contact, owners[contact.first], owners[contact.second])
        if len(found) > MOST_TOLD:
            yield self._fault(0, "there are more places where sides meet like this")

    def _contact(self, contact: Contact, one: tuple[int, int], other: tuple[int, int]) -> Fault:
        (ring, a), (ring_b, b) = one, other
        size = len(self.shape.rings[ring])
        if contact.kind == "along" and ring == ring_b and (b - a) in (1, size - 1):
            turn = b if b - a == 1 else a
            return self._fault(
                ring,
                f"{self._ring(ring)} turns back on itself at {self._corner(ring, turn)}: leave "
                f"that spike out",
            )
        verb, rule = {
            "cross": ("crosses", "sides must not cross"),
            "along": ("lies along", "sides may touch in points only"),
            "corner": ("crosses, in a corner,", "strands may touch there, but must not cross"),
        }[contact.kind]
        first, second = self._side(ring, a), self._side(ring_b, b).rstrip(",")
        return self._fault(max(ring, ring_b), f"{first} {verb} {second}: {rule}")

    def _holes(self) -> Iterator[Fault]:
        outer, *holes = self.shape.floats
        for number, hole in enumerate(holes, 1):
            if not is_inside(hole, outer, self.tolerance):
                yield self._fault(
                    number,
                    f"hole {number}, with {self._corner(number, 0)}, is not inside the outline",
                )
        low = np.array([hole.min(axis=0) for hole in holes]).reshape(-1, 2) - self.tolerance
        high = np.array([hole.max(axis=0) for hole in holes]).reshape(-1, 2) + self.tolerance
        for number, hole in enumerate(holes, 1):
            around = (low <= hole.min(axis=0)).all(axis=1) & (high >= hole.max(axis=0)).all(axis=1)
            for other in (np.flatnonzero(around) + 1).tolist():
                if other != number and is_inside(hole, holes[other - 1], self.tolerance):
                    yield self._fault(
                        number,
                        f"hole {number}, with {self._corner(number, 0)}, is inside hole {other}: "
                        f"what lies in a hole is another part of the board",
                    )


def _overlaps(puzzle: PolygonPuzzle) -> Iterator[Fault]:
    """Parts of the board that overlap."""
    pairs = _close_parts(puzzle)
    if not pairs:
        return
    from shapely import Polygon, intersection, make_valid

    shapes = [part.floats for part in puzzle.board]
    parts = {k: make_valid(Polygon(shapes[k][0], shapes[k][1:])) for pair in pairs for k in pair}
    for first, second in pairs:
        pair = puzzle.board[first], puzzle.board[second]
        width = max(map(tolerance_of, pair))
        if not (pair[0].exact and pair[1].exact):
            width *= MEASURED
        common = intersection(parts[first], parts[second])
        if common.area > width * max(parts[first].length, parts[second].length):
            at = common.representative_point()
            yield Fault(
                ("board", str(second + 1), "outline"),
                f"parts {first + 1} and {second + 1} of the board overlap around "
                f"({at.x:.6g}, {at.y:.6g}), by an area of {common.area:.6g}: parts may only touch",
            )


def _close_parts(puzzle: PolygonPuzzle) -> list[tuple[int, int]]:
    """Parts of the board whose boxes overlap."""
    margins = [tolerance_of(part) for part in puzzle.board]
    low = np.array([part.floats[0].min(axis=0) for part in puzzle.board]).reshape(-1, 2)
    high = np.array([part.floats[0].max(axis=0) for part in puzzle.board]).reshape(-1, 2)
    pairs = []
    for k, margin in enumerate(margins):
        meet = (np.minimum(high[k], high[k + 1 :]) - np.maximum(low[k], low[k + 1 :])) > margin
        pairs += [(k, k + 1 + j) for j in np.flatnonzero(meet.all(axis=1)).tolist()]
    return pairs


def area_faults(puzzle: PolygonPuzzle) -> Iterator[Fault]:
    """What is wrong with the areas of the pieces together and of the board."""
    board = sum(map(_area, puzzle.board))
    pieces = sum(piece.count * _area(piece.shape) for piece in puzzle.pieces)
    allowed = AREA_EXACT if puzzle.exact else AREA_NOISY
    if abs(pieces - board) > allowed * board:
        what = "too much" if pieces > board else "too little"
        within = (
            "" if puzzle.exact else f" ({allowed:.0%} would be let pass, as there are decimals)"
        )
        yield Fault(
            ("board",),
            f"the pieces have an area of {pieces:.9g}, the board has {board:.9g}: "
            f"{abs(pieces - board):.9g} {what}{within}; add or leave out pieces, or mend the board"
            f"{'' if 0.4 < pieces / board < 2.5 else ' (are both drawn to the same scale?)'}",
        )


def _area(shape: Shape) -> float:
    outer, *holes = (abs(signed_area(ring)) for ring in shape.floats)
    return outer - sum(holes)


def _spelt(point: Point) -> str:
    x, y = (n.text if len(n.text) <= LONGEST else n.text[: LONGEST - 1] + "…" for n in point)
    return f"({x}, {y})"
