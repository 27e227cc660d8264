"""What pictures of all puzzles have in common: a board, and pieces on it or below it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.render.labels import fitting_size, roomiest
from tilewright.render.layout import legible, shelves
from tilewright.render.outlines import signed_area
from tilewright.render.palette import colour, colours, ink_on
from tilewright.render.scene import (
    DARK,
    PIXELS,
    WHITE,
    Box,
    Element,
    Lines,
    Patch,
    PictureError,
    Ring,
    Scene,
    Text,
    box_of,
    shortened,
    text_width,
)

__all__ = [
    "Area",
    "KindOfPiece",
    "PlacedArea",
    "Tiling",
    "kinds_scene",
    "silhouette_scene",
    "tiling_colours",
    "tiling_scene",
    "unit_of",
]

Area = tuple[Ring, ...]

EMPTY, SILHOUETTE = "#dcdcdc", "#4a4a4a"

# Lengths, where a piece is about 1 wide.
SEAM = 0.02
MARGIN = 0.12
GAP = 0.35
CAPTION = 0.28
LABEL = 0.3
SMALLEST_LABEL = 0.08

LONGEST = 16  # letters of a name

PALE, FAINT = 0.45, 0.2  # opacities: of pieces placed before, and of lines inside of a piece


@dataclass(frozen=True, slots=True)
class KindOfPiece:
    """A piece to be shown beside the board.  `inner` are thin lines, such as borders of cells."""

    name: str
    count: str
    area: Area
    inner: tuple[Ring, ...] = ()

    @property
    def title(self) -> str:
        """Its name, and how many there are unless there is one."""
        return self.name + self._times

    @property
    def caption(self) -> str:
        """The same, but not too long."""
        return shortened(self.name, LONGEST) + self._times

    @property
    def _times(self) -> str:
        return "" if self.count == "1" else f" ×{self.count}"


@dataclass(frozen=True, slots=True)
class PlacedArea:
    """A piece on the board: the number of its kind, its name, and where it lies."""

    kind: int
    name: str
    area: Area
    inner: tuple[Ring, ...] = ()
    flipped: bool = False


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board with pieces on it.  `unit` is about as long as a piece."""

    board: tuple[Area, ...]
    placed: tuple[PlacedArea, ...]
    kind_count: int
    unit: float
    title: str = ""


def unit_of(areas: Sequence[Area], pieces: int) -> float:
    """About how long a piece is, if so many fill these areas."""
    if not any(ring for rings in areas for ring in rings):
        raise PictureError("there is nothing to be drawn: the board has no cells and no corners")
    total = sum(abs(sum(map(signed_area, rings))) for rings in areas)
    return float(total / max(1, pieces)) ** 0.5 or box_of(areas).longest or 1.0


def tiling_scene(tiling: Tiling, *, labels: bool = False, newest: int | None = None) -> Scene:
    """The pieces in their colours, then the outline of the board.

    In a step of a search all but the newest piece are pale.
    """
    unit, placed = tiling.unit, tiling.placed
    fills = tiling_colours(tiling)
    elements: list[Element] = [Patch(area, EMPTY) for area in tiling.board]
    for number, (one, fill) in enumerate(zip(placed, fills, strict=True)):
        title = f"{one.name}, turned over" if one.flipped else one.name
        opacity = 1.0 if newest is None or number == newest else PALE
        elements.append(Patch(one.area, fill, WHITE, SEAM * unit, opacity, title))
        elements += _inner_lines(one.inner, unit)
    elements += (Patch(area, stroke=DARK, width=SEAM * unit) for area in tiling.board)
    if newest is not None and newest >= 0:
        elements.append(Patch(placed[newest].area, stroke=DARK, width=3 * SEAM * unit))
    if labels:
        elements += _labels(placed, fills, unit)
    box = box_of([*tiling.board, *(one.area for one in placed)])
    return Scene(tuple(elements), box.wider(MARGIN * unit), tiling.title)


def tiling_colours(tiling: Tiling) -> list[str]:
    """A colour for each placed piece; pieces that touch have different ones."""
    placed = tiling.placed
    areas = [one.area for one in placed]
    return colours([one.kind for one in placed], tiling.kind_count, areas, tiling.unit)


def silhouette_scene(
    board: Sequence[Area],
    inner: Sequence[Ring],
    optional: Sequence[Area],
    kinds: Sequence[KindOfPiece],
    unit: float,
    title: str,
) -> Scene:
    """The board above, and the pieces below it.  `optional` are parts that may stay empty."""
    board_box = box_of([*board, *optional])
    dx, dy = -(board_box.left + board_box.right) / 2, -board_box.bottom + GAP * unit
    above: list[Element] = [
        *(Patch(area, SILHOUETTE, title="the board") for area in board),
        *(Patch(area, EMPTY, title="may stay empty") for area in optional),
    ]
    if inner:
        above.append(Lines(tuple(inner), WHITE, SEAM * unit / 2, FAINT))
    below = kinds_scene(kinds, unit, title, least=board_box.width)
    box = board_box.moved(dx, dy).wider(MARGIN * unit).joined(below.box)
    elements = (*(element.moved(dx, dy) for element in above), *below.elements)
    return Scene(elements, box, title, legible(box, CAPTION * unit, PIXELS))


def kinds_scene(
    kinds: Sequence[KindOfPiece], unit: float, title: str = "", least: float = 0.0
) -> Scene:
    """The pieces on shelves, each with its name; shelves may be as wide as `least`, and wider."""
    if not kinds:
        raise PictureError("there is nothing to be drawn: there are no pieces")
    boxes = [box_of([kind.area]) for kind in kinds]
    captions = [kind.caption for kind in kinds]
    gap, letters = GAP * unit, CAPTION * unit
    room = sum(
        (max(box.width, text_width(caption, letters)) + gap) * (box.height + gap + 1.4 * letters)
        for box, caption in zip(boxes, captions, strict=True)
    )
    places = shelves(boxes, captions, letters, gap, max(least, (1.6 * room) ** 0.5))
    elements: list[Element] = []
    area = None
    for number, (kind, (dx, dy, caption)) in enumerate(zip(kinds, places, strict=True)):
        patch = Patch(kind.area, colour(number), WHITE, SEAM * unit, title=kind.title)
        elements.append(patch.moved(dx, dy))
        elements += (lines.moved(dx, dy) for lines in _inner_lines(kind.inner, unit))
        elements.append(caption)
        box = boxes[number].moved(dx, dy).joined(_text_box(caption))
        area = box if area is None else area.joined(box)
    assert area is not None
    box = area.wider(MARGIN * unit)
    return Scene(tuple(elements), box, title, legible(box, letters, PIXELS))


def _inner_lines(inner: tuple[Ring, ...], unit: float) -> Iterator[Lines]:
    if inner:
        yield Lines(inner, DARK, SEAM * unit / 2, FAINT)


def _labels(placed: Sequence[PlacedArea], fills: Sequence[str], unit: float) -> Iterator[Text]:
    """The name of each piece that has room for it."""
    for one, fill in zip(placed, fills, strict=True):
        place, radius = roomiest(one.area)
        text = shortened(one.name, LONGEST)
        size = min(LABEL * unit, fitting_size(text, radius))
        if size >= SMALLEST_LABEL * unit:
            yield Text(place, text, size, ink_on(fill))


def _text_box(text: Text) -> Box:
    (x, y), half = text.at, text_width(text.text, text.size) / 2
    return Box(x - half, y - text.size / 2, x + half, y + text.size / 2)
