"""Balls, joined by necks where two of a piece touch."""

import math
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.shaping import OFF, ball, together
from tilewright.render.scene import PictureError
from tilewright.render.space import Ball

if TYPE_CHECKING:
    from manifold3d import Manifold

__all__ = ["balls_volume", "joined_balls", "neck_radius", "touching_balls"]

NEAR = 1e-6
USUAL_NECK = 0.5  # of the radius of a ball


def joined_balls(
    balls: Sequence[Ball], cell: float, options: PrintOptions, whose: str
) -> "Manifold":
    """Balls and the necks between them, in millimetres."""
    if options.edge:
        raise PictureError(
            f"{whose} is made of balls, which have no edges to be cut off or rounded: leave "
            f"chamfer and rounding out"
        )
    radii = {one.radius * cell - options.inset for one in balls}
    if min(radii) <= 0:
        raise PictureError(
            f"nothing is left of {whose} with a clearance of {options.clearance} mm: expected less "
            f"than {2 * cell * min(one.radius for one in balls):.3g} mm"
        )
    round_ones = {radius: ball(radius) for radius in sorted(radii)}
    parts = [
        round_ones[one.radius * cell - options.inset].translate(_scaled(one.centre, cell))
        for one in balls
    ]
    parts += [_neck(one, other, cell, options, whose) for one, other in touching_balls(balls)]
    return together(parts)


def touching_balls(balls: Sequence[Ball]) -> list[tuple[Ball, Ball]]:
    """The pairs that touch."""
    return [
        (one, other)
        for one, other in combinations(balls, 2)
        if math.dist(one.centre, other.centre) <= one.radius + other.radius + NEAR
    ]


def neck_radius(one: Ball, other: Ball, cell: float, options: PrintOptions, whose: str) -> float:
    """How thick the neck between two balls is."""
    thinner = min(one.radius, other.radius) * cell - options.inset
    radius = USUAL_NECK * thinner if options.neck is None else options.neck
    if radius >= thinner:
        raise PictureError(
            f"{whose} would have necks with a radius of {radius} mm: its balls have {thinner:.4g} "
            f"mm; expected less, such as neck={thinner / 2:.2g}"
        )
    return radius


def balls_volume(balls: Sequence[Ball], cell: float, options: PrintOptions, whose: str) -> float:
    """The volume of round balls with round necks.  Necks must not meet outside of the balls."""
    total = sum(4 / 3 * math.pi * (one.radius * cell - options.inset) ** 3 for one in balls)
    for pair in touching_balls(balls):
        neck = neck_radius(*pair, cell, options, whose)
        total += math.pi * neck**2 * math.dist(pair[0].centre, pair[1].centre) * cell
        for one in pair:  # what lies in a ball already: a cylinder and a cap
            radius = one.radius * cell - options.inset
            reach = math.sqrt(radius**2 - neck**2)
            cap = radius - reach
            total -= math.pi * (neck**2 * reach + cap**2 * (3 * radius - cap) / 3)
    return total


def _neck(one: Ball, other: Ball, cell: float, options: PrintOptions, whose: str) -> "Manifold":
    from manifold3d import Manifold

    radius = neck_radius(one, other, cell, options, whose)
    segments = max(12, 4 * math.ceil(math.pi / math.acos(1 - min(1.0, OFF / radius)) / 4))
    # as much area as a circle
    corner = radius * math.sqrt(math.tau / segments / math.sin(math.tau / segments))
    a, b = _scaled(one.centre, cell), _scaled(other.centre, cell)
    length = math.dist(a, b)
    x, y, z = ((q - p) / length for p, q in zip(a, b, strict=True))
    tilt, turn = math.degrees(math.acos(max(-1.0, min(1.0, z)))), math.degrees(math.atan2(y, x))
    made = Manifold.cylinder(length, corner, corner, segments)
    return made.rotate((0, tilt, 0)).rotate((0, 0, turn)).translate(a)


def _scaled(place: tuple[float, float, float], cell: float) -> tuple[float, float, float]:
    return place[0] * cell, place[1] * cell, place[2] * cell
