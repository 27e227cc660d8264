"""X3D: well-formed, with every piece, face and ball."""

import math
from xml.etree import ElementTree

import numpy as np
import pytest

import tilewright as tw
from tilewright.render.space import Body, Model, solution_model
from tilewright.render.space.x3d import to_x3d


def scene(model: Model) -> ElementTree.Element:
    found = ElementTree.fromstring(to_x3d(model).encode()).find("Scene")
    assert found is not None
    return found


def solved(name: str) -> Model:
    return solution_model(next(iter(tw.solve(tw.load(name)))))


@pytest.mark.parametrize("name", ["soma", "discs-3-test", "hex-stacked-triangle", "tangram-cat"])
def test_all_faces_are_there(name: str) -> None:
    model = solved(name)
    pieces = scene(model).findall("Transform")
    names = [piece.get("DEF") for piece in pieces]
    assert len(set(names)) == len(names) == len(model.bodies)
    for piece, body in zip(pieces, model.bodies, strict=True):
        faces = piece.find("Shape/IndexedFaceSet")
        assert faces is not None
        rings = [ring.split() for ring in faces.get("coordIndex", "").split("-1")[:-1]]
        assert [len(ring) for ring in rings] == [len(face) for face in body.faces]
        turns = faces.get("normalIndex", "").split("-1")[:-1]
        assert [len(ring.split()) for ring in turns] == [len(ring) for ring in rings]
        normal = faces.find("Normal")
        assert normal is not None
        vectors = [v.split() for v in normal.get("vector", "").split(",")]
        assert np.allclose(np.linalg.norm(np.array(vectors, float), axis=1), 1, atol=1e-4)
        assert max(int(k) for ring in turns for k in ring.split()) == len(vectors) - 1
        coordinate = faces.find("Coordinate")
        assert coordinate is not None
        points = [
            [float(x) for x in point.split()] for point in coordinate.get("point", "").split(",")
        ]
        assert max(int(k) for ring in rings for k in ring) == len(points) - 1
        (x0, y0, z0), (x1, y1, z1) = body.box
        assert np.allclose(np.min(points, axis=0), (x0, z0, -y1), atol=1e-4)  # y is up
        assert np.allclose(np.max(points, axis=0), (x1, z1, -y0), atol=1e-4)
        lines = piece.find("Shape/IndexedLineSet")
        assert lines is not None
        assert lines.get("coordIndex", "").count("-1") == len(body.edges)


def test_balls_are_spheres() -> None:
    model = solved("spheres-1")
    spheres = list(scene(model).iter("Sphere"))
    assert len(spheres) == 4
    assert {sphere.get("radius") for sphere in spheres} == {"0.5"}
    assert len([look for look in scene(model).iter("Appearance") if look.get("DEF")]) == 2


def test_the_viewer_looks_at_the_middle() -> None:
    model = solved("soma")
    found = scene(model).find("Viewpoint")
    assert found is not None
    position, turn, centre = (
        np.array([float(x) for x in found.get(key, "").split()])
        for key in ("position", "orientation", "centerOfRotation")
    )
    assert centre.tolist() == [1, -1, 1]
    axis, angle = turn[:3], turn[3]
    back = np.array([0.0, 0.0, 1.0])  # turned by Rodrigues' formula
    back = (
        back * math.cos(angle)
        + np.cross(axis, back) * math.sin(angle)
        + axis * (axis @ back) * (1 - math.cos(angle))
    )
    away = position - centre
    assert np.allclose(back, away / np.linalg.norm(away), atol=1e-3)
    assert away.min() > 0  # from the front, right, above


def test_names_are_escaped() -> None:
    body = solved("soma").bodies[0]
    model = Model((Body('<"\\ü\x00>', 0, "#336699", body.solids),), "a & b <c>")
    found = scene(model)
    assert found.find("WorldInfo").get("title") == "a & b <c>"  # type: ignore[union-attr]
    piece = found.find("Transform")
    assert piece is not None
    assert piece.get("DEF") == "piece-1"
    value = piece.find("MetadataString").get("value")  # type: ignore[union-attr]
    assert value == '"<\\"\\\\ü\ufffd>"'
