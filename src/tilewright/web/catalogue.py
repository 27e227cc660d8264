"""The catalogue for the browser: what there is, and a small picture of each puzzle."""

from functools import cache
from hashlib import sha256
from threading import Lock, Thread

from tilewright.catalogue import Known, catalogue_name, catalogue_names, known, load_file
from tilewright.catalogue_search import search
from tilewright.formats import POLYGON
from tilewright.lattice import lattice, lattice_names
from tilewright.puzzle import Puzzle, piece_set, piece_set_names
from tilewright.puzzle.sets import piece_set_lattice
from tilewright.web.catalogue_pictures import card_svg
from tilewright.web.documents_lattice import piece_doc
from tilewright.web.documents_problems import pieces_in_all
from tilewright.web.messages_puzzles import (
    Catalogue,
    CatalogueEntry,
    LatticeEntry,
    Lattices,
    Numbers,
    PieceSet,
    PieceSets,
    SetEntry,
)

__all__ = ["card_picture", "catalogue", "lattices", "named_set", "read_ahead", "sets"]

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
_pictures: dict[str, tuple[str, str]] = {}


def catalogue() -> Catalogue:
    """All puzzles of the catalogue; read once, which takes half a second."""
    with _reading:
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
        counts=Numbers(
            solutions=facts.solutions,
            up_to_rotation=facts.up_to_rotation,
            up_to_symmetry=facts.up_to_symmetry,
        ),
        picture=f"/api/catalogue/{name}/picture.svg",
    )


def lattices() -> Lattices:
    """All lattices, and free polygons, each with a puzzle of the catalogue."""
    first: dict[str, str] = {}
    for entry in catalogue().puzzles:
        first.setdefault(entry.lattice, entry.name)
    first |= EXAMPLES
    entries = [
        LatticeEntry(
            name=name,
            about=lattice(name).about,
            dimension=lattice(name).dimension,
            example=first.get(name),
        )
        for name in lattice_names()
    ]
    entries.append(
        LatticeEntry(name=POLYGON, about=POLYGONS, dimension=2, example=first.get(POLYGON))
    )
    return Lattices(lattices=entries)


def card_picture(name: str) -> tuple[str, str] | None:
    """The picture of a puzzle of the catalogue and its tag, by which it is known again.

    None if there is no such puzzle.  Pictures are drawn one at a time, so that there is room for
    other work, and kept.
    """
    own = catalogue_name(name)
    if own is None:
        return None
    if own not in _pictures:
        with _drawing:
            if own not in _pictures:
                unique = known().get(own, Known()).up_to_symmetry == 1
                svg = card_svg(load_file(own).puzzle, solved=not unique)
                _pictures[own] = svg, f'"{sha256(svg.encode()).hexdigest()[:16]}"'
    return _pictures[own]


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


def named_set(name: str) -> PieceSet | None:
    """The pieces of a set; None if there is no such set."""
    if name not in piece_set_names():
        return None
    pieces = [piece_doc(piece, number) for number, piece in enumerate(piece_set(name))]
    return PieceSet(lattice=piece_set_lattice(name).name, pieces=pieces)
