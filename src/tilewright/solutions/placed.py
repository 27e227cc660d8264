"""A piece in its place."""

from dataclasses import dataclass

from tilewright.lattice import Cell, Motion

__all__ = ["Placed"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in its place: the motion that brought it there, and the cells it covers."""

    piece: str
    motion: Motion
    cells: tuple[Cell, ...]
