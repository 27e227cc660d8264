"""Explanations as drawings, with a character or a number on each cell, and as pictures."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from string import ascii_uppercase
from typing import TYPE_CHECKING

from tilewright.explanations.explanation import Explanation
from tilewright.invariants.proofs import Bare, Chain, Conflict, Proof, Weighing
from tilewright.lattices import Cell, Motion, minus
from tilewright.lattices.drawing import can_draw, draw, layers_side_by_side, spaced_page
from tilewright.puzzle import Count, Piece, Puzzle
from tilewright.solutions import Placed, Solution

if TYPE_CHECKING:
    from tilewright.render import Scene


WIDEST = 100  # of several layers
LARGEST = 40_000  # characters of a drawing
BLACK, WHITE, MARKED, OTHER, BARE = "B", "W", "*", ".", "?"


def proof_texts(puzzle: Puzzle, kind: str, proof: Proof) -> dict[Cell, str]:
    """What stands on each cell; nothing if there is nothing to show."""
    cells = puzzle.board.cells
    match proof:
        case Weighing() if kind == "colouring":
            black = proof.weights
            return {cell: BLACK if black.get(cell, 0) > 0 else WHITE for cell in cells}
        case Weighing() if kind == "weights":
            return {cell: str(proof.weights.get(cell, OTHER)) for cell in cells}
        case Weighing() if kind in ("region", "colours"):
            return {cell: MARKED if cell in proof.weights else OTHER for cell in cells}
        case Bare():
            return {**dict.fromkeys(cells, OTHER), proof.cell: BARE}
        case Chain():
            shown = dict.fromkeys(cells, OTHER)
            for letter, step in zip(ascii_uppercase, proof.steps, strict=False):
                shown |= dict.fromkeys(step.cells, letter)
            return shown | ({proof.end.cell: BARE} if isinstance(proof.end, Bare) else {})
        case Conflict() if proof.cells:
            return {cell: MARKED if cell in set(proof.cells) else OTHER for cell in cells}
    return {}


def board_page(puzzle: Puzzle, texts: Mapping[Cell, str]) -> str:
    """The board with these texts; "" if there are none, or if it cannot be drawn."""
    if not texts or not can_draw(puzzle.lattice, texts, LARGEST):
        return ""
    if max(map(len, texts.values())) == 1:
        drawing = draw(puzzle.lattice, texts, blank=" ", tight=True)
        return layers_side_by_side(drawing, WIDEST)
    return spaced_page(puzzle.lattice, texts, WIDEST)


COLOURED = {BLACK: "#3d3f4a", WHITE: "#f6f1e1"}
FILLS = {MARKED: "#e9771a", BARE: "#cf2a2a"}

Groups = dict[str, list[list[Cell]]]  # cells that belong together, by what is written on them


def picture_of_explanation(explanation: Explanation) -> "Scene":
    """The board with what the explanation is about; the puzzle itself if that is all of it."""
    from tilewright.render import picture_of

    puzzle, texts = explanation.puzzle, explanation.texts()
    if not isinstance(puzzle, Puzzle) or not texts:
        return picture_of(puzzle)
    groups = _groups(explanation, texts)
    plain = explanation.kind in ("colouring", "region", "colours", "conflict")
    known = COLOURED | FILLS if plain else FILLS  # other texts have the colours of pieces
    if puzzle.lattice.flat:
        return _flat(puzzle, groups, known, labels=not plain)
    if plain:
        groups.pop(WHITE, None)
    scene = picture_of(_in_space(puzzle, groups), view="layers", labels=not plain)
    return _recoloured(scene, groups, known)


def _recoloured(scene: "Scene", texts: Iterable[str], known: Mapping[str, str]) -> "Scene":
    """A picture with pieces of these names, known ones in their own colours."""
    from tilewright.render.palette import colour
    from tilewright.render.scene import Ball, Patch

    fills = {colour(number): known[text] for number, text in enumerate(texts) if text in known}
    elements = tuple(
        replace(element, fill=fills.get(element.fill, element.fill))
        if isinstance(element, Patch | Ball)
        else element
        for element in scene.elements
    )
    return replace(scene, elements=elements)


def _groups(explanation: Explanation, texts: dict[Cell, str]) -> Groups:
    """The cells that belong together, by what is written on them; single cells of a colouring."""
    joined = explanation.kind in ("forced", "many", "unique")
    groups: Groups = {}
    for cell, text in texts.items():
        if text == OTHER:
            continue
        some = groups.setdefault(text, [])
        if joined and some:
            some[0].append(cell)
        else:
            some.append([cell])
    return dict(sorted(groups.items()))


def _flat(puzzle: Puzzle, groups: Groups, known: Mapping[str, str], *, labels: bool) -> "Scene":
    from tilewright.render.cells import outline
    from tilewright.render.palette import colour
    from tilewright.render.tilings import EmptyBoard, PlacedArea, Tiling, tiling_scene, unit_of

    on, cells = puzzle.lattice, puzzle.board.cells
    board, inner = outline(on, cells, board=True)
    placed, fills = [], []
    for number, (text, some) in enumerate(groups.items()):
        for one in some:
            area, borders = outline(on, one)
            placed.append(PlacedArea(number, text, area, borders))
            fills.append(known.get(text, colour(number)))
    tiling = Tiling(
        EmptyBoard((board,), (), inner),
        tuple(placed),
        len(groups),
        unit_of([board], len(cells)),
        puzzle.title,
        fills=tuple(fills),
    )
    return tiling_scene(tiling, labels=labels)


def _in_space(puzzle: Puzzle, groups: Groups) -> Solution:
    """The groups as pieces of a puzzle of their own."""
    unmoved = puzzle.lattice.motions[0]
    pieces, placed = [], []
    for text, some in groups.items():
        cells = tuple(cell for one in some for cell in one)
        piece = Piece(text, cells, Count(1, 1)).at_home(puzzle.lattice)
        there = min(cells, key=lambda cell: cell[::-1])
        motion = Motion(unmoved.matrix, minus(there, piece.cells[0]), False)
        pieces.append(piece)
        placed.append(Placed(text, motion, tuple(sorted(cells, key=lambda cell: cell[::-1]))))
    board = replace(puzzle.board, must=(), may=puzzle.board.cells, colours={})
    shown = replace(puzzle, board=board, pieces=tuple(pieces), spare=None, fixed=(), marks=None)
    return Solution(shown, tuple(placed))
