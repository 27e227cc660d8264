"""Claims in tables of Markdown, with notes below that say why numbers differ."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from papers.claims import Chapter
from papers.spelling import estimated, spelt
from papers.verdicts import Judged

__all__ = ["chapter_tables", "escaped", "linked"]

NO_REASON = "Nobody has found out why."
LEVELS = "_per_level"  # what the keys of profiles end with
SHORT = 6  # a list of more numbers is a table of its own
BEGINNING = 2  # of a long list


def chapter_tables(chapter: Chapter, judged: Sequence[Judged]) -> Iterator[str]:
    """All claims of a chapter, as lines: first the list, then grids, then profiles."""
    notes = _Notes()
    plain: list[Judged] = []
    grids: dict[str, list[Judged]] = {}
    profiles: dict[tuple[str, str], list[Judged]] = {}
    for one in judged:
        if _is_profile(one):
            profiles.setdefault((one.job.subject, one.claim.place), []).append(one)
        elif one.job.table or chapter.layout == "grid":
            grids.setdefault(one.job.table, []).append(one)
        else:
            plain.append(one)
    for title, some in grids.items():
        grids[title], alone = _fit_for_grid(some)
        plain += alone
    if plain:
        yield from _list(plain, notes)
        yield from notes.lines()
    for title, some in grids.items():
        places = "; ".join(dict.fromkeys(one.claim.place for one in some))
        yield from ("", f"**{title}** ({places}):" if title else "", "")
        yield from _grid(some, notes)
        yield from notes.lines()
    for (subject, place), some in profiles.items():
        yield from ("", f"**{subject}**, level by level ({place}):", "")
        yield from _profile(some, notes)
    yield from notes.lines()


def _fit_for_grid(judged: Sequence[Judged]) -> tuple[list[Judged], list[Judged]]:
    """Claims with a column of their own, and those on what only one of several lines has."""
    rows: dict[str, set[str]] = {}
    for one in judged:
        rows.setdefault(one.claim.quantity, set()).add(_row(one))
    several = len({_row(one) for one in judged}) > 2
    shared = {quantity for quantity, names in rows.items() if len(names) > 1 or not several}
    return (
        [one for one in judged if one.claim.quantity in shared],
        [one for one in judged if one.claim.quantity not in shared],
    )


def _row(one: Judged) -> str:
    return one.job.row or one.job.subject


def escaped(text: str) -> str:
    """A text in a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


def linked(text: str) -> str:
    """Names of pages of the documentation as links; the page stands beside the folders there.

    >>> linked("see docs/decisions/knuth-figures.md")
    'see [knuth-figures](decisions/knuth-figures.md)'
    """
    return re.sub(r"`?\bdocs/((?:[\w-]+/)*([\w-]+)\.md)`?", r"[\2](\1)", text)


def _sentence(text: str) -> str:
    """The text with a capital letter and a full stop.

    >>> _sentence("the median of 100"), _sentence("Why?")
    ('The median of 100.', 'Why?')
    """
    return text[0].upper() + text[1:] + ("" if text[-1] in ".?!" else ".")


class _Notes:
    """Reasons, each told once below a table, and numbered from 1 on: lists cannot begin later."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def mark(self, one: Judged) -> str:
        """The number of the reason why this differs."""
        why = _sentence(" ".join(one.why.split()) or NO_REASON)
        return f"<sup>{self._numbers.setdefault(why, len(self._numbers) + 1)}</sup>"

    def lines(self) -> Iterator[str]:
        """The reasons that were not told yet, as a list."""
        if self._numbers:
            yield from ("", "Why they differ:", "")
        for why, number in self._numbers.items():
            yield f"{number}. {linked(why)}"
        self._numbers.clear()


def _is_profile(one: Judged) -> bool:
    """Is it a list that has a number for each level?"""
    value = one.computed if one.claim.published is None else one.claim.published
    return (
        isinstance(value, list)
        and all(isinstance(entry, (int, float)) for entry in value)
        and (one.claim.key.endswith(LEVELS) or len(value) > SHORT)
    )


def _rows(header: Sequence[str], marks: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table; `marks` has l, r or c for each column."""
    rules = {"l": "---", "r": "---:", "c": ":---:"}
    yield f"| {' | '.join(header)} |"
    yield f"|{'|'.join(rules[mark] for mark in marks)}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _list(judged: Sequence[Judged], notes: _Notes) -> Iterator[str]:
    """A line for each claim, those on one subject below its name."""
    rows = []
    for subject, group in groupby(judged, lambda one: one.job.subject):
        some, heading = list(group), f"**{escaped(subject)}**"
        if len(some) == 1:
            heading = f"{heading}: "
        else:
            rows.append([heading, "", "", "", ""])
            heading = ""
        place = ""
        for one in some:
            rows.append(
                [
                    heading + escaped(one.claim.quantity),
                    _printed(one),
                    _ours(one),
                    one.verdict + (notes.mark(one) if one.verdict == "different" else ""),
                    "" if one.claim.place == place else escaped(one.claim.place),
                ]
            )
            place = one.claim.place
    yield from _rows(("quantity", "printed", "ours", "verdict", "where"), "lrrll", rows)


def _printed(one: Judged) -> str:
    return escaped(_short(one.claim.published))


def _short(value: Any) -> str:
    """A value; of a long list, how it begins, and how long it is."""
    if isinstance(value, list) and len(value) > SHORT:
        return f"{spelt(value[:BEGINNING])}, … ({len(value)})"
    return spelt(value)


def _ours(one: Judged) -> str:
    if one.verdict != "not computed":
        return escaped(_short(one.computed))
    about = estimated(one.guess)
    return f"≈ {about}" if about else "–"


def _grid(judged: Sequence[Judged], notes: _Notes) -> Iterator[str]:
    """A line for each subject, a column for each quantity."""
    quantities = list(dict.fromkeys(one.claim.quantity for one in judged))
    table: dict[str, dict[str, list[Judged]]] = {}
    for one in judged:
        row = table.setdefault(_row(one), {})
        row.setdefault(one.claim.quantity, []).append(one)
    rows = [
        [
            escaped(subject),
            *(_cells(row.get(q, ()), notes) for q in quantities),
            _verdicts(row),
        ]
        for subject, row in table.items()
    ]
    yield from _rows(("", *map(escaped, quantities), "verdict"), f"l{'r' * len(quantities)}l", rows)


def _cells(judged: Sequence[Judged], notes: _Notes) -> str:
    """What several places print, one below the other; the same only once."""
    return "<br>".join(dict.fromkeys(_cell(one, notes) for one in judged))


def _cell(one: Judged, notes: _Notes) -> str:
    """One number if both agree."""
    if one.verdict == "different":
        return f"{_ours(one)} ≠ {_printed(one)}{notes.mark(one)}"
    if one.verdict == "not computed":
        printed = "" if one.claim.published is None else f"printed {_printed(one)}<br>"
        return printed + _ours(one).replace(" (", "<br>(")
    if one.verdict == "not printed":
        return f"*{_ours(one)}*"
    return _ours(one) if one.claim.within is None else f"{_ours(one)}, printed {_printed(one)}"


def _verdicts(row: Mapping[str, Sequence[Judged]]) -> str:
    """The verdicts on a line of a grid, the worst ones first."""
    given = {one.verdict for claims in row.values() for one in claims}
    if given == {"not printed"}:
        return "not printed"
    order = ("different", "not computed", "same")
    words = [verdict for verdict in order if verdict in given]
    return words[0] if len(words) == 1 else "in part " + ", ".join(words)


def _profile(judged: Sequence[Judged], notes: _Notes) -> Iterator[str]:
    """A line for each level: ours, and what is printed where that is another number."""
    columns = [_levels(one) for one in judged]
    deepest = max(map(len, columns))
    rows = [
        [str(level), *(column[level] if level < len(column) else "" for column in columns)]
        for level in range(deepest)
    ]
    verdicts = [
        one.verdict + (notes.mark(one) if one.verdict == "different" else "") for one in judged
    ]
    header = ["level", *(escaped(one.claim.quantity) for one in judged)]
    yield from _rows(header, "r" * len(header), [*rows, ["", *verdicts]])


def _levels(one: Judged) -> list[str]:
    printed: list[Any] = one.claim.published or []
    if one.verdict == "not computed":
        return [f"printed {spelt(entry)}" for entry in printed]
    ours: list[Any] = one.computed
    if one.verdict != "different":
        return [spelt(entry) for entry in ours]
    deepest = max(len(ours), len(printed))
    pairs = zip(
        [*ours, *[None] * (deepest - len(ours))],
        [*printed, *[None] * (deepest - len(printed))],
        strict=True,
    )
    return [spelt(a) if a == b else f"{spelt(a)} ≠ {spelt(b)}" for a, b in pairs]
