"""Any dissection is certified, however its pieces are drawn; what is moved a little is not."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import examples
from tests.polygon_classes import classify
from tilewright.polygons import PlacedPolygon, PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.exact.certify import Certifier
from tilewright.polygons.exact.prover import NotCertified
from tilewright.polygons.model.congruence import Isometry, symmetries

BOARD = [(Fraction(x), Fraction(y)) for x, y in ((0, 0), (6, 0), (6, 6), (0, 6))]
SIXTHS = st.builds(Fraction, st.integers(0, 36), st.just(6))
SLOPES = st.sampled_from([(1, 0), (0, 1), (1, 1), (1, -1), (2, 1), (3, -5)])
LINES = st.tuples(SIXTHS, SIXTHS, SLOPES)
fewer = examples(50)

ANGLES = {
    ("(sqrt(2)/2)", "(sqrt(2)/2)"): math.pi / 4,
    ("(1/2)", "(-sqrt(3)/2)"): -math.pi / 3,
    ("(sqrt(3)/2)", "(1/2)"): math.pi / 6,
    ("(sqrt(2+sqrt(2))/2)", "(sqrt(2-sqrt(2))/2)"): math.pi / 8,
}


def cut(polygon, line):
    """The two parts of a convex polygon, or the one part."""
    x, y, (dx, dy) = line
    side = [dx * (q - y) - dy * (p - x) for p, q in polygon]
    parts = []
    for sign in (1, -1):
        part = []
        for i, (p, q) in enumerate(polygon):
            here, before = sign * side[i], sign * side[i - 1]
            if here * before < 0:
                t = Fraction(before) / (before - here)
                u, v = polygon[i - 1]
                part.append((u + t * (p - u), v + t * (q - v)))
            if here >= 0:
                part.append((p, q))
        if any(s * sign > 0 for s in side):
            parts.append(part)
    return parts


@st.composite
def turns(draw):
    """A turn as text and as doubles: cosine, sine."""
    if draw(st.booleans()):
        t = draw(st.builds(Fraction, st.integers(-9, 9), st.integers(1, 9)))
        cos, sin = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
        return f"({cos})", f"({sin})", float(cos), float(sin)
    text, angle = draw(st.sampled_from(list(ANGLES.items())))
    return (*text, math.cos(angle), math.sin(angle))


@st.composite
def dissections(draw):
    """A puzzle and a solution of it: a square is cut, and its pieces are drawn somewhere else."""
    parts = [BOARD]
    for line in draw(st.lists(LINES, min_size=1, max_size=4)):
        parts = [part for polygon in parts for part in cut(polygon, line)]
    pieces, placed = [], []
    for number, part in enumerate(parts):
        cos, sin, c, s = draw(turns())
        flipped = draw(st.booleans())
        dx, dy = draw(st.tuples(st.integers(-3, 3), st.integers(-3, 3)))
        outline = []
        for x, y in part:  # turned back, after it was shifted back
            u = f"({cos}*({x - dx})+{sin}*({y - dy}))"
            v = f"({cos}*({y - dy})-{sin}*({x - dx}))"
            outline.append((f"-{u}" if flipped else u, v))
        pieces.append(PolygonPiece(f"p{number}", Shape.of(outline)))
        placed.append(PlacedPolygon(f"p{number}", flipped, c, s, float(dx), float(dy)))
    return PolygonPuzzle((Shape.of(BOARD),), tuple(pieces)), draw(st.permutations(placed))


@given(dissections())
def test_dissections_are_certified(dissection):
    puzzle, placed = dissection
    certificate = Certifier(puzzle).certificate(placed)
    assert certificate.kind in ("exact", "balls")
    assert certificate.residual < 1e-100


@fewer
@given(
    dissections(),
    st.integers(0),
    st.sampled_from([1e-6, 1e-3, 0.5, 1.0]),
    st.sampled_from([(1, 0), (0, 1), (-1, 0), (1, -1)]),
)
def test_moved_pieces_are_not(dissection, number, far, way):
    puzzle, placed = dissection
    one = placed[number % len(placed)]
    wrong = PlacedPolygon(
        one.piece, one.flipped, one.cos, one.sin, one.dx + far * way[0], one.dy + far * way[1]
    )
    with pytest.raises(NotCertified):
        Certifier(puzzle).certificate([wrong if other is one else other for other in placed])


@fewer
@given(dissections(), st.integers(0), st.sampled_from([1e-6, 1e-3, math.pi / 2, math.pi]))
def test_turned_pieces_are_not(dissection, number, angle):
    """Unless it is symmetric a piece that is turned round its middle leaves a gap."""
    puzzle, placed = dissection
    one = placed[number % len(placed)]
    shape = next(piece.shape for piece in puzzle.pieces if piece.name == one.piece)
    corners = one.rings(shape)[0]
    assume(len(symmetries([corners])) == 1)
    x, y = corners.mean(axis=0)
    turn = Isometry(cos=math.cos(angle), sin=math.sin(angle))
    m = Isometry(dx=x, dy=y) @ turn @ Isometry(dx=-x, dy=-y) @ one.motion
    wrong = PlacedPolygon.by(one.piece, m)
    with pytest.raises(NotCertified):
        Certifier(puzzle).certificate([wrong if other is one else other for other in placed])


@fewer
@given(dissections())
def test_images_are_of_one_class(dissection):
    puzzle, placed = dissection
    solutions = []
    for motion in symmetries(puzzle.board[0].floats):
        image = []
        for one in placed:
            m = motion @ one.motion
            image.append(PlacedPolygon.by(one.piece, m))
        solutions.append(image)
    Certifier(puzzle).certify_many(solutions)
    classes = classify(puzzle, solutions)
    assert classes.up_to_symmetry == 1
    assert classes.up_to_rotation in (1, 2)
    assert 8 % classes.different == 0
