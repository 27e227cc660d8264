"""Which solutions are wanted, and in which order, as words.

Conditions: `symmetric`, `asymmetric`, `X at 3,4`, `X not at 3,4`.  Orders: `symmetry`, `letters`,
or the name of a piece.
"""

import errno
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing

import numpy as np
import numpy.typing as npt

from tilewright.document.text import close_matches
from tilewright.errors import TilewrightError, refuse_text
from tilewright.export.table import Blocks, Condition, Grid, Letters, Rows, SolutionTable

Order = Callable[[Grid], npt.NDArray[np.uint8]]  # bytes that are compared from left to right

Records = npt.NDArray[np.void]

MEMORY = 24 << 20  # bytes of what is sorted that stay in memory
STEPS = 100_000  # of SQLite, between two looks at whether somebody has pressed Ctrl-C
SYMMETRIC, ASYMMETRIC, SYMMETRY, LETTERS = "symmetric", "asymmetric", "symmetry", "letters"


class QueryError(TilewrightError, ValueError):
    """Solutions are asked for by something that the puzzle does not have."""


def select(
    table: SolutionTable,
    blocks: Blocks,
    *,
    where: Sequence[str] = (),
    sort: Sequence[str] = (),
    memory: int = MEMORY,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Rows]:
    """The solutions for which all conditions hold, in order, a slice at a time.

    Without `sort` the order is that of the search; ties are settled by it, too.  What does not fit
    into memory goes to temporary files.  `progress` is called with how many have been read.
    """
    refuse_text(where, "where", QueryError)
    refuse_text(sort, "sort", QueryError)
    conditions = [condition(table, text) for text in where]
    orders = [order(table, text) for text in sort]

    def wanted() -> Iterator[Rows]:
        for rows in table.rows(blocks):
            if len(some := rows.where(conditions)):
                yield some
            if progress:
                progress(int(rows.numbers[-1]))

    return _sorted(wanted(), orders, memory) if orders else wanted()


def _sorted(parts: Iterator[Rows], orders: Sequence[Order], memory: int) -> Iterator[Rows]:
    def records() -> Iterator[Records]:
        for rows in parts:
            key = np.ascontiguousarray(np.concatenate([of(rows.grid) for of in orders], axis=1))
            fields = np.dtype(
                [
                    ("key", f"V{key.shape[1]}"),
                    ("number", ">i8"),  # whose bytes compare as the numbers do
                    ("grid", rows.grid.dtype, rows.grid.shape[1:]),
                ]
            )
            made = np.empty(len(rows), dtype=fields)
            made["key"] = key.view(f"V{key.shape[1]}")[:, 0]
            made["number"], made["grid"] = rows.numbers, rows.grid
            yield made

    for some in sort_records(records(), memory=memory):
        yield Rows(some["number"].astype(np.int64), some["grid"])


def sort_records(parts: Iterable[Records], *, memory: int = MEMORY) -> Iterator[Records]:
    """The records of all parts, sorted by their bytes, again in parts.

    SQLite sorts them, in a database of its own that goes to temporary files where it is large.
    """
    with closing(sqlite3.connect("")) as db:
        db.execute(f"PRAGMA cache_size = -{max(1, memory >> 10)}")
        db.execute("CREATE TABLE records (record BLOB)")
        db.set_progress_handler(lambda: 0, STEPS)  # Python looks at signals meanwhile
        dtype = np.dtype(np.void)
        try:
            for part in parts:
                dtype = part.dtype
                rows = part.view(f"V{dtype.itemsize}").tolist()
                db.executemany("INSERT INTO records VALUES (?)", zip(rows, strict=True))
            found = db.execute("SELECT record FROM records ORDER BY record")
            while some := found.fetchmany(max(1, memory // 4 // max(1, dtype.itemsize))):
                yield np.frombuffer(b"".join([record for (record,) in some]), dtype=dtype)
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:  # by Ctrl-C
                raise KeyboardInterrupt from None
            raise OSError(errno.EIO, f"solutions cannot be sorted: {error}") from error


def condition(table: SolutionTable, text: str) -> Condition:
    """What a condition says about solutions."""
    words = " ".join(text.split())
    if words in (SYMMETRIC, ASYMMETRIC):
        return lambda grid: (table.symmetries(grid) > 1) == (words == SYMMETRIC)
    name, at, spelt = words.rpartition(" at ")
    if not at:
        raise QueryError(
            f"the condition {text!r}: expected {SYMMETRIC}, {ASYMMETRIC}, or a piece and a cell as "
            f"in 'X at 3,4' or 'X not at 3,4'"
        )
    positive = not name.endswith(" not")
    columns = _columns(table, name.removesuffix(" not"))
    covers = (table.cells == _cell(table, spelt)).any(axis=1)
    return lambda grid: covers[grid[:, columns]].any(axis=1) == positive


def order(table: SolutionTable, text: str) -> Order:
    """The keys by which an order sorts solutions."""
    words = " ".join(text.split())
    if words == SYMMETRY:  # the most symmetric ones first
        return lambda grid: _big_endian(np.uint16(2**16 - 1) - table.symmetries(grid))
    if words == LETTERS:
        letters = Letters(table)
        return lambda grid: _big_endian(letters.of(grid))
    first = _columns(table, words, f"{SYMMETRY}, {LETTERS}, or a piece")[:1]
    if not first:  # the piece does not fit on the board
        return lambda grid: np.zeros((len(grid), 1), dtype=np.uint8)
    places = np.append(table.rank, len(table.rank)).astype(np.uint32)  # not used: the last ones
    return lambda grid: _big_endian(places[grid[:, first]])


def _big_endian(numbers: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.uint8]:
    """The bytes of each row; they compare as the numbers do."""
    high_first = np.ascontiguousarray(numbers.astype(numbers.dtype.newbyteorder(">")))
    return high_first.reshape(len(numbers), -1).view(np.uint8)


def _columns(table: SolutionTable, name: str, expected: str = "a piece") -> list[int]:
    """The columns in which a piece may stand; any of several identical ones may be meant."""
    puzzle = table.encoding.puzzle
    for kind, columns in zip(table.encoding.placements.types, table.columns_of_type, strict=True):
        if name in (kind.name, *(puzzle.pieces[n].name for n in kind.pieces)):
            return list(columns)
    names = [piece.name for piece in puzzle.pieces]
    near = close_matches(name, names)
    hint = f"did you mean {near[0]!r}?" if near else f"the pieces are {', '.join(names)}"
    raise QueryError(f"{name!r}: expected {expected}; {hint}")


def _cell(table: SolutionTable, spelt: str) -> int:
    """The number of a cell, given by its coordinates."""
    cells = table.encoding.placements.ground.cells
    dimension = len(cells[0])
    try:
        cell = tuple(int(x) for x in spelt.strip("()").split(","))
    except ValueError:
        cell = ()
    if len(cell) != dimension:
        example = ",".join(map(str, cells[0]))
        raise QueryError(f"the cell {spelt!r}: expected {dimension} coordinates, as in {example}")
    if cell not in cells:
        low, high = (tuple(map(f, zip(*cells, strict=True))) for f in (min, max))
        raise QueryError(f"the cell {spelt!r} is not on the board: it goes from {low} to {high}")
    return cells.index(cell)
