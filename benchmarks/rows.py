"""The instance set: one row for each line of the table, with its bar and the best figure known."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cubes import UNIQUE_CUBES, random_cubes
from problems import Covers, Mode, Puzzles, Question

import tilewright as tw
from tilewright.cover.examples import dominoes, pentominoes_6x10, queens, scott, sudoku

__all__ = [
    "DOMINOES_COUNTED",
    "DOMINOES_LISTED",
    "DOMINO_TILINGS",
    "QUARTER",
    "ROWS",
    "XCOVER_QUIET",
    "Known",
    "Row",
]

DOMINO_TILINGS = 12_988_816
_TILINGS_20X20 = 1269984011256235834242602753102293934298576249856


@dataclass(frozen=True)
class Known:
    """What another program needs, measured elsewhere: on one quiet core of a machine like ours."""

    seconds: float
    program: str


@dataclass(frozen=True)
class Row:
    """One line of the table: what we are asked, what the peers are asked, and what is wanted."""

    title: str
    ours: Question
    bar: float | None = None  # CPU seconds on one quiet core
    known: Known | None = None
    peers: Covers | None = None  # None: they are not asked
    engines: tuple[str, ...] = ("links", "bits", "frontier")  # besides auto


Number = Literal["solutions", "up_to_symmetry"]


def _named(name: str, expected: int, number: Number, mode: Mode = "count") -> Puzzles:
    """A puzzle of the catalogue."""
    return Puzzles((expected,), mode, lambda: [tw.load(name)], number)


def _repeated(*rows: str, board: tuple[int, int], count: int) -> tw.Puzzle:
    """So many of one piece on a rectangle."""
    cells = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    piece = tw.Piece("piece", cells, count=tw.puzzle.Count(count, count))
    return tw.Puzzle(tw.lattice("square"), tw.Board(tw.box(*board)), [piece])


def _dominoes(width: int, height: int, expected: int) -> Puzzles:
    """Dominoes on a rectangle; all three numbers are found, this one is compared."""
    count = width * height // 2
    make = lambda: [_repeated("##", board=(width, height), count=count)]  # noqa: E731
    return Puzzles((expected,), "count", make, "up_to_symmetry")


def _as_cover(name: str, expected: int) -> Covers:
    """A puzzle as the peers get it: an exact cover, of which all solutions are wanted."""
    return Covers((expected,), "count", lambda: [tw.encoding.encode(tw.load(name)).problem])


def _sudokus() -> list[tw.ExactCover]:
    lines = Path(__file__).with_name("sudokus.txt").read_text(encoding="utf-8").splitlines()
    return [sudoku(line) for line in lines if not line.startswith("#")]


def _knuths_example() -> tw.ExactCover:
    """The six options of seven items in "Dancing links"; 1 of the covers is exact."""
    rows = ([2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6])
    return tw.cover.from_options(rows, primary=range(7))


_ALL_6X10 = Covers((9356,), "count", lambda: [pentominoes_6x10(all_symmetric_copies=True)])
_QUARTER = Covers((2339,), "count", lambda: [pentominoes_6x10()])
_SCOTT = Covers((520,), "count", lambda: [scott()])
_QUEENS = Covers((365_596,), "count", lambda: [queens(14)])
_DOMINOES = Covers((DOMINO_TILINGS,), "count", lambda: [dominoes(8, 8)])
_DOMINOES_LISTED = Covers((DOMINO_TILINGS,), "list", lambda: [dominoes(8, 8)])
_SUDOKUS = Covers((1,) * 20, "count", _sudokus)
_TINY = Covers((1000,), "list", lambda: [_knuths_example()] * 1000)
_STICKS = _as_cover("tetrasticks-5x5-without-l", 4856)
_SOMA = _as_cover("soma", 11_520)

QUARTER = Row(
    "6×10, X in a quarter, 2,339",
    _QUARTER,
    known=Known(0.97, "Knuth's ssxcc"),
    peers=_QUARTER,
)
_6X10_ALL = Row(
    "6×10, all 9,356 counted",
    _named("pentominoes-6x10", 9356, "solutions"),
    bar=0.06,
    known=Known(0.062, "a Rust bitboard for the 12 pentominoes"),
    peers=_ALL_6X10,
)
_6X5X2 = Row(
    "6×5×2, 264 distinct",
    _named("pentominoes-6x5x2", 264, "up_to_symmetry"),
    bar=0.06,
    known=Known(0.57, "Busche's polycube"),
    peers=_as_cover("pentominoes-6x5x2", 2112),
)
DOMINOES_COUNTED = Row(
    "8×8 dominoes counted",
    _DOMINOES,
    bar=0.004,
    known=Known(0.004, "a ZDD"),
    peers=_DOMINOES,
)
DOMINOES_LISTED = Row("8×8 dominoes listed", _DOMINOES_LISTED, peers=_DOMINOES_LISTED)

# What xcover needs for its part of these rows on a quiet core: tells how noisy a run was.
XCOVER_QUIET = {QUARTER: 1.36, _6X10_ALL: 5.37, _6X5X2: 5.70}

_SWEPT = ("frontier",)  # the other engines would list them
_ALL_OF_8X22 = 71_916_277_437_006_904_099
_ALL_OF_8X100 = int(
    "20620218175454960252895507374763937127495405960680007"
    "526504812373716684800329006999181642043533"
)

ROWS = (
    Row(
        "Soma, first call of a process",
        Puzzles((240,), "count", lambda: [tw.load("soma")], "up_to_symmetry", cold=True),
        bar=0.01,
        known=Known(0.0054, "Busche's polycube"),
        engines=(),
    ),
    Row(
        "Soma, 240 distinct",
        _named("soma", 240, "up_to_symmetry"),
        bar=0.004,
        known=Known(0.0054, "Busche's polycube"),
        peers=_SOMA,
    ),
    Row(
        "1,000 random 4×4×4, unique or not",
        Puzzles((UNIQUE_CUBES,), "unique", lambda: random_cubes(1000), "solutions"),
        bar=7.2,
        engines=(),
    ),
    Row("1,000 covers of 6 options", _TINY, bar=0.02, peers=_TINY),
    Row("sudoku, 20 hard ones", _SUDOKUS, bar=0.005, peers=_SUDOKUS),
    QUARTER,
    Row(
        "6×10, 2,339 distinct listed",
        _named("pentominoes-6x10", 2339, "up_to_symmetry", mode="list"),
        bar=0.075,
        known=Known(0.14, "Busche's polycube"),
    ),
    _6X10_ALL,
    Row("Scott 8×8−2×2, all 520", _SCOTT, known=Known(0.015, "a Rust bitboard"), peers=_SCOTT),
    Row(
        "Dudeney, 16,146 distinct",
        _named("dudeney", 16_146, "up_to_symmetry"),
        bar=0.5,
        known=Known(3.54, "Busche's polycube"),
    ),
    Row(
        "5×4×3, 3,940 distinct",
        _named("pentominoes-5x4x3", 3940, "up_to_symmetry"),
        bar=0.7,
        known=Known(10.4, "Busche's polycube (7,880)"),
    ),
    _6X5X2,
    Row(
        "Bedlam, 19,186",
        _named("bedlam", 19_186, "up_to_symmetry"),
        bar=4,
        known=Known(15.4, "Busche's polycube"),
    ),
    Row(
        "hexiamond rhombus, all 624",
        _named("hexiamond-rhombus", 624, "solutions"),
        bar=0.05,
        known=Known(0.41, "Knuth's ssxcc"),
        peers=_as_cover("hexiamond-rhombus", 624),
    ),
    Row(
        "tetrasticks without L, all 4,856",
        _named("tetrasticks-5x5-without-l", 4856, "solutions"),
        bar=2.5,
        known=Known(19.8, "Knuth's ssxcc"),
    ),
    Row(
        "tetrasticks without L as a cover",
        _STICKS,
        bar=1,
        known=Known(21.7, "Knuth's ssxcc"),
        peers=_STICKS,
    ),
    Row(
        "one-sided 3×30, 46 (184 in all)",
        _named("one-sided-3x30", 46, "up_to_symmetry"),
        bar=0.05,
        known=Known(0.163, "Busche's polycube"),
    ),
    Row(
        "30 Y in 10×15, all 8,954",
        Puzzles(
            (8954,),
            "count",
            lambda: [_repeated("####", ".#..", board=(15, 10), count=30)],
            "solutions",
        ),
        bar=0.045,
        known=Known(0.228, "Busche's polycube"),
    ),
    Row(
        "45 Y in 15×15, 212 (1,696 in all)",
        _named("y-15x15", 212, "up_to_symmetry"),
        bar=2,
        known=Known(12.3, "a ZDD"),
    ),
    Row("14 queens counted", _QUEENS, bar=0.17, known=Known(0.83, "Knuth's ssxcc"), peers=_QUEENS),
    DOMINOES_COUNTED,
    DOMINOES_LISTED,
    Row(
        "20×20 dominoes counted",
        Covers((_TILINGS_20X20,), "count", lambda: [dominoes(20, 20)]),
        bar=20,
        engines=_SWEPT,
    ),
    Row("8×22 dominoes, three numbers", _dominoes(22, 8, _ALL_OF_8X22), bar=0.1, engines=_SWEPT),
    Row("8×100 dominoes, three numbers", _dominoes(100, 8, _ALL_OF_8X100), bar=5, engines=_SWEPT),
)
