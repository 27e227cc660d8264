"""Knuth's puzzles as he seems to have searched them: which placements he left out, and the order
of the columns.  Both were found by trying until nodes and updates agreed with what he prints.

The cells come first: squares rank by rank; triangles two by two, each pair a rhombus, in rows.
Then come the pieces, by name; but of the hexiamonds the bar is last, after its mirror image.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from tilewright.catalogue import load
from tilewright.cover import ExactCover, from_options
from tilewright.errors import TilewrightError
from tilewright.lattices import Cell, Lattice, Motion, lattice
from tilewright.lattices.drawing import read_drawing
from tilewright.orientations import board_motions
from tilewright.placements import place
from tilewright.puzzle import Puzzle

__all__ = ["BLACK", "SHAPES", "centre", "pruned"]

Form = frozenset[Cell]  # cells up to translation
Allow = Callable[[str, tuple[Cell, ...]], bool]  # a piece, and the cells it would cover

BLACK = 1  # what the first coordinate of a black triangle leaves when divided by 3
LAST = ("bar", "Bar")
BIASED = ("Sphinx", "sphinx", "Yacht", "yacht")


def pruned(name: str, allow: Allow) -> ExactCover:
    """The problem of a puzzle of the catalogue, with the placements that are allowed."""
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    found = place(puzzle)
    cells = found.ground.cells
    once = [kind.name for kind in found.types if kind.count.hi == 1]
    once.sort(key=lambda piece: LAST.index(piece) if piece in LAST else -1)
    options = []
    for block in found.blocks:
        piece = found.types[block.type].name
        for row in found.cells(block).tolist():
            placed = tuple(cells[k] for k in row)
            if allow(piece, placed):
                options.append([*map(_name, placed), *(p for p in once if p == piece)])
    ordered = sorted(cells, key=_in_pairs if puzzle.lattice.name == "triangle" else _in_ranks)
    return from_options(options, primary=[*map(_name, ordered), *once])


def _name(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _in_ranks(cell: Cell) -> tuple[int, ...]:
    return cell[1], cell[0]


def _in_pairs(cell: Cell) -> tuple[int, ...]:
    """Coordinates of triangles are three times those of the corners of the rhombi."""
    return cell[1] // 3, cell[0] // 3, cell[0] % 3


def _form(cells: Iterable[Cell], step: int = 1) -> Form:
    """Cells moved so that the first one in reading order is near the origin."""
    placed = list(cells)
    x, y = (coordinate // step * step for coordinate in min(placed, key=_in_ranks))
    return frozenset((a - x, b - y) for a, b in placed)


def _drawn(on: Lattice, drawing: str, step: int = 1) -> Form:
    return _form((mark.cell for mark in read_drawing(on, "\n".join(drawing.split()))), step)


def centre(cells: Sequence[Cell]) -> tuple[float, ...]:
    """Where the centre of some cells is."""
    return tuple(sum(axis) / len(cells) for axis in zip(*cells, strict=True))


def _y_square(corners: str, *middle: str) -> ExactCover:
    """45 Y pentominoes in a square of side 15.

    `corners` says of the four corners, clockwise from the upper left one, whether the Y there lies
    along the horizontal (h) or the vertical (v) side.  `middle` draws the orientations that the Y
    on the central square may have, if not all.
    """
    places: list[Cell] = [(0, 0), (14, 0), (14, 14), (0, 14)]
    lying = dict(zip(places, corners, strict=True))
    forms = {_drawn(lattice("square"), drawing) for drawing in middle}

    def allow(_piece: str, placed: tuple[Cell, ...]) -> bool:
        along = "h" if len({x for x, _ in placed}) == 4 else "v"
        if any(lying.get(cell, along) != along for cell in placed):
            return False
        return not forms or (7, 7) not in placed or _form(placed) in forms

    return pruned("y-15x15", allow)


def _rhombus(*sphinx: str) -> ExactCover:
    """Hexiamonds in a rhombus, with the sphinx in the orientations that are drawn."""
    forms = {_drawn(lattice("triangle"), drawing, 3) for drawing in sphinx}
    return pruned(
        "hexiamond-rhombus", lambda piece, placed: piece != "Sphinx" or _form(placed, 3) in forms
    )


def _hexagon(x: int, y: int, *black: str) -> ExactCover:
    """One-sided hexiamonds in a hexagon, with the small hexagon so many steps from the centre.

    If two of the sphinxes and yachts are named, they and no others favour black.
    """
    if black and (len(black) != 2 or not set(black) <= set(BIASED)):
        raise TilewrightError(f"{' and '.join(black)} favour black: expected two of {BIASED}")
    middle = _middle("hexiamond-hexagon")

    def allow(piece: str, placed: tuple[Cell, ...]) -> bool:
        if piece == "Hexagon":
            a, b = centre(placed)
            return (round((a - middle[0]) / 3), round((b - middle[1]) / 3)) == (x, y)
        if not black or piece not in BIASED:
            return True
        return (sum(a % 3 == BLACK for a, _ in placed) > 3) == (piece in black)

    return pruned("hexiamond-hexagon", allow)


def _hexagon_halved(x: int, y: int, half: str) -> ExactCover:
    """The same where the small hexagon is on a mirror of the board: the piece `half` has one of
    any two orientations that this mirror exchanges."""
    mirror = next(m for m in _motions() if m.mirror and _turned(m, (x, y)) == (x, y))
    return _halved((x, y), half, mirror, lambda _placed: True)


def _hexagon_central(half: str = "") -> ExactCover:
    """The same with the small hexagon at the centre, and the crown in one of any places that
    symmetries of the board exchange: where no mirror keeps it in its place, or else, if `half` is
    named, where one does, and that piece has half of its orientations."""
    motions = _motions()
    if not half:
        return _halved((0, 0), "", None, lambda placed: _stands(placed, motions, fixed=1))
    mirror = next(m for m in motions if m.mirror and any(_kept(m, one) for one in _crowns()))
    turns = [m for m in motions if m.after(mirror).matrix == mirror.after(m).matrix]
    return _halved(
        (0, 0),
        half,
        mirror,
        lambda placed: _kept(mirror, placed) and _stands(placed, turns, fixed=2),
    )


def _kept(motion: Motion, placed: tuple[Cell, ...]) -> bool:
    return _image(motion, placed) == sorted(placed)


def _halved(
    at: tuple[int, int],
    half: str,
    mirror: Motion | None,
    crown: Callable[[tuple[Cell, ...]], bool],
) -> ExactCover:
    middle = _middle("hexiamond-hexagon")

    def allow(piece: str, placed: tuple[Cell, ...]) -> bool:
        if piece == "Hexagon":
            a, b = centre(placed)
            return (round((a - middle[0]) / 3), round((b - middle[1]) / 3)) == at
        if piece == "Crown" and not crown(placed):
            return False
        if piece != half or mirror is None:
            return True
        here, there = (sorted(_form(cells, 3)) for cells in (placed, _image(mirror, placed)))
        if here == there:
            raise TilewrightError(f"the mirror keeps an orientation of {half}: halve another piece")
        return here < there

    return pruned("hexiamond-hexagon", allow)


def _stands(placed: tuple[Cell, ...], motions: Sequence[Motion], *, fixed: int) -> bool:
    """Is it the first of its images, and do so many of the motions keep it in its place?"""
    images = [_image(motion, placed) for motion in motions]
    return min(images) == sorted(placed) and images.count(sorted(placed)) == fixed


def _image(motion: Motion, cells: Iterable[Cell]) -> list[Cell]:
    return sorted(map(motion, cells))


def _turned(motion: Motion, at: tuple[int, int]) -> tuple[int, ...]:
    """Where a motion that keeps the centre moves the point so many steps from it."""
    return tuple(sum(a * b for a, b in zip(row, at, strict=True)) for row in motion.matrix)


@cache
def _motions() -> list[Motion]:
    puzzle = load("hexiamond-hexagon")
    assert isinstance(puzzle, Puzzle)
    return list(board_motions(puzzle.lattice, puzzle.board))


@cache
def _crowns() -> list[tuple[Cell, ...]]:
    """Where the crown can lie in the hexagon."""
    found: list[tuple[Cell, ...]] = []

    def allow(piece: str, placed: tuple[Cell, ...]) -> bool:
        if piece == "Crown":
            found.append(placed)
        return True

    pruned("hexiamond-hexagon", allow)
    return found


@cache
def _middle(name: str) -> tuple[float, ...]:
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    return centre(puzzle.board.cells)


def _one_sided_3x30() -> ExactCover:
    """The X in the left half, where what is left of it is a multiple of five squares; the V with
    a side on top."""

    def allow(piece: str, placed: tuple[Cell, ...]) -> bool:
        x, _ = centre(placed)
        if piece == "X":
            return x in (2, 7, 12)
        return piece != "V" or sum(y == 0 for _, y in placed) == 3

    return pruned("one-sided-3x30", allow)


SHAPES: dict[str, Callable[..., ExactCover]] = {
    "y-15x15": _y_square,
    "hexiamond-rhombus": _rhombus,
    "hexiamond-hexagon": _hexagon,
    "hexiamond-hexagon-halved": _hexagon_halved,
    "hexiamond-hexagon-central": _hexagon_central,
    "one-sided-3x30": _one_sided_3x30,
}
