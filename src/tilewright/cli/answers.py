"""What answers are made of: exit statuses, numbers and columns as words, numbers of solutions."""

import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

import typer

from tilewright.cli.puzzles import NUMBERS, AnyGiven

if TYPE_CHECKING:
    from tilewright.solving import Counts
    from tilewright.solving.polygons import PolygonCounts


# Exit statuses.
DONE, NONE, BAD_INPUT, UNDECIDED, BROKEN, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 70, 130, 141

StoppedBy = Literal["limit", "interrupt"] | None  # None: it did what it was asked to


def why_stopped(*, done: bool, interrupted: bool) -> StoppedBy:
    """What kept a search from doing all it was asked to, if anything did."""
    return None if done else "interrupt" if interrupted else "limit"


def status_of(solutions: int, stopped_by: StoppedBy) -> int:
    """The exit status of a search that found so many solutions."""
    if stopped_by:
        return INTERRUPTED if stopped_by == "interrupt" else UNDECIDED
    return DONE if solutions else NONE


def amount(number: int, of_what: str) -> str:
    """A number of things.

    >>> amount(1, "node"), amount(1040, "node"), amount(2, "symmetry")
    ('1 node', '1,040 nodes', '2 symmetries')
    """
    many = of_what[:-1] + "ies" if of_what.endswith("y") else of_what + "s"
    return f"{number:,} {of_what if number == 1 else many}"


def duration(seconds: float) -> str:
    """A time, as precise as one would say it.

    >>> duration(0.4), duration(75), duration(4000), duration(200_000), duration(1e9)
    ('1 s', '75 s', '67 min', '2.3 days', '32 years')
    """
    for size, unit, enough in (
        (1, "s", 120),
        (60, "min", 120),
        (3600, "h", 48),
        (86400, "days", 730),
        (31557600, "years", float("inf")),
    ):
        if seconds < enough * size:
            number = max(1.0, seconds) / size
            precise = f"{number:.1f}" if number < 10 and unit != "s" else f"{number:,.0f}"
            return f"{precise} {unit}"
    return "forever"


def percent(share: float) -> str:
    """In percent, two digits; what is not all done is not called 100.

    >>> [percent(share) for share in (0, 1e-9, 1e-6, 0.00123, 0.0456, 0.789, 0.999, 1.0)]
    ['0', '0.0001', '0.0001', '0.12', '4.6', '79', '99.9', '100']
    """
    number = 100 * share
    if number < 10:
        return f"{max(number, 1e-4):.2g}" if number else "0"
    return f"{number:.0f}" if number < 99 or share == 1 else f"{min(number, 99.9):.1f}"


def part_explored(share: float) -> str:
    """How much of a search that was stopped lies behind.

    >>> part_explored(0.5), part_explored(1 - 1e-9)
    ('roughly 50 % explored', 'roughly 99.9 % explored')
    """
    return f"roughly {percent(min(share, 0.999))} % explored"


def page_width() -> int:
    """As wide as the terminal; 120 columns where there is none."""
    return max(40, shutil.get_terminal_size((120, 24)).columns)


def shorten(text: str, width: int) -> str:
    """The text, or as much of it as there is room for.

    >>> shorten("pentominoes", 8)
    'pentomi…'
    """
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows as lines, their words in columns; those numbered in `right` end at the same place.

    >>> columns([("cells", "9"), ("pieces", "10")], right=[1])
    ['cells    9', 'pieces  10']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    to_right = set(right)
    return [
        "  ".join(
            f"{word:>{width}}" if number in to_right else f"{word:{width}}"
            for number, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def print_counts(counts: "Counts") -> None:
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
