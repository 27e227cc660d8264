"""`tilewright runs`: look at runs, put their parts together, verify them, write solutions out."""

import json as json_text
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tilewright.cli.answers import DONE, amount, columns, duration, print_counts
from tilewright.cli.cover_answers import profile_table
from tilewright.cli.options import Json
from tilewright.cli.run_progress import event, prospect_in_words

if TYPE_CHECKING:
    from tilewright.runs import Prospect, Run

__all__ = ["show_run"]


def show_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A run; somebody may work on it.")],
    seconds: Annotated[
        float, typer.Option(min=0, help="Estimate what is left for so long; longer is better.")
    ] = 2.0,
    json: Json = False,
) -> int:
    """Show how far a run is: progress, estimate, rate, profile, and who worked on what."""
    from tilewright.runs import Forecast, open_run

    with open_run(file) as run:
        prospect = Forecast(run).refine(run.open, seconds if run.open else 0)
        if json:
            typer.echo(json_text.dumps(_object(run, prospect)))
        else:
            _print(run, prospect)
    return DONE


def _print(run: "Run", prospect: "Prospect") -> None:
    typer.echo(f"{run.path}: {run.about.name}, {run.about}")
    if run.counts:
        print_counts(run.counts)
    else:
        so_far = "" if run.complete else " so far"
        typer.echo(f"{amount(run.solutions, 'solution')}{so_far}")
    if run.about.missing:
        missing = f"{len(run.about.missing)} of {run.about.of} parts are not in this file"
        typer.echo(f"{missing}: {', '.join(map(str, run.about.missing[:20]))}")
    typer.echo(
        f"{amount(run.done, 'job')} done, {amount(len(run.open), 'job')} open; "
        f"{prospect_in_words(prospect, 1)}"
        f"{' for one worker' if run.open and not prospect.early else ''}"
    )
    if run.seconds:
        rate = run.counters.nodes / run.seconds
        work = f"{run.seconds:.2f} s" if run.seconds < 100 else duration(run.seconds)
        typer.echo(f"{work} of work, {rate:,.0f} nodes a second and worker")
    if run.counters.nodes:
        typer.echo("\n" + profile_table(run.counters))
    rows = [("Worker", "Jobs", "Nodes", "Seconds", "Last seen")]
    rows += [
        (name, f"{jobs:,}", f"{nodes:,}", f"{seconds:.1f}", _when(last))
        for name, (jobs, nodes, seconds, last) in sorted(_workers(run).items())
    ]
    if len(rows) > 1:
        typer.echo("\n" + "\n".join(columns(rows, right=[1, 2, 3])))
    sessions = [("Session", "Host", "Process", "Workers", "Version", "Began", "Ended")]
    for number, host, process, workers, version, began, ended in run.file.sessions():
        end = _when(ended) if ended else "not in good order, or still at work"
        sessions.append((str(number), host, str(process), workers, version, _when(began), end))
    if len(sessions) > 1:
        typer.echo("\n" + "\n".join(columns(sessions, right=[0, 2])))


def _workers(run: "Run") -> dict[str, tuple[int, int, float, float]]:
    """Jobs, nodes and seconds of each worker, and when it was last heard of."""
    found: dict[str, tuple[int, int, float, float]] = defaultdict(lambda: (0, 0, 0.0, 0.0))
    for one in run.done_jobs():
        jobs, nodes, seconds, last = found[one.worker]
        found[one.worker] = (
            jobs + 1,
            nodes + one.counters.nodes,
            seconds + one.seconds,
            max(last, one.ended),
        )
    return found


def _when(moment: float) -> str:
    try:
        return datetime.fromtimestamp(moment).strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError, OSError):  # runs of earlier versions had no sums
        return f"at {moment:g}"


def _object(run: "Run", prospect: "Prospect") -> dict[str, object]:
    counts = run.counts
    names = ("session", "host", "process", "workers", "version", "began", "ended")
    return {
        "run": str(run.path),
        "puzzle": run.about.name,
        "wish": str(run.about),
        "complete": run.complete,
        "solutions": run.solutions,
        "up_to_rotation": counts.up_to_rotation if counts else None,
        "up_to_symmetry": counts.up_to_symmetry if counts else None,
        "parts": list(run.about.parts),
        "of": run.about.of,
        **{key: value for key, value in event(run, prospect, 1).items() if key != "event"},
        "nodes_per_level": list(run.counters.nodes_per_level),
        "updates_per_level": list(run.counters.updates_per_level),
        "work_seconds": round(run.seconds, 6),
        "workers": {
            name: {"jobs": jobs, "nodes": nodes, "seconds": round(seconds, 3), "last": last}
            for name, (jobs, nodes, seconds, last) in sorted(_workers(run).items())
        },
        "sessions": [dict(zip(names, row, strict=True)) for row in run.file.sessions()],
    }
