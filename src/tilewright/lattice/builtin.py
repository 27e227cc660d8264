"""The lattices that come with the package; each is a file like a user's own."""

from functools import cache

from tilewright.document.data import data_names, data_text
from tilewright.document.near import close_matches
from tilewright.errors import TilewrightError
from tilewright.lattice.lattice import Lattice
from tilewright.lattice.read import parse_lattice

__all__ = ["LatticeError", "lattice", "lattice_names"]


class LatticeError(TilewrightError, ValueError):
    """There is no such lattice, or no such cell in it."""


@cache
def lattice_names() -> tuple[str, ...]:
    """The names of the lattices that come with the package."""
    return data_names("lattices")


@cache
def lattice(name: str) -> Lattice:
    """A lattice by name.

    >>> len(lattice("cube").motions)
    48
    """
    if name not in lattice_names():
        near = close_matches(name, lattice_names())
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(lattice_names())}"
        raise LatticeError(f"unknown lattice {name!r}; {hint}")
    return parse_lattice(data_text(f"lattices/{name}.toml"), f"{name}.toml")
