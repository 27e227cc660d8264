"""The fewest hints that make one chosen solution the only one.

The fewest are found without listing all other solutions.  Hints that tell the chosen solution from
the others seen so far are no more than are needed for all.  If a search finds that they leave no
other solution, they are the answer; otherwise those found join the ones seen.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_uppercase

from tilewright.design.unify_elements import CellHints, Chosen, Colours, Hints, PieceHints
from tilewright.design.unify_hitting import Stopped, fewest, paint
from tilewright.design.unify_paint import painted
from tilewright.design.unique import Verdict, judge
from tilewright.document.brief import brief_repr
from tilewright.encoding import encode
from tilewright.engines import require_one_of
from tilewright.errors import TilewrightError
from tilewright.faults import require_sound
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle
from tilewright.solutions import Solution, check_solution

__all__ = ["BY", "Hint", "Unified", "UnifyError", "unify"]

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
    >>> from tilewright.tiling import solve
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

    chosen = Chosen(encode(require_sound(puzzle)), solution)
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
    except Stopped:
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
    except Stopped:
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
    except Stopped:
        return list(range(colours.count)), seen, False
    return given, seen, True


def _colour_name(number: int) -> str:
    rounds, letter = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(rounds + 1) if rounds else "")
