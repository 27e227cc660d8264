"""Characters in colours, row by row, and the codes that a terminal takes for them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tilewright.errors import visible
from tilewright.render.layout import rows_of
from tilewright.render.palette import ink_on, levels, mixed

Place = tuple[int, int]  # column and row

RESET = "\x1b[0m"
STEPS = (0, 95, 135, 175, 215, 255)  # of red, green and blue, if there are only 256 colours
FLAT_GAP, LAYERS_GAP = 4, 8
FAINT = 0.55  # how much of the ink is in a line


class Spot(NamedTuple):
    """One character.  Colours are written "#rrggbb"; "" is what the terminal takes itself."""

    char: str = " "
    ink: str = ""
    ground: str = ""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Some characters in a rectangle; where there is none, it is blank."""

    spots: Mapping[Place, Spot]
    width: int
    height: int

    def text(self, *, full: bool = True) -> str:
        """The codes for a terminal; without `full` it is a terminal with 256 colours.

        >>> Canvas({(1, 0): Spot("a", ground="#ff0000")}, 2, 1).text()
        ' \\x1b[48;2;255;0;0ma\\x1b[0m'
        """
        rows: list[dict[int, Spot]] = [{} for _ in range(self.height)]
        for (column, row), spot in self.spots.items():
            rows[row][column] = spot
        return "\n".join("".join(_line(row, full=full)).rstrip() for row in rows)

    def moved(self, right: int, down: int) -> Iterator[tuple[Place, Spot]]:
        """Its spots, somewhere else."""
        return (((x + right, y + down), spot) for (x, y), spot in self.spots.items())


def words(text: str) -> Canvas:
    """A text in the terminal's own colours."""
    lines = text.split("\n")
    spots = {
        (x, y): Spot(char)
        for y, line in enumerate(lines)
        for x, char in enumerate(line)
        if char != " "
    }
    return Canvas(spots, max(map(len, lines)), len(lines))


def chip(letter: str, ground: str) -> Canvas:
    """A letter on a ground, with a little more of it on both sides."""
    ink = ink_on(ground)
    spots = {(x, 0): Spot(char, ink, ground) for x, char in enumerate(f" {letter} ")}
    return Canvas(spots, len(spots), 1)


@cache
def line_on(ground: str) -> str:
    """The colour of lines that can be seen on this ground, but not before anything else."""
    return mixed(ground, ink_on(ground), FAINT)


def above(canvases: Sequence[Canvas], gap: int = 0) -> Canvas:
    """Each canvas below the one before it."""
    spots: dict[Place, Spot] = {}
    down = 0
    for canvas in canvases:
        spots.update(canvas.moved(0, down))
        down += canvas.height + gap
    return Canvas(spots, max((c.width for c in canvases), default=0), max(0, down - gap))


def beside(canvases: Iterable[Canvas], width: int, *, gap: int, below: int = 1) -> Canvas:
    """From left to right; what does not fit goes below, `below` empty rows further down.

    >>> print(beside([words("ab"), words("cd"), words("e")], 6, gap=1, below=0).text())
    ab cd
    e
    """
    some = list(canvases)
    rows = rows_of([canvas.width for canvas in some], gap, width)
    return above([_row([some[number] for number in row], gap) for row in rows], below)


def shelf(captions: Sequence[str], canvases: Sequence[Canvas], width: int, *, flat: bool) -> Canvas:
    """Canvases beside each other, each below its caption; those with layers need larger gaps."""
    pairs = zip(captions, canvases, strict=True)
    gap = FLAT_GAP if flat else LAYERS_GAP
    return beside([above([words(text), canvas]) for text, canvas in pairs], width, gap=gap)


def _row(canvases: Sequence[Canvas], gap: int) -> Canvas:
    spots: dict[Place, Spot] = {}
    right = 0
    for canvas in canvases:
        spots.update(canvas.moved(right, 0))
        right += canvas.width + gap
    return Canvas(spots, max(0, right - gap), max((c.height for c in canvases), default=0))


def _line(spots: Mapping[int, Spot], *, full: bool) -> Iterator[str]:
    now = ""
    for column in range(max(spots, default=-1) + 1):
        spot = spots.get(column, Spot())
        style = _style(spot.ink if spot.char != " " else "", spot.ground, full=full)
        if style != now:
            yield (RESET if now else "") + style
        yield spot.char if spot.char.isprintable() else visible(spot.char)
        now = style
    if now:
        yield RESET


@cache
def _style(ink: str, ground: str, *, full: bool) -> str:
    parts = [
        f"{plane};{_number(colour, full=full)}"
        for plane, colour in ((38, ink), (48, ground))
        if colour
    ]
    return f"\x1b[{';'.join(parts)}m" if parts else ""


def _number(colour: str, *, full: bool) -> str:
    mixture = levels(colour)
    return f"2;{';'.join(map(str, mixture))}" if full else f"5;{_nearest(mixture)}"


def _nearest(colour: Sequence[int]) -> int:
    """Which of the 256 colours is most like it: 216 mixtures come first, then 24 greys."""
    steps = [min(range(6), key=lambda k: abs(STEPS[k] - value)) for value in colour]
    grey = min(23, max(0, round((sum(colour) / 3 - 8) / 10)))
    mixture = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    choices = {mixture: [STEPS[k] for k in steps], 232 + grey: [8 + 10 * grey] * 3}
    return min(
        choices, key=lambda k: sum((a - b) ** 2 for a, b in zip(choices[k], colour, strict=True))
    )
