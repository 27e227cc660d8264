"""The address names the puzzle: links, going back, and what happens when that fails."""

import re

from playwright.sync_api import Browser, Page, Route, expect

PACKED = """async (text) => {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replace(/[+]/g, "-").replace(/[/]/g, "_");
}"""


# Compression takes until the page is let go on.
SLOW = """
  const held = new Promise((go) => { window.goOn = go; });
  const Plain = CompressionStream;
  window.CompressionStream = function (format) {
    const { readable, writable } = new Plain(format);
    const late = new TransformStream({ flush: () => held });
    return { readable: readable.pipeThrough(late), writable };
  };
"""
# A page looks at its address after it was drawn; here that is late.
FOLLOW = """(hash) => {
  window.requestAnimationFrame = () => 0;
  location.hash = hash;
  goOn();
}"""

# As a browser goes back or forward: the address changes, and the page hears of it at once.
POP = "dispatchEvent(new PopStateEvent('popstate'))"


def push(address: str) -> str:
    return f"history.pushState(null, '', '{address}')"


def own(page: Page, title: str) -> str:
    """The end of a link to a small puzzle."""
    toml = (
        f'title = "{title}"\nlattice = "square"\n[board]\nbox = [2, 1]\n[[piece]]\nbox = [2, 1]\n'
    )
    return f"#p={page.evaluate(PACKED, toml)}"


def test_one_puzzle_after_another_in_the_same_tab(browser: Browser, server: str) -> None:
    with browser.new_page() as page:
        title = page.get_by_role("heading", level=1)
        page.goto(f"{server}/solve?puzzle=soma")
        expect(title).to_have_text("Soma cube")
        for name in ("Mine", "Yours"):
            page.goto(f"{server}/solve{own(page, name)}")
            expect(title).to_have_text(name)
        for name in ("Mine", "Soma cube"):
            page.go_back()
            expect(title).to_have_text(name)
        expect(page).to_have_url(f"{server}/solve?puzzle=soma")


def test_a_link_followed_while_the_address_is_made_is_opened(browser: Browser, server: str) -> None:
    with browser.new_page() as page:
        page.goto(f"{server}/solve?puzzle=soma")
        mine, yours = own(page, "Mine"), own(page, "Yours")
        page.add_init_script(SLOW)
        page.goto(f"{server}/solve{mine}")
        title = page.get_by_role("heading", level=1)
        expect(title).to_have_text("Mine")
        page.evaluate(FOLLOW, yours)
        expect(title).to_have_text("Yours")


def test_who_has_left_a_page_while_its_address_is_made_is_not_sent_back(
    browser: Browser, server: str
) -> None:
    with browser.new_page() as page:
        page.goto(f"{server}/solve?puzzle=soma")
        mine = own(page, "Mine")
        page.add_init_script(SLOW)
        page.goto(f"{server}/solve{mine}")
        expect(page).to_have_title("Mine – Solve")
        page.evaluate(f"{push('/play')}; {POP}")
        expect(page).to_have_title("Mine – Play")
        page.evaluate("goOn()")
        expect(page).to_have_url(re.compile("/play#p="))
        expect(page).to_have_title("Mine – Play")


def test_an_address_that_changes_before_its_page_is_shown_is_kept(
    browser: Browser, server: str
) -> None:
    with browser.new_page() as page:
        page.goto(f"{server}/solve?puzzle=soma")
        mine = own(page, "Mine")
        page.add_init_script(SLOW)
        asked: list[Route] = []
        page.route("**/api/puzzles/read", lambda route: asked.append(route))
        with page.expect_request("**/api/puzzles/read"):
            page.goto(f"{server}/solve{mine}")
        page.evaluate(push("/play"))
        asked[0].continue_()
        expect(page.get_by_role("heading", level=1)).to_have_text("Mine")
        page.evaluate("new Promise((drawn) => setTimeout(drawn, 200))")
        page.evaluate(POP)
        page.evaluate("goOn()")
        expect(page).to_have_url(re.compile("/play#p="))
        expect(page).to_have_title("Mine – Play")


def test_an_address_that_opens_nothing_stays(browser: Browser, server: str) -> None:
    with browser.new_page() as page:
        for address in (f"{server}/solve?puzzle=sona", f"{server}/play#p=abc"):
            page.goto(address)
            expect(page.get_by_role("alert")).to_contain_text("This puzzle cannot be opened")
            expect(page).to_have_url(address)


def test_the_puzzle_on_its_way_is_not_lost(browser: Browser, server: str) -> None:
    with browser.new_page() as page:
        page.goto(f"{server}/solve?puzzle=soma")
        expect(page).to_have_title("Soma cube – Solve")
        page.get_by_role("link", name="Jobs", exact=True).click()
        page.route("**/api/puzzles/read", lambda route: route.abort())
        page.evaluate(f"{push('/solve?puzzle=bedlam')}; {POP}")
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        expect(page).to_have_url(re.compile("puzzle=bedlam$"))


def test_the_head_can_be_skipped(browser: Browser, server: str) -> None:
    with browser.new_page() as page:
        page.goto(f"{server}/solve?puzzle=soma")
        expect(page).to_have_title("Soma cube – Solve")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        expect(page).to_have_url(f"{server}/solve?puzzle=soma")


def test_a_page_that_cannot_be_loaded_says_so(browser: Browser, server: str) -> None:
    with browser.new_page() as page:
        page.goto(f"{server}/jobs")
        page.route("**/assets/play*", lambda route: route.abort())
        page.get_by_role("link", name="Play", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text("This page cannot be loaded")
