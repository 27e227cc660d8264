"""Puzzles of polygons in a real browser: played to the end, and drawn."""

from playwright.sync_api import Locator, Page, expect

# Where a point of the board is on the screen; y goes up in puzzles.
ON_SCREEN = """([x, y]) => {
  const { x: left, y: top } =
    new DOMPoint(x, -y).matrixTransform(document.querySelector("svg.table").getScreenCTM());
  return [left, top];
}"""


def middle(thing: Locator) -> tuple[float, float]:
    """Where a thing is on the screen, once it stays there."""
    before = None
    for _ in range(100):
        box = thing.bounding_box()
        assert box is not None
        if box == before:
            break
        before = box
        thing.page.wait_for_timeout(60)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Locator, to: tuple[float, float]) -> None:
    page.mouse.move(*middle(thing))
    page.mouse.down()
    page.mouse.move(*to, steps=3)
    page.mouse.up()


def test_a_tangram_is_played_with_hints_to_the_end(page: Page) -> None:
    page.goto("/play?puzzle=tangram-cat")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("completed in one way")

    square = page.locator("[data-piece=Square]")
    middle(square)
    square.click()
    for _ in range(3):
        page.keyboard.press("r")  # 45°
    half = 2**0.5 / 2
    x, y = page.evaluate(ON_SCREEN, [half, 4 * half])
    drag(page, square, (x + 7, y - 6))
    expect(square).to_have_attribute("data-on", "true")
    expect(verdict).to_contain_text("completed in one way")  # it has snapped to its place

    page.reload()  # the game is kept
    expect(square).to_have_attribute("data-on", "true")
    expect(verdict).to_contain_text("completed in one way")

    triangle = page.get_by_role("button", name="Medium triangle")
    drag(page, triangle, (x, y))
    expect(verdict).to_contain_text("Medium triangle")  # it lies partly outside, or on the square
    page.get_by_role("button", name="Hint: spot").click()
    expect(page.locator(".hints")).to_contain_text("Take piece Medium triangle away")
    page.get_by_role("button", name="Do it").click()
    expect(triangle).to_have_attribute("data-on", "false")

    page.get_by_role("button", name="Hint: piece").click()
    expect(page.locator("path.hint.piece")).to_be_visible()
    for number in range(2, 8):
        page.get_by_role("button", name="Hint: move").click()
        page.get_by_role("button", name="Do it").click()
        expect(page.locator("[data-on=true]")).to_have_count(number)
    expect(verdict).to_contain_text("Solved!")
    page.keyboard.press("Control+z")
    expect(verdict).to_contain_text("completed in one way")


def test_a_corner_is_dragged_and_the_check_tells(page: Page) -> None:
    page.goto("/edit?puzzle=tangram-convex-square")
    verdict = page.get_by_role("region", name="Check")
    solve = page.get_by_role("button", name="Solve it")
    expect(verdict).to_contain_text("No fault")
    expect(solve).to_be_enabled()

    page.get_by_role("button", name="Square", exact=False).click()
    corner = page.get_by_role("button", name="Corner 2: 1, 0")
    beyond = page.get_by_role("button", name="Corner 3: 1, 1")
    (x, y), (_, high) = middle(corner), middle(beyond)
    drag(page, corner, (x + (y - high), y + 3))  # one unit to the right
    expect(page.get_by_label("x", exact=True)).to_have_value("2")
    expect(verdict).to_contain_text("the pieces of 8.5")
    expect(verdict.locator(".error")).to_be_visible()
    expect(solve).to_be_disabled()

    page.get_by_role("button", name="Undo").click()
    expect(verdict).to_contain_text("No fault")
    page.get_by_role("button", name="Corner 2: 1, 0").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_label("x", exact=True)).to_have_value("3/2")
    page.get_by_label("x", exact=True).fill("sqrt(2)")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Corner 2: sqrt(2), 0")).to_be_visible()


def test_a_piece_is_drawn_corner_by_corner(page: Page) -> None:
    page.goto("/edit")
    page.get_by_role("button", name="Free polygons").click()
    verdict = page.get_by_role("region", name="Check")
    expect(verdict).to_contain_text("No fault")
    page.get_by_role("button", name="Draw a piece").click()
    corners = [page.get_by_role("button", name=f"Corner {k}: ") for k in (1, 2, 3)]
    first, second, third = map(middle, corners)
    for x, y in (first, second, third, first):
        page.mouse.click(x + 3, y - 3)
    expect(page.get_by_role("heading", name="Piece B")).to_be_visible()
    expect(verdict).to_contain_text("the pieces of 24")
    page.get_by_role("button", name="A ×2").click()
    page.get_by_label("How many").fill("1")
    page.keyboard.press("Tab")
    expect(verdict).to_contain_text("No fault")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator(".verdict")).to_contain_text("Can still be completed in")


def test_corners_that_were_drawn_stay_until_they_are_taken_back(page: Page) -> None:
    page.goto("/edit")
    page.get_by_role("button", name="Free polygons").click()
    draw = {
        name: page.get_by_role("button", name=name)
        for name in ("Draw a piece", "Draw a board part", "Cut a hole")
    }
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    close = page.get_by_role("button", name="Close the polygon")
    corners = [page.get_by_role("button", name=f"Corner {k}: ") for k in (1, 2, 3)]
    spots = [(x + 3, y - 3) for x, y in map(middle, corners)]
    sketch = page.locator(".sketch path")

    draw["Cut a hole"].click()
    page.mouse.dblclick(*spots[0])  # too early to close it
    page.mouse.click(*spots[1])
    page.mouse.click(*spots[2])
    expect(close).to_be_enabled()
    for name in ("Draw a board part", "Draw a piece", "Draw a piece"):  # another kind, no other one
        draw[name].click()
        expect(draw[name]).to_have_attribute("aria-pressed", "true")
        expect(close).to_be_enabled()
    page.keyboard.press("Enter")  # on the button
    expect(close).to_be_enabled()

    undo.click()
    expect(close).to_be_disabled()
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(undo).to_be_disabled()
    for _ in range(3):
        redo.click()
    expect(redo).to_be_disabled()
    expect(close).to_be_enabled()
    before = sketch.get_attribute("d")

    page.get_by_role("button", name="A ×2").click()  # a look at another shape
    page.get_by_role("link", name="Solve", exact=True).click()
    expect(page.get_by_role("button", name="Find one")).to_be_visible()
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(close).to_be_enabled()
    assert (before or "").startswith(sketch.get_attribute("d") or "-")

    page.get_by_role("button", name="Corner 1: ").focus()
    page.keyboard.press("Backspace")  # the last one that was drawn, none of the shape
    expect(close).to_be_disabled()
    expect(corners[2]).to_be_visible()
    redo.click()
    close.click()
    expect(page.get_by_role("heading", name="Piece B")).to_be_visible()
    undo.click()
    expect(page.get_by_role("button", name="B ×1")).to_have_count(0)
    redo.click()
    expect(page.get_by_role("button", name="B ×1")).to_be_visible()
