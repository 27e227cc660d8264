"""Why a board of L-Panel has no solution, as far as that can be seen without a search."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from tilewright.design.lpanel.forced import Tile, dead_end, tiles_of
from tilewright.design.lpanel.panel import LPanel
from tilewright.encoding import Encoding
from tilewright.lattice import Cell

__all__ = ["Reason", "place_of", "reasons"]

MEANT = "o"  # how a cell is drawn that a reason is about
LETTERS = ascii_uppercase
SIZE = 4  # cells of an L


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is no solution: in a sentence, with the cells and the Ls that it is about.

    `kind` is "number" (of white cells), "region" (whose size is wrong), "cell" (that no L covers),
    "stripes" (that cannot be met), "forced" (Ls, which leave a cell uncovered) or "search".
    """

    kind: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    tiles: tuple[Tile, ...] = ()

    def drawing(self, panel: LPanel) -> str:
        """The cells it is about, as `o`, the Ls, as letters, and what lies around them.

        >>> from tilewright.design.lpanel import LPanel
        >>> panel = LPanel.parse("......\\n......\\n...#..\\n..#.#.\\n...#..\\n......")
        >>> print(Reason("cell", "this cell", ((3, 3),)).drawing(panel))
        .#.
        #o#
        .#.
        """
        letters = dict.fromkeys(self.cells, MEANT)
        for number, tile in enumerate(self.tiles):
            letters |= dict.fromkeys(tile, LETTERS[number % len(LETTERS)])
        if not letters:
            return ""
        (left, right), (top, bottom) = (
            (max(0, min(c[axis] for c in letters) - 1), max(c[axis] for c in letters) + 2)
            for axis in (0, 1)
        )
        return "\n".join(
            "".join(letters.get((x, y), c) for x, c in enumerate(row[left:right], left))
            for y, row in enumerate(panel.rows[top:bottom], top)
        )


def reasons(panel: LPanel, encoding: Encoding) -> tuple[Reason, ...]:
    """All reasons that can be seen without a search; `encoding` is that of the panel's puzzle.

    - The number of white cells is no multiple of four.
    - The same for a region.
    - There is a cell that no L can cover.
    - Some Ls are forced, and they leave a cell that no L can cover.
    - Colour every other row of a region.  Each L has three cells of one colour and one of the
      other, so n of them cover an odd number of coloured cells if n is odd, else an even number.
      Columns can be coloured just as well.

    >>> from tilewright.encoding import encode
    >>> panel = LPanel.parse("......\\n......")
    >>> [reason.kind for reason in reasons(panel, encode(panel.puzzle))]
    ['stripes', 'stripes']
    """
    return tuple(_reasons(panel, encoding))


def _reasons(panel: LPanel, encoding: Encoding) -> Iterator[Reason]:
    regions = panel.regions()
    total = len(panel.white)
    if total % SIZE:
        yield Reason("number", f"{_whites(total)}, not a multiple of four: {_remedy(total)}")
    if len(regions) > 1:
        for region in regions:
            if len(region) % SIZE:
                what = f"the region at {place_of(region[0])} has {_whites(len(region))}"
                yield Reason("region", f"{what}, not a multiple of four", region)
    tiles = tiles_of(encoding)
    covered = {cell for tile in tiles for cell in tile}
    for region in regions:
        if len(region) % SIZE == 0:
            yield from _of_region(region, tiles, covered, alone=len(regions) == 1)


def _of_region(
    region: tuple[Cell, ...], tiles: Sequence[Tile], covered: Container[Cell], *, alone: bool
) -> Iterator[Reason]:
    """What is wrong with a region whose size is right."""
    dry = [cell for cell in region if cell not in covered]
    for cell in dry:
        yield Reason("cell", f"no L can cover the white cell at {place_of(cell)}", (cell,))
    yield from _stripes(region, alone=alone)
    inside = set(region)
    end = None if dry else dead_end(region, [tile for tile in tiles if tile[0] in inside])
    if end:
        ls = _ls(len(end.tiles)).replace("L", "forced L")
        sentence = f"after {ls} nothing can cover the white cell at {place_of(end.cell)}"
        yield Reason("forced", sentence, (end.cell,), end.tiles)


def _stripes(region: tuple[Cell, ...], *, alone: bool) -> Iterator[Reason]:
    tiles = len(region) // SIZE
    where = "" if alone else f" of the region at {place_of(region[0])}"
    for name, axis in (("rows", 1), ("columns", 0)):
        coloured = sum(cell[axis] % 2 == 0 for cell in region)
        if (coloured - tiles) % 2:
            parity = "odd" if tiles % 2 else "even"
            yield Reason(
                "stripes",
                f"{_whites(len(region))}{where} need {_ls(tiles)}, each with 1 or 3 cells in odd "
                f"{name}, so an {parity} number in all: there are {coloured}",
                () if alone else region,
            )


def place_of(cell: Cell) -> str:
    """Where a cell is, as people count.

    >>> place_of((2, 0))
    'row 1, column 3'
    """
    return f"row {cell[1] + 1}, column {cell[0] + 1}"


def _whites(number: int) -> str:
    return "1 white cell" if number == 1 else f"{number:,} white cells"


def _ls(number: int) -> str:
    return "1 L" if number == 1 else f"{number} Ls"


def _remedy(total: int) -> str:
    surplus = total % SIZE
    if total < SIZE:
        return f"whiten {SIZE - surplus} more"
    return f"blacken {surplus} of them, or whiten {SIZE - surplus} more"
