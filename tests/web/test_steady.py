"""Nothing moves away under the pointer, and nothing hidden takes the focus."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.shown import opened
from tests.web.test_solve import done
from tests.web.test_viewer import models
from tilewright.render.space.page import to_page

PHONE = {"width": 390, "height": 800}

# Focusable elements within what is hidden from screen readers, in shadow trees as well.
HIDDEN_FOCUS = """() => {
  const found = [];
  const walk = (node, hidden) => {
    for (const element of node.children) {
      if (element.inert) continue;
      const here = hidden || element.ariaHidden === "true";
      if (here && element.tabIndex >= 0 && !element.disabled) found.push(element.outerHTML);
      walk(element, here);
      if (element.shadowRoot) walk(element.shadowRoot, here);
    }
  };
  walk(document, false);
  return found;
}"""


def place(control: Locator) -> tuple[int, int, int, int]:
    """Where a control is on the page, once it stays there."""
    before = None
    for _ in range(100):
        box = control.bounding_box()
        assert box
        if box == before:
            break
        before = box
        control.page.wait_for_timeout(60)
    scrolled = control.page.evaluate("[scrollX, scrollY]")
    return (
        round(box["x"] + scrolled[0]),
        round(box["y"] + scrolled[1]),
        round(box["width"]),
        round(box["height"]),
    )


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


@pytest.fixture(scope="module")
def soma(server: str) -> str:
    return done(server, "soma", "all")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_head_of_the_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/")
    theme = page.get_by_label("Colours:")
    before = place(theme)
    for _ in range(3):
        theme.click()
        assert place(theme) == before
    page.goto("/play?puzzle=soma")  # where there is something to share
    expect(button(page, "Share")).to_be_visible()
    assert place(theme)[:2] == before[:2]


def test_a_filter_leaves_its_switch_and_the_steps_in_place(page: Page, soma: str) -> None:
    page.goto(soma)
    page.get_by_text("Filter solutions").click()
    switch, step = page.get_by_label("symmetric only"), button(page, "Next solution")
    places = place(switch), place(step), place(button(page, "Last solution"))
    switch.check()
    expect(page.get_by_text("of 240 solutions")).to_be_visible()
    assert (place(switch), place(step), place(button(page, "Last solution"))) == places
    switch.uncheck()
    expect(page.locator(".place")).to_have_text("of 240")
    button(page, "Last solution").click()
    assert (place(switch), place(step), place(button(page, "Last solution"))) == places


def test_pieces_are_added_one_after_another(page: Page) -> None:
    page.goto("/edit?puzzle=ascii-3x3")
    expect(page.get_by_text("Ready to solve")).to_be_visible()
    add, turn = button(page, "+ Add a piece"), button(page, "Turn")
    before = place(add), place(turn)
    for count in range(4, 7):
        add.click()
        expect(page.locator(".entry")).to_have_count(count + 1)
        expect(page.locator(".problems .error").first).to_be_visible()
        assert (place(add), place(turn)) == before
    page.locator(".entry.board").click()
    assert place(turn) == before[1]


def test_tools_of_a_phone(page: Page) -> None:
    page.set_viewport_size(PHONE)
    page.goto("/edit?puzzle=ascii-3x3")
    tools = page.get_by_role("toolbar", name="Tools").get_by_role("button")
    expect(tools.first).to_be_visible()
    before = [place(tool) for tool in tools.all()[:8]]
    for name in ("May be empty", "Erase", "Rectangle", "Move paper", "Fill"):
        button(page, name).click()
        expect(page.locator(".named")).to_contain_text(name)
        assert [place(tool) for tool in tools.all()[:8]] == before


def test_drawing_a_polygon_keeps_the_tools(page: Page) -> None:
    page.goto("/edit?puzzle=tangram-convex-square")
    draw, cancel = button(page, "Draw a piece"), button(page, "Cancel")
    expect(cancel).to_be_disabled()
    before = place(draw), place(cancel)
    draw.click()
    expect(cancel).to_be_enabled()
    assert (place(draw), place(cancel)) == before
    cancel.click()
    expect(cancel).to_be_disabled()
    assert (place(draw), place(cancel)) == before


def test_hints_stay_where_they_are(page: Page) -> None:
    page.goto("/play?puzzle=ascii-6x6")
    expect(page.locator(".verdict p")).to_contain_text("completed")
    hint, show = button(page, "Hint: move"), page.locator(".hints .show")
    before = place(hint), place(show)
    hint.click()
    assert (place(hint), place(show)) == before
    doing = place(button(page, "Do it"))
    button(page, "Do it").click()
    expect(page.locator(".board .lying")).to_have_count(1)
    hint.click()
    assert place(button(page, "Do it")) == doing
    show.click()
    expect(page.locator(".verdict p")).to_have_text("Solved!")
    assert (place(hint), place(show)) == before


def test_steps_of_a_page_of_its_own(browser: Browser, tmp_path: Path) -> None:
    found = models("soma", 11)
    titles = [f"solution {number + 1}" for number in range(11)]
    with opened(browser, tmp_path, to_page(found, captions=titles, spin=False)) as shown:
        step = shown.page.get_by_role("button", name="Next solution")
        before = step.bounding_box()
        for number in range(2, 12):
            step.click()
            expect(shown.page.get_by_text(f"solution {number}", exact=True)).to_be_visible()
            assert step.bounding_box() == before


def test_what_is_hidden_takes_no_focus(page: Page, soma: str) -> None:
    for path in ("/", "/edit?puzzle=soma", "/solve?puzzle=soma", "/play?puzzle=soma", "/jobs"):
        page.goto(path)
        expect(page.get_by_text("Loading")).to_have_count(0)
        assert page.evaluate(HIDDEN_FOCUS) == [], path
    page.goto(soma)
    expect(page.locator(".thumb canvas").first).to_be_visible()
    page.wait_for_selector(".darkroom", state="attached")
    assert page.evaluate(HIDDEN_FOCUS) == []
