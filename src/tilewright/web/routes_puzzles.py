"""The routes about lattices, sets of pieces, the catalogue, and puzzles as files."""

from fastapi import APIRouter, HTTPException

from tilewright.lattice import LatticeError, lattice
from tilewright.web.lattices import lattice_shape
from tilewright.web.messages_puzzles import LatticeShape

__all__ = ["router"]

router = APIRouter(prefix="/api")


@router.get("/lattices/{name}")
def get_lattice(name: str) -> LatticeShape:
    """A lattice, with all that is needed to draw on it."""
    try:
        return lattice_shape(lattice(name))
    except LatticeError as error:
        raise HTTPException(404, str(error)) from None
