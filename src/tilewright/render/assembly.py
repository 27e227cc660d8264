"""A film of how a solution is put together: its pieces come one by one, each from where it can."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.polygons import PolygonSolution
from tilewright.render.lattices import lattice_tiling
from tilewright.render.polygons import tiling_of
from tilewright.render.scene import DARK, Patch, Ring, Scene, box_of
from tilewright.render.space.bodies import Body, solution_model
from tilewright.render.space.iso import MARGIN, PEN, painted
from tilewright.render.space.order import assembly_moves
from tilewright.render.space.sight import Sight, seen_box
from tilewright.render.space.view import ISOMETRIC, View
from tilewright.render.tilings import MARGIN as AROUND
from tilewright.render.tilings import SEAM, Tiling, tiling_colours, tiling_scene
from tilewright.solutions import Solution

__all__ = ["ASSEMBLY_SECONDS", "assembly_scenes"]

ASSEMBLY_SECONDS = 0.05  # for each scene

GLIDE = 8  # scenes in which a piece comes to its place
REST = 5  # times that a scene is shown where a piece has come to rest
LAST = 40  # times that the last one is
FAR = 0.6  # from how far pieces come, where the whole is 1 long
FAR_IN_PLANE = 0.3
FIRST_OPACITY = 0.4  # of a piece that comes in the plane


def assembly_scenes(
    solution: Solution | PolygonSolution, *, view: View = ISOMETRIC
) -> Iterator[Scene]:
    """Scenes to be shown one after the other, each for `ASSEMBLY_SECONDS`.

    A scene that shall be seen longer comes several times.  Pieces come in an order in which each
    can be put in; one that cannot be put in by a straight movement is there at once.  The title of
    a scene is the name of the piece that comes.
    """
    if isinstance(solution, PolygonSolution):
        return _in_plane(tiling_of(solution.puzzle, solution.placed))
    if solution.puzzle.lattice.flat:
        return _in_plane(lattice_tiling(solution.puzzle, solution.placed))
    return _in_space(solution, view)


def _in_space(solution: Solution, view: View) -> Iterator[Scene]:
    model, moves = solution_model(solution), assembly_moves(solution)
    whole = seen_box(model.bodies, view)
    far = FAR * max(b - a for a, b in zip(*model.box, strict=True))
    pen = PEN * math.sqrt(whole.width * whole.height)
    ways = {m.number: tuple(far * x for x in m.away) for m in moves if m.away}
    starts = [model.bodies[number].moved(*way) for number, way in ways.items()]
    box = seen_box([*model.bodies, *starts], view).wider(MARGIN * whole.longest)
    settled: list[Body] = []
    for move in moves:
        body = model.bodies[move.number]
        for left in _glide() if move.number in ways else ():
            way = [left * x for x in ways[move.number]]
            sight = Sight([*settled, body.moved(*way)], view)
            yield Scene(tuple(painted(sight, pen)), box, body.name)
        settled.append(body)
        scene = Scene(tuple(painted(Sight([*settled], view), pen)), box, body.name)
        yield from _resting(scene, last=len(settled) == len(moves))


def _in_plane(tiling: Tiling) -> Iterator[Scene]:
    """Pieces come from below, where the board is still empty, and become less and less pale."""
    fills = tiling_colours(tiling)
    far = FAR_IN_PLANE * box_of(tiling.board).longest
    starts = [_lower(one.area, far) for one in tiling.placed]
    box = box_of([*tiling.board, *starts]).wider(AROUND * tiling.unit)
    for number, (one, fill) in enumerate(zip(tiling.placed, fills, strict=True)):
        before = tiling_scene(replace(tiling, placed=tiling.placed[:number]))
        for left in _glide():
            opacity = 1 - (1 - FIRST_OPACITY) * left
            area = _lower(one.area, left * far)
            coming = Patch(area, fill, DARK, SEAM * tiling.unit, opacity, one.name)
            yield replace(before, elements=(*before.elements, coming), box=box, title=one.name)
        after = tiling_scene(replace(tiling, placed=tiling.placed[: number + 1]))
        scene = replace(after, box=box, title=one.name)
        yield from _resting(scene, last=number + 1 == len(tiling.placed))


def _glide() -> list[float]:
    """How far away a piece still is, scene by scene: at first it is slow, and at last."""
    return [0.5 + 0.5 * math.cos(math.pi * k / GLIDE) for k in range(GLIDE)]


def _resting(scene: Scene, *, last: bool) -> Iterator[Scene]:
    for _ in range(LAST if last else REST):
        yield scene


def _lower(area: Sequence[Ring], by: float) -> tuple[Ring, ...]:
    return tuple(tuple((x, y - by) for x, y in ring) for ring in area)
