"""A browser without a screen, whose WebGL is computed: it draws the same everywhere."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.web.working import Served

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--disable-background-networking", "--disable-component-update", "--disable-sync")
PATIENCE = 15_000  # milliseconds: a busy machine is slow
DRAWING = ("--enable-unsafe-swiftshader", "--use-gl=angle", "--use-angle=swiftshader")

expect.set_options(timeout=PATIENCE)


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


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, as `tilewright serve` starts it; its address."""
    with Served(tmp_path_factory.mktemp("jobs")) as served:
        yield served.url


@pytest.fixture
def page(browser: Browser, server: str) -> Iterator[Page]:
    """A page of a browser that has never been here; no script of it may fail."""
    with browser.new_context(
        base_url=server, viewport={"width": 1280, "height": 800}, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        wrong: list[str] = []
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        yield page
        assert wrong == []
