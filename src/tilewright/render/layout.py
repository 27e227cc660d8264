"""Scenes and pieces next to each other."""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate

from tilewright.render.scene import (
    PIXELS,
    Box,
    Element,
    PictureError,
    Point,
    Scene,
    Text,
    shortened,
    text_width,
)

LANDSCAPE = 1.4  # how much wider than high a sheet is, about
CAPTION = 0.06  # the size of captions, where a scene is 1 long
EMPTY = 2  # how much uglier empty places are than another shape
HEADING = 4  # times as large as captions, at most
NEARLY = 1e-6
WIDE = 1.6  # how many times as wide as high the shelves are, about
SMALLER = 0.7  # letters of lines that are too long

MOST_PIXELS = 4000
SMALLEST_LETTERS = 11  # pixels
NARROWER = 40  # steps in which shelves are made more even


def grid_scene(
    scenes: Sequence[Scene],
    columns: int | None = None,
    *,
    captions: Sequence[str] = (),
    title: str = "",
    heading: str = "",
    fit: bool = False,
    pixels: float = 200,
    places: int = 1,
) -> Scene:
    """Scenes in rows and columns, from left to right and top to bottom; each `pixels` long.

    With `fit`, each is made as large as there is room; without, all keep the same scale.  The
    heading is written above them.  There are at least `places` places, as on a full page.
    """
    if not scenes:
        raise PictureError("there is nothing to be drawn: give at least one solution or step")
    if columns is not None and columns < 1:
        raise PictureError(f"{columns} columns: expected at least 1")
    if fit:
        scenes = [scene.scaled(1 / scene.box.longest) for scene in scenes]
    width, height = (max(getattr(s.box, side) for s in scenes) for side in ("width", "height"))
    letters = CAPTION * max(width, height)
    gap = 0.5 * letters
    longest = max((text_width(text, SMALLER * letters) for text in captions), default=0.0)
    width = max(width, min(height, longest))
    step = (width + gap, height + gap + (1.4 * letters if any(captions) else 0))
    places = max(places, len(scenes))
    if columns is None:
        columns = _columns(places, step[0] / step[1])
    columns = min(columns, places)
    rows = -(-places // columns)
    elements: list[Element] = []
    for number, scene in enumerate(scenes):
        row, column = divmod(number, columns)
        x, y = (column + 0.5) * step[0], -row * step[1]
        box = scene.box
        middle = (box.left + box.right) / 2, (box.bottom + box.top) / 2
        elements += scene.moved(x - middle[0], y - height / 2 - middle[1]).elements
        if number < len(captions) and captions[number]:
            elements.append(
                _line(captions[number], (x, y - height - 0.6 * letters), letters, width)
            )
    box = Box(0, gap - rows * step[1], columns * step[0], 0).wider(gap / 2)
    if heading:
        size = min(HEADING * letters, 2 * letters + 0.02 * box.width)
        middle = (box.left + box.right) / 2, box.top + 0.8 * size
        elements.append(_line(heading, middle, size, box.width))
        box = Box(box.left, box.bottom, box.right, box.top + 1.6 * size)
    wanted = pixels * box.longest / max(width, height)
    return Scene(tuple(elements), box, title, min(MOST_PIXELS, wanted))


def _columns(count: int, shape: float) -> int:
    """How many columns make a sheet of a good shape with few empty places, if cells have this one.

    >>> [_columns(count, 1.0) for count in (1, 2, 3, 4, 9, 12, 60)]
    [1, 2, 3, 2, 3, 4, 10]
    """

    def ugliness(columns: int) -> float:
        rows = -(-count // columns)
        empty = 1 - count / (rows * columns)
        return abs(math.log(columns * shape / rows / LANDSCAPE)) + EMPTY * empty

    return min(range(1, count + 1), key=ugliness)


def _line(text: str, at: Point, size: float, width: float) -> Text:
    """A line of text that is not wider than so much: first it gets smaller, then it is cut."""
    size = max(SMALLER * size, min(size, size * width / text_width(text, size)))
    return Text(at, shortened(text, max(4, int(width / text_width("x", size) + NEARLY))), size)


def legible(box: Box, letters: float, least: float) -> float:
    """How many pixels a picture needs so that letters of this size can be read."""
    return min(MOST_PIXELS, max(least, SMALLEST_LETTERS * box.longest / letters))


def shelves_scene(
    drawn: Sequence[tuple[Box, Sequence[Element]]],
    captions: Sequence[str],
    lengths: tuple[float, float, float],
    title: str = "",
    least: float = 0.0,
) -> Scene:
    """Things on shelves, each above its caption; shelves may be as wide as `least`, and wider.

    The lengths are the gap between things, the size of letters, and the margin.
    """
    if not drawn:
        raise PictureError("there is nothing to be drawn: there are no pieces")
    (gap, letters, margin), boxes = lengths, [box for box, _ in drawn]
    room = sum(
        (max(box.width, text_width(caption, letters)) + gap) * (box.height + gap + 1.4 * letters)
        for box, caption in zip(boxes, captions, strict=True)
    )
    places = list(shelves(boxes, captions, letters, gap, max(least, math.sqrt(WIDE * room))))
    elements: list[Element] = []
    seen = []
    for (box, some), (dx, dy, caption) in zip(drawn, places, strict=True):
        elements += (element.moved(dx, dy) for element in some)
        elements.append(caption)
        (x, y), half = caption.at, text_width(caption.text, letters) / 2
        seen += [box.moved(dx, dy), Box(x - half, y - letters / 2, x + half, y + letters / 2)]
    whole = reduce(Box.joined, seen).wider(margin)
    return Scene(tuple(elements), whole, title, legible(whole, letters, PIXELS))


def shelves(
    boxes: Sequence[Box], captions: Sequence[str], letters: float, gap: float, widest: float
) -> Iterator[tuple[float, float, Text]]:
    """Things on shelves, each with its caption below: how far each is moved, and the caption.

    The shelves are centred about x = 0 and go down from y = 0; none is wider than `widest`, unless
    one thing is.
    """
    widths = [
        max(box.width, text_width(caption, letters))
        for box, caption in zip(boxes, captions, strict=True)
    ]
    rows = rows_of(widths, gap, widest)
    for part in range(1, NARROWER):  # as even as they can be
        narrower = rows_of(widths, gap, widest * (1 - part / NARROWER))
        if len(narrower) > len(rows):
            break
        rows = narrower
    floor = 0.0
    for row in rows:
        floor -= max(boxes[number].height for number in row)
        ends = list(accumulate(widths[number] + gap for number in row))
        for number, end in zip(row, ends, strict=True):
            x = end - gap - widths[number] / 2 - (ends[-1] - gap) / 2
            box = boxes[number]
            caption = Text((x, floor - 0.8 * letters), captions[number], letters)
            yield x - (box.left + box.right) / 2, floor - box.bottom, caption
        floor -= 1.4 * letters + gap


def rows_of(widths: Sequence[float], gap: float, widest: float) -> list[list[int]]:
    """The numbers of things that stand beside each other, row by row; a wide one stands alone."""
    rows: list[list[int]] = []
    used = 0.0
    for number, width in enumerate(widths):
        if not rows or used + gap + width > widest:
            rows.append([])
            used = -gap
        rows[-1].append(number)
        used += gap + width
    return rows
