"""Can a board of polygons still be completed?  All solutions are listed once, in the background.

A placed piece belongs to a solution if the solution has a piece of its kind with the same corners.
"""

import logging
import threading
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from tilewright.errors import TilewrightError
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.congruence import corners_only, isometries, kinds, puzzle_size
from tilewright.polygons.model.puzzle import PolygonPiece, Shape, signed_area
from tilewright.polygons.model.solution import PlacedPolygon
from tilewright.solving.polygons import PolygonSearch
from tilewright.web.play.answers import (
    NO_SOLUTION,
    SOLVED,
    THINKING,
    Completions,
    answer,
    refuse,
    say_too_many,
    say_wrong,
    take_away,
)
from tilewright.web.play.messages import CheckAnswer, HintAnswer, PlacedGiven, Strength
from tilewright.web.play.patience import Patience

LOG = logging.getLogger("tilewright.web")
LISTING_SECONDS = 20.0
LISTED = 20_000
NEAR = 1e-3  # of the board's size: so far may corners be off
STRAIGHT = 1e-6  # of a ring's size: how straight a corner is no corner
LOOSE = 4.0  # tolerances of measured puzzles: so far may corners be off
BEYOND = "No solution that is known has these pieces there; but there may be others."
OFTEN = 0.05  # seconds between two looks at the listing

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a kind of piece lies in some solutions: its corners, and a name for it."""

    kind: int
    piece: str
    corners: Floats
    rings: tuple[Floats, ...]


@dataclass(frozen=True, slots=True)
class PolygonPosition:
    """For each placed piece the numbers of the places that it may be; and what is wrong."""

    names: tuple[str, ...]
    places: tuple[frozenset[int], ...]
    wrong: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()

    def without(self, number: int) -> "PolygonPosition":
        """The same without one of the placed pieces."""
        names, places = list(self.names), list(self.places)
        del names[number], places[number]
        return replace(self, names=tuple(names), places=tuple(places))

    def first(self, number: int) -> "PolygonPosition":
        """Only so many of the placed pieces."""
        return replace(self, names=self.names[:number], places=self.places[:number])


class PolygonTable:
    """A puzzle of polygons that somebody plays with."""

    def __init__(self, puzzle: PolygonPuzzle, executor: Executor) -> None:
        self.puzzle = puzzle
        self.near = NEAR * puzzle_size(puzzle)
        self.places: list[Place] = []
        self.solutions: list[frozenset[int]] = []  # numbers of places
        self.pieces = {piece.name: piece for piece in puzzle.pieces}
        self.kinds = dict(zip(self.pieces, kinds(puzzle), strict=True))
        self._board = shapely.union_all([shapely.Polygon(*_rings(s)) for s in puzzle.board])
        self._numbers: dict[tuple[int, bytes], int] = {}
        self._search: PolygonSearch | None = None
        self._closed = False
        self._all = False
        self._listed = threading.Event()
        executor.submit(self._list)

    @property
    def size(self) -> int:
        """How much memory it takes, roughly, in numbers."""
        return LISTED * self.puzzle.piece_count

    def close(self) -> None:
        """Stop listing."""
        self._closed = True
        if self._search:
            self._search.stop()

    def check(self, placed: list[PlacedGiven], most: int, patience: Patience) -> CheckAnswer:
        """Can this be completed, and in how many ways?"""
        self.wait(patience)
        position = self.position(placed)
        if position.wrong:
            return refuse(position.wrong, position.reasons)
        complete = len(placed) == self.puzzle.piece_count  # and nothing is wrong
        found = Completions(len(self.matching(position)), self.all)
        if complete:
            found = Completions(1, True)
        if not found.known and not found.all and self._listed.is_set():
            return CheckAnswer(state="thinking", message=BEYOND)
        return answer(found, most, complete=complete)

    @property
    def all(self) -> bool:
        """Are all solutions listed?"""
        return self._all and self._listed.is_set()

    def wait(self, patience: Patience) -> None:
        """Wait until the solutions are listed, as long as there is patience."""
        while patience.left and not self._listed.wait(min(OFTEN, patience.left)):
            pass

    def matching(self, position: PolygonPosition) -> list[frozenset[int]]:
        """The known solutions that have all placed pieces."""
        known = self.solutions[:]
        return [s for s in known if all(not some.isdisjoint(s) for some in position.places)]

    def position(self, placed: Sequence[PlacedGiven]) -> PolygonPosition:
        """What lies there."""
        used: Counter[str] = Counter()
        wrong, reasons = [], []
        places: list[frozenset[int]] = []
        shapes: list[tuple[str, shapely.Polygon]] = []
        for number, one in enumerate(placed):
            used[one.piece] += 1
            reason = self._refusal(one, used[one.piece]) or self._overlap(one, shapes)
            if reason:
                wrong.append(number)
                reasons.append(reason)
                places.append(frozenset())
                continue
            shapes.append((one.piece, shapely.Polygon(one.ring)))
            places.append(self._places(one))
        names = tuple(one.piece for one in placed)
        return PolygonPosition(names, tuple(places), tuple(wrong), tuple(reasons))

    def _can_lie(self, piece: PolygonPiece, corners: Floats) -> bool:
        """Is this the outline of a piece, moved as it may be?"""
        outline = corners_only(piece.shape.floats[0], STRAIGHT)
        if signed_area(corners) < 0:
            corners = corners[::-1]
        moves = isometries([outline], [corners], self.near, mirror=piece.flip, turn=piece.turn)
        return bool(moves)

    def _refusal(self, one: PlacedGiven, times: int) -> str | None:
        """Why a piece may not lie there, whatever else does; None if it may."""
        piece = self.pieces.get(one.piece)
        if piece is None:
            return f"There is no piece {one.piece!r} in this puzzle."
        if one.ring is None:
            return f"Piece {piece.name} has cells, but this puzzle is of polygons: give a ring."
        if times > piece.count:
            return say_too_many(piece.name, piece.count)
        shape = shapely.Polygon(one.ring)
        if not shape.is_valid or not shape.area or not self._can_lie(piece, _corners(one)):
            return f"Piece {piece.name} does not have that shape, or may not be turned that way."
        if shape.difference(self._board).area > self.near * shape.length:
            return f"Piece {piece.name} lies partly outside the board."
        return None

    def _overlap(self, one: PlacedGiven, others: Sequence[tuple[str, shapely.Polygon]]) -> str:
        shape = shapely.Polygon(one.ring)
        for name, other in others:
            if shape.intersection(other).area > self.near * min(shape.length, other.length):
                return f"Pieces {name} and {one.piece} lie on each other."
        return ""

    def _places(self, one: PlacedGiven) -> frozenset[int]:
        """The places of solutions where a piece lies."""
        corners = _corners(one)
        centre, kind = corners.mean(axis=0), self.kinds[one.piece]
        found = []
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
                self.puzzle,
                up_to="nothing",
                max_seconds=LISTING_SECONDS,
                max_solutions=LISTED,
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


def _rings(shape: Shape) -> tuple[Floats, tuple[Floats, ...]]:
    return shape.floats[0], shape.floats[1:]


def _corners(one: PlacedGiven) -> Floats:
    return corners_only(np.array(one.ring, dtype=np.float64), STRAIGHT)


# Hints for boards of polygons, taken from the solutions that have all placed pieces.


SPOT = 0.6  # of the largest circle inside a place: how large the spot is that stands for a cell
SIDES = 16


class PolygonHints:
    """Hints for one puzzle."""

    def __init__(self, table: PolygonTable) -> None:
        self._table = table

    def hint(self, placed: list[PlacedGiven], strength: Strength, patience: Patience) -> HintAnswer:
        """What to do next."""
        table = self._table
        table.wait(patience)
        position = table.position(placed)
        if position.wrong:
            return take_away(position.wrong[0], position.names, say_wrong(position.reasons[:1]))
        if len(placed) == table.puzzle.piece_count:
            return SOLVED
        solutions = table.matching(position)
        if not solutions:
            return self._remove(position)
        return self._said(position, self._next(position, solutions), strength)

    def _next(self, position: PolygonPosition, solutions: Sequence[frozenset[int]]) -> Place:
        """The empty place that is in most of the solutions; of these, the highest, leftmost one."""
        taken = frozenset().union(*position.places)
        times = Counter(number for solution in solutions for number in solution - taken)
        places = self._table.places

        def rank(number: int) -> tuple[float, ...]:
            x, y = places[number].corners.mean(axis=0).tolist()
            return -times[number], round(-y, 6), round(x, 6), number

        return places[min(times, key=rank)]

    def _said(self, position: PolygonPosition, place: Place, strength: Strength) -> HintAnswer:
        spot = [_spot(place)]
        if strength == "cell":
            message = "Look at the marked spot."
            return HintAnswer(kind="cell", rings=spot, message=message)
        name = self._free_name(position, place)
        if strength == "piece":
            message = f"Piece {name} goes over the marked spot."
            return HintAnswer(kind="piece", piece=name, rings=spot, message=message)
        rings = [ring.tolist() for ring in place.rings]
        message = f"Put piece {name} where it is shown."
        return HintAnswer(kind="move", piece=name, rings=rings, message=message)

    def _free_name(self, position: PolygonPosition, place: Place) -> str:
        """Which of several identical pieces to take."""
        used, table = Counter(position.names), self._table
        alike = [name for name, kind in table.kinds.items() if kind == place.kind]
        free = [name for name in alike if used[name] < table.pieces[name].count]
        return place.piece if place.piece in free or not free else free[0]

    def _remove(self, position: PolygonPosition) -> HintAnswer:
        """A piece to take away, so that the rest can be completed: the latest one that does it."""
        table, number = self._table, len(position.names)
        for k in reversed(range(number)):
            if table.matching(position.without(k)):
                return take_away(k, position.names)
        for k in reversed(range(number)):
            if table.matching(position.first(k)):
                return take_away(k, position.names, "Several pieces are in the way.")
        return NO_SOLUTION if table.all else THINKING


def _spot(place: Place) -> list[list[float]]:
    """A small circle well inside a place."""
    widest = shapely.maximum_inscribed_circle(shapely.Polygon(place.corners))
    (x, y), radius = widest.coords[0], SPOT * widest.length
    angles = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    return [[x + radius * float(np.cos(a)), y + radius * float(np.sin(a))] for a in angles]
