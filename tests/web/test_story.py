"""The whole way of somebody who has never seen a shell: draw, solve, look, share, play."""

import re

import httpx
from playwright.sync_api import Browser, Page, expect

from tests.web.test_editor import begin, drawn
from tilewright import parse_puzzle
from tilewright import solving as tiling
from tilewright.puzzle import Puzzle


def test_drawn_solved_shared_and_played(page: Page, browser: Browser, server: str) -> None:
    begin(page)
    drawn(page)
    page.get_by_role("link", name="Solve it").or_(
        page.get_by_role("button", name="Solve it")
    ).click()
    page.get_by_role("button", name="Find all").click()
    expect(page.get_by_text("All solutions are found")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/jobs/\w+"))

    # What is shown is what there is.
    job = re.search(r"/jobs/(\w+)", page.url)
    assert job
    told = httpx.get(f"{server}/api/jobs/{job[1]}/solutions").json()
    puzzle = parse_puzzle(httpx.get(f"{server}/api/jobs/{job[1]}/puzzle.toml").text)
    assert isinstance(puzzle, Puzzle)
    counts = tiling.count(puzzle)
    assert told["total"] == counts.up_to_symmetry
    assert counts.solutions == 4
    shown = page.locator("main svg.flat").first
    expect(shown.locator(".piece")).to_have_count(len(puzzle.pieces))
    expect(page.locator(".counts")).to_contain_text(f"{counts.solutions} solutions")
    found = {
        frozenset((one["piece"], frozenset(map(tuple, one["cells"]))) for one in solution["pieces"])
        for solution in told["solutions"]
    }
    assert found <= {
        frozenset((one.piece, frozenset(one.cells)) for one in solution.placed)
        for solution in tiling.solve(puzzle, up_to="nothing")
    }

    # The link has the puzzle in it, and opens in a browser that has never been here.
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("The link is copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert "#p=" in link
    with browser.new_context(viewport={"width": 390, "height": 800}) as elsewhere:
        there = elsewhere.new_page()
        there.goto(link)
        there.get_by_role("link", name="Play", exact=True).click()
        expect(there.get_by_text("Can still be completed in 4 ways")).to_be_visible()
