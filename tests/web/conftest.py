"""A browser without a screen, whose WebGL is computed: it draws the same everywhere."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
DRAWING = ("--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader")


def launched(playwright: Playwright, *flags: str) -> Browser:
    found = [path for path in map(shutil.which, NAMES) if path]
    if not found:
        pytest.fail("no Chromium here: `make test` installs it, or `apt-get install chromium`")
    flags = ("--no-sandbox", "--force-color-profile=srgb", *QUIET, *flags)
    return playwright.chromium.launch(executable_path=found[0], args=list(flags))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright, *DRAWING)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser_without_webgl(playwright: Playwright) -> Iterator[Browser]:
    browser = launched(playwright, "--disable-gpu", "--disable-3d-apis")
    yield browser
    browser.close()
