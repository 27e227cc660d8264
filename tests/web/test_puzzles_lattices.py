"""Lattices as the browser has them: what it draws is where the cells are."""

import math

import pytest
import shapely
import shapely.affinity

from tests.web.puzzle_app import puzzle_client
from tilewright.lattices import Cell, Lattice, lattice, lattice_names, parse_lattice, plus
from tilewright.render.cells import corners
from tilewright.render.space.solids import SolidBall, cell_solids
from tilewright.web.puzzles.messages import LatticeShape
from tilewright.web.puzzles.shapes import lattice_notes, lattice_shape

ALL = pytest.mark.parametrize("name", lattice_names())
STICKS = [name for name in lattice_names() if name.endswith("sticks")]  # bands, in the browser
SOLID = pytest.mark.parametrize("name", sorted({*lattice_names()} - {*STICKS}))
FLAT = pytest.mark.parametrize("name", ["square", "triangle", "hexagon", "tangram"])


def some_cells(on: Lattice) -> list[Cell]:
    """A few cells of each kind, near the origin and away from it."""
    shifts = [(0,) * on.dimension, *on.translations.generators]
    far = tuple(map(sum, zip(*(tuple(7 * x for x in s) for s in shifts[1:]), strict=True)))
    return [plus(kind.at, shift) for kind in on.kinds for shift in (*shifts, far)]


def number_of_kind(shape: LatticeShape, cell: Cell) -> int:
    """Found as the browser does it."""

    def residue(point: list[int]) -> list[int]:
        rest = list(point)
        for row in shape.basis:
            pivot = next(c for c, x in enumerate(row) if x)
            times = rest[pivot] // row[pivot]
            rest = [a - times * b for a, b in zip(rest, row, strict=True)]
        return rest

    homes = [residue(kind.at) for kind in shape.kinds]
    return homes.index(residue(list(cell)))


def place(axes: list[list[float]], cell: Cell) -> list[float]:
    return [
        sum(k * axis[i] for k, axis in zip(cell, axes, strict=True)) for i in range(len(axes[0]))
    ]


@SOLID
def test_place_and_solid_of_a_kind_make_the_solids_of_the_cell(name: str) -> None:
    on = lattice(name)
    shape = lattice_shape(on)
    for cell in some_cells(on):
        kind = shape.space.kinds[number_of_kind(shape, cell)]
        at = place(shape.space.axes, cell)
        moved: list[set[tuple[float, ...]]] = [
            {tuple(round(a + b, 3) + 0.0 for a, b in zip(at, point, strict=True)) for point in s}
            for s in (
                *(solid.points for solid in kind.solids),
                *([ball[:3]] for ball in kind.balls),
            )
        ]
        wanted = [
            {tuple(round(x, 3) + 0.0 for x in point) for point in points}
            for points in (
                [part.centre] if isinstance(part, SolidBall) else [p for f in part.faces for p in f]
                for part in cell_solids(on, cell)
            )
        ]
        assert moved == wanted, cell


@FLAT
def test_outlines_lie_where_flat_pictures_have_the_cells(name: str) -> None:
    on = lattice(name)
    shape = lattice_shape(on)
    for cell in some_cells(on):
        kind = shape.kinds[number_of_kind(shape, cell)]
        x, y = place(shape.embedding, cell)
        drawn = [(round(x + u, 3) + 0.0, round(-y - v, 3) + 0.0) for u, v in kind.outline]
        assert drawn == [(round(u, 3) + 0.0, round(v, 3) + 0.0) for u, v in corners(on, cell)]


@ALL
def test_outlines_of_one_layer_do_not_overlap(name: str) -> None:
    on = lattice(name)
    shape = lattice_shape(on)
    areas = [shapely.Polygon(kind.outline) for kind in shape.kinds]
    assert all(area.is_valid and area.area > 0.01 for area in areas)
    near = {kind.at: None for kind in on.kinds}
    for _ in range(2 if len(on.kinds) < 9 else 1):
        near |= {there: None for cell in near for there in on.neighbours(cell).values()}
    layers: dict[float, list[shapely.Polygon]] = {}
    for cell in near:
        x, y, *z = place(shape.embedding, cell)
        area = shapely.affinity.translate(areas[number_of_kind(shape, cell)], x, y)
        layers.setdefault(round(sum(z), 3), []).append(area)
    for layer in layers.values():
        whole = shapely.union_all(layer, grid_size=1e-6).area
        assert whole == pytest.approx(sum(area.area for area in layer), rel=1e-3)


@ALL
def test_motions_and_generators_are_those_of_the_lattice(name: str) -> None:
    on = lattice(name)
    shape = lattice_shape(on)
    assert shape.motions[0].word == ""
    assert len(shape.motions) == len(on.motions)
    for generator, number in shape.generators.items():
        assert shape.motions[number].matrix == on.generators[generator].matrix
    for kind, own in zip(shape.kinds, on.kinds, strict=True):
        assert sorted(kind.steps) == sorted(own.edges.values())


def test_spheres_touch() -> None:
    shape = lattice_shape(lattice("sphere"))
    (ball,) = shape.space.kinds[0].balls
    assert ball == [0, 0, 0, 0.5]
    assert len(shape.kinds[0].outline) == 32
    assert all(math.hypot(x, y) == pytest.approx(0.5, abs=1e-5) for x, y in shape.kinds[0].outline)


PLAIN = """
format = 1
name = "own"
translations = [[1, 0], [0, 1]]
pairs = [["left", "right"]]
[[kind]]
name = "cell"
at = [0, 0]
edges = { left = [-1, 0], right = [1, 0] }
"""


def test_lattices_that_say_nothing_of_their_looks_are_drawn_as_discs() -> None:
    own = parse_lattice(PLAIN)
    shape = lattice_shape(own)
    assert not shape.builtin
    assert shape.definition == own.definition
    assert max(x for x, _ in shape.kinds[0].outline) == pytest.approx(0.4)
    (note,) = lattice_notes(own)
    assert note.severity == "note"
    assert "small discs" in note.message


@pytest.mark.parametrize("embedding", ["[[1, 0, 0]]", "[[9999999, 0], [0, 1]]"])
def test_lattices_with_odd_embeddings_are_drawn_all_the_same(embedding: str) -> None:
    own = parse_lattice(PLAIN.replace("pairs", f"embedding = {embedding}\npairs", 1))
    shape = lattice_shape(own)
    assert shape.embedding == [(1, 0), (0, 1)]
    assert lattice_notes(own)


def test_the_route_answers() -> None:
    client = puzzle_client()
    answer = client.get("/api/lattices/cube").json()
    assert answer["embedding"] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert answer["space"]["axes"] == [[1, 0, 0], [0, -1, 0], [0, 0, -1]]
    assert client.get("/api/lattices/kube").status_code == 404


@pytest.mark.parametrize(
    "corners",
    [
        "[[0, 0], [1, 1], [0, 1], [1, 0]]",  # crosses itself
        "[[0, 0], [0, 0], [0, 0]]",
        '[["999999999*sqrt(9999)", 0], [1, 1], [0, 1]]',
        "[[0, 0], [1, 0]]",
    ],
)
def test_cells_that_cannot_be_drawn_are_discs(corners: str) -> None:
    own = parse_lattice(f'{PLAIN}shape = "polygon"\ncorners = {corners}\n')
    assert max(x for x, _ in lattice_shape(own).kinds[0].outline) == pytest.approx(0.4)
    assert lattice_notes(own)
