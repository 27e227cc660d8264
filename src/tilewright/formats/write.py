"""Puzzles as TOML text: what is written reads back as the same puzzle."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tilewright.document import FileError, parse_document, read_text
from tilewright.formats.read import AnyPuzzle
from tilewright.lattices import Cell, Lattice, lattice, lattice_names, minus, plus
from tilewright.lattices.drawing import DrawingError, can_draw, draw, read_drawing
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import (
    NOTHING,
    Board,
    Count,
    EdgeMark,
    Marks,
    Piece,
    Puzzle,
    PuzzleError,
    reading_order,
)

WIDEST = 200  # a drawing is no help if it is wider
SPARSE = 50, 10_000  # characters for each cell, or in all: nor if it is larger


def write_puzzle(puzzle: AnyPuzzle, path: str | Path) -> None:
    """Write a puzzle to a file."""
    Path(path).write_text(format_puzzle(puzzle), encoding="utf-8")


def format_puzzle(puzzle: AnyPuzzle) -> str:
    """The text of a file that says the same.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> print(format_puzzle(make_puzzle("square", box(2, 2), {"I": "##", "J": "##"})))
    format = 1
    lattice = "square"
    <BLANKLINE>
    [board]
    drawing = '''
    ##
    ##
    '''
    <BLANKLINE>
    [[piece]]
    name = "I"
    drawing = '''
    ##
    '''
    <BLANKLINE>
    [[piece]]
    name = "J"
    drawing = '''
    ##
    '''
    <BLANKLINE>
    """
    if isinstance(puzzle, PolygonPuzzle):
        from tilewright.polygons.model.files import format_polygon_puzzle

        return format_polygon_puzzle(puzzle)
    return "\n".join(_lines(puzzle)) + "\n"


def _lines(puzzle: Puzzle) -> Iterator[str]:
    on = puzzle.lattice
    yield "format = 1"
    for key in ("title", "about", "source"):
        if value := getattr(puzzle, key):
            yield f"{key} = {_value(value)}"
    built_in = on.name in lattice_names() and lattice(on.name) == on
    if built_in:
        yield f"lattice = {_value(on.name)}"
    if puzzle.spare:
        yield f"spare = {_count(puzzle.spare)}"
    if not puzzle.crossing:
        yield "crossing = false"
    if not built_in:
        yield from _table("lattice", on.definition)
    coloured = bool(puzzle.board.colours) or any(p.colours for p in puzzle.pieces)
    if puzzle.colour_fits is not None or coloured:
        yield from ("", "[colours]")
        if puzzle.colour_fits is not None:
            yield f"fits = {_value(sorted(map(list, puzzle.colour_fits)))}"
    if puzzle.marks is not None:
        yield from _marks(puzzle.marks)
    yield from ("", "[board]", *_board(on, puzzle.board))
    for piece in puzzle.pieces:
        yield from ("", "[[piece]]", *_piece(on, piece))
    for fixed in puzzle.fixed:
        cells = dict.fromkeys(fixed.cells, "#")
        yield from ("", "[[fixed]]", f"piece = {_value(fixed.piece)}", *_cells(on, cells))


def _marks(marks: Marks) -> Iterator[str]:
    yield from ("", "[marks]")
    yield f"fits = {_value(mark_pairs(marks))}"
    if marks.border != NOTHING:
        yield f"border = {_value(marks.border)}"


def mark_pairs(marks: Marks) -> list[tuple[str, str]]:
    """What may face each other, each pair once, without what goes without saying."""
    return sorted({(min(pair), max(pair)) for pair in marks.fits - Marks().fits})


def _board(on: Lattice, board: Board) -> Iterator[str]:
    may = set(board.may)
    drawable = all(len(c) == 1 and c.isalnum() for c in board.colours.values())
    if drawable and not any(cell in may for cell in board.colours):
        letters = {
            cell: board.colours.get(cell, "?" if cell in may else "#") for cell in board.cells
        }
        yield from _cells(on, letters)
        return
    yield f"cells = {_value([list(cell) for cell in board.must])}"
    yield f"may = {_value([list(cell) for cell in board.may])}"
    yield from _colours(board.colours)


def _piece(on: Lattice, piece: Piece) -> Iterator[str]:
    yield f"name = {_value(piece.name)}"
    if piece.count != Count():
        yield f"count = {_count(piece.count)}"
    if not piece.turn:
        yield "turn = false"
    if piece.flip is not None:
        yield f"flip = {_value(piece.flip)}"
    if piece.motions:
        yield f"motions = {_value(list(piece.motions))}"
    colours = piece.colour_map()
    if all(len(c) == 1 and c.isalnum() for c in piece.colours if c):
        letters = {cell: colours[cell] or "#" for cell in piece.cells}
        yield from _cells(on, letters, movable=not piece.marks)
    else:
        yield f"cells = {_value([list(cell) for cell in piece.cells])}"
        yield from _colours({cell: colour for cell, colour in colours.items() if colour})
    if piece.marks and piece.size == 1:
        edges = {_label(on, mark): mark.mark for mark in piece.marks}
        yield f"marks = {_value(edges)}"
    elif piece.marks:
        spelt = [
            {"cell": list(mark.cell), "edge": _label(on, mark), "mark": mark.mark}
            for mark in piece.marks
        ]
        yield "marks = [" + ", ".join(map(_value, spelt)) + "]"


def _label(on: Lattice, mark: EdgeMark) -> str:
    kind = on.kind(mark.cell)
    assert kind is not None
    for label, step in kind.edges.items():
        if step == mark.step:
            return label
    raise PuzzleError(f"the mark {mark.mark!r} is on {mark.step} from {mark.cell}: no such edge")


def _cells(on: Lattice, letters: Mapping[Cell, str], *, movable: bool = False) -> Iterator[str]:
    """A drawing, if it reads back as the same cells (or may be moved); else coordinates."""
    if can_draw(on, letters, max(SPARSE[0] * len(letters), SPARSE[1])):
        drawing = draw(on, letters)
        width = max(map(len, drawing.splitlines()), default=0)
        try:
            back = {mark.cell: mark.letter for mark in read_drawing(on, drawing)}
        except DrawingError:  # a letter that the lattice uses as the glyph of another kind
            back = {}
        if width <= WIDEST and (
            back == dict(letters) or (movable and back and _alike(on, back, letters))
        ):
            yield from ("drawing = '''", *drawing.splitlines(), "'''")
            return
    plain = [list(cell) for cell, letter in letters.items() if letter != "?"]
    yield f"cells = {_value(plain)}"
    if may := [list(cell) for cell, letter in letters.items() if letter == "?"]:
        yield f"may = {_value(may)}"
    yield from _colours({cell: c for cell, c in letters.items() if c.isalnum()})


def _alike(on: Lattice, one: Mapping[Cell, str], other: Mapping[Cell, str]) -> bool:
    """Does a translation join the two?"""
    first, second = (min(list(cells), key=reading_order) for cells in (one, other))
    step = minus(second, first)
    moved = {plus(c, step): x for c, x in one.items()}
    return step in on.translations and moved == dict(other)


def _colours(colours: Mapping[Cell, str]) -> Iterator[str]:
    if colours:
        by_colour: dict[str, list[list[int]]] = {}
        for cell, colour in colours.items():
            by_colour.setdefault(colour, []).append(list(cell))
        yield f"colours = {_value(by_colour)}"


def _count(count: Count) -> str:
    return str(count.lo) if count.lo == count.hi else _value(str(count))


def _table(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    """A table and the tables in it, in TOML."""
    yield from ("", f"[{name}]")
    inner = {}
    for key, value in table.items():
        if isinstance(value, list) and value and all(isinstance(x, dict) for x in value):
            inner[key] = value
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, tables in inner.items():
        for one in tables:
            yield from ("", f"[[{name}.{_key(key)}]]")
            for k, v in one.items():
                yield f"{_key(k)} = {_value(v)}"


def _key(key: str) -> str:
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if plain else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def is_lattice_file(path: str | Path) -> bool:
    """Does a file describe a lattice, not a puzzle?  False if it cannot be read."""
    try:
        data = parse_document(read_text(path), str(path)).data
    except (OSError, FileError):
        return False
    return describes_lattice(data)


def describes_lattice(data: Mapping[str, Any]) -> bool:
    """Is this a lattice, not a puzzle, going by its fields?"""
    own = data.keys() & {"kind", "labels", "translations", "symmetry"}
    return bool(own) and not describes_puzzle(data)


def describes_puzzle(data: Mapping[str, Any]) -> bool:
    """Is this a puzzle, going by its fields?"""
    return bool(data.keys() & {"board", "piece", "pieces", "lattice"})
