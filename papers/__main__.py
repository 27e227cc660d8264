"""`python -m papers`: every number of the documents behind this program, computed again."""

import json as json_text
import os
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tilewright.cli.answers import DONE, INTERRUPTED, NONE, UNDECIDED, amount, duration, why_stopped
from tilewright.cli.main import run_command
from tilewright.cli.options import Json, Quiet
from tilewright.cli.terminal import Progress as Shown
from tilewright.cli.terminal import on_signal
from tilewright.engines import OptionError

if TYPE_CHECKING:
    from papers import Judged, Recomputing

__all__ = ["papers"]

UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "": 1}


def papers(
    section: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only knuth, lattice, polygon or lpanel."),
    ] = None,
    budget: Annotated[
        str, typer.Option(metavar="TIME", help="How long to compute: 90s, 10m, 2h.")
    ] = "10m",
    file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Store results in this file, and take those that it has; default: in the "
            "user's cache.",
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute everything anew, whatever the file has.")
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page (Markdown), with pictures beside it."),
    ] = None,
    threads: Annotated[
        int, typer.Option(min=0, help="How many jobs at a time; 0: as many as there are cores.")
    ] = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Compute every number that the documents behind Tilewright print, and compare.

    The verdict on each is same, different (with why), or not computed within the budget (with an
    estimate).  What was computed is kept: the next call goes on from there.

    Exit status: 0 everything was computed, 1 a number differs and nobody knows why, or a job
    failed, 2 bad input, 3 the budget was spent first, 130 interrupted.
    """
    from papers import Recomputing, Store, chapters
    from tilewright.engines import SearchOptions, thread_count

    began = time.monotonic()
    seconds = _seconds(budget)
    found = chapters(section)
    if page:
        _check_page(page)
    with Store(file or _usual_file()) as store:
        at_a_time = thread_count(SearchOptions(threads=threads))
        work = Recomputing(found, store, at_a_time, fresh)
        with on_signal(work.stop) as interrupted, Shown(quiet=quiet) as shown:
            work.work(
                seconds,
                lambda at: shown.say(
                    f"{at.done} of {amount(at.jobs, 'job')}; now {' and '.join(at.at_work)}; "
                    f"{duration(at.left)} of the budget left"
                ),
            )
        written = _write_page(page, work) if page else ""
        judged = work.judged
        stopped_by = why_stopped(done=not work.unfinished, interrupted=bool(interrupted))
        took = time.monotonic() - began
        if json:
            value = {
                "task": "papers",
                "section": section,
                "budget": seconds,
                "file": str(store.path),
                "claims": [_entry(one) for one in judged],
                "summary": _summary(judged),
                "errors": work.errors,
                "complete": stopped_by is None,
                "stopped_by": stopped_by,
                "seconds": round(took, 3),
            }
            typer.echo(json_text.dumps(value))
        else:
            _print(work, judged, took)
            if written:
                typer.echo(written)
    sys.stdout.flush()
    if stopped_by == "interrupt":
        return INTERRUPTED
    if work.errors or not all(one.explained for one in judged):
        return NONE
    return UNDECIDED if stopped_by else DONE


def _seconds(budget: str) -> float:
    """A time as people write it.

    >>> _seconds("90s"), _seconds("10m"), _seconds("1.5h")
    (90.0, 600.0, 5400.0)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|min|h|)", budget.strip())
    if not match:
        raise OptionError(f"the budget is {budget!r}: expected a time such as 90s, 10m or 2h")
    return float(match[1]) * UNITS[match[2]]


def _usual_file() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "tilewright" / "papers.run"


def _check_page(path: Path) -> None:
    """Refuse before anything is computed what cannot be written afterwards."""
    from tilewright.render import check_path

    check_path(path)
    if not path.suffix:
        raise OptionError(
            f"--page {path}: expected a file such as {path}.md, as {path} is a folder"
        )
    folder = path.with_suffix("")
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"--page {path}: the pictures go into {folder}, which is no folder")


def _write_page(path: Path, work: "Recomputing") -> str:
    """Write the pictures, then the page; say where.  No file is ever there by half.

    Pictures that an earlier page shows, and this one does not, are removed.
    """
    from papers.page import page, pictures_on
    from tilewright.render import write_files

    made = page(work.chapters, work.judged, work.findings, path.stem)
    folder = path.parent / made.folder
    before = pictures_on(path.read_text(encoding="utf-8"), made.folder) if path.is_file() else []
    if made.pictures:
        folder.mkdir(exist_ok=True)
    write_files({folder / name: svg.encode() for name, svg in made.pictures.items()})
    write_files({path: made.text.encode()})
    for name in before:
        if name not in made.pictures:
            (folder / name).unlink(missing_ok=True)
    pictures = f", with {amount(len(made.pictures), 'picture')} in {folder}" * bool(made.pictures)
    return f"the page is {path}{pictures}"


def _summary(judged: "list[Judged]") -> dict[str, Any]:
    """What is not printed is no claim, whether it was computed or not."""
    printed = [one for one in judged if one.claim.published is not None]
    verdicts = Counter(one.verdict for one in printed)
    verdicts["not printed"] = len(judged) - len(printed)
    claims = len(printed)
    computed = verdicts["same"] + verdicts["different"]
    return {
        "claims": claims,
        **{
            verdict.replace(" ", "_"): verdicts[verdict]
            for verdict in ("same", "different", "not computed", "not printed")
        },
        "share_computed": round(computed / claims, 4) if claims else 1.0,
    }


def _entry(one: "Judged") -> dict[str, Any]:
    claim = one.claim
    entry: dict[str, Any] = {
        "source": claim.source,
        "place": claim.place,
        "job": one.job.name,
        "subject": one.job.subject,
        "quantity": claim.quantity,
        "published": claim.published,
        "computed": one.computed,
        "verdict": one.verdict,
        "why": one.why or None,
        "estimate": None,
        "seconds": round(one.seconds, 3),
        "earlier": one.earlier,
    }
    if one.guess:
        guess = one.guess
        entry["estimate"] = {"mean": guess.mean, "low": guess.low, "high": guess.high}
    return entry


def _print(work: "Recomputing", judged: "list[Judged]", seconds: float) -> None:
    from papers.report import claim_lines

    for line in claim_lines(work.chapters, judged):
        typer.echo(line)
    counts = _summary(judged)
    typer.echo(
        f"{amount(counts['claims'], 'claim')}: {counts['same']} same, {counts['different']} "
        f"different, {counts['not_computed']} not computed; {seconds:.0f} s"
    )
    for name, error in work.errors.items():
        typer.echo(f"job {name} could not be done: {error}")
    typer.echo(f"results are kept in {work.store.path}")


if __name__ == "__main__":
    run_command(papers)
