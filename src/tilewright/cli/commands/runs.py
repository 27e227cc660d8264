"""`tilewright runs`: look at runs, put their parts together, verify them, write solutions out."""

import sys
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import (
    DONE,
    NONE,
    Clock,
    amount,
    classes_entry,
    columns,
    duration,
    picked,
    print_json,
    print_numbers,
)
from tilewright.cli.covers import profile_table
from tilewright.cli.options import common, limits
from tilewright.cli.reasons import print_reason
from tilewright.cli.runs import event, prospect_in_words
from tilewright.cli.subjects import require_solutions
from tilewright.cli.terminal import Progress
from tilewright.export.writers import ExportError, export, export_polygons
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.runs import Forecast, Prospect, Report, Run, merge, open_run, verify

MOST_NAMED = 20  # missing parts


def show_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A run; somebody may work on it.")],
    seconds: Annotated[
        float,
        limits(min=0, metavar="S", help="Estimate for S seconds what is left; longer is better."),
    ] = 2.0,
    json: options.Json = False,
) -> int:
    """Show how far a run is: progress, estimate, rate, profile, and who worked on what."""
    with open_run(file) as run:
        prospect = Forecast(run).refine(run.open, seconds if run.open else 0)
        if json:
            print_json(_entry(run, prospect))
        else:
            _print(run, prospect)
    return DONE


def _print(run: Run, prospect: Prospect) -> None:
    print(f"{run.path}: {run.about.name}, {run.about}")
    if run.numbers:
        print_numbers(run.numbers, *run.plan.orders)
    else:
        print(_found(run))
    print_reason(run.refutation)
    if missing := _missing(run):
        print(f"{len(run.about.missing)} of {run.about.of} parts are not in this file: {missing}")
    print(
        f"{amount(run.done, 'job')} done, {amount(len(run.open), 'job')} open; "
        f"{prospect_in_words(prospect, 1)}"
        f"{' for one worker' if run.open and not prospect.early else ''}"
    )
    if run.seconds:
        rate = run.counters.nodes / run.seconds
        work = f"{run.seconds:.2f} s" if run.seconds < 100 else duration(run.seconds)
        print(f"{work} of work, {rate:,.0f} nodes a second and worker")
    if run.counters.nodes:
        print("\n" + profile_table(run.counters))
    rows = [("Worker", "Jobs", "Nodes", "Seconds", "Last seen")]
    rows += [
        (name, f"{jobs:,}", f"{nodes:,}", f"{seconds:.1f}", _when(last))
        for name, (jobs, nodes, seconds, last) in sorted(_workers(run).items())
    ]
    if len(rows) > 1:
        print("\n" + "\n".join(columns(rows, right=[1, 2, 3])))
    sessions = [("Session", "Host", "Process", "Workers", "Version", "Began", "Ended")]
    for number, host, process, workers, version, began, ended in run.file.sessions():
        end = _when(ended) if ended else "not in good order, or still at work"
        sessions.append((str(number), host, str(process), workers, version, _when(began), end))
    if len(sessions) > 1:
        print("\n" + "\n".join(columns(sessions, right=[0, 2])))


def _found(run: Run) -> str:
    return amount(run.solutions, "solution") + ("" if run.complete else " so far")


def _missing(run: Run) -> str:
    """The first parts that are not there."""
    more = ["…"] if len(run.about.missing) > MOST_NAMED else []
    return ", ".join([*map(str, run.about.missing[:MOST_NAMED]), *more])


def _workers(run: Run) -> dict[str, tuple[int, int, float, float]]:
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


def _entry(run: Run, prospect: Prospect) -> dict[str, object]:
    names = ("session", "host", "process", "workers", "version", "began", "ended")
    return {
        "run": str(run.path),
        "puzzle": run.about.name,
        "wish": str(run.about),
        **picked(run, "complete", "solutions"),
        **classes_entry(run.numbers),
        **picked(run.about, "parts", "of"),
        **{key: value for key, value in event(run, prospect, 1).items() if key != "event"},
        **picked(run.counters, "nodes_per_level", "updates_per_level"),
        "work_seconds": round(run.seconds, 6),
        "workers": {
            name: {"jobs": jobs, "nodes": nodes, "seconds": round(seconds, 3), "last": last}
            for name, (jobs, nodes, seconds, last) in sorted(_workers(run).items())
        },
        "sessions": [dict(zip(names, row, strict=True)) for row in run.file.sessions()],
    }


def merge_runs(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Parts, begun with --part 1/16 and so on.")
    ],
    to: Annotated[Path, common(metavar="OUT", help="The run to make of them.")],
    json: options.Json = False,
) -> int:
    """Make one run of parts that were done on machines that know nothing of each other.

    They may be unfinished, and some may be missing: the run can be resumed, and merged with others
    later.  The parts stay as they are.

    Exit status: 0 merged, 2 bad input.
    """
    with merge(files, to) as run:
        if json:
            numbers = {"open_jobs": len(run.open), **picked(run, "complete", "solutions")}
            parts = picked(run.about, "of", "parts", "missing")
            made = {"file": str(run.path), "name": run.about.name, **parts, **numbers}
            print_json(made | classes_entry(run.numbers))
        else:
            print(*_merge_lines(run), sep="\n")
    return DONE


def _merge_lines(run: Run) -> list[str]:
    parts = amount(len(run.about.parts), "part")
    lines = [f"{run.path}: {parts} of {run.about.of} of {run.about.name}"]
    if missing := _missing(run):
        lines.append(f"missing: {missing}; merge them with this one when they are there")
    if not run.finished:
        lines.append(f"{amount(len(run.open), 'job')} open: `tilewright resume {run.path}`")
    return [*lines, str(run.counts or _found(run))]


def verify_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The run.")],
    sample: Annotated[
        int, limits(min=0, metavar="N", help="Search N of the finished jobs again.")
    ] = 20,
    seconds: Annotated[
        float, limits(min=0, metavar="S", help="Search again no longer than S seconds.")
    ] = 60.0,
    seed: Annotated[int, common(min=0, metavar="N", help="Draw what is sampled by N.")] = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Look at everything in a run, check its solutions, and search a sample of its jobs again.

    Solutions are checked by code that shares nothing with the engines.  Somebody may work on the
    run meanwhile: what is looked at is one moment of it.

    Exit status: 0 sound, 1 there are complaints, 2 bad input, 130 interrupted.
    """
    clock = Clock()
    with open_run(file, check=False) as run, Progress(quiet=quiet) as line:

        def tell(what: str, done: int, of: int) -> None:
            line.put(f"{what}: {done:,} of {of:,}")

        report = verify(run, sample=sample, seconds=seconds, seed=seed, progress=tell)
    if json:
        numbers = ("jobs", "solutions", "on_board", "repeated", "sample", "untold")
        entry = {
            "file": str(file),
            "sound": report.ok,
            **picked(report, *numbers),
            "certificate": report.certificate.kind if report.certificate else None,
            "complaints": report.complaints,
            "seconds": round(clock.seconds, 6),
        }
        print_json(entry)
    else:
        print(*_verify_lines(file, report, clock.seconds), sep="\n")
    return DONE if report.ok else NONE


def _verify_lines(file: Path, report: Report, spent: float) -> list[str]:
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


def export_run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file of the run.")],
    to: Annotated[
        Path,
        common(metavar="OUT", help="The file to write; it ends in .parquet, .csv, .jsonl or .txt."),
    ],
    where: Annotated[
        list[str] | None,
        common(
            metavar="CONDITION",
            help="Only solutions for which this holds: 'X at 3,4' (piece X covers that cell), 'X "
            "not at 3,4', symmetric, or asymmetric.  May be given again: then all must hold.",
        ),
    ] = None,
    symmetric: Annotated[
        bool, common("--symmetric", help="Only solutions that a symmetry maps to themselves.")
    ] = False,
    sort: Annotated[
        list[str] | None,
        options.output(
            metavar="ORDER",
            help="Sort by symmetry (those first that most symmetries map to themselves; for mirror "
            "scores see `tilewright solve --sort`), by letters, or by the place of the piece of "
            "that name.  May be given again, to settle ties.",
        ),
    ] = None,
    force: Annotated[bool, options.output("--force", help="Replace a file that is there.")] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Write the solutions of a run to a file; its ending says how.

    They keep the numbers that they have in the order of the search.  However many there are, only
    some are in memory at a time.  Solutions of polygon puzzles are written all, in that order.

    Exit status: 0 written, 2 bad input, 130 interrupted.
    """
    conditions = [*(where or ()), *(["symmetric"] if symmetric else ())]
    quiet |= not sys.stderr.isatty()
    with open_run(file) as run, Progress(quiet=quiet) as line:
        require_solutions(run)

        def progress(solutions: int) -> None:
            line.put(f"{amount(solutions, 'solution')} read")

        how: dict[str, Any] = {"force": force, "progress": progress}
        if not isinstance(run.model, Jigsaw):
            written = export(run.model, run.blocks, to, where=conditions, sort=sort or (), **how)
        elif conditions or sort:
            raise ExportError(
                "solutions of polygon puzzles are written all, in the order of the search: leave "
                "out --where, --symmetric and --sort"
            )
        else:
            written = export_polygons(map(run.polygons(run.model), run.covers()), to, **how)
    if json:
        print_json({"file": str(to), "solutions": written})
    else:
        print(f"{amount(written, 'solution')} written to {to}")
    return DONE
