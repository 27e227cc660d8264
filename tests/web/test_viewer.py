"""The page that shows solutions in space: what people do with it, and what they then see."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, expect
from scipy import ndimage

import tilewright as tw
from tests.web.shown import VIEWER, Shown, difference, drawn, opened
from tilewright.render.space import Model, solution_model
from tilewright.render.space.page import to_page
from tilewright.render.space.spots import solution_spots

GOLDEN = Path(__file__).parent.parent / "golden" / "pictures" / "soma-viewer.png"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><title>still</title></svg>'


def models(name: str, count: int = 1) -> list[Model]:
    return [solution_model(found) for found in islice(tw.solve(tw.load(name)), count)]


@pytest.fixture(scope="module")
def soma_page() -> str:
    return to_page(models("soma", 3), svg=SVG, spin=False)


@pytest.fixture
def soma(browser: Browser, tmp_path: Path, soma_page: str) -> Iterator[Shown]:
    with opened(browser, tmp_path, soma_page) as shown:
        yield shown


def test_it_draws(soma: Shown) -> None:
    pixels = soma.pixels()
    assert 0.15 < drawn(pixels).mean() < 0.7
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 30
    assert soma.page.title() == "Soma cube"
    assert ndimage.label(drawn(pixels))[1] == 1


def test_it_draws_what_it_always_drew(browser: Browser, tmp_path: Path, soma_page: str) -> None:
    with opened(browser, tmp_path, soma_page) as shown:
        size = "width: 400px; height: 300px"  # whatever room its fonts leave
        shown.viewer(f"stage.setAttribute('style', '{size}')")
        shown.viewer("look(0.6, 0.5)")
        shown.viewer("explode(0.4)")
        pixels = shown.pixels()
    Image.fromarray(pixels.astype(np.uint8)).save(tmp_path / "seen.png")
    with Image.open(GOLDEN) as image:
        golden = np.array(image.convert("RGB"), dtype=np.int16)
    assert difference(pixels, golden) < 3, f"compare {tmp_path / 'seen.png'} with {GOLDEN}"


def test_dragging_turns_it(soma: Shown) -> None:
    before = soma.pixels()
    soma.page.mouse.move(300, 250)
    soma.page.mouse.down()
    soma.page.mouse.move(420, 230, steps=3)
    soma.page.mouse.up()
    assert difference(before, soma.pixels()) > 3
    turned = soma.viewer("camera.turn")
    assert turned < 0.6  # to the right with the mouse: we go to the left
    soma.page.mouse.move(100, 100, steps=2)
    assert soma.viewer("camera.turn") == turned


def test_keys_turn_and_zoom(soma: Shown) -> None:
    canvas = soma.page.get_by_role("application")
    seen = [soma.pixels()]
    for key in ("ArrowLeft", "ArrowUp", "+"):
        canvas.press(key)
        seen.append(soma.pixels())
        assert difference(seen[-2], seen[-1]) > 1
    canvas.press("Home")
    assert difference(seen[0], soma.pixels()) < 0.5


def test_the_wheel_zooms(soma: Shown) -> None:
    before = drawn(soma.pixels()).sum()
    soma.page.mouse.move(300, 250)
    soma.page.mouse.wheel(0, 400)
    soma.until("camera.zoom < 0.9")
    soma.viewer("highlight(-1)")
    assert drawn(soma.pixels()).sum() < 0.8 * before


def test_exploding_separates_the_pieces(soma: Shown) -> None:
    soma.page.get_by_label("Explode").press("End")
    assert soma.viewer("spread") == 1
    assert ndimage.label(drawn(soma.pixels()))[1] > 1  # at the start it is 1


def test_layers_above_are_hidden(soma: Shown) -> None:
    slider = soma.page.get_by_label("Layers")
    whole = soma.pixels()
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", "1 / 3")
    seen = drawn(soma.pixels())
    assert seen.sum() < 0.8 * drawn(whole).sum()
    rows = np.flatnonzero(seen.any(axis=1))
    assert rows[0] > np.flatnonzero(drawn(whole).any(axis=1))[0]  # the upper ones are gone
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "2 / 3")


def test_pieces_are_hidden_and_shown(soma: Shown) -> None:
    whole = soma.pixels()
    boxes = soma.page.get_by_role("checkbox")
    expect(boxes).to_have_count(7)
    for name in "VLTZABP":
        soma.page.get_by_role("checkbox", name=name, exact=True).uncheck()
    assert not drawn(soma.pixels()).any()
    soma.page.get_by_role("checkbox", name="L", exact=True).check()
    soma.page.mouse.move(5, 5)
    soma.page.get_by_role("checkbox", name="L", exact=True).blur()
    one = soma.pixels()
    assert 0 < drawn(one).sum() < drawn(whole).sum()
    soma.page.get_by_role("button", name="Reset the view").click()
    assert difference(whole, soma.pixels()) < 0.5


def test_stepping_through_solutions(soma: Shown) -> None:
    status = soma.page.get_by_text("1 of 3")
    first = soma.pixels()
    soma.page.get_by_role("button", name="Next solution").click()
    expect(soma.page.get_by_text("2 of 3")).to_be_visible()
    assert difference(first, soma.pixels()) > 1
    soma.page.get_by_role("button", name="Previous solution").click()
    expect(status).to_be_visible()
    assert difference(first, soma.pixels()) < 0.5
    soma.page.get_by_role("button", name="Previous solution").click()
    expect(soma.page.get_by_text("3 of 3")).to_be_visible()


def test_putting_it_together(soma: Shown) -> None:
    whole = soma.pixels()
    soma.page.get_by_label("Pieces", exact=True).and_(soma.page.get_by_role("slider")).press("Home")
    assert not drawn(soma.pixels()).any()
    soma.page.get_by_role("button", name="Put together").click()
    soma.until("put > 0.3")
    assert drawn(soma.pixels()).any()
    soma.viewer("assemble(6.9)")
    soma.until("put === 7")
    soma.until("playing === false")
    assert difference(whole, soma.pixels()) < 0.5


def test_pointing_at_a_piece_lets_it_stand_out(soma: Shown) -> None:
    before = soma.pixels()
    box = soma.page.get_by_role("application").bounding_box()
    assert box
    soma.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    soma.until("marked >= 0")
    expect(soma.page.locator(".pieces .marked")).to_have_count(1)
    assert difference(before, soma.pixels()) > 3
    soma.page.mouse.move(box["x"] + 2, box["y"] + 2)
    soma.until("marked === -1")
    soma.page.locator(".pieces li").nth(2).hover()
    soma.until("marked === 2")


def test_it_turns_until_it_is_touched(browser: Browser, tmp_path: Path) -> None:
    page = to_page(models("soma"))
    with opened(browser, tmp_path, page) as shown:
        shown.until("camera.turn > 0.65")
        shown.page.mouse.click(300, 250)
        turned = shown.viewer("camera.turn")
        assert not shown.viewer("spinning")
        shown.page.get_by_role("button", name="Turn slowly").click()
        shown.until(f"camera.turn > {turned} + 0.05")
    with opened(browser, tmp_path, page, reduced_motion="reduce") as shown:
        assert not shown.viewer("spinning")


@pytest.mark.parametrize(
    "name", ["spheres-1", "discs-3-test", "hex-stacked-triangle", "pentominoes-6x10", "tangram-cat"]
)
def test_every_kind_of_puzzle_is_drawn(browser: Browser, tmp_path: Path, name: str) -> None:
    with opened(browser, tmp_path, to_page(models(name), spin=False)) as shown:
        seen = drawn(shown.pixels())
        assert 0.03 < seen.mean() < 0.8
        vivid = np.ptp(shown.pixels()[seen], axis=1) > 40
        assert vivid.mean() > 0.5, "pieces have no colours"
        edge = np.concatenate([seen[0], seen[-1], seen[:, 0], seen[:, -1]])
        assert not edge.any(), "it is cut off"


def test_colours_of_cells_are_dots(browser: Browser, tmp_path: Path) -> None:
    solution = next(iter(tw.solve(tw.load("hex-prisms"))))
    assert isinstance(solution, tw.Solution)
    model = solution_model(solution)
    with opened(browser, tmp_path, to_page(model, spin=False)) as shown:
        plain = shown.pixels()
    spots = [solution_spots(solution, model.bodies)]
    with opened(browser, tmp_path, to_page(model, spots=spots, spin=False)) as shown:
        assert difference(plain, shown.pixels()) > 1


def test_a_phone_shows_it_too(browser: Browser, tmp_path: Path, soma_page: str) -> None:
    phone = {"width": 390, "height": 780}
    with opened(browser, tmp_path, soma_page, viewport=phone, has_touch=True) as shown:
        assert drawn(shown.pixels()).mean() > 0.1
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= 390
        box = shown.page.get_by_role("application").bounding_box()
        assert box
        assert box["height"] > 250
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        shown.page.touchscreen.tap(*middle)
        shown.until("marked >= 0")
        shown.page.touchscreen.tap(*middle)
        shown.until("marked === -1")


def test_dark_mode_has_a_dark_ground(browser: Browser, tmp_path: Path, soma_page: str) -> None:
    with opened(browser, tmp_path, soma_page, color_scheme="dark") as shown:
        assert shown.pixels()[0, 0].max() < 60


def test_names_cannot_break_the_page(browser: Browser, tmp_path: Path) -> None:
    (model,) = models("soma")
    name = "</script><b>\"&'\u2028 ü"
    body = model.bodies[0]
    bodies = (type(body)(name, 0, body.colour, body.solids), *model.bodies[1:])
    with opened(browser, tmp_path, to_page(Model(bodies, name))) as shown:
        assert shown.page.title() == name
        assert shown.page.locator(".pieces label").first.inner_text() == name


def test_without_webgl_a_still_picture_stays(
    browser_without_webgl: Browser, tmp_path: Path, soma_page: str
) -> None:
    with opened(browser_without_webgl, tmp_path, soma_page, wait=False) as shown:
        shown.page.wait_for_function(
            "() => document.querySelector('[data-tilewright]').viewer === null"
        )
        expect(shown.page.locator("main svg")).to_be_visible()


def test_without_scripts_a_still_picture_stays(
    browser: Browser, tmp_path: Path, soma_page: str
) -> None:
    with opened(browser, tmp_path, soma_page, wait=False, java_script_enabled=False) as shown:
        expect(shown.page.locator("main svg")).to_be_visible()


def test_slow_frames_make_the_next_ones_coarser_until_it_rests(soma: Shown) -> None:
    whole = soma.viewer("stage.clientWidth")
    soma.until(f"canvas.width === {whole}")
    widths = soma.page.evaluate(  # at one go, or real frames come between
        f"""() => [0, 16, 56, 96].map((passed) => {{
            {VIEWER}.tick(1e7 + passed);
            return {VIEWER}.canvas.width;
        }})"""
    )
    assert widths[:2] == [whole, whole]
    assert whole > widths[2] > widths[3] > 0.5 * whole
    soma.until(f"canvas.width === {whole}")
