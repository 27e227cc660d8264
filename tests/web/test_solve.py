"""Solving in the browser: start a search, watch it, look at what it finds."""

import base64
import re
import time
import zlib
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

PATIENCE = 30_000  # milliseconds for a job to be done, on a busy machine
TOO_SMALL = """format = 1
title = "Too small"
lattice = "square"
[board]
drawing = '##'
[[piece]]
name = "A"
drawing = '###'
"""
NO_PIECES = """lattice = "square"
[board]
drawing = '##'
"""


@pytest.fixture(scope="module")
def soma(server: str) -> str:
    """All solutions of Soma: the path of the job's page, once it is done."""
    return done(server, "soma", "all")


def done(server: str, name: str, task: str) -> str:
    asked = httpx.post(f"{server}/api/jobs", json={"puzzle": {"name": name}, "task": task})
    path = f"/jobs/{asked.json()['id']}"
    with httpx.stream("GET", f"{server}/api{path}/events", timeout=60) as events:
        assert any(line == "event: end" for line in events.iter_lines())
    return path


def place(page: Page) -> str:
    """Where one is in the list: `3 of 240`."""
    number = page.get_by_label("Number in the list").input_value()
    return f"{number} {page.locator('.place').inner_text()}"


def at_rest(page: Page) -> bytes:
    """The picture in space with all of its pixels, once it no longer changes."""
    page.wait_for_function(
        """() => {
            const { canvas, stage, ...viewer } = document.querySelector('.space').viewer;
            const whole = canvas.width === stage.clientWidth && viewer.fine === 1;
            return whole && !viewer.waiting && viewer.marked === -1;
        }"""
    )
    canvas = page.locator(".space canvas")
    seen = canvas.screenshot()
    while seen != (again := canvas.screenshot()):
        seen = again
    return seen


def becomes(page: Page, wanted: Callable[[bytes], bool]) -> None:
    """Wait until the picture in space is as wanted."""
    end = time.monotonic() + PATIENCE / 1000
    while not wanted(at_rest(page)):
        assert time.monotonic() < end, "the picture is not what it should be"


def expect_place(page: Page, text: str) -> None:
    number, total = text.split(" of ")
    expect(page.get_by_label("Number in the list")).to_have_value(number)
    expect(page.locator(".place")).to_have_text(f"of {total}")


def test_all_solutions_of_soma(page: Page) -> None:
    page.goto("/solve?puzzle=soma")
    page.get_by_role("button", name="Find all").click()
    expect(page).to_have_url(re.compile(r"/jobs/\w+$"))
    job = page.get_by_role("region", name="Job")
    expect(job).to_contain_text("All solutions are found", timeout=PATIENCE)
    for told in ("240 up to symmetry", "480 up to rotation", "11,520 solutions"):
        expect(job).to_contain_text(told)
    expect(job.get_by_role("status")).to_have_text(
        "11,520 solutions, 480 up to rotation, 240 up to symmetry, done."
    )
    expect(page).to_have_title("✓ 240 solutions up to symmetry – Soma cube")
    expect_place(page, "1 of 240")
    expect(page.get_by_role("link", name="STL")).to_have_attribute(
        "href", re.compile("solutions/1/file.stl$")
    )


def test_soma_is_turned_and_stays_so(page: Page, soma: str) -> None:
    page.goto(soma)
    canvas = page.locator(".space canvas")
    canvas.wait_for()
    box = canvas.bounding_box()
    assert box is not None
    before = at_rest(page)
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 180, steps=4)
    page.mouse.up()
    page.mouse.move(5, 5)
    turned = at_rest(page)
    assert turned != before
    page.get_by_role("button", name="Next solution").click()
    expect_place(page, "2 of 240")
    becomes(page, lambda seen: seen not in (before, turned))
    page.get_by_role("button", name="Previous solution").click()
    expect_place(page, "1 of 240")
    becomes(page, lambda seen: seen == turned)


def test_a_hidden_piece_stays_hidden(page: Page, soma: str) -> None:
    page.goto(soma)
    page.get_by_label("Show V").uncheck()
    page.keyboard.press("ArrowRight")
    expect_place(page, "1 of 240")  # a check box has its own use for keys
    page.get_by_role("button", name="Last solution").click()
    expect_place(page, "240 of 240")
    expect(page.get_by_label("Show V")).not_to_be_checked()
    page.reload()
    expect_place(page, "240 of 240")


def test_only_solutions_with_a_piece_on_a_cell(page: Page, soma: str) -> None:
    page.goto(soma)
    page.get_by_role("button", name="Layers").click()
    page.get_by_role("button", name="V", exact=True).click()
    expect(page.get_by_text("Now click the cell")).to_be_visible()
    page.locator(".targets path").first.click()
    chip = page.get_by_role("list", name="Only solutions with")
    expect(chip).to_contain_text("V on 0, 0, 0")
    expect(page.locator(".place")).to_have_text(re.compile("of (?!240)[1-9]"))
    few = int(place(page).split()[-1])
    assert 0 < few < 240
    page.get_by_text("Filter solutions").click()
    page.get_by_label("Piece", exact=True).select_option("V")
    page.get_by_label("Covers or not").select_option("does not cover")
    page.get_by_label("Cell", exact=True).select_option("0,0,0")
    page.get_by_role("button", name="Add").click()
    expect_place(page, f"1 of {240 - few}")
    page.get_by_role("button", name="Remove: V not on 0, 0, 0").click()
    expect_place(page, "1 of 240")


def test_keys_and_thumbnails_on_a_phone(page: Page, soma: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(soma)
    expect_place(page, "1 of 240")
    page.keyboard.press("ArrowRight")
    expect_place(page, "2 of 240")
    page.get_by_role("button", name="Solution 3", exact=True).click()
    expect_place(page, "3 of 240")
    page.get_by_label("Number in the list").fill("200")
    page.get_by_label("Number in the list").press("Enter")
    expect(page.get_by_role("button", name="Solution 200", exact=True)).to_be_visible()
    assert page.locator(".thumb").count() < 20
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_key_is_heeded_as_soon_as_there_is_a_solution(page: Page, soma: str) -> None:
    page.add_init_script(
        """new MutationObserver((_, watch) => {
            if (!document.querySelector('[aria-label="Number in the list"]')) return;
            watch.disconnect();
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
        }).observe(document, { childList: true, subtree: true })"""
    )
    page.goto(soma)
    expect_place(page, "2 of 240")


def test_pentominoes_are_counted(page: Page) -> None:
    page.goto("/solve?puzzle=pentominoes-6x10")
    page.get_by_role("button", name="Count").click()
    job = page.get_by_role("region", name="Job")
    expect(job).to_contain_text("2,339 up to symmetry", timeout=PATIENCE)
    expect(job).to_contain_text("4,678 up to rotation")
    expect(job).to_contain_text("9,356 solutions")
    expect(page.get_by_role("region", name="Solutions")).to_have_count(0)


def test_a_count_has_the_right_words_while_it_runs(page: Page, server: str) -> None:
    given = {"puzzle": {"name": "hexiamond-hexagon"}, "task": "count", "engine": "links"}
    number = httpx.post(f"{server}/api/jobs", json=given).json()["id"]
    page.goto(f"/jobs/{number}")
    job = page.get_by_role("region", name="Job")
    expect(job).to_contain_text("Counting…")
    expect(job).to_contain_text(re.compile("[1-9][0-9,]* solutions so far"), timeout=PATIENCE)
    expect(job).not_to_contain_text("up to symmetry")
    expect(job.get_by_role("status")).to_have_text("Counting.")
    page.goto("/jobs")
    entry = page.locator("li.job").filter(has=page.locator(f'a[href="/jobs/{number}"]'))
    expect(entry).to_contain_text(re.compile("Counting: [1-9][0-9,]* solutions so far"))
    expect(entry).not_to_contain_text("up to symmetry")
    httpx.post(f"{server}/api/jobs/{number}/cancel", json={})


def test_polygons_have_pictures_too(page: Page, server: str) -> None:
    page.goto(done(server, "tangram-cat", "one"))
    expect(page.locator(".stage .piece")).to_have_count(7)
    page.get_by_role("button", name="3D").click()
    expect(page.locator(".space canvas")).to_be_visible()
    expect(page.get_by_text("Filter solutions")).to_have_count(0)


def test_a_puzzle_with_faults_is_not_started(page: Page) -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(TOO_SMALL.encode(), wbits=-15))
    page.goto(f"/solve#p={packed.decode().rstrip('=')}")
    expect(page.get_by_text("fits nowhere on the board")).to_be_visible()
    for name in ("Find one", "Find all", "Count"):
        expect(page.get_by_role("button", name=name)).to_be_disabled()
    page.get_by_role("button", name="Edit it").click()
    expect(page).to_have_url(re.compile(r"/edit#p="))


def test_what_is_wrong_is_said_without_words_of_files(page: Page) -> None:
    packed = base64.urlsafe_b64encode(zlib.compress(NO_PIECES.encode(), wbits=-15))
    for name in ("solve", "play"):
        page.goto(f"/{name}#p={packed.decode().rstrip('=')}")
        expect(page.get_by_text("There are no pieces: add some", exact=True)).to_be_visible()
    expect(page.get_by_text("A double click sends a piece back")).to_be_visible()
    expect(page.get_by_text("turn it with")).to_have_count(0)  # nothing can be turned


def test_limits_that_are_none_are_refused(page: Page) -> None:
    page.goto("/solve?puzzle=soma")
    page.get_by_text("Details").click()
    for field, wrong in (("Stop after", "-4"), ("Threads", "0")):
        page.get_by_label(field).fill(wrong)
        page.get_by_role("button", name="Count").click()
        expect(page.locator(".message").last).to_contain_text(f"{field}: write")
        page.get_by_label(field).fill("")
    expect(page).to_have_url(re.compile("/solve"))


def test_who_went_elsewhere_stays_there_when_a_job_has_started(page: Page) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            waiting.append(route)
        else:
            route.continue_()

    page.route("**/api/jobs", hold)
    page.goto("/solve?puzzle=ascii-3x3")
    page.get_by_role("button", name="Count").click()
    expect(page.get_by_role("button", name="Count")).to_be_disabled()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("searchbox")).to_be_visible()
    with page.expect_response("**/api/jobs"):
        waiting[0].continue_()
    page.wait_for_timeout(300)
    expect(page.get_by_role("searchbox")).to_be_visible()


def test_the_puzzle_of_a_job_is_open_on_the_other_pages(page: Page, soma: str) -> None:
    page.goto(soma)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/play\?puzzle=soma$"))


def test_a_job_that_is_not_there(page: Page) -> None:
    page.goto("/jobs/0123456789abcdef")
    expect(page.get_by_text("This job cannot be shown")).to_be_visible()


def test_layers_are_shown_where_bodies_cannot_be(
    browser_without_webgl: Browser, server: str, soma: str
) -> None:
    context = browser_without_webgl.new_context(base_url=server)
    page = context.new_page()
    page.goto(soma)
    expect(page.get_by_role("button", name="3D")).to_be_disabled()
    expect(page.locator(".stage .piece")).to_have_count(7)
    expect(page.locator(".thumb svg").first).to_be_visible()
    context.close()
