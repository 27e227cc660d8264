"""Pages as the shell writes them."""

from pathlib import Path

from playwright.sync_api import Browser, expect
from scipy import ndimage

from tests.shell import run
from tests.web.shown import drawn, opened


def written(tmp_path: Path, *arguments: str) -> str:
    path = tmp_path / "written.html"
    done = run("render", *arguments, "-o", str(path))
    assert done.returncode == 0, done.stderr
    return path.read_text(encoding="utf-8")


def test_soma_turns_and_explodes(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, written(tmp_path, "soma")) as shown:
        shown.until("camera.turn > 0.65")  # it turns, and stops when it is touched
        shown.page.mouse.click(300, 250)
        assert ndimage.label(drawn(shown.pixels()))[1] == 1
        shown.page.get_by_label("Explode").press("End")
        assert ndimage.label(drawn(shown.pixels()))[1] > 1


def test_the_shell_tells_which_solutions_they_are(browser: Browser, tmp_path: Path) -> None:
    page = written(tmp_path, "soma", "--sheet", "3")
    with opened(browser, tmp_path, page) as shown:
        shown.page.get_by_role("button", name="Next solution").click()
        expect(shown.page.get_by_text("solution 2")).to_be_visible()


def test_the_shell_brings_a_still_picture(browser: Browser, tmp_path: Path) -> None:
    page = written(tmp_path, "soma")
    with opened(browser, tmp_path, page, wait=False, java_script_enabled=False) as shown:
        expect(shown.page.locator("main svg").first).to_be_visible()
