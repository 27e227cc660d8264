"""Drawings next to each other, and drawings of texts that are longer than a letter."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tilewright.lattice.drawing import text_place
from tilewright.lattice.lattice import Cell, Lattice

__all__ = ["layers_side_by_side", "side_by_side", "spaced_page"]


def spaced_page(on: Lattice, texts: Mapping[Cell, str], width: int) -> str:
    """Cells with their texts, which end where a letter would stand, columns drawn apart.

    >>> from tilewright.lattice import lattice
    >>> print(spaced_page(lattice("square"), {(0, 0): "7", (1, 0): "-1", (1, 1): "12"}, 80))
     7 -1
       12
    """
    places = {text_place(on, cell): text for cell, text in texts.items()}
    columns, rows, layers = (sorted({place[axis] for place in places}) for axis in range(3))
    taken = sorted(places, key=lambda place: place[::-1])
    gaps = [b[0] - a[0] for a, b in pairwise(taken) if a[1:] == b[1:]]
    size = max(map(len, texts.values()))
    apart = -(-(size + 1) // min(gaps, default=1))
    blocks = []
    for layer in layers:
        lines = []
        for row in range(rows[0], rows[-1] + 1):
            line = ""
            for column in range(columns[0], columns[-1] + 1):
                text = places.get((column, row, layer), "")
                end = size + apart * (column - columns[0])
                line = f"{line}{text:>{end - len(line)}}" if text else line
            lines.append(line)
        blocks.append("\n".join(lines))
    return side_by_side(blocks, width, gap=size + 1)


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
