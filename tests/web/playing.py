"""Playing in a browser, for tests: where things are on the page, and how a hand moves."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

__all__ = ["Game", "expect", "playing"]

XY = tuple[float, float]


class Game:
    """A page on which a puzzle is played."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.verdict = page.locator(".verdict p")
        self.lying = page.locator(".board .lying:not(.fixed)")
        self.said = page.locator(".game .unseen")

    def piece(self, name: str) -> Locator:
        """A piece in the tray."""
        return self.page.locator(f'.stock[data-piece="{name}"]')

    def placed(self, name: str) -> Locator:
        """A piece on the board."""
        return self.page.locator(f'.board .lying[data-piece="{name}"]')

    def cell(self, *cell: int) -> XY:
        """Where the middle of a cell is."""
        return middle(self.page.locator(f'.empty [data-cell="{",".join(map(str, cell))}"]'))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def drag(self, what: Locator, to: XY, *keys: str, drop: bool = True) -> None:
        """Drag a piece by its middle with the mouse; keys are pressed on the way."""
        mouse = self.page.mouse
        mouse.move(*middle(what))
        mouse.down()
        mouse.move(*to, steps=3)
        for key in keys:
            self.page.keyboard.press(key)
        if drop:
            mouse.up()

    def moves(self, count: int) -> None:
        """Wait until so many moves were made."""
        expect(self.page.locator(".score")).to_contain_text(f"{count} move")


def middle(what: Locator) -> XY:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def playing(browser: Browser, server: str, puzzle: str, **given: Any) -> Iterator[Game]:
    """The page of a puzzle, in a browser that has seen none before; it must not fail."""
    given = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | given
    context = browser.new_context(**given)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{server}/play?puzzle={puzzle}")
    game = Game(page)
    game.page.locator(".stock").first.wait_for()
    yield game
    assert faults == []
    context.close()
