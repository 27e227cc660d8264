"""What answers are made of: words, columns, the three numbers, how work ended, JSON objects."""

import json
import shutil
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tilewright.engines import Counters
from tilewright.symmetry import NUMBERS

if TYPE_CHECKING:
    from tilewright.cli.puzzles import NamedPuzzle
    from tilewright.execution import Request

# Exit statuses.
DONE, NONE, BAD_INPUT, UNDECIDED, BROKEN, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 70, 130, 141

LEAST_TEXT = 12  # with less room than this no text is put at the end of lines


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
    """The fraction explored of a search that was stopped.

    >>> part_explored(0.5), part_explored(1 - 1e-9)
    ('roughly 50 % explored', 'roughly 99.9 % explored')
    """
    return f"roughly {percent(min(share, 0.999))} % explored"


def point(place: Iterable[int]) -> str:
    """A cell or a vector.

    >>> point((1, -2))
    '(1,-2)'
    """
    return f"({','.join(map(str, place))})"


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


def with_text(lines: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Lines with a text at the end of each, as much of it as there is room for, if there is any."""
    width = max(map(len, lines))
    room = page_width() - width - 2
    if room < LEAST_TEXT:
        return list(lines)
    pairs = zip(lines, texts, strict=True)
    return [f"{line:{width}}  {shorten(text, room)}" for line, text in pairs]


StoppedBy = Literal["limit", "interrupt"] | None  # None: it did what it was asked to


def why_stopped(*, done: bool, interrupted: bool) -> StoppedBy:
    """What prevented a search from doing all it was asked to, if anything did."""
    return None if done else "interrupt" if interrupted else "limit"


def status_of(solutions: int, stopped_by: StoppedBy, *, total_known: bool = False) -> int:
    """The exit status of a search that found N solutions, maybe all that there are."""
    if stopped_by == "interrupt" or (stopped_by and not total_known):
        return INTERRUPTED if stopped_by == "interrupt" else UNDECIDED
    return DONE if solutions else NONE


class Stoppable(Protocol):
    """Anything that searches."""

    @property
    def counters(self) -> Counters:
        """What has been done so far."""

    @property
    def fraction_explored(self) -> float:
        """The fraction explored, roughly."""


class Ended(Stoppable, Protocol):
    """A search that has come to an end."""

    @property
    def finished(self) -> bool:
        """Has everything been searched?"""


class Clock:
    """Takes the times of a search: it was prepared until now, and is searched from now on."""

    def __init__(self, began: float | None = None) -> None:
        self._prepared = time.monotonic()
        self.preparing = self._prepared - (began or self._prepared)
        self.first: float | None = None  # seconds until the first solution

    @property
    def seconds(self) -> float:
        """How long the search has taken."""
        return time.monotonic() - self._prepared

    def found_one(self) -> None:
        """A solution was found."""
        if self.first is None:
            self.first = self.seconds


class Ending:
    """How work ended that found N solutions; `done`: as many as were asked for.

    `search` is there if it was one search.
    """

    def __init__(
        self,
        clock: Clock,
        found: int,
        interrupted: Sequence[int] | bool,
        *,
        done: bool,
        search: Ended | None = None,
    ) -> None:
        self.found, self.seconds = found, clock.seconds
        self.complete = search.finished if search else done  # everything was searched
        self.stopped_by = why_stopped(done=done, interrupted=bool(interrupted))
        self.fraction_explored = search.fraction_explored if search else 1.0
        self.counters = search.counters if search else None

    @property
    def status(self) -> int:
        """The exit status."""
        return status_of(self.found, self.stopped_by)

    def entry(self) -> dict[str, object]:
        """The same for JSON; how many were found goes by several names there."""
        entry: dict[str, object] = {"complete": self.complete, "stopped_by": self.stopped_by}
        if self.counters:
            entry["fraction_explored"] = self.fraction_explored
            entry["nodes"] = self.counters.nodes
            entry["updates"] = self.counters.updates
        return entry | {"seconds": round(self.seconds, 6)}

    def summary(self, up_to: str = "nothing", *, updates: bool = False) -> str:
        """What a search found, and how much work that was."""
        assert self.counters is not None
        more = "" if self.complete else " so far" if self.stopped_by else ", maybe more"
        if self.complete and self.found and up_to != "nothing":
            more = f" up to {up_to}"
        work = amount(self.counters.nodes, "node")
        if updates:
            work += f", {amount(self.counters.updates, 'update')}"
        return f"{amount(self.found, 'solution')}{more}; {work}, {self.seconds:.2f} s"

    @property
    def stop(self) -> str:
        """What stopped a search, and when."""
        return f"stopped by {self.stopped_by}, {part_explored(self.fraction_explored)}"


def picked(thing: object, *names: str) -> dict[str, Any]:
    """What a thing says by these names, for JSON; null where it has no such attribute.

    >>> picked(1 + 2j, "real", "imag")
    {'real': 1.0, 'imag': 2.0}
    """
    return {name: getattr(thing, name, None) for name in names}


def print_json(value: Mapping[str, object]) -> None:
    """Print one JSON object."""
    print(json.dumps(value))


class JsonStream:
    """One JSON object, written piece by piece, so that memory stays flat whatever its size.

    It has a head, then a list of that name, if any, then a tail.
    """

    def __init__(self, head: Mapping[str, object], name: str | None = "solutions") -> None:
        self._end = "]" if name else ""
        self.number = 0  # of values in the list
        sys.stdout.write(json.dumps(head)[:-1] + (f', "{name}": [' if name else ""))

    def write(self, value: str) -> None:
        """One more value of the list, as JSON has it."""
        sys.stdout.write((",\n " if self.number else "\n ") + value)
        self.number += 1

    def close(self, tail: Mapping[str, object]) -> None:
        """Write the last fields and close the object."""
        sys.stdout.write(f"{self._end}, {json.dumps(tail)[1:]}\n")


def print_numbers(numbers: Mapping[str, int], rotations: int, symmetries: int) -> None:
    """The numbers of solutions up to what that are known, a line each."""
    all_of_them = "solution" if numbers.get("nothing") == 1 else "solutions"
    words = {
        "nothing": all_of_them,
        "rotation": f"up to rotation ({amount(rotations, 'rotation')})",
        "symmetry": f"up to symmetry ({amount(symmetries, 'symmetry')})",
    }
    rows = [(f"{number:,}", words[up_to]) for up_to, number in numbers.items()]
    print(*columns(rows, right=[0]), sep="\n")


def counted_up_to(request: "Request") -> str:
    """What a count was stopped before, all of whose solutions are known."""
    return f"they were counted up to {request.up_to}"


def classes_entry(numbers: Mapping[str, int]) -> dict[str, int | None]:
    """The numbers of classes for JSON, as far as they are known."""
    return {NUMBERS[up_to]: numbers.get(up_to) for up_to in ("rotation", "symmetry")}


def compare_numbers(puzzle: "NamedPuzzle", numbers: Mapping[str, int]) -> None:
    """Say so if the catalogue has other numbers."""
    for up_to, counted in numbers.items():
        name = NUMBERS[up_to]
        expected = getattr(puzzle.known, name)
        if expected is not None and expected != counted:
            print(
                f"warning: the catalogue has {expected:,} {name.replace('_', ' ')}, not "
                f"{counted:,} (from {puzzle.known.source}): please report this",
                file=sys.stderr,
            )
