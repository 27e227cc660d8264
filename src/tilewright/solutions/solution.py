"""A solution of a puzzle as a value, which prints itself as letters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase, digits

from tilewright.document.text import many, shortened
from tilewright.lattices import Cell, Motion
from tilewright.lattices.drawing import can_draw, draw, layers_side_by_side
from tilewright.puzzle import Puzzle

LETTERS = ascii_uppercase + ascii_lowercase + digits
WIDEST = 100  # of a drawing of several layers


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece in its place: the motion that brought it there, and the cells it covers."""

    piece: str
    motion: Motion
    cells: tuple[Cell, ...]

    def __repr__(self) -> str:
        cells = shortened(" ".join(map(_spell, self.cells[:40])), 80)
        return f"<Placed {shortened(self.piece, 40)!r} on {cells}>"


@dataclass(frozen=True)
class Solution:
    """The pieces in their places, in reading order of their first cells."""

    puzzle: Puzzle
    placed: tuple[Placed, ...]

    @cached_property
    def letters(self) -> Mapping[Cell, str]:
        """A letter for each covered cell; each placed piece has its own."""
        return {
            c: letter
            for letter, one in zip(self._letters(), self.placed, strict=True)
            for c in one.cells
        }

    @property
    def owners(self) -> dict[Cell, int]:
        """The number of the placed piece that covers a cell."""
        return {cell: k for k, one in enumerate(self.placed) for cell in one.cells}

    def _letters(self) -> list[str]:
        """A piece's own name if that is one letter and the piece is there once; else any letter.

        If there are more pieces than letters, pieces that do not touch may have the same one.
        """
        names = [one.piece for one in self.placed]
        own = {n for n in names if len(n) == 1 and n.isalnum() and names.count(n) == 1}
        free = [letter for letter in LETTERS if letter not in own]
        if len(self.placed) > len(LETTERS):
            return self._shared_letters()
        given = iter(free)
        return [name if name in own else next(given) for name in names]

    def _shared_letters(self) -> list[str]:
        owners = self.owners
        letters: list[str] = []
        for k, one in enumerate(self.placed):
            near = {
                owners.get(there, k)
                for cell in one.cells
                for there in self.puzzle.lattice.neighbours(cell).values()
            }
            taken = {letters[other] for other in near if other < k}
            letters.append(next((x for x in LETTERS if x not in taken), LETTERS[0]))
        return letters

    def __repr__(self) -> str:
        called = f" of {shortened(self.puzzle.title, 60)!r}" if self.puzzle.title else ""
        cells = many(sum(len(one.cells) for one in self.placed), "cell")
        return f"<Solution{called}: {many(len(self.placed), 'piece')} on {cells}>"

    def __str__(self) -> str:
        lattice = self.puzzle.lattice
        if not can_draw(lattice, self.puzzle.board.cells):
            return "\n".join(
                f"{one.piece}: {' '.join(map(_spell, one.cells))}" for one in self.placed
            )
        empty = dict.fromkeys(self.puzzle.board.cells, ".")
        drawing = draw(lattice, {**empty, **self.letters}, blank=" ", tight=True)
        drawing = layers_side_by_side(drawing, WIDEST)
        pairs = zip(self._letters(), self.placed, strict=True)
        named = [f"{letter} = {one.piece}" for letter, one in pairs if letter != one.piece]
        if not named or len(self.puzzle.pieces) == 1 or len(self.placed) > len(LETTERS):
            return drawing
        return f"{drawing}\n{', '.join(named)}"


def touching_cells(puzzle: Puzzle) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells of the board, in order."""
    board = set(puzzle.board.cells)
    near = puzzle.lattice.neighbours
    pairs = ((cell, there) for cell in puzzle.board.cells for there in near(cell).values())
    return sorted((cell, there) for cell, there in pairs if cell < there and there in board)


def placed_entry(one: Placed) -> dict[str, object]:
    """A placed piece for JSON."""
    return {
        "piece": one.piece,
        "cells": one.cells,
        "motion": " ".join(one.motion.word),
        "mirror": one.motion.mirror,
    }


def _spell(cell: Cell) -> str:
    return f"({','.join(map(str, cell))})"
