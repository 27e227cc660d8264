"""Certificates of tilings made by hand, and of what is not quite one."""

import math
import random
import threading
from dataclasses import replace

import flint
import numpy as np
import pytest

from tests.polygon_classes import classify
from tests.texts import raises_text
from tilewright.design.dissections import dissect
from tilewright.polygons import PlacedPolygon, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.fields import Balls, NeedMoreBits, NotInField, Surds
from tilewright.polygons.exact.prover import NotCertified
from tilewright.polygons.model.arrangements import ArrangementError, Arrangements
from tilewright.polygons.model.congruence import isometries, puzzle_size, symmetries

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
TANGRAM = {
    "L1": [(0, 0), (4, 0), (2, 2)],
    "L2": [(0, 0), (2, 2), (0, 4)],
    "M": [(4, 2), (4, 4), (2, 4)],
    "S1": [(4, 0), (4, 2), (3, 1)],
    "S2": [(2, 2), (3, 3), (1, 3)],
    "Sq": [(2, 2), (3, 1), (4, 2), (3, 3)],
    "Par": [(0, 4), (1, 3), (3, 3), (2, 4)],
}
STOMACHION = {
    "A": [(0, 12), (0, 0), (2, 2)],
    "B": [(0, 12), (2, 8), (6, 12)],
    "C": [(0, 12), (2, 2), (4, 4), (2, 8)],  # the last corner is straight
    "D": [(0, 0), (6, 0), (2, 2)],
    "E": [(4, 4), (4, 10), (2, 8)],
    "F": [(4, 1), (6, 0), (10, 4)],
    "G": [(6, 0), (12, 0), (10, 4)],
    "H": [(7, 4), (8, 8), (7, 10)],
    "I": [(10, 4), (8, 8), (7, 4)],
    "J": [(12, 6), (12, 8), (9, 6)],
    "K": [(12, 0), (12, 6), (9, 6)],
    "L": [(2, 2), (4, 1), (10, 4), (4, 4)],
    "M": [(9, 6), (12, 8), (12, 12), (6, 12)],
    "N": [(6, 12), (4, 10), (4, 4), (7, 4), (7, 10)],
}


def puzzle(board, outlines, **options):
    pieces = (PolygonPiece(name, Shape.of(o), **options) for name, o in outlines.items())
    return PolygonPuzzle((Shape.of(board),), tuple(pieces))


def at(piece, flipped=False, angle=0.0, dx=0.0, dy=0.0):
    return PlacedPolygon(piece, flipped, math.cos(angle), math.sin(angle), dx, dy)


def as_drawn(given):
    return [at(piece.name) for piece in given.pieces for _ in range(piece.count)]


def put(given, name, outline):
    """A piece such that it lies here, in doubles."""
    piece = next(piece for piece in given.pieces if piece.name == name)
    there = Shape.of([(float(x), float(y)) for x, y in outline]).floats
    m = isometries(piece.shape.floats, there, 1e-9)[0]
    return PlacedPolygon.by(name, m)


def moved(placed, motion):
    return PlacedPolygon.by(placed.piece, motion @ placed.motion)


def test_tangram_as_drawn():
    tangram = puzzle(SQUARE, TANGRAM)
    certificate = Certifier(tangram).certificate(as_drawn(tangram))
    assert (certificate.kind, certificate.residual, certificate.bits) == ("exact", 0.0, 0)


def test_tangram_with_roots():
    """Drawn with legs along the axes, so that every piece must be turned by 45 degrees."""
    drawn = {
        "L1": [(0, 0), ("2*sqrt(2)", 0), (0, "sqrt(8)")],
        "L2": [(5, 0), ("5+2*sqrt(2)", 0), (5, "2*sqrt(2)")],
        "M": [(0, 0), (2, 0), (0, 2)],
        "S1": [(0, 0), ("sqrt(2)", 0), (0, "sqrt(2)")],
        "S2": [(0, 0), ("sqrt(2)", 0), (0, "2/sqrt(2)")],
        "Sq": [(0, 0), ("sqrt(2)", 0), ("sqrt(2)", "sqrt(2)"), (0, "sqrt(2)")],
        "Par": [("1/3", 0), ("1/3+sqrt(2)", 0), ("1/3+2*sqrt(2)", "sqrt(2)"),
                ("1/3+sqrt(2)", "sqrt(2)")],
    }  # fmt: skip
    tangram = puzzle(SQUARE, drawn)
    placed = [put(tangram, name, outline) for name, outline in TANGRAM.items()]
    certifier = Certifier(tangram)
    assert certifier.certificate(placed).kind == "exact"
    for order in (placed[::-1], placed[3:] + placed[:3]):
        assert certifier.certificate(order).kind == "exact"


def test_stomachion_and_its_images():
    stomachion = puzzle([(0, 0), (12, 0), (12, 12), (0, 12)], STOMACHION)
    board = stomachion.board[0].floats
    solutions = [
        [moved(one, motion) for one in as_drawn(stomachion)] for motion in symmetries(board)
    ]
    assert Certifier(stomachion).certify_many(solutions).kind == "exact"
    classes = classify(stomachion, solutions + solutions[:3])
    assert (classes.different, classes.up_to_rotation, classes.up_to_symmetry) == (8, 2, 1)
    assert classes.representatives.tolist() == [0]


def test_congruent_pieces_may_change_places():
    stomachion = puzzle([(0, 0), (12, 0), (12, 12), (0, 12)], STOMACHION)
    placed = as_drawn(stomachion)
    swapped = [put(stomachion, "G", STOMACHION["B"]) if one.piece == "B" else one for one in placed]
    assert Certifier(stomachion).certificate(swapped).kind == "exact"
    assert classify(stomachion, [placed, swapped]).different == 1


def haberdasher():
    s = "sqrt(sqrt(3)-3/4)"
    a, c, b = (0, 0), (2, 0), (1, "sqrt(3)")
    d, e = ("1/2", "sqrt(3)/2"), ("3/2", "sqrt(3)/2")
    j, k = (f"3/2-{s}", 0), (f"5/2-{s}", 0)
    foot_d, foot_k = ("1/2+sqrt(3)/4", f"sqrt(3)/2-{s}/2"), (f"5/2-sqrt(3)/4-{s}", f"{s}/2")
    pieces = {
        "AJLD": [a, j, foot_d, d],
        "DLEB": [d, foot_d, e, b],
        "JKM": [j, k, foot_k],
        "KCEM": [k, c, e, foot_k],
    }
    return (a, c, b), pieces


def test_haberdasher_triangle_in_balls():
    board, pieces = haberdasher()
    given = puzzle(board, pieces)
    certificate = Certifier(given).certificate(as_drawn(given))
    assert certificate.kind == "balls"
    assert certificate.bits == 1024
    assert 0 <= certificate.residual < 1e-150


def test_haberdasher_square_in_balls():
    """The pieces swing round the middles of the sides, then all is turned to be upright."""
    _, pieces = haberdasher()
    side = "sqrt(sqrt(3))"
    given = puzzle([(0, 0), (side, 0), (side, side), (0, side)], pieces)
    outline = {piece.name: piece.shape.floats[0] for piece in given.pieces}
    d, e = outline["AJLD"][3], outline["DLEB"][2]
    k, foot_d, foot_k = outline["JKM"][1], outline["DLEB"][1], outline["JKM"][2]
    tilted = [
        at("AJLD", angle=math.pi, dx=2 * d[0], dy=2 * d[1]),
        at("DLEB"),
        at("KCEM", angle=math.pi, dx=2 * e[0], dy=2 * e[1]),
        at("JKM", dx=2 * (e - k)[0], dy=2 * (e - k)[1]),
    ]
    corners = np.array([foot_d, 2 * e - foot_k, foot_k + 2 * (e - k), 2 * d - foot_d])
    upright = isometries([corners], given.board[0].floats, 1e-9)
    assert len(upright) == 8
    solutions = [[moved(one, motion) for one in tilted] for motion in upright]
    certificate = Certifier(given).certify_many(solutions)
    assert certificate.kind == "balls"
    assert certificate.residual < 1e-150
    assert classify(given, solutions).up_to_symmetry == 1


def test_bruegner_in_balls():
    """The altitude cuts half of a golden rectangle into two triangles of the same form."""
    root = "sqrt(phi)"
    given = puzzle(
        [(0, 0), (root, 0), (root, 1), (0, 1)],
        {
            "T0": [(0, 0), (root, 0), (0, 1)],
            "T1": [(0, 0), (1, 0), (0, f"1/{root}")],
            "T2": [(0, 0), (f"1/{root}", 0), (0, "1/phi")],
        },
    )
    r = math.sqrt((1 + math.sqrt(5)) / 2)
    a, b, c = (0, 1), (r, 0), (r, 1)
    foot = (1 / r, 1 - 1 / r**2)  # at distance 1 from a, towards b
    placed = [at("T0"), put(given, "T1", [foot, a, c]), put(given, "T2", [foot, c, b])]
    assert Certifier(given).certificate(placed).kind == "balls"


def test_holes_and_parts():
    """A frame round a square, and a second part that touches its corner."""
    frame = Shape.of(SQUARE, [[(1, 1), (3, 1), (3, 3), (1, 3)]])
    small = [(0, 0), (2, 0), (2, 2), (0, 2)]
    given = PolygonPuzzle(
        (Shape.of(SQUARE), Shape.of([(4, 4), (6, 4), (6, 6), (4, 6)])),
        (PolygonPiece("frame", frame), PolygonPiece("small", Shape.of(small), count=2)),
    )
    placed = [at("small", dx=4.0, dy=4.0), at("small", angle=math.pi, dx=3, dy=3), at("frame")]
    assert Certifier(given).certificate(placed).kind == "exact"
    with pytest.raises(NotCertified, match="gap or an overlap"):
        Certifier(given).certificate([at("small", dx=4.0, dy=4.0), placed[0], placed[2]])


def broken_tangrams():
    drawn = as_drawn(puzzle(SQUARE, TANGRAM))
    yield "shifted", [*drawn[:6], at("Par", dx=1e-6)], "no corner at a corner"
    yield "turned a little", [*drawn[:6], at("Par", angle=1e-6)], "no corner at a corner"
    yield "one twice", [*drawn[:6], drawn[0]], "uses piece"
    yield "one too few", drawn[:6], "6 pieces placed"
    yield "a stranger", [*drawn[:6], at("Q")], "no piece 'Q'"
    over = at("S1", dx=-1.0, dy=-1.0)  # covers a part of L1; its own place is a gap
    yield "gap and overlap", [over if one.piece == "S1" else one for one in drawn], "gap or"
    big = [at(one.piece) if one.piece != "Par" else at("Par", True, 0.0, 4.0) for one in drawn]
    yield "flipped in place", big, "no corner|gap or"
    stretched = PlacedPolygon("Par", False, 1.0 + 1e-6, 0.0, 0.0, 0.0)
    yield "stretched", [*drawn[:6], stretched], "stretched"
    yield "far away", [*drawn[:6], at("Par", dx=1e300)], "far from the board"


@pytest.mark.parametrize(
    ("placed", "reason"),
    [case[1:] for case in broken_tangrams()],
    ids=[case[0] for case in broken_tangrams()],
)
def test_broken_tangrams(placed, reason):
    with pytest.raises(NotCertified, match=reason):
        Certifier(puzzle(SQUARE, TANGRAM)).certificate(placed)


def test_number_of_the_broken_solution():
    tangram = puzzle(SQUARE, TANGRAM)
    good = as_drawn(tangram)
    bad = [at("S1", dx=-1.0, dy=-1.0) if one.piece == "S1" else one for one in good]
    with raises_text(NotCertified):
        Certifier(tangram).certify_many([good, good, bad, good])


def test_what_pieces_may_do():
    halves = {"half": [(0, 0), (4, 0), (0, 4)]}
    one, other = at("half"), at("half", angle=math.pi, dx=4.0, dy=4.0)
    assert Certifier(puzzle(SQUARE, halves, count=2)).certificate([one, other]).kind == "exact"
    with raises_text(NotCertified):
        Certifier(puzzle(SQUARE, halves, count=2, turn=False)).certificate([one, other])
    over = at("half", True, math.pi / 2, dx=4.0, dy=4.0)
    assert Certifier(puzzle(SQUARE, halves, count=2)).certificate([one, over]).kind == "exact"
    with raises_text(NotCertified):
        Certifier(puzzle(SQUARE, halves, count=2, flip=False)).certificate([one, over])


def test_nearly_congruent_pieces_are_told_apart():
    """Doubles of a search may not tell them apart; the exact numbers do."""
    length = "1+1/1000000000"
    outlines = {
        "a": [(0, 0), (1, 0), (1, 1), (0, 1)],
        "b": [(0, 0), (length, 0), (length, 1), (0, 1)],
    }
    given = puzzle([(0, 0), (f"1+{length}", 0), (f"1+{length}", 1), (0, 1)], outlines)
    assert Certifier(given).certificate([at("a"), at("b", dx=1.0)]).kind == "exact"
    with pytest.raises(NotCertified, match="uses piece"):
        Certifier(given).certificate([at("a"), at("a", dx=1.0)])


def test_two_pieces_of_one_name():
    pieces = (PolygonPiece("a", Shape.of([(0, 0), (1, 0), (0, 1)])),) * 2
    with raises_text(NotCertified):
        Certifier(PolygonPuzzle((Shape.of(SQUARE),), pieces))


@pytest.mark.parametrize("width", [0.0, 0.01, 0.5])
def test_decimals_are_measured(width):
    outlines = {"a": [(0, 0), (2.0, 0), (2, 4), (0, 4)], "b": [(0, 0), (2.0, 0), (2, 4), (0, 4)]}
    given = puzzle(SQUARE, outlines)
    certificate = Certifier(given).certificate([at("a"), at("b", dx=2.0 - width)])
    assert certificate.kind == "measured"
    size = 4
    assert width <= size * certificate.residual <= 1.05 * width + 1e-11


def test_pieces_that_touch_do_not_overlap():
    """Without a grid, what two pieces share here comes out as one of them."""
    solution = dissect(8, 1004, board="star")
    chance, size = random.Random("dis-4-8-convex-star 0.005"), puzzle_size(solution.puzzle)
    ring = solution.puzzle.board[0].floats[0]
    off = [tuple(float(c) + chance.uniform(-0.005, 0.005) * size for c in at) for at in ring]
    given = replace(solution.puzzle, board=(Shape.of(off),))
    certificate = Certifier(given).certificate(solution.placed)
    assert 0.001 < certificate.residual < 0.008


def test_decimals_obey_the_rules():
    outlines = {"a": [(0, 0), (2.0, 0), (2, 4), (0, 4)], "b": [(0, 0), (2.0, 0), (2, 4), (0, 4)]}
    with pytest.raises(NotCertified, match="turned"):
        Certifier(puzzle(SQUARE, outlines, turn=False)).certificate(
            [at("a"), at("b", angle=math.pi, dx=4.0, dy=4.0)]
        )
    with pytest.raises(NotCertified, match="flipped"):
        Certifier(puzzle(SQUARE, outlines, flip=False)).certificate(
            [at("a"), at("b", True, dx=4.0)]
        )


def test_decimals_that_are_alike():
    outlines = {"a": [(0, 0), (2.0, 0), (2, 4), (0, 4)], "b": [(0, 0), (2.001, 0), (2, 4), (0, 4)]}
    given = puzzle(SQUARE, outlines)
    solution = [at("a"), at("a", dx=2.0)]
    with pytest.raises(NotCertified, match="uses piece"):
        Certifier(given).certificate(solution)
    assert Certifier(given, alike=0.01).certificate(solution).kind == "measured"
    swapped = [at("a"), at("b", dx=2.0)], [at("b", dx=1e-4), at("a", dx=2.0)]
    assert classify(given, swapped).different == 2
    assert classify(given, swapped, tolerance=0.01).different == 1


def test_arrangements_instead_of_solutions():
    tangram = puzzle(SQUARE, TANGRAM)
    given = Arrangements.of([as_drawn(tangram)] * 3)
    assert len(given) == 3
    assert len(given.table) == 7
    assert next(iter(given)) == tuple(as_drawn(tangram))
    assert Certifier(tangram).certify_many(given).kind == "exact"


def test_no_solutions():
    tangram = puzzle(SQUARE, TANGRAM)
    assert Certifier(tangram).certify_many([]).kind == "exact"
    assert classify(tangram, []).up_to_symmetry == 0


def test_no_place():
    with pytest.raises(ArrangementError, match="no finite place"):
        Arrangements.of([[at("a", dx=math.nan)]])
    with pytest.raises(ArrangementError, match="2 pieces"):
        Arrangements.of([[at("a")], [at("a"), at("a")]])


def test_square_roots():
    field = Surds()
    whole = [field.rational(n) for n in range(12)]
    root2, root3 = field.sqrt(whole[2]), field.sqrt(whole[3])
    assert field.sqrt(whole[8]) == 2 * root2
    assert field.sqrt(whole[4]) == 2
    assert field.sqrt(whole[5] + 2 * root2 * root3) == root2 + root3
    assert (root2 + root3 + 1) * (1 / (root2 + root3 + 1)) == 1
    assert field.is_zero(root2 * root3 - field.sqrt(whole[6]))
    assert (3 * root2 - field.sqrt(field.rational(18) + field.rational(1) / 10**30)).sign() < 0
    for bad in (root2, whole[2] + root2, root2 - 3):
        with pytest.raises(NotInField):
            field.sqrt(bad)


def test_balls_know_when_they_are_too_large():
    field = Balls(64)
    with field.at_work():
        root = field.sqrt(field.rational(2))
        assert field.is_zero(root * root - 2)
        with pytest.raises(NeedMoreBits):
            field.is_zero(root * root * 10**12 - 2 * 10**12)


def test_precision_is_given_back():
    before = flint.ctx.prec
    board, pieces = haberdasher()
    given = puzzle(board, pieces)
    found = []
    threads = [
        threading.Thread(
            target=lambda: found.append(Certifier(given).certificate(as_drawn(given)).kind)
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["balls"] * 4
    assert flint.ctx.prec == before
