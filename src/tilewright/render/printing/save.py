"""Files to be printed."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

from tilewright.polygons import PolygonSolution
from tilewright.render.files import check_path, write_files
from tilewright.render.printing.bed import plates
from tilewright.render.printing.mesh import joined
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.pieces import (
    Part,
    Printable,
    PrintedPiece,
    assembled,
    printed_pieces,
)
from tilewright.render.printing.stl import to_stl
from tilewright.render.printing.threemf import to_3mf
from tilewright.render.printing.tray import lid, tray
from tilewright.render.scene import PictureError
from tilewright.render.views import PRINTS
from tilewright.solutions import Solution

__all__ = ["Arrangement", "parts_to_be_printed", "print_files", "save_print", "to_print"]

Arrangement = Literal["plate", "assembled", "pieces", "tray"]


def save_print(
    what: Printable,
    path: str | Path,
    options: PrintOptions | None = None,
    *,
    arrangement: Arrangement = "plate",
    bed: tuple[float, float] | None = None,
) -> list[Path]:
    """Write what is to be printed to files; the suffix, .stl or .3mf, says how.  Returns them.

    "plate" is all pieces beside each other, "assembled" a solution in place, "pieces" each piece
    in a file of its own, and "tray" a box for the board with its lid.  Where there are several
    files, because the pieces need more than one bed, say, their names are numbered.
    """
    check_path(path)
    contents = print_files(what, path, options, arrangement=arrangement, bed=bed)
    write_files(contents)
    return list(contents)


def print_files(
    what: Printable,
    path: str | Path,
    options: PrintOptions | None = None,
    *,
    arrangement: Arrangement = "plate",
    bed: tuple[float, float] | None = None,
) -> dict[Path, bytes]:
    """The files that save_print() writes, and what is to be in them."""
    path = Path(path)
    if path.suffix.lower() not in PRINTS:
        raise PictureError(
            f"the file {str(path)!r} ends in {path.suffix or 'nothing'}: expected "
            f"{' or '.join(PRINTS)}"
        )
    named = parts_to_be_printed(what, options, arrangement=arrangement, bed=bed)
    puzzle = what.puzzle if isinstance(what, Solution | PolygonSolution) else what
    contents = {}
    for number, (name, parts) in enumerate(named, 1):
        ending = (
            f"-{number:0{len(str(len(named)))}d}{_in_a_file_name(name)}" if len(named) > 1 else ""
        )
        file = path.with_name(f"{path.stem}{ending}{path.suffix}")
        contents[file] = to_print(parts, path.suffix, title=puzzle.title)
    return contents


def parts_to_be_printed(
    what: Printable,
    options: PrintOptions | None = None,
    *,
    arrangement: Arrangement = "plate",
    bed: tuple[float, float] | None = None,
) -> list[tuple[str, list[Part]]]:
    """What goes into each file, and what the file is about if there are several."""
    puzzle = what.puzzle if isinstance(what, Solution | PolygonSolution) else what
    if arrangement not in get_args(Arrangement):
        known = ", ".join(map(repr, get_args(Arrangement)))
        raise PictureError(f"the arrangement is {arrangement!r}: expected one of {known}")
    match arrangement:
        case "plate":
            return [("", plate) for plate in plates(printed_pieces(what, options), bed=bed)]
        case "pieces":
            return [(one.name, _alone(one)) for one in printed_pieces(what, options)]
        case "tray":
            pieces = [
                PrintedPiece(part.name, 1, part.mesh, part.colour, upright=True)
                for part in (tray(puzzle, options), lid(puzzle, options))
            ]
            return [("", plate) for plate in plates(pieces, bed=bed)]
        case "assembled":
            if not isinstance(what, Solution | PolygonSolution):
                raise PictureError(
                    "a puzzle has no pieces in their places: give one of its solutions"
                )
            return [("", assembled(what, options))]


def to_print(parts: Sequence[Part], suffix: str, *, title: str = "") -> bytes:
    """Parts as a file: in STL all of them are one mesh, in 3MF each keeps its name and colour."""
    if suffix.lower() == ".3mf":
        return to_3mf(parts, title=title)
    return to_stl(joined([part.placed for part in parts]))


def _alone(piece: PrintedPiece) -> list[Part]:
    (plate,) = plates([replace(piece, count=1)])
    return plate


def _in_a_file_name(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    return f"-{plain}" if plain else ""
