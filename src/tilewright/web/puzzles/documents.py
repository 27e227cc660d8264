"""Puzzles between files and the browser: read, written, and looked over.

A puzzle of the browser, a *doc*, may be half drawn.  What cannot be a part of a puzzle is left out
and told, so that the rest can be looked at.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from typing import Any, TypeVar

from fastapi import HTTPException
from pydantic import ValidationError

from tilewright.catalogue import catalogue_name, catalogue_names, load_file
from tilewright.document import Complaint, Complaints, Document, FileError, parse_document
from tilewright.document.text import close_matches
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle, PuzzleFile, format_puzzle
from tilewright.formats.read import read_document
from tilewright.formats.write import mark_pairs
from tilewright.lattices import Cell, Lattice, lattice, read_lattice_table
from tilewright.polygons import Number, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.puzzle import Ring
from tilewright.puzzle import Board, Count, EdgeMark, Fixed, Marks, Piece, Puzzle
from tilewright.render.palette import colour
from tilewright.web.puzzles.limits import (
    TooLargeError,
    look_over,
    require_modest,
    require_modest_doc,
    require_modest_lattice,
    require_modest_puzzle,
)
from tilewright.web.puzzles.messages import (
    BoardDoc,
    ColourDoc,
    FixedDoc,
    LatticeDoc,
    LatticeDocRequest,
    LatticeReference,
    MarksDoc,
    PieceDoc,
    PolygonDoc,
    PolygonPieceDoc,
    ReadPuzzle,
    ShapeDoc,
    Sizes,
    WriteRequest,
    WrittenPuzzle,
)
from tilewright.web.puzzles.shapes import lattice_shape
from tilewright.web.settings import Limits
from tilewright.web.wire import Problem, PuzzleSource

NAME = "puzzle"  # of texts, in messages
MOST_TOLD = 100  # problems of one puzzle
DEEPEST = 8  # levels of a lattice's table

Place = list[str]
T = TypeVar("T")


def polygon_doc(puzzle: PolygonPuzzle) -> PolygonDoc:
    """A puzzle of free polygons for the browser."""
    return PolygonDoc(
        kind="polygon",
        title=puzzle.title,
        about=puzzle.about,
        source=puzzle.source,
        board=list(map(_shape_doc, puzzle.board)),
        pieces=[
            PolygonPieceDoc(
                name=piece.name,
                shape=_shape_doc(piece.shape),
                count=piece.count,
                turn=piece.turn,
                flip=piece.flip,
                colour=colour(number),
            )
            for number, piece in enumerate(puzzle.pieces)
        ],
    )


def _shape_doc(shape: Shape) -> ShapeDoc:
    outer, *holes = ([(x.text, y.text) for x, y in ring] for ring in shape.rings)
    return ShapeDoc(outer=outer, holes=holes, rings=[ring.tolist() for ring in shape.floats])


def lattice_doc(puzzle: Puzzle) -> LatticeDoc:
    """A puzzle on a lattice for the browser."""
    board, marks = puzzle.board, puzzle.marks
    return LatticeDoc(
        kind="lattice",
        title=puzzle.title,
        about=puzzle.about,
        source=puzzle.source,
        lattice=lattice_shape(puzzle.lattice),
        board=BoardDoc(
            must=list(board.must),
            may=list(board.may),
            colours=[ColourDoc(cell=cell, colour=c) for cell, c in board.colours.items()],
        ),
        pieces=[piece_doc(piece, number) for number, piece in enumerate(puzzle.pieces)],
        spare=None if puzzle.spare is None else str(puzzle.spare),
        colour_fits=None if puzzle.colour_fits is None else sorted(puzzle.colour_fits),
        marks=None if marks is None else MarksDoc(fits=mark_pairs(marks), border=marks.border),
        crossing=puzzle.crossing,
        fixed=[FixedDoc(**asdict(one)) for one in puzzle.fixed],
    )


def piece_doc(piece: Piece, number: int) -> PieceDoc:
    """A piece for the browser, with the colour of its place in the puzzle."""
    return PieceDoc(**asdict(piece) | {"count": str(piece.count), "colour": colour(number)})


class DocReader:
    """Reads docs, and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def _wrong(self, place: Place, message: str) -> None:
        self.problems.append(Problem(place=place, message=message))

    def _made(self, place: Place, make: Callable[[], T]) -> T | None:
        """What is made; None if it cannot be, which is told."""
        try:
            return make()
        except TilewrightError as wrong:
            self._wrong(place, str(wrong))
            return None

    def polygons(self, doc: PolygonDoc) -> PolygonPuzzle:
        """A puzzle of free polygons, with its rings as they are drawn."""
        shapes = [self._shape(one, ["board", str(k)]) for k, one in enumerate(doc.board, 1)]
        pieces: dict[str, PolygonPiece] = {}
        for one in doc.pieces:
            place = ["piece", one.name]
            if one.name in pieces:
                self._wrong(
                    place,
                    f"there is another piece {one.name!r}: give each its own name, or one a count",
                )
            elif shape := self._shape(one.shape, place):
                pieces[one.name] = PolygonPiece(one.name, shape, one.count, one.turn, one.flip)
        board = tuple(shape for shape in shapes if shape)
        return PolygonPuzzle(board, tuple(pieces.values()), doc.title, doc.about, doc.source)

    def _shape(self, doc: ShapeDoc, place: Place) -> Shape | None:
        before = len(self.problems)
        outer = self._ring(doc.outer, [*place, "outline"])
        holes = [self._ring(hole, [*place, "holes"]) for hole in doc.holes]
        return Shape(outer, tuple(holes)) if len(self.problems) == before else None

    def _ring(self, ring: Iterable[tuple[str, str]], place: Place) -> Ring:
        points = []
        for number, (x, y) in enumerate(ring, 1):
            try:
                points.append((Number.of(x), Number.of(y)))
            except TilewrightError as wrong:
                self._wrong(place, f"corner {number}: {wrong}")
        return tuple(points)

    def puzzle(self, doc: LatticeDocRequest) -> Puzzle | None:
        """A puzzle on a lattice; None only if its lattice is not known."""
        on = self._lattice(doc.lattice)
        if on is None:
            return None
        marks = doc.marks
        return Puzzle(
            on,
            self._board(on, doc.board),
            self._pieces(on, doc.pieces),
            spare=None
            if doc.spare is None
            else self._made(["spare"], partial(Count.of, doc.spare)),
            colour_fits=None if doc.colour_fits is None else frozenset(doc.colour_fits),
            marks=None if marks is None else Marks(frozenset(marks.fits), marks.border),
            crossing=doc.crossing,
            fixed=tuple(self._fixed(on, doc.fixed)),
            title=doc.title,
            about=doc.about,
            source=doc.source,
        )

    def _lattice(self, given: LatticeReference) -> Lattice | None:
        place = ["lattice"]
        if given.definition is None:
            return self._made(place, partial(lattice, given.name))
        if not _plain(given.definition, DEEPEST):
            self._wrong(place, "the lattice has values that no file has: leave out what is null")
            return None
        require_modest_lattice(given.definition)
        complaints = Complaints(Document("lattice", {"lattice": given.definition}, {}))
        on = read_lattice_table(given.definition, complaints)
        for complaint in complaints.found:
            self._wrong(place, complaint.message)
        if on is not None and on.dimension not in (2, 3):
            self._wrong(place, f"the lattice has {on.dimension} coordinates: expected 2 or 3")
            return None
        return on

    def _cells(self, on: Lattice, given: Iterable[Cell], place: Place, whose: str) -> list[Cell]:
        """Those that are cells, each once."""
        cells, strange = [], []
        for cell, times in Counter(given).items():
            if len(cell) != on.dimension or on.kind(cell) is None:
                strange.append(cell)
                continue
            cells.append(cell)
            if times > 1:
                self._wrong(place, f"{whose} has the cell {cell} twice: name each once")
        if strange:
            more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
            self._wrong(place, f"{whose} has {strange[0]}{more}: {on.name!r} has no cell there")
        return cells

    def _board(self, on: Lattice, doc: BoardDoc) -> Board:
        place = ["board"]
        must = self._cells(on, doc.must, place, "the board")
        taken, may = set(must), []
        for cell in self._cells(on, doc.may, place, "the board"):
            if cell in taken:
                self._wrong(place, f"board cell {cell} both must and may be filled: choose one")
            else:
                may.append(cell)
        there = {*must, *may}
        colours: dict[Cell, str] = {}
        for one in doc.colours:
            if one.cell not in there:
                self._wrong(place, f"cell {one.cell} has a colour but is not on the board")
            elif colours.setdefault(one.cell, one.colour) != one.colour:
                self._wrong(place, f"cell {one.cell} has two colours: choose one")
        return Board(tuple(must), tuple(may), colours)

    def _pieces(self, on: Lattice, docs: Iterable[PieceDoc]) -> tuple[Piece, ...]:
        pieces: dict[str, Piece] = {}
        for doc in docs:
            if doc.name in pieces:
                self._wrong(
                    ["piece", doc.name],
                    f"two pieces are called {doc.name!r}: give each its own name, or one a count",
                )
            elif piece := self._piece(on, doc):
                pieces[doc.name] = piece
        return tuple(pieces.values())

    def _piece(self, on: Lattice, doc: PieceDoc) -> Piece | None:
        place, whose = ["piece", doc.name], f"piece {doc.name!r}"
        cells = self._cells(on, doc.cells, place, whose)
        if doc.cells and not cells:
            return None
        colours = dict(zip(doc.cells, doc.colours, strict=False))
        if doc.colours and len(doc.colours) != len(doc.cells):
            self._wrong(place, f"{whose} has {len(doc.colours)} colours for {len(doc.cells)} cells")
            colours = {}
        count = self._made(place, partial(Count.of, doc.count)) or Count()
        spelt = tuple(colours.get(cell, "") for cell in cells)
        marks = tuple(self._marks(on, doc, set(cells)))
        freedom = doc.turn, doc.flip, tuple(doc.motions)
        return self._made(
            place, lambda: Piece(doc.name, tuple(cells), count, spelt, marks, *freedom)
        )

    def _marks(self, on: Lattice, doc: PieceDoc, cells: set[Cell]) -> Iterable[EdgeMark]:
        for mark in doc.marks:
            kind = on.kind(mark.cell) if mark.cell in cells else None
            if kind is not None and mark.step in kind.edges.values():
                yield EdgeMark(mark.cell, mark.step, mark.mark)
            else:
                self._wrong(
                    ["piece", doc.name],
                    f"piece {doc.name!r} has the mark {mark.mark!r} at {mark.cell} towards "
                    f"{mark.step}: it has no such edge",
                )

    def _fixed(self, on: Lattice, docs: Iterable[FixedDoc]) -> Iterable[Fixed]:
        for number, doc in enumerate(docs):
            place, whose = ["fixed", str(number)], f"fixed piece {doc.piece!r}"
            if cells := self._cells(on, doc.cells, place, whose):
                yield Fixed(doc.piece, tuple(cells))
            elif not doc.cells:
                self._wrong(place, f"{whose} has no cells")


def _plain(value: Any, depth: int) -> bool:
    """Can a value stand in a file?"""
    match value:
        case bool() | int():
            return True
        case float():
            return math.isfinite(value)
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case list():
            return depth > 0 and all(_plain(item, depth - 1) for item in value)
        case dict():
            return depth > 0 and all(
                _plain(str(key), 0) and _plain(item, depth - 1) for key, item in value.items()
            )
    return False


def file_of(given: PuzzleSource, limits: Limits) -> PuzzleFile:
    """The puzzle that a request gives, with its file; its faults are not looked at.

    Raises HTTPException if there is no such puzzle (404) or it is too large (413), and FileError if
    it cannot be read.
    """
    if given.name is not None:
        own = catalogue_name(given.name)
        if own is None:
            near = close_matches(given.name, catalogue_names(), 3)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            raise HTTPException(404, f"The catalogue has no puzzle {given.name!r}.{hint}")
        return load_file(own)
    text = given.toml or ""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > limits.max_upload_bytes:
        raise HTTPException(
            413,
            f"The file has {size:,} bytes. This server takes at most {limits.max_upload_bytes:,}.",
        )
    document = parse_document(text, NAME)
    try:
        require_modest(document.data, limits)
        file = read_document(document, None)
        require_modest_puzzle(file.puzzle, limits)
    except TooLargeError as wrong:
        raise HTTPException(413, str(wrong)) from None
    except FileError as wrong:
        raise FileError(NAME, wrong.complaints[:MOST_TOLD]) from None
    return file


def doc_of_file(file: PuzzleFile) -> ReadPuzzle:
    """A puzzle for the browser, and what is wrong with it."""
    doc = _doc(file)
    problems, sizes = look_over(file.drawn or file.puzzle, file.line)
    problems.sort(key=lambda problem: problem.line or 0)
    toml = format_puzzle(file.drawn or file.puzzle)
    return ReadPuzzle(doc=doc, toml=toml, problems=problems[:MOST_TOLD], sizes=sizes)


def _doc(file: PuzzleFile) -> LatticeDoc | PolygonDoc:
    puzzle = file.puzzle
    if isinstance(puzzle, Puzzle) and puzzle.lattice.dimension not in (2, 3):
        message = (
            f"the lattice {puzzle.lattice.name!r} has {puzzle.lattice.dimension} coordinates: here "
            f"only lattices of 2 or 3 can be shown"
        )
        raise FileError(NAME, [Complaint(0, message)])
    try:
        if isinstance(puzzle, PolygonPuzzle):
            return polygon_doc(file.drawn or puzzle)
        return lattice_doc(puzzle)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        at = ".".join(map(str, first["loc"]))
        message = f"{at}: {first['msg'].replace('String', 'text').replace('Input', 'it')}"
        raise FileError(NAME, [Complaint(0, message)]) from None


def write_doc(given: WriteRequest, limits: Limits) -> WrittenPuzzle:
    """The text of a puzzle's file, if it has one, and what is wrong with the puzzle."""
    doc, reader = given.doc, DocReader()
    puzzle: AnyPuzzle | None
    try:
        require_modest_doc(doc, limits)
        puzzle = reader.polygons(doc) if isinstance(doc, PolygonDoc) else reader.puzzle(doc)
        problems = reader.problems
    except TooLargeError as wrong:
        puzzle, problems = None, [Problem(message=str(wrong))]
    if puzzle is None:
        nothing = Sizes(cells=None, pieces=None, placements=None)
        return WrittenPuzzle(toml=None, problems=problems, sizes=nothing)
    more, sizes = look_over(puzzle)
    known = {problem.message for problem in problems}
    problems += [problem for problem in more if problem.message not in known]
    try:
        toml = format_puzzle(puzzle)
    except TilewrightError as wrong:
        toml = None
        problems.insert(0, Problem(message=str(wrong)))
    return WrittenPuzzle(toml=toml, problems=problems[:MOST_TOLD], sizes=sizes)
