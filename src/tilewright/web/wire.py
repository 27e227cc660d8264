"""What requests and answers have in common."""

from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator
from typing_extensions import TypeAliasType

FARTHEST = 1_000_000  # coordinates of cells are smaller

T = TypeVar("T")
Point = TypeAliasType("Point", tuple[float, float])  # so that the schema has a name for it
Many = Annotated[list[T], Field(fail_fast=True)]  # so long that only its first fault is told
Coordinates = Annotated[
    tuple[Annotated[int, Field(ge=-FARTHEST, le=FARTHEST, strict=True)], ...],
    Field(min_length=2, max_length=3),
]


class RequestBody(BaseModel):
    """What is sent to us: nothing else may be in it."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_serialization_defaults_required=True
    )


class Answer(BaseModel):
    """What we send back."""

    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


class PuzzleSource(RequestBody):
    """A puzzle: by its name in the catalogue, or the text of its file."""

    name: Annotated[str, Field(max_length=100)] | None = None
    toml: str | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.name is None) == (self.toml is None):
            raise ValueError("give either the name of a puzzle or the text of its file")
        return self


class SolutionCounts(Answer):
    """How many solutions there are, as far as that is known."""

    solutions: int | None = None
    up_to_rotation: int | None = None
    up_to_symmetry: int | None = None


class Problem(Answer):
    """Something that is wrong or odd with a puzzle."""

    line: int | None = None
    severity: Literal["error", "note"] = "error"
    place: list[str] = Field(default=[])
    message: str


class Failure(Answer):
    """Why a request was refused."""

    message: str
    problems: list[Problem] = []
