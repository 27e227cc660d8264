"""Pictures of what is no tiling: matrices, chessboards, squares of letters, and search trees."""

from collections.abc import Sequence
from itertools import pairwise

from tilewright.render import Box, Lines, Patch, Scene, Text

__all__ = ["letters_scene", "matrix_scene", "queens_scene", "tree_scene"]

DARK, PALE, INK, CHOSEN, RED = "#b9c4cc", "#f4f6f7", "#222222", "#ffd98a", "#cf2a2a"
THIN, MARGIN = 0.04, 0.15  # where a square is 1 wide
LETTER = 0.55
CROWN = (  # a queen in a square from 0 to 1
    (0.22, 0.20),
    (0.78, 0.20),
    (0.86, 0.68),
    (0.66, 0.44),
    (0.50, 0.80),
    (0.34, 0.44),
    (0.14, 0.68),
)

FINE = 660  # as many places from left to right can be told apart in a tree
HIGH = 0.4  # of the width, how high a tree is
BRANCH, LEAF = 0.6, 2.0  # of such a place: how wide a line is, and the mark of a solution

Corner = tuple[float, float]


def matrix_scene(
    matrix: Sequence[Sequence[int]], chosen: Sequence[int] = (), names: str = ""
) -> Scene:
    """A matrix of noughts and ones, row by row from above; chosen rows, from 0 on, stand out.

    `names` has a letter for each column.

    >>> matrix_scene([[1, 0], [0, 1]], [0], "AB").box.width
    2.3
    """
    rows, columns = len(matrix), len(matrix[0])
    elements: list[Patch | Text] = [
        Patch((_rectangle(0, rows - 1 - row, columns),), fill=CHOSEN) for row in chosen
    ]
    for number, row in enumerate(matrix):
        at = rows - 0.5 - number
        elements += [
            Text((column + 0.5, at), str(entry), LETTER, INK if entry else DARK)
            for column, entry in enumerate(row)
        ]
    elements += [Text((k + 0.5, rows + 0.4), name, LETTER, INK) for k, name in enumerate(names)]
    height = rows + (1 if names else 0)
    return Scene(tuple(elements), Box(0, 0, columns, height).wider(MARGIN), title="matrix")


def queens_scene(size: int, queens: Sequence[Sequence[int]]) -> Scene:
    """A chessboard with queens at (rank, file), counted from 0; rank 0 is below, file 0 left.

    >>> len(queens_scene(4, [(0, 1)]).elements)
    10
    """
    dark = [
        Patch((_rectangle(file, rank, 1),), fill=DARK)
        for rank in range(size)
        for file in range(size)
        if (rank + file) % 2 == 0
    ]
    frame = _rectangle(0, 0, size, size)
    crowns = [
        Patch((tuple((file + x, rank + y) for x, y in CROWN),), fill=INK) for rank, file in queens
    ]
    elements = (*dark, Patch((frame,), stroke=INK, width=THIN), *crowns)
    return Scene(elements, Box(0, 0, size, size).wider(MARGIN), title=f"{size}×{size} chessboard")


def letters_scene(rows: Sequence[str]) -> Scene:
    """Letters in squares.

    >>> letters_scene(["ATE", "WIN", "LED"]).box.height
    3.3
    """
    width, height = len(rows[0]), len(rows)
    across = [((0.0, float(y)), (float(width), float(y))) for y in range(height + 1)]
    down = [((float(x), 0.0), (float(x), float(height))) for x in range(width + 1)]
    letters = [
        Text((column + 0.5, height - 0.5 - row), letter, LETTER, INK)
        for row, word in enumerate(rows)
        for column, letter in enumerate(word)
    ]
    elements: tuple[Patch | Lines | Text, ...] = (
        Patch((_rectangle(0, 0, width, height),), fill=PALE),
        Lines((*across, *down), stroke=DARK, width=THIN),
        *letters,
    )
    return Scene(elements, Box(0, 0, width, height).wider(MARGIN), title=" ".join(rows))


def tree_scene(levels: Sequence[int], deepest: int) -> Scene:
    """A search tree: the levels of its nodes, each before those below it.

    Nodes on the deepest level are marked.  Lines that cannot be told apart are drawn once.

    >>> len(tree_scene([0, 1, 2, 1, 2, 2], 2).elements)
    4
    """
    places = _places(levels)
    step = FINE * HIGH / max(1, deepest)
    lines: dict[tuple[Corner, Corner], None] = {}
    above: dict[int, Corner] = {}
    marks = []
    for level, x in zip(levels, places, strict=True):
        at = float(round(x * FINE)), -level * step
        if level:
            lines[above[level - 1], at] = None
        above[level] = at
        if level == deepest:
            marks.append(Patch((_rectangle(at[0] - LEAF / 2, at[1] - LEAF, LEAF, LEAF),), fill=RED))
    return Scene(
        (Lines(tuple(lines), stroke=INK, width=BRANCH), *marks),
        Box(0, -FINE * HIGH, FINE, 0).wider(FINE / 100),
        title=f"search tree of {len(levels):,} nodes",
    )


def _places(levels: Sequence[int]) -> list[float]:
    """Where nodes stand from left to right: leaves at equal distances, others amid theirs."""
    leaf = [after <= level for level, after in pairwise([*levels, -1])]
    count, seen = sum(leaf), 0
    spans: list[list[int]] = []
    path: list[int] = []
    for number, level in enumerate(levels):
        spans.append([seen, seen])
        del path[level:]
        path.append(number)
        if leaf[number]:
            seen += 1
            for over in path:
                spans[over][1] = seen
    return [(first + last) / 2 / count for first, last in spans]


def _rectangle(x: float, y: float, width: float, height: float = 1) -> tuple[Corner, ...]:
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
