"""Special solutions: known numbers, both ways of counting, and what cannot be."""

from dataclasses import replace

import pytest

import tilewright as tw
from tests.shell import answer, run
from tests.texts import check_text, raises_text
from tilewright.encoding import encode
from tilewright.engines import OptionError
from tilewright.lattices import parse_lattice
from tilewright.solutions.requirements import Symmetric, requirements
from tilewright.solutions.requirements.crossroads import meeting_cells
from tilewright.solving import Counting, PuzzleSearch
from tilewright.symmetry import burnside

# Puzzles of the catalogue with symmetric solutions: all copies, and up to symmetry.
SYMMETRIC = {
    "ascii-3x3": (8, 2),
    "hex-flower": (6, 1),
    "hex-stacked-triangle": (1, 1),
    "live-cube": (3, 1),
    "slothouber-graatsma": (8, 1),
    "spheres-1": (4, 1),
    "spheres-2": (3, 1),
    "spheres-805": (3, 1),
    "tetrasticks-welded-4x4": (8, 2),
    "tetris-5x8": (26, 13),
    "scott": (0, 0),
}


def tiles(width: int, height: int, **pieces: str) -> tw.Puzzle:
    """A box to be filled with any number of each piece."""
    puzzle = tw.make_puzzle("square", tw.box(width, height), pieces)
    return replace(puzzle, pieces=tuple(piece.times("0..") for piece in puzzle.pieces))


def all_solutions(puzzle: tw.Puzzle) -> list[tw.Solution]:
    return [s for batch in PuzzleSearch(puzzle, up_to="nothing") for s in batch]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_solutions_of_the_catalogue(name: str) -> None:
    """The search by orbits finds what is left of the full list."""
    puzzle = tw.load(name)
    (asked,) = requirements(puzzle, "symmetric")
    sifted = {frozenset(s.placed) for s in all_solutions(puzzle) if asked.holds(s)}
    search = PuzzleSearch(puzzle, "symmetric", up_to="nothing", verify=True)
    found = [frozenset(s.placed) for batch in search for s in batch]
    assert len(found) == len(sifted) == SYMMETRIC[name][0]
    assert set(found) == sifted
    assert len(list(tw.solve(puzzle, require="symmetric"))) == SYMMETRIC[name][1]
    counts = tw.count(puzzle, require="symmetric")
    assert (counts.solutions, counts.up_to_symmetry) == SYMMETRIC[name]


@pytest.mark.parametrize("size", [(4, 4), (4, 5)], ids=str)
def test_symmetric_dominoes(size: tuple[int, int]) -> None:
    puzzle = tiles(*size, D="##")
    every = all_solutions(puzzle)
    for name in ("symmetric", "symmetric:half-turn", "symmetric:left-right"):
        (asked,) = requirements(puzzle, name)
        counts = tw.count(puzzle, require=name)
        assert counts.solutions == sum(map(asked.holds, every)) > 0


@pytest.mark.parametrize(("require", "up_to_symmetry"), [("symmetric", 0), ("no-crossroads", 41)])
def test_scott(require: str, up_to_symmetry: int) -> None:
    puzzle = tw.load("scott")
    (asked,) = requirements(puzzle, require)
    every = all_solutions(puzzle)
    assert len(every) == 520
    assert sum(map(asked.holds, every)) == 8 * up_to_symmetry
    status = 0 if up_to_symmetry else 1
    some = answer("solve", "scott", "--require", require, "--all", status=status)
    assert some["found"] == len(some["solutions"]) == up_to_symmetry
    assert some["require"] == [require]
    copies = answer(
        "solve", "scott", "--require", require, "--all", "--up-to", "nothing", status=status
    )
    assert copies["found"] == 8 * up_to_symmetry
    numbers = answer("count", "scott", "--require", require, status=status)
    assert numbers["solutions"] == 8 * up_to_symmetry
    assert numbers["up_to_symmetry"] == up_to_symmetry


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_tatami(n: int) -> None:
    """Erickson and Schurch (2012): 2^(n-1) (3n-4) + 2 ways for an n×n room with half mats."""
    puzzle = tiles(n, n, mat="##", half="#")
    assert tw.count(puzzle, require="no-crossroads").solutions == 2 ** (n - 1) * (3 * n - 4) + 2


def test_pieces_apart() -> None:
    """Two straight trominoes and an L in a 3×3 box: the straight ones lie side by side."""
    puzzle = tiles(3, 3, I="###")
    assert tw.count(puzzle).solutions == 2
    assert tw.count(puzzle, require="apart").solutions == 0
    bars = tw.load("tetris-5x8")
    assert not Counting(bars, "apart").plan.search[0].collects  # items say all
    counts = tw.count(bars, require=["apart"])
    assert (counts.solutions, counts.up_to_symmetry) == (168, 42)


def test_apart_names_one_kind() -> None:
    """On a board that a mirror maps to itself, but not the piece that is named."""
    on = tw.lattice("square")
    j = tw.Piece("J", ((0, 0), (1, 0), (1, 1), (1, 2)), "0..2", flip=False)
    mirrored = tw.Piece("L", ((0, 0), (1, 0), (0, 1), (0, 2)), "0..2", flip=False)
    square = tw.Piece("O", ((0, 0), (1, 0), (0, 1), (1, 1)), "0..4")
    puzzle = tw.Puzzle(on, tw.Board(tw.box(4, 4)), (j, mirrored, square))
    every = all_solutions(puzzle)
    (asked,) = requirements(puzzle, "apart:J")
    expected = sum(map(asked.holds, every))
    assert 0 < expected < len(every)
    search = PuzzleSearch(puzzle, "apart:J", up_to="nothing")
    assert not search.kept
    assert sum(len(batch) for batch in search) == expected
    counts = tw.count(puzzle, require="apart:J")
    assert counts.solutions == expected
    assert counts.up_to_symmetry == len(list(tw.solve(puzzle, require="apart:J")))


def test_several_ways_to_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where orbits can be counted in too many ways, all solutions are looked at."""
    puzzle = tw.make_puzzle("square", tw.box(4, 3), {"D": "##", "I": "###"})
    pieces = tuple(piece.times("0..6") for piece in puzzle.pieces)
    puzzle = replace(puzzle, pieces=pieces)
    before = tw.count(puzzle, require="symmetric")
    monkeypatch.setattr(burnside, "MOST_WAYS", 0)
    assert tw.count(puzzle, require="symmetric") == before
    assert before.solutions > 0


def test_symmetric_without_crossroads_and_apart() -> None:
    """Items of other requirements are items of the orbits, too."""
    puzzle = tiles(4, 4, D="##", L="##\n#.")
    every = all_solutions(puzzle)
    for others in (["no-crossroads"], ["apart:L"], ["no-crossroads", "apart:D"]):
        asked = requirements(puzzle, ["symmetric", *others])
        expected = sum(all(one.holds(s) for one in asked) for s in every)
        search = PuzzleSearch(puzzle, ["symmetric", *others], up_to="nothing", verify=True)
        assert sum(len(batch) for batch in search) == expected
    assert tw.count(puzzle, require=["symmetric", "no-crossroads"]).solutions > 0


def test_motions_by_name() -> None:
    square, oblong = tiles(4, 4, D="##"), tiles(2, 4, D="##")
    many = {n: tw.count(square, require=f"symmetric:{n}").solutions for n in ("turn", "turn turn")}
    assert many == {"turn": 2, "turn turn": 8}
    assert tw.count(square, require="symmetric:quarter-turn").solutions == 2
    both = ["symmetric:left-right", "symmetric:top-bottom"]
    (one, other) = requirements(oblong, both)
    expected = sum(one.holds(s) and other.holds(s) for s in all_solutions(oblong))
    assert tw.count(oblong, require=both).solutions == expected > 0
    flower = tw.load("hex-flower")
    assert isinstance(requirements(flower, "symmetric:third-turn")[0], Symmetric)


@pytest.mark.parametrize(
    ("require", "said"),
    [
        ("symmetric:third-turn", "the board has no such symmetry: it has half-turn, quarter-turn"),
        ("symmetric:twist", "made of, one after the other: turn, flip"),
        ("apart:Q", "there is no piece 'Q'; there are F, I, L"),
        ("beautiful", "expected one of symmetric, symmetric:MOTION, no-crossroads"),
        ("0-colourable", "expected one of"),
        ("apart:", "expected one of"),
    ],
)
def test_what_cannot_be_required(require: str, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        tw.solve(tw.load("scott"), require=require)
    done = run("count", "scott", "--require", require)
    assert done.returncode == 2
    assert said in done.stderr


def test_boards_without_symmetry_and_lattices_in_space() -> None:
    crooked = tw.make_puzzle("square", "###\n#..\n##.", {"P": "###\n#..\n##."})
    with raises_text(OptionError):
        tw.count(crooked, require="symmetric")
    with raises_text(OptionError):
        tw.count(tw.load("soma"), require="no-crossroads")
    with pytest.raises(OptionError, match="a requirement is 3"):
        tw.count(tw.load("soma"), require=[3])


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "scott", "--trace"),
        ("solve", "tangram-cat"),
        ("count", "tangram-cat"),
    ],
)
def test_where_nothing_can_be_required(arguments: tuple[str, ...]) -> None:
    done = run(*arguments, "--require", "symmetric")
    assert done.returncode == 2
    check_text(done.stderr)


def test_only_puzzles_on_lattices_take_requirements() -> None:
    with pytest.raises(OptionError, match="puzzles on lattices"):
        tw.solve(tw.load("tangram-cat"), require="symmetric")
    with pytest.raises(OptionError, match="puzzles on lattices"):
        tw.count(encode(tw.load("soma")).problem, require="symmetric")


def test_limits_and_sorting_in_the_shell() -> None:
    two = answer("solve", "scott", "--require", "no-crossroads", "--max-solutions", "2")
    assert (two["found"], two["complete"]) == (2, False)
    cut = answer("solve", "scott", "--require", "no-crossroads", "--max-nodes", "5", status=3)
    assert cut["stopped_by"] == "limit"
    cut = answer("count", "scott", "--require", "3-colourable", "--max-nodes", "500", status=3)
    assert not cut["complete"]
    scott = tw.load("scott")
    (asked,) = requirements(scott, "no-crossroads")
    ((best, _),) = tw.solutions.most_symmetric(s for s in tw.solve(scott) if asked.holds(s))
    first = run("solve", "scott", "--require", "no-crossroads", "--sort", "symmetry")
    assert f"solution 1: {best}\n" in first.stdout
    diagonal = ("--require", "symmetric:diagonal", "--sort", "symmetry", "--all")
    turned = answer("solve", "ascii-3x3", *diagonal)
    (asked,) = requirements(tw.load("ascii-3x3"), "symmetric:diagonal")
    assert turned["found"] == len(list(tw.solve(tw.load("ascii-3x3"), require=asked.name)))
    chosen = run(*["solve", "scott", "--require", "no-crossroads", "--explain-choice"])
    assert chosen.stdout.startswith("engine ")


def test_engines_agree() -> None:
    tetris = tw.load("tetris-5x8")
    for engine in ("links", "bits", "anchor"):
        for require, expected in (("apart", 42), ("symmetric", 13)):
            search = PuzzleSearch(tetris, require, engine=engine)
            assert sum(len(batch) for batch in search) == expected


def test_no_solution_points_to_explain() -> None:
    done = run("solve", "ascii-3x3-nosol")
    assert done.returncode == 1
    assert done.stderr == "note: `tilewright explain ascii-3x3-nosol` says why\n"
    assert run("solve", "ascii-3x3-nosol", "--json").stderr == ""
    assert run("solve", "scott", "--require", "symmetric").stderr == ""
    assert run("solve", "ascii-3x3").stderr == ""


def test_points_on_sides() -> None:
    """Bricks: three cells meet at each point, though only two have a corner there."""
    bricks = parse_lattice(
        """
        name = "bricks"
        translations = [[2, 0], [1, 1]]
        pairs = [["w", "e"], ["nw", "se"], ["ne", "sw"]]
        [[kind]]
        name = "brick"
        at = [0, 0]
        shape = "polygon"
        corners = [[-1, "-1/2"], [1, "-1/2"], [1, "1/2"], [-1, "1/2"]]
        edges = { w = [-2, 0], e = [2, 0], nw = [-1, -1], ne = [1, -1], sw = [-1, 1], se = [1, 1] }
        [[symmetry]]
        name = "flip"
        matrix = [[-1, 0], [0, 1]]
        """,
        "bricks",
    )
    cells = [(x, y) for y in range(4) for x in range(9) if (x + y) % 2 == 0]
    around = meeting_cells(bricks, cells).values()
    assert max(map(len, around)) == 3


def test_square_roots_in_corners() -> None:
    """Squares again, with corners that are no fractions."""
    half = "sqrt(2)/2-1/2", "1/2"
    skewed = parse_lattice(
        f"""
        name = "shifted squares"
        translations = [[1, 0], [0, 1]]
        pairs = [["w", "e"], ["n", "s"]]
        [[kind]]
        name = "square"
        at = [0, 0]
        shape = "polygon"
        corners = [["{half[0]}", "-1/2"], ["1+{half[0]}", "-1/2"], ["1+{half[0]}", "1/2"],
                   ["-1/2+2sqrt(2)/4", "1/2"]]
        edges = {{ w = [-1, 0], e = [1, 0], n = [0, -1], s = [0, 1] }}
        [[symmetry]]
        name = "half"
        matrix = [[-1, 0], [0, -1]]
        """,
        "shifted squares",
    )
    around = meeting_cells(skewed, [(x, y) for x in range(3) for y in range(3)])
    assert len(around) == 16
    assert sorted(map(len, around.values())) == [1] * 4 + [2] * 8 + [4] * 4
