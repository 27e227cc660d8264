"""Colours that a puzzle gives to cells, as dots or letters on the faces of bodies."""

import math
from collections.abc import Iterator, Mapping

import numpy as np

from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle
from tilewright.render.outlines import fitting_size
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import WHITE, Element, Patch, Ring, Text, shortened
from tilewright.render.shading import shade
from tilewright.render.signs import LETTERS, circle, sign_fills
from tilewright.render.space.bodies import Body, puzzle_body
from tilewright.render.space.sight import DECIMALS, Facet, SeenBall, Spots
from tilewright.solutions import Solution

DOT = 0.5  # of the room on a face
RIM = 0.08  # of a dot's radius
CORNERS = 24  # of a dot


def solution_colours(solution: Solution) -> list[dict[Cell, str]]:
    """For each placed piece, the colours of its cells where they lie."""
    found = []
    for one in solution.placed:
        colours = solution.puzzle.piece(one.piece).colour_map()
        found.append({one.motion(cell): name for cell, name in colours.items() if name})
    return found


def solution_spots(solution: object, bodies: tuple[Body, ...]) -> Spots:
    """The spots of a solution's bodies; none if its pieces have no colours, as polygons have."""
    if not isinstance(solution, Solution):
        return ()
    colours = solution_colours(solution)
    if not any(colours):
        return ()
    pairs = zip(bodies, colours, strict=True)
    return tuple(body_spots(solution.puzzle, body, some) for body, some in pairs)


def body_spots(puzzle: Puzzle, body: Body, colours: Mapping[Cell, str]) -> tuple[str, ...]:
    """What is on each face and then on each ball of a body, which has not been moved."""
    if not colours:
        return ()
    fills = sign_fills(puzzle)
    spots: dict[object, str] = {}
    for cell in body.cells:
        name = colours.get(cell, "")
        alone = puzzle_body(puzzle, [cell], "", 0, "")
        for part in (*map(frozenset, alone.faces), *alone.balls):
            spots[part] = name and (fills.get(name) or shortened(name, LETTERS))
    return tuple(spots.get(part, "") for part in (*map(frozenset, body.faces), *body.balls))


def facet_spot(facet: Facet, spot: str, colour: str, white: float = 0.0) -> Iterator[Element]:
    """A dot on a face, or letters; so much white is mixed into it."""
    if not spot:
        return
    if spot.startswith("#"):
        yield _dot(dot_ring(facet), mixed(spot, WHITE, white), RIM * _reach(facet))
        return
    x, y, _ = facet.ring.mean(axis=0).round(DECIMALS).tolist()
    ground = shade(colour, facet.normal)
    yield Text((x, y), spot, fitting_size(spot, _reach(facet)), ink_on(ground))


def dot_ring(facet: Facet) -> Ring:
    """The outline of a dot on a face, as it is seen."""
    right = facet.ring[1] - facet.ring[0]
    right /= np.linalg.norm(right)
    up = np.cross(facet.normal, right)
    angles = np.arange(CORNERS)[:, None] * (math.tau / CORNERS)
    round_it = np.cos(angles) * right + np.sin(angles) * up
    points = facet.ring.mean(axis=0) + _reach(facet) * round_it
    return tuple((x, y) for x, y, _ in points.round(DECIMALS).tolist())


def _reach(facet: Facet) -> float:
    """The radius of a dot."""
    sides = np.roll(facet.ring, -1, axis=0) - facet.ring
    arms = np.cross(facet.ring.mean(axis=0) - facet.ring, sides)
    room = (np.linalg.norm(arms, axis=1) / np.linalg.norm(sides, axis=1)).min()
    return DOT * float(room)


def ball_spot(ball: SeenBall, spot: str, colour: str, white: float = 0.0) -> Iterator[Element]:
    """The same on a ball."""
    if spot.startswith("#"):
        ring = circle(ball.at, DOT * ball.radius)
        yield _dot(ring, mixed(spot, WHITE, white), RIM * DOT * ball.radius)
    elif spot:
        yield Text(ball.at, spot, fitting_size(spot, DOT * ball.radius), ink_on(colour))


def _dot(ring: Ring, fill: str, rim: float) -> Patch:
    return Patch((ring,), fill, mixed(ink_on(fill), fill, 0.3), rim)
