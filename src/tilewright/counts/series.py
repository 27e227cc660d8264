"""Series of puzzles: one text with a number n in it stands for a puzzle for each n.

In the text, and in the name, `{n}` is the number, `{2n}` twice the number, and so on.
`{periods}` is what repeats itself, n times; `{board}` is what a series has for each n by itself.
Members that differ in their boards only have words for n, such as 8x12-ring.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from tilewright.document.data import data_names, data_text

__all__ = ["Series", "all_series"]

NUMBER = re.compile(r"\{(\d*)n\}")


@dataclass(frozen=True, slots=True)
class Series:
    """Puzzles that differ in a number, or a word; `puzzle` is the text of their files."""

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
