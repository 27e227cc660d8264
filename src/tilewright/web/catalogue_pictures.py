"""The picture of a puzzle on its card in the catalogue.

Puzzles on lattices are shown solved, if a solution is found at once: colours say most about them.
Of free polygons, of puzzles that are hard, and of those with one solution only, which nobody wants
to see before playing, the board is shown beside its pieces.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from tilewright.formats import AnyPuzzle
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.render import Ball, Box, Scene, Text, lattice_solution_scene, picture_of, to_svg
from tilewright.render.layout import scaled
from tilewright.render.palette import PALETTE
from tilewright.render.polygons import area_of
from tilewright.render.scene import Element, Patch, box_of
from tilewright.render.space.bodies import Model, board_body
from tilewright.render.space.iso import iso_scene
from tilewright.solutions import Solution
from tilewright.tiling import solve

__all__ = ["card_svg"]

PIXELS = 260  # of the longer side
WIDE = 1.45  # how many times as wide as high a card is
MOST_NODES = 100_000  # of the search for a solution
BOARD = 0.6  # of the longer side of a card, for the board; the rest is for pieces
GAP = 0.06
LARGER = 2  # times as large as on the board pieces may be shown
MIDDLING = (1, 4, 6, 14, 2, 21)  # numbers of colours that are seen on light and on dark ground


def card_svg(puzzle: AnyPuzzle, *, solved: bool = True) -> str:
    """A small picture that tells at one glance what puzzle it is; its ground is transparent."""
    scene = (_solved_scene(puzzle) if solved else None) or _beside(
        _board_scene(puzzle), _pieces_scene(puzzle)
    )
    scene = replace(scene, elements=tuple(_plain(scene.elements)), title="")
    return to_svg(scene, PIXELS, background="")


def _solved_scene(puzzle: AnyPuzzle) -> Scene | None:
    if isinstance(puzzle, PolygonPuzzle):
        return None
    solution = next(iter(solve(puzzle, limit=1, max_nodes=MOST_NODES)), None)
    if solution is None:
        return None
    return picture_of(solution, view=None if puzzle.lattice.flat else "iso")


def _board_scene(puzzle: AnyPuzzle) -> Scene:
    if isinstance(puzzle, Puzzle):
        if puzzle.lattice.flat:
            return lattice_solution_scene(Solution(puzzle, ()))
        return iso_scene(Model((board_body(puzzle),)))
    names = "".join(piece.name for piece in puzzle.pieces)
    fill = PALETTE[MIDDLING[sum(map(ord, names)) % len(MIDDLING)]]
    areas = [area_of(shape) for shape in puzzle.board]
    return Scene(tuple(Patch(area, fill) for area in areas), box_of(areas))


def _pieces_scene(puzzle: AnyPuzzle) -> Scene:
    """The pieces without their names."""
    scene = picture_of(puzzle, view="pieces")
    drawn = tuple(one for one in scene.elements if not isinstance(one, Text))
    areas = [one.rings for one in drawn if isinstance(one, Patch)]
    boxes = [one.box for one in drawn if isinstance(one, Ball)]
    boxes += [box_of(areas)] if areas else []
    box = reduce(Box.joined, boxes, boxes[0])
    return replace(scene, elements=drawn, box=box.wider(0.01 * box.longest))


def _beside(board: Scene, pieces: Scene) -> Scene:
    """The board and the pieces, side by side or one above the other, as large as can be."""

    def fitting(scene: Scene, width: float, height: float) -> float:
        return min(width / scene.box.width, height / scene.box.height)

    across = fitting(board, BOARD * WIDE, 1.0), fitting(pieces, (1 - BOARD - GAP) * WIDE, 1.0)
    upright = fitting(board, WIDE, BOARD), fitting(pieces, WIDE, 1 - BOARD - GAP)
    level = across[0] ** 2 * across[1] >= upright[0] ** 2 * upright[1]
    large, small = across if level else upright
    first = _centred(scaled(board, large))
    second = _centred(scaled(pieces, min(small, LARGER * large)))
    if level:
        second = second.moved(first.box.right + GAP * WIDE - second.box.left, 0)
    else:
        second = second.moved(0, first.box.bottom - GAP - second.box.top)
    return Scene((*first.elements, *second.elements), first.box.joined(second.box).wider(0.02))


def _centred(scene: Scene) -> Scene:
    box: Box = scene.box
    return scene.moved(-(box.left + box.right) / 2, -(box.bottom + box.top) / 2)


def _plain(elements: Iterable[Element]) -> Iterable[Element]:
    """Without tooltips, which nobody sees there."""
    for element in elements:
        yield element if isinstance(element, Text) else replace(element, title="")
