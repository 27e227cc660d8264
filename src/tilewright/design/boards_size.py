"""How many cells of a board can be black at all."""

from tilewright.design.boards_stage import Stage
from tilewright.puzzle import PuzzleError

__all__ = ["black_cells", "is_possible"]

SHARE = 0.2  # of the board, unless told otherwise


def black_cells(stage: Stage, wanted: int | None, *, symmetric_solution: bool) -> int:
    """The number of black cells: the wanted one, or a fifth of the board, or what comes near.

    Raises PuzzleError if it is impossible, and says why, and which numbers are not.
    """
    cells = len(stage.cells)
    limits = _Limits(stage, symmetric_solution)
    possible = [black for black in range(cells) if not limits.objection(black)]
    if wanted is None and possible:
        return min(possible, key=lambda black: abs(black - SHARE * cells))
    if wanted is None:
        raise PuzzleError(
            f"no number of black cells will do on this board of {cells} cells: for instance, "
            f"{limits.objection(limits.telling())}{limits.advice()}"
        )
    if wanted in possible:
        return wanted
    if not 0 <= wanted < cells:
        raise PuzzleError(f"{wanted} black cells: expected 0 to {cells - 1}, of {cells} cells")
    near = sorted(sorted(possible, key=lambda black: abs(black - wanted))[:4])
    which = "possible are" if len(near) == len(possible) else "the nearest that will do are"
    hint = f"{which} {', '.join(map(str, near))}" if near else "nor would any other number do"
    hint += "" if near else limits.advice()
    raise PuzzleError(f"{wanted} black cells: {limits.objection(wanted)}; {hint}")


def is_possible(stage: Stage, black: int | None, *, symmetric_solution: bool) -> bool:
    """Does nothing simple speak against so many black cells, or against any number?"""
    limits = _Limits(stage, symmetric_solution)
    numbers = range(len(stage.cells)) if black is None else [black]
    return any(not limits.objection(number) for number in numbers)


class _Limits:
    """What speaks against numbers of black cells."""

    def __init__(self, stage: Stage, symmetric_solution: bool) -> None:
        self._cells = cells = len(stage.cells)
        self._pieces = _sums_of_pieces(stage)
        self._symmetric = len(stage.motions) > 1 and symmetric_solution
        self._patterns = 1
        for orbit in stage.cell_orbits:
            self._patterns |= self._patterns << orbit.bit_count()
        self._units = -1
        self._least = 0
        if symmetric_solution:
            self._units = _multiples([unit.size for unit in stage.units], cells)
            self._least = sum(not here for here in stage.units_at)  # that nothing can cover

    def telling(self) -> int:
        """A number of black cells whose objection tells most: what the pieces leave over."""
        fitting = [black for black in range(self._cells) if self._pieces >> self._cells - black & 1]
        return min(fitting or range(self._cells), key=lambda b: abs(b - SHARE * self._cells))

    def advice(self) -> str:
        """What to do if no number will do."""
        if not self._symmetric:
            return ""
        return "; unless images of a solution are counted as one (up to symmetry)"

    def objection(self, black: int) -> str:
        """Why there cannot be so many; empty if nothing is known."""
        white = self._cells - black
        if not self._pieces >> white & 1:
            return f"they leave {white} of {self._cells}, and the pieces cannot have {white} cells"
        if not self._patterns >> black & 1:
            return "in that symmetry, black cells do not come in such a number"
        too = "if the pattern is symmetric, its only solution is, too; and "
        if black < self._least:
            why = f"{self._least} cells cannot be covered by any piece"
            return f"{too}then {why}" if self._symmetric else why
        if not self._units >> white & 1:
            return f"{too}pieces with their images cannot have {white} cells"
        return ""


def _sums_of_pieces(stage: Stage) -> int:
    """Bit k is set if the pieces, each as often as allowed, can have k cells in all."""
    cells = len(stage.cells)
    room = (2 << cells) - 1
    sums = 1
    for kind in stage.types:
        sums = sums << kind.count.lo * kind.size & room
        if kind.count.hi is None:
            sums = _with_multiples(sums, kind.size, cells)
        else:
            for _ in range(min(kind.count.hi - kind.count.lo, cells // kind.size)):
                sums |= sums << kind.size & room
    return sums


def _multiples(sizes: list[int], most: int) -> int:
    """Bit k is set if k is a sum of these numbers."""
    sums = 1
    for size in sorted(set(sizes)):
        sums = _with_multiples(sums, size, most)
    return sums


def _with_multiples(sums: int, size: int, most: int) -> int:
    room = (2 << most) - 1
    step = size
    while step <= most:
        sums |= sums << step & room
        step *= 2
    return sums
