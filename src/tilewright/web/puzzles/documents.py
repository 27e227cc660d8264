"""Puzzles between files and the browser: read, written, and looked over."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from fastapi import HTTPException
from pydantic import ValidationError

from tilewright.catalogue import catalogue_name, catalogue_names, load_file
from tilewright.document import Complaint, Complaints, Document, FileError, parse_document
from tilewright.document.brief import close_matches
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle, PuzzleFile, format_puzzle
from tilewright.formats.read import read_document
from tilewright.lattices import Cell, Lattice, LatticeError, lattice, read_lattice_table
from tilewright.polygons import Number, PolygonPiece, PolygonPuzzle, Shape
from tilewright.puzzle import Board, Count, EdgeMark, Fixed, Marks, Piece, Puzzle, PuzzleError
from tilewright.render.palette import colour
from tilewright.web.puzzles.limits import (
    TooLargeError,
    error,
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
    MarkDoc,
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

# Puzzles of free polygons as the browser has them, and back.


Written = Sequence[tuple[str, str]]


def polygon_doc(puzzle: PolygonPuzzle) -> PolygonDoc:
    """A puzzle for the browser."""
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


def polygons_of_doc(doc: PolygonDoc) -> tuple[PolygonPuzzle, list[Problem]]:
    """The puzzle, with its rings as they are drawn, and what was wrong.

    What cannot be read is left out, so that the rest can be looked at.
    """
    problems: list[Problem] = []
    board = [
        shape
        for number, part in enumerate(doc.board, 1)
        if (shape := _shape(part, ["board", str(number)], problems)) is not None
    ]
    pieces: dict[str, PolygonPiece] = {}
    for one in doc.pieces:
        place = ["piece", one.name]
        if one.name in pieces:
            problems.append(
                error(
                    place,
                    f"there is another piece {one.name!r}: give each its own name, or one a count",
                )
            )
            continue
        shape = _shape(one.shape, place, problems)
        if shape is not None:
            pieces[one.name] = PolygonPiece(one.name, shape, one.count, one.turn, one.flip)
    puzzle = PolygonPuzzle(tuple(board), tuple(pieces.values()), doc.title, doc.about, doc.source)
    return puzzle, problems


def _shape(doc: ShapeDoc, place: list[str], problems: list[Problem]) -> Shape | None:
    before = len(problems)
    outer = _ring(doc.outer, [*place, "outline"], problems)
    holes = [_ring(hole, [*place, "holes"], problems) for hole in doc.holes]
    return Shape(outer, tuple(holes)) if len(problems) == before else None


def _ring(
    ring: Written, place: list[str], problems: list[Problem]
) -> tuple[tuple[Number, Number], ...]:
    points = []
    for number, (x, y) in enumerate(ring, 1):
        try:
            points.append((Number.of(x), Number.of(y)))
        except TilewrightError as wrong:
            problems.append(error(place, f"corner {number}: {wrong}"))
    return tuple(points)


# Puzzles on lattices as the browser has them, and back.


DEEPEST = 8  # levels of a lattice's table
Problems = list[Problem]


def lattice_doc(puzzle: Puzzle) -> LatticeDoc:
    """A puzzle for the browser."""
    marks = puzzle.marks
    return LatticeDoc(
        kind="lattice",
        title=puzzle.title,
        about=puzzle.about,
        source=puzzle.source,
        lattice=lattice_shape(puzzle.lattice),
        board=BoardDoc(
            must=[list(cell) for cell in puzzle.board.must],
            may=[list(cell) for cell in puzzle.board.may],
            colours=[
                ColourDoc(cell=list(cell), colour=name)
                for cell, name in puzzle.board.colours.items()
            ],
        ),
        pieces=[piece_doc(piece, number) for number, piece in enumerate(puzzle.pieces)],
        spare=None if puzzle.spare is None else str(puzzle.spare),
        colour_fits=None if puzzle.colour_fits is None else sorted(puzzle.colour_fits),
        marks=None if marks is None else MarksDoc(fits=_pairs(marks), border=marks.border),
        crossing=puzzle.crossing,
        fixed=[
            FixedDoc(piece=fixed.piece, cells=[list(cell) for cell in fixed.cells])
            for fixed in puzzle.fixed
        ],
    )


def piece_doc(piece: Piece, number: int) -> PieceDoc:
    """A piece for the browser, with the colour of its place in the puzzle."""
    return PieceDoc(
        name=piece.name,
        cells=[list(cell) for cell in piece.cells],
        count=str(piece.count),
        colours=list(piece.colours),
        marks=[
            MarkDoc(cell=list(mark.cell), step=list(mark.step), mark=mark.mark)
            for mark in piece.marks
        ],
        turn=piece.turn,
        flip=piece.flip,
        motions=list(piece.motions),
        colour=colour(number),
    )


def _pairs(marks: Marks) -> list[tuple[str, str]]:
    """What may face each other, each pair once, without what goes without saying."""
    found = {(min(pair), max(pair)) for pair in marks.fits - Marks().fits}
    return sorted(found)


def puzzle_of_doc(doc: LatticeDocRequest) -> tuple[Puzzle | None, Problems]:
    """The puzzle, and what was wrong; None only if its lattice is not known.

    What cannot be a part of a puzzle is left out, so that the rest can be looked at.
    """
    problems: Problems = []
    on = _lattice(doc.lattice, problems)
    if on is None:
        return None, problems
    board = _board(on, doc.board, problems)
    pieces = _pieces(on, doc.pieces, problems)
    spare = None if doc.spare is None else _count(doc.spare, ["spare"], problems)
    marks = doc.marks
    puzzle = Puzzle(
        on,
        board,
        tuple(pieces),
        spare=spare,
        colour_fits=None if doc.colour_fits is None else frozenset(doc.colour_fits),
        marks=None if marks is None else Marks(frozenset(marks.fits), marks.border),
        crossing=doc.crossing,
        fixed=tuple(_fixed(on, doc.fixed, problems)),
        title=doc.title,
        about=doc.about,
        source=doc.source,
    )
    return puzzle, problems


def _lattice(given: LatticeReference, problems: Problems) -> Lattice | None:
    if given.definition is None:
        try:
            return lattice(given.name)
        except LatticeError as wrong:
            problems.append(error(["lattice"], str(wrong)))
            return None
    if not _plain(given.definition, DEEPEST):
        problems.append(
            error(["lattice"], "the lattice has values that no file has: leave out what is null")
        )
        return None
    require_modest_lattice(given.definition)
    complaints = Complaints(Document("lattice", {"lattice": given.definition}, {}))
    on = read_lattice_table(given.definition, complaints)
    problems += [error(["lattice"], complaint.message) for complaint in complaints.found]
    if on is not None and on.dimension not in (2, 3):
        problems.append(
            error(["lattice"], f"the lattice has {on.dimension} coordinates: expected 2 or 3")
        )
        return None
    return on


def _plain(value: Any, depth: int) -> bool:
    """Can a value stand in a file?"""
    match value:
        case bool() | int():
            return True
        case float():
            return value == value and abs(value) != float("inf")
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case list():
            return depth > 0 and all(_plain(item, depth - 1) for item in value)
        case dict():
            return depth > 0 and all(
                _plain(str(key), 0) and _plain(item, depth - 1) for key, item in value.items()
            )
    return False


def _cells(
    on: Lattice, given: Iterable[Sequence[int]], place: list[str], whose: str, problems: Problems
) -> list[Cell]:
    """Those that are cells, each once."""
    cells = [tuple(cell) for cell in given]
    kept = []
    strange = []
    for cell, times in Counter(cells).items():
        if len(cell) != on.dimension or on.kind(cell) is None:
            strange.append(cell)
            continue
        kept.append(cell)
        if times > 1:
            problems.append(error(place, f"{whose} has the cell {cell} twice: name each once"))
    if strange:
        more = f" and {len(strange) - 1} more" if len(strange) > 1 else ""
        problems.append(
            error(place, f"{whose} has {strange[0]}{more}: {on.name!r} has no cell there")
        )
    return kept


def _board(on: Lattice, doc: BoardDoc, problems: Problems) -> Board:
    place = ["board"]
    must = _cells(on, doc.must, place, "the board", problems)
    taken = set(must)
    may = []
    for cell in _cells(on, doc.may, place, "the board", problems):
        if cell in taken:
            problems.append(
                error(place, f"board cell {cell} both must and may be filled: choose one")
            )
        else:
            may.append(cell)
    there = {*must, *may}
    colours: dict[Cell, str] = {}
    for one in doc.colours:
        cell = tuple(one.cell)
        if cell not in there:
            problems.append(error(place, f"cell {cell} has a colour but is not on the board"))
        elif colours.get(cell, one.colour) != one.colour:
            problems.append(error(place, f"cell {cell} has two colours: choose one"))
        else:
            colours[cell] = one.colour
    return Board(tuple(must), tuple(may), colours)


def _pieces(on: Lattice, docs: Iterable[PieceDoc], problems: Problems) -> list[Piece]:
    pieces: dict[str, Piece] = {}
    for doc in docs:
        place = ["piece", doc.name]
        if doc.name in pieces:
            problems.append(
                error(
                    place,
                    f"two pieces are called {doc.name!r}: give each its own name, or one a count",
                )
            )
            continue
        piece = _piece(on, doc, problems)
        if piece is not None:
            pieces[doc.name] = piece
    return list(pieces.values())


def _piece(on: Lattice, doc: PieceDoc, problems: Problems) -> Piece | None:
    place, whose = ["piece", doc.name], f"piece {doc.name!r}"
    cells = _cells(on, doc.cells, place, whose, problems)
    if doc.cells and not cells:
        return None
    colours = dict(zip(map(tuple, doc.cells), doc.colours, strict=False))
    if doc.colours and len(doc.colours) != len(doc.cells):
        problems.append(
            error(place, f"{whose} has {len(doc.colours)} colours for {len(doc.cells)} cells")
        )
        colours = {}
    try:
        return Piece(
            doc.name,
            tuple(cells),
            _count(doc.count, place, problems) or Count(),
            tuple(colours.get(cell, "") for cell in cells) if colours else (),
            tuple(_marks(on, doc, set(cells), problems)),
            doc.turn,
            doc.flip,
            tuple(doc.motions),
        )
    except PuzzleError as wrong:
        problems.append(error(place, str(wrong)))
        return None


def _marks(on: Lattice, doc: PieceDoc, cells: set[Cell], problems: Problems) -> Iterable[EdgeMark]:
    for mark in doc.marks:
        cell, step = tuple(mark.cell), tuple(mark.step)
        kind = on.kind(cell) if cell in cells else None
        if kind is not None and step in kind.edges.values():
            yield EdgeMark(cell, step, mark.mark)
        else:
            problems.append(
                error(
                    ["piece", doc.name],
                    f"piece {doc.name!r} has the mark {mark.mark!r} at {cell} towards {step}: it "
                    f"has no such edge",
                )
            )


def _count(text: str, place: list[str], problems: Problems) -> Count | None:
    try:
        return Count.of(text)
    except PuzzleError as wrong:
        problems.append(error(place, str(wrong)))
        return None


def _fixed(on: Lattice, docs: Iterable[FixedDoc], problems: Problems) -> Iterable[Fixed]:
    for number, doc in enumerate(docs):
        place = ["fixed", str(number)]
        cells = _cells(on, doc.cells, place, f"fixed piece {doc.piece!r}", problems)
        if cells:
            yield Fixed(doc.piece, tuple(cells))
        elif not doc.cells:
            problems.append(error(place, f"fixed piece {doc.piece!r} has no cells"))


NAME = "puzzle"  # of texts, in messages
MOST_TOLD = 100  # problems of one puzzle


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
    doc = given.doc
    puzzle: AnyPuzzle | None
    try:
        require_modest_doc(doc, limits)
        if isinstance(doc, LatticeDocRequest):
            puzzle, problems = puzzle_of_doc(doc)
        else:
            puzzle, problems = polygons_of_doc(doc)
    except TooLargeError as wrong:
        puzzle, problems = None, [error([], str(wrong))]
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
        problems.insert(0, error([], str(wrong)))
    return WrittenPuzzle(toml=toml, problems=problems[:MOST_TOLD], sizes=sizes)
