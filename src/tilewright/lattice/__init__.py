"""Lattices as data."""

from tilewright.lattice.builtin import LatticeError, lattice, lattice_names
from tilewright.lattice.integers import Cell, Translations, Vector, minus, plus
from tilewright.lattice.lattice import CellError, Junction, Kind, Lattice, Motion
from tilewright.lattice.read import parse_lattice, read_lattice_table

__all__ = [
    "Cell",
    "CellError",
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
    "parse_lattice",
    "plus",
    "read_lattice_table",
]
