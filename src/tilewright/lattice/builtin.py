"""The lattices that come with the package; each is a file like a user's own."""

import difflib
from functools import cache
from importlib.resources import files

from tilewright.errors import TilewrightError
from tilewright.lattice.lattice import Lattice
from tilewright.lattice.read import parse_lattice

__all__ = ["LatticeError", "lattice", "lattice_names"]


class LatticeError(TilewrightError, ValueError):
    """There is no such lattice, or no such cell in it."""


@cache
def lattice_names() -> tuple[str, ...]:
    """The names of the lattices that come with the package."""
    folder = files("tilewright").joinpath("data/lattices")
    return tuple(
        sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
    )


@cache
def lattice(name: str) -> Lattice:
    """A lattice by name.

    >>> len(lattice("cube").motions)
    48
    """
    if name not in lattice_names():
        near = difflib.get_close_matches(name, lattice_names(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(lattice_names())}"
        raise LatticeError(f"unknown lattice {name!r}; {hint}")
    source = files("tilewright").joinpath(f"data/lattices/{name}.toml")
    return parse_lattice(source.read_text(encoding="utf-8"), f"{name}.toml")
