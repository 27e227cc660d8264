"""Puzzles on lattices as the browser has them, and back."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tilewright.document import Complaints, Document
from tilewright.lattice import Cell, Lattice, LatticeError, lattice, read_lattice_table
from tilewright.puzzle import Board, Count, EdgeMark, Fixed, Marks, Piece, Puzzle, PuzzleError
from tilewright.render.palette import colour
from tilewright.web.documents_limits import require_modest_lattice
from tilewright.web.documents_problems import error
from tilewright.web.lattices import lattice_shape
from tilewright.web.messages import Problem
from tilewright.web.messages_puzzles import (
    BoardDoc,
    ColourDoc,
    FixedDoc,
    LatticeDoc,
    LatticeDocGiven,
    LatticeGiven,
    MarkDoc,
    MarksDoc,
    PieceDoc,
)

__all__ = ["lattice_doc", "piece_doc", "puzzle_of_doc"]

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


def puzzle_of_doc(doc: LatticeDocGiven) -> tuple[Puzzle | None, Problems]:
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


def _lattice(given: LatticeGiven, problems: Problems) -> Lattice | None:
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
