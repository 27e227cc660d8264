"""Files to be printed, plates and trays."""

import io
import re
import zipfile
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh64

import tilewright as tw
from tests.texts import raises_text
from tilewright.render import PictureError
from tilewright.render.printing import (
    Mesh,
    PrintedPiece,
    PrintOptions,
    PrintPart,
    assembled,
    lid,
    parts_to_be_printed,
    plates,
    printed_pieces,
    save_print,
    to_3mf,
    to_print,
    to_stl,
    tray,
)

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
OPTIONS = PrintOptions(cell=12, clearance=0.15, chamfer=0.4)


@pytest.fixture(scope="module")
def soma() -> list[PrintedPiece]:
    return printed_pieces(tw.load("soma"), OPTIONS)


def solid_of(mesh: Mesh) -> Manifold:
    return Manifold(Mesh64(mesh.points, mesh.triangles.astype(np.uint64)))


def model_of(file: bytes) -> ElementTree.Element:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return ElementTree.fromstring(archive.read("3D/3dmodel.model"))


def placed_points(model: ElementTree.Element) -> list[np.ndarray]:
    """As a reader of 3MF computes them: row vectors times a matrix of four rows."""
    objects = {
        element.get("id"): np.array(
            [[float(v.get(axis, "")) for axis in "xyz"] for v in element.iter(f"{CORE}vertex")]
        )
        for element in model.iter(f"{CORE}object")
    }
    placed = []
    for item in model.iter(f"{CORE}item"):
        matrix = np.array([float(x) for x in item.get("transform", "").split()]).reshape(4, 3)
        points = objects[item.get("objectid")]
        placed.append(np.concatenate([points, np.ones((len(points), 1))], axis=1) @ matrix)
    return placed


def test_an_stl_holds_the_triangles(soma: list[PrintedPiece]) -> None:
    mesh = soma[0].mesh
    file = to_stl(mesh)
    assert len(file) == 84 + 50 * len(mesh.triangles)
    assert not file.startswith(b"solid")
    read = trimesh.load(io.BytesIO(file), file_type="stl")
    assert np.array_equal(read.triangles, mesh.points[mesh.triangles])


def test_a_3mf_is_a_package_with_a_model(soma: list[PrintedPiece]) -> None:
    (plate,) = plates(soma)
    file = to_3mf(plate, title="Soma & <more>")
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        assert archive.namelist() == ["[Content_Types].xml", "_rels/.rels", "3D/3dmodel.model"]
        assert archive.testzip() is None
        assert all(entry.date_time == (1980, 1, 1, 0, 0, 0) for entry in archive.infolist())
        types = archive.read("[Content_Types].xml").decode()
        relations = archive.read("_rels/.rels").decode()
    assert 'Extension="model"' in types
    assert 'Target="/3D/3dmodel.model"' in relations
    model = model_of(file)
    assert model.get("unit") == "millimeter"
    assert model.findtext(f"{CORE}metadata") == "Soma & <more>"
    bases = list(model.iter(f"{CORE}base"))
    assert all(re.fullmatch("#[0-9A-F]{6}", base.get("displaycolor", "")) for base in bases)
    objects = list(model.iter(f"{CORE}object"))
    assert [element.get("name") for element in objects] == [part.name for part in plate]
    for element in objects:
        assert 0 <= int(element.get("pindex", "")) < len(bases)
        count = len(list(element.iter(f"{CORE}vertex")))
        for triangle in element.iter(f"{CORE}triangle"):
            corners = {int(triangle.get(key, "")) for key in ("v1", "v2", "v3")}
            assert len(corners) == 3
            assert max(corners) < count


def test_a_3mf_puts_everything_in_its_place(soma: list[PrintedPiece]) -> None:
    (plate,) = plates(soma)
    for points, part in zip(placed_points(model_of(to_3mf(plate))), plate, strict=True):
        assert points == pytest.approx(part.placed.points, abs=1e-4)
        assert points.min() >= -1e-4  # as the format wants it


def test_pieces_of_a_kind_are_one_object() -> None:
    pieces = printed_pieces(tw.load("slothouber-graatsma"))
    (plate,) = plates(pieces)
    model = model_of(to_3mf(plate))
    assert len(list(model.iter(f"{CORE}object"))) == 2
    assert len(list(model.iter(f"{CORE}item"))) == 9


def test_files_are_the_same_each_time() -> None:
    one, other = (parts_to_be_printed(tw.load("soma"), OPTIONS)[0][1] for _ in range(2))
    for suffix in (".stl", ".3mf"):
        assert to_print(one, suffix) == to_print(other, suffix)


@pytest.mark.parametrize("bed", [None, (220.0, 220.0), (80.0, 60.0)])
def test_pieces_lie_on_the_bed_and_not_on_each_other(
    soma: list[PrintedPiece], bed: tuple[float, float] | None
) -> None:
    found = plates(soma, bed=bed, gap=3)
    assert sum(map(len, found)) == 7
    assert len(found) == (2 if bed == (80.0, 60.0) else 1)
    for plate in found:
        meshes = [part.placed for part in plate]
        assert [mesh.low[2] for mesh in meshes] == pytest.approx([0] * len(meshes), abs=1e-6)
        for one, other in combinations(meshes, 2):
            apart = np.maximum(one.low - other.high, other.low - one.high)[:2]
            assert apart.max() >= 3 - 1e-6
        if bed:
            assert (np.max([mesh.high[:2] for mesh in meshes], axis=0) <= bed).all()


def test_pieces_lie_flat_if_they_can(soma: list[PrintedPiece]) -> None:
    (plate,) = plates(soma)
    heights = {part.name: part.placed.size[2] for part in plate}
    assert heights["V"] == heights["L"] == heights["T"] == heights["Z"]
    assert heights["V"] == pytest.approx(11.85, abs=1e-3)
    assert all(part.placed.size[0] >= part.placed.size[1] - 0.01 for part in plate)


def test_a_bed_may_be_too_small(soma: list[PrintedPiece]) -> None:
    with raises_text(PictureError):
        plates(soma, bed=(30, 30))
    with raises_text(PictureError):
        plates(soma, bed=(0, 30))
    with pytest.raises(PictureError, match="expected 0 or more"):
        plates(soma, gap=-1)


@pytest.mark.parametrize(
    "name", ["soma", "hex-flower", "spheres-1", "hexiamond-rhombus", "tangram-cat"]
)
def test_the_solution_fits_into_the_tray_and_the_lid_over_it(name: str) -> None:
    puzzle = tw.load(name)
    options = PrintOptions(clearance=0.4)
    box, cover = tray(puzzle, options), lid(puzzle, options)
    for part in (box, cover):
        there = trimesh.load(io.BytesIO(to_stl(part.placed)), file_type="stl")
        assert there.is_volume
        assert there.body_count == 1
    # Meshes of tray and pieces are in the same coordinates, before they are posed.
    walls = solid_of(box.mesh)
    gaps = []
    for part in assembled(next(iter(tw.solve(puzzle))), options):
        inside = solid_of(part.mesh)
        assert (walls ^ inside).volume() < 1e-6
        gaps.append(walls.min_gap(inside, 5.0))
    assert min(gaps) == pytest.approx(0.4, abs=0.06 if name == "spheres-1" else 1e-3)
    assert (cover.placed.size - box.placed.size)[:2].min() > 2 * (options.wall + 0.4) - 1e-3


def test_a_board_with_a_hole_has_a_post_in_its_tray() -> None:
    ring = [cell for cell in tw.box(3, 3) if cell != (1, 1)]
    puzzle = tw.make_puzzle("square", ring, {"A": ring})
    box = tray(puzzle, PrintOptions(clearance=0.2, wall=3, floor=2, thickness=4))
    inner = 30.2**2 - 9.8**2
    depth = box.mesh.size[2] - 2
    assert box.mesh.volume == pytest.approx(36.2**2 * (2 + depth) - inner * depth, rel=1e-4)


def test_files_are_written(tmp_path: Path) -> None:
    puzzle = tw.load("soma")
    solution = next(iter(tw.solve(puzzle)))
    assert save_print(puzzle, tmp_path / "soma.3mf", OPTIONS) == [tmp_path / "soma.3mf"]
    pieces = save_print(puzzle, tmp_path / "bit.stl", OPTIONS, arrangement="pieces")
    assert [path.name for path in pieces[:2]] == ["bit-1-V.stl", "bit-2-L.stl"]
    beds = save_print(puzzle, str(tmp_path / "bed.STL"), OPTIONS, bed=(80, 60))
    assert [path.name for path in beds] == ["bed-1.STL", "bed-2.STL"]
    (whole,) = save_print(solution, tmp_path / "whole.stl", OPTIONS, arrangement="assembled")
    there = trimesh.load(whole)
    assert there.body_count == 7
    assert there.extents == pytest.approx([35.85] * 3, abs=1e-3)
    (box,) = save_print(puzzle, tmp_path / "box.3mf", OPTIONS, arrangement="tray")
    names = [e.get("name") for e in model_of(box.read_bytes()).iter(f"{CORE}object")]
    assert sorted(names) == ["lid", "tray"]  # type: ignore[type-var]


def test_requests_that_cannot_be_met(tmp_path: Path) -> None:
    puzzle = tw.load("soma")
    with raises_text(PictureError):
        save_print(puzzle, tmp_path / "soma.obj")
    with raises_text(PictureError):
        save_print(puzzle, tmp_path / "soma.stl", arrangement="assembled")
    with raises_text(PictureError):
        save_print(puzzle, tmp_path / "soma.stl", arrangement="upright")  # type: ignore[arg-type]
    with pytest.raises(PictureError, match="there is no folder"):
        save_print(puzzle, tmp_path / "nowhere" / "soma.stl")
    with raises_text(PictureError):
        save_print(tw.load("tetrasticks-aztec"), tmp_path / "sticks.stl", arrangement="tray")
    with raises_text(PictureError):
        to_3mf([])


def test_parts_share_meshes(soma: list[PrintedPiece]) -> None:
    (plate,) = plates([soma[0], soma[0]])
    one, other = plate
    assert isinstance(one, PrintPart)
    assert one.mesh is other.mesh
    assert not np.array_equal(one.placed.points, other.placed.points)
