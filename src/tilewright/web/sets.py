"""Sets of pieces for the browser."""

from functools import cache

from tilewright.puzzle import piece_set, piece_set_names
from tilewright.puzzle.sets import piece_set_lattice
from tilewright.web.documents_lattice import piece_doc
from tilewright.web.messages_puzzles import PieceSet, PieceSets, SetEntry

__all__ = ["named_set", "sets"]


@cache
def sets() -> PieceSets:
    """All sets of pieces."""
    return PieceSets(sets=list(map(_entry, piece_set_names())))


def _entry(name: str) -> SetEntry:
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
