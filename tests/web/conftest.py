"""A browser without a screen, whose WebGL is computed: it draws the same everywhere."""

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

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


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, as `tilewright serve` starts it; its address."""
    folder = tmp_path_factory.mktemp("jobs")
    tilewright = str(Path(sys.executable).with_name("tilewright"))
    command = [tilewright, "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(
        [*command, "--keep", str(folder)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, f"the server did not start: {said!r}"
        yield found[0].rstrip("/.")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) in (0, 130)
