"""Puzzles as jobs take them: read, looked over, and not too large."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, Literal

from fastapi import HTTPException

from tilewright.catalogue import catalogue_name, catalogue_names
from tilewright.document import parse_document
from tilewright.document.data import data_text
from tilewright.document.near import close_matches
from tilewright.engines import OptionError
from tilewright.formats import AnyPuzzle, parse_file
from tilewright.polygons import PolygonPuzzle
from tilewright.runs import Wish
from tilewright.runs.model import require_exact
from tilewright.runs.plan import CORNERS
from tilewright.web.messages import PuzzleGiven
from tilewright.web.messages_jobs import JobGiven
from tilewright.web.settings import Limits

__all__ = ["Puzzling", "look_over"]

NAME = "the puzzle"  # in messages


@dataclass(frozen=True, slots=True)
class Puzzling:
    """A puzzle that can be worked on: its name in the catalogue, if it has one, and its text."""

    name: str | None
    title: str
    kind: Literal["lattice", "polygon"]
    toml: str


def look_over(given: JobGiven, limits: Limits) -> Puzzling:
    """The puzzle of a job.  Raises what is wrong with it, or with what is asked for."""
    _require_modest(given, limits)
    name, text = _text(given.puzzle)
    _require_few_cells(text, limits)
    puzzle = _sound(text, limits)
    polygons = isinstance(puzzle, PolygonPuzzle)
    task = "count" if given.task == "count" else "solve"
    Wish(task=task, up_to=given.up_to, engine=given.engine)
    if isinstance(puzzle, PolygonPuzzle):
        require_exact(puzzle)
    if given.engine != "auto" and polygons != (given.engine == CORNERS):
        raise OptionError(
            f"engine {given.engine!r}: polygons have engine {CORNERS}, and puzzles on a lattice "
            f"the others; auto is always right"
        )
    title = puzzle.title or name or "A puzzle without a title"
    return Puzzling(name, title, "polygon" if polygons else "lattice", text)


def _require_modest(given: JobGiven, limits: Limits) -> None:
    for what, value, most in (
        ("threads", given.threads, limits.max_threads),
        ("max_seconds", given.max_seconds, limits.max_seconds),
    ):
        if value is not None and value > most:
            raise HTTPException(422, f"{what} is {value:g}: this server allows at most {most:g}.")


def _text(given: PuzzleGiven) -> tuple[str | None, str]:
    if given.toml is not None:
        return None, given.toml
    assert given.name is not None
    own = catalogue_name(given.name)
    if own is None:
        near = close_matches(given.name, catalogue_names(), 3)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise HTTPException(422, f"The catalogue has no puzzle {given.name!r}.{hint}")
    return own, data_text(f"puzzles/{own}.toml")


def _sound(text: str, limits: Limits) -> AnyPuzzle:
    file = parse_file(text, NAME, None)
    pieces = len(file.puzzle.pieces)
    if pieces > limits.max_pieces:
        raise _too_large(f"{pieces:,} different pieces", limits.max_pieces)
    if not isinstance(file.puzzle, PolygonPuzzle):
        cells = len(file.puzzle.board.cells)
        if cells > limits.max_cells:
            raise _too_large(f"{cells:,} cells", limits.max_cells)
    return file.require_sound()


def _require_few_cells(text: str, limits: Limits) -> None:
    """Look at the text alone: a line of it can mean millions of cells."""
    data = parse_document(text, NAME).data
    board = data.get("board")
    if isinstance(board, dict) and (cells := sum(_cells(board))) > 2 * limits.max_cells:
        raise _too_large(f"about {cells:,} cells", limits.max_cells)
    pieces = data.get("piece")
    for piece in pieces if isinstance(pieces, list) else []:
        if isinstance(piece, dict) and (cells := sum(_cells(piece))) > 2 * limits.max_cells:
            raise _too_large(f"a piece of about {cells:,} cells", limits.max_cells)


def _cells(table: dict[str, Any]) -> Iterator[int]:
    """How many cells each part of a table means, at most."""
    box, cells, layers = table.get("box"), table.get("cells"), table.get("layer")
    if isinstance(box, list) and all(isinstance(side, int) and side > 0 for side in box):
        yield prod(box)
    if isinstance(cells, list):
        yield len(cells)
    yield _drawn(table)
    for layer in layers if isinstance(layers, list) else []:
        if isinstance(layer, dict):
            at = layer.get("at")
            yield _drawn(layer) * (len(at) if isinstance(at, list) else 1)


def _drawn(table: dict[str, Any]) -> int:
    drawing = table.get("drawing")
    if not isinstance(drawing, str):
        return 0
    return sum(letter.isalnum() or letter in "#?" for letter in drawing)


def _too_large(what: str, most: int) -> HTTPException:
    return HTTPException(
        413,
        f"The puzzle has {what}: this server takes at most {most:,}. The command `tilewright "
        f"solve` has no such limit.",
    )
