"""What a notebook's cells hold, many of them on one page, as Jupyter shows them."""

from pathlib import Path

from playwright.sync_api import Browser, expect

import tilewright as tw
from tests.web.shown import difference, drawn, opened

ALIVE = """() => [...document.querySelectorAll('[data-tilewright]')]
  .map((host) => Boolean(host.viewer && !host.viewer.gone))"""


def cells(count: int) -> str:
    view = tw.render.view(next(iter(tw.solve(tw.load("spheres-1")))), spin=False)
    return "<!DOCTYPE html><meta charset='utf-8'>" + view.html * count


def test_equal_cells_are_viewers_of_their_own(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, cells(2), viewport={"width": 900, "height": 900}) as shown:
        shown.page.wait_for_function(f"() => ({ALIVE})().every(Boolean)")
        before = shown.pixels()
        shown.page.get_by_label("Explode").nth(1).press("End")
        assert difference(before, shown.pixels()) == 0
        shown.page.get_by_label("Explode").nth(0).press("End")
        assert difference(before, shown.pixels()) > 1


def test_far_cells_give_their_graphics_back(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, cells(24)) as shown:
        shown.page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        shown.page.wait_for_function(f"() => ({ALIVE})()[23] && !({ALIVE})()[0]")
        assert sum(shown.page.evaluate(ALIVE)) < 10
        expect(shown.page.get_by_alt_text("Four spheres").first).to_be_visible()
        shown.page.evaluate("window.scrollTo(0, 0)")
        shown.page.wait_for_function(f"() => ({ALIVE})()[0]")
        assert drawn(shown.pixels()).any()


def test_the_wheel_scrolls_the_page_until_the_picture_has_the_focus(
    browser: Browser, tmp_path: Path
) -> None:
    with opened(browser, tmp_path, cells(4)) as shown:
        shown.page.mouse.move(300, 200)
        shown.page.mouse.wheel(0, 100)
        shown.page.wait_for_function("() => window.scrollY > 0")
        assert shown.viewer("camera.zoom") == 1
        shown.page.mouse.click(300, 100)
        shown.page.mouse.wheel(0, -100)
        shown.until("camera.zoom > 1")
