"""Pictures of polygon puzzles, their solutions, and of a search."""

import xml.etree.ElementTree as ElementTree
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from tests.texts import raises_text
from tilewright.polygons import (
    PlacedPolygon,
    PolygonPiece,
    PolygonPuzzle,
    PolygonSolution,
    Shape,
)
from tilewright.render import (
    Box,
    Patch,
    PictureError,
    Scene,
    Text,
    filmstrip_scene,
    gallery_scene,
    grid_scene,
    notebook_svg,
    picture_of,
    pieces_scene,
    puzzle_scene,
    save,
    search_steps,
    solution_scene,
    to_png,
    to_svg,
    trace_gif,
    trace_scenes,
)
from tilewright.render.palette import colour
from tilewright.render.tilings import EMPTY, SILHOUETTE

SVG = "{http://www.w3.org/2000/svg}"
FRAME = Shape.of([(0, 0), (6, 0), (6, 6), (0, 6)], [[(2, 2), (4, 2), (4, 4), (2, 4)]])
BAR = Shape.of([(0, 0), (4, 0), (4, 2), (0, 2)])
BARS = PolygonPuzzle((FRAME,), (PolygonPiece("<bar> & co", BAR, count=4),), title="Four bars")
AROUND = PolygonSolution(
    BARS,
    (
        PlacedPolygon("<bar> & co", False, 1, 0, 0, 0),
        PlacedPolygon("<bar> & co", False, 0, 1, 6, 0),
        PlacedPolygon("<bar> & co", False, -1, 0, 6, 6),
        PlacedPolygon("<bar> & co", True, 0, 1, 2, 6),
    ),
)
RINGS = PolygonPuzzle(
    (Shape.of([(0, 0), (6, 0), (6, 6), (0, 6)]), Shape.of([(8, 0), (9, 0), (9, "sqrt(2)")])),
    (
        PolygonPiece("ring", FRAME),
        PolygonPiece("core", Shape.of([(0, 0), (2, 0), (2, 2), (0, 2)])),
        PolygonPiece("chip", Shape.of([(0, 0), (1, 0), (1, "sqrt(2)")])),
    ),
)
FILLED = PolygonSolution(
    RINGS,
    (
        PlacedPolygon("ring", False, 1, 0, 0, 0),
        PlacedPolygon("core", False, 1, 0, 2, 2),
        PlacedPolygon("chip", False, 1, 0, 8, 0),
    ),
)


def pixel(scene: Scene, x: float, y: float) -> str:
    """The colour that is seen at a point of the plane."""
    scale, _, _ = scene.pixel_size()
    at = round((x - scene.box.left) * scale), round((scene.box.top - y) * scale)
    found = Image.open(BytesIO(to_png(scene))).convert("RGB").getpixel(at)
    assert isinstance(found, tuple)
    return "#" + bytes(found).hex()


def patches(scene: Scene) -> list[Patch]:
    return [element for element in scene.elements if isinstance(element, Patch)]


def titles(scene: Scene) -> list[str]:
    return [patch.title for patch in patches(scene) if patch.title]


def test_a_solution_shows_each_piece_in_its_place() -> None:
    scene = solution_scene(FILLED)
    assert titles(scene) == ["ring", "core", "chip"]
    assert [len(patch.rings) for patch in patches(scene) if patch.title] == [2, 1, 1]
    assert pixel(scene, 1, 3) == colour(0)
    assert pixel(scene, 3, 3) == colour(1)
    assert pixel(scene, 8.8, 0.5) == colour(2)
    assert pixel(scene, 7, 3) == "#ffffff"  # between the parts of the board
    assert scene.box.left < 0 < 9 < scene.box.right
    assert scene.box.bottom < 0 < 6 < scene.box.top
    assert scene.box.width < 10


def test_equal_pieces_that_touch_are_told_apart() -> None:
    scene = solution_scene(AROUND)
    seen = [pixel(scene, *at) for at in ((1, 1), (5, 1), (5, 5), (1, 5))]
    assert len(set(seen)) == 2
    assert all(one != other for one, other in pairwise(seen))
    assert pixel(scene, 3, 3) == "#ffffff"  # a hole of the board
    assert titles(scene)[-1] == "<bar> & co, turned over"


def test_what_is_not_covered_is_grey() -> None:
    scene = solution_scene(PolygonSolution(BARS, AROUND.placed[:1]))
    assert pixel(scene, 1, 1) == colour(0)
    assert pixel(scene, 1, 5) == EMPTY
    assert pixel(scene, 3, 3) == "#ffffff"


def test_labels_are_names() -> None:
    scene = solution_scene(FILLED, labels=True)
    texts = [element for element in scene.elements if isinstance(element, Text)]
    assert [text.text for text in texts] == ["ring", "core", "chip"]
    (x, y), (u, v) = texts[0].at, texts[1].at
    assert 0 < x < 6
    assert not (2 < x < 4 and 2 < y < 4)  # not in the hole of the ring
    assert (round(u), round(v)) == (3, 3)
    assert not [e for e in solution_scene(FILLED).elements if isinstance(e, Text)]


def test_a_puzzle_shows_the_board_and_the_pieces_below() -> None:
    scene = puzzle_scene(BARS)
    board, bar = patches(scene)
    assert (board.fill, len(board.rings)) == (SILHOUETTE, 2)
    assert min(y for ring in board.rings for _, y in ring) > max(y for _, y in bar.rings[0])
    (caption,) = (element for element in scene.elements if isinstance(element, Text))
    assert caption.text == "<bar> & co ×4"
    assert "&lt;bar&gt; &amp; co ×4" in to_svg(scene)
    ElementTree.fromstring(to_svg(scene))


def test_pieces_do_not_overlap_on_their_shelves() -> None:
    sizes = [(1 + k % 5, 1 + k % 3) for k in range(40)]
    shapes = [Shape.of([(7, 7), (7 + w, 7), (7 + w, 7 + h), (7, 7 + h)]) for w, h in sizes]
    pieces = tuple(PolygonPiece(f"piece {k}", shape) for k, shape in enumerate(shapes))
    scene = pieces_scene(PolygonPuzzle((FRAME,), pieces))
    boxes = []
    for patch, (w, h) in zip(patches(scene), sizes, strict=True):
        x, y = zip(*patch.rings[0], strict=True)
        boxes.append((min(x), min(y), max(x), max(y)))
        assert (max(x) - min(x), max(y) - min(y)) == pytest.approx((w, h))
        assert scene.box.left < min(x) < max(x) < scene.box.right
        assert scene.box.bottom < min(y) < max(y) < scene.box.top
    for k, one in enumerate(boxes):
        for other in boxes[:k]:
            apart = one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]
            assert apart


def test_a_gallery_has_all_solutions() -> None:
    scene = gallery_scene([AROUND] * 7, columns=3, captions=map(str, range(7)))
    assert len(titles(scene)) == 28
    assert scene.title == "Four bars"
    texts = [element for element in scene.elements if isinstance(element, Text)]
    assert [text.text for text in texts] == list("0123456")
    assert len({text.at[0] for text in texts}) == len({text.at[1] for text in texts}) == 3


def test_sheets_of_different_things() -> None:
    scenes = [solution_scene(AROUND), puzzle_scene(RINGS), solution_scene(FILLED)]
    sheet = grid_scene(scenes, 3, captions=["a", "b", "x" * 200], heading="Sheet", fit=True)
    texts = [element for element in sheet.elements if isinstance(element, Text)]
    heading, long = texts[-1], texts[-2]
    assert heading.text == "Sheet"
    assert all(heading.at[1] > text.at[1] for text in texts[:-1])
    assert long.text.endswith("…")
    for patch in patches(sheet):
        box = Box.around(point for ring in patch.rings for point in ring)
        assert box.longest <= 1
        assert sheet.box.joined(box) == sheet.box
    wide = grid_scene([scenes[0]] * 12)
    assert wide.box.width > wide.box.height
    with pytest.raises(PictureError, match="0 columns: expected at least 1"):
        grid_scene(scenes, 0)


def test_pieces_that_are_left_over() -> None:
    part = PolygonSolution(BARS, AROUND.placed[:1])
    scene = solution_scene(part, left_over=True)
    assert titles(scene) == ["<bar> & co", "<bar> & co ×3"]
    assert titles(solution_scene(AROUND, left_over=True)) == titles(solution_scene(AROUND))


STEPS = [AROUND.placed[:1], AROUND.placed[:2], AROUND.placed[:1], AROUND.placed]


def test_a_trace_has_a_scene_for_each_step() -> None:
    scenes = list(trace_scenes(BARS, STEPS))
    name = "<bar> & co"
    assert [scene.title for scene in scenes] == [
        f"1: {name}",
        f"2: {name}",
        "3: back",
        f"4: {name}, solved",
    ]
    assert len({scene.box for scene in scenes}) == 1
    assert [len(titles(scene)) for scene in scenes] == [1, 2, 1, 4]
    assert pixel(scenes[0], 1, 1) == colour(0)
    assert pixel(scenes[1], 1, 1) not in (colour(0), EMPTY)  # pale
    assert pixel(scenes[1], 5, 1) == colour(1)
    assert pixel(scenes[1], 1, 5) == EMPTY
    assert pixel(scenes[2], 1, 1) == pixel(scenes[1], 1, 1)  # the older piece is not new again


def test_a_trace_is_drawn_while_the_search_runs() -> None:
    def search():  # type: ignore[no-untyped-def]
        yield ()
        yield AROUND.placed[:1]
        raise AssertionError("nobody asked for a third step")

    scenes = trace_scenes(BARS, search())
    assert [next(scenes).title for _ in range(2)] == ["1: start", "2: <bar> & co"]
    assert len(titles(filmstrip_scene(BARS, search(), first=2))) == 1


def test_a_trace_as_one_sheet_and_as_an_animation() -> None:
    sheet = filmstrip_scene(BARS, STEPS, first=3, columns=2)
    assert [e.text for e in sheet.elements if isinstance(e, Text)][-1] == "3: back"
    gif = Image.open(BytesIO(trace_gif(BARS, STEPS, pixels=60)))
    assert (gif.format, getattr(gif, "n_frames", 1)) == ("GIF", 4)


def test_steps_come_from_a_search() -> None:
    steps = list(search_steps(BARS))
    assert steps[0]
    assert sum(len(step) == 4 for step in steps) == 2  # solutions: one, and its mirror image
    for before, step in pairwise(steps):
        assert step != before
        assert len(step) <= len(before) + 1
        kept = min(len(before), len(step) - 1)
        assert step[:kept] == before[:kept]
    last = next(step for step in steps if len(step) == 4)
    assert len(titles(solution_scene(PolygonSolution(BARS, last)))) == 4


def test_pieces_that_are_not_in_the_puzzle() -> None:
    stray = PolygonSolution(BARS, (PlacedPolygon("rod", False, 1, 0, 0, 0),))
    with raises_text(PictureError):
        solution_scene(stray)


def test_degenerate_puzzles_have_no_picture() -> None:
    with pytest.raises(PictureError, match="no pieces"):
        puzzle_scene(PolygonPuzzle((FRAME,), ()))
    with pytest.raises(PictureError, match="nothing to be drawn"):
        puzzle_scene(PolygonPuzzle((), BARS.pieces))
    with pytest.raises(PictureError, match="42 has no picture"):
        picture_of(42)  # type: ignore[arg-type]
    assert notebook_svg(PolygonPuzzle((), ())) is None


def test_one_door(tmp_path: Path) -> None:
    assert picture_of(FILLED) == solution_scene(FILLED)
    assert picture_of(FILLED, labels=True) == solution_scene(FILLED, labels=True)
    assert picture_of(BARS) == puzzle_scene(BARS)
    save(picture_of(FILLED), tmp_path / "filled.svg")
    root = ElementTree.parse(tmp_path / "filled.svg").getroot()
    paths = [path for path in root.iter(f"{SVG}path") if path.find(f"{SVG}title") is not None]
    assert [path.attrib["d"].count("M") for path in paths] == [2, 1, 1]
    assert notebook_svg(FILLED) == (tmp_path / "filled.svg").read_text(encoding="utf-8")
    assert FILLED._repr_svg_() == notebook_svg(FILLED)  # type: ignore[attr-defined]
    assert str(BARS._repr_svg_()).startswith("<svg ")  # type: ignore[attr-defined]
