"""What the sources claim: the manifest, read from the data of the package.

A *chapter* is a file of the manifest.  It has *jobs*, each a computation that is done once; a job
has *claims*, each a number that a source prints and that the job computes, and *figures*, which
are drawn from what the job finds.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tilewright.engines import require_one_of

__all__ = ["SECTIONS", "Chapter", "Claim", "Figure", "Job", "chapters"]

SECTIONS = {
    "knuth": "Dancing links",
    "lattice": "Lattice puzzles",
    "polygon": "Polygonal jigsaws",
    "lpanel": "L-Panel",
}
LAYOUTS = ("list", "grid")
DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A number that a source prints.

    `key` says which of the values of the job it is.  `within` are bounds that the computed value
    must keep where the source gives no exact number; `published` is then what it says, in words.
    `published` is None where a source speaks of a quantity but prints no number.  `why` explains a
    difference; `{computed}`, `{published}` and `{ratio}` stand for the numbers.
    """

    source: str
    place: str
    quantity: str
    key: str
    published: Any = None
    within: tuple[float, float] | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A picture of what a job finds under `key`; `place` is where the source has it."""

    name: str
    place: str
    caption: str
    key: str = "figure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A computation: a task, and what it is given.

    `seconds` is roughly what it took on one core of some machine; long jobs come last.  Jobs of
    the same `table` are shown as a grid of that title, each in the line of its `row`, which is its
    subject by default.
    """

    name: str
    subject: str
    task: str
    given: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 1.0
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figure, ...] = ()
    table: str = ""
    row: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """Jobs that belong together, with a title and what to know before reading.

    `layout` is how a page shows them: a "list" has a line for each claim, a "grid" a line for each
    subject and a column for each quantity.
    """

    name: str
    section: str
    title: str
    about: str
    sources: Mapping[str, str]
    jobs: tuple[Job, ...]
    layout: str = "list"


def chapters(section: str | None = None) -> tuple[Chapter, ...]:
    """The chapters of the manifest, or of one section of it."""
    if section is not None:
        require_one_of("the section", section, SECTIONS)
    wanted = [section] if section else list(SECTIONS)
    return tuple(c for one in wanted for c in _all_chapters() if c.section == one)


@cache
def _all_chapters() -> tuple[Chapter, ...]:
    return tuple(_chapter(path) for path in sorted(DATA.glob("*.toml")))


def _chapter(path: Path) -> Chapter:
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    jobs = entries.pop("job")
    require_one_of("the layout", entries.get("layout", "list"), LAYOUTS)
    return Chapter(
        name=path.stem, jobs=tuple(_job(job, entries["sources"]) for job in jobs), **entries
    )


def _job(entries: dict[str, Any], sources: Mapping[str, str]) -> Job:
    claims = tuple(_claims(entries.pop("claim", ()), entries.pop("source", None), sources))
    figures = tuple(Figure(**figure) for figure in entries.pop("figure", ()))
    return Job(claims=claims, figures=figures, **entries)


def _claims(
    rows: Sequence[dict[str, Any]], source: str | None, sources: Mapping[str, str]
) -> Iterator[Claim]:
    """A claim has the source of its job, or the only one of its chapter, unless it names one."""
    usual = source or next(iter(sources))
    for row in rows:
        known = {"source": usual, "key": row["quantity"].replace(" ", "_"), **row}
        if within := known.get("within"):
            known["within"] = tuple(within)
        yield Claim(**known)
