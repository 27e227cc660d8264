"""What requests and answers have in common."""

from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

FARTHEST = 1_000_000  # coordinates of cells are smaller

Given = TypeVar("Given")
Many = Annotated[list[Given], Field(fail_fast=True)]  # so long that only its first fault is told
CellGiven = Annotated[
    list[Annotated[int, Field(ge=-FARTHEST, le=FARTHEST, strict=True)]],
    Field(min_length=2, max_length=3),
]


class RequestBody(BaseModel):
    """What is sent to us: nothing else may be in it."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Answer(BaseModel):
    """What we send back."""

    model_config = ConfigDict(frozen=True, json_schema_serialization_defaults_required=True)


class PuzzleGiven(RequestBody):
    """A puzzle: by its name in the catalogue, or the text of its file."""

    name: Annotated[str, Field(max_length=100)] | None = None
    toml: str | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.name is None) == (self.toml is None):
            raise ValueError("give either the name of a puzzle or the text of its file")
        return self


class Problem(Answer):
    """Something that is wrong or odd with a puzzle."""

    line: int | None
    severity: Literal["error", "note"]
    place: list[str]
    message: str


class Failure(Answer):
    """Why a request was refused."""

    message: str
    problems: list[Problem] = []
