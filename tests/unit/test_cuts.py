"""Lines for cutting: each stretch once, the right sizes, and clear words where that cannot be."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest

import tilewright as tw
from tests.texts import raises_text
from tests.unit.test_dxf import entities
from tilewright.render import Lines, Patch, PictureError, Scene, cut_scene, to_dxf, to_svg
from tilewright.render.cuts import seams
from tilewright.render.outlines import signed_area
from tilewright.render.scene import box_of

FLAT = [
    "pentominoes-6x10",
    "hexiamond-rhombus",
    "tetrahexes-4x7",
    "tangram-square",
    "stomachion",
    "jigsaw-4x4-star",
    "calendar-nov-15",
]


def length(lines: tuple[tuple[tuple[float, float], ...], ...]) -> float:
    return sum(math.dist(a, b) for line in lines for a, b in pairwise(line))


def around(patch: Patch) -> float:
    return length(tuple((*ring, ring[0]) for ring in patch.rings))


def area(patch: Patch) -> float:
    return abs(sum(map(signed_area, patch.rings)))


def titled(scene: Scene, title: str) -> list[Patch]:
    return [e for e in scene.elements if isinstance(e, Patch) and e.title == title]


@pytest.mark.parametrize("name", FLAT)
def test_every_line_is_cut_once(name: str) -> None:
    solution = next(iter(tw.solve(tw.load(name))))
    scene = cut_scene(solution, cell=7)
    pieces = cut_scene(only_used(solution), cell=7)
    (inner,) = (e for e in scene.elements if isinstance(e, Lines))
    outer = sum(map(around, titled(scene, "board")))
    total = sum(around(e) for e in pieces.elements if isinstance(e, Patch))
    assert length(inner.lines) == pytest.approx((total - outer) / 2, rel=1e-6)
    assert not any(e.fill for e in scene.elements if isinstance(e, Patch))


def only_used(solution: tw.Solution | tw.PolygonSolution) -> tw.Puzzle | tw.PolygonPuzzle:
    """The puzzle with just the pieces that the solution places."""
    used = [one.piece for one in solution.placed]
    pieces = (
        replace(piece, count=used.count(piece.name))
        for piece in solution.puzzle.pieces
        if piece.name in used
    )
    return replace(solution.puzzle, pieces=tuple(pieces))


def test_seams_join_straight_runs_and_meet_in_the_middle_of_sides() -> None:
    long = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (0.0, 1.0))
    above = [((k + 1e-9, 1), (k + 1, 1 + 1e-9), (k + 1, 2), (k, 2)) for k in range(3)]
    found = seams([(long,), *((ring,) for ring in above)])
    assert length(found) == pytest.approx(3 * 3 + 4 * 1 + 2 * 1)
    ends = sorted((line[0], line[-1]) for line in found)
    assert len(ends) == 4  # the middle line, two lines up from it, and all around
    assert seams([(long,)], [(long,)]) == ()
    (ring,) = seams([(long,), (long,)])
    assert ring[0] == ring[-1]
    assert len(ring) == 5
    assert seams([]) == ()


def test_a_solution_comes_out_of_its_frame() -> None:
    solution = next(iter(tw.solve(tw.load("pentominoes-6x10"))))
    scene = cut_scene(solution, cell=12.5, frame=10)
    (board,), (frame,) = titled(scene, "board"), titled(scene, "frame")
    inner, outer = box_of([board.rings]), box_of([frame.rings])
    assert sorted((inner.width, inner.height)) == pytest.approx([75, 125])
    assert outer == pytest.approx(inner.wider(10))
    assert [entity.layer for entity in entities(to_dxf(scene))][-2:] == ["board", "frame"]
    assert f'width="{outer.width + 6:g}mm" height="{outer.height + 6:g}mm"' in to_svg(scene)


def test_pieces_lie_apart_and_kerf_is_made_up_for() -> None:
    puzzle = tw.load("pentominoes-6x10")
    plain, wider = (cut_scene(puzzle, cell=10, kerf=kerf, frame=15) for kerf in (0, 0.2))
    for title in "FILNPTUVWXYZ":
        (before,), (after,) = titled(plain, title), titled(wider, title)
        assert area(before) == pytest.approx(500)
        corners = 0.1**2 * 4  # outer corners less inner ones, in all
        assert area(after) == pytest.approx(500 + 0.1 * around(before) + corners)
    (hole,), (edge,) = titled(wider, "board"), titled(wider, "frame")
    inside = box_of([hole.rings])
    assert sorted((inside.width, inside.height)) == pytest.approx([59.8, 99.8])
    assert box_of([edge.rings]).longest == pytest.approx(130.2)
    boxes = [box_of([e.rings]) for e in wider.elements if isinstance(e, Patch) and e is not hole]
    for k, one in enumerate(boxes):
        for other in boxes[:k]:
            apart = max(
                one.left - other.right,
                other.left - one.right,
                one.bottom - other.top,
                other.bottom - one.top,
            )
            assert apart > 2.5


def test_clearance_makes_pieces_smaller() -> None:
    domino = tw.Piece("domino", ((0, 0), (1, 0)), tw.puzzle.Count.of("any"))
    scene = cut_scene(tw.make_puzzle("square", "###\n###", [domino]), cell=10, clearance=0.5)
    assert (
        len(titled(scene, "domino")) == len(scene.elements) == 3
    )  # the board has no room for more
    for patch in titled(scene, "domino"):
        box = box_of([patch.rings])
        assert (box.width, box.height) == pytest.approx((19.5, 9.5))


def test_what_cannot_be_cut() -> None:
    pentominoes = tw.load("pentominoes-6x10")
    solution = next(iter(tw.solve(pentominoes)))
    with raises_text(PictureError):
        cut_scene(tw.load("soma"))
    with raises_text(PictureError):
        cut_scene(solution, kerf=0.2)
    with raises_text(PictureError):
        cut_scene(pentominoes, clearance=11)
    with raises_text(PictureError):
        cut_scene(tw.load("tetrasticks-welded-4x4"), frame=5)
    for given in ({"cell": 0}, {"kerf": -1}, {"frame": math.nan}, {"clearance": math.inf}):
        with pytest.raises(PictureError, match=f"{next(iter(given))} = .* mm: expected from"):
            cut_scene(pentominoes, **given)


def test_svg_of_a_true_size_has_no_background_that_a_machine_would_cut() -> None:
    text = to_svg(cut_scene(tw.load("scott"), cell=15))
    assert 'mm"' in text
    assert "#ffffff" not in text
