"""What is printed when a run ends, for now or for good."""

import json as json_text
import shlex
import sys
from typing import TYPE_CHECKING

import typer

from tilewright.cli.puzzles import NUMBERS, AnyGiven
from tilewright.cli.statuses import StoppedBy
from tilewright.cli.words import amount, columns
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.tiling import Counts

if TYPE_CHECKING:
    from tilewright.jigsaw import PolygonCounts
    from tilewright.runs import Run

__all__ = ["RunAnswer", "compare_counts", "print_counts"]


def print_counts(counts: Counts) -> None:
    """The three numbers, a line each."""
    rows = [
        (f"{counts.solutions:,}", "solutions"),
        (f"{counts.up_to_rotation:,}", f"up to rotation ({amount(counts.rotations, 'rotation')})"),
        (f"{counts.up_to_symmetry:,}", f"up to symmetry ({amount(counts.symmetries, 'symmetry')})"),
    ]
    typer.echo("\n".join(columns(rows, right=[0])))


def compare_counts(puzzle: AnyGiven, counts: "Counts | PolygonCounts") -> None:
    """Say so if the catalogue has other numbers."""
    for name in NUMBERS:
        expected, counted = getattr(puzzle.known, name), getattr(counts, name)
        if expected is not None and expected != counted:
            print(
                f"warning: the catalogue has {expected:,} {name.replace('_', ' ')}, not "
                f"{counted:,} (from {puzzle.known.source}): please report this",
                file=sys.stderr,
            )


class RunAnswer:
    """Prints what a run has come to: for people, or as one JSON object."""

    def __init__(self, run: "Run", *, json: bool, puzzle: AnyGiven | None) -> None:
        self._run, self._json, self._puzzle = run, json, puzzle

    def finish(self, stopped_by: StoppedBy, seconds: float) -> None:
        """That was all, at least for now."""
        run = self._run
        if self._json:
            typer.echo(json_text.dumps(self._object(stopped_by, seconds)))
        else:
            self._print(stopped_by, seconds)
        if self._puzzle and run.counts:
            sys.stdout.flush()
            compare_counts(self._puzzle, run.counts)

    def _print(self, stopped_by: StoppedBy, seconds: float) -> None:
        run = self._run
        work = (
            f"{amount(run.counters.nodes, 'node')}, {run.seconds:.2f} s of work, "
            f"{seconds:.2f} s {'now' if len(run.file.sessions()) > 1 else 'in all'}"
        )
        if run.counts:
            print_counts(run.counts)
            typer.echo(f"{work}; kept in {run.path}")
            return
        listing = run.plan.wish.task == "solve"
        what = "solution" + ("" if run.solutions == 1 else "s")
        if listing and run.plan.wish.up_to != "nothing":
            what += f" up to {run.plan.wish.up_to}"
        so_far = "" if run.finished else " so far"
        typer.echo(f"{run.solutions:,} {what}{so_far}; {work}; kept in {run.path}")
        if stopped_by:
            path = shlex.quote(str(run.path))
            typer.echo(f"stopped by {stopped_by}; go on with: tilewright resume {path}")
        elif run.about.missing:
            names = ", ".join(f"{k}/{run.about.of}" for k in run.about.parts)
            merging = "tilewright runs merge … --to ALL.run"
            typer.echo(f"part {names} is done; when all {run.about.of} are: {merging}")
        elif listing and run.solutions:
            path = shlex.quote(str(run.path))
            typer.echo(f"to see them: tilewright runs export {path} --to solutions.txt")

    def _object(self, stopped_by: StoppedBy, seconds: float) -> dict[str, object]:
        run, counts = self._run, self._run.counts
        return {
            "run": str(run.path),
            "puzzle": run.about.name,
            "task": run.plan.wish.task,
            "engine": run.plan.stages[0].engine if run.plan.stages else None,
            "solutions": run.solutions,
            "up_to": run.plan.wish.up_to if run.plan.wish.task == "solve" else None,
            "up_to_rotation": counts.up_to_rotation if counts else None,
            "up_to_symmetry": counts.up_to_symmetry if counts else None,
            **({"certified": True} if isinstance(run.model, Jigsaw) else {}),
            "complete": run.complete,
            "parts": list(run.about.parts),
            "of": run.about.of,
            "stopped_by": stopped_by,
            "nodes": run.counters.nodes,
            "updates": run.counters.updates,
            "jobs_done": run.done,
            "jobs_open": len(run.open),
            "work_seconds": round(run.seconds, 6),
            "seconds": round(seconds, 6),
        }
