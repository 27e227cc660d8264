"""Proof that placed pieces are a solution, by code that shares nothing with the search.

A search computes in doubles.  Here its pieces are put into exact places: a corner of a piece that
lies at a known corner, along a known side, is *claimed* to lie there exactly.  Then the claim is
proved: the sides of the pieces add up to the sides of the board (see `prover`).
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.polygons.exact.fields import Arithmetic, Balls, NeedMoreBits, NotInField, Surds
from tilewright.polygons.exact.prover import Chain, NotCertified, Prover
from tilewright.polygons.model.arrangements import Arrangements
from tilewright.polygons.model.congruence import corners_only, isometries, kinds, puzzle_size
from tilewright.polygons.model.puzzle import Floats, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.solution import Certificate, PlacedPolygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


FINE = 1.02  # the width is found within this factor
GRID = 1e-11  # of the size: corners are rounded to this
LEAST = 1e-12  # of the size: narrower than this is nothing
TOLERANCE = 1e-8  # of the size: how exact the doubles of a search are, at least
ROUGHLY = 1e-7  # how exact cosines and sines must be to be looked at
FAR = 1e12  # sizes of the board, beyond which doubles tell nothing
FEWEST, MOST = 1024, 8192  # bits of balls
CELLS = 4_000_000  # numbers added up at a time


def misfit(puzzle: PolygonPuzzle, placed: Sequence[PlacedPolygon]) -> float:
    """The width of the widest gap or overlap, or of what sticks out of the board: a length.

    What is wrong with an arrangement is a set of regions: what of the board is uncovered, what of
    the pieces sticks out of it, and what two pieces share.  The width of a region is the diameter
    of the largest disc in it.  So a long sliver counts by how thick it is, and a hole by its size;
    neither areas nor distances of corners do that.
    """
    import shapely

    shapes = {piece.name: piece.shape for piece in puzzle.pieces}
    pieces = [_geometry(one.rings(shapes[one.piece])) for one in placed]
    board = shapely.union_all([_geometry(shape.floats) for shape in puzzle.board])
    size = float(np.ptp(np.array(board.bounds).reshape(2, 2), axis=0).max())
    tree = shapely.STRtree(pieces)
    pairs = np.asarray(tree.query(pieces, predicate="intersects")).T
    grid = {"grid_size": GRID * size}  # without, what two pieces share may come out as one of them
    first, second = pairs[pairs[:, 0] < pairs[:, 1]].T
    wrong = shapely.intersection(np.take(pieces, first), np.take(pieces, second), **grid).tolist()
    covered = shapely.union_all(pieces, **grid)
    wrong.append(shapely.symmetric_difference(board, covered, **grid))
    widest = LEAST * size
    for region in sorted(wrong, key=lambda one: -float(one.area)):
        if 2 * (region.area / np.pi) ** 0.5 > widest:  # else there is no room for a larger disc
            widest = max(widest, _width(region, widest, size))
    return widest if widest > LEAST * size else 0.0


def _geometry(rings: Sequence[Floats]) -> "BaseGeometry":
    """The polygon of a ring and its holes; valid even where rings touch themselves."""
    import shapely

    made: Any = shapely.make_valid(shapely.Polygon(rings[0], rings[1:]))
    return made


def _width(region: "BaseGeometry", low: float, high: float) -> float:
    """Twice the radius of the largest disc in it, if more than `low`, else 0.

    The disc is as large as the edges can be worn away before nothing is left.
    """

    def survives(width: float) -> bool:
        with np.errstate(invalid="ignore"):  # of parts without an area
            return not region.buffer(-width / 2, join_style="mitre").is_empty

    if not survives(low):
        return 0.0
    while high > FINE * low:
        middle = (low * high) ** 0.5
        if survives(middle):
            low = middle
        else:
            high = middle
    return high


class Certifier:
    """Proves solutions of one puzzle, and remembers what it found out about a placement.

    If the puzzle has decimals, pieces that differ by less than `alike` count as congruent.
    """

    def __init__(self, puzzle: PolygonPuzzle, alike: float | None = None) -> None:
        puzzle.require_ways()
        self.puzzle, self.alike = puzzle, alike
        self.names = [piece.name for piece in puzzle.pieces]
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise NotCertified(f"two pieces are called {twice!r}: give each a name of its own")
        self._tolerance = TOLERANCE * puzzle_size(puzzle)
        self._field: Arithmetic = Surds()
        self._prover: Prover | None = None
        self._kinds: dict[str, int] | None = None

    def certificate(self, placed: Sequence[PlacedPolygon]) -> Certificate:
        """The proof of a solution, or NotCertified, which says why.

        >>> from tilewright.polygons import PolygonPiece, Shape
        >>> half = PolygonPiece("half", Shape.of([(0, 0), (1, 0), (0, 1)]), count=2)
        >>> square = Shape.of([(0, 0), (1, 0), (1, 1), (0, 1)])
        >>> certifier = Certifier(PolygonPuzzle((square,), (half,)))
        >>> one = PlacedPolygon("half", False, 1.0, 0.0, 0.0, 0.0)
        >>> other = PlacedPolygon("half", False, -1.0, 0.0, 1.0, 1.0)
        >>> certifier.certificate([one, other])
        Certificate(kind='exact', residual=0.0, bits=0)
        """
        return self.certify_many([placed])

    def certify_many(
        self, solutions: Arrangements | Sequence[Sequence[PlacedPolygon]]
    ) -> Certificate:
        """One certificate that holds for all of these solutions, or NotCertified."""
        given = solutions.rows[:1] if isinstance(solutions, Arrangements) else solutions
        for number, placed in enumerate(given):
            if len(placed) != self.puzzle.piece_count:
                raise NotCertified(
                    f"solution {number} has {len(placed)} pieces placed; "
                    f"the puzzle has {self.puzzle.piece_count}"
                )
        if not isinstance(solutions, Arrangements):
            solutions = Arrangements.of(solutions, puzzle_size(self.puzzle))
        for one in solutions.table:
            if one.piece not in self.names:
                raise NotCertified(f"the puzzle has no piece {one.piece!r}")
            if abs(math.hypot(one.cos, one.sin) - 1) > ROUGHLY:
                raise NotCertified(f"piece {one.piece!r} has been stretched")
            if math.hypot(one.dx, one.dy) > FAR * puzzle_size(self.puzzle):
                raise NotCertified(f"piece {one.piece!r} is far from the board")
        return self._exact(solutions) if self.puzzle.exact else self._measured(solutions)

    def _exact(self, solutions: Arrangements) -> Certificate:
        """Prove them in the simplest field that will do."""
        while True:
            bits = self._field.bits
            try:
                with self._field.at_work():
                    self._prove(solutions)
                return Certificate("balls" if bits else "exact", self._field.residual, bits)
            except NotInField:
                bits = FEWEST
            except NeedMoreBits:
                if bits >= MOST:
                    raise NotCertified(
                        f"{MOST} bits do not suffice to tell whether corners coincide"
                    ) from None
                bits *= 2
            self._field, self._prover, self._kinds = Balls(bits), None, None

    def _prove(self, solutions: Arrangements) -> None:
        if self._kinds is None:
            self._kinds = self._exact_kinds()
        if self._prover is None:
            self._prover = self._new_prover(self.puzzle.board, self.puzzle.pieces)
        self._check_counts(solutions, self._kinds)
        for number in _unproved(self._prover, solutions):
            # Perhaps a corner was mistaken for one of another solution that is very near.
            placed = tuple(solutions.table[i] for i in solutions.rows[number].tolist())
            try:
                _prove_one(self._new_prover(self.puzzle.board, self.puzzle.pieces), placed)
            except NotCertified as error:
                if len(solutions) == 1:
                    raise
                raise NotCertified(f"solution {number}: {error}") from None

    def _new_prover(self, board: Sequence[Shape], pieces: Sequence[PolygonPiece]) -> Prover:
        return Prover(self._field, board, pieces, self._tolerance)

    def _exact_kinds(self) -> dict[str, int]:
        """The kind of each piece; pieces that only seem congruent are of different kinds."""
        firsts: list[tuple[int, PolygonPiece]] = []
        found: dict[str, int] = {}
        for piece, kind in zip(self.puzzle.pieces, kinds(self.puzzle), strict=True):
            alike = (
                number
                for number, (other, first) in enumerate(firsts)
                if kind == other and self._congruent(piece, first)
            )
            found[piece.name] = next(alike, len(firsts))
            if found[piece.name] == len(firsts):
                firsts.append((kind, piece))
        return found

    def _congruent(self, piece: PolygonPiece, other: PolygonPiece) -> bool:
        """One piece tiles the other."""
        here, there = (
            [corners_only(ring) for ring in shape.floats] for shape in (piece.shape, other.shape)
        )
        near = 10 * self._tolerance
        for motion in isometries(here, there, near, mirror=piece.flip, turn=piece.turn):
            try:
                placed = PlacedPolygon.by(piece.name, motion)
                _prove_one(self._new_prover((other.shape,), (piece,)), [placed])
            except NotCertified:
                continue
            return True
        return False

    def _check_counts(self, solutions: Arrangements, kind: dict[str, int]) -> None:
        number = 1 + max(kind.values())
        wanted = np.zeros(number, dtype=np.int64)
        for piece in self.puzzle.pieces:
            wanted[kind[piece.name]] += piece.count
        of_placement = np.array([kind[one.piece] for one in solutions.table], dtype=np.int64)
        for start in range(0, len(solutions), CELLS // 64):
            rows = of_placement[solutions.rows[start : start + CELLS // 64]]
            keys = rows + number * np.arange(len(rows))[:, None]
            used = np.bincount(keys.ravel(), minlength=number * len(rows)).reshape(-1, number)
            wrong = np.argwhere(used != wanted)
            if len(wrong):
                row, bad = wrong[0].tolist()
                names = [name for name in self.names if kind[name] == bad]
                raise NotCertified(
                    f"solution {start + row} uses piece {' or '.join(map(repr, names))} "
                    f"{used[row, bad]} times; there are {wanted[bad]}"
                )

    def _measured(self, solutions: Arrangements) -> Certificate:
        numbers = kinds(self.puzzle, self.alike)
        self._check_counts(solutions, dict(zip(self.names, numbers, strict=True)))
        pieces = {piece.name: piece for piece in self.puzzle.pieces}
        for one in solutions.table:
            piece, turn = pieces[one.piece], complex(one.cos, one.sin)
            if one.flipped and not piece.flip:
                raise NotCertified(f"piece {one.piece!r} is flipped, which it may not be")
            if not piece.turn and abs(turn - 1) > ROUGHLY:
                raise NotCertified(f"piece {one.piece!r} is turned, which it may not be")
        widths = (misfit(self.puzzle, placed) for placed in solutions)
        return Certificate("measured", max(widths, default=0.0) / puzzle_size(self.puzzle))


def _prove_one(prover: Prover, placed: Sequence[PlacedPolygon]) -> None:
    total = Counter({column: -value for column, value in prover.board.items()})
    for number in prover.locate(placed):
        total.update(prover.chains[number])
    for column, value in total.items():
        if value:
            x, y = prover.where(column)
            raise NotCertified(
                f"there is a gap or an overlap along a side that ends at ({x:.9g}, {y:.9g})"
            )


def _unproved(prover: Prover, solutions: Arrangements) -> list[int]:
    """The numbers of the solutions that are not proved by what is known of all of them."""
    chains, doubtful = _locate_all(prover, solutions)
    width = max((len(chain) for chain in chains), default=0)
    size = len(prover.columns) + 1  # the last is for padding
    columns = np.full((len(chains), width), size - 1, dtype=np.int64)
    values = np.zeros((len(chains), width))
    for i, chain in enumerate(chains):
        columns[i, : len(chain)] = list(chain)
        values[i, : len(chain)] = list(chain.values())
    board = np.zeros(size)
    board[list(prover.board)] = list(prover.board.values())
    step = max(1, CELLS // size)
    for start in range(0, len(solutions), step):
        rows = solutions.rows[start : start + step]
        keys = columns[rows] + size * np.arange(len(rows))[:, None, None]
        total = np.bincount(keys.ravel(), values[rows].ravel(), minlength=size * len(rows))
        wrong = (total.reshape(-1, size) != board).any(axis=1)
        doubtful.update((start + np.flatnonzero(wrong)).tolist())
    return sorted(doubtful)


def _locate_all(prover: Prover, solutions: Arrangements) -> tuple[list[Chain], set[int]]:
    """The chain of each placement in the table, and the solutions that have one without."""
    rows = solutions.rows
    known: dict[int, Chain] = {}
    _, firsts = np.unique(rows, return_index=True)
    for number in np.unique(firsts // max(1, rows.shape[1])).tolist():
        row = rows[number].tolist()
        try:
            found = prover.locate([solutions.table[i] for i in row])
        except NotCertified:
            continue
        known.update(zip(row, (prover.chains[chain] for chain in found), strict=True))
    size = len(solutions.table)
    missing = np.array([i not in known for i in range(size)], dtype=np.bool_)
    failed = set(np.flatnonzero(missing[rows].any(axis=1)).tolist()) if missing.any() else set()
    return [known.get(i, {}) for i in range(size)], failed
