"""The editor in a real browser: drawing with the mouse, with keys, files, links and drafts."""

import re
import zlib
from base64 import urlsafe_b64decode
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

import tilewright as tw

Point = tuple[float, float]


def begin(page: Page, cells: str = "Squares") -> None:
    page.goto("/edit")
    page.get_by_role("button", name=cells, exact=False).first.click()
    expect(page.locator(".paper .lines")).to_be_attached()


def stroke(page: Page, *points: Point) -> None:
    """A line with the mouse, through the cells at these places."""
    places = page.evaluate(
        """async points => {
            for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
            const { a, d, e, f } = document.querySelector('.paper').getScreenCTM();
            return points.map(([x, y]) => [a * x + e, d * y + f]);
        }""",
        points,
    )
    page.mouse.move(*places[0])
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*place)
    page.mouse.up()


def filled(page: Page, count: int, fill: str = "must") -> None:
    expect(page.locator(f".paper .cell.{fill}")).to_have_count(count)


def add_piece(page: Page, name: str, *points: Point) -> None:
    page.get_by_role("button", name="+ Add a piece").click()
    expect(page.get_by_role("heading", name=f"Piece {name}")).to_be_visible()
    filled(page, 0)
    stroke(page, *points)


def drawn(page: Page) -> None:
    """A board of 5×3 and three pieces."""
    for row in range(3):
        stroke(page, (0, row), (4, row))
        filled(page, 5 * (row + 1))
    pieces: dict[str, tuple[Point, ...]] = {
        "A": ((0, 0), (4, 0)),
        "B": ((0, 0), (3, 0), (3, 1)),
        "C": ((0, 0), (0, 1), (3, 1)),
    }
    for name, points in pieces.items():
        add_piece(page, name, *points)
        filled(page, 5)
    expect(page.get_by_text("Ready to solve")).to_be_visible()


def in_address(page: Page, text: str) -> None:
    """Wait until the puzzle in the address has this text."""
    for _ in range(300):
        packed = page.url.partition("#p=")[2]
        if packed and text in zlib.decompress(urlsafe_b64decode(packed + "=="), -15).decode():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{text!r} does not come into the address: {page.url}")


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_board_and_pieces_are_drawn_with_the_mouse_and_saved(page: Page, tmp_path: Path) -> None:
    begin(page)
    drawn(page)
    expect(page.get_by_text("15 cells on the board, pieces cover 15")).to_have_class("good")
    page.get_by_label("Title", exact=True).fill("My first")
    page.get_by_label("Title", exact=True).press("Enter")
    file = saved(page, tmp_path)
    assert file.name == "my-first.toml"
    puzzle = tw.load(file)
    assert isinstance(puzzle, tw.Puzzle)
    assert sorted(puzzle.board.must) == [(x, y) for x in range(5) for y in range(3)]
    assert [piece.size for piece in puzzle.pieces] == [5, 5, 5]
    assert tw.count(puzzle).solutions == 4

    in_address(page, "My first")
    page.reload()
    expect(page.get_by_label("Title", exact=True)).to_have_value("My first")
    page.goto("/edit")  # and so has the browser
    page.get_by_role("button", name="Resume your last drawing").click()
    expect(page.get_by_label("Title", exact=True)).to_have_value("My first")
    filled(page, 15)


def test_the_first_cell_decides_and_strokes_are_undone_as_a_whole(page: Page) -> None:
    begin(page)
    stroke(page, (0, 0), (4, 0))
    stroke(page, (1, 0), (3, 0), (3, 2))  # begins on a filled cell: it erases
    filled(page, 2)
    page.keyboard.press("Control+z")
    filled(page, 5)
    page.keyboard.press("Control+z")
    filled(page, 0)
    page.keyboard.press("Control+y")
    filled(page, 5)
    page.keyboard.press("5")  # the rectangle
    stroke(page, (0, 1), (4, 2))
    filled(page, 15)
    page.get_by_role("button", name="May be empty").click()
    stroke(page, (0, 0), (1, 0))
    filled(page, 2, "may")
    expect(page.get_by_text("13 to 15 cells on the board")).to_be_visible()


def test_a_puzzle_can_be_drawn_without_a_mouse(page: Page) -> None:
    begin(page)
    page.locator(".paper").focus()
    for key in ("Space", "ArrowRight", "Space", "ArrowDown", "Space"):
        page.keyboard.press(key)
    expect(page.locator(".where")).to_have_text("row 2, column 2: filled")
    filled(page, 3)
    page.keyboard.press("Backspace")
    expect(page.locator(".where")).to_have_text("row 2, column 2: empty")
    page.keyboard.press("r")
    page.keyboard.press("Shift+ArrowRight")
    filled(page, 2)
    page.keyboard.press("?")
    expect(page.get_by_text("clear the canvas")).to_be_visible()
    page.keyboard.press("Delete")
    filled(page, 0)


def test_layers_of_soma_are_shown_and_changed(page: Page) -> None:
    page.goto("/edit?puzzle=soma")
    expect(page.get_by_text("layer 1 of 3")).to_be_visible()
    filled(page, 9)
    expect(page.locator(".solid canvas")).to_be_visible()
    page.keyboard.press("]")
    expect(page.get_by_text("layer 2 of 3")).to_be_visible()
    stroke(page, (1, 1))
    expect(page.get_by_text("26 cells on the board, pieces cover 27")).to_have_class("bad")
    expect(page).to_have_url(re.compile("#p="))  # now it is the user's own
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("27 cells on the board, pieces cover 27")).to_be_visible()
    for _ in range(2):
        page.keyboard.press("]")
    expect(page.get_by_text("new layer below")).to_be_visible()
    stroke(page, (0, 0))
    expect(page.get_by_text("layer 4 of 4")).to_be_visible()


def test_a_link_has_the_whole_drawing(page: Page) -> None:
    begin(page, "Hexagons")
    stroke(page, (0, 0), (2, 0))
    page.get_by_role("combobox", name="Add a ready set of pieces").select_option("trihexes")
    page.get_by_text("Pieces left over").get_by_role("combobox").select_option("any")
    expect(page.get_by_text("Ready to solve")).to_be_visible()
    in_address(page, "spare")
    link = page.url
    page.goto("/")
    page.evaluate("localStorage.clear()")
    page.goto(link)
    expect(page.locator(".entry")).to_have_count(4)
    filled(page, 3)


def test_a_fault_leads_to_its_piece(page: Page) -> None:
    begin(page)
    drawn(page)
    page.get_by_role("button", name=re.compile("^A ")).click()
    page.get_by_label("How many").fill("lots")
    page.get_by_label("How many").press("Enter")
    page.get_by_role("button", name=re.compile("^Board")).click()
    page.locator(".problems button").first.click()
    expect(page.get_by_role("heading", name="Piece A")).to_be_visible()


def test_a_file_that_cannot_be_read_says_why(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('lattice = "square"\n[board]\ndrawing = "##\n')
    page.goto("/edit")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file…").click()
    chooser.value.set_files(file)
    expect(page.get_by_role("alert")).to_contain_text("cannot be opened")
    expect(page.get_by_role("alert")).to_contain_text("Line 3: ")
    file.write_text('lattice = "square"\n[board]\ndrawing = "##"\n[[piece]]\ndrawing = "##"\n')
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file…").click()
    chooser.value.set_files(file)
    expect(page.get_by_text("Ready to solve")).to_be_visible()


def test_fixed_pieces_turn_with_the_board(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "fixed.toml"
    file.write_text(
        'lattice = "square"\n[board]\nbox = [3, 1]\n[[piece]]\nname = "A"\ndrawing = "##"\n'
        '[[piece]]\nname = "B"\ndrawing = "#"\n[[fixed]]\npiece = "A"\ncells = [[1, 0], [2, 0]]\n'
    )
    page.goto("/edit")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file…").click()
    chooser.value.set_files(file)
    expect(page.locator(".fixed path")).to_have_count(1)
    page.keyboard.press("r")
    turned = tw.load(saved(page, tmp_path))
    assert isinstance(turned, tw.Puzzle)
    assert turned.board.must == ((0, 0), (0, 1), (0, 2))
    assert turned.fixed[0].cells == ((0, 1), (0, 2))
    page.get_by_role("button", name="Free").click()
    expect(page.locator(".fixed path")).to_have_count(0)
    expect(page.get_by_text("Ready to solve")).to_be_visible()


def test_a_finger_draws_and_two_zoom(browser: Browser, server: str) -> None:
    with browser.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, base_url=server
    ) as context:
        page = context.new_page()
        begin(page)
        stroke(page, (0, 0))
        hand = context.new_cdp_session(page)

        def touch(kind: str, *points: Point) -> None:
            fingers = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
            hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

        box = page.locator(".paper").bounding_box()
        assert box is not None
        x, y = box["x"] + 60, box["y"] + box["height"] - 60
        touch("touchStart", (x, y))
        touch("touchMove", (x + 200, y))
        touch("touchEnd")
        expect(page.locator(".entry.board")).to_contain_text(re.compile("[4-6] cells"))
        before = page.locator(".paper").get_attribute("viewBox")
        drawn = page.locator(".entry.board").inner_text()
        touch("touchStart", (x, y))
        touch("touchStart", (x, y), (x + 100, y))
        touch("touchMove", (x, y), (x + 200, y))
        touch("touchEnd")
        expect(page.locator(".paper")).not_to_have_attribute("viewBox", before or "")
        expect(page.locator(".entry.board")).to_have_text(drawn.replace("\n", ""))


def test_what_is_not_shown_is_kept(page: Page, tmp_path: Path) -> None:
    page.goto("/edit?puzzle=jigsaw-4x4-star")
    expect(page.get_by_text("which this editor keeps but does not show")).to_be_visible()
    page.get_by_label("Title", exact=True).fill("Star")
    page.get_by_label("Title", exact=True).press("Enter")
    expect(page).to_have_url(re.compile("#p="))
    kept, before = tw.load(saved(page, tmp_path)), tw.load("jigsaw-4x4-star")
    assert isinstance(kept, tw.Puzzle)
    assert isinstance(before, tw.Puzzle)
    assert (kept.marks, kept.pieces) == (before.marks, before.pieces)
    assert (kept.title, before.title != "Star") == ("Star", True)
