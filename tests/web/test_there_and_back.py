"""Strokes and moves can be taken back after a look at other pages, and what the pages say of links
and lines is so."""

import base64
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.playing import Game
from tests.web.test_editor import begin, drawn, filled, stroke

FAULTY = """lattice = "square"
[board]
drawing = '##'
[[piece]]
name = "A"
drawing = '###'
"""

# The answer of a server that does not know yet whether a position can be completed.
UNSURE: dict[str, Any] = {
    "state": "thinking",
    "ways": None,
    "more": False,
    "complete": False,
    "message": "",
    "wrong": [],
}


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_strokes_are_undone_after_solving(page: Page) -> None:
    begin(page)
    drawn(page)
    button(page, "Solve it")
    page.get_by_role("button", name="Find all").click()
    expect(page.get_by_text("All solutions are found")).to_be_visible()
    page.get_by_role("link", name="Edit", exact=True).click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_enabled()
    undo.click()
    expect(page.get_by_role("heading", name="Piece C")).to_be_visible()
    filled(page, 0)
    page.get_by_role("button", name="Redo").click()
    filled(page, 5)
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.locator(".verdict p")).to_contain_text("Can still be completed")
    page.go_back()
    expect(undo).to_be_enabled()


def test_corners_are_put_back_after_solving(page: Page) -> None:
    page.goto("/edit?puzzle=tangram-convex-square")
    expect(page.get_by_text("No fault")).to_be_visible()
    page.get_by_label("Title", exact=True).fill("Mine")
    page.get_by_label("Title", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("#p="))
    button(page, "Solve it")
    page.get_by_role("button", name="Find one").click()
    expect(page).to_have_url(re.compile(r"/jobs/\w+"))
    expect(page.get_by_role("region", name="Job")).to_be_visible()
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Title", exact=True)).not_to_have_value("Mine")


@pytest.mark.parametrize("name", ["ascii-6x6", "tangram-cat"])
def test_moves_are_taken_back_after_a_look_at_other_pages(page: Page, name: str) -> None:
    page.goto(f"/play?puzzle={name}")
    button(page, "Hint: move")
    button(page, "Do it")
    lying = page.locator(".board .lying, [data-on=true]")
    expect(lying).to_have_count(1)
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(page.get_by_role("button", name="Find one")).to_be_visible()
    page.get_by_role("link", name="Play", exact=True).click()
    expect(lying).to_have_count(1)
    button(page, "Undo")
    expect(lying).to_have_count(0)
    expect(Game(page).verdict).to_contain_text("Can still be completed")


@pytest.mark.parametrize("name", ["ascii-6x6", "tangram-cat"])
def test_a_page_left_while_the_server_was_thinking_asks_again(page: Page, name: str) -> None:
    returned = False

    def answer(route: Route) -> None:
        if returned:
            route.continue_()
        elif (route.request.post_data_json or {})["patience"] < 1:
            route.fulfill(json=UNSURE)
        # Whoever has more patience gets no answer.

    page.route("**/api/play/check", answer)
    page.goto(f"/play?puzzle={name}")
    expect(Game(page).verdict).to_have_text("Still thinking…")
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(page.get_by_role("button", name="Find one")).to_be_visible()
    returned = True
    page.get_by_role("link", name="Play", exact=True).click()
    expect(Game(page).verdict).to_contain_text("Can still be completed")


@pytest.mark.parametrize("name", ["ascii-6x6", "tangram-cat"])
def test_what_is_too_hard_to_tell_is_not_still_thought_about(page: Page, name: str) -> None:
    page.route("**/api/play/check", lambda route: route.fulfill(json=UNSURE))
    page.goto(f"/play?puzzle={name}")
    expect(Game(page).verdict).to_contain_text("Too hard to tell")


def test_what_a_link_holds_is_told(page: Page) -> None:
    page.goto("/play?puzzle=soma")
    share = page.get_by_role("button", name="Share")
    share.click()
    told = page.locator(".message")
    expect(told).to_contain_text("It names a puzzle of the catalogue, soma")
    expect(told).not_to_contain_text("whole puzzle")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/play?puzzle=soma")

    page.goto("/edit?puzzle=ascii-3x3")
    filled(page, 9)
    stroke(page, (0, 0))
    filled(page, 8)
    expect(page).to_have_url(re.compile("#p="))
    share.click()
    expect(told.last).to_contain_text("It has the whole puzzle in it")
    assert "#p=" in page.evaluate("navigator.clipboard.readText()")


def test_lines_are_named_of_files_only(page: Page, tmp_path: Path) -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(FAULTY.encode(), wbits=-15)).decode()
    for path in ("edit", "solve"):
        page.goto(f"/{path}#p={packed.rstrip('=')}")
        expect(page.get_by_text("fits nowhere on the board")).to_be_visible()
        expect(page.get_by_text(re.compile("Line \\d"))).to_have_count(0)
    file = tmp_path / "bad.toml"
    file.write_text(FAULTY)
    page.goto("/edit")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file…").click()
    chooser.value.set_files(file)
    expect(page.get_by_text("fits nowhere on the board")).to_be_visible()
    expect(page.get_by_text(re.compile("Line \\d"))).to_have_count(0)  # it is a drawing now

    broken = base64.urlsafe_b64encode(zlib.compress(b'lattice = "square"\n[b', wbits=-15)).decode()
    page.goto("/")
    page.goto(f"/play#p={broken.rstrip('=')}")
    expect(page.get_by_role("alert")).to_contain_text("cannot be opened")
    expect(page.get_by_role("alert")).not_to_contain_text(re.compile("[Ll]ine \\d"))
