"""Famous exact cover problems: dominoes, Langford pairs, pentominoes, queens, sudokus, words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from tilewright.cover.build import from_options
from tilewright.cover.parts import CoverProblemError
from tilewright.cover.problem import ExactCover
from tilewright.document import read_text
from tilewright.document.reading import data_text


def dominoes(rows: int, columns: int, *, without: tuple[tuple[int, int], ...] = ()) -> ExactCover:
    """Cover a board with dominoes, leaving out some squares (row, column), counted from 0."""
    board = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in without]
    squares = set(board)
    options = [
        [(r, c), other] for r, c in board for other in ((r, c + 1), (r + 1, c)) if other in squares
    ]
    named = [[f"{r}.{c}" for r, c in option] for option in options]
    return from_options(named, primary=[f"{r}.{c}" for r, c in board])


def mutilated_chessboard() -> ExactCover:
    """The chessboard without two opposite corners, which no 31 dominoes cover.

    An argument with colours shows it at once; a search has to try.
    """
    return dominoes(8, 8, without=((0, 0), (7, 7)))


def langford(n: int) -> ExactCover:
    """Put two of each of 1..n in a row so that there are k numbers between the two ks.

    Item k says that k is placed, item s1, s2, … that a slot is filled.  Every arrangement is found
    twice, once from each end.
    """
    options = [
        [str(k), f"s{i}", f"s{i + k + 1}"] for k in range(1, n + 1) for i in range(1, 2 * n - k)
    ]
    primary = [*(str(k) for k in range(1, n + 1)), *(f"s{i}" for i in range(1, 2 * n + 1))]
    return from_options(options, primary=primary)


Square = tuple[int, int]  # rank and file, counted from 1
Shape = tuple[Square, ...]

_DRAWINGS = {
    "F": ".## ##. .#.",
    "I": "#####",
    "L": "#### #...",
    "P": "## ## #.",
    "N": "##.. .###",
    "T": "### .#. .#.",
    "U": "#.# ###",
    "V": "#.. #.. ###",
    "W": "#.. ##. .##",
    "X": ".#. ### .#.",
    "Y": "#### .#..",
    "Z": "##. .#. .##",
}
_FILE_NAMES = "123456789abcdefghijklmnopqrstuvwxyz"


def pentominoes(
    board: Iterable[Square],
    *,
    extra: Mapping[str, str] | None = None,
    one_sided: Iterable[str] = (),
    allow: Callable[[str, Shape], bool] = lambda _piece, _placed: True,
) -> ExactCover:
    """Cover a board with the twelve pentominoes, each used once, as Knuth set it up.

    Items are the squares, rank by rank and named by rank and file, then the pieces in Golomb's
    order F I L P N T U V W X Y Z.  With ties broken in this order the counters agree with those of
    Knuth's paper to the digit.

    `extra` adds pieces as drawings; pieces in `one_sided` may be turned but not flipped over;
    `allow` decides on each placement.  The last item of an option is its piece.
    """
    squares = sorted(board)
    if any(not 1 <= number <= len(_FILE_NAMES) for square in squares for number in square):
        raise CoverProblemError(f"ranks and files must be numbers from 1 to {len(_FILE_NAMES)}")
    pieces = {**_DRAWINGS, **(extra or {})}
    options = [
        [*map(_name, placed), piece]
        for piece, drawing in pieces.items()
        for placed in _placements(drawing, set(squares), flip=piece not in set(one_sided))
        if allow(piece, placed)
    ]
    return from_options(options, primary=[*map(_name, squares), *pieces])


def _x_at(centre: Square | None) -> Callable[[str, Shape], bool]:
    """Allows the X in one place only, or anywhere."""
    return lambda piece, placed: piece != "X" or centre is None or _centre(placed) == centre


def scott(centre_of_x: Square | None = None) -> ExactCover:
    """Dana Scott's problem: the chessboard without its four central squares.

    Its 520 covers are 65 turned and reflected.  To meet each of the 65 once, put the X at one of
    the three places (2, 3), (2, 4) and (3, 3), and in the last case do not flip the P.
    """
    board = {(r, f) for r in range(1, 9) for f in range(1, 9)} - {(4, 4), (4, 5), (5, 4), (5, 5)}
    one_sided = "P" if centre_of_x == (3, 3) else ""
    return pentominoes(board, one_sided=one_sided, allow=_x_at(centre_of_x))


def pentominoes_6x10(*, all_symmetric_copies: bool = False) -> ExactCover:
    """The 6×10 rectangle, with the X in the upper left quarter unless all copies are wanted."""

    def allow(piece: str, placed: Shape) -> bool:
        rank, file = _centre(placed)
        return piece != "X" or all_symmetric_copies or (rank <= 3 and file <= 5)

    return pentominoes({(r, f) for r in range(1, 7) for f in range(1, 11)}, allow=allow)


def dudeney(centre_of_x: Square | None = None, *, one_sided: Iterable[str] = ()) -> ExactCover:
    """The whole chessboard, covered by the pentominoes and a square tetromino O."""
    board = {(r, f) for r in range(1, 9) for f in range(1, 9)}
    return pentominoes(board, extra={"O": "## ##"}, one_sided=one_sided, allow=_x_at(centre_of_x))


def _name(square: Square) -> str:
    return f"{square[0]}{_FILE_NAMES[square[1] - 1]}"


def _centre(placed: Shape) -> Square:
    return sorted(placed)[2]  # of an X: the middle one in rank order


def _orientations(drawing: str, *, flip: bool) -> list[Shape]:
    shape = [(r, f) for r, row in enumerate(drawing.split()) for f, c in enumerate(row) if c == "#"]
    turned = []
    for mirrored in (shape, [(r, -f) for r, f in shape])[: 2 if flip else 1]:
        for _ in range(4):
            mirrored = [(f, -r) for r, f in mirrored]
            low_r, low_f = min(r for r, _ in mirrored), min(f for _, f in mirrored)
            turned.append(tuple(sorted((r - low_r, f - low_f) for r, f in mirrored)))
    return sorted(set(turned))


def _placements(drawing: str, board: set[Square], *, flip: bool) -> Iterable[Shape]:
    for shape in _orientations(drawing, flip=flip):
        for rank, file in sorted({(r - shape[0][0], f - shape[0][1]) for r, f in board}):
            placed = tuple((r + rank, f + file) for r, f in shape)
            if board.issuperset(placed):
                yield placed


def organ_pipe_order(n: int) -> list[int]:
    """0..n-1 from the middle outwards: for 8 it is 4 3 5 2 6 1 7 0.

    >>> organ_pipe_order(8)
    [4, 3, 5, 2, 6, 1, 7, 0]
    """
    return sorted(range(n), key=lambda i: (abs(i - n // 2), i))


def queens(n: int, *, files_secondary: bool = False) -> ExactCover:
    """One queen on every rank and file, at most one on every diagonal.

    Ranks and files stand in organ-pipe order, R4 F4 R3 F3 …, so that ties are broken towards the
    middle of the board.  With `files_secondary` only the ranks are primary, which gives the usual
    rank-by-rank search (the R-columns of Knuth's table).  The diagonals of a single square are left
    out, as in the paper.
    """
    ranks = [f"R{i}" for i in organ_pipe_order(n)]
    files = [f"F{i}" for i in organ_pipe_order(n)]
    if files_secondary:
        primary, secondary = ranks, files
    else:
        primary, secondary = [name for pair in zip(ranks, files, strict=True) for name in pair], []
    long_diagonals = range(1, 2 * n - 2)
    secondary += [f"{kind}{k}" for kind in "AB" for k in long_diagonals]
    options = [
        [f"R{i}", f"F{j}"]
        + [f"A{k}" for k in (i + j,) if k in long_diagonals]
        + [f"B{k}" for k in (n - 1 - i + j,) if k in long_diagonals]
        for i in range(n)
        for j in range(n)
    ]
    return from_options(options, primary=primary, secondary=secondary)


_DIGITS = "123456789"


def sudoku(clues: str) -> ExactCover:
    """A sudoku given as 81 characters, row by row: digits, and `.` or `0` for an empty cell.

    Blanks and line ends are passed over.  The items are p(row, column): this cell is filled;
    r(row, digit), c(column, digit), b(box, digit): the digit stands there.  What the clues settle
    is left out, so that the options are the possible ways to fill one empty cell; an option is
    labelled (row, column, digit).
    """
    cells = "".join(clues.split())
    if len(cells) != 81 or set(cells) - set(_DIGITS + ".0"):
        raise CoverProblemError(
            f"this sudoku has {len(cells)} cells: expected 81, each a digit or '.'"
        )
    ways = _ways_to_fill()
    settled: set[str] = set()
    for place, digit in enumerate(cells):
        if digit in _DIGITS:
            row, column = divmod(place, 9)
            items = ways[row, column, int(digit)]
            if not settled.isdisjoint(items):
                raise CoverProblemError(
                    f"the {digit} in row {row}, column {column} contradicts another clue"
                )
            settled.update(items)
    options = {way: items for way, items in ways.items() if settled.isdisjoint(items)}
    return from_options(options, primary=[i for i in _sudoku_items() if i not in settled])


@cache
def _ways_to_fill() -> dict[tuple[int, int, int], tuple[str, ...]]:
    """The items of each (row, column, digit)."""
    return {
        (row, column, d): (
            f"p{row}{column}",
            f"r{row}{d}",
            f"c{column}{d}",
            f"b{row // 3 * 3 + column // 3}{d}",
        )
        for row, column in product(range(9), repeat=2)
        for d in map(int, _DIGITS)
    }


@cache
def _sudoku_items() -> list[str]:
    return sorted({item for items in _ways_to_fill().values() for item in items})


# The eight lines of a 3×3 square, as places 0..8 row by row.  The second diagonal is read upwards,
# as in the five squares that Knuth shows.
_LINES = {
    "R1": (0, 1, 2),
    "R2": (3, 4, 5),
    "R3": (6, 7, 8),
    "C1": (0, 3, 6),
    "C2": (1, 4, 7),
    "C3": (2, 5, 8),
    "D1": (0, 4, 8),
    "D2": (6, 4, 2),
}


def common_words() -> list[str]:
    """Common English words of three letters."""
    text = data_text("words3.txt")
    return [w for line in text.splitlines() if not line.startswith("#") for w in line.split()]


def word_squares(words: Iterable[str]) -> ExactCover:
    """3×3 squares whose rows, columns and diagonals are all among the words.

    An item for each line says that it holds a word; a secondary item for each place has the
    letter there as its colour, so that crossing words must agree.  Options are labelled
    (line, word).
    """
    options = {}
    for word in dict.fromkeys(words):
        if len(word) != 3:
            raise CoverProblemError(f"the word {word!r} has {len(word)} letters: expected 3")
        for line, places in _LINES.items():
            letters = {f"p{place}": letter for place, letter in zip(places, word, strict=True)}
            options[line, word] = {line: None, **letters}
    return from_options(options, primary=_LINES, secondary=[f"p{place}" for place in range(9)])


def read_square(problem: ExactCover, cover: Iterable[int]) -> tuple[str, str, str]:
    """The three rows of the square that a cover stands for."""
    words = {
        str(item): "".join(str(colour) for colour in option.colours[1:])
        for option in map(problem.option, cover)
        for item in option.items[:1]
    }
    return words["R1"], words["R2"], words["R3"]


MOST_SQUARES = 100_000
MOST = 500  # queens, or pairs


@dataclass(frozen=True, slots=True)
class Example:
    """An example, what it takes, and what it is."""

    make: Callable[[Sequence[str]], ExactCover]
    arguments: str
    about: str


def _number(words: Sequence[str], index: int, default: int, most: int) -> int:
    if index >= len(words):
        return default
    word = words[index]
    plain = word.isascii() and word.isdigit() and len(word) <= 9
    if not plain or not 1 <= int(word) <= most:
        raise CoverProblemError(f"{word!r}: expected a whole number from 1 to {most}")
    return int(words[index])


def _scott(words: Sequence[str]) -> ExactCover:
    if not words:
        return scott()
    places = {"23": (2, 3), "24": (2, 4), "33": (3, 3)}
    if words[0] not in places:
        raise CoverProblemError(f"the X cannot be at {words[0]!r}: expected 23, 24 or 33")
    return scott(places[words[0]])


def _dominoes(words: Sequence[str]) -> ExactCover:
    rows, columns = (_number(words, i, 8, MOST_SQUARES) for i in (0, 1))
    if rows * columns > MOST_SQUARES:
        raise CoverProblemError(f"a board of {rows}×{columns} has more than {MOST_SQUARES} squares")
    return dominoes(rows, columns)


def _word_squares(words: Sequence[str]) -> ExactCover:
    return word_squares(read_text(words[0]).split() if words else common_words())


EXAMPLES = {
    "dominoes": Example(_dominoes, "[ROWS [COLUMNS]]", "dominoes on a board, default 8×8"),
    "dudeney": Example(lambda _: dudeney(), "", "chessboard, pentominoes and a square tetromino"),
    "langford": Example(
        lambda w: langford(_number(w, 0, 8, MOST)), "[N]", "Langford pairs of 1..N"
    ),
    "mutilated-chessboard": Example(
        lambda _: mutilated_chessboard(), "", "31 dominoes, two corners missing: impossible"
    ),
    "pentominoes-6x10": Example(
        lambda _: pentominoes_6x10(), "", "the 6×10 rectangle, X in a quarter: 2339 solutions"
    ),
    "pentominoes-6x10-all": Example(
        lambda _: pentominoes_6x10(all_symmetric_copies=True), "", "all 9356 solutions"
    ),
    "queens": Example(
        lambda w: queens(_number(w, 0, 8, MOST)), "[N]", "N queens, organ-pipe order"
    ),
    "queens-by-rank": Example(
        lambda w: queens(_number(w, 0, 8, MOST), files_secondary=True),
        "[N]",
        "N queens, files secondary",
    ),
    "scott": Example(_scott, "[23|24|33]", "Scott's pentomino problem, X where told"),
    "sudoku": Example(
        lambda w: sudoku("".join(w) or "." * 81), "[CLUES]", "81 digits, . for an empty cell"
    ),
    "word-squares": Example(_word_squares, "[FILE]", "3×3 squares of words, from a list"),
}


def make_example(name: str, arguments: Sequence[str] = ()) -> ExactCover:
    """Build an example by name, from words as they come from a shell.

    >>> make_example("queens", ["6"]).option_count
    36
    """
    if name not in EXAMPLES:
        raise CoverProblemError(f"no example {name!r}: there are {', '.join(EXAMPLES)}")
    example = EXAMPLES[name]
    if len(arguments) > len(example.arguments.split()) and name != "sudoku":
        raise CoverProblemError(f"{name} takes {example.arguments or 'no arguments'}")
    return example.make(arguments)
