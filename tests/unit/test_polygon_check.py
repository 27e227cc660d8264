"""What is wrong with polygon puzzles: every mistake is named, with piece, ring and corner."""

import math
import random
import re
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.polygon_shapes import decimal_numbers, exact_numbers, rings
from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.model.check import AREA_NOISY, find_polygon_faults, require_sound_polygons

Corners = Sequence[tuple[object, object]]
SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
UNIT = [(0, 0), (1, 0), (1, 1), (0, 1)]


def ring(points: Corners) -> Shape:
    """A shape whose corners keep their numbers."""
    drawn = Shape.of(points)  # type: ignore[arg-type]
    first = tuple(number.text for number in drawn.outer[0])
    return drawn if first == tuple(map(str, points[0])) else Shape(drawn.outer[::-1])


def told(*board: Shape, pieces: Sequence[PolygonPiece] = ()) -> list[str]:
    """Faults of a board; the piece has the right area."""
    area = sum(abs(part.area) for part in board)
    bar = PolygonPiece("bar", Shape.of([(0, 0), (1, 0), (1, repr(area)), (0, repr(area))]))
    return [f.message for f in find_polygon_faults(PolygonPuzzle(board, tuple(pieces) or (bar,)))]


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([(0, 0), (1, 1)], "the outline needs three corners or more, it has (0, 0), (1, 1)"),
        (
            [(0, 0), (2, 0), (2, 0), (0, 2)],
            "side 2 of the outline has length zero, corner 2 (2, 0) is also corner 3 (2, 0): leave "
            "one of them out",
        ),
        (
            [(0, 0), (2, 0), (0, 2), (0, 0)],
            "side 4 of the outline has length zero, corner 4 (0, 0) is also corner 1 (0, 0): the "
            "last corner is joined to the first anyway: leave it out",
        ),
        (
            [(0, 0), (2, 2), (2, 0), (0, 2)],
            "side 1 of the outline, from corner 1 (0, 0) to corner 2 (2, 2), crosses side 3 of the "
            "outline, from corner 3 (2, 0) to corner 4 (0, 2): sides must not cross",
        ),
        (
            [(0, 0), (2, 0), (2, 3), (2, 2), (0, 2)],
            "the outline turns back on itself at corner 3 (2, 3): leave that spike out",
        ),
        (
            [(2, 0), (1, 0), (3, 0), (3, 2), (2, 2)],
            "the outline turns back on itself at corner 2 (1, 0): leave that spike out",
        ),
        (
            [(0, 0), (6, 0), (6, 2), (4, 2), (4, 0), (2, 0), (2, 2), (0, 2)],
            "side 1 of the outline, from corner 1 (0, 0) to corner 2 (6, 0), lies along side 5 of "
            "the outline, from corner 5 (4, 0) to corner 6 (2, 0): sides may touch in points only",
        ),
        (
            [(0, 0), (1, 1), (2, 2), (2, 0), (1, 1), (0, 2)],
            "side 2 of the outline, from corner 2 (1, 1) to corner 3 (2, 2), crosses, in a corner, "
            "side 5 of the outline, from corner 5 (1, 1) to corner 6 (0, 2): strands may touch "
            "there, but must not cross",
        ),
        (
            [(0, 0), (4, 0), (4, 3), (2, 0), (1, -2), (0, -2)],
            "side 1 of the outline, from corner 1 (0, 0) to corner 2 (4, 0), crosses, in a corner, "
            "side 4 of the outline, from corner 4 (2, 0) to corner 5 (1, -2): strands may touch "
            "there, but must not cross",
        ),
        (
            [(0, 0), ("10^13", 0), (0, 1)],
            "corner 2 (10^13, 0) of the outline is too far out: scale the puzzle so that no "
            "coordinate is larger than 1e+12",
        ),
        (
            [(0, 0), ("1/10^13", 0), (0, "1/10^13")],
            "its size is 1e-13: scale the puzzle up to 1e-12 or more",
        ),
        (
            [(10**8, 0), (10**8 + 1, 0), (10**8, 1)],
            "corner 1 (100000000, 0) is more than 1,000,000 times its size away from the origin, "
            "so that its corners cannot be told apart: move it closer",
        ),
    ],
)
def test_outlines(points: Corners, message: str) -> None:
    assert told(ring(points))[0] == f"the board: {message}"
    others = [PolygonPiece("A", Shape.of(UNIT)), PolygonPiece("B", ring(points))]
    assert told(Shape.of(UNIT), pieces=others)[0] == f"piece 'B': {message}"
    assert told(Shape.of(UNIT), ring(points))[0] == f"part 2 of the board: {message}"


@pytest.mark.parametrize(
    ("holes", "message"),
    [
        ([[(1, 1)]], "hole 1 needs three corners or more, it has (1, 1)"),
        ([[(5, 5), (6, 5), (5, 6)]], "hole 1, with corner 1 (5, 5), is not inside the outline"),
        (
            [[(-1, -1), (5, -1), (5, 5), (-1, 5)]],
            "hole 1, with corner 1 (-1, -1), is not inside the outline",
        ),
        (
            [[(1, 1), (3, 1), (3, 3)], [(2, "3/2"), ("5/2", "3/2"), ("5/2", "7/4")]],
            "hole 2, with corner 1 (2, 3/2), is inside hole 1: what lies in a hole is another part "
            "of the board",
        ),
        (
            [[(3, 3), (5, 3), (5, "7/2")]],
            "side 2 of the outline, from corner 2 (4, 0) to corner 3 (4, 4), crosses side 1 of "
            "hole 1, from corner 1 (3, 3) to corner 2 (5, 3): sides must not cross",
        ),
        (
            [[(4, 1), (4, 2), (3, 2)]],
            "side 2 of the outline, from corner 2 (4, 0) to corner 3 (4, 4), lies along side 1 of "
            "hole 1, from corner 1 (4, 1) to corner 2 (4, 2): sides may touch in points only",
        ),
        (
            [[(1, 1), (3, 1), (1, 3)], [(2, "1/2"), (3, 2), (2, 2)]],
            "side 1 of hole 1, from corner 1 (1, 1) to corner 2 (3, 1), crosses side 1 of hole 2, "
            "from corner 1 (2, 1/2) to corner 2 (3, 2): sides must not cross",
        ),
    ],
)
def test_holes(holes: list[Corners], message: str) -> None:
    shape = Shape(ring(SQUARE).outer, tuple(ring(hole).outer for hole in holes))
    assert f"the board: {message}" in told(shape)


@pytest.mark.parametrize(
    ("points", "holes"),
    [
        ([(0, 0), (1, 1), (2, 0), (2, 2), (1, 1), (0, 2)], []),  # touches itself in a corner
        ([(0, 0), (4, 0), (4, 2), (2, 0), (0, 2)], []),  # touches itself on a side
        ([(0, 0), (1, 0), (2, 0), (4, 0), (4, 4), (0, 4)], []),  # straight corners
        (SQUARE, [[(0, 0), (2, 1), (1, 2)]]),  # a hole touches the outline
        (SQUARE, [[(1, 1), (2, 1), (2, 2)], [(2, 2), (3, 2), (3, 3)]]),  # and another hole
        (SQUARE, [[(0, 2), (2, 0), (4, 2), (2, 4)]]),  # four parts that touch
    ],
)
def test_points_may_touch(points: Corners, holes: list[Corners]) -> None:
    assert told(Shape.of(points, holes)) == []  # type: ignore[arg-type]


def test_parts_of_the_board() -> None:
    left, right = Shape.of(UNIT), Shape.of([(1, 0), (2, 0), (2, 1), (1, 1)])
    inside = Shape.of([("1/4", "1/4"), ("1/2", "1/4"), ("1/4", "1/2")])
    assert told(left, right) == []
    assert told(Shape.of(UNIT, [[(0, 0), (1, 0), ("1/2", "1/2")]]), right) != []
    assert re.fullmatch(
        r"parts 1 and 2 of the board overlap around \(0\.[34]\d+, 0\.[34]\d+\), by an area of "
        r"0\.03125: parts may only touch",
        *told(left, inside),
    )
    frame = Shape.of(UNIT, [[("1/8", "1/8"), ("7/8", "1/8"), ("7/8", "7/8"), ("1/8", "7/8")]])
    assert told(frame, inside) == []
    assert told(left, left)[0].endswith("by an area of 1: parts may only touch")
    bow = Shape.of([(0, 0), (1, 1), (2, 0), (2, 2), (1, 1), (0, 2)])
    assert told(bow, Shape.of([(0, 0), (2, 0), (1, 1)])) == []
    assert told(bow, Shape.of([(0, 0), (2, 0), (1, 2)]))[0].startswith("parts 1 and 2 of the board")


def test_areas_names_and_counts() -> None:
    one = PolygonPiece("A", Shape.of(UNIT))
    assert told(Shape.of([(0, 0), (2, 0), (0, 2)]), pieces=[one]) == [
        "the pieces have an area of 1, the board has 2: 1 too little; add or leave out pieces, or "
        "mend the board"
    ]
    close = [(0, 0), (1, 0), (1, "0.995"), (0, "0.995")]
    assert told(Shape.of(close), pieces=[one]) == []  # decimals may be off by a hundredth
    far = [(0, 0), (1, 0), (1, "0.9"), (0, "0.9")]
    assert told(Shape.of(far), pieces=[one]) == [
        "the pieces have an area of 1, the board has 0.9: 0.1 too much (5% would be let pass, as "
        "there are decimals); add or leave out pieces, or mend the board"
    ]
    exact = [(0, 0), (1, 0), (1, "999999/10^6"), (0, "999999/10^6")]
    assert "1e-06 too much" in told(Shape.of(exact), pieces=[one])[0]
    empty = PolygonPuzzle((), ())
    assert [fault.message for fault in find_polygon_faults(empty)] == [
        "the board is empty: give it an outline, or [[board.part]] tables",
        "there are no pieces: add [[piece]] tables, or a set of pieces",
    ]
    none = PolygonPiece("B", Shape.of(UNIT), count=0)
    assert told(Shape.of(UNIT), pieces=[one, one, none]) == [
        "there are 2 pieces 'A': give each its own name, or one a count",
        "piece 'B' has the count 0: expected 1 or more",
    ]
    with pytest.raises(tw.puzzle.PuzzleError, match="the board is empty"):
        require_sound_polygons(empty)


def test_many_faults_are_not_all_told() -> None:
    scribble = random.Random(3)
    shape = Shape.of([(scribble.randrange(1000), scribble.randrange(1000)) for _ in range(40)])
    found = told(shape)
    assert len(found) == 6
    assert found[-1] == "the board: there are more places where sides meet like this"


@pytest.mark.parametrize("turn", [0.0, 0.3])
def test_ten_thousand_corners(turn: float) -> None:
    count = 10_000
    radius = random.Random(1)
    around = [(k * math.tau / count + turn, radius.uniform(0.5, 1)) for k in range(count)]
    star = Shape.of([(r * math.cos(a), r * math.sin(a)) for a, r in around])
    assert told(star) == []
    comb = [(k / count, float(k % 2)) for k in range(count)] + [(1.0, -1.0), (0.0, -1.0)]
    frame = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    assert told(Shape.of((np.array(comb) @ frame).tolist())) == []
    comb[4321] = (0.5, -2.0)
    assert any(
        "corner 4322 (" in text and "crosses" in text
        for text in told(ring((np.array(comb) @ frame).tolist()))
    )


def test_too_many_corners() -> None:
    wheel = Shape.of([(math.cos(k), math.sin(k)) for k in range(60_000)])
    puzzle = PolygonPuzzle((wheel,), (PolygonPiece("A", wheel),))
    assert [fault.message for fault in find_polygon_faults(puzzle)] == [
        "the puzzle has 120,000 corners: at most 100,000 are allowed"
    ]


def test_what_would_take_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.polygons.model.contacts.MOST_PAIRS", 100)
    spokes = [(r * math.cos(k / 40), r * math.sin(k / 40)) for k in range(120) for r in (1, 2)]
    wheel = Shape.of([*spokes, (-2.0, -2.0)])
    assert told(wheel)[0] == (
        "the board: more than 100 pairs of sides come close to each other: draw it with fewer "
        "corners"
    )


@given(rings(exact_numbers | decimal_numbers), st.integers(0, 8), st.booleans())
def test_stars_are_fine(points: list[object], start: int, back: bool) -> None:
    turned = points[start:] + points[:start]
    assert told(Shape.of(turned[::-1] if back else turned)) == []  # type: ignore[arg-type]


Whole = tuple[int, int]
coordinates = st.integers(-4, 4)
walks = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=9, unique=True)


def left(a: Whole, b: Whole, c: Whole) -> int:
    """1 if c is to the left of the line from a to b, -1 if to the right."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def may_be_an_outline(points: list[Whole]) -> bool:
    """By all pairs of sides, in whole numbers; no corner is there twice."""
    sides = list(zip(points, [*points[1:], points[0]], strict=True))
    for (a, b), (c, d) in combinations(sides, 2):
        if left(a, b, c) * left(a, b, d) < 0 and left(c, d, a) * left(c, d, b) < 0:
            return False
        if left(a, b, c) == left(a, b, d) == 0:  # on one line: in order along it
            (a, b), (c, d) = sorted((a, b)), sorted((c, d))
            if max(a, c) < min(b, d):
                return False
    for (a, b), k in product(sides, range(len(points))):
        before, c, after = points[k - 1], points[k], points[(k + 1) % len(points)]
        inside = left(a, b, c) == 0 and min(a, b) < c < max(a, b)
        if inside and left(a, b, before) * left(a, b, after) < 0:
            return False
    return True


@examples(500)
@given(walks)
def test_contacts_agree_with_all_pairs(points: list[Whole]) -> None:
    assert (told(Shape.of(points)) == []) is may_be_an_outline(points)


@given(walks.filter(may_be_an_outline), st.integers(0, 6), st.floats(-100, 100))
def test_turning_and_moving_changes_nothing(points: list[Whole], angle: int, way: float) -> None:
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    assert told(Shape.of((np.array(points) @ turn + way).tolist())) == []


numbers = st.sampled_from(["0", "1", "-1", "1/3", "sqrt(2)", "10^39", "-1/10^30", "0.5", "1e-300"])


@given(
    st.lists(st.lists(st.tuples(numbers, numbers), max_size=6), min_size=1, max_size=3),
    st.lists(st.lists(st.tuples(numbers, numbers), max_size=6), min_size=1, max_size=3),
    st.integers(-1, 10**30),
)
def test_anything_is_checked(
    board: list[list[tuple[str, str]]], piece: list[list[tuple[str, str]]], count: int
) -> None:
    """Without errors, warnings, or shapes without area that pass for fine."""
    parts = (Shape.of(board[0], board[1:]), Shape.of(piece[0], piece[1:]))
    puzzle = PolygonPuzzle(parts, (PolygonPiece("A", parts[1], count),))
    if not find_polygon_faults(puzzle):
        assert all(part.area > 0 for part in parts)


def test_straight_corners_can_be_left_out() -> None:
    shape = Shape.of(
        [(0, 0), (1, 0), (2, 0), (4, 0), (4, 4), (2, 4), (0, 4), (0, 2)],
        [[(1, 1), (1, 2), (1, 3), (2, 2)]],
    )
    simple = shape.simplified()
    assert simple == Shape.of(SQUARE, [[(1, 1), (1, 3), (2, 2)]])
    assert simple.simplified() == simple
    assert shape.corner_count == 12
    nearly = Shape.of([(0, 0), (1, 1e-9), (2, 0), (0, 2)])
    assert nearly.simplified() == nearly
    assert len(nearly.simplified(1e-6).outer) == 3


def test_the_documents_say_how_much_areas_may_differ() -> None:
    share = f"{100 * AREA_NOISY:g} %"
    docs = Path(__file__).parents[2] / "docs"
    for page in ("reference/polygon-files.md", "how-to/import-svg.md"):
        lines = (docs / page).read_text(encoding="utf-8").splitlines()
        assert any("reas" in line and f" {share}" in line for line in lines), page
