"""How `tilewright lpanel render` works."""

import sys
from dataclasses import dataclass
from pathlib import Path

from tilewright.cli.lpanel_answers import boards_given, the_board
from tilewright.cli.lpanel_pictures import check_picture, save_boards
from tilewright.cli.lpanel_solve import Work, judge
from tilewright.cli.progress import Progress
from tilewright.cli.signals import on_signal
from tilewright.cli.statuses import DONE, INTERRUPTED, NONE, UNDECIDED
from tilewright.cli.words import amount
from tilewright.lpanel import LPanel
from tilewright.solutions import Solution

__all__ = ["Wanted", "render"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which board is to be drawn, or all; whether with its solution, found by what."""

    board: int | None
    solved: bool
    engine: str
    max_seconds: float | None


def render(file: str, wanted: Wanted, output: Path, *, quiet: bool) -> int:
    """Draw the boards of a file, or their solutions, and return the status."""
    check_picture(output, "-o")
    panels = boards_given(file) if wanted.board is None else (the_board(file, wanted.board),)
    drawn: list[tuple[LPanel, Solution | None]] = [(panel, None) for panel in panels]
    if wanted.solved:
        drawn, status = _solved(panels, wanted, quiet=quiet)
        if status != DONE:
            return status
    save_boards(drawn, output, [str(number) for number in range(1, len(drawn) + 1)])
    what = "solved " if wanted.solved else ""
    print(f"{output}: {amount(len(drawn), 'board').replace('board', f'{what}board')}")
    return DONE


def _solved(
    panels: tuple[LPanel, ...], wanted: Wanted, *, quiet: bool
) -> tuple[list[tuple[LPanel, Solution | None]], int]:
    """Each board with its solution, and the status: if one has none, that says why."""
    drawn: list[tuple[LPanel, Solution | None]] = []
    with Progress(quiet=quiet) as progress, on_signal(lambda: None) as received:
        for number, panel in enumerate(panels, wanted.board or 1):
            work = Work(progress, received)
            verdict = judge(panel, wanted.engine, wanted.max_seconds, work)
            if received:
                return drawn, INTERRUPTED
            if not verdict.solutions:
                why = "has no solution" if verdict.complete else "is not solved in the time given"
                print(f"error: board {number} {why}: nothing was drawn", file=sys.stderr)
                return drawn, NONE if verdict.complete else UNDECIDED
            if len(verdict.solutions) > 1:
                print(f"note: board {number} has more than one solution", file=sys.stderr)
            drawn.append((panel, verdict.solutions[0]))
    return drawn, DONE
