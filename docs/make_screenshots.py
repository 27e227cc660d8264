"""Writes the picture of a page in the browser, in pictures/; it needs Chromium and playwright.

tilewright serve --port 8765 --no-open                        in another shell
python docs/make_screenshots.py http://127.0.0.1:8765
"""

import io
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures"
COLOURS = 128  # enough for a page, and a small file


def play(page: Page, server: str) -> bytes:
    """Six pieces of 6×10 are in their places, and the next move is shown."""
    page.goto(f"{server}/play?puzzle=pentominoes-6x10")
    for _ in range(6):
        page.get_by_role("button", name="Hint: move").click()
        page.get_by_role("button", name="Do it").click()
    page.get_by_role("button", name="Hint: move").click()
    page.get_by_role("button", name="Do it").wait_for()
    page.get_by_text("Can still be completed in").wait_for()
    page.mouse.move(2, 2)
    return page.screenshot()


def main(server: str) -> None:
    """Take the picture from a server that runs."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        size = {"width": 1080, "height": 720}
        page = browser.new_page(viewport=size, reduced_motion="reduce", color_scheme="light")  # type: ignore[arg-type]
        picture = Image.open(io.BytesIO(play(page, server))).convert("RGB")
        browser.close()
    picture.quantize(COLOURS).save(FOLDER / "browser-play.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
