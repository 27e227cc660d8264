"""Drawings: cells as characters, row by row, the layers one after the other.

Every kind has a place in the text, and every translation moves by some columns, rows and layers;
so a lattice's own table says how its cells are drawn.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product, zip_longest
from math import prod

from tilewright.errors import TilewrightError
from tilewright.lattices.model import Cell, Kind, Lattice, Translations, Vector, minus

EMPTY = " ."
FILLED = "#"
LARGEST = 1_000_000  # characters of a drawing
_BACK = sorted(product(range(12), repeat=3), key=sum)  # steps back, short ones first
NOTHING = "+"  # may stand where no cell is, such as at the points of a grid of sticks


class DrawingError(TilewrightError, ValueError):
    """A drawing has a mark where no cell is; `row` counts its lines from 0."""

    def __init__(self, message: str, row: int) -> None:
        self.row = row
        super().__init__(message, row)

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Mark:
    """A character of a drawing, the cell it stands for, and its line in the text."""

    cell: Cell
    letter: str
    row: int


@lru_cache(maxsize=64)
def _places(lattice: Lattice) -> tuple[Translations, Mapping[Vector, Kind]]:
    """Where cells stand in drawings: the shifts, and the kinds by their places up to those."""
    shifts = Translations(lattice.text_shifts, 3)
    return shifts, {shifts.reduce(kind.text): kind for kind in lattice.kinds}


def can_draw(lattice: Lattice, cells: Iterable[Cell] = (), largest: int = LARGEST) -> bool:
    """Does every cell have its own place in drawings, and are these cells near enough to draw?

    The drawing may have `largest` characters.
    """
    shifts, kinds = _places(lattice)
    own = len(kinds) == len(lattice.kinds) and len(shifts.basis) == len(shifts.generators)
    if not own or len(shifts.generators) != len(lattice.translations.generators):
        return False
    cells = list(cells)
    if any(lattice.kind(cell) is None for cell in cells):
        return False
    spots = [text_place(lattice, cell) for cell in cells]
    size: int = prod(max(axis) - min(axis) + 1 for axis in zip(*spots, strict=True))
    return size <= largest


def text_place(lattice: Lattice, cell: Cell) -> Vector:
    """Column, row and layer of a cell.

    >>> from tilewright.lattices import lattice
    >>> text_place(lattice("hexagon"), (0, 3))
    (3, 3, 0)
    """
    kind = lattice.kind_at(cell)
    times = lattice.translations.coefficients(minus(cell, kind.at))
    assert times is not None
    return _moved(kind.text, times, lattice.text_shifts)


def _cell_at(lattice: Lattice, place: Vector) -> tuple[Cell, Kind] | None:
    shifts, kinds = _places(lattice)
    kind = kinds.get(shifts.reduce(place))
    if kind is None:
        return None
    times = shifts.coefficients(minus(place, kind.text))
    assert times is not None
    return _moved(kind.at, times, lattice.translations.generators), kind


def _moved(start: Vector, times: Vector, steps: Iterable[Vector]) -> Vector:
    total = list(start)
    for n, step in zip(times, steps, strict=True):
        for axis, x in enumerate(step):
            total[axis] += n * x
    return tuple(total)


def read_drawing(
    lattice: Lattice, text: str, *, layer: int = 0, shift: tuple[int, int] | None = None
) -> list[Mark]:
    """The marks of a drawing, in reading order.

    Layers are separated by empty lines and numbered from `layer`; `.` and blanks are empty.  If
    the marks do not fall on cells, the drawing as a whole is moved a little, right or down, unless
    the `shift` is given.

    >>> from tilewright.lattices import lattice
    >>> [mark.cell for mark in read_drawing(lattice("hexagon"), " # #\\n# #")]
    [(1, 0), (2, 0), (0, 1), (1, 1)]
    """
    letters = _letters(lattice, text, layer)
    shift = find_shift(lattice, text) if shift is None else shift
    return _read_shifted(lattice, letters, shift)


_SHIFTS = sorted(product(range(6), repeat=2), key=lambda s: (sum(s), s[1]))  # small ones first


def find_shift(lattice: Lattice, text: str) -> tuple[int, int]:
    """By how much a drawing must be moved, right and down, so that its marks fall on cells."""
    letters = _letters(lattice, text, 0)
    failures = []
    for right, down in _SHIFTS:
        try:
            _read_shifted(lattice, letters, (right, down))
        except DrawingError as error:
            failures.append(error)
        else:
            return right, down
    raise failures[0]


def _letters(lattice: Lattice, text: str, layer: int) -> list[tuple[Vector, str, int]]:
    """The characters of a drawing that are not empty: place, character, line."""
    if not can_draw(lattice):
        raise DrawingError(
            f"cells of {lattice.name!r} have no places in drawings: give coordinates with `cells`, "
            f"or give the lattice text_shifts and each kind a text place",
            0,
        )
    letters: list[tuple[Vector, str, int]] = []
    glyphs = {kind.glyph for kind in lattice.kinds}
    first = layer
    row = 0
    begun = False
    for number, line in enumerate(text.splitlines()):
        if not line.strip():
            if begun:
                row, layer, begun = 0, layer + 1, False
            continue
        begun = True
        if row == 0 and layer != first and not any(shift[2] for shift in lattice.text_shifts):
            raise DrawingError(
                f"an empty line begins a new layer, and {lattice.name!r} has no layers: draw an "
                f"empty row as `.`",
                number - 1,
            )
        for column, letter in enumerate(line.rstrip()):
            if letter in EMPTY:
                continue
            if not letter.isprintable() or (letter == "\\" and letter not in glyphs):
                raise DrawingError(
                    f"{letter!r} in column {column + 1} of the drawing: draw empty places as `.` "
                    f"or a blank, and cells as `#` or letters",
                    number,
                )
            letters.append(((column, row, layer), letter, number))
        row += 1
    return letters


def _read_shifted(
    lattice: Lattice, letters: list[tuple[Vector, str, int]], shift: tuple[int, int]
) -> list[Mark]:
    marks = []
    glyphs = {kind.glyph: kind.name for kind in lattice.kinds if kind.glyph}
    for (column, row, layer), letter, number in letters:
        found = _cell_at(lattice, (column + shift[0], row + shift[1], layer))
        if found is None and letter == NOTHING:
            continue
        if found is None:
            raise DrawingError(
                f"{letter!r} in column {column + 1} of the drawing: no cell of {lattice.name!r} is "
                f"there; {_where_shown(lattice)} draws some",
                number,
            )
        cell, kind = found
        if glyphs.get(letter, kind.name) != kind.name:
            raise DrawingError(
                f"{letter!r} in column {column + 1} of the drawing: the cell there is "
                f"{kind.name!r}, not {glyphs[letter]!r}",
                number,
            )
        marks.append(Mark(cell, FILLED if letter in glyphs else letter, number))
    return marks


def _where_shown(on: Lattice) -> str:
    """The command that shows a lattice; it knows those of the package by name, others by file."""
    from tilewright.lattices.read import lattice, lattice_names  # which only errors ask for

    if on.name in lattice_names() and lattice(on.name) == on:
        return f"`tilewright show --lattice {on.name}`"
    return "`tilewright show --lattice FILE`, with this file or that of the lattice,"


def draw(
    lattice: Lattice, letters: Mapping[Cell, str], *, blank: str = ".", tight: bool = False
) -> str:
    """The reverse of `read_drawing`: a character for each cell; `#` as the glyph of its kind.

    Other cells are drawn as `blank`.  A `tight` drawing has no empty margin, but need not read
    back as the same kinds of cells.

    >>> from tilewright.lattices import lattice
    >>> print(draw(lattice("square"), {(0, 0): "a", (2, 1): "b"}))
    a..
    ..b
    """
    glyphs = {kind.name: kind.glyph or FILLED for kind in lattice.kinds}
    places = {}
    for cell, letter in letters.items():
        kind = lattice.kind_at(cell)
        places[text_place(lattice, cell)] = glyphs[kind.name] if letter == FILLED else letter
    if not places:
        return ""
    low = [min(axis) for axis in zip(*places, strict=True)]
    high = [max(axis) for axis in zip(*places, strict=True)]
    if not tight:
        low = _aligned(lattice, low)
    columns, rows, layers = (range(a, b + 1) for a, b in zip(low, high, strict=True))

    def shown(place: Vector) -> str:
        return places.get(place) or (" " if _cell_at(lattice, place) is None else blank)

    return "\n\n".join(
        "\n".join("".join(shown((x, y, z)) for x in columns).rstrip() or blank for y in rows)
        for z in layers
    )


def _aligned(lattice: Lattice, corner: list[int]) -> list[int]:
    """The next corner before this one from which a drawing reads as the same kinds of cells."""
    shifts, _ = _places(lattice)
    moved = ([x - y for x, y in zip(corner, back, strict=True)] for back in _BACK)
    return next((place for place in moved if place in shifts), corner)


def spaced_page(on: Lattice, texts: Mapping[Cell, str], width: int) -> str:
    """Cells with their texts, which end where a letter would stand, columns drawn apart.

    >>> from tilewright.lattices import lattice
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
    sizes = [max(map(len, lines)) for lines in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    padded = (map(str.ljust, row, sizes) for row in rows)
    return "\n".join((" " * gap).join(parts).rstrip() for parts in padded)
