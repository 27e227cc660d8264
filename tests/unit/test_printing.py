"""Solids for printing: watertight, in one part, with the volumes and gaps that were asked for."""

import io
import math
from importlib import resources
from itertools import combinations, product

import numpy as np
import pytest
import trimesh
from manifold3d import Manifold, Mesh64

import tilewright as tw
from tests.texts import raises_text
from tilewright.lattices import Cell, lattice
from tilewright.puzzle import forms
from tilewright.render import PictureError
from tilewright.render.printing import (
    Mesh,
    PrintedPiece,
    PrintOptions,
    PrintPart,
    assembled,
    printed_pieces,
    to_stl,
)
from tilewright.render.printing.mesh import solid_volume
from tilewright.render.printing.pieces import body_solid, closed_surface
from tilewright.render.printing.shaping import (
    body_count,
    convex,
    mesh_of,
    normals_of,
    scaled_points,
    shaped,
    support_shape,
    together,
)
from tilewright.render.printing.volumes import cubes_volume
from tilewright.render.space import cell_solids
from tilewright.render.space.bodies import cells_body

# A slab of four cubes with two below it that meet along an edge only.
PINCHED = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)]

HULLS = ["cube", "hexagon-prism", "triangle-prism", "tetra-octa", "rhombic"]


def only(on: str, cells: list[Cell], options: PrintOptions) -> PrintedPiece:
    (piece,) = printed_pieces(tw.make_puzzle(on, cells, {"A": cells}), options)
    return piece


def loaded(mesh: Mesh) -> trimesh.Trimesh:
    """What another program makes of the file."""
    return trimesh.load(io.BytesIO(to_stl(mesh)), file_type="stl")


def solid_of(mesh: Mesh) -> Manifold:
    return Manifold(Mesh64(mesh.points, mesh.triangles.astype(np.uint64)))


def gap(one: PrintPart, other: PrintPart) -> float:
    return solid_of(one.placed).min_gap(solid_of(other.placed), 5.0)


def test_the_pieces_of_bedlam_are_watertight_and_as_large_as_they_should_be() -> None:
    puzzle = tw.load("bedlam")
    pieces = printed_pieces(puzzle, PrintOptions(cell=12, clearance=0.15, chamfer=0.4))
    assert len(pieces) == 13
    for piece in pieces:
        there = loaded(piece.mesh)
        assert there.is_watertight
        assert there.is_volume
        assert there.body_count == 1
        expected = cubes_volume(puzzle.piece(piece.name).cells, 12, 0.075, 0.4)
        assert there.volume == pytest.approx(expected, rel=1e-4)
        assert piece.volume == pytest.approx(expected, rel=1e-4)
        assert piece.mesh.size.max() < 36


def test_a_straight_bar_by_hand() -> None:
    """Two cubes of 10 mm: 20 by 10 by 10, less the edges and corners that a chamfer takes."""
    bar = only("cube", [(0, 0, 0), (1, 0, 0)], PrintOptions(clearance=0, chamfer=1))
    edges = (4 * (20 - 2) + 8 * (10 - 2)) * 1 / 2
    corners = 8 * (1 - 1 / 6)
    assert bar.volume == pytest.approx(2000 - edges - corners)
    assert bar.mesh.size == pytest.approx([20, 10, 10])


@pytest.mark.parametrize(("inset", "chamfer"), [(0.5, 0), (0, 1), (0.25, 0.75), (1, 3.5)])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_volumes_of_cubes_by_octants_and_by_meshes(size: int, inset: float, chamfer: float) -> None:
    for number, form in enumerate(forms("cube", size)):
        if number % size == 0:
            piece = only("cube", list(form), PrintOptions(clearance=2 * inset, chamfer=chamfer))
            assert piece.volume == pytest.approx(
                cubes_volume(form, 10, inset, chamfer), abs=0.05, rel=1e-6
            )


def test_cubes_that_meet_along_an_edge_are_kept_apart_by_the_clearance() -> None:
    piece = only("cube", PINCHED, PrintOptions(clearance=0.2, chamfer=0.5))
    assert loaded(piece.mesh).is_watertight
    assert piece.volume == pytest.approx(cubes_volume(PINCHED, 10, 0.1, 0.5), rel=1e-4)
    with raises_text(PictureError):
        only("cube", PINCHED, PrintOptions(clearance=0))


def test_rounded_edges_are_round() -> None:
    """By Steiner's formula, but for what chords cut off."""
    cube = only("cube", [(0, 0, 0)], PrintOptions(clearance=0, rounding=2))
    flat = 6 * 6 * 6 + 6 * 6 * 6 * 2
    bent = 12 * 6 * math.pi * 4 / 4 + 4 / 3 * math.pi * 8
    assert flat + bent - 12 < cube.volume < flat + bent
    assert cube.mesh.size == pytest.approx([10, 10, 10])
    middle = (cube.mesh.low + cube.mesh.high) / 2
    away = np.linalg.norm(np.maximum(np.abs(cube.mesh.points - middle) - 3, 0), axis=1)
    assert away == pytest.approx(2, abs=1e-3)


def test_hulls_are_right_where_manifold3d_is_wrong() -> None:
    """Some pieces of Bedlam came out with splinters, from a hull that was not convex."""
    for piece in printed_pieces(tw.load("bedlam"), PrintOptions(rounding=0.5)):
        there = loaded(piece.mesh)
        assert there.is_volume
        assert there.body_count == 1


@pytest.mark.parametrize("name", HULLS)
def test_pieces_without_clearance_are_their_cells(name: str) -> None:
    on = lattice(name)
    for form in forms(on, 3)[:6]:
        piece = only(name, list(form), PrintOptions(cell=20, clearance=0))
        cells = sum(solid_volume(part) for cell in form for part in cell_solids(on, cell))
        assert piece.volume == pytest.approx(8000 * cells, rel=1e-5)
        assert loaded(piece.mesh).is_volume


@pytest.mark.parametrize("name", [n for n in HULLS if n != "hexagon-prism"])
def test_shapes_are_those_of_another_program(name: str) -> None:
    """manifold3d can add and subtract shapes in Minkowski's sense itself, more slowly."""
    on = lattice(name)
    for form in forms(on, 3)[:3]:
        body = cells_body(on, form, "A", 0, "#000000", turned=False)
        ideal = together(convex(scaled_points(s.faces, np.full(3, 20.0))) for s in body.solids)
        normals = normals_of(mesh_of(ideal))
        core = ideal.minkowski_difference(convex(0.5 * support_shape(normals)))
        expected = core.minkowski_sum(convex(0.4 * normals))
        assert shaped(ideal, 0.1, 0.4).volume() == pytest.approx(expected.volume(), rel=1e-6)


@pytest.mark.parametrize("name", [*HULLS, "disc"])
def test_turned_pieces_are_as_large(name: str) -> None:
    on = lattice(name)
    form = forms(on, 3)[-1]
    options = PrintOptions(cell=15, clearance=0.2, chamfer=0.3)
    volumes = [
        only(name, [motion(cell) for cell in form], options).volume for motion in on.motions[:3]
    ]
    assert volumes == pytest.approx([volumes[0]] * len(volumes), rel=1e-5)


@pytest.mark.parametrize("name", ["spheres-1", "spheres-801"])
def test_balls_and_necks(name: str) -> None:
    for piece in printed_pieces(tw.load(name)):
        there = loaded(piece.mesh)
        assert there.is_volume
        assert there.body_count == 1
    ball = only("sphere", [(0, 0, 0)], PrintOptions(cell=20, clearance=0.2))
    assert 0.99 < ball.volume / (4 / 3 * math.pi * 9.9**3) < 1
    away = np.linalg.norm(ball.mesh.points - (ball.mesh.low + ball.mesh.high) / 2, axis=1)
    assert away == pytest.approx(9.9, abs=1e-4)  # never farther: that would narrow gaps


@pytest.mark.parametrize(
    ("name", "clearance"),
    [
        ("soma", 0.3),
        ("hex-flower", 0.2),
        ("spheres-1", 0.25),
        ("discs-3-test", 0.2),
        ("hexiamond-rhombus", 0.2),
        ("tangram-cat", 0.2),
    ],
)
def test_neighbours_keep_their_distance(name: str, clearance: float) -> None:
    solution = next(iter(tw.solve(tw.load(name))))
    parts = assembled(solution, PrintOptions(clearance=clearance))
    gaps = [gap(one, other) for one, other in combinations(parts, 2)]
    slack = 0.06 if name in ("spheres-1", "discs-3-test") else 0.001  # chords instead of arcs
    assert clearance - 0.001 < min(gaps) < clearance + slack
    assert np.min([part.placed.low for part in parts], axis=0) == pytest.approx([0, 0, 0])


def test_flat_pieces_have_the_thickness_that_was_asked_for() -> None:
    puzzle = tw.load("pentominoes-6x10")
    for piece in printed_pieces(puzzle, PrintOptions(thickness=5, clearance=0.2, chamfer=0.5)):
        assert piece.mesh.size[2] == pytest.approx(5, abs=1e-3)
    bar = next(p for p in printed_pieces(puzzle, PrintOptions(thickness=5)) if p.name == "I")
    assert bar.volume == pytest.approx(49.9 * 9.9 * 5, rel=1e-4)


def test_pieces_are_counted() -> None:
    counts = {p.name: p.count for p in printed_pieces(tw.load("slothouber-graatsma"))}
    assert sorted(counts.values()) == [3, 6]
    cube = tw.Piece("a", tw.box(1, 1, 1), tw.puzzle.Count.of("any"))
    rest = tw.Piece("b", tw.box(2, 1, 1), tw.puzzle.Count.of("1..2"))
    puzzle = tw.make_puzzle("cube", tw.box(2, 2, 1), [cube, rest])
    assert [piece.count for piece in printed_pieces(puzzle)] == [4, 2]
    solution = next(iter(tw.solve(puzzle)))
    used = {piece.name: piece.count for piece in printed_pieces(solution)}
    assert used.get("a", 0) + 2 * used["b"] == 4


@pytest.mark.parametrize(
    ("on", "options"),
    [
        ("cube", {"clearance": 25.0}),
        ("cube", {"chamfer": 6.0}),
        ("sphere", {"chamfer": 1.0}),
        ("sphere", {"clearance": 11.0}),
        ("sphere", {"neck": 6.0}),
    ],
)
def test_too_much_is_refused(on: str, options: dict[str, float]) -> None:
    with raises_text(PictureError):
        only(on, [(0, 0, 0), (1, 0, 0)], PrintOptions(**options))


@pytest.mark.parametrize(
    "options",
    [
        {"cell": 0.0},
        {"clearance": -1.0},
        {"thickness": math.nan},
        {"chamfer": 1.0, "rounding": 1.0},
    ],
)
def test_lengths_must_make_sense(options: dict[str, float]) -> None:
    with raises_text(PictureError):
        PrintOptions(**options)


def test_pieces_that_do_not_hold_together_are_refused() -> None:
    with raises_text(PictureError):
        only("cube", [(0, 0, 0), (2, 0, 0)], PrintOptions())
    with pytest.raises(PictureError, match="falls into 2 parts"):
        only("sphere", [(0, 0, 0), (2, 0, 0)], PrintOptions())


HOLLOW = {  # the box, what is not in it, and how many cavities that makes
    "a cavity": ((3, 3, 3), [(1, 1, 1)], 1),
    "two cavities": ((5, 3, 3), [(1, 1, 1), (3, 1, 1)], 2),
    "a tunnel": ((3, 3, 3), [(1, 1, 0), (1, 1, 1), (1, 1, 2)], 0),
    "cavities that meet along an edge": ((4, 4, 3), [(1, 1, 1), (2, 2, 1)], 1),
    "cavities that meet in a corner": ((4, 4, 4), [(1, 1, 1), (2, 2, 2)], 1),
    "a cavity that meets the outside along an edge": ((3, 3, 3), [(1, 1, 1), (0, 0, 1)], 0),
}


@pytest.mark.parametrize("case", HOLLOW)
@pytest.mark.parametrize("edge", [{}, {"chamfer": 0.5}, {"rounding": 0.5}])
def test_cavities_and_tunnels_are_printed(case: str, edge: dict[str, float]) -> None:
    """The surface of a cavity was taken for a second part."""
    sides, out, cavities = HOLLOW[case]
    cells = [cell for cell in product(*map(range, sides)) if cell not in out]
    piece = only("cube", cells, PrintOptions(cell=10, clearance=0.4, **edge))
    assert piece.mesh.is_watertight
    assert piece.mesh.part_count == 1
    there = loaded(piece.mesh)
    assert there.is_watertight
    assert there.is_winding_consistent
    assert there.volume == pytest.approx(piece.volume, rel=1e-4)
    inner = [part for part in there.split() if part.volume < 0]
    assert len(inner) == cavities
    least = cubes_volume(cells, 10, 0.2, 0.5 if edge else 0)
    assert least * 0.999 <= piece.volume <= cubes_volume(cells, 10, 0.2, 0) * 1.001


def test_a_cavity_without_clearance_is_printed_and_an_island_in_it_is_not() -> None:
    cells = set(product(range(5), repeat=3)) - set(product(range(1, 4), repeat=3))
    whole = PrintOptions(cell=10, clearance=0)
    assert only("cube", sorted(cells), whole).volume == pytest.approx(98_000)
    with raises_text(PictureError):
        only("cube", [*sorted(cells), (2, 2, 2)], PrintOptions(cell=10))
    pinched = set(product(range(3), repeat=3)) - {(1, 1, 1), (0, 0, 1)}
    with raises_text(PictureError):
        only("cube", sorted(pinched), whole)


@pytest.mark.parametrize("name", HULLS)
def test_a_cell_may_be_missing_inside(name: str) -> None:
    """The cells round one that hold together without it, on every lattice of solids."""
    on = lattice(name)
    middle = next(cell for cell in product(range(4), repeat=3) if on.kind(cell))
    near = {middle, *on.neighbours(middle).values()}
    while not on.is_connected(cells := sorted(near - {middle})):
        near |= {there for cell in near for there in on.neighbours(cell).values()}
    solid = body_solid(cells_body(on, cells, "A", 0, "#000000", turned=False), np.full(3, 10.0))
    assert body_count(solid) == 1
    assert only(name, cells, PrintOptions(cell=10, clearance=0.1)).mesh.part_count == 1


@pytest.mark.parametrize("name", HULLS)
def test_cells_that_share_faces_are_one_solid_at_any_size(name: str) -> None:
    """A union of hulls fell apart where rounding kept faces from being the same."""
    on = lattice(name)
    start = next(cell for cell in product(range(4), repeat=3) if on.kind(cell))
    cells = [start]
    for cell in cells:
        cells += [there for there in sorted(on.neighbours(cell).values()) if there not in cells]
        if len(cells) > 12:
            break
    body = cells_body(on, cells[:12], "A", 0, "#000000", turned=False)
    for cell_size in (7.0, 10.0, 12.3, 30.0):
        scale = np.full(3, cell_size)
        solid = body_solid(body, scale)
        assert len(solid.decompose()) == 1
        expected = cell_size**3 * sum(map(solid_volume, body.solids))
        assert solid.volume() == pytest.approx(expected, rel=1e-9)


def test_a_body_that_touches_itself_along_an_edge_is_closed() -> None:
    body = cells_body(lattice("cube"), PINCHED, "A", 0, "#000000", turned=False)
    solid = closed_surface(body.faces, np.full(3, 10.0))
    assert solid is not None
    assert solid.volume() == pytest.approx(6000)
    assert closed_surface(body.faces[1:], np.full(3, 10.0)) is None


def test_lengths_too_small_to_be_printed_are_refused() -> None:
    with pytest.raises(PictureError, match=r"expected 0, or 0\.001 or more"):
        PrintOptions(clearance=1e-9)


def test_bricks_may_be_called_cubes() -> None:
    file = resources.files("tilewright") / "data" / "lattices" / "cube.toml"
    longer = "embedding = [[2, 0, 0], [0, 1, 0], [0, 0, 1]]\n"
    bricks = tw.parse_lattice(longer + file.read_text(encoding="utf-8"))
    cells = [(0, 0, 0), (0, 1, 0)]
    (piece,) = printed_pieces(tw.make_puzzle(bricks, cells, {"A": cells}))
    assert piece.volume == pytest.approx(19.9 * 19.9 * 9.9, rel=1e-4)
