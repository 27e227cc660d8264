"""What is in front is painted last: compared with rays that ask which face is nearest."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from tilewright import load
from tilewright.lattices import lattice
from tilewright.render.scene import PictureError
from tilewright.render.space.bodies import Model, cells_body, solution_model
from tilewright.render.space.depth import Polygons, gaps, in_front, painting_order, uncovered
from tilewright.render.space.pieces import exploded, pushed_aside
from tilewright.render.space.sight import ABOVE, ISOMETRIC, OBLIQUE, Sight, View
from tilewright.solving import solve

BLOCKS = {"triangle-prism": (7, 7, 2), "rhombic": (10, 5, 5), "tetra-octa": (6, 6, 3)}
VIEWS = [ISOMETRIC, OBLIQUE, ABOVE, View(-60, 10), View(170, -35)]


def plate(x: float, y: float, depth: float, side: float = 1.0) -> np.ndarray:
    """A square that looks at the eye."""
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    return np.array([(x + side * u, y + side * v, depth) for u, v in corners], dtype=np.float64)


def wrongly_painted(sight: Sight) -> tuple[int, int]:
    """Of many rays, how many see another face than the nearest, and how many see any."""
    polygons = sight.polygons
    order = [number for run in painting_order(polygons, sight.groups) for number in run]
    assert sorted(order) == list(range(len(sight.parts)))
    ranks = np.argsort(order)
    low, high = polygons.flat.min(axis=(0, 1)), polygons.flat.max(axis=(0, 1))
    points = low + (high - low) * np.random.default_rng(7).random((600, 2))
    sides = np.roll(polygons.flat, -1, axis=1) - polygons.flat
    offsets = points[:, None, None] - polygons.flat
    crosses = sides[..., 0] * offsets[..., 1] - sides[..., 1] * offsets[..., 0]
    inside = (crosses >= 0).all(axis=2)
    points, inside = points[inside.any(axis=1)], inside[inside.any(axis=1)]
    depths = np.where(inside, polygons.planes[:, 0] + points @ polygons.planes[:, 1:].T, -1e9)
    last = np.where(inside, ranks, -1).argmax(axis=1)
    seen = depths[np.arange(len(points)), last]
    return int((depths.max(axis=1) > seen + 1e-6).sum()), len(points)


@cache
def model(name: str) -> Model:
    """The first solution of a puzzle, or a block of cells that are dealt out to four pieces."""
    if name not in BLOCKS:
        return solution_model(next(iter(solve(load(name)))))
    on = lattice(name)
    cells = [cell for cell in product(*map(range, BLOCKS[name])) if on.kind(cell)]
    parts = [cells[k::4] for k in range(4)]
    return Model(
        tuple(cells_body(on, some, "", k, "#888888", turned=False) for k, some in enumerate(parts))
    )


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize(
    "name",
    ["soma", "happy-cube-red", "hex-prisms", "spheres-800", "big-c", "discs-3-test", *BLOCKS],
)
def test_rays_see_what_was_painted_last(name: str, view: View) -> None:
    wrong, met = wrongly_painted(Sight(model(name).bodies, view))
    assert met > 100
    assert wrong == 0


@pytest.mark.parametrize("name", ["live-cube", "pentominoes-10x3x2", "discs-3-test"])
def test_pieces_pushed_aside_are_painted_right(name: str) -> None:
    bodies = pushed_aside(exploded(model(name), 1.5).bodies, OBLIQUE)
    wrong, met = wrongly_painted(Sight(bodies, OBLIQUE))
    assert met > 100
    assert wrong == 0


def test_a_group_stays_together_where_it_can() -> None:
    rings = [plate(0, 0, 0), plate(1, 0, 0), plate(0.5, 0.5, 1)]
    runs = list(painting_order(Polygons.of(rings), ["floor", "floor", "lid"]))
    assert [sorted(run) for run in runs] == [[0, 1], [2]]


def test_a_group_is_parted_if_something_lies_between() -> None:
    leaning = np.array([(0.2, 0.2, 0.5), (2.8, 0.2, 0.5), (2.8, 0.8, 0.5), (0.2, 0.8, 0.5)])
    rings = [plate(0, 0, 0), plate(2, 0, 1), leaning]
    runs = list(painting_order(Polygons.of(rings), ["a", "a", "b"]))
    assert runs == [[0], [2], [1]]


def test_three_that_cover_each_other_in_turn_are_painted_all_the_same() -> None:
    bars = []
    for angle in (0, 120, 240):
        turn = np.radians(angle)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        flat = np.array([(-2, -1.0), (2, -1.0), (2, -0.6), (-2, -0.6)]) @ matrix.T
        height = np.array([0.0, 1.0, 1.0, 0.0])
        bars.append(np.column_stack([flat, height]))
    behind, front = in_front(Polygons.of(bars))[0].T
    assert sorted(behind.tolist()) == sorted(front.tolist()) == [0, 1, 2]
    runs = list(painting_order(Polygons.of(bars), [0, 1, 2]))
    assert sorted(number for run in runs for number in run) == [0, 1, 2]


def test_touching_polygons_are_told_apart_from_overlapping_ones() -> None:
    overlapping, touching = in_front(
        Polygons.of([plate(0, 0, 0), plate(0.5, 0.5, 1), plate(1.5, 0, 2), plate(9, 9, 5)])
    )
    assert overlapping.tolist() == [[0, 1]]
    assert touching.tolist() == [[1, 2]]


def test_polygons_apart_whose_boxes_overlap() -> None:
    corners = [[(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(4, 1, 1), (4, 4, 1), (1, 4, 1)]]
    overlapping, touching = in_front(Polygons.of([np.array(one, float) for one in corners]))
    assert (len(overlapping), len(touching)) == (0, 0)


def test_neighbours_in_one_plane_do_not_wait_for_each_other() -> None:
    overlapping, touching = in_front(Polygons.of([plate(0, 0, 3), plate(1, 0, 3)]))
    assert not len(overlapping)
    assert not len(touching)


def test_points_are_hidden_by_what_is_above_them() -> None:
    polygons = Polygons.of([plate(0, 0, 1)])
    points = np.array([(0.5, 0.5, 0.0), (0.5, 0.5, 1.0), (0.5, 0.5, 2.0), (1.5, 0.5, 0.0)])
    assert uncovered(polygons, points).tolist() == [False, True, True, True]


def test_gaps_between_polygons() -> None:
    a = np.stack([plate(0, 0, 0)[:, :2]] * 3)
    b = np.stack([plate(x, 0, 0)[:, :2] for x in (0.75, 1.0, 3.0)])
    assert gaps(a, b).round(9).tolist() == [-0.25, 0.0, 2.0]


@pytest.mark.parametrize(("turn", "tilt"), [(400, 0), (0, 91), (float("nan"), 0)])
def test_impossible_angles_are_refused(turn: float, tilt: float) -> None:
    with pytest.raises(PictureError, match="degrees: expected from"):
        View(turn, tilt)


def test_axes_of_a_view_are_a_rotation() -> None:
    for view in VIEWS:
        assert np.allclose(view.axes @ view.axes.T, np.eye(3), atol=1e-9)
        assert np.linalg.det(view.axes) == pytest.approx(1)
