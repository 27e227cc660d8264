"""Polygon puzzles as drawings: what is read, what is refused, and that writing keeps everything."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tilewright as tw
from tests.fuzzing import watched
from tests.polygon_shapes import polygon_puzzles
from tests.texts import raises_text
from tilewright.document import FileError
from tilewright.formats import read_svg, write_svg
from tilewright.polygons import PolygonPuzzle, Shape
from tilewright.polygons.model.svg_puzzle import format_svg, parse_svg

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
BOARD = '<rect id="board" width="4" height="4"/>'
UNIT = Shape.of([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])


def drawn(inside: str, *, exact: bool = False) -> PolygonPuzzle:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="{INKSCAPE}">\n{inside}\n</svg>'
    return parse_svg(svg, "x.svg", exact=exact).puzzle


def corners(shape: Shape) -> set[tuple[float, float]]:
    return {(float(x), float(y)) for ring in shape.floats for x, y in ring}


def refused(inside: str, *, exact: bool = False) -> str:
    with pytest.raises(FileError) as caught:
        drawn(inside, exact=exact)
    return str(caught.value)


@given(polygon_puzzles())
@example(tw.load("stomachion"))
@example(tw.load("tangram-convex-square"))
def test_what_is_drawn_reads_back(puzzle: PolygonPuzzle) -> None:
    found = parse_svg(format_svg(puzzle)).puzzle
    assert found == puzzle


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="M0 0 L1 0 L1,-1 0-1Z"/>',
        '<path d="m0,0 1,0 0,-1 -1,0z"/>',
        '<path d="M0 0H1V-1H0z"/>',
        '<path d="M0 0h1v-1h-1v1"/>',
        '<path d="M 0 0 h 1 v -.5 v -.5 h -1 v 0 Z"/>',
        '<path d="M0-0L1e0 0 1-1.0 0-1 0 0z"/>',
        '<polygon points="0,0 1,0 1,-1 0,-1"/>',
        '<polyline points="0 0 1 0 1 -1 0 -1 0 0"/>',
        '<rect y="-1" width="1" height="1px"/>',
        '<rect transform="translate(0 -1)" width="1" height="1"/>',
        '<rect transform="scale(1, -1)" width="1" height="1"/>',
        '<rect transform="rotate(-90)" width="1" height="1"/>',
        '<rect transform="rotate(180, .5, 0) translate(0,-0)" width="1" height="1"/>',
        '<rect transform="matrix(.5 0 0 .5 0 -1)" width="2" height="2"/>',
        '<g transform="translate(3)"><g transform="scale(.25) translate(-12,-4)">'
        '<rect width="4" height="4"/></g></g>',
    ],
)
def test_shapes(shape: str) -> None:
    puzzle = drawn(BOARD + shape)
    assert len(puzzle.pieces) == 1
    found = puzzle.pieces[0].shape.simplified()
    assert corners(found) == corners(UNIT)
    assert found.area == 1
    assert not puzzle.exact
    assert drawn(BOARD + shape, exact=True).exact


def test_turned_shapes() -> None:
    shape = drawn(BOARD + '<rect transform="rotate(45)" width="1" height="1"/>').pieces[0].shape
    assert shape.area == pytest.approx(1)
    assert max(y for _, y in corners(shape)) == 0.0  # turned down, since y points down there
    message = refused(
        BOARD + '\n<rect id="A" transform="rotate(45)" width="1" height="1"/>', exact=True
    )
    assert message == (
        "x.svg:3: <rect> 'A': it is turned by an angle that is no multiple of 90°, not exactly"
    )


def test_names_and_boards() -> None:
    puzzle = drawn("""
<title>A &lt;title&gt;</title>
<g inkscape:label="Target"><rect width="2" height="2"/><rect x="3" width="1" height="1"/></g>
<rect id="one" width="1" height="1"><title>The first</title></rect>
<rect id="two" inkscape:label="second" width="1" height="1"/>
<rect id="two" width="1" height="1" data-count="3" data-flip="false" data-turn="true"/>
<g id="two"><rect width="1" height="1"/></g>
<rect fill="red" width="1" height="1"/>
<rect style="stroke: none; fill: #00f" width="1" height="1"/>
<rect width="1" height="1"/>
<rect display="none" width="9" height="9"/>
<defs><circle r="1"/></defs>
<inkscape:grid><rect width="9" height="9"/></inkscape:grid>
<text x="1" y="1">words</text>
""")
    assert puzzle.title == "A <title>"
    assert [part.area for part in puzzle.board] == [4, 1]
    assert [(piece.name, piece.count, piece.flip) for piece in puzzle.pieces] == [
        ("The first", 1, True),
        ("second", 1, True),
        ("two", 3, False),
        ("two 2", 1, True),
        ("red", 1, True),
        ("#00f", 1, True),
        ("piece 7", 1, True),
    ]


def test_rings_are_nested() -> None:
    puzzle = drawn(
        '<path id="board" d="M0 0h9v9h-9z M1 1h7v7h-7z M2 2h5v5h-5z M3 3h1v1h-1z M20 0h1v1h-1z"/>'
        '<path id="A" d="M0 0h9v9h-9z M1 1v7h7v-7z"/>'
    )
    assert [(part.area, len(part.holes)) for part in puzzle.board] == [(32, 1), (24, 1), (1, 0)]
    assert (puzzle.pieces[0].shape.area, len(puzzle.pieces[0].shape.holes)) == (32, 1)
    assert refused('<path id="B" d="M0 0h1v1h-1z M2 0h1v1h-1z"/>') == (
        "x.svg:2: <path> 'B': it is in 2 parts: a piece is one polygon"
    )


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ('<circle id="A" r="1"/>', "2: <circle> 'A': it is round: only straight sides are read"),
        ('<path id="A" d="M0 0C1 1 2 2 3 3Z"/>', "2: <path> 'A': its path has a curve (C): only"),
        ('<path id="A" d="M0 0a1 1 0 0 0 2 2z"/>', "2: <path> 'A': its path has an arc (a): only"),
        (
            '\n<path d="M0 0L1 0L1 1"/>',
            "3: <path>: it is not closed: it begins at (0, 0) and ends at (1, 1); end it where it "
            "began, or with Z",
        ),
        ('<path d="M0 0h1v1 M5 5h1v1h-1z"/>', "2: <path>: it is not closed: it begins at (0, 0)"),
        ('<polyline points="0 0 1 0 1 1"/>', "2: <polyline>: it is not closed"),
        (
            '<polygon points="0 0 1"/>',
            "2: <polygon>: points has 3 numbers: expected an even",
        ),
        ('<path d="L0 0"/>', "2: <path>: its path begins with 'L0 0': expected M"),
        ('<path d="0 0"/>', "2: <path>: its path begins with '0 0': expected M"),
        ('<path d="M0 0 1 Z"/>', "2: <path>: its path has 3 numbers after M"),
        ('<path d="M0 0 L Z"/>', "2: <path>: its path has 0 numbers after L"),
        ('<path d="M0 0 X"/>', "2: <path>: its path has 'X', which is no command of a path"),
        (
            '<path d="M0 0 L1 % Z"/>',
            "2: <path>: the path, after L, has '%': expected plain",
        ),
        ('<path d="M0 0 L1e99 0 Z"/>', "2: <path>: the path, after L, has the number 1e99…"),
        ('<rect width="1em" height="2"/>', "2: <rect>: width has 'em': expected plain numbers"),
        ('<rect width="1" height="0"/>', "2: <rect>: it is 1 wide and 0 high"),
        ('<rect width="1" height="1" rx=".1"/>', "2: <rect>: it has round corners (rx, ry)"),
        (
            '<g id="G" transform="skewX(3)"/>',
            "2: <g> 'G': transform has 'skewX', which is not",
        ),
        ('<g transform="rotate()"/>', "2: <g>: transform has rotate() with 0 numbers"),
        ('<g transform="turn 3"/>', "2: <g>: transform has 'turn 3': expected some such as"),
        ('<use href="#A"/>', "2: <use>: copies and drawings inside drawings are not read"),
        ("<svg/>", "2: <svg>: copies and drawings inside drawings are not read"),
        ('<rect width="1" height="1" data-count="x"/>', "2: <rect>: data-count is 'x'"),
        ('<rect width="1" height="1" data-turn="x"/>', "2: <rect>: data-turn is 'x'"),
    ],
)
def test_what_is_refused(inside: str, message: str) -> None:
    assert refused(inside).startswith(f"x.svg:{message}")


def test_all_is_told_at_once() -> None:
    found = refused('<circle id="A" r="1"/>\n<g><ellipse id="B" rx="1" ry="2"/></g>')
    assert [line.partition(":")[2][:5] for line in found.splitlines()] == ["2: <c", "3: <e"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.svg:1: this is not XML: no element found"),
        ("<svg>\n<g></svg>", "x.svg:2: this is not XML: mismatched tag"),
        ("<html/>", "x.svg:1: this is not SVG: expected an element <svg>"),
        (
            '<!DOCTYPE svg [<!ENTITY a "aaaa">]>\n<svg>&a;</svg>',
            "x.svg:1: document types and entities are not read: save the drawing as plain SVG",
        ),
        (
            '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>',
            "x.svg:1: document types and entities are not read",
        ),
        ("<svg>" + "<g>" * 200, "x.svg:1: this has elements nested more than 100 deep"),
        ("<svg>" + "<g/>" * 100_001, "x.svg:1: this has more than 100,000 elements"),
    ],
)
def test_files_that_are_no_drawings(text: str, message: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_svg(text, "x.svg")
    assert str(caught.value).startswith(message)


def test_too_many_corners() -> None:
    path = " ".join(f"L{k} {k * k % 1013}" for k in range(50_001))
    shapes = f'<path id="A" d="M0 0 {path} Z"/><path id="B" d="M0 0 {path} Z"/>'
    assert refused(shapes) == "x.svg:2: <path> 'B': with it there are more than 100,000 corners"


def test_edits_are_seen() -> None:
    """Coordinates that were written along are only taken if they are still what is drawn."""
    text = format_svg(tw.load("tangram-convex-square"))
    moved = text.replace('<g id="pieces">', '<g id="pieces" transform="translate(7.5 -3)">')
    assert parse_svg(moved).puzzle == parse_svg(text).puzzle
    scaled = text.replace('<g id="pieces">', '<g id="pieces" transform="scale(2)">')
    puzzle = parse_svg(scaled).puzzle
    assert puzzle.board == parse_svg(text).puzzle.board
    assert not puzzle.exact
    assert puzzle.pieces[0].shape.area == pytest.approx(8)
    shifted = text.replace('<g id="board"', '<g id="board" transform="translate(1)"')
    assert not parse_svg(shifted).puzzle.board[0].exact


def test_files(tmp_path: Path) -> None:
    puzzle = tw.load("stomachion")
    write_svg(puzzle, tmp_path / "x.svg")
    assert read_svg(tmp_path / "x.svg") == tw.load(str(tmp_path / "x.svg")) == puzzle
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    broken = tmp_path / "broken.svg"
    broken.write_text(text.replace('id="piece-2"', 'id="piece-2" data-count="2"'), encoding="utf-8")
    with raises_text(FileError):
        read_svg(broken)
    with raises_text(tw.puzzle.PuzzleError):
        write_svg(tw.load("soma"), tmp_path / "y.svg")


@given(st.text("MmLlHhVvZz0123456789.,-+ eEcA", max_size=40))
def test_any_path_is_read_or_refused(data: str) -> None:
    svg = f'<svg><path id="A" d="{data}"/></svg>'
    try:
        puzzle = parse_svg(svg).puzzle
    except FileError as error:
        assert str(error).startswith("<text>:1: <path> 'A': ")
        return
    for piece in puzzle.pieces:
        assert piece.shape.corner_count >= 2


def test_many_shapes_of_one_name() -> None:
    """Each name was compared with all before it: 20,000 paths without ids took over a minute."""
    with watched():
        puzzle = drawn(BOARD + '<path fill="red" d="M0 0h1v1h-1z"/>' * 8_000)
    names = [piece.name for piece in puzzle.pieces]
    assert names == ["red", *(f"red {number}" for number in range(2, 8_001))]


@pytest.mark.parametrize(
    ("one", "message"), [("scale(1e60)", "beyond 1e60"), ("scale(.1)", "more than 4,000 bits")]
)
def test_transforms_without_end(one: str, message: str) -> None:
    """The numbers grew with each; 20,000 of the first took for ever."""
    with watched():
        said = refused(f'{BOARD}<rect width="1" height="1" transform="{one * 20_000}"/>')
    assert message in said
