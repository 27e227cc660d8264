"""Random dissections: as many pieces as asked for, the same each time, and with a solution."""

from fractions import Fraction
from pathlib import Path

import pytest

import tilewright as tw
from tests.polygon_strategies import fraction, is_tiling, moved
from tests.shell import run
from tests.texts import raises_text
from tilewright.design.dissections import (
    BOARDS,
    KINDS,
    Line,
    Region,
    cut,
    dissect,
    dissection,
    is_simple,
    straight_cut,
)
from tilewright.engines import OptionError
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.model.puzzle import Shape


def loop(*spots: tuple[int, int]) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple((Fraction(x), Fraction(y)) for x, y in spots)


def is_convex(shape: Shape) -> bool:
    spots = [tuple(map(fraction, point)) for point in shape.outer]
    around = zip(spots, spots[1:] + spots[:1], spots[2:] + spots[:2], strict=True)
    return not shape.holes and all(
        (q[0] - p[0]) * (r[1] - q[1]) > (q[1] - p[1]) * (r[0] - q[0]) for p, q, r in around
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize(("parts", "holes", "nested"), [(1, 0, 0), (1, 2, 0), (2, 1, 2)])
def test_all_kinds_have_their_solution(
    kind: str, board: str, parts: int, holes: int, nested: int
) -> None:
    solution = dissect(9, 3, kind=kind, board=board, parts=parts, holes=holes, nested=nested)
    puzzle = solution.puzzle
    assert puzzle.piece_count == len(solution.placed) == 9
    assert len(puzzle.board) == parts
    assert sum(len(part.holes) for part in puzzle.board) == holes
    assert puzzle.exact
    assert is_tiling(solution)
    tw.parse_puzzle(tw.format_puzzle(puzzle))  # which refuses what is unsound


def test_certified_by_others() -> None:
    solution = dissect(12, 5, kind="crooked", holes=1)
    assert Certifier(solution.puzzle).certificate(solution.placed).kind == "exact"


def test_convex_pieces() -> None:
    for board in ("square", "convex"):
        assert all(is_convex(p.shape) for p in dissection(15, 2, board=board).pieces)


def test_crooked_pieces() -> None:
    assert not all(is_convex(p.shape) for p in dissection(15, 2, kind="crooked").pieces)


def test_commensurable_pieces_have_whole_corners() -> None:
    solution = dissect(15, 2, kind="commensurable")
    for piece, placed in zip(solution.puzzle.pieces, solution.placed, strict=True):
        corners = [c for ring in moved(piece.shape, placed) for spot in ring for c in spot]
        assert all(c.denominator == 1 for c in corners)


def test_nested_pieces() -> None:
    puzzle = dissection(9, 1, nested=3)
    assert sum(len(piece.shape.holes) for piece in puzzle.pieces) == 3


def test_numbers_stay_small() -> None:
    puzzle = dissection(60, 4, kind="crooked")
    below = [
        fraction(c).denominator
        for shape in puzzle.shapes()
        for ring in shape.rings
        for point in ring
        for c in point
    ]
    assert max(below) < 10**6


def test_same_seed_same_puzzle() -> None:
    puzzle = dissection(6, 7, kind="commensurable")
    assert puzzle == dissection(6, 7, kind="commensurable")
    assert puzzle != dissection(6, 8, kind="commensurable")
    assert [c.text for point in puzzle.pieces[0].shape.outer for c in point] == [
        *("0", "0", "4", "0", "4", "4", "0", "4")
    ]
    corner = dissection(3, 7, kind="crooked").pieces[0].shape.outer[2]
    assert [c.text for c in corner] == ["163/10", "74/15"]


def test_names_and_order() -> None:
    puzzle = dissection(28, 1)
    assert [p.name for p in puzzle.pieces][-3:] == ["Z", "AA", "AB"]
    areas = [p.shape.area for p in puzzle.pieces]
    assert areas == sorted(areas, reverse=True)


def test_no_flip() -> None:
    solution = dissect(8, 1, flip=False)
    assert not any(placed.flipped for placed in solution.placed)
    assert not any(piece.flip for piece in solution.puzzle.pieces)
    assert is_tiling(solution)


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": 0},
        {"kind": "odd"},
        {"board": "moon"},
        {"seed": -1},
        {"pieces": 3, "parts": 4},
        {"holes": 99},
        {"pieces": 4, "nested": 2},
    ],
)
def test_refusals(wrong: dict[str, object]) -> None:
    with raises_text(OptionError):
        dissection(**wrong)


def test_one_piece() -> None:
    assert is_tiling(dissect(1, 0, board="star"))


def test_cut_through_a_hole() -> None:
    square = loop((0, 0), (6, 0), (6, 6), (0, 6))
    hole = loop((2, 2), (2, 4), (4, 4), (4, 2))
    region = Region(square, (hole,))
    segments = straight_cut(region, Line(1, 0, 3))
    assert len(segments) == 2
    parts = cut(region, segments)
    assert [part.area for part in parts] == [16, 16]
    assert not any(part.holes for part in parts)
    island = loop((1, 1), (5, 1), (5, 5), (1, 5))
    inner = cut(Region(square), list(zip(island, island[1:] + island[:1], strict=True)))
    assert sorted(part.area for part in inner) == [16, 20]


def test_simple_loops() -> None:
    assert is_simple(loop((0, 0), (2, 0), (2, 2), (0, 2)))
    assert not is_simple(loop((0, 0), (0, 2), (2, 2), (2, 0)))  # the wrong way round
    assert not is_simple(loop((0, 0), (2, 2), (2, 0), (0, 3)))  # crosses itself
    assert not is_simple(loop((0, 0), (1, 0), (2, 0), (0, 2)))  # a straight corner


def test_shell(tmp_path: Path) -> None:
    printed = run("generate", "dissection", "--pieces", "5", "--seed", "3", "--kind", "crooked")
    assert printed.returncode == 0
    assert tw.parse_puzzle(printed.stdout) == dissection(5, 3, kind="crooked")
    file = tmp_path / "cut.toml"
    written = run("generate", "dissection", "--holes", "1", "--no-flip", "-o", str(file))
    assert (written.returncode, written.stdout) == (0, "")
    assert run("check", str(file)).returncode == 0
    refused = run("generate", "dissection", "--pieces", "0")
    assert refused.returncode == 2
    assert refused.stderr == "error: pieces is 0: expected 1 to 500\n"
