"""Solutions drawn at random, and the shares of pieces."""

from collections import Counter
from fractions import Fraction

import pytest

import tilewright as tw
from tests.catalogue_kinds import LATTICE_NAMES
from tests.texts import raises_text
from tilewright.cover.examples import dominoes
from tilewright.encoding import encode
from tilewright.engines import FrontierError, sweep_guess
from tilewright.lattices.drawing import can_draw
from tilewright.solving import sampling as tours
from tilewright.solving.sampling import Tour


@pytest.mark.parametrize("engine", ["auto", "frontier", "links", "bits", "anchor"])
def test_all_solutions_are_equally_likely(engine: str) -> None:
    """Its 16 solutions are in three classes of different sizes."""
    puzzle = tw.load("ascii-3x3")
    drawn = tw.sample(puzzle, 10_000, seed=4, engine=engine)
    seen = Counter(solution.placed for solution in drawn)
    everything = {solution.placed for solution in tw.solve(puzzle, up_to="nothing")}
    assert seen.keys() == everything
    chi_square = sum((times - 625) ** 2 / 625 for times in seen.values())
    assert chi_square < 37.7  # 15 degrees of freedom, 1 in 1000
    assert chi_square > 3.48  # nor are they too even: 1 in 1000


@pytest.mark.parametrize("engine", ["frontier", "bits"])
def test_draws_are_independent(engine: str) -> None:
    """One after the other: pairs are as likely as each other, too."""
    drawn = tw.sample(dominoes(2, 3), 27_001, seed=5, engine=engine)  # 3 covers
    pairs = Counter(
        (frozenset(a), frozenset(b)) for a, b in zip(drawn[:-1:2], drawn[1::2], strict=True)
    )
    assert len(pairs) == 9
    chi_square = sum((times - 1_500) ** 2 / 1_500 for times in pairs.values())
    assert 0.86 < chi_square < 26.1  # 8 degrees of freedom, 1 in 1000 at either end


@pytest.mark.parametrize("engine", ["auto", "frontier", "bits"])
def test_the_seed_decides(engine: str) -> None:
    puzzle = tw.load("soma")
    first, same, other = (tw.sample(puzzle, 20, seed=k, engine=engine) for k in (1, 1, 2))
    assert [s.placed for s in first] == [s.placed for s in same]
    assert [s.placed for s in first] != [s.placed for s in other]
    assert len({s.placed for s in first}) > 15


def test_the_number_of_threads_does_not_matter() -> None:
    puzzle = tw.load("soma")
    one, three = (tw.sample(puzzle, 20, engine="bits", threads=k) for k in (1, 3))
    assert [s.placed for s in one] == [s.placed for s in three]


def test_draws_from_more_solutions_than_could_be_listed() -> None:
    drawn = tw.sample(dominoes(12, 12), 5, verify=True)
    assert len(set(map(frozenset, drawn))) == 5
    assert all(len(cover) == 72 for cover in drawn)


def test_nothing_to_draw_from() -> None:
    puzzle = tw.load("ascii-3x3-nosol")
    for engine in ("auto", "frontier", "links"):
        assert tw.sample(puzzle, 3, engine=engine) == []
        found = tw.shares(puzzle, engine=engine)
        assert (found.solutions, found.placements(), str(found)) == (0, [], "0 solutions")
        assert {found.of(p.name, c) for p in puzzle.pieces for c in puzzle.board.cells} == {0}
    assert tw.sample(tw.load("soma"), 0) == []


def test_states_that_do_not_fit_leave_it_to_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = dominoes(6, 9)
    assert Tour(problem, engine="auto", passes=2).engine == "frontier"
    assert Tour(problem, engine="auto", passes=2, max_memory=1000).engine == "bits"
    monkeypatch.setattr(tours, "BYTES_PER_STATE", 0)  # the probes are wrong
    monkeypatch.setattr(sweep_guess, "STATE", 0)
    tour = Tour(problem, engine="auto", passes=2, max_memory=1000)
    assert tour.engine == "frontier"
    assert tour.table() is None
    assert tour.engine == "bits"
    assert sum(map(tour.count, tour.parts)) == tour.solutions == 817_991
    assert tour.fraction_explored == 0.5
    with pytest.raises(FrontierError):
        tw.sample(problem, 1, engine="frontier", max_memory=1000)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"draws": -1}, "draws is -1: expected 0 or more"),
        ({"draws": 1.5}, r"draws is 1\.5: expected a whole number"),
        ({"seed": -1}, "seed is -1: expected 0 to"),
        ({"seed": 2**64}, "expected 0 to 18446744073709551615"),
        ({"seed": None}, "seed is None: expected a whole number"),
        ({"engine": "steam"}, "engine 'steam'"),
        ({"max_seconds": 1}, "max_seconds has no place here"),
        ({"up_to": "symmetry"}, "up_to has no place here"),
        ({"colour": 1}, "no option 'colour'"),
    ],
)
def test_bad_options(options: dict[str, object], said: str) -> None:
    for problem in (tw.load("ascii-3x3"), dominoes(2, 2)):
        with pytest.raises(tw.TilewrightError, match=said):
            tw.sample(problem, **{"draws": 1, **options})
    if not {"draws", "seed"} & set(options):
        with pytest.raises(tw.TilewrightError, match=said):
            tw.shares(tw.load("ascii-3x3"), **options)


def test_shares_of_a_small_puzzle() -> None:
    found = tw.shares(tw.load("ascii-3x3"))
    assert found.of("A", (1, 1)) == Fraction(1, 4)
    assert found.of("C", (1, 1)) == 0
    assert sum(found.of(name, (0, 0)) for name in "ABC") == 1
    placed, times = max(found.placements(), key=lambda pair: (pair[1], pair[0].cells))
    assert (placed.piece, times) == ("C", 4)
    assert repr(found) == "Shares(solutions=16, engine='bits')"
    with raises_text(tw.puzzle.PuzzleError):
        found.of("Q", (0, 0))
    with raises_text(tw.puzzle.PuzzleError):
        found.of("A", (3, 0))


@pytest.mark.parametrize("name", ["soma", "hexiamond-4x9", "tangram-square", "scott"])
def test_shares_by_listing_and_by_states_agree(name: str) -> None:
    encoding = encode(tw.load(name))
    listed, swept = (tw.shares(encoding, engine=engine) for engine in ("bits", "frontier"))
    assert (listed.engine, swept.engine) == ("bits", "frontier")
    assert (listed.solutions, listed.uses) == (swept.solutions, swept.uses)


def test_identical_pieces_are_taken_together() -> None:
    pieces = {"I": "##", "J": "#\n#", "O": "#"}
    puzzle = tw.make_puzzle("square", tw.box(5, 1), pieces)
    found = tw.shares(puzzle)
    assert found.solutions == 3
    assert found.alike() == [("I", "J"), ("O",)]
    assert found.of("I", (1, 0)) == found.of("J", (1, 0)) == 1
    assert found.of("I", (2, 0)) == Fraction(2, 3)
    assert {placed.piece for placed, _ in found.placements()} == {"I", "O"}
    assert str(found) == (
        "3 solutions\n\nI, J, % of solutions:\n 67 100  67 100  67\n\n"
        "O, % of solutions:\n33  . 33  . 33"
    )


def test_every_board_can_be_shown() -> None:
    """Each cell has its own percentage on the page, none runs into another."""
    drawn = 0
    for name in LATTICE_NAMES:
        encoding = encode(tw.load(name))
        if len(encoding.problem.items) > 500:
            continue
        uses = (1,) * len(encoding.placements)
        found = tw.Shares(encoding, 1_000, uses, "links")
        head, *lines = found.page(found.alike()[0][0]).splitlines()
        assert head.endswith(", % of solutions:")
        if can_draw(found.puzzle.lattice, found.puzzle.board.cells):
            drawn += 1
            assert sum(len(line.split()) for line in lines) == len(found.puzzle.board.cells)
        else:
            assert len(lines) == len(found.puzzle.board.cells)
    assert drawn > 50
