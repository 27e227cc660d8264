"""Ls that are forced: some white cell can be covered in one way only."""

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.encoding import Encoding
from tilewright.lattice import Cell

__all__ = ["Tile", "dead_end", "tiles_of"]

Tile = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A cell that nothing can cover any more, after these Ls, each of which is forced."""

    tiles: tuple[Tile, ...]
    cell: Cell


def tiles_of(encoding: Encoding) -> list[Tile]:
    """All places where an L fits."""
    ground, blocks = encoding.placements.ground.cells, encoding.placements.blocks
    rows = [row for block in blocks for row in encoding.placements.cells(block).tolist()]
    return [tuple(ground[number] for number in row) for row in rows]


def dead_end(white: Sequence[Cell], tiles: Sequence[Tile]) -> DeadEnd | None:
    """Put down forced Ls, one by one, until a cell is left that none can cover.

    None if there is no such cell when nothing is forced any more; then only a search can tell.
    """
    ways: dict[Cell, set[int]] = {cell: set() for cell in white}
    for number, tile in enumerate(tiles):
        for cell in tile:
            ways[cell].add(number)
    forced: list[Tile] = []
    few = [cell for cell in white if len(ways[cell]) <= 1]
    for cell in few:  # which grows meanwhile
        if cell not in ways:
            continue
        if not ways[cell]:
            return DeadEnd(tuple(forced), cell)
        (number,) = ways[cell]
        forced.append(tiles[number])
        for other in sorted({way for covered in tiles[number] for way in ways.pop(covered)}):
            for near in tiles[other]:
                if near in ways:
                    ways[near].discard(other)
                    if not ways[near]:
                        return DeadEnd(tuple(forced), near)
                    if len(ways[near]) == 1:
                        few.append(near)
    return None
