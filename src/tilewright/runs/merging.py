"""Parts of a run, computed on machines that know nothing of each other, as one run."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from tilewright.runs.file import RunFile
from tilewright.runs.run import Run, open_run
from tilewright.runs.schema import RunError


def merge(paths: Sequence[str | Path], to: str | Path) -> Run:
    """Make a new run of some parts of a run, in any order, finished or not.

    The parts stay as they are.  If some are missing, `missing` of the new run tells which: they can
    be merged with it later, into yet another one.  Raises RunError if they do not belong together;
    then there is no new run.
    """
    if not paths:
        raise RunError("there is nothing to merge: name the files of two parts or more")
    with ExitStack() as held:
        runs = [held.enter_context(open_run(path)) for path in paths]
        for run in runs:
            # What is merged is what is looked at now, though somebody may be working on it.
            held.enter_context(run.file.unchanged())
            run.reload()
            _require_alike(runs[0], run)
        first = runs[0]
        about = replace(first.about, parts=tuple(sorted(_owners(runs))))
        file = RunFile.create(to, about.rows(), others=[run.file for run in runs])
        return Run(file, about, first.model, first.plan)


def _require_alike(first: Run, other: Run) -> None:
    """Are these parts of the same run?"""
    for run in (first, other):
        if run.about.of == 1:
            raise RunError(
                f"{run.path} is a whole run, not a part of one: there is nothing to merge it with; "
                f"parts are begun with --part 1/16, --part 2/16 and so on"
            )
    if first.about.fingerprint != other.about.fingerprint:
        raise RunError(
            f"{first.path} and {other.path} are not parts of the same run: the puzzles in them, "
            f"{first.about.name!r} and {other.about.name!r}, are not the same"
        )
    for what, ours, theirs in (
        ("number of parts", first.about.of, other.about.of),
        ("task", first.plan.request.task, other.plan.request.task),
        ("up_to", first.plan.request.up_to, other.plan.request.up_to),
        ("requirements", first.plan.request.require, other.plan.request.require),
        ("engine", _engines(first), _engines(other)),
        ("set of options", dict(first.plan.request.options), dict(other.plan.request.options)),
        ("plan", first.plan.fingerprint, other.plan.fingerprint),
    ):
        if ours != theirs:
            raise RunError(
                f"{first.path} and {other.path} are not parts of the same run: the {what} is "
                f"{ours!r} in the first, and {theirs!r} in the second"
            )


def _owners(runs: Sequence[Run]) -> dict[int, Path]:
    """The file that has each part."""
    owners: dict[int, Path] = {}
    for run in runs:
        for part in run.about.parts:
            if part in owners:
                raise RunError(
                    f"part {part} is in both {owners[part]} and {run.path}: leave one out"
                )
            owners[part] = run.path
    return owners


def _engines(run: Run) -> str:
    """Those of all stages: auto may choose differently on different machines."""
    return " ".join(dict.fromkeys(stage.engine for stage in run.plan.stages))
