"""Lattices as data."""

from tilewright.lattices.model import (
    Cell,
    Junction,
    Kind,
    Lattice,
    LatticeError,
    Motion,
    Translations,
    Vector,
    minus,
    motion_table,
    plus,
)
from tilewright.lattices.read import (
    lattice,
    lattice_names,
    parse_lattice,
    read_lattice_table,
)

__all__ = [
    "Cell",
    "Junction",
    "Kind",
    "Lattice",
    "LatticeError",
    "Motion",
    "Translations",
    "Vector",
    "lattice",
    "lattice_names",
    "minus",
    "motion_table",
    "parse_lattice",
    "plus",
    "read_lattice_table",
]
