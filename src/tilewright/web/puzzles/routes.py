"""The routes about lattices, sets of pieces, the catalogue, and puzzles as files."""

from typing import Annotated

from fastapi import APIRouter, Header, HTTPException, Query, Response

from tilewright.catalogue_search import search
from tilewright.lattices import LatticeError, lattice
from tilewright.web.puzzles.cards import card_picture, catalogue, lattices, named_set, sets
from tilewright.web.puzzles.documents import doc_of_file, file_of, write_doc
from tilewright.web.puzzles.messages import (
    FoundPuzzles,
    LatticeShape,
    ReadPuzzle,
    WriteRequest,
    WrittenPuzzle,
)
from tilewright.web.puzzles.shapes import lattice_shape
from tilewright.web.routing import AllSettings, AllTurns
from tilewright.web.wire import PuzzleSource

LONGEST = 300  # characters that are searched for
KEPT = "public, max-age=3600"  # how long a browser need not ask for a picture again


router = APIRouter(prefix="/api", tags=["puzzles"])


router.get("/catalogue", name="get_catalogue")(catalogue)


@router.get("/catalogue/search")
def search_catalogue(words: Annotated[str, Query(max_length=LONGEST)] = "") -> FoundPuzzles:
    """The puzzles of the catalogue with all of these words, as `tilewright list` finds them."""
    found = search(words)
    return FoundPuzzles(names=list(found.names), message=found.message, near=list(found.near))


@router.get(
    "/catalogue/{name}/picture.svg",
    response_class=Response,
    responses={
        200: {"content": {"image/svg+xml": {}}, "description": "The picture."},
        304: {"description": "It is still the same."},
    },
)
def get_picture(name: str, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """A small picture of a puzzle of the catalogue; its ground is transparent."""
    svg, tag = card_picture(name)
    headers = {"ETag": tag, "Cache-Control": KEPT}
    tags = [one.strip().removeprefix("W/") for one in (if_none_match or "").split(",")]
    if tag in tags:
        return Response(status_code=304, headers=headers)
    return Response(svg, media_type="image/svg+xml", headers=headers)


router.get("/lattices", name="get_lattices")(lattices)


@router.get("/lattices/{name}")
def get_lattice(name: str) -> LatticeShape:
    """A lattice, with all that is needed to draw on it."""
    try:
        return lattice_shape(lattice(name))
    except LatticeError as error:
        raise HTTPException(404, str(error)) from None


router.get("/sets", name="get_sets")(sets)
router.get("/sets/{name}", name="get_set")(named_set)


@router.post("/puzzles/read")
async def read_puzzle(given: PuzzleSource, turns: AllTurns, settings: AllSettings) -> ReadPuzzle:
    """A puzzle for the editor, from the catalogue or from a file, and what is wrong with it."""
    return await turns.take(lambda: doc_of_file(file_of(given, settings.limits)))


@router.post("/puzzles/write")
async def write_puzzle(
    given: WriteRequest, turns: AllTurns, settings: AllSettings
) -> WrittenPuzzle:
    """The text of a puzzle's file, and what is wrong with the puzzle."""
    return await turns.take(lambda: write_doc(given, settings.limits))
