"""How `tilewright generate board` and `pieces` work: puzzle after puzzle, printed or written."""

import json as jsons
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import typer

from tilewright.cli.answers import DONE, INTERRUPTED, UNDECIDED, amount
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.generated import Generated, NothingMadeError, Tried
from tilewright.engines import OptionError
from tilewright.formats import format_puzzle
from tilewright.solutions import placed_entry

__all__ = ["Generator", "Output", "make"]


class Generator(Protocol):
    """Makes the puzzle of a seed."""

    def __call__(self, number: int, **how: Any) -> Generated:
        """Make it; `how` are limits, and whom to tell."""
        ...


@dataclass(frozen=True, slots=True)
class Output:
    """Where puzzles go."""

    path: Path | None
    json: bool
    quiet: bool


def make(generator: Generator, seeds: Sequence[int], to: Output, max_seconds: float | None) -> int:
    """Make the puzzles of the seeds, print or write them, and return the status."""
    if len(seeds) > 1 and to.path is None and not to.json:
        raise OptionError("several puzzles do not go into one file: add -o FILE, or --json")
    if to.json and to.path is not None:
        raise OptionError("--json and -o exclude each other: --json prints everything")
    began = time.monotonic()
    made: list[Generated] = []
    stopped = None
    with Progress(quiet=to.quiet) as progress, on_signal(lambda: None) as received:

        def tell(tried: Tried) -> None:
            place = f"puzzle {len(made) + 1} of {len(seeds)}: " if len(seeds) > 1 else ""
            progress.say(f"{place}{amount(tried.looks, 'puzzle')} tried, {tried.unique:,} unique")

        try:
            for number in seeds:
                left = None
                if max_seconds is not None:
                    left = max(0.0, began + max_seconds - time.monotonic())
                one = generator(
                    number, max_seconds=left, keep_going=lambda: not received, tell=tell
                )
                made.append(one)
                if not to.json:
                    _write(one, to.path, alone=len(seeds) == 1)
        except NothingMadeError as error:
            stopped = error
    if to.json:
        _print_json(made, stopped, time.monotonic() - began)
    if stopped is None:
        return DONE
    print(f"error: {stopped}", file=sys.stderr)
    return INTERRUPTED if stopped.stopped_by == "interrupt" else UNDECIDED


def _write(one: Generated, path: Path | None, *, alone: bool) -> None:
    text = format_puzzle(one.puzzle)
    place = ""
    if path is None:
        typer.echo(text, nl=False)
    else:
        own = path if alone else path.with_stem(f"{path.stem}-{one.seed}")
        own.write_text(text, encoding="utf-8")
        place = f"{own}: "
    engines = " and ".join(one.engines)
    print(f"{place}seed {one.seed}, {one.grade.level}: one solution ({engines})", file=sys.stderr)


def _print_json(
    made: Sequence[Generated], stopped: NothingMadeError | None, seconds: float
) -> None:
    answer = {
        "puzzles": list(map(_entry, made)),
        "stopped_by": None if stopped is None else stopped.stopped_by or "limit",
        "seconds": round(seconds, 6),
    }
    typer.echo(jsons.dumps(answer))


def _entry(one: Generated) -> dict[str, object]:
    return {
        "seed": one.seed,
        "puzzle": format_puzzle(one.puzzle),
        "cells": len(one.puzzle.board.must),
        "pieces": len(one.solution.placed),
        "solution": list(map(placed_entry, one.solution.placed)),
        "grade": asdict(one.grade),
        "engines": one.engines,
        "tried": asdict(one.tried),
    }
