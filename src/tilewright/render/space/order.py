"""In which order pieces can be put together, and from where each one comes.

A piece can be taken out along a straight line if no other one is in front of it for an eye far
out on that line.  Taking out a piece frees others and blocks none, so pieces are taken out one
after the other until none is left, and put together in the opposite order.  Where none can be
taken out, because they are interlocked, one of them is left out of account.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations

import numpy as np

from tilewright.polygons import PolygonSolution
from tilewright.render.space.bodies import Body, Model, is_turned_over, solution_model
from tilewright.render.space.depth import Bools, Polygons, in_front
from tilewright.render.space.sight import View, facets
from tilewright.render.space.solids import Vec, dot, place_of, rounded, shifted, unit
from tilewright.render.views import AnySolution
from tilewright.solutions import Solution

UP: Vec = (0.0, 0.0, 1.0)
PREFERRED: Vec = (0.5, -0.6, 1.0)  # a piece should rather come from above, the front or the right
SIDEWAYS = 0.1  # directions nearer to each other than at a right angle
TOUCH = 1e-6


@dataclass(frozen=True, slots=True)
class AssemblyMove:
    """The next piece to be put in its place: its number in the solution, and where it comes from.

    `away` is the direction from its place to where it was, of length 1; None if it cannot be put in
    by one straight movement.
    """

    number: int
    away: Vec | None


def assembly_moves(solution: AnySolution) -> list[AssemblyMove]:
    """The pieces of a solution, such that each can be put in after those before it.

    Pieces of flat puzzles come from above, in their own order.  Where no straight movement takes
    any piece out of the others, the highest one is taken out all the same, and has no direction.
    """
    if isinstance(solution, PolygonSolution) or solution.puzzle.lattice.flat:
        return [AssemblyMove(number, UP) for number in range(len(solution.placed))]
    return model_moves(solution_model(solution), _directions(solution))


def model_moves(model: Model, directions: Sequence[Vec]) -> list[AssemblyMove]:
    """The same for a model whose bodies may be moved into these directions.

    Of those that can be moved, the highest one goes into the best direction; of several that are
    as high, the one in front.
    """
    bodies = model.bodies

    def height(number: int) -> tuple[float, ...]:
        body = bodies[number]
        return round(body.box[1][2], 6), round(dot(body.centre, PREFERRED), 6), -number

    ranks = np.argsort(sorted(range(len(bodies)), key=height))
    left = np.ones(len(bodies), np.bool_)
    blocked = cache(partial(blocking, bodies))  # computed for a direction when it is needed
    moves = []
    for _ in bodies:
        free = ((away, left & ~(blocked(away) @ left)) for away in directions)
        away, some = next(((way, some) for way, some in free if some.any()), (None, left))
        number = int(np.where(some, ranks, -1).argmax())
        left[number] = False
        moves.append(AssemblyMove(number, away))
    return moves[::-1]


def blocking(bodies: Sequence[Body], away: Vec) -> Bools:
    """Which body (row) meets which other one (column) when it is moved into a direction."""
    meets = np.zeros((len(bodies), len(bodies)), np.bool_)
    view = View(
        math.degrees(math.atan2(away[0], -away[1])),
        math.degrees(math.atan2(away[2], math.hypot(away[0], away[1]))),
    )
    surface = facets(bodies, view, covered=True)
    if surface:
        owners = np.array([facet.body for facet in surface])
        behind, front = owners[in_front(Polygons.of([f.ring for f in surface]), owners)[0]].T
        meets[behind, front] = True
    balls = [(number, ball) for number, body in enumerate(bodies) for ball in body.balls]
    if balls:
        seen = view.seen(np.array([ball.centre for _, ball in balls]))
        radii = np.array([ball.radius for _, ball in balls])
        apart = np.hypot(*(seen[:, None, :2] - seen[None, :, :2]).transpose(2, 0, 1))
        before = seen[None, :, 2] > seen[:, None, 2]
        one, other = np.nonzero(before & (apart < radii[:, None] + radii[None, :] - TOUCH))
        owners = np.array([number for number, _ in balls])
        meets[owners[one], owners[other]] = True
    np.fill_diagonal(meets, False)
    return meets


def _directions(solution: Solution) -> list[Vec]:
    """Up, the ways to neighbouring cells, and those between two of these; the best ones first.

    A piece can only be moved as its lattice repeats: discs on an axle move up and down.
    """
    puzzle = solution.puzzle
    on, side = puzzle.lattice, -1.0 if is_turned_over(puzzle) else 1.0
    steps = {
        rounded(unit((x, side * y, side * z)))
        for kind in on.kinds
        for x, y, z in (place_of(on, step) for step in kind.edges.values())
    }
    ways = sorted(steps, key=_preference)
    pairs = list(combinations(ways, 2))
    if not all(_is_square(*pair) for pair in pairs):
        between = {rounded(unit(shifted(*pair))) for pair in pairs if dot(*pair) > -SIDEWAYS}
        ways += sorted(between - steps, key=_preference)
    span = np.array([place_of(on, step) for step in on.translations.basis])
    rank = np.linalg.matrix_rank(span)
    ways = [way for way in ways if np.linalg.matrix_rank(np.array([*span, way])) == rank]
    return [UP, *(way for way in ways if way != UP)]


def _preference(way: Vec) -> tuple[float, Vec]:
    return round(-dot(way, PREFERRED), 6), way


def _is_square(one: Vec, other: Vec) -> bool:
    """Do they go along axes at right angles, or along the same one?"""
    return min(abs(dot(one, other)), abs(abs(dot(one, other)) - 1)) < SIDEWAYS
