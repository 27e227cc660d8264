"""What pictures of all puzzles have in common: a board, and pieces on it or below it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.render.cells import Area
from tilewright.render.layout import legible, shelves_scene
from tilewright.render.outlines import fitting_place, signed_area
from tilewright.render.palette import colour, colours, ink_on
from tilewright.render.scene import (
    DARK,
    PIXELS,
    WHITE,
    Element,
    Lines,
    Patch,
    PictureError,
    Ring,
    Scene,
    Text,
    box_of,
    shortened,
)
from tilewright.render.signs import Sign, drawn_signs

EMPTY, SILHOUETTE = "#dcdcdc", "#4a4a4a"

# Lengths, where a piece is about 1 wide.
SEAM = 0.02
RIM = 0.025
MARGIN = 0.12
GAP = 0.35
CAPTION = 0.25
LABEL = 0.26
ROOM, CROWDED = 0.9, 0.6  # of what would fit, so that labels keep off outlines and dots
SMALLEST_LABEL = 0.08
UNEVEN = 1.6  # the largest label, where the smallest is 1

LONGEST = 20  # letters of a name

PALE, FAINT = 0.45, 0.2  # opacities: of pieces placed before, and of lines inside of a piece


@dataclass(frozen=True, slots=True)
class PlacedArea:
    """A piece on the board or beside it: the number of its kind, its name, and where it lies.

    `inner` are thin lines, such as borders of cells.  Where room is `taken`, labels are not
    written.  Beside the board, `count` says how many there are.
    """

    kind: int
    name: str
    area: Area
    inner: tuple[Ring, ...] = ()
    flipped: bool = False
    signs: tuple[Sign, ...] = ()
    taken: tuple[Ring, ...] = ()
    count: str = "1"

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
        return {"1": "", "any": ", any number"}.get(self.count, f" ×{self.count}")

    def drawn(self, fill: str, unit: float, title: str, opacity: float = 1.0) -> Iterator[Element]:
        """All but its signs."""
        yield Patch(self.area, fill, WHITE, SEAM * unit, opacity, title)
        yield from _inner_lines(self.inner, unit)


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """What is seen of a board beside pieces: its areas, and thin lines and signs where none lies.

    `optional` are parts that may stay empty.  One that is `open`, such as a grid of sticks, has no
    outline.
    """

    areas: tuple[Area, ...]
    optional: tuple[Area, ...] = ()
    inner: tuple[Ring, ...] = ()
    signs: tuple[Sign, ...] = ()
    open: bool = False


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board with pieces on it.  `unit` is about as long as a piece.

    `fills`, if given, are the colours of the placed pieces.
    """

    board: EmptyBoard
    placed: tuple[PlacedArea, ...]
    kind_count: int
    unit: float
    title: str = ""
    left_over: tuple[PlacedArea, ...] = ()
    fills: tuple[str, ...] = ()


def unit_of(areas: Sequence[Area], pieces: int) -> float:
    """About how long a piece is, if N pieces fill these areas."""
    if not any(ring for rings in areas for ring in rings):
        raise PictureError("there is nothing to be drawn: the board has no cells and no corners")
    total = sum(abs(sum(map(signed_area, rings))) for rings in areas)
    return float(total / max(1, pieces)) ** 0.5 or box_of(areas).longest or 1.0


def tiling_scene(tiling: Tiling, *, labels: bool = False, newest: int | None = None) -> Scene:
    """The pieces in their colours, then the outline of the board, then pieces that are left over.

    In a step of a search all but the newest piece are pale.
    """
    unit, placed, board = tiling.unit, tiling.placed, tiling.board
    fills = tiling_colours(tiling)
    elements: list[Element] = [Patch(area, EMPTY) for area in board.areas]
    elements += _inner_lines(board.inner, unit)
    elements += drawn_signs(board.signs, EMPTY)
    for number, (one, fill) in enumerate(zip(placed, fills, strict=True)):
        title = f"{one.name}, turned over" if one.flipped else one.name
        opacity = 1.0 if newest is None or number == newest else PALE
        elements += one.drawn(fill, unit, title, opacity)
    for one, fill in zip(placed, fills, strict=True):
        elements += drawn_signs(one.signs, fill)
    if not board.open:
        elements += (Patch(area, stroke=DARK, width=RIM * unit) for area in board.areas)
    if newest is not None and newest >= 0:
        elements.append(Patch(placed[newest].area, stroke=DARK, width=3 * SEAM * unit))
    if labels:
        elements += _labels(_crossing(placed) if board.open else placed, fills, unit)
    box = box_of([*board.areas, *(one.area for one in placed)]).wider(MARGIN * unit)
    scene = Scene(tuple(elements), box, tiling.title)
    return _above(scene, tiling.left_over, unit) if tiling.left_over else scene


def tiling_colours(tiling: Tiling) -> list[str]:
    """A colour for each placed piece; pieces that touch have different ones."""
    if tiling.fills:
        return list(tiling.fills)
    placed = tiling.placed
    areas = [one.area for one in placed]
    return colours([one.kind for one in placed], tiling.kind_count, areas, tiling.unit)


def silhouette_scene(
    ground: EmptyBoard,
    placed: Sequence[PlacedArea],
    kinds: Sequence[PlacedArea],
    unit: float,
    title: str,
) -> Scene:
    """The board above with the pieces that are fixed on it, and the pieces below it."""
    elements: list[Element] = [
        *(Patch(area, SILHOUETTE, title="the board") for area in ground.areas),
        *(Patch(area, EMPTY, title="may stay empty") for area in ground.optional),
    ]
    if ground.inner:
        elements.append(Lines(ground.inner, WHITE, SEAM * unit / 2, FAINT))
    elements += drawn_signs(ground.signs, SILHOUETTE)
    for one in placed:
        elements += _whole(one, unit, f"{one.name}, fixed")
    box = box_of([*ground.areas, *ground.optional]).wider(MARGIN * unit)
    return _above(Scene(tuple(elements), box, title), kinds, unit)


def _above(scene: Scene, kinds: Sequence[PlacedArea], unit: float) -> Scene:
    """A scene with pieces below it."""
    dx = -(scene.box.left + scene.box.right) / 2
    dy = -scene.box.bottom + (GAP - MARGIN) * unit
    below = kinds_scene(kinds, unit, least=scene.box.width)
    box = scene.box.moved(dx, dy).joined(below.box)
    elements = (*scene.moved(dx, dy).elements, *below.elements)
    return Scene(elements, box, scene.title, legible(box, CAPTION * unit, PIXELS))


def kinds_scene(
    kinds: Sequence[PlacedArea], unit: float, title: str = "", least: float = 0.0
) -> Scene:
    """The pieces on shelves, each with its name; shelves may be as wide as `least`, and wider."""
    drawn = [(box_of([kind.area]), list(_whole(kind, unit, kind.title))) for kind in kinds]
    lengths = GAP * unit, CAPTION * unit, MARGIN * unit
    return shelves_scene(drawn, [kind.caption for kind in kinds], lengths, title, least)


def _whole(one: PlacedArea, unit: float, title: str) -> Iterator[Element]:
    """A piece in the colour of its kind."""
    yield from one.drawn(colour(one.kind), unit, title)
    yield from drawn_signs(one.signs, colour(one.kind))


def _inner_lines(inner: tuple[Ring, ...], unit: float) -> Iterator[Lines]:
    if inner:
        yield Lines(inner, DARK, SEAM * unit / 2, FAINT)


def _labels(placed: Sequence[PlacedArea], fills: Sequence[str], unit: float) -> Iterator[Text]:
    """The name of each piece that has room for it, and none much larger than the others."""
    found = []
    for one, fill in zip(placed, fills, strict=True):
        if any(isinstance(sign, Text) and not sign.colour for sign in one.signs):
            continue  # letters among letters are not read as a name
        label = _label(one, ink_on(fill), LABEL * unit)
        if label.size >= SMALLEST_LABEL * unit:
            found.append((one, label))
    most = UNEVEN * min((label.size for _, label in found), default=0.0)
    for one, label in found:
        yield _label(one, label.colour, most) if label.size > most else label


def _crossing(placed: Sequence[PlacedArea]) -> list[PlacedArea]:
    """Pieces that may cross each other: labels are not written where others are."""
    found = []
    for one in placed:
        others = (ring for other in placed if other is not one for ring in other.area)
        found.append(replace(one, taken=(*one.taken, *others)))
    return found


def _label(one: PlacedArea, ink: str, most: float) -> Text:
    """The name of a piece where there is most room for it, in letters of this size at most."""
    text = shortened(one.name, LONGEST)
    dots = (sign.rings[0] for sign in one.signs if isinstance(sign, Patch))
    part = CROWDED if one.signs else ROOM
    place, fitting = fitting_place((*one.area, *dots), text, most / part, one.taken)
    return Text(place, text, min(most, part * fitting), ink)
