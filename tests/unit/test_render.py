"""Scenes, and how they are written: SVG that parses, pixels that have the right colours."""

import struct
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFont

from tests.golden.make_pictures import ELEMENTS, FOLDER, PIXELS
from tests.texts import raises_text
from tilewright.render import (
    Ball,
    Box,
    Lines,
    Patch,
    PictureError,
    Scene,
    Text,
    grid_scene,
    save,
    to_gif,
    to_png,
    to_svg,
    to_webp,
)
from tilewright.render.outlines import fitting_size, roomiest, touching
from tilewright.render.palette import PALETTE, SHADES, colour, colours, ink_on
from tilewright.render.png import EXTRA, printable, to_image
from tilewright.render.scene import DARK, WHITE
from tilewright.render.shading import rim

SVG = "{http://www.w3.org/2000/svg}"
RED, BLUE = "#cc0000", "#0000cc"


def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


RING = Patch((square(1, 1, 6), square(3, 3, 2)), fill=RED, title="a ring")
FRAMED = Scene((RING,), Box(0, 0, 10, 8), title="framed")


def pixel(png: bytes, x: int, y: int) -> tuple[int, ...]:
    found = Image.open(BytesIO(png)).convert("RGB").getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def test_svg_has_holes_titles_and_a_view_box() -> None:
    root = ElementTree.fromstring(to_svg(FRAMED, pixels=100))
    assert root.attrib["viewBox"] == "0 0 100 80"
    assert root.findtext(f"{SVG}title") == "framed"
    group = root.find(f"{SVG}g")
    assert group is not None
    assert group.attrib["fill-rule"] == "evenodd"
    (path,) = group
    assert path.findtext(f"{SVG}title") == "a ring"
    assert path.attrib["d"] == "M10 70 70 70 70 10 10 10ZM30 50 50 50 50 30 30 30Z"
    assert path.attrib["fill"] == RED


def test_svg_escapes_what_people_write() -> None:
    nasty = '<b> & "it\'s" ]]> \x00\x1b\ud800 é'
    patch = Patch((square(0, 0, 1),), fill=RED, title=nasty)
    scene = Scene((patch, Text((0.5, 0.5), nasty, 0.3)), Box(0, 0, 1, 1), title=nasty)
    root = ElementTree.fromstring(to_svg(scene).encode())
    shown = '<b> & "it\'s" ]]> \N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}'
    texts = [*root.iter(f"{SVG}title"), *root.iter(f"{SVG}text")]
    assert len(texts) == 3
    assert all(text.text and text.text.startswith(shown) for text in texts)
    assert to_png(scene, 50).startswith(b"\x89PNG")


def test_svg_groups_what_is_alike() -> None:
    patches = [Patch((square(k, 0, 1),), RED, WHITE, 0.1) for k in range(5)]
    line = Lines((((0, 0), (5, 1)),), BLUE, 0.05, 0.5)
    root = ElementTree.fromstring(to_svg(Scene((*patches, line), Box(0, 0, 5, 1)), 500))
    groups = root.findall(f"{SVG}g")
    assert [len(group) for group in groups] == [5, 1]
    assert groups[0].attrib["stroke-width"] == "10"
    assert groups[1][0].attrib == {"opacity": "0.5", "d": "M0 100 500 0"}


def test_png_fills_areas_but_not_holes() -> None:
    png = to_png(FRAMED, 100)
    assert Image.open(BytesIO(png)).size == (100, 80)
    assert pixel(png, 20, 40) == rgb(RED)
    assert pixel(png, 40, 20) == rgb(RED)
    assert pixel(png, 40, 40) == rgb(WHITE)  # in the hole
    assert pixel(png, 90, 40) == rgb(WHITE)  # beside it


def test_png_has_y_upwards() -> None:
    scene = Scene(
        (Patch((square(0, 1, 1),), RED), Patch((square(0, 0, 1),), BLUE)), Box(0, 0, 1, 2)
    )
    png = to_png(scene, 20)
    assert pixel(png, 5, 4) == rgb(RED)
    assert pixel(png, 5, 15) == rgb(BLUE)


def test_png_is_smooth_and_translucent() -> None:
    half = Patch((((0, 0), (1, 0), (1, 1)),), "#000000")
    pale = Scene((Patch((square(0, 0, 1),), "#000000", opacity=0.5),), Box(0, 0, 1, 1))
    shades = {pixel(to_png(Scene((half,), Box(0, 0, 1, 1)), 20), k, 19 - k)[0] for k in range(20)}
    assert any(60 < shade < 200 for shade in shades)
    assert abs(pixel(to_png(pale, 8), 4, 4)[0] - 127) <= 1


def test_a_translucent_stroke_hides_the_fill_below_it() -> None:
    patch = Patch((square(1, 1, 8),), RED, BLUE, 2, opacity=0.5)
    png = to_png(Scene((patch,), Box(0, 0, 10, 10)), 100)
    assert np.allclose(pixel(png, 50, 50), [230, 128, 128], atol=2)
    assert np.allclose(pixel(png, 10, 50), [128, 128, 230], atol=2)
    assert np.allclose(pixel(png, 16, 50), [128, 128, 230], atol=2)


def test_a_ball_is_lit_from_the_upper_left() -> None:
    ball = Ball((5, 4), 3, RED, title="a ball")
    assert ball.moved(1, 2).box == Box(3, 3, 9, 9)
    scene = Scene((ball,), Box(0, 0, 10, 10))
    png = to_png(scene, 200)
    light, middle, dark, below = (
        pixel(png, x, y) for x, y in [(80, 97), (100, 120), (135, 150), (135, 178)]
    )
    assert sum(light) > sum(middle) > sum(dark)
    assert below == rgb(WHITE)
    assert np.allclose(pixel(png, 41, 120), rgb(rim(RED)), atol=20)
    pale = pixel(to_png(Scene((Ball((5, 4), 3, RED, opacity=0.25),), scene.box), 200), 100, 120)
    assert np.allclose(pale, 0.75 * 255 + 0.25 * np.array(middle), atol=2)


def test_balls_of_one_colour_share_their_shades() -> None:
    balls = [Ball((k, 0), 1, fill, title="b") for k, fill in enumerate([RED, BLUE, RED])]
    root = ElementTree.fromstring(to_svg(Scene(tuple(balls), Box(-1, -1, 3, 1)), 400))
    names = [found.attrib["id"] for found in root.iter(f"{SVG}radialGradient")]
    assert names == ["ball-cc0000", "ball-0000cc"]
    circles = list(root.iter(f"{SVG}circle"))
    assert [c.attrib["fill"] for c in circles] == [f"url(#{names[k]})" for k in (0, 1, 0)]
    assert [c.findtext(f"{SVG}title") for c in circles] == ["b"] * 3
    assert (circles[1].attrib["cx"], circles[1].attrib["cy"]) == ("200", "100")


def test_text_is_drawn_where_it_belongs() -> None:
    scene = Scene((Text((5, 2), "MMM", 3, RED),), Box(0, 0, 10, 10))
    found = np.asarray(Image.open(BytesIO(to_png(scene, 200))).convert("RGB")).min(axis=2) < 100
    rows, columns = np.nonzero(found)
    assert abs(rows.mean() - 160) < 12
    assert abs(columns.mean() - 100) < 12


def test_what_is_outside_is_cut_off() -> None:
    elements = (
        Patch((square(-50, -50, 100),), RED, BLUE, 1),
        Patch((square(70, 70, 5),), BLUE, BLUE, 1),
        Lines((((-90, 5), (90, 5)),), DARK, 1),
    )
    png = to_png(Scene(elements, Box(0, 0, 10, 10)), 50)
    assert pixel(png, 25, 10) == rgb(RED)
    assert pixel(png, 25, 25) == rgb(DARK)


@pytest.mark.parametrize("shift", [0, 1e9])
@pytest.mark.parametrize("scale", [1e-200, 1, 1e150])
def test_any_scale_can_be_drawn(scale: float, shift: float) -> None:
    rings = tuple(
        tuple(((x + shift) * scale, (y + shift) * scale) for x, y in r) for r in RING.rings
    )
    box = Box(*(scale * (side + shift) for side in (0, 0, 10, 8)))
    scene = Scene((Patch(rings, RED),), box)
    assert pixel(to_png(scene, 100), 20, 40) == rgb(RED)
    assert "e+" not in to_svg(scene)


def test_impossible_pictures_are_refused() -> None:
    with raises_text(PictureError):
        Scene((), Box(-1.7e308, 0, 1.7e308, 1))
    with raises_text(PictureError):
        Scene((), Box(0, 0, 1, 0))
    with pytest.raises(PictureError, match="0 pixels: expected from 1 to 20000"):
        to_svg(FRAMED, 0)
    with pytest.raises(PictureError, match="write SVG"):
        to_png(Scene((), Box(0, 0, 1, 1)), 20_000)
    with raises_text(PictureError):
        to_png(Scene((Ball((0, 0), 1000, RED),), Box(0, 0, 1, 1)), 100)
    with pytest.raises(PictureError, match="at least one"):
        to_gif([])
    with pytest.raises(PictureError, match="0 seconds"):
        to_gif([FRAMED], 10, seconds=0)


def test_files_are_as_they_were() -> None:
    assert to_svg(ELEMENTS, PIXELS) == (FOLDER / "elements.svg").read_text(encoding="utf-8")
    before, after = (
        np.asarray(Image.open(file).convert("RGB")).astype(int)
        for file in (FOLDER / "elements.png", BytesIO(to_png(ELEMENTS, PIXELS)))
    )
    assert before.shape == after.shape
    far = np.abs(before - after).max(axis=2)
    assert far.mean() < 1  # versions of Pillow draw edges and letters in slightly different ways
    assert (far > 40).mean() < 0.01


def test_a_picture_may_have_a_true_size_and_no_background() -> None:
    scene = replace(FRAMED, mm=2.5)
    root = ElementTree.fromstring(to_svg(scene, background=""))
    assert [root.attrib[name] for name in ("viewBox", "width", "height")] == [
        "0 0 25 20",
        "25mm",
        "20mm",
    ]
    assert root.find(f"{SVG}path") is None
    assert ElementTree.fromstring(to_svg(scene, 100)).attrib["width"] == "100"
    dark = ElementTree.fromstring(to_svg(FRAMED, background=DARK)).find(f"{SVG}path")
    assert dark is not None
    assert dark.attrib["fill"] == DARK


def test_letters_that_the_font_has_not() -> None:
    assert printable("Łódź – “naïve” ∑…") == "?odz - “naive” ?…"
    font = ImageFont.load_default(20)
    unknown = bytes(font.getmask("\uffff"))
    assert all(bytes(font.getmask(letter)) != unknown for letter in EXTRA)


def test_long_pictures_still_have_a_pixel() -> None:
    width, height = Image.open(BytesIO(to_png(Scene((), Box(0, 0, 1, 1e6)), 100))).size
    assert (width, height) == (1, 100)


def test_gif_shows_all_scenes() -> None:
    scenes = [Scene((Patch((square(k, 0, 1),), RED),), Box(0, 0, 4, 1)) for k in range(4)]
    gif = Image.open(BytesIO(to_gif(scenes, 40, seconds=0.5)))
    assert getattr(gif, "n_frames", 1) == 4
    times = []
    for k in range(4):
        gif.seek(k)
        frame = gif.convert("RGB")
        assert frame.getpixel((10 * k + 5, 5)) == rgb(RED)
        assert frame.getpixel((10 * ((k + 1) % 4) + 5, 5)) == rgb(WHITE)
        times.append(gif.info["duration"])
    assert times == [500, 500, 500, 1500]


def test_animations_keep_their_colours() -> None:
    lines = [Lines(tuple(((0, k / 9), (4, j)) for j in range(9)), DARK, 0.01) for k in range(9)]
    balls = [Ball((3, 1), 1, colour(k)) for k in range(4)]
    scenes = [
        Scene((Patch((square(0, 0, 2),), colour(k)), lines[k], balls[k]), Box(0, 0, 4, 2))
        for k in range(4)
    ]
    wanted = [np.asarray(to_image(scene, 80)).astype(int) for scene in scenes]
    for write, far in ((to_gif, 60), (to_webp, 0)):
        moving = Image.open(BytesIO(write(scenes, 80)))
        for k in range(4):
            moving.seek(k)
            found = np.asarray(moving.convert("RGB")).astype(int)
            assert (found[:, 30] == rgb(colour(k))).all(axis=-1).any()
            assert np.abs(found - wanted[k]).max() <= far
        assert write(scenes, 80) == write(scenes, 80)


def test_frames_of_animations_have_one_size() -> None:
    scenes = [Scene((Patch((square(0, 0, k),), RED),), Box(0, 0, k, k)) for k in (1, 2, 4)]
    for write in (to_gif, to_webp):
        moving = Image.open(BytesIO(write(scenes, 40)))
        assert moving.size == (40, 40)
        for k, half in enumerate((5, 10, 20)):
            moving.seek(k)
            frame = np.asarray(moving.convert("RGB"))
            assert (frame == rgb(RED)).all(axis=-1).sum() == (2 * half) ** 2
            assert tuple(frame[20, 20]) == rgb(RED)


def test_files_are_written_by_suffix(tmp_path: Path) -> None:
    save(FRAMED, tmp_path / "a.svg", 50)
    save(FRAMED, tmp_path / "a.PNG", 50)
    ElementTree.fromstring((tmp_path / "a.svg").read_text(encoding="utf-8"))
    size = struct.unpack(">II", (tmp_path / "a.PNG").read_bytes()[16:24])
    assert size == (50, 40)
    for name in ("a.jpg", "a", "svg"):
        with pytest.raises(PictureError, match=r"ends in \.svg, \.png"):
            save(FRAMED, tmp_path / name)
        assert not (tmp_path / name).exists()


def test_scenes_lie_in_a_grid() -> None:
    scenes = [FRAMED] * 5
    grid = grid_scene(scenes, 2, captions=["one", "two"])
    patches = [element for element in grid.elements if isinstance(element, Patch)]
    corners = [patch.rings[0][0] for patch in patches]
    assert len({x for x, _ in corners}) == 2
    assert len({y for _, y in corners}) == 3
    assert [e.text for e in grid.elements if isinstance(e, Text)] == ["one", "two"]
    for ring in (ring for patch in patches for ring in patch.rings):
        for x, y in ring:
            assert grid.box.left < x < grid.box.right
            assert grid.box.bottom < y < grid.box.top
    with pytest.raises(PictureError, match="nothing to be drawn"):
        grid_scene([])
    with pytest.raises(PictureError, match="0 columns"):
        grid_scene(scenes, 0)


# How colours look to people who lack one kind of cones: Machado, Oliveira and Fernandes 2009.
VISIONS = [
    np.eye(3),
    np.array([[152, 1053, -205], [115, 786, 99], [-4, -48, 1052]]) / 1000,
    np.array([[367, 861, -228], [280, 673, 47], [-12, 43, 969]]) / 1000,
    np.array([[1256, -77, -179], [-78, 931, 148], [5, 691, 304]]) / 1000,
]


def lab(colour: str, vision: np.ndarray) -> np.ndarray:
    part = np.array(rgb(colour)) / 255
    light = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    light = np.clip(vision @ light, 0, 1)
    to_xyz = np.array([[4125, 3576, 1804], [2127, 7152, 722], [193, 1192, 9503]]) / 10_000
    xyz = to_xyz @ light / [0.95047, 1, 1.08883]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize(("most", "apart"), [(12, 22), (24, 14)])
def test_colours_stay_apart_for_everyone(most: int, apart: float) -> None:
    assert len(set(PALETTE)) == 24
    for vision in VISIONS:
        seen = [lab(each, vision) for each in PALETTE[:most]]
        assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) > apart


def test_letters_can_be_read_on_every_colour() -> None:
    for number in range(len(PALETTE) * len(SHADES)):
        ground = colour(number)
        assert abs(lab(ground, VISIONS[0])[0] - lab(ink_on(ground), VISIONS[0])[0]) > 40


def test_pieces_that_touch_have_different_colours() -> None:
    areas = [(square(x, y, 1),) for y in range(6) for x in range(6)]
    for kinds in ([0] * 36, [k % 2 for k in range(36)], [k // 2 for k in range(36)]):
        found = colours(kinds, max(kinds) + 1, areas, 1)
        for one, others in enumerate(touching(areas, 0.01)):
            assert found[one] not in {found[other] for other in others}
    apart = colours([0, 0], 1, [areas[0], areas[2]], 1)
    assert apart == [colour(0)] * 2


def test_what_touches() -> None:
    areas = [
        (square(0, 0, 4), square(1, 1, 2)),
        (square(1, 1, 2),),  # in the hole of the first one
        (((4, 1), (9, 0), (9, 9)),),  # only a corner on a side of the first one
        (square(20, 20, 1),),
    ]
    assert touching(areas, 0.01) == [{1, 2}, {0}, {0}, set()]
    assert touching([], 1) == []


def test_labels_find_room() -> None:
    around = (square(0, 0, 10), square(1, 3, 6))
    (x, y), radius = roomiest(around)
    assert 8 < x < 9
    assert radius == pytest.approx(1.5, rel=0.2)
    assert 0 < y < 10
    sliver = (((0, 0), (12, 0), (12, 0.1)),)
    assert 0 < roomiest(sliver)[1] < 0.05
    assert fitting_size("abc", 1) > fitting_size("abcdef", 1) > 0
