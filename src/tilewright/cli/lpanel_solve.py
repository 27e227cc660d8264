"""How `tilewright lpanel solve`, `check` and `render` work."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tilewright.cli.answers import (
    DONE,
    INTERRUPTED,
    NONE,
    UNDECIDED,
    amount,
    status_of,
    why_stopped,
)
from tilewright.cli.colour import Paper
from tilewright.cli.lpanel_answers import (
    JsonPanel,
    PanelAnswer,
    TextPanel,
    boards_given,
    print_checks,
    the_board,
)
from tilewright.cli.lpanel_pictures import PanelSheet, check_picture, save_boards
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.lpanel import LPanel, PanelVerdict, judge_panel
from tilewright.engines import OptionError
from tilewright.solutions import Solution
from tilewright.tiling import PuzzleSearch

__all__ = ["ToDraw", "Wanted", "check", "render", "solve"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which solutions are wanted: all, or at most so many; and by what, within which time."""

    find_all: bool
    limit: int | None
    engine: str
    max_seconds: float | None

    def __post_init__(self) -> None:
        if self.find_all and self.limit is not None:
            raise OptionError("--all and --limit exclude each other")

    def exceeds(self, known: int) -> bool:
        """Are there to be more solutions than that?"""
        return self.find_all or (self.limit is not None and self.limit > known)


def _go_on() -> None:
    """What a signal does at once: nothing.  The work looks for signals now and then."""


class _Work:
    """What is being done: how far it is, and whether it was interrupted."""

    def __init__(self, progress: Progress, received: list[int]) -> None:
        self._progress = progress
        self._received = received
        self.what = "looking for a solution"

    def keep_going(self) -> bool:
        """Say how it is going, and whether to go on."""
        self._progress.say(self.what)
        return not self._received

    def keep_listing(self, search: PuzzleSearch) -> bool:
        """The same, while solutions are printed."""
        self._progress.show(search, search.solutions, alone=search.solutions == 0)
        return not self._received


def solve(
    file: str,
    board: int | None,
    wanted: Wanted,
    *,
    render: Path | None,
    colour: str,
    json: bool,
    quiet: bool,
) -> int:
    """Solve a board, print its solutions and the verdict, and return the status."""
    began = time.monotonic()
    panel = the_board(file, board)
    sheet = PanelSheet(render, panel)
    paper = Paper.of(colour)
    with Progress(quiet=quiet) as progress, on_signal(_go_on) as received:
        work = _Work(progress, received)
        verdict = _judge(panel, wanted.engine, wanted.max_seconds, work)
        answer: PanelAnswer = JsonPanel(file, panel) if json else TextPanel(panel, paper)
        shown = verdict.solutions[: wanted.limit]
        done = verdict.unique is not None
        if shown and not verdict.unique and wanted.exceeds(len(shown)):
            done = _list(_search(panel, wanted, began), answer, sheet, work, wanted.limit)
        else:
            for number, solution in enumerate(shown, 1):
                answer.solution(number, solution)
                sheet.add(solution)
        stopped_by = why_stopped(done=done, interrupted=bool(received))
    answer.finish(verdict, stopped_by, everything=wanted.find_all and done, began=began)
    sys.stdout.flush()
    sheet.save()
    if stopped_by == "limit" and shown and not wanted.exceeds(len(shown)):
        stopped_by = None  # it is solved, and more was not asked for
    return status_of(len(shown), stopped_by)


def _search(panel: LPanel, wanted: Wanted, began: float) -> PuzzleSearch:
    left = None
    if wanted.max_seconds is not None:
        left = max(0.0, began + wanted.max_seconds - time.monotonic())
    return PuzzleSearch(
        panel.puzzle,
        up_to="nothing",
        engine=wanted.engine,
        verify=True,
        max_solutions=wanted.limit,
        max_seconds=left,
    )


def _judge(panel: LPanel, engine: str, max_seconds: float | None, work: _Work) -> PanelVerdict:
    """The verdict about a board."""

    def found(_solution: object) -> None:
        work.what = "found a solution, looking for another one"

    return judge_panel(
        panel,
        engine=engine,
        max_seconds=max_seconds,
        keep_going=work.keep_going,
        on_solution=found,
    )


def _list(
    search: PuzzleSearch, answer: PanelAnswer, sheet: PanelSheet, work: _Work, wanted: int | None
) -> bool:
    """Print all solutions, or as many as are wanted; says whether that was possible."""
    number = 0
    for batch in search:
        for solution in batch:
            number += 1
            answer.solution(number, solution)
            sheet.add(solution)
        if not work.keep_listing(search):
            search.stop()
    return search.finished or search.solutions == wanted


def check(file: str, engine: str, max_seconds: float | None, *, json: bool, quiet: bool) -> int:
    """Print the verdict about each board of a file, and return the status."""
    panels = boards_given(file)
    verdicts: list[PanelVerdict] = []
    with Progress(quiet=quiet) as progress, on_signal(_go_on) as received:
        for number, panel in enumerate(panels, 1):
            work = _Work(progress, received)
            work.what = f"board {number} of {len(panels)}: {work.what}"
            verdicts.append(_judge(panel, engine, max_seconds, work))
            if received:
                break
    print_checks(file, verdicts, json=json)
    sys.stdout.flush()
    if received:
        return INTERRUPTED
    found = [verdict.unique for verdict in verdicts]
    return NONE if False in found else UNDECIDED if None in found else DONE


@dataclass(frozen=True, slots=True)
class ToDraw:
    """Which board is to be drawn, or all; whether with its solution, found by what."""

    board: int | None
    solved: bool
    engine: str
    max_seconds: float | None


def render(file: str, wanted: ToDraw, output: Path, *, quiet: bool) -> int:
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
    panels: tuple[LPanel, ...], wanted: ToDraw, *, quiet: bool
) -> tuple[list[tuple[LPanel, Solution | None]], int]:
    """Each board with its solution, and the status: if one has none, that says why."""
    drawn: list[tuple[LPanel, Solution | None]] = []
    with Progress(quiet=quiet) as progress, on_signal(lambda: None) as received:
        for number, panel in enumerate(panels, wanted.board or 1):
            work = _Work(progress, received)
            verdict = _judge(panel, wanted.engine, wanted.max_seconds, work)
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
