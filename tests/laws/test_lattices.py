"""Every lattice, built in or one's own, obeys the laws of lattices."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.laws.test_symmetry import numbers_of
from tests.naive_puzzles import edges_of, is_translation, minus, plus, sign
from tests.puzzle_strategies import (
    ALL_LATTICES,
    PLAINLY,
    Flavour,
    boards,
    cut,
    lattice_of,
    lattices,
    puzzles,
)
from tilewright.lattices.model import Translations, determinant, null_space, pivots
from tilewright.puzzle import Board, forms
from tilewright.puzzle.polyforms import canonical

every_lattice = pytest.mark.parametrize("name", ALL_LATTICES)

ORDERS = {  # of the point group, and of its rotations
    "square": (8, 4), "hexagon": (12, 6), "triangle": (12, 6), "tangram": (8, 4),
    "square-sticks": (8, 4), "hexagon-sticks": (12, 6), "triangle-sticks": (12, 6),
    "cube": (48, 24), "sphere": (48, 24), "hexagon-prism": (24, 12), "triangle-prism": (24, 12),
    "disc": (16, 8), "rhombic": (48, 24), "tetra-octa": (48, 24),
    "prisms by labels": (12, 12), "rhombille": (12, 6), "3.4.6.4": (12, 6),
}  # fmt: skip


@every_lattice
def test_order_of_the_group(name: str) -> None:
    motions = lattice_of(name).motions
    assert (len(motions), sum(not m.mirror for m in motions)) == ORDERS[name]


@every_lattice
def test_motions_form_a_group(name: str) -> None:
    lattice = lattice_of(name)
    first, n = lattice.motions[0], lattice.dimension
    assert first.matrix == tuple(tuple(int(r == c) for c in range(n)) for r in range(n))
    assert first.shift == (0,) * n
    assert str(first) == "identity"
    by_matrix = {motion.matrix: motion for motion in lattice.motions}
    assert len(by_matrix) == len(lattice.motions)
    for one, other in product(lattice.motions, lattice.motions):
        together = one.after(other)
        known = by_matrix[together.matrix]
        assert is_translation(lattice, minus(together.shift, known.shift))
        assert together.mirror == known.mirror == (one.mirror != other.mirror)
    for motion in lattice.motions:
        assert sum(m.after(motion).matrix == first.matrix for m in lattice.motions) == 1
        assert abs(sign(motion.matrix)) == 1
        assert motion.mirror == (sign(motion.matrix) < 0)


@every_lattice
def test_words_spell_their_motions(name: str) -> None:
    lattice = lattice_of(name)
    for motion in lattice.motions:
        piece = tw.Piece("o", (lattice.kinds[0].at,), motions=(" ".join(motion.word),))
        (spelt,) = piece.allowed_motions(lattice)
        assert spelt.matrix == motion.matrix
        assert is_translation(lattice, minus(spelt.shift, motion.shift))
    for generator in lattice.generators.values():
        assert generator.matrix in {motion.matrix for motion in lattice.motions}


@every_lattice
def test_motions_keep_neighbours(name: str) -> None:
    lattice = lattice_of(name)
    for kind, motion in product(lattice.kinds, lattice.motions):
        there = motion(kind.at)
        image = lattice.kind(there)
        assert image is not None
        around = {motion(cell) for cell in lattice.neighbours(kind.at).values()}
        assert around == set(lattice.neighbours(there).values())
        assert {motion.turn(s) for s in kind.edges.values()} == set(lattice.neighbours(there))


@every_lattice
def test_translations_permute(name: str) -> None:
    lattice = lattice_of(name)
    for motion, step in product(lattice.motions, lattice.translations.generators):
        assert is_translation(lattice, motion.turn(step))


@every_lattice
def test_junctions_are_kept(name: str) -> None:
    """Every motion maps points where sticks meet to such, and keeps or turns their order."""
    lattice = lattice_of(name)
    for motion, junction in product(lattice.motions, lattice.junctions):
        there = motion(junction.at)
        (image,) = [j for j in lattice.junctions if is_translation(lattice, minus(there, j.at))]
        moved = [motion.turn(step) for step in junction.sticks]
        start = image.sticks.index(moved[0])
        turned = image.sticks[start:] + image.sticks[:start]
        assert tuple(moved) in (turned, (turned[0], *turned[:0:-1]))


@given(st.data())
def test_neighbours_are_symmetric(data: st.DataObject) -> None:
    lattice = data.draw(lattices)
    for cell in data.draw(boards(lattice)):
        around = lattice.neighbours(cell)
        assert set(around) == set(edges_of(lattice, cell))
        for step, there in around.items():
            assert there == plus(cell, step) != cell
            assert lattice.neighbours(there)[minus((0,) * len(step), step)] == cell
        kind = lattice.kind(cell)
        assert kind is not None
        assert plus(cell, lattice.home(cell)) == kind.at
        labels = {step: label for label, step in kind.edges.items()}
        for step, there in around.items():
            other = lattice.kind(there)
            assert other is not None
            assert other.edges[lattice.pairs[labels[step]]] == minus((0,) * len(step), step)


@given(st.data())
def test_translations_are_told_from_other_steps(data: st.DataObject) -> None:
    lattice = data.draw(lattices)
    point = tuple(data.draw(st.integers(-9, 9)) for _ in range(lattice.dimension))
    assert (point in lattice.translations) == is_translation(lattice, point)
    home = lattice.translations.reduce(point)
    assert is_translation(lattice, minus(point, home))
    times = lattice.translations.coefficients(minus(point, home))
    assert times is not None
    total = home
    for n, step in zip(times, lattice.translations.generators, strict=True):
        total = plus(total, tuple(n * x for x in step))
    assert total == point
    other = tuple(data.draw(st.integers(-9, 9)) for _ in range(lattice.dimension))
    joined = is_translation(lattice, minus(point, other))
    assert joined == (lattice.translations.reduce(other) == home)


@given(st.data())
def test_connected_or_not(data: st.DataObject) -> None:
    lattice = data.draw(lattices)
    cells = data.draw(boards(lattice))
    some = [cell for cell in cells if data.draw(st.booleans())]
    parts = cut(lattice, some, [59] * 40, 60)
    assert lattice.is_connected(some) == (len(parts) <= 1)


numbers = st.integers(-6, 6)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(
    st.lists(numbers, min_size=n, max_size=n), min_size=n, max_size=n)))  # fmt: skip
def test_determinants(matrix: list[list[int]]) -> None:
    assert determinant(matrix) == sign(tuple(map(tuple, matrix)))


@given(st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=4), st.data())
def test_integer_helpers(rows: list[tuple[int, int, int]], data: st.DataObject) -> None:
    basis = pivots(rows)
    leading = [next(c for c, x in enumerate(row) if x) for row in basis]
    assert leading == sorted(set(leading))
    assert all(row[c] > 0 for row, c in zip(basis, leading, strict=True))
    span = Translations(tuple(basis), 3)
    for row in rows:
        times = span.coefficients(row)
        assert times is not None
        total = (0, 0, 0)
        for n, vector in zip(times, basis, strict=True):
            total = plus(total, tuple(n * x for x in vector))
        assert total == row
    zeros = null_space(rows, 3)
    assert len(zeros) == 3 - len(basis)
    for y in zeros:
        assert all(sum(a * b for a, b in zip(row, y, strict=True)) == 0 for row in rows)
    target = tuple(data.draw(numbers) for _ in range(3))
    if span.coefficients(target) is None:
        assert target not in {plus(row, other) for row in rows for other in rows}
    if len(basis) == 3 and abs(determinant(basis)) == 1:
        assert span.coefficients(target) is not None


# The hexagonal prisms of the paper, by labels, are the built-in ones.


def built_in(cell: tuple[int, ...]) -> tuple[int, ...]:
    """A cell of the prisms by labels, on the built-in lattice."""
    paper, ours = lattice_of("prisms by labels"), lattice_of("hexagon-prism")
    edges, labels = paper.kinds[0].edges, ours.kinds[0].edges
    # Coordinates are made of steps: east, east60 and front span everything.
    base = [edges["east"], edges["east60"], edges["front"]]
    images = [labels["east"], labels["northeast"], labels["front"]]
    times = Translations(tuple(base), 3).coefficients(cell)
    assert times is not None
    total = (0, 0, 0)
    for n, step in zip(times, images, strict=True):
        total = plus(total, tuple(n * x for x in step))
    return total


def test_the_paper_s_labels_mean_the_same_steps() -> None:
    edges = lattice_of("prisms by labels").kinds[0].edges
    ours = lattice_of("hexagon-prism")
    assert {built_in(step) for step in edges.values()} == set(ours.kinds[0].edges.values())


@given(puzzles(on=st.just(lattice_of("prisms by labels")), flavour=Flavour(False, False, False)))
def test_puzzles_on_prisms_by_labels_have_the_same_counts(puzzle: tw.Puzzle) -> None:
    board = puzzle.board
    same = tw.Puzzle(
        lattice_of("hexagon-prism"),
        Board(tuple(map(built_in, board.must)), tuple(map(built_in, board.may))),
        tuple(tw.Piece(p.name, tuple(map(built_in, p.cells)), p.count) for p in puzzle.pieces),
        spare=puzzle.spare,
        fixed=tuple(tw.puzzle.Fixed(f.piece, tuple(map(built_in, f.cells))) for f in puzzle.fixed),
    )
    solutions, rotation, _, rotations, _ = numbers_of(puzzle)
    found = numbers_of(same)
    assert (found[0], found[1], found[3]) == (solutions, rotation, rotations)


@pytest.mark.parametrize("size", range(1, 6))
def test_forms_on_prisms_by_labels(size: int) -> None:
    paper, ours = lattice_of("prisms by labels"), lattice_of("hexagon-prism")
    mine = {
        canonical(ours, map(built_in, form), "one-sided") for form in forms(paper, size, "free")
    }
    assert mine == set(forms(ours, size, "one-sided"))


# 3.4.6.4: no source, but the first few can be counted by hand.


def test_forms_of_hexagons_squares_and_triangles() -> None:
    mixed = lattice_of("3.4.6.4")
    assert len(forms(mixed, 1)) == 3
    assert len(forms(mixed, 2)) == 2  # hexagon with square, square with triangle
    # A square between two hexagons, two triangles, or one of each; two squares at a hexagon, next
    # to each other, one apart or opposite; two squares at a triangle.
    assert len(forms(mixed, 3)) == 3 + 3 + 1


def test_rhombi_are_the_edges_of_hexagons() -> None:
    """Rhombi touch as the edges of a honeycomb do."""
    rhombi, sticks = lattice_of("rhombille"), lattice_of("hexagon-sticks")
    for size in range(1, 6):
        assert len(forms(rhombi, size)) == len(forms(sticks, size))


@given(puzzles(on=st.just(lattice_of("disc")), flavour=PLAINLY))
def test_discs_turn_on_their_axle_only(puzzle: tw.Puzzle) -> None:
    lattice = puzzle.lattice
    for motion in lattice.motions:
        assert motion((0, 0, 0))[:2] == (0, 0)
    assert numbers_of(puzzle)[0] >= 1
