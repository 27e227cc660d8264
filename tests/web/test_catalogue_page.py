"""The first page, and how one gets from it to a puzzle."""

import re

import pytest
from playwright.sync_api import Page, expect

import tilewright as tw
from tilewright.catalogue_search import search


@pytest.fixture
def page(page: Page) -> Page:
    page.goto("/")
    return page


def test_all_puzzles_are_there_with_pictures(page: Page) -> None:
    count = len(tw.catalogue_names())
    expect(page.get_by_text(f"{count} of {count} puzzles")).to_be_visible()
    expect(page.locator(".puzzle")).to_have_count(count)
    soma = page.locator(".puzzle", has_text="Soma cube").first
    expect(soma).to_contain_text("cube · 27 cells · 7 pieces · 240 solutions")
    picture = soma.locator("img")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("picture => picture.complete", arg=picture.element_handle())
    assert picture.evaluate("picture => picture.naturalWidth") > 0


def test_search_and_filters(page: Page) -> None:
    page.get_by_label("Search the catalogue").fill("pentominoes 6x10")
    expect(page.locator(".puzzle")).to_have_count(1)
    page.get_by_label("Search the catalogue").fill("")
    page.get_by_label("Lattice").select_option("sphere")
    spheres = [n for n in tw.catalogue_names() if "spheres" in n]
    expect(page.locator(".puzzle")).to_have_count(len(spheres))
    page.get_by_label("Size").select_option("large")
    expect(page.get_by_text("No puzzle is like that.")).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".puzzle")).to_have_count(len(tw.catalogue_names()))


@pytest.mark.parametrize("words", ["pentominos", "12 pieces"])
def test_words_need_not_be_spelt_as_in_the_catalogue(page: Page, words: str) -> None:
    page.get_by_label("Search the catalogue").fill(words)
    count = len(search(words).names)
    expect(page.get_by_text(f"{count} of {len(tw.catalogue_names())} puzzles")).to_be_visible()
    expect(page.get_by_role("link", name="Play Pentominoes, 6×10")).to_be_visible()


@pytest.mark.parametrize("words", ["burr", "iq"])
def test_where_nothing_is_found_the_nearest_are_shown(page: Page, words: str) -> None:
    page.get_by_label("Search the catalogue").fill(words)
    expect(page.get_by_text("not in the catalogue")).to_be_visible()
    expect(page.locator(".puzzle")).to_have_count(len(search(words).near))
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".puzzle")).to_have_count(len(tw.catalogue_names()))


def test_filters_are_kept_when_one_comes_back(page: Page) -> None:
    page.get_by_label("Search the catalogue").fill("soma")
    page.get_by_role("link", name="Solve Soma cube").click()
    expect(page).to_have_url(re.compile(r"/solve\?puzzle=soma$"))
    page.go_back()
    expect(page.get_by_label("Search the catalogue")).to_have_value("soma")


def test_a_page_that_is_not_there(page: Page) -> None:
    answer = page.goto("/nothing")
    assert answer is not None
    assert answer.status == 404


def test_keys_alone_lead_to_a_puzzle(page: Page) -> None:
    expect(page.locator(".puzzle").first).to_be_visible()
    page.get_by_label("Search the catalogue").press_sequentially("soma")
    for _ in range(9):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Soma cube":
            break
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("puzzle=soma"))


def test_dark_and_light_can_be_chosen(page: Page) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("button", name="Colours: Auto").click()
    assert page.evaluate(background) != light
    page.reload()
    expect(page.get_by_role("button", name="Colours: Dark")).to_be_visible()
    assert page.evaluate(background) != light


def test_a_phone_needs_no_scrolling_sideways(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    expect(page.locator(".puzzle").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
