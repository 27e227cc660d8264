"""Puzzles and sets of pieces on a page, or as values for JSON."""

from collections.abc import Iterator, Mapping, Sequence

from tilewright.cli.answers import amount, columns, picked
from tilewright.cli.colour import Paper
from tilewright.cli.puzzles import NamedPuzzle, about_in_full, in_all, known_numbers, ways_of
from tilewright.lattices import Cell, Lattice
from tilewright.lattices.drawing import can_draw, draw, layers_side_by_side, side_by_side
from tilewright.orientations import orientations, symmetries
from tilewright.placements import Block, Placements
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.puzzle import NOTHING, PLAIN, Board, Piece, Puzzle


def picture(on: Lattice, letters: Mapping[Cell, str], width: int, *, blank: str = ".") -> str:
    """Cells as a drawing, layers from left to right; as a list, where nothing can be drawn."""
    if can_draw(on, letters):
        return layers_side_by_side(draw(on, letters, blank=blank, tight=True), width)
    return "\n".join(
        f"{','.join(map(str, cell))}{'' if letter == '#' else f' {letter}'}"
        for cell, letter in letters.items()
    )


def puzzle_page(
    puzzle: NamedPuzzle, placements: Placements | None, paper: Paper, *, turned: bool
) -> str:
    """A puzzle for people.  Without placements (if it has faults) only what can be drawn."""
    what = puzzle.on_lattice
    may = f", {len(what.board.may)} of them may stay empty" if what.board.may else ""
    lines = [
        *_heading(puzzle),
        f"Board: {amount(len(what.board.cells), 'cell')} of {what.lattice.name!r}{may}",
        _board(what.lattice, what.board, paper),
        "",
        f"Pieces: {in_all(what)}",
        _pieces(what.lattice, what.pieces, paper),
        "",
    ]
    if placements:
        lines += [*_table(placements), ""]
        if turned:
            lines += [*_orientations(placements, paper), ""]
    lines += _rules(what)
    if placements:
        motions = symmetries(what, placements.types)
        rotations = sum(not motion.mirror for motion in motions)
        lines.append(f"Symmetries: {amount(rotations, 'rotation')}, {len(motions)} in all")
        lines += _known(puzzle)
    return "\n".join(lines).rstrip()


def _heading(puzzle: NamedPuzzle) -> Iterator[str]:
    what = puzzle.puzzle
    yield f"{what.title or puzzle.name} ({puzzle.name})"
    yield from filter(None, [what.about, what.source and f"Source: {what.source}"])
    yield ""


def _known(puzzle: NamedPuzzle) -> Iterator[str]:
    numbers = [
        f"{number:,} {name.replace('_', ' ')}"
        for name, number in known_numbers(puzzle.known).items()
        if number is not None
    ]
    if numbers:
        yield f"Known: {', '.join(numbers)}"
    if puzzle.known.note:
        yield f"Note: {puzzle.known.note}"


def set_page(name: str, on: Lattice, pieces: Sequence[Piece], paper: Paper) -> str:
    """A set of pieces for people."""
    rows = [("piece", "count", "cells", "orientations")]
    rows += [(p.name, str(p.count), str(p.size), str(len(orientations(on, p)))) for p in pieces]
    return "\n".join(
        [
            f"{name}: {amount(len(pieces), 'piece')} of {on.name!r}",
            "",
            _pieces(on, pieces, paper),
            "",
            *columns(rows, right=range(1, 4)),
        ]
    )


def _letter(colour: str) -> str:
    return colour if len(colour) == 1 else "#"


def _board(on: Lattice, board: Board, paper: Paper) -> str:
    if paper.coloured:
        from tilewright.render.terminal.pictures import board_canvas  # letters do without it

        if canvas := board_canvas(on, board, paper.width):
            return paper.write(canvas)
    letters = {cell: _letter(board.colours.get(cell, "#")) for cell in board.must}
    return picture(on, letters | dict.fromkeys(board.may, "?"), paper.width)


def _pieces(on: Lattice, pieces: Sequence[Piece], paper: Paper) -> str:
    captions = list(map(_caption, pieces))
    notes = [[f"{_edge(on, m.cell, m.step)}: {m.mark}" for m in piece.marks] for piece in pieces]
    drawings = [(number, piece.colour_map()) for number, piece in enumerate(pieces)]
    return _shelf(on, drawings, captions, notes, paper)


def _caption(piece: Piece | PolygonPiece) -> str:
    return f"{piece.name}{'' if str(piece.count) == '1' else f' ×{piece.count}'}"


def _shelf(
    on: Lattice,
    drawings: Sequence[tuple[int, Mapping[Cell, str]]],
    captions: Sequence[str],
    notes: Sequence[Sequence[str]],
    paper: Paper,
) -> str:
    """Pieces beside each other: for each the number of its kind, and its cells' colours."""
    if paper.coloured:
        from tilewright.render.terminal.canvas import above, shelf, words
        from tilewright.render.terminal.pictures import piece_canvases

        canvases = piece_canvases(on, drawings, paper.width)
        if canvases is not None:
            noted = [
                above([canvas, *map(words, some)])
                for canvas, some in zip(canvases, notes, strict=True)
            ]
            return paper.write(shelf(captions, noted, paper.width, flat=on.flat))
    blocks = []
    for (_, cells), caption, some in zip(drawings, captions, notes, strict=True):
        letters = {cell: _letter(colour) for cell, colour in cells.items()}
        blocks.append("\n".join([caption, picture(on, letters, paper.width), *some]))
    gap = 4 if on.flat else 6  # layers have gaps too
    return side_by_side(blocks, paper.width, gap=gap)


def _edge(on: Lattice, cell: Cell, step: Cell) -> str:
    kind = on.kind(cell)
    return next((x for x, s in kind.edges.items() if s == step), "") if kind else ""


def _blocks(placements: Placements) -> Iterator[tuple[Piece, list[Block]]]:
    """Each piece, and the placements of each of its orientations."""
    type_of = {number: k for k, t in enumerate(placements.types) for number in t.pieces}
    for number, piece in enumerate(placements.puzzle.pieces):
        there = number in type_of  # not if its count is 0
        yield piece, list(placements.of_type(type_of[number])) if there else []


def _table(placements: Placements) -> list[str]:
    """A row for each piece; those that are alike have the same placements."""
    rows: list[tuple[str, ...]] = [
        ("piece", "count", "cells", "orientations", "fitting", "placements")
    ]
    for piece, blocks in _blocks(placements):
        rows.append((piece.name, str(piece.count), str(piece.size), *_ways(blocks)))
    rows.append(("total", "", "", *_ways(placements.blocks)))
    alike = [kind.name for kind in placements.types if len(kind.pieces) > 1]
    notes = [f"Alike, so that placements are counted once: {', '.join(alike)}"] if alike else []
    return [*columns(rows, right=range(1, 6)), *notes]


def _ways(blocks: Sequence[Block]) -> Iterator[str]:
    return (f"{number:,}" for number in ways_of(blocks).values())


def _orientations(placements: Placements, paper: Paper) -> Iterator[str]:
    on = placements.puzzle.lattice
    for number, (piece, blocks) in enumerate(_blocks(placements)):
        turned = [block.orientation for block in blocks]
        drawings = [
            (number, dict(zip(o.cells, o.colours or ("",) * len(o.cells), strict=True)))
            for o in turned
        ]
        captions = [f"{len(block):,}" for block in blocks]
        yield f"{piece.name} in {amount(len(blocks), 'orientation')}, with the placements of each:"
        yield _shelf(on, drawings, captions, [()] * len(blocks), paper)
        yield ""


def _rules(puzzle: Puzzle) -> Iterator[str]:
    if puzzle.spare:
        yield f"Spare: {puzzle.spare} pieces are left over"
    if puzzle.colour_fits is not None:
        pairs = ", ".join(f"{b or 'none'}–{p or 'none'}" for b, p in sorted(puzzle.colour_fits))
        yield f"Colours that fit (board–piece): {pairs}"
    if puzzle.marks:
        plain = {PLAIN, NOTHING}
        fits = [(a, b) for a, b in sorted(puzzle.marks.fits) if a <= b and not {a, b} <= plain]
        yield f"Marks that fit: {', '.join(f'{a}–{b}' for a, b in fits) or 'none'}"
        yield f"The border shows: {puzzle.marks.border}"
    if not puzzle.crossing:
        yield "Crossing: pieces may not cross where they meet"
    for fixed in puzzle.fixed:
        yield f"Fixed: {fixed.piece} on {', '.join(map(str, fixed.cells))}"


def puzzle_entry(puzzle: NamedPuzzle, placements: Placements) -> dict[str, object]:
    """A puzzle for JSON."""
    what = puzzle.on_lattice
    motions = symmetries(what, placements.types)
    return {
        **about_in_full(puzzle),
        "board": {
            **picked(what.board, "must", "may"),
            "colours": list(what.board.colours.items()),
        },
        "piece_list": [
            _piece_entry(piece) | ways_of(blocks) for piece, blocks in _blocks(placements)
        ],
        **ways_of(placements.blocks),
        "rotations": sum(not motion.mirror for motion in motions),
        "symmetries": len(motions),
    }


def set_entry(name: str, on: Lattice, pieces: Sequence[Piece]) -> dict[str, object]:
    """A set of pieces for JSON."""
    listed = [_piece_entry(p) | {"orientations": len(orientations(on, p))} for p in pieces]
    return {"name": name, "lattice": on.name, "pieces": listed}


def _piece_entry(piece: Piece) -> dict[str, object]:
    return {
        "name": piece.name,
        "count": str(piece.count),
        **picked(piece, "size", "cells"),
        "colours": piece.colours or None,
        "marks": [picked(mark, "cell", "step", "mark") for mark in piece.marks],
    }


def polygon_page(puzzle: NamedPuzzle, what: PolygonPuzzle, paper: Paper) -> str:
    """A polygon puzzle for people."""
    lines = [
        *_heading(puzzle),
        f"Board: {amount(len(what.board), 'polygon')} of area {what.area:.9g}",
        *_silhouette(what, paper),
        *_board_parts(what),
        "",
        f"Pieces: {what.piece_count}",
        *_drawn(what.pieces, paper),
        *_polygon_pieces(what.pieces),
        "",
        f"Coordinates: {'exact' if what.exact else 'decimals, taken as rounded or measured'}",
        *_known(puzzle),
    ]
    return "\n".join(lines).rstrip()


def polygon_set_page(name: str, pieces: tuple[PolygonPiece, ...], paper: Paper) -> str:
    """A set of polygons for people."""
    many = sum(piece.count for piece in pieces)
    head = f"{name}: {amount(many, 'piece')}, free polygons"
    return "\n".join([head, "", *_drawn(pieces, paper), *_polygon_pieces(pieces)])


def _silhouette(what: PolygonPuzzle, paper: Paper) -> Iterator[str]:
    if paper.coloured:
        from tilewright.render.terminal.pictures import polygon_board_canvas  # rarely needed

        yield paper.write(polygon_board_canvas(what, paper.width))
        yield ""


def _drawn(pieces: tuple[PolygonPiece, ...], paper: Paper) -> Iterator[str]:
    if paper.coloured:
        from tilewright.render.terminal.canvas import shelf
        from tilewright.render.terminal.pictures import polygon_piece_canvases

        captions = list(map(_caption, pieces))
        canvases = polygon_piece_canvases(pieces, paper.width)
        yield paper.write(shelf(captions, canvases, paper.width, flat=True))
        yield ""


def _board_parts(what: PolygonPuzzle) -> list[str]:
    rows: list[tuple[str, ...]] = [("part", "corners", "holes", "area")]
    for number, part in enumerate(what.board, 1):
        numbers = (number, part.corner_count, len(part.holes))
        rows.append((*map(str, numbers), f"{part.area:.9g}"))
    return columns(rows, right=range(4))


def _polygon_pieces(pieces: tuple[PolygonPiece, ...]) -> list[str]:
    rows: list[tuple[str, ...]] = [("piece", "count", "corners", "holes", "area", "turn", "flip")]
    for piece in pieces:
        shape = piece.shape
        numbers = (piece.count, shape.corner_count, len(shape.holes))
        free = ("yes" if piece.turn else "no", "yes" if piece.flip else "no")
        rows.append((piece.name, *map(str, numbers), f"{shape.area:.9g}", *free))
    return columns(rows, right=range(1, 5))


def polygon_entry(puzzle: NamedPuzzle, what: PolygonPuzzle) -> dict[str, object]:
    """A polygon puzzle for JSON.  Coordinates are texts, as they would stand in a file."""
    return {
        **about_in_full(puzzle),
        "exact": what.exact,
        "board": [_shape_entry(part) for part in what.board],
        "piece_list": [_polygon_piece_entry(piece) for piece in what.pieces],
    }


def polygon_set_entry(name: str, pieces: tuple[PolygonPiece, ...]) -> dict[str, object]:
    """A set of polygons for JSON."""
    return {"name": name, "polygons": [_polygon_piece_entry(piece) for piece in pieces]}


def _polygon_piece_entry(piece: PolygonPiece) -> dict[str, object]:
    return picked(piece, "name", "count", "turn", "flip") | _shape_entry(piece.shape)


def _shape_entry(shape: Shape) -> dict[str, object]:
    rings = [[[x.text, y.text] for x, y in ring] for ring in shape.rings]
    return {"area": shape.area, "outline": rings[0], "holes": rings[1:]}
