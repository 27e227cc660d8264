"""Pictures on a terminal: lines between pieces only, nothing too wide, letters without colours."""

import re
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.shell import run
from tests.texts import raises_text
from tilewright.cli.colour import Paper
from tilewright.engines import OptionError
from tilewright.lattices import Cell, lattice
from tilewright.puzzle import Board
from tilewright.render import PictureError
from tilewright.render.palette import PALETTE, placed_colours
from tilewright.render.terminal import to_terminal
from tilewright.render.terminal.canvas import Canvas, chip
from tilewright.render.terminal.cells import Coloured, areas_canvas
from tilewright.render.terminal.pictures import board_canvas
from tilewright.render.terminal.stencils import near_in_layer, place_of, stencils
from tilewright.render.terminal.tiles import Paint, layers

GOLDEN = Path(__file__).parent.parent / "golden/pictures/terminal.txt"
NAMES = (  # one for each way to draw
    "soma",
    "scott",
    "tetrahexes-4x7",
    "hex-prisms",
    "hexiamond-hexagon",
    "spheres-900",
    "discs-12",
    "tetrasticks-5x5-without-h",
    "tangram-square",
    "tangram-cat",
)
AREAS = ("tangram-square", "tangram-cat")  # where letters stand in these is not ours to say
TO_LEFT, TO_RIGHT, UP, DOWN = "─┐┘┤┬┴┼", "─┌└├┬┴┼", "│└┘├┤┴┼", "│┌┐├┤┬┼"  # lines that go there

Line = tuple[int, int, str]  # a place, and which characters make a line there


def stripped(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@st.composite
def drawings(draw: st.DrawFn, name: str) -> dict[Cell, Paint]:
    """Some cells, each a part of one of three pieces, which may be anywhere."""
    on = lattice(name)
    box = product(*(range(7 if axis < 2 else 2) for axis in range(on.dimension)))
    cells = [cell for cell in box if on.kind(cell)]
    pieces = draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 2), min_size=1))
    return {cell: Paint(piece, PALETTE[piece], named=True) for cell, piece in pieces.items()}


def square_lines(size: int, step: tuple[int, int]) -> Iterator[Line]:
    """The side of a square: its lines go on from one character to the next."""
    width, height = {0: (6, 3), 1: (4, 2)}[size]
    if step[1] == 0:
        x = width - 1 if step[0] > 0 else 0
        yield from ((x, 0, DOWN), (x, 1, UP))
    else:
        y = height - 1 if step[1] > 0 else 0
        yield from ((1, y, TO_RIGHT), (2, y, TO_LEFT))


def hexagon_lines(size: int, step: tuple[int, int]) -> Iterator[Line]:
    k = 3 - size
    right = step[0] > 0
    if step[1] == 0:
        yield 2 * k - 1 if right else 0, k - 1, "│"
    for j in range(1, k) if step[1] else ():
        yield (
            2 * k - 1 - j if right else j,
            k - 1 + j * step[1],
            "╱" if right == (step[1] > 0) else "╲",
        )


def triangle_lines(size: int, step: tuple[int, int], *, up: bool) -> Iterator[Line]:
    k = 3 - size
    if step[1]:
        yield from ((x, k - 1 if up else 0, "▁" if up else "▔") for x in range(1, 2 * k - 1))
        return
    for y in range(k):
        inset = k - 1 - y if up else y
        right = step[0] > 0
        yield 2 * k - 1 - inset if right else inset, y, "╲" if right == up else "╱"


def lines_of(name: str, size: int, cell: Cell, step: tuple[int, int]) -> Iterator[Line]:
    on = lattice(name)
    if name in ("square", "cube"):
        return square_lines(size, step)
    if name in ("hexagon", "hexagon-prism"):
        return hexagon_lines(size, step)
    return triangle_lines(size, step, up=(0, 1) in near_in_layer(on, cell))


SCALES = {"square": ((6, 3), (4, 2)), "hexagon": ((3, 3), (2, 2)), "triangle": ((4, 3), (3, 2))}
SCALES |= {"cube": SCALES["square"]}
SCALES |= {f"{name}-prism": SCALES[name] for name in ("hexagon", "triangle")}


@pytest.mark.parametrize("size", [0, 1])
@pytest.mark.parametrize("name", SCALES)
@given(data=st.data())
def test_lines_are_between_pieces_and_nowhere_else(
    name: str, size: int, data: st.DataObject
) -> None:
    on = lattice(name)
    painted = data.draw(drawings(name))
    across, down = SCALES[name][size]
    places = {cell: place_of(on, cell) for cell in painted}
    left, top, front = (min(place[axis] for place in places.values()) for axis in range(3))
    texts = [
        stripped(canvas.text()).split("\n") for canvas in layers(on, painted, stencils(on)[size])
    ]
    for cell, (column, row, layer) in places.items():
        rows = texts[layer - front]
        for step, there in near_in_layer(on, cell).items():
            other = painted.get(there)
            apart = other is None or other.piece != painted[cell].piece
            drawn = [
                rows[(row - top) * down + y].ljust(200)[(column - left) * across + x] in chars
                for x, y, chars in lines_of(name, size, cell, step)
            ]
            assert drawn
            corners = name in ("square", "cube")  # reach from elsewhere into a side
            assert all(drawn) if apart else not (all if corners else any)(drawn)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_nothing_is_too_wide(name: str, width: int) -> None:
    puzzle = tw.load(name)
    for what in (puzzle, next(tw.solve(puzzle))):
        lines = stripped(to_terminal(what, width=width)).split("\n")
        assert 1 < max(map(len, lines)) <= width


def test_pictures_are_as_they_were() -> None:
    """To make the file anew, write `golden_text()` into it, and look at it."""
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


def golden_text() -> str:
    solutions = {name: next(tw.solve(tw.load(name))) for name in NAMES if name not in AREAS}
    return "".join(f"{n}\n{stripped(to_terminal(s))}\n\n" for n, s in solutions.items())


def test_each_part_of_a_piece_has_its_letter() -> None:
    solution = next(tw.solve(tw.load("soma")))
    drawn = stripped(to_terminal(solution, width=80))
    parts = {
        (letter, cell[2]) for cell, letter in solution.letters.items()
    }  # no piece has two parts in a layer here
    assert sorted(re.findall("[A-Z]", drawn)) == sorted(letter for letter, _ in parts)


def test_without_colour_there_are_letters() -> None:
    solution = next(tw.solve(tw.load("soma")))
    assert to_terminal(solution, colour=False) == str(solution)
    assert "Large triangle ×2" in stripped(to_terminal(tw.load("tangram-cat")))


def test_colours_stay_apart_where_there_are_few() -> None:
    told = [re.findall(r"48;5;(\d+)", chip("", colour).text(full=False))[0] for colour in PALETTE]
    assert len(set(told)) == len(PALETTE)
    assert all(16 <= int(number) < 256 for number in told)


def test_pieces_of_a_kind_that_touch_have_different_colours() -> None:
    solution = next(tw.solve(tw.load("y-15x15")))
    fills = placed_colours(solution)
    piece_of = {cell: k for k, one in enumerate(solution.placed) for cell in one.cells}
    fill_of = {cell: fills[k] for cell, k in piece_of.items()}
    pairs = [
        (cell, there)
        for cell in fill_of
        for there in solution.puzzle.lattice.neighbours(cell).values()
        if there in fill_of and piece_of[cell] != piece_of[there]
    ]
    assert len(pairs) > 100
    assert all(fill_of[cell] != fill_of[there] for cell, there in pairs)


def test_cells_that_may_stay_empty_look_different() -> None:
    square = lattice("square")
    canvas = board_canvas(square, Board(((0, 0),), ((1, 0),)), 80)
    assert canvas is not None
    assert stripped(canvas.text()).split("\n") == ["┌────┐┌────┐", "│    ││ ?  │", "└────┘└────┘"]
    assert len({spot.ground for spot in canvas.spots.values()}) == 2


def test_what_has_no_shape_is_drawn_as_letters() -> None:
    on = lattice("tetra-octa")
    canvas = board_canvas(on, Board(((1, 1, 1), (2, 2, 2))), 80)
    assert canvas is not None
    assert (canvas.width, canvas.height) == (2 + 3 + 2, 2)


@pytest.mark.parametrize("width", [8, 10, 14])
def test_balls_on_a_narrow_terminal_are_one_character_each(width: int) -> None:
    rows = stripped(to_terminal(tw.load("spheres-900"), width=width)).split("\n")
    assert rows[:4] == ["● ● ● ●", " ● ● ●", "  ● ●", "   ●"]


def test_a_board_that_is_too_wide_is_not_drawn() -> None:
    square = lattice("square")
    assert board_canvas(square, Board(tuple((x, 0) for x in range(90))), 80) is None
    canvas = board_canvas(square, Board(tuple((x, 0) for x in range(80))), 80)
    assert isinstance(canvas, Canvas)
    assert canvas.width == 80


def test_bad_requests() -> None:
    with pytest.raises(PictureError, match="width 0: expected at least 1"):
        to_terminal(tw.load("soma"), width=0)
    with pytest.raises(PictureError, match="has no picture"):
        to_terminal("soma")  # type: ignore[arg-type]
    with raises_text(OptionError):
        Paper.of("sometimes")


class Terminal(TextIOWrapper):
    """A stream that says it is a terminal, or that it is not."""

    def __init__(self, *, terminal: bool = True, encoding: str = "utf-8") -> None:
        super().__init__(BytesIO(), encoding)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize(
    ("when", "terminal", "environment", "coloured"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("always", False, {}, True),
        ("never", True, {}, False),
        ("never", True, {"FORCE_COLOR": "1"}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("always", True, {"NO_COLOR": "1"}, True),
        ("auto", False, {"FORCE_COLOR": "1"}, True),
        ("auto", False, {"CLICOLOR_FORCE": "1"}, True),
        ("auto", False, {"FORCE_COLOR": "0"}, False),
    ],
)
def test_when_there_are_colours(
    when: str,
    terminal: bool,
    environment: dict[str, str],
    coloured: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Paper.of(when, Terminal(terminal=terminal)).coloured == coloured


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_no_pictures_where_their_characters_cannot_be_written(encoding: str) -> None:
    assert not Paper.of("always", Terminal(encoding=encoding)).coloured


@pytest.mark.parametrize(("said", "full"), [("truecolor", True), ("24bit", True), ("", False)])
def test_how_many_colours(said: str, full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", said)
    assert Paper.of("always", Terminal()).full == full


@pytest.mark.parametrize("arguments", [["solve", "soma"], ["show", "soma"], ["sample", "soma"]])
def test_the_shell_draws_in_colours_if_asked(arguments: list[str]) -> None:
    plain = run(*arguments)
    assert "\x1b" not in plain.stdout
    coloured = run(*arguments, "--colour", "always")
    assert coloured.returncode == plain.returncode == 0
    assert "\x1b[48;5;" in coloured.stdout.replace("48;2;", "48;5;")
    assert "┌────" in stripped(coloured.stdout)


def test_the_shell_draws_polygons_and_traces() -> None:
    drawn = run("solve", "tangram-cat", "--colour", "always").stdout
    assert "▟" in drawn
    assert " A  Parallelogram" in stripped(drawn)
    drawn = stripped(run("solve", "stomachion", "--colour", "always").stdout)
    assert re.search(r"^ M  M +180°", drawn, re.MULTILINE)
    assert "▟" in run("show", "tangram-cat", "--colour", "always").stdout
    assert "Large triangle ×2" in stripped(run("show", "--set", "tangram", "--color=always").stdout)
    traced = run("solve", "conway", "--trace", "--max-nodes", "5", "--colour", "always").stdout
    assert re.search(r"\+ \x1b\[", traced)
    refused = run("solve", "soma", "--colour", "blue")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--colour is 'blue': expected one of auto, always, never" in refused.stderr


def test_areas_are_made_of_quarters() -> None:
    square = Coloured((((0, 0), (4, 0), (4, 4), (0, 4)),), "#ff0000")
    corner = Coloured((((0, 0), (4, 0), (0, 4)),), "#0000ff", "b")
    canvas = areas_canvas([square, corner], 2)
    assert (canvas.width, canvas.height) == (8, 4)
    chars = stripped(canvas.text()).replace("b", " ").split("\n")
    assert chars == ["▙▜      ", "  ▙▜    ", "    ▙▜  ", "      ▙▜"]
    assert {spot.ground for spot in canvas.spots.values()} == {"#ff0000", "#0000ff"}
    assert canvas.spots[0, 3].ground == "#0000ff"
    assert [spot.char for spot in canvas.spots.values()].count("b") == 1
