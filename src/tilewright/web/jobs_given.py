"""Puzzles as jobs take them: read, looked over, and not too large."""

from dataclasses import dataclass
from typing import Literal

from fastapi import HTTPException

from tilewright.catalogue import catalogue_name
from tilewright.document import Complaint, FileError
from tilewright.document.data import data_text
from tilewright.formats import PuzzleFile
from tilewright.plan import Request
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle
from tilewright.runs.run import require_exact
from tilewright.solutions.requirements import requirements
from tilewright.web.documents import file_of
from tilewright.web.documents_problems import look_over, work_of
from tilewright.web.messages import PuzzleGiven
from tilewright.web.messages_jobs import JobGiven
from tilewright.web.settings import Limits

__all__ = ["Puzzling", "puzzling_of"]

MOST_WORK = 50_000_000  # to find all placements; see `work_of`


@dataclass(frozen=True, slots=True)
class Puzzling:
    """A puzzle that can be worked on: its name in the catalogue, if it has one, and its text."""

    name: str | None
    title: str
    kind: Literal["lattice", "polygon"]
    toml: str


def puzzling_of(given: JobGiven, limits: Limits) -> Puzzling:
    """The puzzle of a job.  Raises what is wrong with it, or with what is asked for."""
    _require_modest(given, limits)
    task = "count" if given.task == "count" else "solve"
    request = Request(task=task, up_to=given.up_to, engine=given.engine, require=given.require)
    file = file_of(given.puzzle, limits)
    _require_sound(file)
    puzzle = file.puzzle
    polygons = isinstance(puzzle, PolygonPuzzle)
    if isinstance(puzzle, PolygonPuzzle):
        require_exact(puzzle)
    request.for_run(polygons=polygons)
    if isinstance(puzzle, Puzzle):
        requirements(puzzle, request.require)
    name, text = _text(given.puzzle)
    title = puzzle.title or name or "Your puzzle"
    return Puzzling(name, title, "polygon" if polygons else "lattice", text)


def _require_modest(given: JobGiven, limits: Limits) -> None:
    for what, value, most in (
        ("threads", given.threads, limits.max_threads),
        ("max_seconds", given.max_seconds, limits.max_seconds),
    ):
        if value is not None and value > most:
            raise HTTPException(422, f"{what} is {value:g}: this server allows at most {most:g}.")


def _require_sound(file: PuzzleFile) -> None:
    if isinstance(file.puzzle, Puzzle) and work_of(file.puzzle) > MOST_WORK:
        raise HTTPException(
            413, "This puzzle is too large for this server: its pieces fit in too many places."
        )
    problems, _ = look_over(file.drawn or file.puzzle, file.line)
    errors = [Complaint(p.line or 0, p.message) for p in problems if p.severity == "error"]
    if errors:
        raise FileError(file.document.name, errors)


def _text(given: PuzzleGiven) -> tuple[str | None, str]:
    if given.toml is not None:
        return None, given.toml
    own = catalogue_name(given.name or "")
    assert own is not None
    return own, data_text(f"puzzles/{own}.toml")
