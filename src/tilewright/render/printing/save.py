"""Files to be printed."""

import io
import struct
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from tilewright.render.files import check_path, write_files
from tilewright.render.printing.bed import plates
from tilewright.render.printing.mesh import Mesh, joined
from tilewright.render.printing.options import PrintOptions
from tilewright.render.printing.pieces import PrintedPiece, PrintPart, assembled, printed_pieces
from tilewright.render.printing.trays import lid, tray
from tilewright.render.scene import PictureError
from tilewright.render.space.bodies import ending
from tilewright.render.svg import escaped, quoted
from tilewright.render.views import PRINTS, AnySolution, Pictured, puzzle_of

HEADER = b"made by Tilewright, in millimetres".ljust(80)  # must not begin with "solid"
RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def to_stl(mesh: Mesh) -> bytes:
    """A mesh as binary STL.

    >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> triangle = Mesh(corners, np.array([[0, 1, 2]]))
    >>> len(to_stl(triangle))
    134
    """
    records = np.zeros(len(mesh.triangles), RECORD)
    records["corners"] = mesh.points[mesh.triangles]
    normals = mesh.normals
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records["normal"] = normals / np.where(lengths, lengths, 1)
    return HEADER + struct.pack("<I", len(records)) + records.tobytes()


# 3MF: a zip archive with one model in it, in which each part has its name, colour and place.


CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MODEL = "3D/3dmodel.model"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
EARLIEST = (1980, 1, 1, 0, 0, 0)  # that zip knows: files do not depend on the day

CONTENT_TYPES = f"""{DECLARATION}<Types xmlns="{PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
RELATIONS = f"""{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships">
<Relationship Target="/{MODEL}" Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


def to_3mf(parts: Sequence[PrintPart], *, title: str = "") -> bytes:
    """Parts as 3MF.  Those that share a mesh, name and colour are one object, built often."""
    if not parts:
        raise PictureError("there is nothing to be printed: give at least one part")
    model = "\n".join(_model(parts, title))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in (
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", RELATIONS),
            (MODEL, model),
        ):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, text)
    return file.getvalue()


def _model(parts: Sequence[PrintPart], title: str) -> Iterator[str]:
    yield f'{DECLARATION}<model unit="millimeter" xml:lang="en" xmlns="{CORE}">'
    if title:
        yield f'<metadata name="Title">{escaped(title)}</metadata>'
    yield '<metadata name="Application">Tilewright</metadata>'
    yield "<resources>"
    kinds = {(id(part.mesh), part.name, part.colour): part.mesh for part in parts}
    numbers = {kind: number for number, kind in enumerate(kinds, 2)}
    materials = list(dict.fromkeys((name, colour) for _, name, colour in kinds))
    yield '<basematerials id="1">'
    for name, colour in materials:
        yield f'<base name={quoted(name)} displaycolor="{colour.upper()}"/>'
    yield "</basematerials>"
    for (_, name, colour), mesh in kinds.items():
        number, pindex = numbers[id(mesh), name, colour], materials.index((name, colour))
        yield f'<object id="{number}" type="model" pid="1" pindex="{pindex}" name={quoted(name)}>'
        yield from _mesh(mesh)
        yield "</object>"
    yield "</resources>"
    yield "<build>"
    for part in parts:
        number = numbers[id(part.mesh), part.name, part.colour]
        # Rows of the transposed matrix, since 3MF multiplies row vectors.
        values = [*part.pose.turn.T.reshape(-1).tolist(), *part.pose.shift.tolist()]
        yield f'<item objectid="{number}" transform="{" ".join(map(_spelt, values))}"/>'
    yield "</build>"
    yield "</model>\n"


def _mesh(mesh: Mesh) -> Iterator[str]:
    yield "<mesh>"
    yield "<vertices>"
    for point in mesh.points.tolist():
        x, y, z = map(_spelt, point)
        yield f'<vertex x="{x}" y="{y}" z="{z}"/>'
    yield "</vertices>"
    yield "<triangles>"
    for a, b, c in mesh.triangles.tolist():
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
    yield "</triangles>"
    yield "</mesh>"


def _spelt(value: float) -> str:
    return f"{round(value, 6) + 0.0:.12g}"


Arrangement = Literal["plate", "assembled", "pieces", "tray"]


def save_print(
    what: Pictured,
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
    what: Pictured,
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
    contents = {}
    for number, (name, parts) in enumerate(named, 1):
        numbered = f"-{number:0{len(str(len(named)))}d}{ending(name)}" if len(named) > 1 else ""
        file = path.with_name(f"{path.stem}{numbered}{path.suffix}")
        contents[file] = to_print(parts, path.suffix, title=puzzle_of(what).title)
    return contents


def parts_to_be_printed(
    what: Pictured,
    options: PrintOptions | None = None,
    *,
    arrangement: Arrangement = "plate",
    bed: tuple[float, float] | None = None,
) -> list[tuple[str, list[PrintPart]]]:
    """What goes into each file, and what the file is about if there are several."""
    puzzle = puzzle_of(what)
    if arrangement not in get_args(Arrangement):
        known = ", ".join(map(repr, get_args(Arrangement)))
        raise PictureError(f"the arrangement is {arrangement!r}: expected one of {known}")
    match arrangement:
        case "plate":
            return [("", plate) for plate in plates(printed_pieces(what, options), bed=bed)]
        case "pieces":
            alone = [replace(one, count=1) for one in printed_pieces(what, options)]
            return [(one.name, plate) for one in alone for plate in plates([one])]
        case "tray":
            pieces = [
                PrintedPiece(part.name, 1, part.mesh, part.colour, upright=True)
                for part in (tray(puzzle, options), lid(puzzle, options))
            ]
            return [("", plate) for plate in plates(pieces, bed=bed)]
        case "assembled":
            if not isinstance(what, AnySolution):
                raise PictureError(
                    "a puzzle has no pieces in their places: give one of its solutions"
                )
            return [("", assembled(what, options))]


def to_print(parts: Sequence[PrintPart], suffix: str, *, title: str = "") -> bytes:
    """Parts as a file: in STL all of them are one mesh, in 3MF each keeps its name and colour."""
    if suffix.lower() == ".3mf":
        return to_3mf(parts, title=title)
    return to_stl(joined([part.placed for part in parts]))
