"""Bodies pushed apart, so that each can be seen."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tilewright.render.outlines import Floats
from tilewright.render.scene import PictureError, Scene
from tilewright.render.space.bodies import Body, Model
from tilewright.render.space.depth import Ints, gaps
from tilewright.render.space.iso import sight_scene
from tilewright.render.space.sight import Sight, Spots
from tilewright.render.space.surface import DECIMALS
from tilewright.render.space.view import OBLIQUE, View

__all__ = ["exploded", "exploded_scene", "outline", "pushed_aside"]

FACTOR = 1.5  # if none is given
ROUNDS = 200  # of pushing
NUDGE = (1e-3, 1e-2)  # of two in a line of sight, the one behind goes up
ENOUGH = 0.01  # of the size of bodies: smaller overlaps do not matter


def exploded_scene(
    model: Model,
    *,
    factor: float | None = None,
    turn: float = OBLIQUE.turn,
    tilt: float = OBLIQUE.tilt,
    labels: bool = False,
    spots: Spots = (),
) -> Scene:
    """The pieces apart from each other.

    Their middles are so many times as far from the middle of all as they were.  If no `factor` is
    given, they are also pushed aside until no piece hides much of another one.
    """
    view = View(turn, tilt)
    bodies = exploded(model, FACTOR if factor is None else factor).bodies
    if factor is None:
        bodies = pushed_aside(bodies, view)
    return sight_scene(Sight(bodies, view, spots), model.title, labels=labels)


def exploded(model: Model, factor: float) -> Model:
    """The model with its bodies so many times as far from its middle as they were."""
    if not 1 <= factor <= 100:
        raise PictureError(f"pieces {factor} times as far apart: expected from 1 to 100")
    away = (np.array([body.centre for body in model.bodies]) - model.centre) * (factor - 1)
    pairs = zip(model.bodies, away.round(DECIMALS).tolist(), strict=True)
    return replace(model, bodies=tuple(body.moved(*shift) for body, shift in pairs))


def pushed_aside(bodies: Sequence[Body], view: View) -> tuple[Body, ...]:
    """The bodies moved sideways, as one sees them, until they hide little of each other."""
    hulls = [outline(body, view) for body in bodies]
    centres = np.array([hull.mean(axis=0) for hull in hulls])
    depths = view.seen(np.array([body.centre for body in bodies]))[:, 2]
    most = max(map(len, hulls))
    rings = np.stack([np.concatenate([h, np.repeat(h[-1:], most - len(h), 0)]) for h in hulls])
    enough = ENOUGH * float(np.ptp(rings, axis=1).mean())
    shifts = np.zeros((len(bodies), 2))
    for _ in range(ROUNDS):
        one, other = _near_pairs(rings + shifts[:, None])
        deep = -gaps(rings[one] + shifts[one, None], rings[other] + shifts[other, None])
        near = deep > enough
        if not near.any():
            break
        one, other, deep = one[near], other[near], deep[near]
        nearer = np.where(depths[one] > depths[other], 1.0, -1.0)
        between = (centres + shifts)[other] - (centres + shifts)[one] + nearer[:, None] * NUDGE
        push = 0.5 * deep[:, None] * between / np.hypot(*between.T)[:, None]
        np.add.at(shifts, one, -push)
        np.add.at(shifts, other, push)
    moves = (shifts @ view.axes[:2]).round(DECIMALS).tolist()
    return tuple(body.moved(*move) for body, move in zip(bodies, moves, strict=True))


def _near_pairs(rings: Floats) -> tuple[Ints, Ints]:
    """Pairs of polygons whose boxes meet."""
    low, high = rings.min(axis=1), rings.max(axis=1)
    meet = np.triu(np.ones((len(rings), len(rings)), np.bool_), 1)
    for axis in (0, 1):
        meet &= low[:, None, axis] < high[None, :, axis]
        meet &= low[None, :, axis] < high[:, None, axis]
    one, other = np.nonzero(meet)
    return one, other


def outline(body: Body, view: View) -> Floats:
    """The convex outline of a body in the picture."""
    points = [point for face in body.faces for point in face]
    flat = view.seen(np.array(points).reshape(-1, 3))[:, :2].tolist()
    for ball in body.balls:
        x, y, _ = view.seen(np.array(ball.centre)).tolist()
        angles = [math.tau * k / 12 for k in range(12)]
        flat += [(x + ball.radius * math.cos(a), y + ball.radius * math.sin(a)) for a in angles]
    places = sorted({(round(x, DECIMALS), round(y, DECIMALS)) for x, y in flat})
    return np.array([*_lower(places), *_lower(places[::-1])])


def _lower(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The lower part of a convex hull, but for its last point."""
    chain: list[tuple[float, float]] = []
    for x, y in points:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]
