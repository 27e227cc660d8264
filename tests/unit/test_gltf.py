"""glTF: what the standard asks for, read by a reader of our own and by trimesh."""

import base64
import io
import json
import struct
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import trimesh

import tilewright as tw
from tilewright.render.space import Model, solution_model
from tilewright.render.space.gltf import to_glb, to_gltf

WIDTHS = {5126: ("<f4", 4), 5123: ("<u2", 2), 5125: ("<u4", 4)}
PUZZLES = ("soma", "spheres-1", "discs-3-test", "hex-stacked-triangle", "tangram-cat", "scott")


@pytest.fixture(scope="module")
def built() -> dict[str, Model]:
    return {name: solution_model(next(iter(tw.solve(tw.load(name))))) for name in PUZZLES}


def read_glb(data: bytes) -> tuple[dict[str, Any], bytes]:
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    (size, kind), start = struct.unpack_from("<I4s", data, 12), 20
    assert (kind, size % 4) == (b"JSON", 0)
    document = json.loads(data[start : start + size])
    start += size
    size, kind = struct.unpack_from("<I4s", data, start)
    assert (kind, size % 4, start + 8 + size) == (b"BIN\0", 0, len(data))
    return document, data[start + 8 :]


def values(document: dict[str, Any], data: bytes, number: int) -> npt.NDArray[Any]:
    accessor = document["accessors"][number]
    view = document["bufferViews"][accessor["bufferView"]]
    kind, width = WIDTHS[accessor["componentType"]]
    columns = {"VEC3": 3, "SCALAR": 1}[accessor["type"]]
    assert view["byteOffset"] % 4 == 0
    assert view["byteLength"] == accessor["count"] * columns * width
    assert view["byteOffset"] + view["byteLength"] <= len(data)
    found = np.frombuffer(data, kind, accessor["count"] * columns, view["byteOffset"])
    return found.reshape(-1, columns)


@pytest.mark.parametrize("name", PUZZLES)
def test_the_file_is_as_the_standard_says(built: dict[str, Model], name: str) -> None:
    model = built[name]
    document, data = read_glb(to_glb(model))
    assert document["asset"]["version"] == "2.0"
    assert document["buffers"] == [{"byteLength": len(data)}]
    nodes = document["nodes"]
    (root,) = document["scenes"][document["scene"]]["nodes"]
    assert nodes[root]["name"] == model.title
    assert [nodes[k]["name"] for k in nodes[root]["children"]] == [b.name for b in model.bodies]
    for mesh in document["meshes"]:
        (part,) = mesh["primitives"]
        assert 0 <= part["material"] < len(document["materials"])
        places, normals = (
            values(document, data, part["attributes"][key]) for key in ("POSITION", "NORMAL")
        )
        accessor = document["accessors"][part["attributes"]["POSITION"]]
        assert np.array_equal(places.min(axis=0), np.array(accessor["min"], "f4"))
        assert np.array_equal(places.max(axis=0), np.array(accessor["max"], "f4"))
        assert np.allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-5)
        corners = places[values(document, data, part["indices"]).reshape(-1, 3)].astype(float)
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        seen = normals[values(document, data, part["indices"]).reshape(-1, 3)].mean(axis=1)
        assert ((across * seen).sum(axis=1) > 0).all()  # triangles look where normals point


@pytest.mark.parametrize("name", PUZZLES)
def test_others_read_it(built: dict[str, Model], name: str) -> None:
    model = built[name]
    scene = trimesh.load(io.BytesIO(to_glb(model)), file_type="glb")
    (x0, y0, z0), (x1, y1, z1) = model.box
    assert np.allclose(scene.bounds, [(x0, z0, -y1), (x1, z1, -y0)], atol=1e-5)  # y is up
    for mesh in scene.geometry.values():
        mesh.merge_vertices(merge_norm=True)
        assert mesh.is_watertight
        assert mesh.volume > 0
    whole = sum(mesh.volume for mesh in scene.dump())
    if name == "soma":
        assert whole == pytest.approx(27)
    if name == "spheres-1":
        assert whole == pytest.approx(4 * np.pi / 6, rel=0.01)


def test_flat_faces_are_flat_and_round_ones_smooth(built: dict[str, Model]) -> None:
    document, data = read_glb(to_glb(built["soma"]))
    normal = document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]
    assert set(np.abs(values(document, data, normal)).max(axis=1)) == {1.0}
    document, data = read_glb(to_glb(built["discs-3-test"]))
    normal = document["meshes"][0]["primitives"][0]["attributes"]["NORMAL"]
    assert len(np.unique(values(document, data, normal).round(3), axis=0)) > 20


def test_balls_share_one_shape(built: dict[str, Model]) -> None:
    document, _ = read_glb(to_glb(built["spheres-1"]))
    assert len(document["meshes"]) == len(document["materials"]) == 2
    shapes = [mesh["primitives"][0] for mesh in document["meshes"]]
    assert shapes[0]["attributes"] == shapes[1]["attributes"]
    assert len(document["accessors"]) == 3
    assert sum("translation" in node for node in document["nodes"]) == 4


def test_text_says_the_same(built: dict[str, Model]) -> None:
    text = json.loads(to_gltf(built["soma"]))
    address = text["buffers"][0].pop("uri")
    document, data = read_glb(to_glb(built["soma"]))
    assert text == document
    assert address.startswith("data:application/octet-stream;base64,")
    assert base64.b64decode(address.split(",")[1]) == data


def test_the_same_model_gives_the_same_bytes(built: dict[str, Model]) -> None:
    again = solution_model(next(iter(tw.solve(tw.load("soma")))))
    assert to_glb(again) == to_glb(built["soma"])
