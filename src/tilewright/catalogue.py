"""The puzzles that come with the package, by name, and what is known about them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, overload

from tilewright.catalogue_literals import LatticeName, PolygonName
from tilewright.document.reading import data_names, data_text
from tilewright.document.text import close_matches
from tilewright.formats import AnyPuzzle, PuzzleFile, check_puzzle, read_puzzle
from tilewright.formats.read import parse_file
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, PuzzleError


@dataclass(frozen=True, slots=True)
class Known:
    """What is known about a puzzle of the catalogue, and from where.

    `printed` is the number in the source; `note` says why, if it is not the one up to symmetry.
    `slow` counts are left to `make slow`; `memory` is what engine frontier needs for them, in
    gigabytes.
    """

    solutions: int | None = None
    up_to_rotation: int | None = None
    up_to_symmetry: int | None = None
    printed: int | None = None
    source: str = ""
    note: str = ""
    slow: bool = False
    memory: int = 1


@cache
def catalogue_names() -> tuple[str, ...]:
    """The names of all puzzles of the catalogue."""
    return data_names("puzzles")


@cache
def known() -> Mapping[str, Known]:
    """The table of known counts."""
    rows: dict[str, dict[str, Any]] = tomllib.loads(data_text("known_puzzles.toml"))
    return {name: Known(**row) for name, row in rows.items()}


def catalogue_name(name: str) -> str | None:
    """The catalogue's own name for a puzzle; None if the catalogue has no such puzzle.

    >>> catalogue_name("pent-8x8-hole")
    'scott'
    """
    name = catalogue_aliases().get(name, name)
    return name if name in catalogue_names() else None


@overload
def load(name: LatticeName) -> Puzzle: ...
@overload
def load(name: PolygonName) -> PolygonPuzzle: ...
@overload
def load(name: str | Path) -> AnyPuzzle: ...
def load(name: str | Path) -> AnyPuzzle:
    """A puzzle of the catalogue, or one from a file.

    >>> load("soma").board.cells[-1]
    (2, 2, 2)
    """
    file = _in_catalogue(name)
    return read_puzzle(name) if file is None else file.puzzle


def load_file(name: str | Path) -> PuzzleFile:
    """The same, with its file, and without looking at its faults."""
    return _in_catalogue(name) or check_puzzle(name)


def _in_catalogue(name: str | Path) -> PuzzleFile | None:
    """The puzzle of that name; None if it names a file.  Raises PuzzleError if it names neither."""
    if isinstance(name, str) and (own := catalogue_name(name)):
        return parse_file(data_text(f"puzzles/{own}.toml"), f"{own}.toml", None)
    path = Path(name)
    if path.exists():
        return None
    if isinstance(name, str) and not name.endswith((".toml", ".svg")):
        longer = [other for other in catalogue_names() if other.endswith(f"-{name}")]
        near = [*longer, *close_matches(name, catalogue_names(), 3)][:3]
        hint = f"did you mean {' or '.join(near)}?" if near else "`tilewright list` names all"
        raise PuzzleError(f"no puzzle {name!r} in the catalogue, and no such file; {hint}")
    if len(path.parts) == 1 and (own := catalogue_name(path.stem)):
        raise PuzzleError(f"there is no file {path}; the puzzle of the catalogue is called {own}")
    return None


@cache
def catalogue_aliases() -> Mapping[str, str]:
    """Other names of some puzzles."""
    aliases = tomllib.loads(data_text("aliases.toml"))
    return {str(name): str(meant) for name, meant in aliases.items()}
