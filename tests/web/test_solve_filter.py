"""A filter that nothing passes shows nothing, and says how to be rid of it."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_solve import done


@pytest.mark.parametrize("name", ["soma", "ascii-6x6"])
def test_no_solution_is_shown_where_none_is_like_that(page: Page, server: str, name: str) -> None:
    page.goto(done(server, name, "all"))
    seen = page.locator(".stage canvas, .stage .piece")
    expect(seen.first).to_be_visible()
    page.get_by_text("Filter solutions").click()
    page.get_by_label("symmetric only").check()
    told = page.locator(".stage .nothing")
    expect(told).to_contain_text("found is like that: ")
    expect(seen.locator("visible=true")).to_have_count(0)
    expect(page.get_by_role("button", name="Next solution")).to_be_disabled()
    expect(page.get_by_role("link", name="SVG")).to_have_count(0)
    page.get_by_role("button", name="Show all solutions").click()
    expect(seen.first).to_be_visible()
    expect(page.get_by_role("link", name="SVG")).to_be_visible()
