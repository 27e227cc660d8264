"""What is asked and answered while somebody plays."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from tilewright.web.wire import Answer, Coordinates, Many, Point, PuzzleSource, RequestBody

MOST_PLACED = 2000
FARTHEST = 1e6  # coordinates of corners
LONGEST_PATIENCE = 10.0  # seconds

Strength = Literal["cell", "piece", "move"]
Near = Annotated[
    list[Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]], Field(min_length=2, max_length=2)
]
Seconds = Annotated[float, Field(ge=0, le=LONGEST_PATIENCE)]


class PlayedPiece(RequestBody):
    """A piece where it lies: its cells, or the corners of its outline (y up).

    A piece with colours or marks can lie on the same cells in several ways.  Then `motion` says
    how, a number of the lattice's motions; or the cells do, in the order of the piece's own.
    """

    piece: Annotated[str, Field(max_length=200)]
    cells: Annotated[Many[Coordinates], Field(min_length=1, max_length=MOST_PLACED)] | None = None
    motion: Annotated[int, Field(ge=0, le=999)] | None = None
    ring: Annotated[Many[Near], Field(min_length=3, max_length=MOST_PLACED)] | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.cells is None) == (self.ring is None):
            raise ValueError("give either the cells of a piece or its ring")
        return self


class _PlayRequest(RequestBody):
    puzzle: PuzzleSource
    placed: Annotated[Many[PlayedPiece], Field(max_length=MOST_PLACED)]


class CheckRequest(_PlayRequest):
    """Can what lies there still be completed, and in how many ways?"""

    patience: Seconds = 0.25
    most: Annotated[int, Field(ge=1, le=1_000_000)] = 1000


class CheckAnswer(Answer):
    """Whether it can, and in how many ways; or that we do not know yet."""

    state: Literal["yes", "no", "thinking"]
    ways: int | None = None
    more: bool = False
    complete: bool = False
    message: str
    wrong: list[int] = Field(default=[])


class HintRequest(_PlayRequest):
    """What to do next?"""

    strength: Strength
    patience: Seconds = 2.0


class HintAnswer(Answer):
    """Where to look, which piece to take, where to put it, or which one to take away."""

    kind: Literal["cell", "piece", "move", "remove", "none", "thinking"]
    piece: str | None = None
    cells: list[tuple[int, ...]] = Field(default=[])
    motion: int | None = None  # of the lattice, by number: it turns the piece to lie like that
    rings: list[list[Point]] = Field(default=[])
    placed: int | None = None
    message: str
