"""L-Panel: what is wrong with a board is said with its place; why there is no solution, too."""

import pytest

import tilewright as tw
from tests.lpanel_boards import SEVERAL, UNIQUE
from tests.texts import raises_text
from tilewright.design.lpanel import LPanel, judge_panel, parse_panels
from tilewright.design.lpanel.panel import panel_scene, solved_scene
from tilewright.design.lpanel.verdict import another_solution
from tilewright.document import FileError
from tilewright.engines import OptionError
from tilewright.puzzle import PuzzleError
from tilewright.render import Patch, to_svg


@pytest.mark.parametrize(
    ("text", "complaints"),
    [
        ("..\n.x", ["b:2: column 2: 'x': write `.` for a white cell and `#` for a black one"]),
        ("..\n. .", ["b:2: column 2: a blank: write"]),
        ("\n....\n..\n", ["b:3: this row has 2 cells, but row 2 has 4: rows are equally long"]),
        ("..\n...\n", ["b:2: this row has 3 cells, but row 1 has 2"]),
        ("x.\n.y\n", ["b:1: column 1: 'x'", "b:2: column 2: 'y'"]),
        ("", ["b: there is no board"]),
        (" \n; only a remark\n", ["b: there is no board"]),
        ("##\n##\n", ["b:1: this board has no white cell"]),
        ("..\n..\n\n##\n", ["b:4: this board has no white cell"]),
        ("▢▢\n", ["b:1: column 1: '▢'"]),
    ],
)
def test_wrong_texts(text: str, complaints: list[str]) -> None:
    with pytest.raises(FileError) as error:
        parse_panels(text, "b")
    lines = str(error.value).splitlines()
    assert len(lines) == len(complaints)
    for line, start in zip(lines, complaints, strict=True):
        assert line.startswith(start)


def test_not_too_many_complaints() -> None:
    with pytest.raises(FileError) as error:
        parse_panels("x\n" * 1000)
    assert len(error.value.complaints) == 10


def test_one_board_is_not_several() -> None:
    with pytest.raises(FileError, match="there are 2 boards"):
        LPanel.parse(f"{SEVERAL}\n{UNIQUE}")


def test_remarks_part_boards() -> None:
    """As they do if one command after the other adds its board to a file."""
    text = f"; one\n{SEVERAL}; two\n; or more\n{SEVERAL}\n{UNIQUE}"
    assert [panel.rows for panel in parse_panels(text)] == [
        tuple(board.split()) for board in (SEVERAL, SEVERAL, UNIQUE)
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((), "the board is empty"),
        (("", ""), "the board is empty"),
        (("..", ".?"), "row 2: column 2: '\\?'"),
        (("..", "."), "row 2: .* has 1 cells, but row 1 has 2"),
        (("##",), "no white cell"),
    ],
)
def test_wrong_rows(rows: tuple[str, ...], message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        LPanel(rows)


def test_white_cells_off_the_board() -> None:
    with raises_text(PuzzleError):
        LPanel.of_white([(0, 0), (2, 0)], 2, 2)


L = "###\n#.."


@pytest.mark.parametrize(
    "puzzle",
    [
        tw.make_puzzle("square", tw.box(4, 2), {"L": L}),
        tw.make_puzzle("square", tw.box(4, 2), {"L": L, "J": L}),
        tw.make_puzzle("square", tw.box(4, 2), [tw.Piece("T", ((0, 0), (1, 0), (2, 0), (1, 1)))]),
        tw.make_puzzle("square", "####\n###?", [LPanel.parse(SEVERAL).puzzle.pieces[0]]),
        LPanel.parse(SEVERAL).puzzle.without_flips(),
        LPanel.parse(SEVERAL).puzzle.with_fixed("L", [(0, 0), (1, 0), (2, 0), (0, 1)]),
        LPanel.parse(SEVERAL).puzzle.with_spare(1),
        tw.load("soma"),
    ],
)
def test_other_puzzles_are_no_panels(puzzle: tw.Puzzle) -> None:
    with raises_text(PuzzleError):
        LPanel.of_puzzle(puzzle)


def test_other_ways_to_say_the_same() -> None:
    piece = tw.Piece("tile", ((5, 5), (5, 6), (5, 7), (4, 7)), tw.puzzle.Count.of("any"), flip=True)
    far = tw.make_puzzle("square", [(x - 7, y + 900) for x, y in tw.box(4, 2)], [piece])
    assert LPanel.of_puzzle(far) == LPanel.parse(SEVERAL)


def reasons_of(text: str) -> list[str]:
    verdict = judge_panel(LPanel.parse(text))
    assert (verdict.complete, verdict.unique, verdict.confirmed) == (True, False, True)
    assert verdict.solutions == ()
    return [reason.sentence for reason in verdict.reasons]


def test_wrong_numbers() -> None:
    assert reasons_of("...\n...") == [
        "6 white cells, not a multiple of four: blacken 2 of them, or whiten 2 more"
    ]
    assert reasons_of(".") == ["1 white cell, not a multiple of four: whiten 3 more"]


def test_wrong_regions() -> None:
    assert reasons_of("..#..\n.##..\n..#..") == [
        "11 white cells, not a multiple of four: blacken 3 of them, or whiten 1 more",
        "the region at row 1, column 1 has 5 white cells, not a multiple of four",
        "the region at row 1, column 4 has 6 white cells, not a multiple of four",
    ]


def test_a_cell_that_nothing_covers() -> None:
    assert reasons_of("..#..#\n......\n...#..\n.#...#\n#....#\n..#...") == [
        "no L can cover the white cell at row 6, column 1"
    ]


def test_forced_tiles() -> None:
    panel = LPanel.parse("..#...\n..#.#.\n...#..\n#...#.\n......")
    (reason,) = judge_panel(panel).reasons
    assert reason.sentence == "after 1 forced L nothing can cover the white cell at row 2, column 6"
    assert reason.drawing(panel) == "#AAA\n#A#o\n.#.."


def test_stripes() -> None:
    """A 2×6 board has the right number of cells, and each of them can be covered."""
    assert reasons_of("......\n......") == [
        "12 white cells need 3 Ls, each with 1 or 3 cells in odd rows, so an odd number in all: "
        "there are 6",
        "12 white cells need 3 Ls, each with 1 or 3 cells in odd columns, so an odd number in all: "
        "there are 6",
    ]


HARD = "..#...\n.##...\n....#.\n....#.\n.###..\n......"


def test_only_a_search_tells() -> None:
    assert reasons_of(HARD) == ["a search has tried all ways, and none works"]
    assert judge_panel(LPanel.parse(HARD)).engines == ("cpsat", "bits")


def test_a_region_that_only_a_search_refutes() -> None:
    beside = ["....", "....", "####", "###.", "###.", "##.."]
    rows = [f"{hard}#{more}" for hard, more in zip(HARD.splitlines(), beside, strict=True)]
    assert reasons_of("\n".join(rows)) == [
        "the region of 28 white cells at row 1, column 1 cannot be covered: a search has tried all "
        "ways"
    ]


def test_engines() -> None:
    panel = LPanel.parse(UNIQUE)
    assert judge_panel(panel).engines == ("cpsat", "bits")
    assert judge_panel(panel, engine="bits").engines == ("bits", "cpsat")
    assert judge_panel(panel, engine="anchor").engines == ("anchor", "cpsat")
    with pytest.raises(OptionError, match="engine 'dancing'"):
        judge_panel(panel, engine="dancing")


def test_without_time_nothing_is_known() -> None:
    verdict = judge_panel(LPanel.parse(UNIQUE), max_seconds=0)
    assert (verdict.unique, verdict.confirmed, verdict.complete) == (None, False, False)
    assert judge_panel(LPanel.parse("..."), max_seconds=0).complete


def test_a_solution_is_kept_when_the_verdict_is_given_up() -> None:
    told: list[tw.Solution] = []
    verdict = judge_panel(
        LPanel.parse(UNIQUE), keep_going=lambda: not told, on_solution=told.append
    )
    assert verdict.solutions == tuple(told)
    assert verdict.unique in (True, None)


def test_without_or_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.engines.cpsat.solver.find_spec", lambda _: None)
    verdict = judge_panel(LPanel.parse(UNIQUE))
    assert (verdict.unique, verdict.confirmed) == (True, True)
    assert verdict.engines == ("bits", "anchor")


def test_two_tiles_are_exchanged() -> None:
    encoding = tw.encoding.encode(LPanel.parse(SEVERAL).puzzle)
    for one in tw.solve(encoding.puzzle, up_to="nothing"):
        other = another_solution(encoding, one)
        assert other is not None
        assert other != one
    alone = tw.encoding.encode(LPanel.parse(UNIQUE).puzzle)
    assert another_solution(alone, next(tw.solve(alone.puzzle))) is None


def test_a_picture() -> None:
    svg = to_svg(panel_scene(LPanel.parse(UNIQUE), "four"))
    assert svg.count("<path") + svg.count("<polygon") + svg.count("<rect") >= 4
    assert "four" in svg


def test_a_picture_of_a_solution_has_black_cells() -> None:
    panel = LPanel.parse(UNIQUE)
    solved = solved_scene(panel, next(tw.solve(panel.puzzle)))
    black, *ls, frame = (one for one in solved.elements if isinstance(one, Patch))
    assert black.rings == frame.rings == (((0, 0), (3, 0), (3, 4), (0, 4)),)
    corners = {corner for one in ls for ring in one.rings for corner in ring}
    assert {x for x, _ in corners} == {0, 1, 2, 3}
    assert {y for _, y in corners} == {0, 1, 3, 4}
