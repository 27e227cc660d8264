"""Lattices and puzzles as the browser has them."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StrictBool

from tilewright.web.wire import (
    Answer,
    Coordinates,
    Many,
    Point,
    Problem,
    RequestBody,
    SolutionCounts,
)

Vec = tuple[float, ...]  # three numbers
Whole = tuple[int, ...]
Text = Annotated[str, Field(max_length=10_000)]
Word = Annotated[str, Field(max_length=200)]
Written = Annotated[str, Field(max_length=400)]  # a coordinate as it stands in a file


class KindShape(Answer):
    """Cells of one kind: the first one, the steps to its neighbours, and how it is drawn."""

    name: str
    at: Whole
    steps: list[Whole]
    outline: tuple[Point, ...]


class MotionShape(Answer):
    """A symmetry of a lattice: cell -> matrix·cell + shift."""

    matrix: tuple[Whole, ...]
    shift: Whole
    mirror: bool
    word: str


class SolidShape(Answer):
    """A convex solid: its corners, and its faces as numbers of corners."""

    points: list[Vec]
    faces: list[Whole]


class SpaceKind(Answer):
    """Cells of one kind in space, about their own place; a ball is x, y, z and its radius."""

    solids: list[SolidShape]
    balls: list[list[float]]


class Space(Answer):
    """Where unit vectors point in a right-handed space with z up, and how cells look there."""

    axes: list[Vec]
    kinds: list[SpaceKind]


class LatticeShape(Answer):
    """All that the browser needs to know about a lattice.

    Points have x to the right and y down; z is the height of the layer, the first one 0.
    """

    name: str
    about: str
    dimension: int
    builtin: bool
    definition: dict[str, Any] | None
    flat: bool
    sticks: bool
    basis: list[Whole]
    embedding: list[tuple[float, ...]]
    kinds: list[KindShape]
    motions: list[MotionShape]
    generators: dict[str, int]
    space: Space


class LatticeReference(RequestBody):
    """A lattice as it comes back: by its name, or with the table of its file.

    All else that a LatticeShape has follows from that, and is not looked at.
    """

    model_config = ConfigDict(extra="ignore")

    name: Word
    definition: dict[str, Any] | None = None


class ColourDoc(RequestBody):
    """The colour of a cell."""

    cell: Coordinates
    colour: Word


class BoardDoc(RequestBody):
    """The cells of a board, and the colours of some of them."""

    must: Many[Coordinates] = Field(default_factory=list)
    may: Many[Coordinates] = Field(default_factory=list)
    colours: Many[ColourDoc] = Field(default_factory=list)


class MarkDoc(RequestBody):
    """A mark on the edge that leads from a cell by a step."""

    cell: Coordinates
    step: Coordinates
    mark: Word


class PieceDoc(RequestBody):
    """A piece.  Its `colour` is how it is shown; that is not written."""

    name: Word
    cells: Many[Coordinates] = Field(default_factory=list)
    count: Annotated[str, Field(max_length=40)] = "1"
    colours: Many[Word] = Field(default_factory=list)
    marks: Many[MarkDoc] = Field(default_factory=list)
    turn: StrictBool = True
    flip: StrictBool | None = None
    motions: Many[Word] = Field(default_factory=list)
    colour: Annotated[str, Field(max_length=20)] = ""


class MarksDoc(RequestBody):
    """Which marks may face each other, and what the outside shows."""

    fits: Many[tuple[Word, Word]] = Field(default_factory=list)
    border: Word = "nothing"


class FixedDoc(RequestBody):
    """A piece whose place is given."""

    piece: Word
    cells: Many[Coordinates]


class _LatticeDoc(RequestBody):
    kind: Literal["lattice"]
    title: Text = ""
    about: Text = ""
    source: Text = ""
    board: BoardDoc = BoardDoc()
    pieces: Many[PieceDoc] = Field(default_factory=list)
    spare: Annotated[str, Field(max_length=40)] | None = None
    colour_fits: Many[tuple[Word, Word]] | None = None
    marks: MarksDoc | None = None
    crossing: StrictBool = True
    fixed: Many[FixedDoc] = Field(default_factory=list)


class LatticeDoc(_LatticeDoc):
    """A puzzle on a lattice."""

    lattice: LatticeShape


class LatticeDocRequest(_LatticeDoc):
    """A puzzle on a lattice, as it comes back."""

    lattice: LatticeReference


class ShapeDoc(RequestBody):
    """A polygon: its corners as they are written, and as numbers, with y up.

    The numbers in `rings` are for drawing; when a shape comes back, they are not looked at.
    """

    outer: Many[tuple[Written, Written]]
    holes: Many[Many[tuple[Written, Written]]] = Field(default_factory=list)
    rings: Many[Many[Point]] = Field(default_factory=list)


class PolygonPieceDoc(RequestBody):
    """A piece that is a polygon."""

    name: Word
    shape: ShapeDoc
    count: int = 1
    turn: StrictBool = True
    flip: StrictBool = True
    colour: Annotated[str, Field(max_length=20)] = ""


class PolygonDoc(RequestBody):
    """A puzzle of free polygons."""

    kind: Literal["polygon"]
    title: Text = ""
    about: Text = ""
    source: Text = ""
    board: Many[ShapeDoc] = Field(default_factory=list)
    pieces: Many[PolygonPieceDoc] = Field(default_factory=list)


Doc = Annotated[LatticeDoc | PolygonDoc, Field(discriminator="kind")]


class WriteRequest(RequestBody):
    """A puzzle to be written."""

    doc: Annotated[LatticeDocRequest | PolygonDoc, Field(discriminator="kind")]


class Sizes(Answer):
    """How large a puzzle is; what is not known is null."""

    cells: int | None
    pieces: str | None
    placements: int | None


class WrittenPuzzle(Answer):
    """A puzzle as the text of its file, if it can be written, and what is wrong with it."""

    toml: str | None
    problems: list[Problem]
    sizes: Sizes


class ReadPuzzle(Answer):
    """A puzzle that was read."""

    doc: Doc
    toml: str
    problems: list[Problem]
    sizes: Sizes


class CatalogueEntry(Answer):
    """A puzzle of the catalogue."""

    name: str
    title: str
    about: str
    source: str
    kind: Literal["lattice", "polygon"]
    lattice: str
    dimension: int
    cells: int | None
    pieces: str
    counts: SolutionCounts
    picture: str


class Catalogue(Answer):
    """All puzzles of the catalogue."""

    puzzles: list[CatalogueEntry]


class FoundPuzzles(Answer):
    """Names of puzzles with all that was asked for; if none, why, and those nearest to it."""

    names: list[str]
    message: str
    near: list[str]


class LatticeEntry(Answer):
    """A lattice in short, and a puzzle of the catalogue that is on it."""

    name: str
    about: str
    dimension: int
    example: str | None


class Lattices(Answer):
    """All lattices, and `polygon`."""

    lattices: list[LatticeEntry]


class SetEntry(Answer):
    """A set of pieces in short."""

    name: str
    lattice: str
    pieces: int
    cells: int


class PieceSets(Answer):
    """All sets of pieces."""

    sets: list[SetEntry]


class PieceSet(Answer):
    """The pieces of a set."""

    lattice: str
    pieces: list[PieceDoc]
