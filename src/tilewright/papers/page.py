"""The page that shows published and computed numbers side by side, in Markdown."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from tilewright.engines import Figure as Guess
from tilewright.papers.claims import SECTIONS, Chapter
from tilewright.papers.verdicts import Judged

__all__ = ["page", "spelt", "verdict_words"]

HEAD = """\
# The papers, recomputed

Tilewright grew from five documents. This page has every number that they print beside the one that
Tilewright computes, and what to think of it:

- **same**: computed, and equal to what is printed;
- **different**, and why;
- **not computed** within the time there was, with an estimate.

`make papers` computes everything anew and writes this page; nothing on it is typed in by hand but
what the sources say.
"""


def page(chapters: Sequence[Chapter], judged: Sequence[Judged]) -> str:
    """The whole page."""
    by_job = {name: list(group) for name, group in groupby(judged, lambda one: one.job.name)}
    lines = [HEAD, *_summary(chapters, by_job)]
    section = None
    for chapter in chapters:
        if chapter.section != section:
            section = chapter.section
            lines += ["", f"## {SECTIONS[section]}"]
        lines += ["", f"### {chapter.title}", "", chapter.about.strip(), ""]
        lines += _table([one for job in chapter.jobs for one in by_job.get(job.name, ())])
    return "\n".join(lines) + "\n"


def spelt(value: Any) -> str:
    """A value as one reads it.

    >>> spelt(1568), spelt([1, 2048]), spelt("none")
    ('1,568', '1 2,048', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        return " ".join(map(spelt, value))
    return "–" if value is None else str(value)


def verdict_words(one: Judged) -> str:
    """The verdict, with why or with the estimate."""
    if one.verdict == "different":
        return f"different: {one.why or 'nobody knows why'}"
    if one.verdict == "not computed":
        return f"not computed within the budget ({_estimate(one.guess)})"
    return one.verdict


def _estimate(guess: Guess | None) -> str:
    return "no estimate" if guess is None else f"estimate {guess}"


def _summary(chapters: Sequence[Chapter], by_job: dict[str, list[Judged]]) -> Iterator[str]:
    yield "| part | claims | same | different | not computed |"
    yield "|---|---:|---:|---:|---:|"
    for section, title in SECTIONS.items():
        verdicts = Counter(
            one.verdict
            for chapter in chapters
            if chapter.section == section
            for job in chapter.jobs
            for one in by_job.get(job.name, ())
        )
        verdicts.pop("not printed", None)
        if total := verdicts.total():
            counts = " | ".join(str(verdicts[v]) for v in ("same", "different", "not computed"))
            yield f"| [{title}](#{title.lower().replace(' ', '-')}) | {total} | {counts} |"


def _table(judged: Sequence[Judged]) -> Iterator[str]:
    yield "| where | what | quantity | published | ours | verdict |"
    yield "|---|---|---|---:|---:|---|"
    for one in judged:
        claim = one.claim
        cells = [
            claim.place,
            one.job.subject,
            claim.quantity,
            spelt(claim.published),
            spelt(one.computed),
            verdict_words(one),
        ]
        yield f"| {' | '.join(cells)} |"
