"""The routes about lattices, sets of pieces, the catalogue, and puzzles as files."""

from fastapi import APIRouter, HTTPException, Request

from tilewright.lattice import LatticeError, lattice
from tilewright.web.documents import doc_of_file, file_of, write_doc
from tilewright.web.lattices import lattice_shape
from tilewright.web.messages import PuzzleGiven
from tilewright.web.messages_puzzles import DocAnswer, DocGiven, LatticeShape, TextAnswer
from tilewright.web.settings import Limits

__all__ = ["router"]

router = APIRouter(prefix="/api")


@router.get("/lattices/{name}")
def get_lattice(name: str) -> LatticeShape:
    """A lattice, with all that is needed to draw on it."""
    try:
        return lattice_shape(lattice(name))
    except LatticeError as error:
        raise HTTPException(404, str(error)) from None


@router.post("/puzzles/read")
def read_puzzle(given: PuzzleGiven, request: Request) -> DocAnswer:
    """A puzzle for the editor, from the catalogue or from a file, and what is wrong with it."""
    return doc_of_file(file_of(given, _limits(request)))


@router.post("/puzzles/write")
def write_puzzle(given: DocGiven, request: Request) -> TextAnswer:
    """The text of a puzzle's file, and what is wrong with the puzzle."""
    return write_doc(given, _limits(request))


def _limits(request: Request) -> Limits:
    limits: Limits = request.app.state.settings.limits
    return limits
