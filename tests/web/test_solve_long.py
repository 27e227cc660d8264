"""Searches that take long: they are paused, found again, and end when someone says so."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

PATIENCE = 30_000  # milliseconds for a job to get going, on a busy machine


@pytest.fixture
def page(page: Page, server: str) -> Iterator[Page]:
    """A page that shows a long search, which has found something."""
    page.goto("/solve?puzzle=one-sided-9x10")
    page.get_by_role("button", name="Find all").click()
    expect(page).to_have_url(re.compile(r"/jobs/\w+$"))
    path = "/api" + page.url.split("#")[0].removeprefix(server)
    expect(page.locator(".thumb").first).to_be_visible(timeout=PATIENCE)
    yield page
    httpx.post(f"{server}{path}/cancel", json={})


def test_a_search_is_paused_found_again_and_cancelled(page: Page) -> None:
    job = page.get_by_role("region", name="Job")
    expect(job).to_contain_text(re.compile(r"Searching…\s*[\d,]+ solutions? up to symmetry so far"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(job).to_contain_text("Paused")
    page.reload()
    expect(job).to_contain_text("Paused")
    page.get_by_role("button", name="Resume").click()
    expect(job).to_contain_text("Searching", timeout=PATIENCE)
    page.reload()
    expect(job).to_contain_text("Searching")
    page.get_by_role("button", name="Cancel").click()
    expect(job).to_contain_text("Cancelled")
    expect(job).to_contain_text("What was found is stored.")
    page.get_by_role("button", name="Last solution").click()
    expect(page.locator(".stage .piece")).to_have_count(18)


def test_jobs_are_listed_and_a_lost_connection_is_taken_up_again(page: Page) -> None:
    number = page.url.split("/jobs/")[1]
    page.get_by_role("link", name="Jobs").click()
    entry = page.locator("li.job").filter(has=page.locator(f'a[href="/jobs/{number}"]'))
    expect(entry).to_contain_text("One-sided pentominoes")
    expect(entry.get_by_role("progressbar")).to_be_visible()
    entry.get_by_role("button", name="Pause").click()
    expect(entry).to_contain_text("Paused")
    page.route("**/events*", lambda route: route.fulfill(status=503, body="busy"))
    entry.get_by_role("link", name="Open").click()
    lost = page.get_by_text("The connection is lost, trying again")
    expect(lost).to_be_visible()
    page.unroute("**/events*")
    expect(lost).to_have_count(0)
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)  # beside Pause it would jump
    page.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete").click()
    expect(page).to_have_url(re.compile("/jobs$"))
    expect(entry).to_have_count(0)
