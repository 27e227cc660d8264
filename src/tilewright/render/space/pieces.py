"""Pictures of puzzles in space: the board, and the pieces below it on shelves."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tilewright.lattices import Cell, plus
from tilewright.polygons import PolygonSolution
from tilewright.puzzle import Piece, Puzzle
from tilewright.puzzle.puzzle import reading_order
from tilewright.render.layout import legible, shelves_scene
from tilewright.render.outlines import Floats
from tilewright.render.palette import colour
from tilewright.render.scene import PIXELS, Box, PictureError, Scene
from tilewright.render.signs import circle
from tilewright.render.space.bodies import Body, Model, is_turned_over, puzzle_body, solution_model
from tilewright.render.space.depth import gaps, meeting, padded
from tilewright.render.space.iso import iso_scene, painted, sight_scene
from tilewright.render.space.sheets import layers_scene, steps_scene
from tilewright.render.space.sight import DECIMALS, OBLIQUE, Sight, Spots, View, seen_area, seen_box
from tilewright.render.space.solids import place_of
from tilewright.render.space.spots import body_spots, solution_spots
from tilewright.render.tilings import PlacedArea
from tilewright.render.views import AnySolution
from tilewright.solutions import Solution

BOARD, OPTIONAL = "#b4b4b4", "#e4e4e4"

# Lengths, where a piece is about 1 wide.
PEN = 0.012
GAP = 0.3
LETTERS = 0.2
MARGIN = 0.12
MOST_WAYS = 8  # of laying a piece down that are compared


Shown = tuple[Box, Sight]  # what is seen of a piece, and where in the picture


def space_puzzle_scene(puzzle: Puzzle) -> Scene:
    """The board with the pieces that are fixed on it, and all pieces below it."""
    shown = _shown(puzzle)
    unit = _unit(shown)
    board = _board(puzzle)
    box = seen_box(board.bodies, OBLIQUE)
    below = _shelves(puzzle, shown, unit, least=box.width)
    dx, dy = -(box.left + box.right) / 2, -box.bottom + GAP * unit
    above = [element.moved(dx, dy) for element in painted(board, PEN * unit, grid=True)]
    whole = box.moved(dx, dy).wider(MARGIN * unit).joined(below.box)
    pixels = legible(whole, LETTERS * unit, PIXELS)
    return Scene((*above, *below.elements), whole, puzzle.title, pixels)


def space_pieces_scene(puzzle: Puzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    shown = _shown(puzzle)
    return _shelves(puzzle, shown, _unit(shown))


def _shown(puzzle: Puzzle) -> list[Shown]:
    """Each piece as most of it is seen."""
    found = []
    for number, piece in enumerate(puzzle.pieces):
        ways = []
        for cells in _flattest(puzzle, piece):
            body = puzzle_body(puzzle, cells, piece.name, number, colour(number))
            colours = dict(zip(cells, piece.colours, strict=False))  # it has some, or none
            ways.append(Sight((body,), OBLIQUE, (body_spots(puzzle, body, colours),)))
        best = max(ways, key=_clear)
        found.append((seen_box(best.bodies, best.view), best))
    return found


def _flattest(puzzle: Puzzle, piece: Piece) -> list[tuple[Cell, ...]]:
    """The ways in which a piece can lie that are the least high, most of it at the bottom."""
    on, up = puzzle.lattice, -1.0 if is_turned_over(puzzle) else 1.0
    ways: dict[frozenset[Cell], tuple[Cell, ...]] = {}
    for motion in piece.allowed_motions(on):
        if not motion.mirror:
            cells = tuple(map(motion, piece.cells))
            home = on.home(min(cells, key=reading_order))
            cells = tuple(plus(cell, home) for cell in cells)
            ways.setdefault(frozenset(cells), cells)

    def height(cells: Sequence[Cell]) -> tuple[float, float]:
        heights = [up * place_of(on, cell)[2] for cell in cells]
        low, mean = min(heights), sum(heights) / len(heights)
        return round(max(heights) - low, 6), round(mean - low, 6)

    found = {cells: height(cells) for cells in ways.values()}
    least = min(found.values(), default=(0.0, 0.0))
    return [cells for cells in found if found[cells] == least][:MOST_WAYS] or [piece.cells]


def _clear(sight: Sight) -> float:
    """How much of a piece is seen."""
    pairs = zip(sight.parts, sight.clear.tolist(), strict=True)
    return round(sum(seen_area(part) for part, clear in pairs if clear), 6)


def _unit(shown: Sequence[Shown]) -> float:
    """About how long a piece is."""
    return math.sqrt(sum(box.width * box.height for box, _ in shown) / max(1, len(shown)))


def _board(puzzle: Puzzle) -> Sight:
    """The board, cells that may stay empty lighter, and fixed pieces in their colours."""
    board = puzzle.board
    numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    parts = [(one.cells, one.piece, colour(numbers.get(one.piece, 0))) for one in puzzle.fixed]
    fixed = {cell for cells, _, _ in parts for cell in cells}
    must, may = (tuple(c for c in cells if c not in fixed) for cells in (board.must, board.may))
    parts += [(must, "the board", BOARD), (may, "may stay empty", OPTIONAL)]
    bodies = [puzzle_body(puzzle, cells, name, -1, fill) for cells, name, fill in parts if cells]
    if not bodies:
        raise PictureError("there is nothing to be drawn: the board has no cells")
    spots = tuple(body_spots(puzzle, body, board.colours) for body in bodies)
    return Sight(bodies, OBLIQUE, spots)


def _shelves(puzzle: Puzzle, shown: Sequence[Shown], unit: float, least: float = 0.0) -> Scene:
    drawn = [(box, list(painted(sight, PEN * unit))) for box, sight in shown]
    captions = [PlacedArea(0, p.name, (), count=str(p.count)).caption for p in puzzle.pieces]
    lengths = GAP * unit, LETTERS * unit, MARGIN * unit
    return shelves_scene(drawn, captions, lengths, puzzle.title, least)


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

    Their middles are `factor` times as far from the middle of all as they were.  If no `factor` is
    given, they are also pushed aside until no piece hides much of another one.
    """
    view = View(turn, tilt)
    bodies = exploded(model, FACTOR if factor is None else factor).bodies
    if factor is None:
        bodies = pushed_aside(bodies, view)
    return sight_scene(Sight(bodies, view, spots), model.title, labels=labels)


def exploded(model: Model, factor: float) -> Model:
    """The model with its bodies `factor` times as far from its middle as they were."""
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
    rings = padded(hulls)
    enough = ENOUGH * float(np.ptp(rings, axis=1).mean())
    shifts, none = np.zeros((len(bodies), 2)), np.empty((2, 0), np.int64)
    for _ in range(ROUNDS):
        one, other = np.concatenate([none, *meeting(rings + shifts[:, None])], axis=1)
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


def outline(body: Body, view: View) -> Floats:
    """The convex outline of a body in the picture."""
    points = [point for face in body.faces for point in face]
    flat = view.seen(np.array(points).reshape(-1, 3))[:, :2].tolist()
    for ball in body.balls:
        x, y, _ = view.seen(np.array(ball.centre)).tolist()
        flat += circle((x, y), ball.radius, 12)
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


VIEWS = ("iso", "exploded", "layers", "steps")


def space_scene(what: Puzzle | AnySolution, view: str = "iso", *, labels: bool = False) -> Scene:
    """A drawing of a puzzle or a solution, flat ones included.

    `view` is "iso" (seen from the front right above), "exploded" (pieces apart), "layers" (one
    picture for each layer) or "steps" (how the pieces are put together).  With `labels`, pieces
    have their names.
    """
    if view not in VIEWS:
        raise PictureError(f"the view {view!r} is unknown: expected one of {', '.join(VIEWS)}")
    if isinstance(what, Puzzle):
        if view == "iso":
            return space_puzzle_scene(what)
        if view == "layers" and not what.lattice.flat:
            return layers_scene(Solution(what, ()))
        raise PictureError(f"the view {view!r} needs a solution: solve the puzzle, and draw that")
    if not isinstance(what, AnySolution):
        raise PictureError(
            f"{what!r:.60} cannot be drawn in space: expected a puzzle on a lattice, or a solution"
        )
    if view == "steps":
        return steps_scene(what, labels=labels)
    if view == "layers":
        if isinstance(what, PolygonSolution) or what.puzzle.lattice.flat:
            raise PictureError(
                'a flat puzzle has no layers: expected one in space; leave out the view "layers"'
            )
        return layers_scene(what, labels=labels)
    model = solution_model(what)
    draw = iso_scene if view == "iso" else exploded_scene
    return draw(model, labels=labels, spots=solution_spots(what, model.bodies))
