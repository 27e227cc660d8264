"""Placed pieces moved a little, so that gaps and overlaps become as narrow as they can.

Where sides lie along each other, up to the noise, they are taken for touching: piece and piece, or
piece and board.  How far they are apart at the two ends of what they share is, for small motions, a
linear function of the motions.  The largest of these distances is made small, by least squares with
weights that grow where it is large.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, sin

import numpy as np

from tilewright.polygons.model.congruence import Isometry
from tilewright.polygons.model.puzzle import Flags, Floats, Numbers, PolygonPuzzle, Shape
from tilewright.polygons.model.solution import PlacedPolygon

ROUNDS = 4  # each looks anew for sides that touch
STEPS = 12  # of a round: least squares with new weights
POWER = 0.7  # of the distances, by which weights grow
ALONG = 0.2  # the sine of the angle between sides that may touch, at most
DAMPING = 1e-6  # keeps pieces in place that could slide


def refined(
    puzzle: PolygonPuzzle, placed: Sequence[PlacedPolygon], reach: float
) -> tuple[PlacedPolygon, ...]:
    """The pieces after small motions; sides at most `reach` apart are taken for touching."""
    pieces = {piece.name: piece for piece in puzzle.pieces}
    board = [ring for part in puzzle.board for ring in part.floats]
    now = list(placed)
    turns = np.array([pieces[one.piece].turn for one in placed])
    for _ in range(ROUNDS):
        sides = _Sides(board, [one.motion.move(pieces[one.piece].shape.floats) for one in now])
        rows, apart = sides.contacts(reach)
        if not len(apart) or not np.abs(apart).max() > 0:
            break
        motions = _least(rows, apart, turns, sides.size)
        now = [
            PlacedPolygon.by(one.piece, Isometry(False, cos(turn), sin(turn), dx, dy) @ one.motion)
            for one, (turn, dx, dy) in zip(now, motions.tolist(), strict=True)
        ]
    return tuple(now)


def straightened(
    puzzle: PolygonPuzzle, placed: Sequence[PlacedPolygon]
) -> tuple[PlacedPolygon, ...]:
    """The pieces as they lie, but those that may not be turned turned back about their middles."""
    pieces = {piece.name: piece for piece in puzzle.pieces}
    return tuple(
        one if pieces[one.piece].turn else _turned_back(one, pieces[one.piece].shape)
        for one in placed
    )


def _turned_back(one: PlacedPolygon, shape: Shape) -> PlacedPolygon:
    straight = PlacedPolygon(one.piece, one.flipped, 1.0, 0.0, 0.0, 0.0)
    there, here = (where.rings(shape)[0].mean(axis=0) for where in (one, straight))
    dx, dy = (there - here).tolist()
    return replace(straight, dx=dx, dy=dy)


class _Sides:
    """All sides of the board (number -1) and of the pieces in their places, each with its owner."""

    def __init__(self, board: Sequence[Floats], pieces: Sequence[Sequence[Floats]]) -> None:
        shapes = [board, *pieces]
        rings = [ring for shape in shapes for ring in shape]
        self.number = len(pieces)
        self.starts = np.concatenate(rings)
        self.ends = np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])
        corners = [sum(map(len, shape)) for shape in shapes]
        self.owners: Numbers = np.repeat(np.arange(-1, self.number), corners)
        self.size = float(np.ptp(self.starts, axis=0).max())

    def contacts(self, reach: float) -> tuple[Floats, Floats]:
        """How far ends of shared stretches are apart; and a row each of what motions do to that.

        The numbers of a row are three for each piece: by its turn about the origin, in sizes, and
        by its shift.
        """
        steps = self.ends - self.starts
        ways = steps / np.hypot(*steps.T)[:, None]
        first, second = np.triu_indices(len(steps), 1)
        other = self.owners[first] != self.owners[second]
        same_way = np.where(self.owners[first] < 0, 1.0, -1.0)  # pieces touch in opposite ways
        sine = ways[first, 0] * ways[second, 1] - ways[first, 1] * ways[second, 0]
        cosine = np.einsum("ij,ij->i", ways[first], ways[second])
        some = other & (np.abs(sine) <= ALONG) & (cosine * same_way > 0)
        first, second, same_way = first[some], second[some], same_way[some]
        along = ways[first] + same_way[:, None] * ways[second]
        along /= np.hypot(*along.T)[:, None]
        across = np.stack([-along[:, 1], along[:, 0]], axis=1)

        def spans(which: Numbers) -> Floats:
            ends = np.stack([self.starts[which], self.ends[which]], axis=1)
            span: Floats = np.einsum("ikj,ij->ik", ends, along)
            return span

        one, two = spans(first), spans(second)
        low = np.maximum(one.min(axis=1), two.min(axis=1))
        high = np.minimum(one.max(axis=1), two.max(axis=1))
        pairs = [(self._point(first, one, at), self._point(second, two, at)) for at in (low, high)]
        distances = [np.einsum("ij,ij->i", p - q, across) for p, q in pairs]
        touching = (high - low > reach) & (np.abs(distances).max(axis=0) <= reach)
        first, second, across = first[touching], second[touching], across[touching]
        rows = [
            self._rows(first, p[touching], across) - self._rows(second, q[touching], across)
            for p, q in pairs
        ]
        return np.concatenate(rows), np.concatenate([d[touching] for d in distances])

    def _point(self, which: Numbers, span: Floats, at: Floats) -> Floats:
        share = (at - span[:, 0]) / (span[:, 1] - span[:, 0])
        point: Floats = self.starts[which] + share[:, None] * (self.ends - self.starts)[which]
        return point

    def _rows(self, which: Numbers, points: Floats, across: Floats) -> Floats:
        rows = np.zeros((len(which), self.number + 1, 3))
        turn = (points[:, 0] * across[:, 1] - points[:, 1] * across[:, 0]) / self.size
        owners = self.owners[which]
        rows[np.arange(len(which)), owners] = np.column_stack([turn, across])
        without_board = rows[:, :-1]  # which comes last, and stays where it is
        return without_board.reshape(len(which), 3 * self.number)


def _least(rows: Floats, apart: Floats, turns: Flags, size: float) -> Floats:
    """The motions that make the largest distance small: turn, and shift along x and y."""
    held = np.zeros((len(turns), 3), dtype=np.bool_)
    held[:, 0] = ~turns
    rows = np.where(held.ravel(), 0.0, rows)
    weights = np.ones(len(apart))
    best: Floats = np.zeros(rows.shape[1])
    least = np.abs(apart).max()
    for _ in range(STEPS):
        weighted = rows * weights[:, None]
        matrix = weighted.T @ rows
        matrix[np.diag_indices_from(matrix)] += DAMPING
        motions = np.asarray(-np.linalg.solve(matrix, weighted.T @ apart), dtype=np.float64)
        left = np.abs(apart + rows @ motions)
        if left.max() < least:
            best, least = motions, left.max()
        if not left.max() > 0:
            break
        weights *= (left / left.max() + 1e-3) ** POWER
        weights /= weights.mean()
    found: Floats = best.reshape(-1, 3) / np.array([size, 1.0, 1.0])
    return found
