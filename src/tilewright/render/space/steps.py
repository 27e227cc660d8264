"""Sheets that show how pieces are put together, step by step."""

import math
from collections.abc import Sequence

import numpy as np

from tilewright.polygons import PolygonSolution
from tilewright.render.lattices import lattice_tiling
from tilewright.render.layout import grid_scene
from tilewright.render.polygons import tiling_of
from tilewright.render.scene import DARK, WHITE, Box, Element, Patch, Scene, shortened
from tilewright.render.space.bodies import Body, solution_model
from tilewright.render.space.iso import MARGIN, PEN, painted
from tilewright.render.space.names import LONGEST, names
from tilewright.render.space.order import Move, assembly_moves
from tilewright.render.space.sight import Sight, seen_box
from tilewright.render.space.solids import Vec
from tilewright.render.space.spots import solution_spots
from tilewright.render.space.view import OBLIQUE, View
from tilewright.render.tilings import tiling_scene
from tilewright.solutions import Solution

__all__ = ["step_caption", "step_scenes", "steps_scene"]

PIXELS = 240  # of each picture
LETTERS = 0.07  # the size of names, as a part of the picture
SIDES = ("the left", "the right", "the back", "the front", "below", "above")

# Of an arrow, as parts of the picture.
GAP, LENGTH, WIDTH, HEAD = 0.02, 0.13, 0.028, 0.05


def steps_scene(solution: Solution | PolygonSolution, *, labels: bool = False) -> Scene:
    """A picture for each piece that is put in: the new one strong, those before it pale."""
    moves = assembly_moves(solution)
    captions = [
        step_caption(number, solution.placed[move.number].piece, move)
        for number, move in enumerate(moves, 1)
    ]
    scenes = step_scenes(solution, moves, labels=labels)
    title = solution.puzzle.title
    return grid_scene(scenes, captions=captions, title=title, pixels=PIXELS)


def step_caption(number: int, name: str, move: Move) -> str:
    """What is done in a step.

    >>> step_caption(3, "A", Move(0, (1.0, 0.0, 0.0)))
    '3: put A from the right'
    """
    text = f"{number}: put {shortened(name, LONGEST)}"
    if move.away is None:
        return f"{text}, interlocked"
    away = move.away[0], -move.away[1], move.away[2]
    axis = max(range(3), key=lambda k: (abs(away[k]), k))
    side = SIDES[2 * axis + (away[axis] > 0)]
    return text if side == "above" else f"{text} from {side}"


def step_scenes(
    solution: Solution | PolygonSolution, moves: Sequence[Move], *, labels: bool = False
) -> list[Scene]:
    """The pictures of the steps, all of the same size."""
    if isinstance(solution, Solution) and not solution.puzzle.lattice.flat:
        return _space_scenes(solution, moves, labels=labels)
    scenes = []
    for newest in range(len(moves)):
        numbers = [move.number for move in moves[: newest + 1]]
        if isinstance(solution, PolygonSolution):
            tiling = tiling_of(solution.puzzle, [solution.placed[k] for k in numbers])
        else:
            tiling = lattice_tiling(solution.puzzle, [solution.placed[k] for k in numbers])
        scenes.append(tiling_scene(tiling, labels=labels, newest=newest))
    return scenes


def _space_scenes(solution: Solution, moves: Sequence[Move], *, labels: bool) -> list[Scene]:
    bodies = solution_model(solution).bodies
    spots = solution_spots(solution, bodies)
    view = OBLIQUE
    box = seen_box(bodies, view)
    size, pen = box.longest, 1.5 * PEN * math.sqrt(box.width * box.height)
    arrows = [_arrow(bodies[move.number], move.away, view, size) for move in moves]
    for arrow in arrows:
        if arrow:
            box = box.joined(Box.around(arrow.rings[0]))
    scenes = []
    for count, arrow in enumerate(arrows, 1):
        numbers = [move.number for move in moves[:count]]
        some = tuple(spots[k] for k in numbers) if spots else ()
        sight = Sight([bodies[k] for k in numbers], view, some)
        elements: list[Element] = list(painted(sight, pen, pale=range(count - 1)))
        if arrow:
            elements.append(arrow)
        if labels:
            elements += names(sight, LETTERS * size, only=[count - 1])
        scenes.append(Scene(tuple(elements), box.wider(MARGIN * size)))
    return scenes


def _arrow(body: Body, away: Vec | None, view: View, size: float) -> Patch | None:
    """An arrow that shows from where a body comes; None if that is not known, or not seen."""
    if away is None:
        return None
    x, y, _ = view.seen(np.array(away)).tolist()
    length = math.hypot(x, y)
    if length < 0.2:
        return None
    x, y = x / length, y / length
    points = view.seen(np.array([*(p for face in body.faces for p in face), body.centre]))
    reach = max(px * x + py * y for px, py, _ in points.tolist())
    for ball in body.balls:
        bx, by, _ = view.seen(np.array(ball.centre)).tolist()
        reach = max(reach, bx * x + by * y + ball.radius)
    cx, cy, _ = points[-1].tolist()
    start = reach - (cx * x + cy * y) + GAP * size
    outline = (
        (0.0, 0.0),
        (HEAD, HEAD),
        (HEAD, WIDTH / 2),
        (LENGTH, WIDTH / 2),
        (LENGTH, -WIDTH / 2),
        (HEAD, -WIDTH / 2),
        (HEAD, -HEAD),
    )  # along, across
    ring = tuple(
        (cx + x * (start + a * size) - y * b * size, cy + y * (start + a * size) + x * b * size)
        for a, b in outline
    )
    return Patch((ring,), DARK, WHITE, PEN * size)
