"""Playing 6×10 in a real browser: drag, turn, undo, hints, and the end."""

import pytest
from playwright.sync_api import Browser, Route

from tests.web.playing import expect, middle, playing

PUZZLE = "pentominoes-6x10"


def test_a_piece_is_dragged_turned_and_taken_back(browser: Browser, server: str) -> None:
    with playing(browser, server, PUZZLE) as game:
        game.drag(game.piece("I"), game.cell(0, 2), "r")
        expect(game.placed("I")).to_have_count(1)
        expect(game.piece("I")).to_be_disabled()
        expect(game.verdict).to_contain_text("Can still be completed in")
        expect(game.said).to_have_text("I lies at row 3, column 1.")
        game.drag(game.placed("I"), game.cell(5, 3))
        expect(game.said).to_have_text("I lies at row 4, column 6.")
        game.page.mouse.dblclick(*game.cell(5, 3))
        expect(game.lying).to_have_count(0)
        game.moves(3)
        game.drag(game.piece("I"), game.cell(0, 2), drop=False)  # upright as it was left
        expect(game.page.locator(".shadow.fits .good")).to_have_count(5)
        game.page.mouse.move(*game.cell(5, 9))
        expect(game.page.locator(".shadow.clash .bad")).to_have_count(2)
        game.page.mouse.up()
        expect(game.lying).to_have_count(0)


def test_what_cannot_be_completed_is_said_and_undone(browser: Browser, server: str) -> None:
    with playing(browser, server, PUZZLE) as game:
        game.drag(game.piece("X"), game.cell(1, 1))
        expect(game.verdict).to_have_text("This cannot be completed any more.")
        game.button("Hint: cell").click()
        expect(game.page.locator(".lying.pulse")).to_have_count(1)
        game.page.keyboard.press("Control+z")
        expect(game.lying).to_have_count(0)
        expect(game.verdict).to_contain_text("Can still be completed in")
        game.button("Redo").click()
        expect(game.placed("X")).to_have_count(1)
        game.page.get_by_label("Don’t tell me").check()
        expect(game.verdict).not_to_contain_text("cannot")
        game.button("Start again").click()
        expect(game.lying).to_have_count(0)
        game.moves(0)


def test_hints_of_all_strengths_lead_to_the_end(browser: Browser, server: str) -> None:
    with playing(browser, server, PUZZLE) as game:
        page = game.page
        game.button("Hint: cell").click()
        expect(page.locator(".hinted.cell .pulse")).to_have_count(1)
        game.button("Hint: piece").click()
        expect(page.locator(".stock.pulse")).to_have_count(1)
        for done in range(12):
            game.button("Hint: move").click()
            game.button("Do it").click()
            expect(game.lying).to_have_count(done + 1)
        expect(game.verdict).to_have_text("Solved!")
        expect(page.locator(".score")).to_contain_text("12 moves")
        expect(page.locator(".score")).to_contain_text("14 hints")
        expect(page.get_by_text("That is a solution.")).to_be_visible()


def test_the_same_hint_counts_once(browser: Browser, server: str) -> None:
    with playing(browser, server, PUZZLE) as game:
        score, hint = game.page.locator(".score"), game.page.locator(".told span")
        game.button("Hint: piece").click()
        expect(score).to_contain_text("1 hint")
        told = hint.inner_text()
        game.button("Hint: piece").click()
        game.button("Hint: cell").click()  # tells less
        expect(game.page.locator(".hinted.cell .pulse")).to_have_count(1)
        game.button("Hint: piece").click()
        expect(hint).to_have_text(told)
        expect(score).to_contain_text("1 hint")
        game.drag(game.piece("X"), game.cell(1, 1))  # which must go
        for strength in ("cell", "piece", "move"):
            game.button(f"Hint: {strength}").click()
            expect(game.page.locator(".lying.pulse")).to_have_count(1)
        expect(score).to_contain_text("2 hints")
        game.button("Undo").click()
        game.button("Hint: piece").click()
        expect(hint).to_have_text(told)
        expect(score).to_contain_text("2 hints")


def test_who_lays_the_last_piece_is_celebrated(browser: Browser, server: str) -> None:
    with playing(browser, server, "ascii-3x3") as game:
        page = game.page
        card = page.locator(".celebration")
        game.button("Show solution").click()
        expect(game.verdict).to_have_text("Solved!")
        expect(page.get_by_text("That is a solution.")).to_be_visible()
        expect(card).to_have_count(0)
        (x, y) = middle(game.placed("A"))  # one cell, which has one orientation
        game.placed("A").focus()
        expect(game.placed("A")).to_be_focused()
        page.keyboard.press("Delete")
        expect(game.lying).to_have_count(2)
        page.keyboard.press("Control+z")
        expect(game.verdict).to_have_text("Solved!")
        expect(card).to_have_count(0)
        page.keyboard.press("Control+y")
        expect(game.lying).to_have_count(2)
        game.drag(game.piece("A"), (x, y))
        expect(card).to_contain_text("the solution was shown")
        expect(page.locator(".confetti")).to_have_count(1)
        game.button("Play again").click()
        expect(card).to_have_count(0)
        expect(game.lying).to_have_count(0)


def test_the_solution_is_shown_step_by_step(browser: Browser, server: str) -> None:
    with playing(browser, server, "tangram-square") as game:
        allowed, waiting = 2, list[Route]()

        def answer_some(route: Route) -> None:
            nonlocal allowed
            allowed -= 1
            if allowed < 0:
                waiting.append(route)
            else:
                route.continue_()

        game.page.route("**/api/play/hint", answer_some)
        game.button("Show solution").click()
        expect(game.lying).to_have_count(2)
        game.button("Stop").click()
        allowed = 100
        for route in waiting:
            route.continue_()
        expect(game.button("Show solution")).to_be_enabled()
        expect(game.lying).to_have_count(2)
        game.button("Show solution").click()
        expect(game.page.get_by_text("That is a solution.")).to_be_visible()
        expect(game.page.locator(".celebration")).to_have_count(0)
        expect(game.lying).to_have_count(7)


def test_keys_alone_place_a_piece(browser: Browser, server: str) -> None:
    with playing(browser, server, PUZZLE) as game:
        keys = game.page.keyboard
        game.piece("L").focus()
        keys.press("Enter")
        expect(game.said).to_have_text("L is in your hand.")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            keys.press(key)
        expect(game.said).to_have_text("L at row 2, column 2: fits.")
        keys.press("f")
        keys.press("Shift+R")
        expect(game.said).to_contain_text("L at row")
        keys.press("Enter")
        expect(game.placed("L")).to_have_count(1)
        expect(game.piece("N")).to_be_focused()
        game.placed("L").focus()
        keys.press("Enter")
        expect(game.page.locator(".lying.lifted")).to_have_count(1)
        keys.press("Escape")
        expect(game.page.locator(".lying.lifted")).to_have_count(0)
        game.placed("L").focus()
        keys.press("Delete")
        expect(game.lying).to_have_count(0)


def test_a_reload_finds_the_game_again(browser: Browser, server: str) -> None:
    with playing(browser, server, PUZZLE) as game:
        game.drag(game.piece("I"), game.cell(0, 2), "r")
        expect(game.placed("I")).to_have_count(1)
        game.page.reload()
        expect(game.placed("I")).to_have_count(1)
        game.moves(1)
        expect(game.verdict).to_contain_text("Can still be completed in")


@pytest.mark.parametrize("name", ["discs-12", "tetrasticks-welded-4x4", "tangram-square"])
def test_other_lattices_are_played_as_well(browser: Browser, server: str, name: str) -> None:
    with playing(browser, server, name) as game:
        game.button("Hint: move").click()
        game.button("Do it").click()
        expect(game.lying).to_have_count(1)
        game.lying.focus()
        game.page.keyboard.press("Enter")
        game.page.keyboard.press("r")
        game.page.keyboard.press("Escape")
        expect(game.lying).to_have_count(1)
        expect(game.verdict).to_contain_text("Can still be completed")
