"""Sudoku."""

from tilewright.cover.build import from_options
from tilewright.cover.problem import CoverProblemError, ExactCover

__all__ = ["sudoku"]

_DIGITS = "123456789"


def sudoku(clues: str) -> ExactCover:
    """A sudoku given as 81 characters, row by row: digits, and `.` or `0` for an empty cell.

    Blanks and line ends are passed over.  The items are p(row, column): this cell is filled;
    r(row, digit), c(column, digit), b(box, digit): the digit stands there.  What the clues settle
    is left out, so that the options are the possible ways to fill one empty cell; an option is
    labelled (row, column, digit).
    """
    cells = "".join(clues.split())
    if len(cells) != 81 or set(cells) - set(_DIGITS + ".0"):
        raise CoverProblemError(
            f"this sudoku has {len(cells)} cells: expected 81, each a digit or '.'"
        )
    settled: set[str] = set()
    for place, digit in enumerate(cells):
        if digit in _DIGITS:
            items = _items(place, digit)
            if not settled.isdisjoint(items):
                raise CoverProblemError(
                    f"the {digit} in row {place // 9}, column {place % 9} contradicts another clue"
                )
            settled.update(items)
    options = {}
    primary: dict[str, None] = {}
    for place in range(81):
        for digit in _DIGITS:
            items = _items(place, digit)
            primary.update(dict.fromkeys(items))
            if settled.isdisjoint(items):
                options[place // 9, place % 9, int(digit)] = items
    return from_options(options, primary=sorted(set(primary) - settled))


def _items(place: int, digit: str) -> list[str]:
    row, column = divmod(place, 9)
    box = row // 3 * 3 + column // 3
    return [f"p{row}{column}", f"r{row}{digit}", f"c{column}{digit}", f"b{box}{digit}"]
