"""The entries of the data set: the puzzles of the catalogue, and the members of the series.

Their numbers stand in `known_puzzles.toml` and `known_series.toml`, the engines that came to these
numbers, and their times, in `measured_counts.toml`.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Literal

from tilewright.catalogue import Known, catalogue_name, catalogue_names, known
from tilewright.document.reading import data_names, data_text
from tilewright.document.text import close_matches
from tilewright.formats import AnyPuzzle, parse_puzzle
from tilewright.puzzle import PuzzleError

NUMBER = re.compile(r"\{(\d*)n\}")


@dataclass(frozen=True, slots=True)
class Series:
    """Puzzles that differ in a number n, or a word; `puzzle` is the text of their files.

    In the text, and in the name, `{n}` is the number, `{2n}` twice the number, and so on.
    `{periods}` is `period`, n times; `{board}` is what `boards` has for each n by itself.  Members
    that differ in their boards only have words for n, such as 8x12-ring.
    """

    name: str
    n: tuple[int, ...] | tuple[str, ...]
    puzzle: str
    source: str
    period: str = ""
    boards: Mapping[str, str] = field(default_factory=dict)

    def member(self, n: int | str) -> str:
        """The name of one of the puzzles.

        >>> Series("bars-3x{2n}", (1, 2), "", "").member(2)
        'bars-3x4'
        >>> Series("hexiamonds-{n}", ("ring",), "", "").member("ring")
        'hexiamonds-ring'
        """
        return _numbered(self.name, n)

    def text(self, n: int | str) -> str:
        """The puzzle file of one of them.

        >>> Series("bars-{n}", (1, 2), "box = [{n}, {3n}]", "").text(2)
        'box = [2, 6]'
        """
        text = self.puzzle
        if isinstance(n, int):
            text = text.replace("{periods}", self.period * n)
        return _numbered(text.replace("{board}", self.boards.get(str(n), "")), n)


def _numbered(text: str, n: int | str) -> str:
    if isinstance(n, str):
        return text.replace("{n}", n)
    return NUMBER.sub(lambda times: str(int(times[1] or 1) * n), text)


@cache
def all_series() -> tuple[Series, ...]:
    """All series, by lattice."""
    return tuple(
        Series(name, tuple(row.pop("n")), **row)
        for file in data_names("series")
        for name, row in tomllib.loads(data_text(f"series/{file}.toml")).items()
    )


SLANTED = "frontier-slanted"  # engine frontier with its cells in another order
SWEEPS = ("frontier", SLANTED)
CUDA = "-cuda"  # ends the name of a way that was taken on a graphics processor


@dataclass(frozen=True)
class Entry:
    """A puzzle and its numbers of solutions.

    `definition` is its puzzle file: one of the package, or a member of a series.  `seconds` has the
    engines that came to these numbers, each with the CPU time it took (on a graphics processor, the
    time that went by), or None where nobody noted it.  Engine frontier with its cells in another
    order has a name of its own there.  `memory` is what engine frontier needs, in gigabytes.
    """

    name: str
    definition: str
    solutions: int
    up_to_rotation: int
    up_to_symmetry: int
    seconds: Mapping[str, float | None]
    source: str
    series: str | None
    text: str
    memory: int = 1

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that came to these numbers."""
        return tuple(self.seconds)

    @property
    def confirmed(self) -> bool:
        """Did two different engines come to these numbers, or one in two different orders?"""
        return self.confirmed_by is not None

    @property
    def confirmed_by(self) -> Literal["two engines", "two orders"] | None:
        """How these numbers were confirmed; None if they were counted in one way only."""
        ways = {on_cpu(way) for way in self.engines}
        if len(ways) < 2:
            return None
        return "two orders" if ways == set(SWEEPS) else "two engines"

    @property
    def numbers(self) -> tuple[int, int, int]:
        """All solutions, up to rotation, up to symmetry."""
        return self.solutions, self.up_to_rotation, self.up_to_symmetry

    @cached_property
    def lattice(self) -> str:
        """The name of its lattice, or polygon; a lattice of its own has its own name."""
        lattice = tomllib.loads(self.text)["lattice"]
        return str(lattice["name"] if isinstance(lattice, dict) else lattice)

    def puzzle(self) -> AnyPuzzle:
        """The puzzle itself."""
        return parse_puzzle(self.text, f"{self.name}.toml")


@cache
def entries() -> Mapping[str, Entry]:
    """All entries, by name: the catalogue first, then the series."""
    found = [_entry(name, known()[name], f"puzzles/{name}.toml") for name in catalogue_names()]
    rows: dict[str, dict[str, Any]] = tomllib.loads(data_text("known_series.toml"))
    for series in all_series():
        for n in series.n:
            name = series.member(n)
            row = Known(**rows.get(name, {}), source=series.source)  # maybe not counted yet
            definition = f"{series.name}, n = {n}"
            found.append(_entry(name, row, definition, series.name, series.text(n)))
    return {entry.name: entry for entry in found if entry}


def entry(name: str) -> Entry:
    """The entry of that name.  Raises PuzzleError if there is none."""
    own = entry_name(name)
    if own is None:
        near = close_matches(name, entries(), 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "`tilewright counts` names all"
        raise PuzzleError(f"no entry {name!r} among the counts; {hint}")
    return entries()[own]


def entry_name(name: str) -> str | None:
    """The data set's own name for an entry; None if there is none.

    >>> entry_name("pent-8x8-hole"), entry_name("dominoes-2x3"), entry_name("xyzzy")
    ('scott', 'dominoes-2x3', None)
    """
    own = catalogue_name(name) or name
    return own if own in entries() else None


def machine() -> str:
    """On what kind of machine the times were measured."""
    measured = _measured()
    device = f"; -cuda: {measured['device']}" if "device" in measured else ""
    return f"{measured['machine']}{device}"


def on_cpu(way: str) -> str:
    """The same way without a graphics processor.

    >>> on_cpu("frontier-cuda"), on_cpu("bits")
    ('frontier', 'bits')
    """
    return way.removesuffix(CUDA)


@cache
def _measured() -> Mapping[str, Any]:
    return tomllib.loads(data_text("measured_counts.toml"))


def _entry(
    name: str, row: Known, definition: str, series: str | None = None, text: str = ""
) -> Entry | None:
    """None if some of its numbers are unknown."""
    solutions, rotation, symmetry = row.solutions, row.up_to_rotation, row.up_to_symmetry
    if solutions is None or rotation is None or symmetry is None:
        return None
    measured = _measured()
    # None for those that counted before times were kept.
    seconds = dict.fromkeys(measured["earlier"].get(name, ())) | measured["seconds"].get(name, {})
    where = (series, text or data_text(definition))
    numbers = (solutions, rotation, symmetry)
    return Entry(name, definition, *numbers, seconds, row.source, *where, row.memory)
