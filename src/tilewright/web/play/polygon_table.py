"""Can a board of polygons still be completed?  All solutions are listed once, in the background.

A placed piece belongs to a solution if the solution has a piece of its kind with the same corners.
Hints are taken from the solutions that have all placed pieces.
"""

import logging
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from tilewright.errors import TilewrightError
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.congruence import corners_only, isometries, kinds, puzzle_size
from tilewright.polygons.model.puzzle import PolygonPiece, signed_area
from tilewright.polygons.model.solution import PlacedPolygon
from tilewright.solving.polygons import PolygonSearch
from tilewright.web.play.messages import HintAnswer, PlayedPiece, Strength
from tilewright.web.play.table import (
    THINKING,
    Completions,
    Patience,
    Position,
    Table,
    next_piece,
    say_too_many,
)
from tilewright.web.wire import Point

LOG = logging.getLogger("tilewright.web")
LISTING_SECONDS = 20.0
LISTED = 20_000
NEAR = 1e-3  # of the board's size: so far may corners be off
STRAIGHT = 1e-6  # of a ring's size: how straight a corner is no corner
LOOSE = 4.0  # tolerances of measured puzzles: so far may corners be off
BEYOND = "No solution that is known has these pieces there; but there may be others."
OFTEN = 0.05  # seconds between two looks at the listing
SPOT = 0.6  # of the largest circle inside a place: how large the spot is that stands for a cell
SIDES = 16

Floats = npt.NDArray[np.float64]
PolygonPosition = Position[frozenset[int]]  # for each piece the numbers of the places it may be


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a kind of piece lies in some solutions: its corners, and a name for it."""

    kind: int
    piece: str
    corners: Floats
    rings: tuple[Floats, ...]


class PolygonTable(Table[PolygonPosition]):
    """A puzzle of polygons that somebody plays with."""

    def __init__(self, puzzle: PolygonPuzzle, executor: Executor) -> None:
        self.puzzle = puzzle
        self.size = LISTED * puzzle.piece_count
        self.near = NEAR * puzzle_size(puzzle)
        self.places: list[Place] = []
        self.solutions: list[frozenset[int]] = []  # numbers of places
        self.pieces = {piece.name: piece for piece in puzzle.pieces}
        self.kinds = dict(zip(self.pieces, kinds(puzzle), strict=True))
        self._board = shapely.union_all(
            [shapely.Polygon(s.floats[0], s.floats[1:]) for s in puzzle.board]
        )
        self._numbers: dict[tuple[int, bytes], int] = {}
        self._search: PolygonSearch | None = None
        self._closed = False
        self._all = False
        self._listed = threading.Event()
        executor.submit(self._list)

    def close(self) -> None:
        """Stop listing."""
        self._closed = True
        if self._search:
            self._search.stop()

    def position(self, placed: Sequence[PlayedPiece], patience: Patience) -> PolygonPosition:
        """What lies there, when the solutions are listed, or there is no patience any more."""
        while patience.left and not self._listed.wait(min(OFTEN, patience.left)):
            pass
        used: Counter[str] = Counter()
        places: list[frozenset[int] | str] = []
        shapes: list[tuple[str, shapely.Polygon]] = []
        for one in placed:
            used[one.piece] += 1
            places.append(self._lying(one, used[one.piece], shapes))
        return PolygonPosition.of(placed, places, frozenset())

    def is_complete(self, position: PolygonPosition) -> bool:
        """Are all pieces there?  (Nothing is wrong with them.)"""
        return len(position.names) == self.puzzle.piece_count

    def completions(self, at: PolygonPosition, _most: int, _patience: Patience) -> Completions:
        """The known solutions that have all placed pieces."""
        if self.is_complete(at):
            return Completions(1, True)
        return Completions(len(self._matching(at)), self._all and self._listed.is_set())

    def next_move(
        self, position: PolygonPosition, strength: Strength, patience: Patience
    ) -> HintAnswer | None:
        """A hint to the next move; None if no completion is known."""
        solutions = self._matching(position)
        if not solutions:
            all_known = self.completions(position, 0, patience).all
            return None if position.names or all_known else THINKING
        place = self._next_place(position, solutions)
        name, spot = self._free_name(position, place), [_spot(place)]
        rings = [[(x, y) for x, y in ring.tolist()] for ring in place.rings]
        return next_piece(
            strength, name, "Look at the marked spot.", {"rings": spot}, {"rings": rings}
        )

    def _matching(self, position: PolygonPosition) -> list[frozenset[int]]:
        """The known solutions that have all placed pieces."""
        known = self.solutions[:]
        return [s for s in known if all(not some.isdisjoint(s) for some in position.given)]

    def _next_place(self, position: PolygonPosition, solutions: Sequence[frozenset[int]]) -> Place:
        """The empty place that is in most of the solutions; of these, the highest, leftmost one."""
        taken = frozenset().union(*position.given)
        times = Counter(number for solution in solutions for number in solution - taken)
        places = self.places

        def rank(number: int) -> tuple[float, ...]:
            x, y = places[number].corners.mean(axis=0).tolist()
            return -times[number], round(-y, 6), round(x, 6), number

        return places[min(times, key=rank)]

    def _free_name(self, position: PolygonPosition, place: Place) -> str:
        """Which of several identical pieces to take."""
        used = Counter(position.names)
        alike = [name for name, kind in self.kinds.items() if kind == place.kind]
        free = [name for name in alike if used[name] < self.pieces[name].count]
        return place.piece if place.piece in free or not free else free[0]

    def _lying(
        self, one: PlayedPiece, times: int, others: list[tuple[str, shapely.Polygon]]
    ) -> frozenset[int] | str:
        """The places of solutions where a piece lies, or why it may not lie there.

        If it may, it joins the others.
        """
        piece = self.pieces.get(one.piece)
        if piece is None:
            return f"There is no piece {one.piece!r} in this puzzle."
        if one.ring is None:
            return f"Piece {piece.name} has cells, but this puzzle is of polygons: give a ring."
        if times > piece.count:
            return say_too_many(piece.name, piece.count)
        shape = shapely.Polygon(one.ring)
        corners = corners_only(np.array(one.ring, dtype=np.float64), STRAIGHT)
        if not shape.is_valid or not shape.area or not self._can_lie(piece, corners):
            return f"Piece {piece.name} does not have that shape, or may not be turned that way."
        if shape.difference(self._board).area > self.near * shape.length:
            return f"Piece {piece.name} lies partly outside the board."
        for name, other in others:
            if shape.intersection(other).area > self.near * min(shape.length, other.length):
                return f"Pieces {name} and {one.piece} lie on each other."
        others.append((piece.name, shape))
        return self._places(self.kinds[piece.name], corners)

    def _can_lie(self, piece: PolygonPiece, corners: Floats) -> bool:
        """Is this the outline of a piece, moved as it may be?"""
        outline = corners_only(piece.shape.floats[0], STRAIGHT)
        if signed_area(corners) < 0:
            corners = corners[::-1]
        moves = isometries([outline], [corners], self.near, mirror=piece.flip, turn=piece.turn)
        return bool(moves)

    def _places(self, kind: int, corners: Floats) -> frozenset[int]:
        """The places of solutions where a piece of that kind has these corners."""
        centre, found = corners.mean(axis=0), []
        for number, place in enumerate(self.places[:]):
            if place.kind != kind or len(place.corners) != len(corners):
                continue
            if np.abs(place.corners.mean(axis=0) - centre).max() > self.near:
                continue
            gaps = np.hypot(*(place.corners[:, None] - corners[None, :]).transpose(2, 0, 1))
            if max(gaps.min(axis=0).max(), gaps.min(axis=1).max()) <= 2 * self.near:
                found.append(number)
        return frozenset(found)

    def _list(self) -> None:
        """List the solutions; runs in a thread of its own."""
        try:
            self._search = search = PolygonSearch(
                self.puzzle, up_to="nothing", max_seconds=LISTING_SECONDS, max_solutions=LISTED
            )
            for batch in search:
                for solution in batch:
                    self.solutions.append(frozenset(map(self._number, solution.placed)))
                if self._closed:
                    break
            if search.noisy and search.tolerance:
                self.near = max(self.near, LOOSE * search.tolerance * puzzle_size(self.puzzle))
            self._all = search.finished
        except TilewrightError as error:  # such as sizes that are too close; then nothing is known
            LOG.info("the solutions of %r cannot be listed: %s", self.puzzle.title, error)
        finally:
            self.unknown = BEYOND
            self._listed.set()

    def _number(self, placed: PlacedPolygon) -> int:
        """The number of a place; new ones get one.  (Rounding may give a place two of them.)"""
        rings = placed.rings(self.pieces[placed.piece].shape)
        corners = corners_only(rings[0], STRAIGHT)
        rounded = np.round(corners / self.near).astype(np.int64)
        kind = self.kinds[placed.piece]
        key = kind, rounded[np.lexsort(rounded.T)].tobytes()
        if key not in self._numbers:
            self._numbers[key] = len(self.places)
            self.places.append(Place(kind, placed.piece, corners, tuple(rings)))
        return self._numbers[key]


def _spot(place: Place) -> list[Point]:
    """A small circle well inside a place."""
    widest = shapely.maximum_inscribed_circle(shapely.Polygon(place.corners))
    (x, y), radius = widest.coords[0], SPOT * widest.length
    angles = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    return [(x + radius * float(np.cos(a)), y + radius * float(np.sin(a))) for a in angles]
