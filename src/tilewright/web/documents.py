"""Puzzles between files and the browser: read, written, and looked over."""

from fastapi import HTTPException
from pydantic import ValidationError

from tilewright.catalogue import catalogue_name, catalogue_names, load_file
from tilewright.document import Complaint, FileError, parse_document
from tilewright.document.brief import close_matches
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle, PuzzleFile, format_puzzle
from tilewright.formats.read import read_document
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.web.documents_lattice import lattice_doc, puzzle_of_doc
from tilewright.web.documents_limits import (
    TooLargeError,
    require_modest,
    require_modest_doc,
    require_modest_puzzle,
)
from tilewright.web.documents_polygon import polygon_doc, polygons_of_doc
from tilewright.web.documents_problems import error, look_over
from tilewright.web.messages import PuzzleGiven
from tilewright.web.messages_puzzles import (
    DocAnswer,
    DocGiven,
    LatticeDoc,
    LatticeDocGiven,
    PolygonDoc,
    Sizes,
    TextAnswer,
)
from tilewright.web.settings import Limits

__all__ = ["doc_of_file", "file_of", "write_doc"]

NAME = "puzzle"  # of texts, in messages
MOST_TOLD = 100  # problems of one puzzle


def file_of(given: PuzzleGiven, limits: Limits) -> PuzzleFile:
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


def doc_of_file(file: PuzzleFile) -> DocAnswer:
    """A puzzle for the browser, and what is wrong with it."""
    doc = _doc(file)
    problems, sizes = look_over(file.drawn or file.puzzle, file.line)
    problems.sort(key=lambda problem: problem.line or 0)
    toml = format_puzzle(file.drawn or file.puzzle)
    return DocAnswer(doc=doc, toml=toml, problems=problems[:MOST_TOLD], sizes=sizes)


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


def write_doc(given: DocGiven, limits: Limits) -> TextAnswer:
    """The text of a puzzle's file, if it has one, and what is wrong with the puzzle."""
    doc = given.doc
    puzzle: AnyPuzzle | None
    try:
        require_modest_doc(doc, limits)
        if isinstance(doc, LatticeDocGiven):
            puzzle, problems = puzzle_of_doc(doc)
        else:
            puzzle, problems = polygons_of_doc(doc)
    except TooLargeError as wrong:
        puzzle, problems = None, [error([], str(wrong))]
    if puzzle is None:
        nothing = Sizes(cells=None, pieces=None, placements=None)
        return TextAnswer(toml=None, problems=problems, sizes=nothing)
    more, sizes = look_over(puzzle)
    known = {problem.message for problem in problems}
    problems += [problem for problem in more if problem.message not in known]
    try:
        toml = format_puzzle(puzzle)
    except TilewrightError as wrong:
        toml = None
        problems.insert(0, error([], str(wrong)))
    return TextAnswer(toml=toml, problems=problems[:MOST_TOLD], sizes=sizes)
