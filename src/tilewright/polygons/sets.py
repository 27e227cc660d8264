"""Sets of polygons by name, such as the tangram; each is a file of `data/polygons`."""

from dataclasses import replace
from functools import cache

from tilewright.document import Complaints, Fields, parse_document
from tilewright.document.brief import close_matches
from tilewright.document.data import data_names, data_text
from tilewright.polygons.puzzle import PolygonPiece
from tilewright.polygons.tables import read_polygon_pieces
from tilewright.puzzle import PuzzleError

__all__ = ["polygon_set", "polygon_set_names"]


@cache
def polygon_set_names() -> tuple[str, ...]:
    """The names of all sets."""
    return data_names("polygons")


@cache
def polygon_set(name: str) -> tuple[PolygonPiece, ...]:
    """The pieces of a set, as its file has them.

    >>> [(piece.name, piece.count) for piece in polygon_set("tangram")][:2]
    [('Large triangle', 2), ('Medium triangle', 1)]
    """
    if name not in polygon_set_names():
        near = close_matches(name, polygon_set_names(), 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known are {_names()}"
        raise PuzzleError(f"there is no set of polygons {name!r}; {hint}")
    document = parse_document(data_text(f"polygons/{name}.toml"), f"{name}.toml")
    complaints = Complaints(document)
    fields = Fields(document.data, (), complaints)
    fields.expect("format", "title", "about", "source")
    pieces = list(read_polygon_pieces(fields, exact=fields.flag("exact")))
    fields.done()
    complaints.raise_any()
    return tuple(replace(p, shape=p.shape.turned_round()) for _, p in pieces if p is not None)


def _names() -> str:
    return ", ".join(polygon_set_names())
