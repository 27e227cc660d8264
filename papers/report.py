"""What `make papers` prints: a line or two for each subject, chapter by chapter."""

import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from papers.claims import SECTIONS
from papers.spelling import estimated, spelt
from tilewright.cli.answers import amount, page_width

if TYPE_CHECKING:
    from papers import Chapter, Judged

__all__ = ["claim_lines"]

VERDICTS = ("same", "different", "not computed", "not printed")
WIDEST = 120
MOST_ENTRIES = 6  # of a list that is written out


def claim_lines(chapters: "Sequence[Chapter]", judged: "Sequence[Judged]") -> Iterator[str]:
    """The verdicts on all claims, and what they are about."""
    by_job = {name: list(group) for name, group in groupby(judged, lambda one: one.job.name)}
    width = min(WIDEST, page_width())
    for section, group in groupby(chapters, lambda chapter: chapter.section):
        yield SECTIONS[section].upper()
        for chapter in group:
            yield ""
            yield chapter.title
            claims = [one for job in chapter.jobs for one in by_job.get(job.name, ())]
            for subject, about in groupby(claims, lambda one: one.job.subject):
                yield from _subject(subject, list(about), width)
        yield ""


def _subject(subject: str, judged: "list[Judged]", width: int) -> Iterator[str]:
    """The claims on one subject, those with the same verdict together."""
    for verdict in VERDICTS:
        some = [one for one in judged if one.verdict == verdict]
        if not some:
            continue
        words = f"{subject} – {'; '.join(map(_claim, some))}"
        beginning = f"  {verdict:12}  "
        yield from textwrap.wrap(
            words,
            max(width, len(beginning) + 24),
            initial_indent=beginning,
            subsequent_indent=" " * len(beginning),
            break_on_hyphens=False,
        )
        for why in dict.fromkeys(one.why or "nobody knows why" for one in some):
            if verdict == "different":
                indent = " " * (len(beginning) + 2)
                yield from textwrap.wrap(
                    f"– {why}",
                    max(width, len(indent) + 24),
                    initial_indent=indent,
                    subsequent_indent=indent + "  ",
                    break_on_hyphens=False,
                )


def _claim(one: "Judged") -> str:
    """A quantity, and the number; both where they are not the same."""
    printed = one.claim.published
    also = one.verdict in ("different", "not computed") or one.claim.within is not None
    if one.verdict == "not computed":
        about = estimated(one.guess)
        ours = f": about {about}" if about else ""
    else:
        ours = f": {_short(one.computed)}"
    more = f", printed {_short(printed)}" if also and printed is not None else ""
    return f"{one.claim.quantity}{ours}{more}"


def _short(value: object) -> str:
    if isinstance(value, list) and len(value) > MOST_ENTRIES:
        return f"[{amount(len(value), 'entry')}]"
    return spelt(value)
