"""Boards of L-Panel as commands take them, and how verdicts about them are printed."""

import json as jsons
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from tilewright.catalogue import catalogue_name, load_file
from tilewright.cli.answers import StoppedBy, amount
from tilewright.cli.colour import Paper
from tilewright.cli.puzzles import STDIN, stdin_text
from tilewright.cli.solutions import drawing
from tilewright.design.lpanel import LPanel, PanelVerdict, Reason, parse_panels
from tilewright.document import read_text
from tilewright.engines import OptionError
from tilewright.formats import parse_file, require_lattice
from tilewright.solutions import Solution, placed_entry

__all__ = [
    "JsonPanel",
    "PanelAnswer",
    "TextPanel",
    "boards_given",
    "panel_entry",
    "print_checks",
    "size_of",
    "the_board",
]

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
