"""`tilewright runs verify`: is a run what it should be?"""

import json as json_text
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Self

import typer

from tilewright.cli.options import Json, Quiet
from tilewright.cli.statuses import DONE, NONE
from tilewright.cli.terminal import console
from tilewright.cli.words import amount

if TYPE_CHECKING:
    from rich.status import Status

    from tilewright.runs import Report

__all__ = ["verify_run"]

TERMINAL_INTERVAL = 0.25
LOG_INTERVAL = 60.0


def verify_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The run.")],
    sample: Annotated[
        int, typer.Option(min=0, help="Search so many of the finished jobs again.")
    ] = 20,
    seconds: Annotated[float, typer.Option(min=0, help="Search again no longer than this.")] = 60.0,
    seed: Annotated[int, typer.Option(min=0, help="Draw what is sampled by this number.")] = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Look at everything in a run, check its solutions, and search a sample of its jobs again.

    Solutions are checked by code that shares nothing with the engines.  Somebody may work on the
    run meanwhile: what is looked at is one moment of it.

    Exit status: 0 sound, 1 there are complaints, 2 bad input, 130 interrupted.
    """
    from tilewright.runs import open_run, verify

    began = time.monotonic()
    with open_run(file, check=False) as run, _Showing(quiet=quiet) as showing:
        report = verify(run, sample=sample, seconds=seconds, seed=seed, progress=showing.show)
    spent = time.monotonic() - began
    if json:
        typer.echo(json_text.dumps(_object(file, report, spent)))
    else:
        typer.echo("\n".join(_lines(file, report, spent)))
    return DONE if report.ok else NONE


def _lines(file: Path, report: "Report", spent: float) -> list[str]:
    lines = [f"{file}: {complaint}" for complaint in report.complaints]
    if report.untold:
        lines.append(f"{file}: and {amount(report.untold, 'complaint')} more")
    lines.append(f"{amount(report.jobs, 'job')}: checksums, and their places in the tree")
    if report.solutions:
        board = "all" if report.on_board == report.solutions else f"{report.on_board:,}"
        proof = report.certificate
        how = f"certified ({proof.kind})" if proof else "put on the board"
        lines.append(
            f"{amount(report.solutions, 'solution')}: covers, each there once; {board} {how}"
        )
    time_over = "" if report.repeated == report.sample else f" of {report.sample:,}, in that time"
    lines.append(f"{amount(report.repeated, 'job')} searched again{time_over}")
    total = len(report.complaints) + report.untold
    verdict = "sound" if report.ok else f"NOT SOUND, {amount(total, 'complaint')}"
    return [*lines, f"{file}: {verdict}; {spent:.2f} s"]


def _object(file: Path, report: "Report", spent: float) -> dict[str, object]:
    return {
        "file": str(file),
        "sound": report.ok,
        "jobs": report.jobs,
        "solutions": report.solutions,
        "on_board": report.on_board,
        "certificate": report.certificate.kind if report.certificate else None,
        "repeated": report.repeated,
        "sample": report.sample,
        "complaints": list(report.complaints),
        "untold": report.untold,
        "seconds": round(spent, 6),
    }


class _Showing:
    """Says what is being looked at: on a terminal all the time, otherwise once a minute."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet, self._terminal = quiet, sys.stderr.isatty()
        self._interval = TERMINAL_INTERVAL if self._terminal else LOG_INTERVAL
        self._next = time.monotonic() + self._interval
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status:
            self._status.stop()

    def show(self, what: str, done: int, of: int) -> None:
        """So much of it has been looked at."""
        if self._quiet or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self._interval
        line = f"{what}: {done:,} of {of:,}"
        if not self._terminal:
            print(line, file=sys.stderr, flush=True)
        elif self._status:
            self._status.update(line)
        else:
            from rich.status import Status

            self._status = Status(line, console=console())
            self._status.start()
