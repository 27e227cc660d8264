"""Playing with a finger, and in layers."""

from playwright.sync_api import Browser, CDPSession

from tests.web.playing import XY, expect, middle, playing

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
FINGER = 64  # pixels by which a piece is shown above the finger


def swipe(session: CDPSession, start: XY, end: XY, *, second: XY | None = None) -> None:
    """A finger goes from a place to another; a second one taps on the way."""

    def touch(kind: str, *points: XY) -> None:
        fingers = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", start)
    for part in (0.3, 0.7, 1.0):
        x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
        touch("touchMove", (x, y))
    if second:
        touch("touchStart", end, second)
        touch("touchMove", end)  # which has left
    touch("touchEnd")


def test_a_finger_drags_and_a_second_one_turns(browser: Browser, server: str) -> None:
    with playing(browser, server, "pentominoes-6x10", **PHONE) as game:
        wide = game.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        session = game.page.context.new_cdp_session(game.page)
        game.piece("I").scroll_into_view_if_needed()
        x, y = game.cell(0, 4)
        swipe(session, middle(game.piece("I")), (x, y + FINGER), second=(200, 500))
        expect(game.placed("I")).to_have_count(1)
        expect(game.said).to_have_text("I lies at row 5, column 1.")


def test_the_board_stays_where_it_is_when_the_answer_comes(browser: Browser, server: str) -> None:
    with playing(browser, server, "pentominoes-6x10", **PHONE) as game:
        game.page.locator("label", has_text="Don’t tell me").tap()  # on one line
        expect(game.verdict).to_have_text("You are not told whether it works.")
        before = game.cell(0, 4)
        game.page.locator("label", has_text="Don’t tell me").tap()
        expect(game.verdict).to_contain_text("Can still be completed in more than")
        assert game.cell(0, 4) == before


def test_taps_and_buttons_are_enough(browser: Browser, server: str) -> None:
    with playing(browser, server, "pentominoes-6x10", **PHONE) as game:
        game.piece("T").tap()
        game.button("Turn right").tap()
        game.page.touchscreen.tap(*game.cell(2, 2))
        expect(game.placed("T")).to_have_count(1)
        game.placed("T").focus()
        expect(game.placed("T")).to_have_css("outline-style", "none")  # of units of the picture
        expect(game.verdict).to_contain_text("complete")
        game.page.touchscreen.tap(*game.cell(2, 2))
        expect(game.page.locator(".lying.lifted")).to_have_count(1)
        game.button("Put back").tap()
        expect(game.lying).to_have_count(0)


def test_pieces_of_space_go_through_layers(browser: Browser, server: str) -> None:
    with playing(browser, server, "soma") as game:
        keys = game.page.keyboard
        game.piece("L").focus()
        keys.press("Enter")
        keys.press("ArrowDown")
        expect(game.said).to_contain_text("L at layer 1, row 1, column 1")
        keys.press("PageDown")
        expect(game.said).to_contain_text("L at layer 2")
        keys.press("Escape")
        game.drag(game.piece("L"), game.cell(1, 0, 0), drop=False)
        for key in "rxrxryrrxryrrxrryrx":
            if game.page.locator(".shadow.fits").count():
                break
            keys.press(key)
        game.page.mouse.up()
        expect(game.placed("L")).to_have_count(1)
        expect(game.page.locator(".in-space")).to_be_visible()
        expect(game.verdict).not_to_have_text("Thinking…")
