"""Jobs and their solutions as requests and answers."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tilewright.web.wire import Answer, Point, PuzzleSource, RequestBody, SolutionCounts

State = Literal["queued", "running", "paused", "done", "cancelled", "failed"]
Task = Literal["one", "all", "count"]
UpTo = Literal["symmetry", "rotation", "nothing"]
Name = Literal["solutions", "up_to_rotation", "up_to_symmetry"]  # of a number of solutions
NAMES: dict[UpTo, Name] = {
    "symmetry": "up_to_symmetry",
    "rotation": "up_to_rotation",
    "nothing": "solutions",
}
Counting = Literal["solutions", "symmetric"]

MOST_THREADS = 1024  # that anybody may ask for; servers have limits of their own
FINAL = ("done", "cancelled", "failed")  # nothing comes after these unless someone asks for it


class JobRequest(RequestBody):
    """A job to be done: find one solution, store all, or count them.

    `up_to` and `require` are as in the shell: a count without `up_to` tells three numbers.
    """

    puzzle: PuzzleSource
    task: Task
    up_to: UpTo | None = None
    require: Annotated[tuple[Annotated[str, Field(max_length=80)], ...], Field(max_length=8)] = ()
    engine: Annotated[str, Field(max_length=20)] = "auto"
    threads: Annotated[int, Field(ge=1, le=MOST_THREADS, strict=True)] | None = None
    max_seconds: Annotated[float, Field(gt=0, strict=True)] | None = None
    title: Annotated[str, Field(max_length=200)] = ""


class FoundCount(Answer):
    """A number of solutions and its name: which solutions it takes for the same.

    Unless `complete`, more may be found.
    """

    number: int
    name: Name
    complete: bool


class SweepReport(Answer):
    """Stages of engine frontier that are done, and all of them.  They are not equally much work."""

    stage: int
    stages: int


class ProgressReport(Answer):
    """The fraction explored and how long the remainder takes, each with an interval of 95 %."""

    fraction_explored: float
    fraction_explored_low: float
    fraction_explored_high: float
    seconds_left: float
    seconds_left_low: float
    seconds_left_high: float
    early: bool


class JobFacts(BaseModel):
    """What is known of a job, whoever asks."""

    id: str
    title: str
    puzzle_name: str | None
    kind: Literal["lattice", "polygon"]
    task: Task
    up_to: UpTo | None
    engine: str
    engine_used: str | None = None
    threads: int
    state: State = "queued"
    message: str | None = None
    created: float
    started: float | None = None
    ended: float | None = None
    nodes: int = 0
    seconds: float = 0.0  # worked, in all
    counts: SolutionCounts | None = None
    reason: str | None = None  # why there is no solution, if that was proved without a search
    complete: bool = False


class JobReport(JobFacts, Answer):
    """A job, and how it is going."""

    found: FoundCount | None
    counting: Counting | None
    progress: ProgressReport | None
    sweep: SweepReport | None
    waiting: int | None


class JobList(Answer):
    """All jobs, the newest first."""

    jobs: list[JobReport]


class PlacedPiece(Answer):
    """A piece in its place: its cells, or its rings if it is a polygon."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    piece: str
    cells: list[list[int]] = Field(default=[])
    rings: list[list[Point]] = Field(default=[])


class NumberedSolution(Answer):
    """A solution.  Its number tells when it was found, and never changes."""

    number: int
    pieces: list[PlacedPiece]


class SolutionPage(Answer):
    """Some of the solutions found so far; `total` is how many there are that match."""

    total: int
    first: int
    solutions: list[NumberedSolution]
