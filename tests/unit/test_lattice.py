"""Lattice files: a table that is no lattice is refused, and told why."""

import re

import pytest

import tilewright as tw
from tests.puzzle_strategies import PRISMS_BY_LABELS
from tests.texts import check_text
from tilewright.document import FileError
from tilewright.lattices import LatticeError, Translations, lattice, lattice_names
from tilewright.lattices.drawing import DrawingError, can_draw, draw, read_drawing
from tilewright.lattices.model import determinant, null_space, pivots

SQUARES = """
name = "squares"
translations = [[1, 0], [0, 1]]
pairs = [["left", "right"], ["up", "down"]]

[[kind]]
name = "square"
at = [0, 0]
edges = { left = [-1, 0], right = [1, 0], up = [0, -1], down = [0, 1] }

[[symmetry]]
name = "turn"
matrix = [[0, -1], [1, 0]]
"""

CHEQUERED = """
name = "chequered"
translations = [[1, 1], [1, -1]]
pairs = [["left", "right"], ["up", "down"]]

[[kind]]
name = "white"
at = [0, 0]
edges = { left = [-1, 0], right = [1, 0], up = [0, -1], down = [0, 1] }

[[kind]]
name = "black"
at = [1, 0]
text = [1, 0]
edges = { left = [-1, 0], right = [1, 0], up = [0, -1], down = [0, 1] }

[[symmetry]]
name = "swap"
matrix = [[-1, 0], [0, -1]]
shift = [1, 0]
"""

TWO_STEPS = 'labels = ["a", "b", "c", "d"]\npairs = [["a", "b"], ["c", "d"]]\n'
STICKS = SQUARES.replace("0, 1]]\npairs", "0, 1]]\ntext_shifts = [[1, 0], [0, 1]]\npairs")

# What is changed in a good table, and what must be said about it, on which line.
BAD = {
    "pairing that is no involution": (
        SQUARES.replace('["up", "down"]', '["up", "down"], ["up", "left"]'),
        4, "label 'up' is paired with 'down' and with 'left': the pairing must be an involution",
    ),
    "pair of three": (SQUARES.replace('["up", "down"]', '["up", "down", "x"]'), 4, "two labels"),
    "label without partner": (
        SQUARES.replace(', ["up", "down"]', ""), 9, "label 'up' has no partner",
    ),
    "edge to nowhere": (
        SQUARES.replace("[[1, 0], [0, 1]]", "[[2, 0], [0, 1]]"),
        9, "edge 'left' of 'square' leads to (-1, 0), where no cell is",
    ),
    "edge without way back": (
        SQUARES.replace(", down = [0, 1]", ""),
        9, "edge 'up' of 'square' goes (0, -1) to a 'square', whose edge 'down' should go back by "
        "(0, 1) but does not exist",
    ),
    "edge with another way back": (
        SQUARES.replace("down = [0, 1]", "down = [1, 1]"), 9, "(0, 1) but goes (1, 1)",
    ),
    "edge to itself": (
        SQUARES.replace("up = [0, -1]", "up = [0, 0]"), 9, "'square' leads from a cell to itself",
    ),
    "two edges to one cell": (
        SQUARES.replace("up = [0, -1], down = [0, 1]", "up = [-1, 0], down = [1, 0]"),
        9, "edges 'left' and 'up' of 'square' both go (-1, 0)",
    ),
    "symmetry that stretches": (
        SQUARES.replace("[[0, -1], [1, 0]]", "[[2, 0], [0, 1]]"), 11, "has the determinant 2",
    ),
    "symmetry that breaks adjacency": (
        SQUARES.replace("[[0, -1], [1, 0]]", "[[1, 1], [0, 1]]"),
        11, "symmetry 'turn' does not preserve adjacency: edge 'up' of 'square' becomes (-1, -1)",
    ),
    "symmetry that moves translations": (
        SQUARES.replace("[[1, 0], [0, 1]]\np", "[[2, 0], [0, 1]]\np").replace(
            "[-1, 0], right = [1, 0]", "[-2, 0], right = [2, 0]"),
        11, "symmetry 'turn' makes (-1, 0) of the translation (0, 1), which is not",
    ),
    "symmetry onto no cell": (
        CHEQUERED.replace("[[1, 1], [1, -1]]", "[[2, 0], [0, 2]]").replace(
            "at = [1, 0]\ntext = [1, 0]", "at = [1, 1]").replace(
            "left = [-1, 0], right = [1, 0], up = [0, -1], down = [0, 1]",
            "left = [-1, -1], right = [1, 1], up = [1, -1], down = [-1, 1]"),
        16, "symmetry 'swap' moves the cell (0, 0) ('white') to (1, 0), where no cell is",
    ),
    "group without end": (
        'translations = [[1, 0], [0, 1]]\npairs = []\n[[kind]]\nat = [0, 0]\n'
        '[[symmetry]]\nname = "shear"\nmatrix = [[1, 1], [0, 1]]\n',
        5, "the symmetries do not close: more than 1000 motions come from combining 'shear'",
    ),
    "translation that is missing": (
        CHEQUERED + '[[symmetry]]\nname = "half"\nmatrix = [[-1, 0], [0, -1]]\n',
        17, "the symmetries do not close: 'half' and 'swap' differ by the translation",
    ),
    "too many coordinates": (
        'translations = [[1, 0, 0], [0, 1, 0]]\ntext_shifts = [[1, 0], [0, 1]]\npairs = []\n'
        "[[kind]]\nat = [0, 0, 0]\n",
        1, "all cells lie in a flat part of the 3 coordinates",
    ),
    "dependent translations": (
        SQUARES.replace("[[1, 0], [0, 1]]", "[[1, 0], [0, 1], [1, 1]]"),
        3, "the translations (1, 0), (0, 1), (1, 1) depend on each other",
    ),
    "translations of two sizes": (
        SQUARES.replace("[[1, 0], [0, 1]]\np", "[[1, 0], [0, 1, 0]]\np"), 3, "2 and 3 coordinates",
    ),
    "no translations": (SQUARES.replace("translations", "x"), 0, "translations are missing"),
    "kind given twice": (
        CHEQUERED.replace("at = [1, 0]", "at = [3, 1]"),
        13, "kind 'black' at (3, 1) is a translated copy of 'white'",
    ),
    "no kinds": ("translations = [[1]]\n", 0, "there are no cells"),
    "mirror that is none": (
        SQUARES + "mirror = true\n", 14, "mirror is true, but the matrix has the determinant 1",
    ),
    "matrix of another size": (
        SQUARES.replace("[[0, -1], [1, 0]]", "[[0, -1]]"), 13, "matrix has 1 good rows: expected 2",
    ),
    "two symmetries of one name": (
        SQUARES + '[[symmetry]]\nname = "turn"\nmatrix = [[1, 0], [0, 1]]\n',
        15, "symmetry 'turn': expected a name of its own",
    ),
    "glyph of two characters": (
        SQUARES.replace("at = [0, 0]", 'at = [0, 0]\nglyph = "ab"'), 9, "expected one character",
    ),
    "unknown shape": (
        SQUARES.replace("at = [0, 0]", 'at = [0, 0]\nshape = "ball"'), 9, "polygon, hull, sphere",
    ),
    "corner that is no number": (
        SQUARES.replace("at = [0, 0]", 'at = [0, 0]\ncorners = [["1/2", "x"]]'),
        9, "corners has 'x': expected a number such as 2",
    ),
    "text_shifts too few": (
        SQUARES.replace("pairs", "text_shifts = [[1, 0]]\npairs"), 4, "1 text_shifts for 2",
    ),
    "junction without a stick": (
        SQUARES.replace("[[1, 0], [0, 1]]\np", "[[2, 0], [0, 2]]\np").replace(
            "[-1, 0], right = [1, 0], up = [0, -1], down = [0, 1]",
            "[-2, 0], right = [2, 0], up = [0, -2], down = [0, 2]")
        + "[[junction]]\nat = [0, 0]\nsticks = [[1, 0], [2, 0]]\n",
        16, "stick (1, 0) of the junction (0, 0): no cell at (1, 0)",
    ),
    "symmetry that moves a junction away": (
        SQUARES + "[[junction]]\nat = [0, 0]\nsticks = [[1, 0], [2, 0], [-1, 0], [-2, 0]]\n",
        11, "symmetry 'turn' moves the junction (0, 0)",
    ),
    "another format": ("format = 2\n" + SQUARES, 1, "format is 2: this program reads"),
    "field that nobody knows": (
        SQUARES.replace("pairs", "pair = 1\npairs"), 4, "did you mean pairs?",
    ),
    "loop that closes when walked twice": (
        TWO_STEPS + 'loops = [["a", "a", "c", "c"]]\n',
        3, "some walk closes only when it is walked several times",
    ),
    "loops that close everything": (
        TWO_STEPS + 'loops = [["a"], ["c"]]\n', 3, "nothing is left of the lattice",
    ),
    "loop of an unknown label": (TWO_STEPS + 'loops = [["a", "x"]]\n', 3, "loops name 'x'"),
    "label that is its own partner": (
        'labels = ["a"]\npairs = [["a", "a"]]\nloops = []\n', 3, "'a' is its own partner",
    ),
    "label without pair": ('labels = ["a", "b", "c"]\npairs = [["a", "b"]]\nloops = []\n',
                           2, "label 'c' has no partner in pairs"),
    "pair without label": ('labels = ["a", "b"]\npairs = [["a", "b"], ["c", "d"]]\nloops = []\n',
                           2, "pairs names 'c', which is not one of the labels"),
    "offsets too few": (TWO_STEPS + "offsets = [[1, 0]]\n", 3, "1 offsets for 4 labels"),
    "permutation that is no motion": (
        PRISMS_BY_LABELS.replace("[0, 1, 3, 4, 5, 6, 7, 2]", "[0, 1, 2, 4, 3, 5, 7, 6]"),
        13, "is no motion of the lattice: the step of",
    ),
    "permutation that names a label twice": (
        PRISMS_BY_LABELS.replace("[0, 1, 3,", "[0, 0, 3,"), 13, "each of the 8 labels once",
    ),
    "permutation of several kinds": (
        CHEQUERED + '[[symmetry]]\nname = "p"\npermutation = [0, 1, 2, 3]\n',
        23, "permutations of labels are for lattices with one kind of cell",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_lattices_are_refused(case: str) -> None:
    text, line, message = BAD[case]
    with pytest.raises(FileError) as caught:
        tw.parse_lattice(text, "bad.toml")
    told = [(c.line, c.message) for c in caught.value.complaints]
    assert any(message in said for _, said in told), told
    assert any(at == line for at, said in told if message in said), told
    assert str(caught.value).startswith("bad.toml:")


@pytest.mark.parametrize("text", [SQUARES, CHEQUERED, STICKS, PRISMS_BY_LABELS])
def test_the_tables_that_were_spoilt_are_good(text: str) -> None:
    assert tw.parse_lattice(text).motions


def test_everything_wrong_is_told_at_once() -> None:
    text = SQUARES.replace("down = [0, 1]", "down = [1, 1]").replace('["left", "right"], ', "")
    with pytest.raises(FileError) as caught:
        tw.parse_lattice(text)
    assert len(caught.value.complaints) >= 3


def test_by_offsets_instead_of_loops() -> None:
    steps = "[[0,0,1],[0,0,-1],[1,0,0],[0,1,0],[-1,1,0],[-1,0,0],[0,-1,0],[1,-1,0]]"
    given = tw.parse_lattice(re.sub(r"loops = .*", f"offsets = {steps}", PRISMS_BY_LABELS))
    assert len(given.motions) == 12
    assert given.kinds[0].edges["east120"] == (-1, 1, 0)


def test_unknown_lattices() -> None:
    with pytest.raises(LatticeError, match="did you mean 'square'"):
        lattice("squares")
    assert "square" in lattice_names()


def test_equal_lattices_say_the_same() -> None:
    assert tw.parse_lattice(SQUARES) == tw.parse_lattice(SQUARES, "other.toml")
    assert tw.parse_lattice(SQUARES) != tw.parse_lattice(SQUARES.replace("turn", "round"))
    assert lattice("cube") != lattice("square")


def test_integer_helpers() -> None:
    assert determinant([]) == 1
    assert determinant([[0, 2], [3, 0]]) == -6
    assert determinant([[1, 2], [2, 4]]) == 0
    assert pivots([(4, 6), (6, 9)]) == [(2, 3)]
    assert pivots([]) == []
    assert null_space([(2, -1)], 2) == [(1, 2)]
    assert Translations(((2, 0), (1, 3)), 2).coefficients((5, 3)) == (2, 1)
    assert Translations(((2, 0),), 2).coefficients((1, 0)) is None
    assert Translations(((2, 0),), 2).coefficients((2, 1)) is None
    lines = Translations(((0, 0, 2),), 3)
    assert (0, 0, -4) in lines
    assert (0, 0, 1) not in lines
    assert (1, 0, 0) not in lines
    assert lines.reduce((5, -1, -3)) == (5, -1, 1)
    assert lines.coefficients((0, 0, -4)) == (-2,)


def test_drawings_are_moved_until_they_fit() -> None:
    hexagon, sticks = lattice("hexagon"), lattice("square-sticks")
    assert [m.cell for m in read_drawing(hexagon, " #\n#")] == [(1, 0), (0, 1)]
    assert [m.cell for m in read_drawing(hexagon, "#\n #")] == [(0, 0), (0, 1)]
    assert [m.cell for m in read_drawing(sticks, "+-+\n|\n+")] == [(1, 0), (0, 1)]
    assert [m.cell for m in read_drawing(sticks, "-\n.|")] == [(1, 0), (2, 1)]
    assert {m.letter for m in read_drawing(sticks, "+-+\n|")} == {"#"}


@pytest.mark.parametrize(
    ("name", "drawing", "row"),
    [
        ("hexagon", "#\n#", 1),
        ("square-sticks", "-|", 0),
        ("square-sticks", "+-+\n-", 1),
    ],
)
def test_bad_drawings(name: str, drawing: str, row: int) -> None:
    with pytest.raises(DrawingError) as caught:
        read_drawing(lattice(name), drawing)
    check_text(str(caught.value))
    assert caught.value.row == row


def test_layers() -> None:
    cube = lattice("cube")
    marks = read_drawing(cube, "\n\na.\n\n\n.b\nc\n", layer=3)
    assert {m.letter: m.cell for m in marks} == {"a": (0, 0, 3), "b": (1, 0, 4), "c": (0, 1, 4)}
    assert [m.row for m in marks] == [2, 5, 6]
    assert draw(cube, {(0, 0, 0): "a", (1, 1, 2): "b"}) == "a.\n..\n\n..\n..\n\n..\n.b"
    assert draw(cube, {}) == ""


def test_lattices_without_places_are_not_drawn() -> None:
    bare = tw.parse_lattice(CHEQUERED.replace("text = [1, 0]\n", ""))
    assert not can_draw(bare)
    with pytest.raises(DrawingError, match="no places in drawings"):
        read_drawing(bare, "#")
