"""L-Panel: texts, verdicts and reasons, against a slow solver of its own."""

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.examples import examples
from tests.lpanel_boards import Tile, mirrored, naive_solutions, panels, tiled_panels, turned
from tilewright.design.lpanel import LPanel, judge_panel, parse_panels
from tilewright.solutions import Solution

few = examples(40)  # several searches each
fewer = examples(50)
BLANKS = st.sampled_from(["", " ", "  \t"])
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def tiles(solution: Solution) -> frozenset[Tile]:
    return frozenset(frozenset((x, y) for x, y in one.cells) for one in solution.placed)


@fewer
@given(panels(), BLANKS, BLANKS, ENDS, st.integers(0, 3))
def test_texts_read_back(panel: LPanel, before: str, after: str, end: str, around: int) -> None:
    rows = [f"{before}{row}{after}" for row in panel.rows]
    text = end.join([*[after] * around, *rows, *[before] * around])
    assert LPanel.parse(text) == LPanel.parse(str(panel)) == panel


@fewer
@given(st.lists(panels(), min_size=1, max_size=4))
def test_several_boards_in_a_text(several: list[LPanel]) -> None:
    text = "\n\n".join(f"; board {n}\n{panel}" for n, panel in enumerate(several, 1))
    assert parse_panels(text) == tuple(several)


@fewer
@given(tiled_panels())
def test_puzzles_are_panels_again(panel: LPanel) -> None:
    again = LPanel.of_puzzle(tw.parse_puzzle(tw.format_puzzle(panel.puzzle)))
    assert LPanel.of_puzzle(panel.puzzle).puzzle == panel.puzzle
    assert len(again.white) == len(panel.white)
    for row, old in zip(again.rows, panel.rows, strict=False):  # black ends are not kept
        assert row.rstrip("#") == old.rstrip("#")


@fewer
@given(panels())
def test_regions_hang_together(panel: LPanel) -> None:
    regions = panel.regions()
    assert sorted(cell for region in regions for cell in region) == sorted(panel.white)
    of = {cell: number for number, region in enumerate(regions) for cell in region}
    for x, y in panel.white:
        for near in ((x + 1, y), (x, y + 1)):
            assert of.get(near, of[x, y]) == of[x, y]


@few
@given(panels(), st.sampled_from(["auto", "bits", "links", "cpsat"]))
def test_verdicts_are_those_of_the_slow_solver(panel: LPanel, engine: str) -> None:
    all_of_them = naive_solutions(panel)
    verdict = judge_panel(panel, engine=engine)
    found = list(map(tiles, verdict.solutions))
    assert verdict.complete
    assert verdict.confirmed
    assert len(set(found)) == len(found) == min(2, len(all_of_them))
    assert set(found) <= all_of_them
    assert verdict.unique == (len(all_of_them) == 1)
    assert bool(verdict.reasons) == (not all_of_them)
    if verdict.unique:
        assert len(verdict.engines) == 2


@few
@given(tiled_panels())
def test_turning_a_board_turns_its_solutions(panel: LPanel) -> None:
    solutions = {tiles(solution) for solution in tw.solve(panel.puzzle, up_to="nothing")}
    there = tw.solve(turned(panel).puzzle, up_to="nothing")
    high = panel.height - 1
    moved = {frozenset(frozenset((high - y, x) for x, y in t) for t in s) for s in solutions}
    assert set(map(tiles, there)) == moved


@few
@given(panels())
def test_verdicts_do_not_depend_on_where_one_stands(panel: LPanel) -> None:
    verdict = judge_panel(panel, engine="bits")
    for other in (turned(panel), mirrored(panel)):
        again = judge_panel(other, engine="bits")
        assert again.unique == verdict.unique
        assert {reason.kind for reason in again.reasons} == {r.kind for r in verdict.reasons}
