"""Models as glTF 2.0, the format of most 3D programs: `.glb`, one binary file, or `.gltf`, text.

Each piece is a node with a mesh of its own and a material of its colour.  Faces are flat, curved
surfaces smooth.  All balls share the triangles of one.  glTF has y up, so z goes there.
"""

import json
import math
import struct
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, reduce
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.render.palette import levels
from tilewright.render.space.bodies import SMOOTH, Body, Model, normal_of
from tilewright.render.space.solids import Face, Vec, cross, dot, shifted, unit, y_up


def smooth_faces(body: Body) -> Iterator[tuple[Face, list[Vec]]]:
    """Faces, each with the direction that its surface has at each corner.

    Flat faces are flat, curved ones smooth.
    """
    normals = [normal_of(face) for face in body.faces]
    around: dict[Vec, list[Vec]] = {}
    for face, normal in zip(body.faces, normals, strict=True):
        for corner in face:
            around.setdefault(corner, []).append(normal)
    for face, normal in zip(body.faces, normals, strict=True):
        near = ([n for n in around[c] if dot(n, normal) > SMOOTH] for c in face)
        yield face, [unit(reduce(shifted, some)) for some in near]


Json = dict[str, Any]
Triangle = tuple[int, int, int]

FLOAT, SHORT, INT = 5126, 5123, 5125  # types of numbers
VERTICES, INDICES = 34962, 34963  # what a part of the buffer is for
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
NEIGHBOURS = 0.4  # the cosine between corners of an icosahedron that share an edge, or a bit less
ROUNDS = 3  # how often the faces of an icosahedron are cut into four, to make a ball


def to_glb(model: Model) -> bytes:
    """The model as one binary file."""
    document, data = _Writer(model).written()
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    parts = (
        struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(data)),
        struct.pack("<II", len(text), JSON_CHUNK),
        text,
        struct.pack("<II", len(data), BINARY_CHUNK),
        data,
    )
    return b"".join(parts)


def to_gltf(model: Model) -> str:
    """The model as text, its numbers inside as base64."""
    from base64 import b64encode

    document, data = _Writer(model).written()
    address = f"data:application/octet-stream;base64,{b64encode(data).decode()}"
    document["buffers"][0]["uri"] = address
    return json.dumps(document, indent=1) + "\n"


class _Writer:
    """The lists that a document has, and the buffer it speaks of."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.data = bytearray()
        names = ("nodes", "meshes", "materials", "accessors", "bufferViews")
        self.lists: dict[str, list[Json]] = {name: [] for name in names}
        self._material, self._ball_mesh = cache(self._made_material), cache(self._made_ball_mesh)

    def _add(self, name: str, item: Json) -> int:
        """The number of an item in its list."""
        self.lists[name].append(item)
        return len(self.lists[name]) - 1

    def written(self) -> tuple[Json, bytes]:
        """The document, and the buffer."""
        bodies = [self._body(body) for body in self.model.bodies]
        root = self._add("nodes", {"name": self.model.title or "model", "children": bodies})
        document = {
            "asset": {"version": "2.0", "generator": "Tilewright"},
            "scene": 0,
            "scenes": [{"nodes": [root]}],
            **self.lists,
            "buffers": [{"byteLength": len(self.data)}],
        }
        return document, bytes(self.data)

    def _body(self, body: Body) -> int:
        node: Json = {"name": body.name}
        material = self._material(body.colour)
        if body.solids:
            node["mesh"] = self._mesh(body.name, self._surface(body), material)
        if body.balls:
            mesh = self._ball_mesh(body.colour)
            places = [(list(y_up(ball.centre)), [ball.radius] * 3) for ball in body.balls]
            children = [
                {"name": f"{body.name} {k}", "mesh": mesh, "translation": centre, "scale": scale}
                for k, (centre, scale) in enumerate(places, 1)
            ]
            node["children"] = [self._add("nodes", child) for child in children]
        return self._add("nodes", node)

    def _mesh(self, name: str, primitive: Json, material: int) -> int:
        primitive = {**primitive, "material": material}
        return self._add("meshes", {"name": name, "primitives": [primitive]})

    def _surface(self, body: Body) -> Json:
        corners: list[Vec] = []
        normals: list[Vec] = []
        triangles: list[Triangle] = []
        for face, smooth in smooth_faces(body):
            start = len(corners)
            corners += map(y_up, face)
            normals += map(y_up, smooth)
            triangles += ((start, start + k, start + k + 1) for k in range(1, len(face) - 1))
        return self._primitive(corners, normals, triangles)

    def _made_ball_mesh(self, colour: str) -> int:
        return self._mesh(f"ball {colour}", self._ball, self._material(colour))

    @cached_property
    def _ball(self) -> Json:
        corners, triangles = _unit_ball()
        return self._primitive(corners, corners, triangles)

    def _primitive(
        self, corners: Sequence[Vec], normals: Sequence[Vec], triangles: Sequence[Triangle]
    ) -> Json:
        kind, name = (np.uint16, SHORT) if len(corners) < 65536 else (np.uint32, INT)
        points = np.array(corners, np.float32)
        bounds = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
        return {
            "attributes": {
                "POSITION": self._accessor(points, FLOAT, **bounds),
                "NORMAL": self._accessor(np.array(normals, np.float32), FLOAT),
            },
            "indices": self._accessor(np.array(triangles, kind).ravel(), name),
        }

    def _accessor(self, values: npt.NDArray[Any], kind: int, **bounds: list[float]) -> int:
        target = VERTICES if kind == FLOAT else INDICES
        raw = values.astype(values.dtype.newbyteorder("<")).tobytes()
        place = {"byteOffset": len(self.data), "byteLength": len(raw)}
        view = self._add("bufferViews", {"buffer": 0, **place, "target": target})
        self.data += raw + b"\0" * (-len(raw) % 4)
        shape = "VEC3" if values.ndim == 2 else "SCALAR"
        accessor = {"bufferView": view, "componentType": kind, "count": len(values), "type": shape}
        return self._add("accessors", accessor | bounds)

    def _made_material(self, colour: str) -> int:
        surface = {
            "baseColorFactor": [*_linear(colour), 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": 0.6,
        }
        return self._add("materials", {"name": colour, "pbrMetallicRoughness": surface})


@cache
def _unit_ball() -> tuple[tuple[Vec, ...], tuple[Triangle, ...]]:
    """The corners of a ball of radius 1, which are their own normals, and its triangles."""
    t = (1 + math.sqrt(5)) / 2
    flat = [(a, b) for b in (t, -t) for a in (-1.0, 1.0)]
    corners = [unit(p) for a, b in flat for p in ((a, b, 0.0), (0.0, a, b), (b, 0.0, a))]
    triangles = [
        (a, b, c) if dot(cross(corners[a], corners[b]), corners[c]) > 0 else (a, c, b)
        for a, b, c in combinations(range(12), 3)
        if min(dot(corners[p], corners[q]) for p, q in combinations((a, b, c), 2)) > NEIGHBOURS
    ]

    @cache
    def halfway(ends: frozenset[int]) -> int:
        corners.append(unit(reduce(shifted, (corners[end] for end in ends))))
        return len(corners) - 1

    for _ in range(ROUNDS):
        cut = []
        for a, b, c in triangles:
            d, e, f = (halfway(frozenset(ends)) for ends in ((a, b), (b, c), (c, a)))
            cut += [(a, d, f), (d, b, e), (f, e, c), (d, e, f)]
        triangles = cut
    return tuple(corners), tuple(triangles)


def _linear(colour: str) -> list[float]:
    """A colour as light, which adds up, rather than as the numbers of a screen."""
    values = (level / 255 for level in levels(colour))
    return [round(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4, 6) for v in values]
