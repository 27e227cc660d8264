"""How symmetric solutions look: the scores, the ranking, and the command that sorts by them."""

from collections.abc import Callable
from pathlib import Path

import pytest

import tilewright as tw
from tests.shell import answer, run
from tests.texts import raises_text
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.lattices import Cell
from tilewright.lattices.drawing import text_place
from tilewright.render.cells import outline
from tilewright.solutions import Ranking, Scores, Solution, check_solution
from tilewright.solutions.decode import Copies
from tilewright.solutions.scoring import LEFT_RIGHT, TOP_BOTTOM, mirror_of
from tilewright.symmetry import Action

Place = tuple[int, ...]


def naive(solution: Solution, reflect: Callable[[Place], Place]) -> int:
    """Knuth's words, read in the drawing: columns and rows of letters."""
    on = solution.puzzle.lattice
    owners = {cell: k for k, one in enumerate(solution.placed) for cell in one.cells}

    def place(cell: Cell) -> Place:
        return text_place(on, cell)[:2]

    edges = {
        frozenset({place(cell), place(there)})
        for cell, owner in owners.items()
        for there in on.neighbours(cell).values()
        if owners.get(there, owner) != owner
    }
    return len(edges & {frozenset(map(reflect, edge)) for edge in edges})


def both(solution: Solution) -> Scores:
    places = [text_place(solution.puzzle.lattice, cell) for cell in solution.puzzle.board.cells]
    columns, rows = ([place[k] for place in places] for k in (0, 1))
    width, height = min(columns) + max(columns), min(rows) + max(rows)
    return Scores(
        hsym=naive(solution, lambda p: (width - p[0], p[1])),
        vsym=naive(solution, lambda p: (p[0], height - p[1])),
    )


@pytest.mark.parametrize("name", ["scott", "pentominoes-3x20", "tangram-square", "ascii-6x6"])
def test_scores_are_what_knuth_says(name: str) -> None:
    for solution in tw.solve(tw.load(name), max_solutions=20):
        assert tw.solutions.scores(solution) == both(solution)


def test_scores_on_hexagons_and_triangles() -> None:
    bars = {"I": "# #", "J": "# #", "K": "# #", "O": "#"}
    seven = tw.make_puzzle("hexagon", " # #\n# # #\n # #", bars)
    found = list(tw.solve(seven, up_to="nothing"))
    assert found
    for solution in found:
        assert tw.solutions.scores(solution) == both(solution)
    six = tw.make_puzzle("triangle", "###\n###", {"A": "##", "B": "##", "C": "##"})
    for solution in tw.solve(six, up_to="nothing"):
        assert tw.solutions.scores(solution) == both(solution)


@pytest.mark.parametrize("name", ["square", "hexagon", "triangle", "tangram"])
def test_left_and_right_are_those_of_pictures(name: str) -> None:
    on = tw.lattice(name)
    cells = [motion(kind.at) for kind in on.kinds for motion in on.motions]

    def middle(cell: Cell) -> tuple[float, float]:
        ((ring, *_), _) = outline(on, [cell])
        return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)

    for how, (fixed, turned) in ((LEFT_RIGHT, (1, 0)), (TOP_BOTTOM, (0, 1))):
        motion = mirror_of(on, on.motions, how)
        assert motion is not None
        pairs = [(middle(cell), middle(motion(cell))) for cell in cells]
        apart = [there[fixed] - here[fixed] for here, there in pairs]
        sums = [there[turned] + here[turned] for here, there in pairs]
        assert apart == pytest.approx([apart[0]] * len(pairs))
        assert sums == pytest.approx([sums[0]] * len(pairs))


def test_where_the_board_has_no_mirror_image_there_is_no_score() -> None:
    one = tw.make_puzzle("square", "###\n#..", {"I": "##", "J": "#\n#"})
    with raises_text(OptionError):
        tw.solutions.scores(next(tw.solve(one)))
    house = tw.make_puzzle("square", ".#.\n###", {"I": "###", "O": "#"})
    found = tw.solutions.scores(next(tw.solve(house)))
    assert (found.vsym, str(found)) == (None, f"hsym {found.hsym}")
    assert found.rank == (found.hsym, -1)


def test_colours_of_the_board_do_not_matter_and_empty_cells_are_no_pieces() -> None:
    checkered = next(tw.solve(tw.load("checkers-8x8")))
    assert tw.solutions.scores(checkered) == both(checkered)
    board = tw.Board(must=((0, 0), (1, 0)), may=((2, 0), (3, 0)))
    row = tw.make_puzzle("square", board, {"I": "##", "O": "#"})
    found = list(tw.solve(row, up_to="nothing"))
    assert len(found) > 1
    for solution in found:
        assert tw.solutions.scores(solution) == both(solution)


@pytest.mark.parametrize(
    ("name", "says"), [("soma", "is in space"), ("tetrasticks-5x5", "are sticks")]
)
def test_only_flat_cells_have_scores(name: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Ranking(tw.load(name))


@pytest.mark.parametrize("name", ["scott", "one-sided-3x30", "ascii-6x6", "hexiamond-4x9"])
def test_copies_are_solutions(name: str) -> None:
    puzzle = tw.load(name)
    action = Action.of(encode(puzzle))
    copies = Copies(action)
    solution = next(tw.solve(puzzle))
    for number, motion in enumerate(copies.motions):
        copy = copies.copy(solution, number)
        check_solution(puzzle, copy)
        moved = {frozenset(map(motion, one.cells)) for one in solution.placed}
        assert {frozenset(one.cells) for one in copy.placed} == moved


@pytest.mark.parametrize(
    ("name", "best"),
    [
        ("scott", [Scores(hsym=30, vsym=36), Scores(hsym=28, vsym=36)]),
        ("one-sided-3x30", [Scores(hsym=51, vsym=48)] * 2 + [Scores(hsym=45, vsym=48)]),
    ],
)
def test_the_most_symmetric_solutions(name: str, best: list[Scores]) -> None:
    puzzle = tw.load(name)
    ranked = tw.solutions.most_symmetric(tw.solve(puzzle), len(best))
    assert [scores for scores, _ in ranked] == best
    for scores, solution in ranked:
        check_solution(puzzle, solution)
        assert tw.solutions.scores(solution) == both(solution) == scores


def test_all_copies_rank_like_one_of_each_class() -> None:
    puzzle = tw.load("scott")
    classes = tw.solutions.most_symmetric(tw.solve(puzzle), None)
    copies = tw.solutions.most_symmetric(tw.solve(puzzle, up_to="nothing"), None, up_to="nothing")
    assert (len(classes), len(copies)) == (65, 520)
    ranks = [scores.rank for scores, _ in classes]
    assert ranks == sorted(ranks, reverse=True)
    assert [scores.rank for scores, _ in copies] == [rank for rank in ranks for _ in range(8)]
    assert all((s.vsym or 0) >= (s.hsym or 0) for s, _ in classes)
    assert tw.solutions.most_symmetric([]) == []
    for wrong in ({"n": 0}, {"up_to": "scale"}):
        with pytest.raises(OptionError, match="expected"):
            Ranking(puzzle, **wrong)  # type: ignore[arg-type]


@pytest.mark.slow
def test_hexiamonds_in_a_hexagon() -> None:
    """Knuth's numbers; his hexagon stands on a corner, ours on a side: left-right is top-bottom."""
    ranking = Ranking(tw.load("hexiamond-hexagon"), 40)
    for solution in tw.solve(tw.load("hexiamond-hexagon"), threads=0):
        ranking.add(solution)
    assert ranking.taken == 124519
    found = [scores for scores, _ in ranking.best()]
    assert [s.hsym for s in found if s.vsym == 52] == [27, 24, 22, 20]
    assert [s.vsym for s in found if s.hsym == 50] == [32, 32, 32, 32, 24, 24, 24, 24]


def test_sorted_by_the_shell(tmp_path: Path) -> None:
    picture = tmp_path / "best.svg"
    done = run(
        "solve", "scott", "--sort", "symmetry", "--max-solutions", "1", "--render", str(picture)
    )
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "solution 1: vsym 36, hsym 30"
    assert lines[-1].startswith("65 solutions up to symmetry; ")
    assert ">vsym 36, hsym 30<" in picture.read_text(encoding="utf-8")
    given = answer("solve", "scott", "--sort", "symmetry", "--all")
    assert (given["found"], len(given["solutions"])) == (65, 65)
    assert given["scores"][0] == {"hsym": 30, "vsym": 36}
    assert len(given["scores"]) == 65


def test_the_best_so_far() -> None:
    done = run("solve", "pentominoes-6x10", "--sort", "symmetry", "--max-nodes", "100000")
    assert done.returncode == 3
    assert done.stdout.startswith("solution 1: ")
    assert "best so far" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["soma", "--sort", "symmetry"], "is in space"),
        (["scott", "--sort", "beauty"], "--sort beauty: expected symmetry"),
        (["scott", "--sort", "symmetry", "--trace"], "exclude each other"),
        (["scott", "--sort", "symmetry", "--run", "x.run"], "exclude each other"),
        (["tangram-cat", "--sort", "symmetry"], "--sort has no place here"),
    ],
)
def test_bad_requests(arguments: list[str], says: str) -> None:
    done = run("solve", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
