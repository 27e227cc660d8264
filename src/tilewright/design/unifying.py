"""The fewest hints that make one chosen solution the only one.

The fewest are found without listing all other solutions.  Hints that tell the chosen solution from
the others seen so far are no more than are needed for all.  If a search finds that they leave no
other solution, they are the answer; otherwise those found join the ones seen.
"""

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_uppercase
from typing import Protocol

from tilewright.cover import ExactCover, Subtree
from tilewright.design.common import quick_engine
from tilewright.design.hitting import HittingStopped, fewest, paint
from tilewright.design.uniqueness import Verdict, judge
from tilewright.document.brief import brief_repr
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover, require_one_of
from tilewright.engines.covers import search
from tilewright.errors import TilewrightError
from tilewright.faults import sound_placements
from tilewright.lattices import Cell
from tilewright.orientations import PieceType
from tilewright.puzzle import Count, Piece, Puzzle
from tilewright.solutions import Solution, check_solution
from tilewright.solutions.decode import Copies
from tilewright.symmetry import Action

# What can be told about a solution, and which other solutions each such hint excludes.


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
            raise HittingStopped
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
    fits = {
        (board_names[here], piece_names[mine])
        for here in set(board.values())
        for mine in on_pieces
        if here[1] in ("", mine[1]) and _fitted(puzzle, here[0], mine[0])
    }
    usable = {mine for _, mine in fits}
    made = replace(
        puzzle,
        board=replace(puzzle.board, colours={c: board_names[p] for c, p in board.items()}),
        pieces=tuple(
            replace(
                piece,
                colours=tuple(
                    piece_names[colour, tag_of[number]]
                    for colour in piece.colours or ("",) * piece.size
                ),
            )
            for number, piece in enumerate(puzzle.pieces)
        ),
        colour_fits=frozenset(fits),
    )
    return _without([p for p in made.pieces if not usable.issuperset(p.colours or ("",))], made)


def _without(pieces: Sequence[Piece], puzzle: Puzzle) -> Puzzle:
    """The puzzle without pieces that fit nowhere: they would be left over."""
    spare = puzzle.spare
    for piece in pieces if spare else ():
        most = piece.count.hi or 0
        assert spare is not None
        hi = None if spare.hi is None else max(0, spare.hi - most)
        spare = Count(max(0, spare.lo - most), hi)
    names = {piece.name for piece in pieces}
    kept = tuple(piece for piece in puzzle.pieces if piece.name not in names)
    return replace(puzzle, pieces=kept, spare=spare)


def _fitted(puzzle: Puzzle, board: str, piece: str) -> bool:
    fits = puzzle.colour_fits
    return board == piece if fits is None else (board, piece) in fits


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


BY = ("cells", "pieces", "colours")
PATIENCE = 0.5  # seconds, for an answer after a stop


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
    deadline = math.inf if max_seconds is None else time.monotonic() + max_seconds

    def go_on() -> bool:
        return time.monotonic() < deadline and keep_going()

    def confirm(made: Puzzle) -> Verdict:
        left = None if max_seconds is None else max(PATIENCE, deadline - time.monotonic())
        return judge(made, max_seconds=left, keep_going=keep_going)

    chosen = Chosen(encode(sound_placements(puzzle)), solution)
    if by == "colours":
        return _by_colours(chosen, go_on, confirm)
    told: CellHints | PieceHints = CellHints(chosen) if by == "cells" else PieceHints(chosen)
    numbers, seen, optimal = _fewest_hints(chosen, told, go_on)
    if isinstance(told, CellHints):
        named = chosen.names()
        hints = tuple(Hint(named[told.cells[k]], (told.cells[k],)) for k in numbers)
        types = chosen.encoding.placements.types
        tags = [kind.name for kind in types]
        cells = {told.cells[k]: tags[told.types[k]] for k in numbers}
        made = painted(told.puzzle(numbers), types, tags, cells) if hints else puzzle
    else:
        hints = tuple(Hint(one.piece, one.cells) for one in (solution.placed[k] for k in numbers))
        made = told.puzzle(numbers)
    return Unified(by, hints, len(hints), made, optimal, seen, confirm(made))


def _fewest_hints(
    chosen: Chosen, hints: Hints, go_on: Callable[[], bool]
) -> tuple[list[int], int, bool]:
    """The fewest hints, how many other solutions were seen, and whether they are the fewest."""
    seen: list[int] = []
    told: list[int] = []
    try:
        while others := chosen.others(hints.left(told), go_on):
            seen += [_excluding(hints.tell_apart(cover)) for cover in others]
            told = fewest(seen, hints.count, least=len(told), keep_going=go_on)
    except HittingStopped:
        return _enough(chosen, hints, told, seen), len(seen), False
    return told, len(seen), True


def _excluding(hints: int) -> int:
    if not hints:
        raise UnifyError(
            "there is another solution that no such hint excludes: where it fills these cells, the "
            "pieces are of the same kinds; hints by pieces will do, unless it only has more pieces"
        )
    return hints


def _enough(chosen: Chosen, hints: Hints, told: list[int], seen: list[int]) -> list[int]:
    """More hints until there are enough: each time the one that excludes most solutions seen.

    If this takes too long as well, everything is told.
    """
    deadline = time.monotonic() + PATIENCE
    told = list(told)
    try:
        while others := chosen.others(hints.left(told), lambda: time.monotonic() < deadline):
            found = [_excluding(hints.tell_apart(cover)) for cover in others]
            possible = [k for k in range(hints.count) if found[0] >> k & 1]
            told.append(max(possible, key=lambda k: sum(some >> k & 1 for some in found + seen)))
    except HittingStopped:
        return list(range(hints.count))
    return sorted(told)


def _by_colours(
    chosen: Chosen, go_on: Callable[[], bool], confirm: Callable[[Puzzle], Verdict]
) -> Unified:
    colours = Colours(chosen)
    given, seen, optimal = _fewest_colours(chosen, colours, go_on)
    names = [_colour_name(k) for k in given]
    types = chosen.encoding.placements.types
    numbers = {n: k for k, kind in enumerate(types) for n in kind.pieces}
    puzzle = chosen.solution.puzzle
    of_piece = {puzzle.pieces[n].name: names[k] for n, k in numbers.items()}
    placed = chosen.solution.placed
    hints = tuple(Hint(one.piece, one.cells, of_piece[one.piece]) for one in placed)
    cells = {cell: hint.colour for hint in hints for cell in hint.cells}
    size = len(set(given))
    made = painted(puzzle, types, names, cells) if size > 1 else puzzle
    return Unified("colours", hints, size, made, optimal, seen, confirm(made))


def _fewest_colours(
    chosen: Chosen, colours: Colours, go_on: Callable[[], bool]
) -> tuple[list[int], int, bool]:
    """A colour for each type of piece, how many other solutions were seen, and whether fewest."""
    clauses: set[tuple[tuple[int, int], ...]] = set()
    seen = 0
    given = [0] * colours.count
    size = 1
    try:
        while others := chosen.others(colours.left(given), go_on):
            seen += len(others)
            found = [colours.pairs(cover) for cover in others]
            if not all(found):
                _excluding(0)
            clauses.update(map(tuple, found))
            while (able := paint(sorted(clauses), colours.count, size, keep_going=go_on)) is None:
                size += 1
            given = able
    except HittingStopped:
        return list(range(colours.count)), seen, False
    return given, seen, True


def _colour_name(number: int) -> str:
    rounds, letter = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(rounds + 1) if rounds else "")
