"""Numbers and columns as words on a page."""

import shutil
from collections.abc import Iterable, Sequence

__all__ = ["amount", "columns", "page_width", "shorten"]


def amount(number: int, of_what: str) -> str:
    """A number of things.

    >>> amount(1, "node"), amount(1040, "node"), amount(2, "symmetry")
    ('1 node', '1,040 nodes', '2 symmetries')
    """
    many = of_what[:-1] + "ies" if of_what.endswith("y") else of_what + "s"
    return f"{number:,} {of_what if number == 1 else many}"


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
