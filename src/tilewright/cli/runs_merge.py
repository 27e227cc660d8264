"""`tilewright runs merge`: parts of a run, done apart, as one."""

import json as json_text
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.answers import DONE, amount
from tilewright.cli.options import Json

if TYPE_CHECKING:
    from tilewright.runs import Run

__all__ = ["merge_runs"]

MOST_NAMED = 20  # missing parts


def merge_runs(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Parts, begun with --part 1/16 and so on.")
    ],
    to: Annotated[Path, typer.Option(metavar="OUT", help="The run to make of them.")],
    json: Json = False,
) -> int:
    """Make one run of parts that were done on machines that know nothing of each other.

    They may be unfinished, and some may be missing: the run can be gone on with, and merged with
    others later.  The parts stay as they are.

    Exit status: 0 merged, 2 bad input.
    """
    from tilewright.runs import merge

    with merge(files, to) as run:
        if json:
            typer.echo(json_text.dumps(_object(run)))
        else:
            typer.echo("\n".join(_lines(run)))
    return DONE


def _lines(run: "Run") -> list[str]:
    parts = amount(len(run.about.parts), "part")
    lines = [f"{run.path}: {parts} of {run.about.of} of {run.about.name}"]
    if run.about.missing:
        named = ", ".join(map(str, run.about.missing[:MOST_NAMED]))
        more = ", …" if len(run.about.missing) > MOST_NAMED else ""
        lines.append(f"missing: {named}{more}; merge them with this one when they are there")
    if not run.finished:
        lines.append(f"{amount(len(run.open), 'job')} open: `tilewright resume {run.path}` goes on")
    if run.counts:
        return [*lines, str(run.counts)]
    so_far = "" if run.complete else " so far"
    return [*lines, f"{amount(run.solutions, 'solution')}{so_far}"]


def _object(run: "Run") -> dict[str, object]:
    counts = run.counts
    return {
        "file": str(run.path),
        "name": run.about.name,
        "of": run.about.of,
        "parts": list(run.about.parts),
        "missing": run.about.missing,
        "open_jobs": len(run.open),
        "complete": run.complete,
        "solutions": run.solutions,
        "up_to_rotation": counts.up_to_rotation if counts else None,
        "up_to_symmetry": counts.up_to_symmetry if counts else None,
    }
