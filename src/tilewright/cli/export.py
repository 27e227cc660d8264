"""`tilewright runs export`: the solutions of a run as a file."""

import json as json_text
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.answers import DONE, amount
from tilewright.cli.options import Json, Quiet
from tilewright.cli.terminal import StatusLine

if TYPE_CHECKING:
    from tilewright.runs import Run

__all__ = ["export_run"]

QUIET_SECONDS = 0.5  # an export shorter than this shows nothing


def export_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file of the run.")],
    to: Annotated[
        Path,
        typer.Option(
            metavar="OUT", help="The file to write; it ends in .parquet, .csv, .jsonl or .txt."
        ),
    ],
    where: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="Only solutions for which this holds: 'X at 3,4' (piece X covers that cell), 'X "
            "not at 3,4', symmetric, or asymmetric.  May be given again: then all must hold.",
        ),
    ] = None,
    symmetric: Annotated[
        bool, typer.Option("--symmetric", help="Only solutions that a symmetry maps to themselves.")
    ] = False,
    sort: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORDER",
            help="Sort by symmetry (those first that most symmetries map to themselves; for mirror "
            "scores see `tilewright solve --sort`), by letters, or by the place of the piece of "
            "that name.  May be given again, to settle ties.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Write the solutions of a run to a file; its ending says how.

    They keep the numbers that they have in the order of the search.  However many there are, only
    some are in memory at a time.  Solutions of polygon puzzles are written all, in that order.

    Exit status: 0 written, 2 bad input, 130 interrupted.
    """
    # Other commands start faster without these.
    from tilewright.runs import RunError, open_run

    conditions = [*(where or ()), *(["symmetric"] if symmetric else ())]
    run = open_run(file)
    if run.plan.request.task != "solve":
        run.close()
        raise RunError(
            f"{file} only counts, and keeps no solutions: `tilewright solve PUZZLE --run FILE` does"
        )
    quiet |= not sys.stderr.isatty()
    with StatusLine(quiet=quiet, after=QUIET_SECONDS) as line:

        def tell(solutions: int) -> None:
            line.put(f"{amount(solutions, 'solution')} read")

        try:
            written = _written(run, to, conditions, sort or (), force, tell)
        finally:
            run.close()
    if json:
        typer.echo(json_text.dumps({"file": str(to), "solutions": written}))
    else:
        typer.echo(f"{amount(written, 'solution')} written to {to}")
    return DONE


def _written(
    run: "Run",
    to: Path,
    where: Sequence[str],
    sort: Sequence[str],
    force: bool,
    progress: Callable[[int], None],
) -> int:
    from tilewright.polygons.jigsaw import Jigsaw
    from tilewright.runs.export import ExportError, export, export_polygons

    if not isinstance(run.model, Jigsaw):
        return export(
            run.model, run.blocks, to, where=where, sort=sort, force=force, progress=progress
        )
    if where or sort:
        raise ExportError(
            "solutions of polygon puzzles are written all, in the order of the search: leave out "
            "--where, --symmetric and --sort"
        )
    solutions = map(run.polygons(run.model), run.covers())
    return export_polygons(solutions, to, force=force, progress=progress)
