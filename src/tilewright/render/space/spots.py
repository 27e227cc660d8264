"""Colours that a puzzle gives to cells, as dots or letters on the faces of bodies."""

from collections.abc import Iterator, Mapping

from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle
from tilewright.render.outlines import fitting_size
from tilewright.render.palette import ink_on, mixed
from tilewright.render.scene import WHITE, Element, Patch, Text, shortened
from tilewright.render.shading import shade
from tilewright.render.signs import LETTERS, sign_fills
from tilewright.render.space.bodies import Body, puzzle_body
from tilewright.render.space.sight import Facet, Part, Spots
from tilewright.solutions import Solution

RIM = 0.08  # of a dot's radius


def solution_colours(solution: Solution) -> list[dict[Cell, str]]:
    """For each placed piece, the colours of its cells where they lie."""
    maps = ((o.motion, solution.puzzle.piece(o.piece).colour_map()) for o in solution.placed)
    return [{motion(cell): name for cell, name in some.items() if name} for motion, some in maps]


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


def drawn_spot(part: Part, spot: str, colour: str, white: float = 0.0) -> Iterator[Element]:
    """A dot on a face or a ball, or letters; so much white is mixed into it."""
    if spot.startswith("#"):
        fill = mixed(spot, WHITE, white)
        yield Patch((part.dot,), fill, mixed(ink_on(fill), fill, 0.3), RIM * part.reach)
    elif spot:
        ground = shade(colour, part.normal) if isinstance(part, Facet) else colour
        yield Text(part.at, spot, fitting_size(spot, part.reach), ink_on(ground))
