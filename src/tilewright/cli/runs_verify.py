"""`tilewright runs verify`: is a run what it should be?"""

import json as json_text
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.answers import DONE, NONE, amount
from tilewright.cli.options import Json, Quiet
from tilewright.cli.terminal import StatusLine

if TYPE_CHECKING:
    from tilewright.runs import Report

__all__ = ["verify_run"]


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
    with open_run(file, check=False) as run, StatusLine(quiet=quiet) as line:

        def tell(what: str, done: int, of: int) -> None:
            line.put(f"{what}: {done:,} of {of:,}")

        report = verify(run, sample=sample, seconds=seconds, seed=seed, progress=tell)
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
