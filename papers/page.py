"""The page that shows published and computed numbers side by side, in Markdown, with pictures."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from urllib.parse import quote

from papers.claims import SECTIONS, Chapter, Figure
from papers.figures import figure_svg
from papers.tables import chapter_tables, escaped, linked
from papers.verdicts import Finding, Judged
from tilewright.errors import TilewrightError

__all__ = ["Page", "page", "pictures_on"]

HEAD = """\
---
hide:
  - toc
---

# The papers, recomputed

Tilewright grew from five documents: Knuth's *Dancing links*, a paper and a thesis on lattice \
puzzles, a report on polygonal jigsaws, and a chapter on L-Panel. This page has the numbers that \
they print beside those that Tilewright computes, and draws the pictures that they describe.

- **same**: computed, and equal to what is printed; or within its bounds, where the source gives \
a rough number;
- **different**: computed, and something else came out; the notes below each table say why, or \
that nobody knows;
- **not computed**: there was not enough time; “≈” is then an estimate from some random \
descents, with an interval that is meant to hold the truth in 95 of 100 cases, and misses it where \
few branches of the search have most of the nodes;
- **not printed**: the source speaks of a quantity, but has no number for it. This is no claim, \
and is not counted as one.

Where a table has a column for each quantity, one number is what is printed and what is computed; \
in “2 ≠ 3”, 2 is ours and 3 is printed; a number in italics is ours, and not printed. Where two \
places print different numbers, these stand one below the other, in the order in which the title \
of the table names the places.

Nothing on this page is typed in by hand but what the sources say: `make papers` computes \
everything and writes it. [`python -m papers`](reference/shell.md#the-papers) does the \
same for one part, or in less time.
"""
ACROSS = 3  # pictures in a row
VERDICTS = ("same", "different", "not computed")


@dataclass(slots=True)
class Page:
    """The text, and the pictures beside it by their names in `folder`."""

    folder: str
    text: str = ""
    pictures: dict[str, str] = field(default_factory=dict)


def page(
    chapters: Sequence[Chapter],
    judged: Sequence[Judged],
    findings: Mapping[str, Finding],
    folder: str = "papers",
) -> Page:
    """The whole page.  The same findings make the same page, to the byte."""
    made = Page(folder)
    by_job = {name: list(group) for name, group in groupby(judged, lambda one: one.job.name)}
    claims = {
        chapter.name: [one for job in chapter.jobs for one in by_job.get(job.name, ())]
        for chapter in chapters
    }
    lines = [HEAD, *_summary(chapters, claims)]
    section = None
    for chapter in chapters:
        if chapter.section != section:
            section = chapter.section
            lines += ["", f"## {SECTIONS[section]}"]
        lines += ["", f"### {chapter.title}", "", *_paragraphs(linked(chapter.about))]
        lines += ["", *chapter_tables(chapter, claims[chapter.name])]
        lines += _figures(chapter, findings, made)
    made.text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"
    return made


def pictures_on(text: str, folder: str) -> list[str]:
    """The names of the pictures that such a page shows.

    >>> pictures_on("| ![a](papers/a-1.svg)<br>one | ![b](papers/b.svg) |", "papers")
    ['a-1.svg', 'b.svg']
    """
    return re.findall(rf"\]\({re.escape(quote(folder))}/([\w-]+\.svg)\)", text)


def _paragraphs(about: str) -> Iterator[str]:
    """What to know before, a line for each paragraph; lists and code stay as they are."""
    for number, paragraph in enumerate(about.strip().split("\n\n")):
        if number:
            yield ""
        lines = paragraph.splitlines()
        if any(re.match(r"\s|[-*+|>`]|\d+\. ", line) for line in lines):
            yield from lines
        else:
            yield " ".join(line.strip() for line in lines)


def _summary(chapters: Sequence[Chapter], claims: Mapping[str, Sequence[Judged]]) -> Iterator[str]:
    """How many claims there are, and what became of them, chapter by chapter."""
    yield "| part | claims | same | different | not computed |"
    yield "|---|---:|---:|---:|---:|"
    total: Counter[str] = Counter()
    for section, group in groupby(chapters, lambda chapter: chapter.section):
        title = SECTIONS[section]
        yield f"| **[{title}](#{_anchor(title)})** | | | | |"
        for chapter in group:
            verdicts: Counter[str] = Counter(
                one.verdict for one in claims[chapter.name] if one.claim.published is not None
            )
            total.update(verdicts)
            yield f"| [{escaped(chapter.title)}](#{_anchor(chapter.title)}) | {_counts(verdicts)} |"
    yield f"| **all** | {_counts(total)} |"


def _counts(verdicts: Mapping[str, int]) -> str:
    counts = [verdicts.get(verdict, 0) for verdict in VERDICTS]
    return " | ".join(f"{count:,}" for count in (sum(counts), *counts))


def _anchor(title: str) -> str:
    """The name that Markdown gives to a heading.

    >>> _anchor("Symmetry: Scott's problem")
    'symmetry-scotts-problem'
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _figures(chapter: Chapter, findings: Mapping[str, Finding], made: Page) -> Iterator[str]:
    """The pictures of a chapter, side by side, and which ones are missing."""
    small: list[str] = []
    wide: list[str] = []
    missing: list[str] = []
    for job in chapter.jobs:
        for figure in job.figures:
            values = findings.get(job.name, Finding()).values
            if values is None:
                missing.append(f"{_title(figure)} is not drawn: it was not computed.")
                continue
            try:
                svg, is_wide = figure_svg(values.get(figure.key))
            except TilewrightError as error:
                missing.append(f"{_title(figure)} is not drawn: {error}")
                continue
            made.pictures[f"{figure.name}.svg"] = svg
            (wide if is_wide else small).append(_picture(figure, made.folder))
    for first in range(0, len(small), ACROSS):
        some = small[first : first + ACROSS]
        if first == 0:
            across = min(ACROSS, len(small))
            yield from ("", "| " * across + "|", "|" + ":---:|" * across)
        yield f"| {' | '.join([*some, *[''] * (across - len(some))])} |"
    for text in (*wide, *missing):
        yield from ("", text)


def _picture(figure: Figure, folder: str) -> str:
    alternative = re.sub(r"[\[\]]", "", figure.caption)
    words = f"{_title(figure)}: {figure.caption}" if figure.place else figure.caption
    return f"![{escaped(alternative)}]({quote(folder)}/{figure.name}.svg)<br>{escaped(words)}"


def _title(figure: Figure) -> str:
    return escaped(figure.place or figure.caption)
