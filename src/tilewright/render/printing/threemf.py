"""3MF: a zip archive with one model in it, in which each part has its name, colour and place."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from tilewright.render.printing.mesh import Mesh
from tilewright.render.printing.pieces import Part
from tilewright.render.scene import PictureError
from tilewright.render.svg import writable

__all__ = ["to_3mf"]

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


def to_3mf(parts: Sequence[Part], *, title: str = "") -> bytes:
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


def _model(parts: Sequence[Part], title: str) -> Iterator[str]:
    yield f'{DECLARATION}<model unit="millimeter" xml:lang="en" xmlns="{CORE}">'
    if title:
        yield f'<metadata name="Title">{_escaped(title)}</metadata>'
    yield '<metadata name="Application">Tilewright</metadata>'
    yield "<resources>"
    kinds = list(dict.fromkeys((id(part.mesh), part.name, part.colour) for part in parts))
    meshes = {id(part.mesh): part.mesh for part in parts}
    materials = list(dict.fromkeys((name, colour) for _, name, colour in kinds))
    yield '<basematerials id="1">'
    for name, colour in materials:
        yield f'<base name={_quoted(name)} displaycolor="{colour.upper()}"/>'
    yield "</basematerials>"
    for number, (mesh, name, colour) in enumerate(kinds, 2):
        material = materials.index((name, colour))
        yield (
            f'<object id="{number}" type="model" pid="1" pindex="{material}" name={_quoted(name)}>'
        )
        yield from _mesh(meshes[mesh])
        yield "</object>"
    yield "</resources>"
    yield "<build>"
    for part in parts:
        number = kinds.index((id(part.mesh), part.name, part.colour)) + 2
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


def _quoted(text: str) -> str:
    return quoteattr(writable(text))


def _escaped(text: str) -> str:
    return escape(writable(text))
