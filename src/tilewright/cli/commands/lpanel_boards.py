"""Boards of L-Panel as commands take them, and how verdicts about them are printed."""

import json as jsons
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tilewright.catalogue import catalogue_name, load_file
from tilewright.cli.answers import (
    DONE,
    INTERRUPTED,
    NONE,
    UNDECIDED,
    StoppedBy,
    amount,
    status_of,
    why_stopped,
)
from tilewright.cli.colour import Paper
from tilewright.cli.puzzles import STDIN, stdin_text
from tilewright.cli.solutions import Sheet, Shown, drawing
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.lpanel import LPanel, PanelVerdict, Reason, judge_panel, parse_panels
from tilewright.document import read_text
from tilewright.engines import OptionError
from tilewright.formats import parse_file, require_lattice
from tilewright.solutions import Solution, placed_entry
from tilewright.solving import PuzzleSearch

MOST_REASONS = 3  # of a kind are printed


def boards_given(file: str) -> tuple[LPanel, ...]:
    """The boards of a file, of stdin (-), or the one of a puzzle file or of the catalogue."""
    if file == STDIN:
        return _boards(stdin_text(), "<stdin>")
    if catalogue_name(file) is not None or not Path(file).exists():
        return (LPanel.of_puzzle(require_lattice(load_file(file).puzzle, file)),)
    return _boards(read_text(file), file)


def _boards(text: str, name: str) -> tuple[LPanel, ...]:
    if "=" in text:  # which no board has, and every puzzle file
        return (LPanel.of_puzzle(require_lattice(parse_file(text, name, None).puzzle, name)),)
    return parse_panels(text, name)


def the_board(file: str, number: int | None) -> LPanel:
    """The one board of a file, or the one that is asked for."""
    panels = boards_given(file)
    if number is None and len(panels) > 1:
        raise OptionError(f"{file} holds {len(panels)} boards: say which, with --board N")
    if number is not None and number > len(panels):
        raise OptionError(f"--board {number}: {file} holds {amount(len(panels), 'board')}")
    return panels[(number or 1) - 1]


class PanelAnswer(Protocol):
    """Takes solutions one by one, then the verdict."""

    def solution(self, number: int, solution: Solution) -> None:
        """One more solution."""
        ...

    def finish(
        self, verdict: PanelVerdict, stopped_by: StoppedBy, *, everything: bool, began: float
    ) -> None:
        """That was all.  With `everything` all solutions there are have been told."""
        ...


class TextPanel:
    """Solutions as letters or in colours, then the verdict."""

    def __init__(self, panel: LPanel, paper: Paper) -> None:
        self._paper = paper
        self._found = 0
        print(size_of(panel), end="\n\n")

    def solution(self, number: int, solution: Solution) -> None:
        """Print a solution."""
        self._found += 1
        shown = drawing(solution, self._paper)
        print(f"solution {number}:", shown, sep="\n", end="\n\n")

    def finish(
        self, verdict: PanelVerdict, stopped_by: StoppedBy, *, everything: bool, began: float
    ) -> None:
        """Print the verdict."""
        if everything and len(verdict.solutions) > 1:
            print(f"{self._found:,} solutions")
        else:
            print(*_verdict_lines(verdict), sep="\n")
        if stopped_by:
            print(f"stopped by {stopped_by}, {time.monotonic() - began:.1f} s")


def size_of(panel: LPanel) -> str:
    """How large a board is.

    >>> size_of(LPanel.parse("..#.\\n...."))
    '4×2, 1 black cell, 7 white cells'
    """
    size = f"{panel.width}×{panel.height}"
    black, white = (amount(len(c), "cell") for c in (panel.black, panel.white))
    return f"{size}, {black.replace('cell', 'black cell')}, {white.replace('cell', 'white cell')}"


def _verdict_lines(verdict: PanelVerdict) -> Iterator[str]:
    found = len(verdict.solutions)
    engines = " and ".join(verdict.engines)
    if found > 1:
        yield "more than one solution"
    elif found and verdict.complete and verdict.confirmed:
        yield f"one solution: {engines} agree"
    elif found and verdict.complete:
        yield f"one solution, says {engines}; no other engine has confirmed it in the time given"
    elif found:
        yield "whether there is another solution is not known: that takes longer (--max-seconds)"
    elif verdict.complete:
        yield "no solution:"
        yield from _reason_lines(verdict)
        if not verdict.confirmed:
            yield f"so says {engines}; no other engine has confirmed it in the time given"
    else:
        yield "no solution found so far: that takes longer (--max-seconds)"


def _reason_lines(verdict: PanelVerdict) -> Iterator[str]:
    by_kind: dict[str, list[Reason]] = {}
    for reason in verdict.reasons:
        by_kind.setdefault(reason.kind, []).append(reason)
    for several in by_kind.values():
        for reason in several[:MOST_REASONS]:
            yield f"- {reason.sentence}"
            yield from (f"    {row}" for row in reason.drawing(verdict.panel).splitlines())
        if len(several) > MOST_REASONS:
            yield f"- and {len(several) - MOST_REASONS:,} more of that kind"


class JsonPanel:
    """One object, written as solutions come."""

    def __init__(self, name: str, panel: LPanel) -> None:
        name = "stdin" if name == STDIN else catalogue_name(name) or Path(name).stem
        head = {"puzzle": {"name": name}, **panel_entry(panel)}
        sys.stdout.write(f'{jsons.dumps(head)[:-1]}, "solutions": [')
        self._found = 0

    def solution(self, number: int, solution: Solution) -> None:
        """Write a solution as a list of placed Ls."""
        self._found += 1
        sys.stdout.write("," if number > 1 else "")
        sys.stdout.write("\n " + jsons.dumps(list(map(placed_entry, solution.placed))))

    def finish(
        self, verdict: PanelVerdict, stopped_by: StoppedBy, *, everything: bool, began: float
    ) -> None:
        """Write the verdict and close the object."""
        tail = {
            "found": self._found,
            **_verdict_entry(verdict),
            "everything": everything or bool(verdict.unique),
            "stopped_by": stopped_by,
            "seconds": round(time.monotonic() - began, 6),
        }
        sys.stdout.write(f"], {jsons.dumps(tail)[1:]}\n")


def panel_entry(panel: LPanel) -> dict[str, object]:
    """A board, for JSON."""
    return {
        "board": panel.rows,
        "width": panel.width,
        "height": panel.height,
        "white": len(panel.white),
        "black": len(panel.black),
    }


def _verdict_entry(verdict: PanelVerdict) -> dict[str, object]:
    """A verdict without its solutions, for JSON."""
    return {
        "unique": verdict.unique,
        "confirmed": verdict.confirmed,
        "engines": verdict.engines,
        "complete": verdict.complete,
        "reasons": [
            {"kind": r.kind, "sentence": r.sentence, "cells": r.cells} for r in verdict.reasons
        ],
    }


def print_checks(file: str, verdicts: Sequence[PanelVerdict], *, json: bool) -> None:
    """Print what was found out about several boards."""
    if json:
        entries = [
            panel_entry(v.panel) | {"solutions": len(v.solutions)} | _verdict_entry(v)
            for v in verdicts
        ]
        print(jsons.dumps({"file": file, "boards": entries}))
        return
    for number, verdict in enumerate(verdicts, 1):
        head = f"board {number}: " if len(verdicts) > 1 else ""
        first, *more = _verdict_lines(verdict)
        if verdict.unique is None and verdict.solutions:
            first = "has a solution; whether there is another is not known (--max-seconds)"
        print(f"{head}{size_of(verdict.panel)}: {first}", *more, sep="\n")


# Files with pictures of L-Panels.


Drawn = tuple[LPanel, Solution | None]

PIXELS = 320  # of each of several boards


def check_picture(path: Path, option: str) -> None:
    """Say at once if nothing can be drawn there."""
    from tilewright.render import DRAWINGS, PictureError, check_path

    if path.suffix.lower() not in DRAWINGS:
        raise PictureError(f"{option} {path}: expected a name that ends in {', '.join(DRAWINGS)}")
    check_path(path)


def save_boards(boards: Sequence[Drawn], path: Path, captions: Sequence[str]) -> None:
    """Draw boards, each as it is printed or with a solution; captions stand below several."""
    from tilewright.design.lpanel.panel import panel_scene, solved_scene
    from tilewright.render import grid_scene, save

    scenes = [
        panel_scene(panel) if solution is None else solved_scene(panel, solution)
        for panel, solution in boards
    ]
    alone = len(scenes) == 1
    save(scenes[0] if alone else grid_scene(scenes, captions=captions, pixels=PIXELS), path)


class PanelSheet(Sheet):
    """A sheet that shows black cells, too, if it is a drawing."""

    def __init__(self, path: Path | None, panel: LPanel) -> None:
        super().__init__(path, panel.puzzle)
        self._panel = panel

    def _draw(self, path: Path, solutions: Sequence[Shown], captions: Sequence[str]) -> None:
        from tilewright.render import DRAWINGS

        if path.suffix.lower() not in DRAWINGS:
            super()._draw(path, solutions, captions)
            return
        boards = [(self._panel, one) for one in solutions if isinstance(one, Solution)]
        save_boards(boards, path, captions)


# How `tilewright lpanel solve`, `check` and `render` work.


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which solutions are wanted: all, or at most so many; and by what, within which time."""

    find_all: bool
    limit: int | None
    engine: str
    max_seconds: float | None

    def __post_init__(self) -> None:
        if self.find_all and self.limit is not None:
            raise OptionError("--all and --max-solutions exclude each other")

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
