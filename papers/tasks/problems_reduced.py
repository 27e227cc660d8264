"""Puzzles as the program of Barequet and Tal searches them.

Cells come in the order of some axes.  One piece keeps some of its orientations only, which breaks
the symmetries of the board.  For matrix cover, what the board lacks of its box is a piece, too.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt

from tilewright.catalogue import load
from tilewright.cover import ExactCover, Item, Regions
from tilewright.encoding import Encoding, encode
from tilewright.lattices import Cell
from tilewright.orientations import symmetries
from tilewright.placements import Block, Placements
from tilewright.puzzle import Puzzle

__all__ = ["edges", "islands", "kept_placements", "reduced", "strands"]

AXES = "xyz"
Mask = npt.NDArray[np.bool_]


def _along(axes: str, cell: Cell) -> tuple[int, ...]:
    """What cells are sorted by: the first axis counts most."""
    return tuple(cell[AXES.index(axis)] for axis in axes)


def reduced(
    name: str,
    axes: str,
    piece: str = "",
    kept: Sequence[int] = (),
    mirrors: bool = False,
    matrix: bool = False,
    stranding: bool = False,
    every: bool = False,
) -> ExactCover:
    """The problem of a puzzle of the catalogue, its cells in the order of `axes`, then its pieces.

    `piece` keeps only those orientations whose numbers are in `kept`.  With `mirrors`, of two
    places that a mirror exchanges, an orientation keeps the one that comes first.  With `matrix`,
    what the board lacks of its box is one more item, with one option.  With `stranding`,
    placements that strand an island by themselves are left out.  With `every`, no piece is spare.
    """
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    encoding = encode(replace(puzzle, spare=None) if every else puzzle)
    there = kept_placements(encoding.placements, axes, piece, kept, mirrors=mirrors)
    if stranding:
        there &= ~np.array(list(strands(encoding.placements)), dtype=np.bool_)
    return _sorted(encoding, axes, there, fill=matrix)


def kept_placements(
    placements: Placements, axes: str, piece: str, kept: Sequence[int], *, mirrors: bool
) -> Mask:
    """Which placements there are, if `piece` keeps some orientations only."""
    there = np.ones(len(placements), dtype=np.bool_)
    number = 0
    for block, start in zip(placements.blocks, placements.starts.tolist(), strict=False):
        if placements.types[block.type].name != piece:
            continue
        rows = there[start : start + len(block)]
        rows[:] = number in kept
        if mirrors:
            rows &= _first_of_mirrored(placements, block, axes)
        number += 1
    return there


def _first_of_mirrored(placements: Placements, block: Block, axes: str) -> Mask:
    puzzle, cells = placements.puzzle, placements.ground.cells
    same = [
        motion
        for motion in symmetries(puzzle, placements.types)
        if block.orientation.moved(puzzle.lattice, motion) == block.orientation
    ]
    rows = [[cells[k] for k in row] for row in placements.cells(block).tolist()]

    def first(row: Sequence[Cell]) -> tuple[int, ...]:
        return min(_along(axes, cell) for cell in row)

    return np.array(
        [all(first(row) <= first([motion(c) for c in row]) for motion in same) for row in rows],
        dtype=np.bool_,
    )


def islands(near: Sequence[set[int]], covered: set[int], most: int) -> Iterator[set[int]]:
    """The islands of at most so many free cells that touch the covered ones."""
    seen: set[int] = set()
    for shore in {there for cell in covered for there in near[cell]} - covered:
        if shore in seen:
            continue
        island, beach = {shore}, [shore]
        for cell in beach:
            news = near[cell] - covered - island
            island |= news
            beach += news
            if len(island) > most:
                break
        seen |= island
        if len(island) <= most:
            yield island


def edges(near: Sequence[set[int]], island: Collection[int]) -> int:
    """How many pairs of cells of an island touch."""
    return sum(len(near[cell].intersection(island)) for cell in island) // 2


def strands(placements: Placements) -> Iterator[bool]:
    """Does each placement strand an island that is taken to be smaller than every piece?

    An island is taken to have one cell more than edges; see `stranding_walk`.
    """
    near: list[set[int]] = [set() for _ in placements.ground.cells]
    for a, b in placements.ground.touching().tolist():
        near[a].add(b)
        near[b].add(a)
    smallest = min(kind.size for kind in placements.types)
    for block in placements.blocks:
        for row in placements.cells(block).tolist():
            found = islands(near, set(row), smallest - 1)
            yield any(edges(near, island) + 1 < smallest for island in found)


def _sorted(encoding: Encoding, axes: str, there: Mask, *, fill: bool) -> ExactCover:
    """The same problem with the items in another order, and without some options."""
    problem, ground = encoding.problem, encoding.placements.ground
    hint = problem.regions
    assert hint is not None
    items, entries = list(problem.items), problem.entries
    starts = problem.starts.astype(np.int64)
    lengths = starts[1:] - starts[:-1]
    entries, lengths = entries[np.repeat(there, lengths)], lengths[there]
    place = {
        number: _along(axes, cell)
        for number, cell in zip(hint.cells.tolist(), ground.cells, strict=True)
    }
    if fill and (lack := _lacking(ground.cells)):
        place[len(items)] = min(_along(axes, cell) for cell in lack)
        entries = np.append(entries, np.uint32(len(items)))
        lengths = np.append(lengths, 1)
        items.append(Item("outside", 1, 1))
    cells = sorted((n for n in place if not items[n].secondary), key=place.__getitem__)
    others = [n for n in range(len(items)) if n not in place or items[n].secondary]
    order = [*cells, *sorted(others, key=lambda n: items[n].secondary)]
    new = np.empty(len(order), dtype=np.uint32)
    new[order] = np.arange(len(order), dtype=np.uint32)
    return ExactCover(
        items=tuple(items[n] for n in order),
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.uint64),
        entries=new[entries],
        regions=Regions(
            cells=new[hint.cells], touching=new[hint.touching], pieces=new[hint.pieces]
        ),
    )


def _lacking(cells: Sequence[Cell]) -> list[Cell]:
    """The cells of the smallest box round a board that are not on it."""
    sides = [range(min(side), max(side) + 1) for side in zip(*cells, strict=True)]
    return sorted(set(product(*sides)) - set(cells))
