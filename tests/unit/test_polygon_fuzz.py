"""Boards and pieces at random, of squares or triangles: with holes, in parts, touching themselves.

Pieces with right angles and whole sides can only lie on the grid.  So with squares all counts must
be that of an exact cover of the cells, which is written here.  With triangles there may be more.
"""

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import tilewright as tw
from tests.texts import raises_text
from tilewright.engines import SearchOptions
from tilewright.polygons import PlacedPolygon, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.model.congruence import puzzle_size
from tilewright.polygons.model.puzzle import WrongWayError
from tilewright.polygons.search.corners import STRATEGIES, CornerCount, CornerSearch, CountError
from tilewright.polygons.search.jigsaw import JigsawError, make_jigsaw
from tilewright.solving import PolygonCounts

Spot = tuple[int, int]
Cell = tuple[Spot, ...]  # its corners, the inside on the left
Cells = frozenset[Cell]
Motion = Callable[[Spot], tuple[str, str]]

MOST_STEPS = 1_000  # of the exact cover
REGRESSIONS = sorted((Path(__file__).parents[1] / "regressions/polygons").glob("*.toml"))


def square(x: int, y: int) -> list[Cell]:
    return [((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]


def quarters(x: int, y: int) -> list[Cell]:
    around = [(2 * x, 2 * y), (2 * x + 2, 2 * y), (2 * x + 2, 2 * y + 2), (2 * x, 2 * y + 2)]
    middle = (2 * x + 1, 2 * y + 1)
    return [(middle, p, q) for p, q in zip(around, [*around[1:], around[0]], strict=True)]


def sides(cell: Iterable[Spot]) -> list[tuple[Spot, Spot]]:
    spots = list(cell)
    return list(zip(spots, [*spots[1:], spots[0]], strict=True))


def turn(p: Spot, q: Spot, r: Spot) -> float:
    """How far to the left, on the way from p by q to r."""
    (a, b), (c, d) = (q[0] - p[0], q[1] - p[1]), (r[0] - q[0], r[1] - q[1])
    return math.atan2(a * d - b * c, a * c + b * d)


def rings(cells: Iterable[Cell], *, left: bool) -> list[list[Spot]]:
    """The boundary.  Where it touches itself it turns to the left, or to the right."""
    edges = Counter(edge for cell in cells for edge in sides(cell))
    left_over = {(p, q): None for p, q in sorted(edges) if (q, p) not in edges}
    after: dict[Spot, list[Spot]] = {}
    for p, q in left_over:
        after.setdefault(p, []).append(q)
    found = []
    while left_over:
        first, _ = left_over.popitem()
        ring, (p, q) = [first[0]], first
        while True:
            r = (max if left else min)(after[q], key=lambda r, p=p, q=q: turn(p, q, r))
            if (q, r) == first:
                break
            ring.append(q)
            del left_over[q, r]
            p, q = q, r
        found.append(ring)
    return found


def area(ring: list[Spot]) -> int:
    return sum(a * d - b * c for (a, b), (c, d) in sides(ring))


def shape(cells: Iterable[Cell], motion: Motion, *, left: bool) -> Shape:
    """Cells that hang together; a hole that touches the outline is one, or belongs to it."""
    outer, *holes = sorted(rings(cells, left=left), key=area, reverse=True)
    assert area(outer) > 0
    assert all(area(hole) < 0 for hole in holes)
    return Shape.of(list(map(motion, outer)), [list(map(motion, hole)) for hole in holes])


def moved(scale: Fraction, tilted: bool, mirrored: bool) -> Motion:
    cos, sin = (Fraction(3, 5), Fraction(4, 5)) if tilted else (Fraction(1), Fraction(0))

    def motion(spot: Spot) -> tuple[str, str]:
        x, y = (-spot[0], spot[1]) if mirrored else spot
        return str(scale * (cos * x - sin * y) + 7), str(scale * (sin * x + cos * y) - 3)

    return motion


def beside(field: Cells) -> dict[Cell, list[Cell]]:
    """For each cell those that it shares a side with."""
    owner = {edge: cell for cell in field for edge in sides(cell)}
    return {
        cell: [owner[q, p] for p, q in sides(cell) if (q, p) in owner] for cell in sorted(field)
    }


def parts(cells: Iterable[Cell]) -> list[Cells]:
    """Its parts that hang together by sides."""
    left, found = set(cells), []
    near = beside(frozenset(left))
    while left:
        part = {min(left)}
        fresh = list(part)
        while fresh:
            fresh += (new := set(near[fresh.pop()]) - part)
            part |= new
        left -= part
        found.append(frozenset(part))
    return found


def grown(chance: random.Random, field: Cells, size: int) -> Cells:
    near = beside(field)
    cells = {chance.choice(sorted(field))}
    while len(cells) < size:
        fresh = {other for cell in cells for other in near[cell]} - cells
        if not fresh:
            break
        cells.add(chance.choice(sorted(fresh)))
    return frozenset(cells)


def shifted(cells: Iterable[Iterable[Spot]]) -> Cells:
    """To the origin, the corners of each cell in the same order."""
    spots = [list(cell) for cell in cells]
    x, y = (min(spot[k] for cell in spots for spot in cell) for k in (0, 1))
    return frozenset(tuple(sorted((a - x, b - y) for a, b in cell)) for cell in spots)


def images(cells: Iterable[Cell], *, turn: bool, flip: bool) -> set[Cells]:
    """The shapes that a piece may have on the grid."""
    found = set()
    for flipped in (False, True) if flip else (False,):
        spots = [[(-x, y) if flipped else (x, y) for x, y in cell] for cell in cells]
        for _ in range(4 if turn else 1):
            found.add(shifted(spots))
            spots = [[(-y, x) for x, y in cell] for cell in spots]
    return found


def covers(board: Cells, kinds: list[tuple[set[Cells], int]]) -> int | None:
    """How often the board can be filled: its first free cell is covered in all ways.

    None if that takes long.
    """
    free = [count for _, count in kinds]
    steps = 0

    def fill(left: Cells) -> int:
        nonlocal steps
        steps += 1
        if not left or steps > MOST_STEPS:
            return int(not any(free))
        first = min(left)
        total = 0
        for kind, (ways, _) in enumerate(kinds):
            if not free[kind]:
                continue
            free[kind] -= 1
            for way in ways:
                # Which of its cells is the first?  The least one, as cells are compared.
                dx, dy = first[0][0] - min(way)[0][0], first[0][1] - min(way)[0][1]
                placed = {tuple((x + dx, y + dy) for x, y in cell) for cell in way}
                if first in placed and placed <= left:
                    total += fill(left - placed)
            free[kind] += 1
        return total

    total = fill(frozenset(tuple(sorted(cell)) for cell in board))
    return total if steps <= MOST_STEPS else None


def random_case(
    seed: int, kind: Callable[[int, int], list[Cell]]
) -> tuple[PolygonPuzzle, int | None]:
    """A puzzle, and how many solutions it has on the grid, if they are not too many."""
    chance = random.Random(seed)
    most = 7 if kind is square else 4
    width, height = chance.randint(1, most), chance.randint(2, most)
    field = sorted(c for x in range(width) for y in range(height) for c in kind(x, y))
    board = frozenset(chance.sample(field, len(field) - chance.randint(0, len(field) // 3)))
    largest = chance.choice([3, 4, 5, 8, 12, 20, 30])
    flip = chance.choice([True, True, False, None])
    turn = chance.choice([True, True, True, False, None])
    scale, tilted = Fraction(chance.choice(["1", "7/3", "1/1000"])), chance.random() < 0.3
    motion = moved(scale, tilted and turn is True, chance.random() < 0.3)
    left, pieces = board, []
    kinds = Counter[tuple[frozenset[Cells], bool]]()
    while left:
        cells = grown(chance, left, chance.randint(1, largest))
        left -= cells
        may_turn = chance.random() < 0.5 if turn is None else turn
        may_flip = chance.random() < 0.5 if flip is None else flip
        drawn = shape(cells, motion, left=chance.random() < 0.5)
        pieces.append(PolygonPiece(f"P{len(pieces)}", drawn, turn=may_turn, flip=may_flip))
        kinds[frozenset(images(cells, turn=may_turn, flip=may_flip)), may_turn] += 1
    if turn is True:  # then the board may be turned by itself
        motion = moved(scale, chance.random() < 0.3, False) if flip else motion
    shapes = [shape(part, motion, left=chance.random() < 0.5) for part in parts(board)]
    known = covers(board, [(set(ways), count) for (ways, _), count in kinds.items()])
    return PolygonPuzzle(tuple(shapes), tuple(pieces)), known


def listed(search: CornerSearch) -> list[tuple[PlacedPolygon, ...]]:
    return [placed for batch in search for placed in search.placed(batch)]


def different(solutions: list[tuple[PlacedPolygon, ...]], size: float) -> int:
    """So many of them, congruent pieces told apart only by where they lie."""

    def place(one: PlacedPolygon) -> tuple[object, ...]:
        return one.flipped, *(round(x, 6) for x in (one.cos, one.sin, one.dx / size, one.dy / size))

    return len({frozenset((one.piece, place(one)) for one in placed) for placed in solutions})


def counts(puzzle: PolygonPuzzle) -> dict[str, int]:
    """By each way of counting and listing; what is listed is certified."""
    jigsaw = make_jigsaw(puzzle)
    size = puzzle_size(puzzle)
    certifier = Certifier(puzzle)
    found = {}
    for memo in (True, False):
        for strategy in STRATEGIES:
            counting = CornerCount(jigsaw, memo=memo, strategy=strategy)
            assert counting.run()
            counting.require_clear()
            found[f"count {memo=} {strategy}"] = counting.solutions
            search = CornerSearch(jigsaw, memo=memo, strategy=strategy)
            solutions = listed(search)
            found[f"list {memo=} {strategy}"] = len(solutions)
            found[f"different {memo=} {strategy}"] = different(solutions, size)
    for solution in solutions[:20]:
        assert certifier.certificate(solution).kind == "exact"
    return found


def in_parts(puzzle: PolygonPuzzle, levels: int) -> int:
    """Count to some level, then below; the memo must not think that what is put off is in vain."""
    jigsaw = make_jigsaw(puzzle)
    search = CornerSearch(jigsaw, SearchOptions(max_levels=levels), memo=True)
    total = len(listed(search))
    return total + sum(
        len(listed(CornerSearch(jigsaw, None, s, memo=True))) for s in search.remainder()
    )


@pytest.mark.parametrize("first", range(0, 400, 20))
def test_squares(first: int) -> None:
    for seed in range(first, first + 20):
        puzzle, known = random_case(seed, square)
        if known is not None:
            assert set(counts(puzzle).values()) == {known}, seed
            assert in_parts(puzzle, seed % 4) == known, seed


@pytest.mark.parametrize("first", range(0, 160, 20))
def test_triangles(first: int) -> None:
    for seed in range(first, first + 20):
        puzzle, known = random_case(seed, quarters)
        if known is not None:
            found = set(counts(puzzle).values())
            assert len(found) == 1, seed
            assert found >= {known} or min(found) > known, seed
            assert in_parts(puzzle, seed % 4) in found, seed


def test_mirror_images_of_all_pieces() -> None:
    """The count of a board and of its mirror image, if every piece may be turned over."""
    for seed in range(30):
        puzzle, known = random_case(seed, quarters)
        if known is None or not all(piece.turn and piece.flip for piece in puzzle.pieces):
            continue
        mirrored = tuple(
            Shape.of(
                [(y.text, x.text) for x, y in part.outer],
                [[(y.text, x.text) for x, y in hole] for hole in part.holes],
            )
            for part in puzzle.board
        )
        both = [
            CornerCount(make_jigsaw(replace(puzzle, board=b))) for b in (puzzle.board, mirrored)
        ]
        assert all(count.run() for count in both)
        assert both[0].solutions == both[1].solutions, seed


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda path: path.stem)
def test_regression(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    said = re.fullmatch(r"# solutions (\d+), up to rotation (\d+), up to symmetry (\d+)", first)
    assert said
    puzzle = tw.read_puzzle(path)
    assert isinstance(puzzle, PolygonPuzzle)
    found = tw.count(puzzle, engine="corners")
    assert isinstance(found, PolygonCounts)
    assert found.certificate is not None
    assert (found.solutions, found.up_to_rotation, found.up_to_symmetry) == tuple(
        map(int, said.groups())
    )
    assert set(counts(puzzle).values()) == {found.solutions}
    for engine in ("auto", "corners"):
        listed = [
            len(list(tw.solve(puzzle, up_to=up_to, engine=engine)))
            for up_to in ("nothing", "rotation", "symmetry")
        ]
        assert listed == [found.solutions, found.up_to_rotation, found.up_to_symmetry]


def test_rings_that_run_the_wrong_way() -> None:
    backwards = Shape.of([(0, 0), (1, 0), (1, 1), (0, 1)]).outer[::-1]
    board = Shape.of([(0, 0), (2, 0), (2, 1), (0, 1)])
    puzzle = PolygonPuzzle((board,), (PolygonPiece("a", Shape(backwards), count=2),))
    with pytest.raises(WrongWayError, match="runs the wrong way"):
        tw.count(puzzle)
    with pytest.raises(WrongWayError, match="with Shape"):
        Certifier(puzzle)


def test_a_side_that_is_too_short() -> None:
    thin = [(0, 0), ("1/10000000", 0), ("1/10000000", 1), (0, 1)]
    rest = [("1/10000000", 0), (1, 0), (1, 1), ("1/10000000", 1)]
    board = Shape.of([(0, 0), (1, 0), (1, 1), (0, 1)])
    pieces = (PolygonPiece("thin", Shape.of(thin)), PolygonPiece("rest", Shape.of(rest)))
    with raises_text(JigsawError):
        tw.count(PolygonPuzzle((board,), pieces), engine="corners")


def test_a_piece_that_lies_where_it_was_drawn() -> None:
    """In the first solution a piece was taken for another if it was not moved."""
    puzzle, known = random_case(20_257, quarters)
    assert set(counts(puzzle).values()) == {known}


def circle(corners: int) -> list[tuple[float, float]]:
    ways = [math.tau * k / corners for k in range(corners)]
    return [(round(1000 * math.cos(way), 3), round(1000 * math.sin(way), 3)) for way in ways]


def halves(ring: list[tuple[float, float]]) -> PolygonPuzzle:
    third = len(ring) // 3
    pieces = [("a", ring[: third + 1]), ("b", [*ring[third:], ring[0]])]
    return PolygonPuzzle(
        (Shape.of(ring),), tuple(PolygonPiece(name, Shape.of(drawn)) for name, drawn in pieces)
    )


def test_outlines_of_very_many_corners() -> None:
    with raises_text(JigsawError):
        list(tw.solve(halves(circle(10_000)), max_solutions=1))
    exact = [(round(1000 * x), round(1000 * y)) for x, y in circle(10_000)]
    with raises_text(JigsawError):
        tw.count(halves(exact))
    with raises_text(JigsawError):
        list(tw.solve(halves(circle(400)), max_solutions=1, tolerance=0.02))
    assert len(list(tw.solve(halves(circle(90)), max_solutions=1))) == 1


def test_more_solutions_than_can_be_counted() -> None:
    parts = [[(3 * k, 0), (3 * k + 2, 0), (3 * k + 2, 2), (3 * k, 2)] for k in range(70)]
    half = PolygonPiece("half", Shape.of([(0, 0), (2, 0), (0, 2)]), count=140)
    with raises_text(CountError):
        tw.count(PolygonPuzzle(tuple(map(Shape.of, parts)), (half,)), engine="corners")
