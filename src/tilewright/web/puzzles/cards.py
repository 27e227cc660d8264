"""The catalogue for the browser: what there is, and a small picture of each puzzle."""

from dataclasses import replace
from functools import cache, reduce
from hashlib import sha256
from threading import Lock, Thread

from fastapi import HTTPException

from tilewright.catalogue import Known, catalogue_name, catalogue_names, known, load_file
from tilewright.catalogue_search import search
from tilewright.formats import POLYGON, AnyPuzzle
from tilewright.lattices import lattice, lattice_names
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, piece_set, piece_set_names
from tilewright.puzzle.build import piece_set_lattice
from tilewright.render import Ball, Box, Scene, Text, picture_of, solution_scene, to_svg
from tilewright.render.flat import area_of
from tilewright.render.palette import PALETTE
from tilewright.render.scene import Patch, box_of
from tilewright.render.space.bodies import Model, board_body
from tilewright.render.space.iso import iso_scene
from tilewright.solutions import Solution
from tilewright.solving import solve
from tilewright.web.puzzles.documents import piece_doc
from tilewright.web.puzzles.limits import pieces_in_all
from tilewright.web.puzzles.messages import (
    Catalogue,
    CatalogueEntry,
    LatticeEntry,
    Lattices,
    PieceSet,
    PieceSets,
    SetEntry,
)
from tilewright.web.wire import SolutionCounts

PIXELS = 260  # of the longer side
WIDE = 1.45  # how many times as wide as high a card is
MOST_NODES = 100_000  # of the search for a solution
BOARD = 0.6  # of the longer side of a card, for the board; the rest is for pieces
GAP = 0.06
LARGER = 2  # times as large as on the board pieces may be shown
MIDDLING = (1, 4, 6, 14, 2, 21)  # numbers of colours that are seen on light and on dark ground
POLYGONS = "free polygons: pieces that may lie anywhere, turned by any angle"
EXAMPLES = {  # those that show a lattice best; of others, the first of the catalogue
    "square": "pentominoes-6x10",
    "cube": "soma",
    "triangle": "hexiamond-hexagon",
    "sphere": "spheres-800",
    "square-sticks": "tetrasticks-5x5-without-h",
    POLYGON: "tangram-cat",
}

_reading = Lock()
_drawing = Lock()


def card_svg(puzzle: AnyPuzzle, *, solved: bool = True) -> str:
    """A small picture that tells at one glance what puzzle it is; its ground is transparent.

    Puzzles on lattices are shown solved, if a solution is found at once: colours say most about
    them.  Of free polygons, of puzzles that are hard, and of those with one solution only, which
    nobody wants to see before playing, the board is shown beside its pieces.
    """
    scene = _solved_scene(puzzle) if solved else None
    scene = scene or _beside(_board_scene(puzzle), _pieces_scene(puzzle))
    plain = (e if isinstance(e, Text) else replace(e, title="") for e in scene.elements)
    return to_svg(replace(scene, elements=tuple(plain), title=""), PIXELS, background="")


def _solved_scene(puzzle: AnyPuzzle) -> Scene | None:
    if isinstance(puzzle, PolygonPuzzle):
        return None
    solution = next(iter(solve(puzzle, max_solutions=1, max_nodes=MOST_NODES)), None)
    if solution is None:
        return None
    return picture_of(solution, view=None if puzzle.lattice.flat else "iso")


def _board_scene(puzzle: AnyPuzzle) -> Scene:
    if isinstance(puzzle, Puzzle):
        if puzzle.lattice.flat:
            return solution_scene(Solution(puzzle, ()))
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
    first = _centred(board.scaled(large))
    second = _centred(pieces.scaled(min(small, LARGER * large)))
    if level:
        second = second.moved(first.box.right + GAP * WIDE - second.box.left, 0)
    else:
        second = second.moved(0, first.box.bottom - GAP - second.box.top)
    return Scene((*first.elements, *second.elements), first.box.joined(second.box).wider(0.02))


def _centred(scene: Scene) -> Scene:
    box: Box = scene.box
    return scene.moved(-(box.left + box.right) / 2, -(box.bottom + box.top) / 2)


def catalogue() -> Catalogue:
    """All puzzles of the catalogue."""
    with _reading:  # once, which takes half a second
        return _catalogue()


def read_ahead() -> None:
    """Begin to read the catalogue, its words and the sets of pieces, so that they are there."""

    def work() -> None:
        catalogue()
        sets()
        search("")

    Thread(target=work, name="catalogue", daemon=True).start()


@cache
def _catalogue() -> Catalogue:
    return Catalogue(puzzles=list(map(_entry, catalogue_names())))


def _entry(name: str) -> CatalogueEntry:
    puzzle = load_file(name).puzzle
    on = puzzle.lattice if isinstance(puzzle, Puzzle) else None
    facts = known().get(name, Known())
    return CatalogueEntry(
        name=name,
        title=puzzle.title,
        about=puzzle.about,
        source=puzzle.source,
        kind="polygon" if on is None else "lattice",
        lattice=POLYGON if on is None else on.name,
        dimension=2 if on is None else on.dimension,
        cells=len(puzzle.board.cells) if isinstance(puzzle, Puzzle) else None,
        pieces=pieces_in_all(puzzle),
        counts=SolutionCounts.model_validate(facts, from_attributes=True),
        picture=f"/api/catalogue/{name}/picture.svg",
    )


def lattices() -> Lattices:
    """All lattices, and free polygons."""
    first = {entry.lattice: entry.name for entry in reversed(catalogue().puzzles)} | EXAMPLES
    known_ones = [(on.name, on.about, on.dimension) for on in map(lattice, lattice_names())]
    return Lattices(
        lattices=[
            LatticeEntry(name=name, about=about, dimension=width, example=first.get(name))
            for name, about, width in (*known_ones, (POLYGON, POLYGONS, 2))
        ]
    )


def card_picture(name: str) -> tuple[str, str]:
    """The picture of a puzzle of the catalogue and its tag, by which it is known again.

    Pictures are drawn one at a time, so that there is room for other work, and remembered.  Raises
    HTTPException if there is no such puzzle.
    """
    own = catalogue_name(name)
    if own is None:
        raise HTTPException(404, f"The catalogue has no puzzle {name!r}.")
    return _card_picture(own)


@cache
def _card_picture(name: str) -> tuple[str, str]:
    with _drawing:
        unique = known().get(name, Known()).up_to_symmetry == 1
        svg = card_svg(load_file(name).puzzle, solved=not unique)
        return svg, f'"{sha256(svg.encode()).hexdigest()[:16]}"'


@cache
def sets() -> PieceSets:
    """All sets of pieces."""
    return PieceSets(sets=list(map(_set_entry, piece_set_names())))


def _set_entry(name: str) -> SetEntry:
    pieces = piece_set(name)
    return SetEntry(
        name=name,
        lattice=piece_set_lattice(name).name,
        pieces=sum(piece.count.lo for piece in pieces),
        cells=sum(piece.count.lo * piece.size for piece in pieces),
    )


def named_set(name: str) -> PieceSet:
    """The pieces of a set."""
    if name not in piece_set_names():
        raise HTTPException(404, f"There is no set of pieces {name!r}.")
    pieces = [piece_doc(piece, number) for number, piece in enumerate(piece_set(name))]
    return PieceSet(lattice=piece_set_lattice(name).name, pieces=pieces)
