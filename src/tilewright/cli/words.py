"""Numbers, columns and drawings as words on a page."""

import shutil
from collections.abc import Iterable, Sequence

__all__ = ["amount", "columns", "layers_side_by_side", "page_width", "shorten", "side_by_side"]


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


def layers_side_by_side(drawing: str, width: int) -> str:
    """A drawing with its layers from left to right, not from top to bottom, as far as they fit.

    >>> print(layers_side_by_side("##\\n#.\\n\\n.#\\n..", 80))
    ##   .#
    #.   ..
    """
    return side_by_side(drawing.split("\n\n"), width, gap=3)


def side_by_side(blocks: Sequence[str], width: int, *, gap: int = 4) -> str:
    """Blocks of text next to each other, in as many rows as the width asks for.

    >>> print(side_by_side(["ab\\ncd", "x"], 80))
    ab    x
    cd
    """
    rows: list[list[list[str]]] = []
    used = 0
    for block in blocks:
        lines = block.splitlines() or [""]
        size = max(map(len, lines))
        if rows and used + gap + size <= width:
            rows[-1].append(lines)
            used += gap + size
        else:
            rows.append([lines])
            used = size
    return "\n\n".join(_row(row, gap) for row in rows)


def _row(blocks: Sequence[Sequence[str]], gap: int) -> str:
    height = max(map(len, blocks))
    padded = []
    for lines in blocks:
        size = max(map(len, lines))
        padded.append([line.ljust(size) for line in lines] + [" " * size] * (height - len(lines)))
    return "\n".join((" " * gap).join(parts).rstrip() for parts in zip(*padded, strict=True))
