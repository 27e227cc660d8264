"""The fewest hints that make one chosen solution the only one.

The fewest are found without listing all other solutions.  Hints that tell the chosen solution from
the others seen so far are no more than are needed for all.  If a search finds that they leave no
other solution, they are the answer; otherwise those found join the ones seen.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from tilewright.cover import ExactCover, Subtree
from tilewright.design.common import (
    Deadline,
    KeepGoing,
    letter_name,
    members,
    placement_cells,
    quick_engine,
)
from tilewright.design.hitting import HittingStopped, fewest, paint
from tilewright.design.uniqueness import Verdict, judge
from tilewright.document.text import brief_repr
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover, require_one_of
from tilewright.engines.covers import search
from tilewright.errors import TilewrightError
from tilewright.faults import sound_placements
from tilewright.lattices import Cell
from tilewright.orientations import PieceType
from tilewright.puzzle import Count, Puzzle
from tilewright.solutions import Solution, check_solution
from tilewright.solutions.decode import Copies
from tilewright.symmetry import Action

BY = ("cells", "pieces", "colours")
PATIENCE = 0.5  # seconds, for an answer after a stop
AT_A_TIME = 64  # other solutions that are looked for at once
T = TypeVar("T")


class UnifyError(TilewrightError, ValueError):
    """No hints of the wanted kind make the solution the only one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A piece, and where the chosen solution has it: one cell of it, or all.

    With `colour`, the piece and the cells under it are painted so.
    """

    piece: str
    cells: tuple[Cell, ...]
    colour: str = ""

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Unified:
    """Hints, and the puzzle with them, of which the chosen solution is the only one.

    `size` is what there are fewest of: hints, or colours.  If `optimal`, it is proved that with
    fewer there is always another solution.  `seen` other solutions were looked at for that.
    """

    by: str
    hints: tuple[Hint, ...]
    size: int
    puzzle: Puzzle
    optimal: bool
    seen: int
    verdict: Verdict

    __repr__ = brief_repr


def unify(
    puzzle: Puzzle,
    solution: Solution,
    *,
    by: str = "cells",
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Unified:
    """Find the fewest hints that make a solution the only one.

    `by` says what is told: of some *cells* which piece covers them, of some *pieces* where they
    lie, or *colours*: then every piece is painted with one colour, the board as the solution has
    it, and the colours are as few as possible.  Turned and reflected copies of the solution are
    other solutions and must go, too.  If a limit or a stop comes first, the hints do what they
    should, but are perhaps not the fewest.

    >>> from tilewright.puzzle import box, make_puzzle
    >>> from tilewright.solving import solve
    >>> puzzle = make_puzzle("square", box(3, 2), {"I": "###", "J": "##", "O": "#"})
    >>> made = unify(puzzle, next(solve(puzzle)))
    >>> [(hint.piece, hint.cells) for hint in made.hints], made.optimal, made.verdict.unique
    ([('J', ((0, 1),))], True, True)
    """
    require_one_of("by", by, BY)
    check_solution(puzzle, solution)
    deadline = Deadline(max_seconds, keep_going)
    encoding = encode(sound_placements(puzzle))
    kinds: dict[str, Callable[[Encoding, Solution, KeepGoing], _Cells | _Pieces | _Colours]]
    kinds = {"cells": _Cells, "pieces": _Pieces, "colours": _Colours}
    told = kinds[by](encoding, solution, deadline.keep_going)
    numbers, seen, optimal = told.fewest()
    hints, size, made = told.answer(numbers)
    left = None if deadline.left is None else max(PATIENCE, deadline.left)
    verdict = judge(made, up_to="nothing", max_seconds=left, keep_going=keep_going)
    return Unified(by, hints, size, made, optimal, seen, verdict)


class _Told:
    """What can be told about one solution of a puzzle, and the search for others."""

    def __init__(self, encoding: Encoding, solution: Solution, keep_going: KeepGoing) -> None:
        self.encoding = encoding
        self.solution = solution
        self.keep_going = keep_going
        copies = Copies(Action(encoding, (), ()))
        self.options = tuple(copies.option(one) for one in solution.placed)
        self.own = self.types(self.options)

    def others(
        self, problem: ExactCover, excluded: Iterable[int], keep_going: KeepGoing
    ) -> list[Cover]:
        """Some other solutions without the excluded options; none if there are none.

        Raises HittingStopped if `keep_going` says no before one is found.
        """
        start = Subtree((), tuple(sorted(excluded)))
        engine = quick_engine(problem)
        found = search(problem, engine=engine, start=start, max_solutions=AT_A_TIME)
        others: list[Cover] = []
        empty = len(self.encoding.placements)  # from here on, options leave a cell empty
        for batch in found:
            others += [c for c in batch if {o for o in c if o < empty} != set(self.options)]
            if not keep_going() and not found.finished:
                break
        if not others and not (found.finished or found.counters.solutions >= AT_A_TIME):
            raise HittingStopped
        return others

    def types(self, cover: Iterable[int]) -> Mapping[int, int]:
        """The type of piece on each cell, by number, that a cover fills."""
        return {cell: kind for option in cover for cell, kind in self.places[option]}

    @cached_property
    def places(self) -> list[tuple[tuple[int, int], ...]]:
        """The cells where each option puts which type of piece, however it is turned."""
        rows, types = placement_cells(self.encoding), self.encoding.type_of_option.tolist()
        there = [tuple((cell, types[k]) for cell in sorted(row)) for k, row in enumerate(rows)]
        return there + [()] * len(self.encoding.empty)

    @cached_property
    def by_cell(self) -> Mapping[int, list[tuple[int, int]]]:
        """The options on each cell, each with its type."""
        found: dict[int, list[tuple[int, int]]] = {}
        for option, cells in enumerate(self.places):
            for cell, kind in cells:
                found.setdefault(cell, []).append((option, kind))
        return found


class _Hints(_Told, ABC):
    """Things that can be told one by one: facts about the solution, by number."""

    def __init__(self, encoding: Encoding, solution: Solution, keep_going: KeepGoing) -> None:
        super().__init__(encoding, solution, keep_going)
        self.own_facts = self.facts(self.options)

    @abstractmethod
    def facts(self, options: Iterable[int]) -> Sequence[Any]:
        """What can be told about a solution."""

    @abstractmethod
    def puzzle(self, told: Iterable[int]) -> Puzzle:
        """The puzzle in which these are told, as far as fixing or filling can say it."""

    def excluded(self, told: Iterable[int]) -> set[int]:  # noqa: ARG002
        """The options that these exclude in that puzzle; none if it says everything."""
        return set()

    def fewest(self) -> tuple[list[int], int, bool]:
        seen: list[int] = []
        told: list[int] = []
        count = len(self.own_facts)
        try:
            while found := self._left(told, self.keep_going):
                seen += found
                told = fewest(seen, count, least=len(told), keep_going=self.keep_going)
        except HittingStopped:
            return self._enough(told, seen), len(seen), False
        return told, len(seen), True

    def _left(self, told: Sequence[int], keep_going: KeepGoing) -> list[int]:
        """For each of some other solutions that are left, the hints that exclude it."""
        puzzle = self.puzzle(told)
        problem = self.encoding.problem  # whose placements keep their numbers
        if puzzle is not self.encoding.puzzle:
            problem = encode(replace(self.encoding.placements, puzzle=puzzle)).problem
        others = self.others(problem, self.excluded(told), keep_going)
        return list(map(_nonempty, map(self._tell_apart, others)))

    def _tell_apart(self, cover: Cover) -> int:
        """Which hints exclude another solution, as bits."""
        there = set(self.facts(cover))
        return sum(1 << k for k, fact in enumerate(self.own_facts) if fact not in there)

    def _enough(self, told: Sequence[int], seen: list[int]) -> list[int]:
        """More hints until there are enough: each time the one that excludes most solutions seen.

        If this takes too long as well, everything is told.
        """
        deadline = time.monotonic() + PATIENCE
        told = list(told)
        try:
            while found := self._left(told, lambda: time.monotonic() < deadline):
                possible = members(found[0])
                told.append(max(possible, key=lambda k: sum(s >> k & 1 for s in found + seen)))
        except HittingStopped:
            return list(range(len(self.own_facts)))
        return sorted(told)


class _Cells(_Hints):
    """For each cell that the chosen solution fills, the type of the piece on it.

    A cell that may stay empty must be filled when it is told.
    """

    def facts(self, options: Iterable[int]) -> list[tuple[int, int]]:
        return sorted(self.types(options).items())

    def _cell(self, number: int) -> Cell:
        return self.encoding.placements.ground.cells[self.own_facts[number][0]]

    def puzzle(self, told: Iterable[int]) -> Puzzle:
        """The puzzle in which these cells must be filled, by whatever."""
        puzzle, board = self.encoding.puzzle, self.encoding.puzzle.board
        filled = set(map(self._cell, told)).intersection(board.may)
        if not filled:
            return puzzle
        may = tuple(cell for cell in board.may if cell not in filled)
        return replace(puzzle, board=replace(board, must=(*board.must, *filled), may=may))

    def excluded(self, told: Iterable[int]) -> set[int]:
        own = (self.own_facts[number] for number in told)
        return {option for cell, kind in own for option, k in self.by_cell[cell] if k != kind}

    def answer(self, numbers: list[int]) -> tuple[tuple[Hint, ...], int, Puzzle]:
        """A hint for each cell; in the puzzle the cells have the colour of their piece."""
        if not numbers:
            return (), 0, self.encoding.puzzle
        names = {cell: one.piece for one in self.solution.placed for cell in one.cells}
        hints = tuple(Hint(names[cell], (cell,)) for cell in map(self._cell, numbers))
        types = self.encoding.placements.types
        tags = [kind.name for kind in types]
        cells = {self._cell(k): tags[self.own_facts[k][1]] for k in numbers}
        return hints, len(hints), painted(self.puzzle(numbers), types, tags, cells)


class _Pieces(_Hints):
    """For each placed piece, its place."""

    def facts(self, options: Iterable[int]) -> list[tuple[tuple[int, int], ...]]:
        return [self.places[option] for option in options]

    def puzzle(self, told: Iterable[int]) -> Puzzle:
        """The puzzle with these pieces fixed."""
        made = self.encoding.puzzle
        for number in told:
            one = self.solution.placed[number]
            made = made.with_fixed(one.piece, one.cells)
        return made

    def answer(self, numbers: list[int]) -> tuple[tuple[Hint, ...], int, Puzzle]:
        placed = [self.solution.placed[k] for k in numbers]
        hints = tuple(Hint(one.piece, one.cells) for one in placed)
        return hints, len(hints), self.puzzle(numbers)


class _Colours(_Told):
    """The board painted as the pieces are that lie there, with a colour for each type of piece."""

    def fewest(self) -> tuple[list[int], int, bool]:
        problem, count = self.encoding.problem, len(self.encoding.placements.types)
        clauses: set[tuple[tuple[int, int], ...]] = set()
        seen, size = 0, 1
        given = [0] * count
        try:
            while others := self.others(problem, self._excluded(given), self.keep_going):
                seen += len(others)
                clauses.update(map(_nonempty, map(self._pairs, others)))
                ordered = sorted(clauses)
                while (able := paint(ordered, count, size, keep_going=self.keep_going)) is None:
                    size += 1
                given = able
        except HittingStopped:
            return list(range(count)), seen, False
        return given, seen, True

    def answer(self, numbers: list[int]) -> tuple[tuple[Hint, ...], int, Puzzle]:
        names = list(map(letter_name, numbers))
        types, puzzle = self.encoding.placements.types, self.encoding.puzzle
        kinds = self.encoding.type_of_option[list(self.options)].tolist()
        placed = zip(self.solution.placed, kinds, strict=True)
        hints = tuple(Hint(one.piece, one.cells, names[kind]) for one, kind in placed)
        cells = {cell: hint.colour for hint in hints for cell in hint.cells}
        size = len(set(numbers))
        return hints, size, painted(puzzle, types, names, cells) if size > 1 else puzzle

    def _excluded(self, colours: Sequence[int]) -> set[int]:
        """The options that put a piece on a cell of another colour."""
        return {
            option
            for cell, own in self.own.items()
            for option, kind in self.by_cell[cell]
            if colours[kind] != colours[own]
        }

    def _pairs(self, cover: Cover) -> tuple[tuple[int, int], ...]:
        """The pairs of types of which one must differ in colour to exclude another solution."""
        there = self.types(cover)
        met = {(there[c], own) for c, own in self.own.items() if there.get(c, own) != own}
        return tuple(sorted({(min(pair), max(pair)) for pair in met}))


def _nonempty(excluding: T) -> T:
    """What excludes another solution.  Raises UnifyError if nothing does."""
    if not excluding:
        raise UnifyError(
            "there is another solution that no such hint excludes: where it fills these cells, the "
            "pieces are of the same kinds; hints by pieces will do, unless it only has more pieces"
        )
    return excluding


# Hints about cells as colours: of the board, and of the pieces.


Paint = tuple[str, str]  # the colour there was, and the one that is added


def painted(
    puzzle: Puzzle, types: Sequence[PieceType], tags: Sequence[str], told: Mapping[Cell, str]
) -> Puzzle:
    """The puzzle with a colour for each type of piece, its tag, and cells that ask for theirs.

    Cells about which nothing is told take every tag.  Colours that were there before count as
    they did.
    """
    tag_of = dict.fromkeys(range(len(puzzle.pieces)), "")  # of those that are never used
    tag_of |= {number: tags[k] for k, kind in enumerate(types) for number in kind.pieces}
    on_pieces = {
        (colour, tag_of[number])
        for number, piece in enumerate(puzzle.pieces)
        for colour in piece.colours or ("",)
    }
    board = {
        cell: (puzzle.board.colours.get(cell, ""), told.get(cell, ""))
        for cell in puzzle.board.cells
    }
    piece_names, board_names = _names(on_pieces), _names(set(board.values()))
    known = puzzle.colour_fits
    fits = {
        (board_names[here], piece_names[mine])
        for here in set(board.values())
        for mine in on_pieces
        if here[1] in ("", mine[1])
        and (here[0] == mine[0] if known is None else (here[0], mine[0]) in known)
    }
    pieces = [
        replace(p, colours=tuple(piece_names[c, tag_of[k]] for c in p.colours or ("",) * p.size))
        for k, p in enumerate(puzzle.pieces)
    ]
    usable = {mine for _, mine in fits}
    idle = [piece for piece in pieces if not usable.issuperset(piece.colours)]  # is left over
    spare = puzzle.spare
    if spare is not None:
        gone = sum(piece.count.hi or 0 for piece in idle)
        hi = None if spare.hi is None else max(0, spare.hi - gone)
        spare = Count(max(0, spare.lo - gone), hi)
    return replace(
        puzzle,
        board=replace(puzzle.board, colours={c: board_names[p] for c, p in board.items()}),
        pieces=tuple(piece for piece in pieces if piece not in idle),
        colour_fits=frozenset(fits),
        spare=spare,
    )


def _names(paints: set[Paint]) -> dict[Paint, str]:
    """A name for each, told apart even where old and new colours are called the same."""
    names: dict[Paint, str] = {}
    for old, new in sorted(paints):
        name = wish = " ".join(part for part in (old, new) if part)
        number = 1
        while name in names.values():
            number += 1
            name = f"{wish} {number}"
        names[old, new] = name
    return names
