"""Puzzles from TOML files.

Reading goes to the end whatever it meets, so that everything that is wrong is told at once, each
complaint with its line.  See the reference of the file format in the documentation.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path

from tilewright.document import (
    Complaint,
    Complaints,
    Document,
    Fields,
    FileError,
    parse_document,
    read_text,
)
from tilewright.faults import Fault, find_faults
from tilewright.formats.pieces import (
    Places,
    board_shift,
    read_board,
    read_count,
    read_letters,
    read_pieces,
)
from tilewright.lattices import Lattice, LatticeError, lattice, parse_lattice, read_lattice_table
from tilewright.placements import Placements
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Board, Fixed, Marks, Piece, Puzzle, PuzzleError

POLYGON = "polygon"  # what a file has in place of a lattice

AnyPuzzle = Puzzle | PolygonPuzzle


def require_lattice(puzzle: AnyPuzzle, name: str) -> Puzzle:
    """The puzzle, if it is on a lattice.  Raises PuzzleError if it is made of free polygons."""
    if isinstance(puzzle, PolygonPuzzle):
        raise PuzzleError(
            f"{name} is made of free polygons, and this is for puzzles on a lattice: "
            f"`tilewright solve`, `count`, `show` and `check` take both kinds"
        )
    return puzzle


def require_polygons(puzzle: AnyPuzzle, name: str) -> PolygonPuzzle:
    """The puzzle, if it is made of free polygons.  Raises PuzzleError if it is on a lattice."""
    if isinstance(puzzle, Puzzle):
        raise PuzzleError(
            f"{name} is on the lattice {puzzle.lattice.name!r}, and this is for free polygons: "
            f"write it as .toml"
        )
    return puzzle


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """A puzzle, and where each part of it stands in its file.

    `drawn` is a polygon puzzle as its file has it, with the rings as they were drawn.
    """

    puzzle: AnyPuzzle
    document: Document
    places: Places
    drawn: PolygonPuzzle | None = None

    def faults(
        self, placed: Callable[[], Placements | None] | None = None
    ) -> list[tuple[int, Fault]]:
        """What is wrong or odd with the puzzle, by line; `placed` is as for `find_faults`."""
        if isinstance(self.puzzle, Puzzle):
            found = find_faults(self.puzzle, placed)
        else:
            from tilewright.polygons.model.check import find_polygon_faults

            found = find_polygon_faults(self.drawn or self.puzzle)
        return sorted(((self.line(fault), fault) for fault in found), key=itemgetter(0))

    def line(self, fault: Fault) -> int:
        """The line of a fault, 0 if that cannot be told."""
        part = self.places.get(fault.place[:2], fault.place[:1])
        return self.document.line((*part, *fault.place[2:]))

    def sound_puzzle(self) -> AnyPuzzle:
        """The puzzle.  Raises FileError if there are serious faults."""
        if serious := self.complaints():
            raise FileError(self.document.name, serious)
        return self.puzzle

    def complaints(self) -> list[Complaint]:
        """What its serious faults are."""
        return [Complaint(line, fault.message) for line, fault in self.faults() if fault.serious]


def read_puzzle(path: str | Path) -> AnyPuzzle:
    """Read a puzzle file.  Raises FileError with everything that is wrong with it."""
    return check_puzzle(path).sound_puzzle()


def parse_puzzle(text: str, name: str = "<text>", *, folder: Path | None = None) -> AnyPuzzle:
    """Read a puzzle from the text of a file.

    Lattice files that the puzzle names are looked for in `folder`; without one, they are refused.

    >>> parse_puzzle('''
    ... lattice = "square"
    ... [board]
    ... box = [4, 1]
    ... [[piece]]
    ... name = "I"
    ... drawing = "##"
    ... count = 2
    ... ''').pieces[0].size
    2
    """
    return parse_file(text, name, folder).sound_puzzle()


def check_puzzle(path: str | Path) -> PuzzleFile:
    """Read a puzzle file, but leave it to the caller to look at its faults."""
    path = Path(path)
    if path.suffix.lower() == ".svg":
        return check_svg(path)
    return parse_file(read_text(path), str(path), path.parent)


def parse_file(text: str, name: str, folder: Path | None) -> PuzzleFile:
    """Read a puzzle from text, but leave it to the caller to look at its faults."""
    return read_document(parse_document(text, name), folder)


def read_document(document: Document, folder: Path | None) -> PuzzleFile:
    """Read a puzzle from a document, but leave it to the caller to look at its faults."""
    fields = Fields.of(document)
    complaints = fields.complaints
    polygons = document.data.get("lattice") == POLYGON
    file, whole = _read_polygons(fields) if polygons else _read(fields, folder)
    fields.done()
    if file is not None and whole and complaints.found:  # then what is wrong besides
        complaints.found += file.complaints()
    complaints.raise_any()
    assert file is not None
    return file


def _read_polygons(fields: Fields) -> tuple[PuzzleFile, bool]:
    from tilewright.polygons.model.files import read_polygon_puzzle

    found = read_polygon_puzzle(fields)
    document = fields.complaints.document
    return PuzzleFile(found.puzzle, document, found.places, found.drawn), found.whole


def read_lattice(path: str | Path) -> Lattice:
    """Read a lattice file, or of a puzzle file the lattice alone: the rest may be half written.

    Raises FileError with everything that is wrong with it.
    """
    path = Path(path)
    text = read_text(path)
    complaints = Complaints(parse_document(text, str(path)))
    if "lattice" not in complaints.document.data:
        return parse_lattice(text, str(path))
    on = _lattice(Fields(complaints.document.data, (), complaints), path.parent)
    complaints.raise_any()
    assert on is not None
    return on


def _lattice(fields: Fields, folder: Path | None) -> Lattice | None:
    given = fields.value("lattice")
    if isinstance(given, dict):
        return read_lattice_table(given, fields.complaints)
    if not isinstance(given, str):
        what = "there is no lattice" if given is None else f"lattice is {given!r}"
        lines = fields.complaints.document.lines.items()
        inside = [line for path, line in lines if path[-1] == "lattice" and len(path) > 1]
        hint = f"; the one on line {inside[0]} belongs to a table: put it first" if inside else ""
        fields.complain("lattice", f'{what}: expected a name such as lattice = "square"{hint}')
        return None
    if given.endswith(".toml"):
        if folder is None:
            fields.complain("lattice", f"lattice is the file {given!r}, which cannot be read here")
            return None
        try:
            return parse_lattice(read_text(folder / given), given)
        except OSError as error:
            fields.complain("lattice", f"lattice file {given!r}: {error.strerror}")
        except FileError as error:
            for complaint in error.complaints:
                fields.complain("lattice", complaint.told(given))
        return None
    try:
        return lattice(given)
    except LatticeError as error:
        more = "a lattice file's name ends in .toml, and free polygons have lattice = 'polygon'"
        fields.complain("lattice", f"{error} ({more})")
        return None


def _read(fields: Fields, folder: Path | None) -> tuple[PuzzleFile | None, bool]:
    """The puzzle, and whether its board and pieces are all there."""
    fields.expect("lattice", "board", "pieces", "piece", "colours", "marks", "spare", "crossing")
    fields.expect("fixed", "title", "about", "source")
    on = _lattice(fields, folder)
    if on is None:
        return None, False
    places: Places = {}
    colour_fits, coloured = _colour_fits(fields)
    before = len(fields.complaints.found)
    board, board_letters = read_board(fields, on)
    pieces, piece_letters = read_pieces(fields, on, places)
    spare = read_count(fields, "spare")
    whole = len(fields.complaints.found) == before
    # Letters are colours if both sides use them, or if the file says so; else they are just cells.
    meant = coloured or _spells_colours(fields)
    if not meant and board and board_letters and piece_letters:
        meant = _share_a_letter(fields, board, pieces)
    if not meant:
        board = board and replace(board, colours={})
        pieces = [replace(piece, colours=()) for piece in pieces]
    marks = _marks(fields)
    crossing = fields.flag("crossing", True)
    texts = {key: fields.text(key) for key in ("title", "about", "source")}
    fixed = []
    for table in fields.tables("fixed"):
        before = len(fields.complaints.found)
        cells = read_letters(table, on, board_shift(fields, on))
        unread = len(fields.complaints.found) > before
        name = table.text("piece")
        if cells:
            fixed.append(Fixed(name, tuple(cells)))
            places["fixed", str(len(fixed) - 1)] = table.path
        elif not unread:
            table.complain(None, f"fixed piece {name!r} has no cells: give a drawing, or cells")
        table.done()
    if board is None:
        return None, whole
    try:
        puzzle = Puzzle(
            on,
            board,
            tuple(pieces),
            spare=spare,
            colour_fits=colour_fits,
            marks=marks,
            crossing=crossing,
            fixed=tuple(fixed),
            **texts,
        )
    except PuzzleError as error:
        fields.complain(None, str(error))
        return None, whole
    return PuzzleFile(puzzle, fields.complaints.document, places), whole


def _share_a_letter(fields: Fields, board: Board, pieces: list[Piece]) -> bool:
    """Is any letter on the board and on a piece?  If none is, letters were not meant as colours."""
    on_board = set(board.colours.values())
    on_pieces = {letter for piece in pieces for letter in piece.colours if letter}
    if on_board & on_pieces:
        return True
    fields.complain(
        "board",
        f"the board is drawn with the letters {_few(on_board)}, the pieces with "
        f"{_few(on_pieces)}: letters on both are colours, and no colour is on both; where none is "
        f"meant, draw the board or the pieces with #",
    )
    return False


def _few(letters: set[str]) -> str:
    return ", ".join(sorted(letters)[:8]) + (", …" if len(letters) > 8 else "")


def _spells_colours(fields: Fields) -> bool:
    """Does the board or a piece have a table of colours?"""
    data = fields.complaints.document.data
    pieces = data.get("piece")
    tables = [data.get("board"), *(pieces if isinstance(pieces, list) else [])]
    return any(isinstance(table, dict) and "colours" in table for table in tables)


def _colour_fits(fields: Fields) -> tuple[frozenset[tuple[str, str]] | None, bool]:
    table = fields.table("colours")
    if table is None:
        return None, False
    fits = _name_pairs(table, "fits") if "fits" in table else None
    table.done()
    return None if fits is None else frozenset(fits), True


def _marks(fields: Fields) -> Marks | None:
    table = fields.table("marks")
    if table is None:
        return None
    marks = Marks(frozenset(_name_pairs(table, "fits")), table.text("border", Marks().border))
    table.done()
    return marks


def _name_pairs(table: Fields, key: str) -> list[tuple[str, str]]:
    pairs = []
    for pair in table.items(key):
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(x, str) for x in pair):
            pairs.append((pair[0], pair[1]))
        else:
            table.complain(key, f'{key} has {pair!r}: expected two names, such as ["a", "b"]')
    return pairs


def read_svg(path: str | Path, *, exact: bool = False) -> PolygonPuzzle:
    """Read a puzzle from a drawing.  Raises FileError with everything that is wrong with it.

    Shapes called `board` are the board, all others are pieces.  Their coordinates count as
    measured, unless `exact` says that they are meant as they are written.
    """
    return require_polygons(check_svg(path, exact=exact).sound_puzzle(), str(path))


def check_svg(path: str | Path, *, exact: bool = False) -> PuzzleFile:
    """Read a drawing, but leave it to the caller to look at its faults."""
    return parse_drawing(read_text(path), str(path), exact=exact)


def parse_drawing(text: str, name: str, *, exact: bool = False) -> PuzzleFile:
    """The same, from the text of a file."""
    from tilewright.polygons.model.svg_puzzle import parse_svg  # few puzzles are drawings

    found = parse_svg(text, name, exact=exact)
    return PuzzleFile(found.puzzle, Document(name, {}, found.lines), found.places, found.drawn)


def write_svg(puzzle: AnyPuzzle, path: str | Path) -> None:
    """Write a polygon puzzle as a drawing, which reads back as the same puzzle."""
    from tilewright.polygons.model.svg_puzzle import format_svg

    Path(path).write_text(format_svg(require_polygons(puzzle, "the puzzle")), encoding="utf-8")
