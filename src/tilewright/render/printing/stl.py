"""STL: triangles and nothing else."""

import struct

import numpy as np

from tilewright.render.printing.mesh import Mesh

__all__ = ["to_stl"]

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
