"""Polygon puzzles on a page, or as values for JSON."""

from collections.abc import Iterator

from tilewright.cli.answers import amount, columns
from tilewright.cli.colour import Paper
from tilewright.cli.puzzles import AnyGiven, about, known_numbers
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape

__all__ = ["polygon_entry", "polygon_page", "polygon_set_entry", "polygon_set_page"]

Row = tuple[str, ...]


def polygon_page(puzzle: AnyGiven, what: PolygonPuzzle, paper: Paper) -> str:
    """A polygon puzzle for people."""
    lines = [
        f"{what.title or puzzle.name} ({puzzle.name})",
        *filter(None, [what.about, what.source and f"Source: {what.source}"]),
        "",
        f"Board: {amount(len(what.board), 'polygon')} of area {what.area:.9g}",
        *_silhouette(what, paper),
        *columns([("part", "corners", "holes", "area"), *_parts(what)], right=range(4)),
        "",
        f"Pieces: {what.piece_count}",
        *_drawn(what.pieces, paper),
        *_pieces(what.pieces),
        "",
        *_coordinates(what),
        *_known(puzzle),
    ]
    return "\n".join(lines).rstrip()


def polygon_set_page(name: str, pieces: tuple[PolygonPiece, ...], paper: Paper) -> str:
    """A set of polygons for people."""
    many = sum(piece.count for piece in pieces)
    head = f"{name}: {amount(many, 'piece')}, free polygons"
    return "\n".join([head, "", *_drawn(pieces, paper), *_pieces(pieces)])


def _silhouette(what: PolygonPuzzle, paper: Paper) -> Iterator[str]:
    if paper.coloured:
        from tilewright.render.terminal import polygon_board_canvas  # letters do without it

        yield paper.write(polygon_board_canvas(what, paper.width))
        yield ""


def _drawn(pieces: tuple[PolygonPiece, ...], paper: Paper) -> Iterator[str]:
    if paper.coloured:
        from tilewright.render.terminal import polygon_piece_canvases, shelf

        captions = [f"{p.name}{'' if p.count == 1 else f' ×{p.count}'}" for p in pieces]
        canvases = polygon_piece_canvases(pieces, paper.width)
        yield paper.write(shelf(captions, canvases, paper.width, flat=True))
        yield ""


def _parts(what: PolygonPuzzle) -> Iterator[Row]:
    for number, part in enumerate(what.board, 1):
        yield str(number), str(part.corner_count), str(len(part.holes)), f"{part.area:.9g}"


def _pieces(pieces: tuple[PolygonPiece, ...]) -> list[str]:
    rows: list[Row] = [("piece", "count", "corners", "holes", "area", "turn", "flip")]
    for piece in pieces:
        shape = piece.shape
        numbers = (piece.count, shape.corner_count, len(shape.holes))
        free = ("yes" if piece.turn else "no", "yes" if piece.flip else "no")
        rows.append((piece.name, *map(str, numbers), f"{shape.area:.9g}", *free))
    return columns(rows, right=range(1, 5))


def _coordinates(what: PolygonPuzzle) -> Iterator[str]:
    if what.exact:
        yield "Coordinates: exact"
    else:
        yield "Coordinates: decimals, taken as rounded or measured"


def _known(puzzle: AnyGiven) -> Iterator[str]:
    numbers = [
        f"{number:,} {name.replace('_', ' ')}"
        for name, number in known_numbers(puzzle.known).items()
        if number is not None
    ]
    if numbers:
        yield f"Known: {', '.join(numbers)}"
    if puzzle.known.note:
        yield f"Note: {puzzle.known.note}"


def polygon_entry(puzzle: AnyGiven, what: PolygonPuzzle) -> dict[str, object]:
    """A polygon puzzle for JSON.  Coordinates are texts, as they would stand in a file."""
    return {
        **about(puzzle),
        "about": what.about,
        "source": what.source,
        "exact": what.exact,
        "board": [_shape_entry(part) for part in what.board],
        "piece_list": [_piece_entry(piece) for piece in what.pieces],
        "known": known_numbers(puzzle.known),
    }


def polygon_set_entry(name: str, pieces: tuple[PolygonPiece, ...]) -> dict[str, object]:
    """A set of polygons for JSON."""
    return {"name": name, "polygons": [_piece_entry(piece) for piece in pieces]}


def _piece_entry(piece: PolygonPiece) -> dict[str, object]:
    return {
        "name": piece.name,
        "count": piece.count,
        "turn": piece.turn,
        "flip": piece.flip,
        **_shape_entry(piece.shape),
    }


def _shape_entry(shape: Shape) -> dict[str, object]:
    rings = [[[x.text, y.text] for x, y in ring] for ring in shape.rings]
    return {"area": shape.area, "outline": rings[0], "holes": rings[1:]}
