"""The instance set: one row for each line of the table, with its bar and the best figure known."""

from dataclasses import dataclass
from pathlib import Path

from problems import Covers, PuzzleByName

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
    ours: PuzzleByName | Covers
    bar: float | None = None  # CPU seconds on one quiet core
    known: Known | None = None
    peers: Covers | None = None  # None: they are not asked
    engines: tuple[str, ...] = ("links", "bits", "frontier")  # besides auto


def _puzzle(name: str, expected: int) -> Covers:
    """A puzzle as the peers get it: an exact cover, of which all solutions are wanted."""
    return Covers(lambda: [tw.encoding.encode(tw.load(name)).problem], (expected,))


def _sudokus() -> list[tw.ExactCover]:
    lines = Path(__file__).with_name("sudokus.txt").read_text(encoding="utf-8").splitlines()
    return [sudoku(line) for line in lines if not line.startswith("#")]


_ALL_6X10 = Covers(lambda: [pentominoes_6x10(all_symmetric_copies=True)], (9356,))
_QUARTER = Covers(lambda: [pentominoes_6x10()], (2339,))
_SCOTT = Covers(lambda: [scott()], (520,))
_QUEENS = Covers(lambda: [queens(14)], (365_596,))
_DOMINOES = Covers(lambda: [dominoes(8, 8)], (DOMINO_TILINGS,))
_DOMINOES_LISTED = Covers(lambda: [dominoes(8, 8)], (DOMINO_TILINGS,), mode="list")
_SUDOKUS = Covers(_sudokus, (1,) * 20)

QUARTER = Row(
    "6×10, X in a quarter, 2,339",
    _QUARTER,
    known=Known(0.97, "Knuth's ssxcc"),
    peers=_QUARTER,
)
_6X10_ALL = Row(
    "6×10, all 9,356 counted",
    PuzzleByName("pentominoes-6x10", 9356, "solutions"),
    bar=0.06,
    known=Known(0.062, "a Rust bitboard for the 12 pentominoes"),
    peers=_ALL_6X10,
)
_6X5X2 = Row(
    "6×5×2, 264 distinct",
    PuzzleByName("pentominoes-6x5x2", 264, "up_to_symmetry"),
    bar=0.07,
    known=Known(0.57, "Busche's polycube"),
    peers=_puzzle("pentominoes-6x5x2", 2112),
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

ROWS = (
    QUARTER,
    Row(
        "6×10, 2,339 distinct listed",
        PuzzleByName("pentominoes-6x10", 2339, "up_to_symmetry", mode="list"),
        bar=0.08,
        known=Known(0.14, "Busche's polycube"),
    ),
    _6X10_ALL,
    Row("Scott 8×8−2×2, all 520", _SCOTT, known=Known(0.015, "a Rust bitboard"), peers=_SCOTT),
    Row(
        "Dudeney, 16,146 distinct",
        PuzzleByName("dudeney", 16_146, "up_to_symmetry"),
        bar=0.5,
        known=Known(3.54, "Busche's polycube"),
    ),
    Row(
        "5×4×3, 3,940 distinct",
        PuzzleByName("pentominoes-5x4x3", 3940, "up_to_symmetry"),
        bar=0.7,
        known=Known(10.4, "Busche's polycube (7,880)"),
    ),
    _6X5X2,
    Row(
        "Bedlam, 19,186",
        PuzzleByName("bedlam", 19_186, "up_to_symmetry"),
        bar=4,
        known=Known(15.4, "Busche's polycube"),
    ),
    Row(
        "hexiamond rhombus, all 624",
        PuzzleByName("hexiamond-rhombus", 624, "solutions"),
        bar=0.05,
        known=Known(0.41, "Knuth's ssxcc"),
        peers=_puzzle("hexiamond-rhombus", 624),
    ),
    Row(
        "tetrasticks without L, all 4,856",
        PuzzleByName("tetrasticks-5x5-without-l", 4856, "solutions"),
        bar=2.5,
        known=Known(19.8, "Knuth's ssxcc"),
    ),
    Row(
        "one-sided 3×30, 46 (184 in all)",
        PuzzleByName("one-sided-3x30", 46, "up_to_symmetry"),
        bar=0.04,
        known=Known(0.163, "Busche's polycube"),
    ),
    Row(
        "45 Y in 15×15, 212 (1,696 in all)",
        PuzzleByName("y-15x15", 212, "up_to_symmetry"),
        bar=2,
        known=Known(12.3, "a ZDD"),
    ),
    Row("14 queens counted", _QUEENS, bar=0.15, known=Known(0.83, "Knuth's ssxcc"), peers=_QUEENS),
    DOMINOES_COUNTED,
    DOMINOES_LISTED,
    Row(
        "20×20 dominoes counted",
        Covers(lambda: [dominoes(20, 20)], (_TILINGS_20X20,)),
        bar=20,
        engines=("frontier",),  # the others would list them
    ),
    Row("sudoku, 20 hard ones", _SUDOKUS, peers=_SUDOKUS),
)
