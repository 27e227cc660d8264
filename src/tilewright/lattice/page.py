"""Drawings next to each other."""

from collections.abc import Sequence

__all__ = ["layers_side_by_side", "side_by_side"]


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
