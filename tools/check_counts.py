"""`python -m tools.check_counts [NAME]…`: entries of the data set counted again, and compared."""

import json as json_text
from contextlib import suppress
from typing import Annotated, Any, Literal

import typer

from tilewright.cli.answers import DONE, INTERRUPTED, NONE, UNDECIDED, amount, why_stopped
from tilewright.cli.commands.counts import chosen_entries
from tilewright.cli.main import run_command
from tilewright.cli.options import Json, MaxSeconds, Quiet
from tilewright.cli.terminal import Progress, on_signal
from tilewright.dataset import Entry
from tilewright.engines import FrontierError
from tools.recount import Recount, two_engines

Verdict = Literal["same", "different", "not counted"]


class _Checking:
    """Counts under way, which a signal can stop."""

    def __init__(self, max_seconds: float | None) -> None:
        self.stopped = False
        self._max_seconds = max_seconds
        self._current: Recount | None = None

    def stop(self) -> None:
        self.stopped = True
        if self._current:
            self._current.stop()

    def count(self, entry: Entry, engine: str, progress: Progress) -> Recount:
        memory = entry.memory << 30
        self._current = recount = Recount(entry.puzzle(), engine, self._max_seconds, memory)
        if self.stopped:
            recount.stop()
        with suppress(FrontierError):  # no room for the states: not counted
            for _ in recount:
                progress.say(f"{entry.name} with engine {engine}")
        return recount


def check_counts(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Only these entries; the name of a series stands for its members."),
    ] = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Count entries of the data set again, each with the two engines that were fastest.

    Exit status: 0; 1 if one comes out different; 2 bad input; 3 --max-seconds was too short for
    some, or there was no room; 130 interrupted.
    """
    chosen = chosen_entries(names or [], None)
    checking = _Checking(max_seconds)
    told: list[dict[str, Any]] = []
    with Progress(quiet=quiet) as progress, on_signal(checking.stop) as interrupted:
        for entry in chosen:
            recounts = [checking.count(entry, engine, progress) for engine in two_engines(entry)]
            if checking.stopped:
                break
            told.append(_told(entry, recounts))
            if not json:
                typer.echo(_line(entry, recounts))
    verdicts = [one["verdict"] for one in told]
    done = len(told) == len(chosen) and "not counted" not in verdicts
    stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
    same, different = verdicts.count("same"), verdicts.count("different")
    if json:
        value = {"task": "check counts", "entries": told, "same": same, "different": different}
        value |= {"complete": stopped_by is None, "stopped_by": stopped_by}
        typer.echo(json_text.dumps(value))
    else:
        rest = len(chosen) - same - different
        entries = amount(len(chosen), "entry")
        typer.echo(f"{entries}: {same} same, {different} different, {rest} not counted")
    if stopped_by == "interrupt":
        return INTERRUPTED
    if different or not chosen:
        return NONE
    return UNDECIDED if stopped_by else DONE


def _verdict(entry: Entry, recounts: list[Recount]) -> Verdict:
    if any(one.numbers not in (None, entry.numbers) for one in recounts):
        return "different"
    return "same" if recounts and all(one.numbers for one in recounts) else "not counted"


def _told(entry: Entry, recounts: list[Recount]) -> dict[str, Any]:
    names = ("solutions", "up_to_rotation", "up_to_symmetry")
    return {
        "name": entry.name,
        "verdict": _verdict(entry, recounts),
        **dict(zip(names, entry.numbers, strict=True)),
        "counted": {
            one.engine: dict(zip(names, one.numbers, strict=True)) if one.numbers else None
            for one in recounts
        },
        "seconds": {one.engine: round(one.seconds, 6) for one in recounts},
    }


def _line(entry: Entry, recounts: list[Recount]) -> str:
    words = []
    for one in recounts:
        if one.numbers is None:
            words.append(f"{one.engine} not within {one.seconds:.2f} s")
        elif one.numbers == entry.numbers:
            words.append(f"{one.engine} {one.seconds:.2f} s")
        else:
            found = ", ".join("unknown" if n is None else f"{n:,}" for n in one.numbers)
            wanted = ", ".join(f"{n:,}" for n in entry.numbers)
            words.append(f"{one.engine} {found} instead of {wanted}, {one.seconds:.2f} s")
    return f"{entry.name}: {_verdict(entry, recounts)} ({'; '.join(words)})"


if __name__ == "__main__":
    run_command(check_counts)
