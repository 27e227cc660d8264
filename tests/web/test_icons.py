"""Icons are drawn: where a font lacks a sign, there is an empty box instead."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

ROOT = Path(__file__).parents[2]
SOURCES = [
    *(ROOT / "web" / "src").rglob("*.ts*"),
    *(ROOT / "src" / "tilewright" / "render" / "viewer").glob("*.js"),
]
SIGNS = re.compile("[\u2190-\u2211\u2213-\u2219\u2300-\u2bff\U0001f000-\U0001faff]")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
IN_A_TITLE = {"words.ts"}  # the title of a tab holds no drawings
SHOWN = """() => [...document.querySelectorAll("button")]
  .filter(button => button.checkVisibility())
  .map(button => ({
    name: button.getAttribute("aria-label") ?? button.innerText.trim(),
    icon: button.querySelector("svg.icon")?.getBoundingClientRect().width ?? null,
  }))"""


def test_no_sign_is_left_to_fonts() -> None:
    assert len(SOURCES) > 100
    found = {
        path.name: signs
        for path in SOURCES
        if not path.name.endswith(".test.ts") and path.name not in IN_A_TITLE
        if (signs := set(SIGNS.findall(re.sub(COMMENT, "", path.read_text(encoding="utf-8")))))
    }
    assert found == {}


def test_every_button_has_a_name_and_icons_are_seen(page: Page) -> None:
    icons = 0
    for path in ("/edit?puzzle=soma", "/edit?puzzle=tangram-cat", "/play?puzzle=soma"):
        page.goto(path)
        expect(page.locator("main button svg.icon").first).to_be_visible()
        for button in page.evaluate(SHOWN):
            assert button["name"], (path, button)
            icons += button["icon"] is not None
            assert button["icon"] is None or button["icon"] > 8, (path, button)
    assert icons > 30
