"""STL: triangles and nothing else, in binary or as text."""

import struct

import numpy as np

from tilewright.render.printing.mesh import Mesh

__all__ = ["to_stl"]

HEADER = b"made by Tilewright, in millimetres".ljust(80)  # must not begin with "solid"
RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def to_stl(mesh: Mesh, *, text: bool = False, name: str = "piece") -> bytes:
    """A mesh as STL.

    >>> corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> triangle = Mesh(corners, np.array([[0, 1, 2]]))
    >>> len(to_stl(triangle))
    134
    >>> print(to_stl(triangle, text=True, name="bit").decode())
    solid bit
    facet normal 0 0 1
    outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 1 0
    endloop
    endfacet
    endsolid bit
    <BLANKLINE>
    """
    records = np.zeros(len(mesh.triangles), RECORD)
    records["corners"] = mesh.points[mesh.triangles]
    normals = mesh.normals
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records["normal"] = normals / np.where(lengths, lengths, 1)
    if text:
        return _text(records, " ".join(name.split())).encode("ascii", "replace")
    return HEADER + struct.pack("<I", len(records)) + records.tobytes()


def _text(records: "np.ndarray[tuple[int], np.dtype[np.void]]", name: str) -> str:
    lines = [f"solid {name}"]
    for record in records:
        lines += [f"facet normal {_spelt(record['normal'])}", "outer loop"]
        lines += [f"vertex {_spelt(corner)}" for corner in record["corners"]]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, f"endsolid {name}", ""])


def _spelt(vector: "np.ndarray[tuple[int], np.dtype[np.float32]]") -> str:
    return " ".join(f"{float(x) + 0.0:.9g}" for x in vector)
