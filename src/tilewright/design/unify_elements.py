"""What can be told about a solution, and which other solutions each such hint excludes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Protocol

from tilewright.cover import ExactCover, Subtree
from tilewright.design.common import quick_engine
from tilewright.design.unify_hitting import Stopped
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle
from tilewright.solutions import Action, Solution
from tilewright.solutions.copies import Copies
from tilewright.solve import search

__all__ = ["CellHints", "Chosen", "Colours", "Hints", "PieceHints"]

Part = tuple[ExactCover, Subtree]  # of a search
AT_A_TIME = 64  # other solutions that are looked for at once


class Chosen:
    """One solution of a puzzle, and the search for others."""

    def __init__(self, encoding: Encoding, solution: Solution) -> None:
        self.encoding = encoding
        self.solution = solution
        copies = Copies(Action(encoding, (), ()))
        self.options = tuple(copies.option(one) for one in solution.placed)
        self._places = frozenset(self.options)

    def problem(self, puzzle: Puzzle) -> ExactCover:
        """The problem of the puzzle with more told; its placements have the same numbers."""
        if puzzle is self.encoding.puzzle:
            return self.encoding.problem
        return encode(replace(self.encoding.placements, puzzle=puzzle)).problem

    def others(self, part: Part, keep_going: Callable[[], bool]) -> list[Cover]:
        """Some other solutions in a part of the search; none if there are none.

        Raises Stopped if `keep_going` says no before one is found.
        """
        problem, start = part
        engine = quick_engine(problem)
        found = search(problem, engine=engine, start=start, max_solutions=AT_A_TIME)
        others: list[Cover] = []
        for batch in found:
            others += [cover for cover in batch if self._places != self._pieces_of(cover)]
            if not keep_going() and not found.finished:
                break
        if not others and not (found.finished or found.counters.solutions >= AT_A_TIME):
            raise Stopped
        return others

    def _pieces_of(self, cover: Cover) -> frozenset[int]:
        """Without the options that leave a cell empty: they follow from the others."""
        return frozenset(option for option in cover if option < len(self.encoding.placements))

    def names(self) -> Mapping[Cell, str]:
        """The name of the piece on each cell that the chosen solution fills."""
        return {cell: one.piece for one in self.solution.placed for cell in one.cells}

    def types(self, cover: Iterable[int]) -> Mapping[int, int]:
        """The type of piece on each cell, by number, that a cover fills."""
        return {cell: kind for option in cover for cell, kind in self._cells_of.get(option, ())}

    def place(self, option: int) -> tuple[tuple[int, int], ...]:
        """Where an option puts which type of piece, however it is turned."""
        return tuple(self._cells_of.get(option, ()))

    @cached_property
    def _cells_of(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        placements = self.encoding.placements
        found: dict[int, Sequence[tuple[int, int]]] = {}
        for first, block in zip(placements.starts.tolist(), placements.blocks, strict=False):
            for row, cells in enumerate(placements.cells(block).tolist()):
                found[first + row] = [(cell, block.type) for cell in sorted(cells)]
        return found

    @cached_property
    def by_cell(self) -> Mapping[int, list[tuple[int, int]]]:
        """The options on each cell, each with its type."""
        found: dict[int, list[tuple[int, int]]] = {}
        for option, cells in self._cells_of.items():
            for cell, kind in cells:
                found.setdefault(cell, []).append((option, kind))
        return found


class Hints(Protocol):
    """Things that can be told, by number."""

    @property
    def count(self) -> int:
        """How many there are."""
        ...

    def left(self, told: Iterable[int]) -> Part:
        """The part of the search that is left if these are told."""
        ...

    def tell_apart(self, cover: Cover) -> int:
        """Which of them exclude another solution, as bits."""
        ...


class CellHints:
    """For each cell that the chosen solution fills, the type of the piece on it.

    A cell that may stay empty must be filled when it is told.
    """

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._own = sorted(chosen.types(chosen.options).items())
        cells = chosen.encoding.placements.ground.cells
        self.cells = [cells[cell] for cell, _ in self._own]
        self.types = [kind for _, kind in self._own]

    @property
    def count(self) -> int:
        """How many hints there are."""
        return len(self._own)

    def puzzle(self, told: Iterable[int]) -> Puzzle:
        """The puzzle in which these cells must be filled, by whatever."""
        puzzle = self._chosen.encoding.puzzle
        filled = {self.cells[number] for number in told}.intersection(puzzle.board.may)
        if not filled:
            return puzzle
        board = puzzle.board
        may = tuple(cell for cell in board.may if cell not in filled)
        return replace(puzzle, board=replace(board, must=(*board.must, *filled), may=may))

    def left(self, told: Iterable[int]) -> Part:
        """The part of the search that is left if these are told."""
        told = list(told)
        excluded = set()
        for number in told:
            cell, own = self._own[number]
            excluded |= {option for option, kind in self._chosen.by_cell[cell] if kind != own}
        problem = self._chosen.problem(self.puzzle(told))
        return problem, Subtree((), tuple(sorted(excluded)))

    def tell_apart(self, cover: Cover) -> int:
        """Which of them exclude another solution."""
        there = self._chosen.types(cover)
        return sum(1 << k for k, (cell, own) in enumerate(self._own) if there.get(cell) != own)


class PieceHints:
    """For each placed piece, its place."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._places = [chosen.place(option) for option in chosen.options]

    @property
    def count(self) -> int:
        """How many hints there are."""
        return len(self._places)

    def puzzle(self, told: Iterable[int]) -> Puzzle:
        """The puzzle with these pieces fixed."""
        solution = self._chosen.solution
        made = solution.puzzle
        for number in told:
            one = solution.placed[number]
            made = made.with_fixed(one.piece, one.cells)
        return made

    def left(self, told: Iterable[int]) -> Part:
        """The part of the search that is left if these are told."""
        return self._chosen.problem(self.puzzle(told)), Subtree()

    def tell_apart(self, cover: Cover) -> int:
        """Which of them exclude another solution."""
        there = {self._chosen.place(option) for option in cover}
        return sum(1 << k for k, place in enumerate(self._places) if place not in there)


class Colours:
    """The board painted as the pieces are that lie there, with a colour for each type of piece."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._own = chosen.types(chosen.options)
        self.count = len(chosen.encoding.placements.types)

    def left(self, colours: Sequence[int]) -> Part:
        """The part of the search that is left with these colours."""
        excluded = {
            option
            for cell, own in self._own.items()
            for option, kind in self._chosen.by_cell[cell]
            if colours[kind] != colours[own]
        }
        return self._chosen.encoding.problem, Subtree((), tuple(sorted(excluded)))

    def pairs(self, cover: Cover) -> list[tuple[int, int]]:
        """The pairs of types of which one must differ in colour to exclude another solution."""
        there = self._chosen.types(cover)
        met = {(there[c], own) for c, own in self._own.items() if there.get(c, own) != own}
        return sorted({(min(pair), max(pair)) for pair in met})
