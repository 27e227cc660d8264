"""Solutions written to a file, as many as there are, sorted and sifted."""

import csv
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, fields
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

import numpy as np

from tilewright.encoding import Encoding
from tilewright.errors import TilewrightError, how_to_install
from tilewright.export.queries import select
from tilewright.export.sorting import MEMORY
from tilewright.export.table import ABSENT, Blocks, Drawings, Letters, Rows, SolutionTable
from tilewright.polygons.model.solution import PlacedPolygon, PolygonSolution
from tilewright.solutions import Decoder, Placed, Solution, placed_entry

if TYPE_CHECKING:
    import pyarrow


# Solutions in files: as drawings, as JSON lines, as comma-separated values, as Parquet.


ROW_GROUP = 250_000  # rows of a Parquet file that are compressed together, at most
GROUP_LETTERS = 1 << 25  # and as many letters, about


class MissingLibraryError(TilewrightError, ImportError):
    """A file of this kind needs a library that is not installed."""


class Writer(Protocol):
    """Takes rows, a slice at a time."""

    def write(self, rows: Rows) -> None:
        """Write some rows."""
        ...

    def close(self) -> None:
        """Write what is left to write.  The file stays open."""
        ...

    def abandon(self) -> None:
        """Something failed: never touch the file again."""
        ...


class _Lines:
    """Anything that is text."""

    def __init__(self, table: SolutionTable, out: IO[bytes]) -> None:
        self._table = table
        self._out = out
        self._decoder = Decoder(table.encoding)

    def write(self, rows: Rows) -> None:
        """Write some rows."""
        self._out.write("".join(self._lines(rows)).encode())

    def close(self) -> None:
        """Nothing is left to write."""

    def abandon(self) -> None:
        """Nothing is left to write."""

    def _lines(self, rows: Rows) -> Iterator[str]:
        raise NotImplementedError

    def _solutions(self, rows: Rows) -> Iterator[Solution]:
        for row in rows.grid.tolist():
            yield self._decoder.solution([option for option in row if option != ABSENT])


class TextWriter(_Lines):
    """Solutions as `tilewright solve` prints them."""

    def __init__(self, table: SolutionTable, out: IO[bytes]) -> None:
        super().__init__(table, out)
        self._drawings = Drawings(Letters(table))

    def _lines(self, rows: Rows) -> Iterator[str]:
        drawn: Iterable[Solution | str] = self._solutions(rows)
        if self._drawings.tell_all:
            drawn = self._drawings.text(rows.grid)
        for number, one in zip(rows.numbers.tolist(), drawn, strict=True):
            yield f"solution {number}:\n{one}\n\n"


class JsonLinesWriter(_Lines):
    """One object a line; `placed` is what `tilewright solve --json` has for a solution."""

    def __init__(self, table: SolutionTable, out: IO[bytes]) -> None:
        super().__init__(table, out)
        self._spelt: dict[int, tuple[Placed, str]] = {}  # by identity: the decoder makes each once

    def _lines(self, rows: Rows) -> Iterator[str]:
        counts = self._table.symmetries(rows.grid).tolist()
        for number, symmetries, solution in zip(
            rows.numbers.tolist(), counts, self._solutions(rows), strict=True
        ):
            placed = ", ".join([self._entry(one) for one in solution.placed])
            yield f'{{"number": {number}, "symmetries": {symmetries}, "placed": [{placed}]}}\n'

    def _entry(self, one: Placed) -> str:
        known = self._spelt.get(id(one))
        if known is None:
            known = self._spelt[id(one)] = one, json.dumps(placed_entry(one))
        return known[1]


class CsvWriter(_Lines):
    """One row a solution, one column a piece."""

    def __init__(self, table: SolutionTable, out: IO[bytes]) -> None:
        super().__init__(table, out)
        self._letters = Letters(table)
        spelt = [*_spelt(table, range(len(table.encoding.placements))), ""]
        self._spelt = np.array([_csv_line([text]) for text in spelt], dtype=object)
        self._spelt[ABSENT] = ""
        out.write((_csv_line(_header(table)) + "\n").encode())

    def _lines(self, rows: Rows) -> Iterator[str]:
        counts = self._table.symmetries(rows.grid).tolist()
        pieces = self._spelt[rows.grid].tolist()
        letters = self._letters.text(rows.grid)
        for number, symmetries, placed, cells in zip(
            rows.numbers.tolist(), counts, pieces, letters, strict=True
        ):
            yield f"{number},{symmetries},{','.join(placed)},{cells}\n"


def load_pyarrow() -> Any:
    """The library for Parquet files: it takes long to load, and nothing else needs it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingLibraryError(
            "Parquet files are written with pyarrow, which is not installed: "
            f"{how_to_install('parquet')}, or write .csv or .jsonl"
        ) from None
    return pyarrow


class ParquetWriter:
    """The columns of `CsvWriter`; each piece has a dictionary of its placements."""

    def __init__(self, table: SolutionTable, out: IO[bytes]) -> None:
        self._arrow = arrow = load_pyarrow()
        self._table = table
        self._letters = Letters(table)
        self._waiting: list[Rows] = []
        placements = table.encoding.placements
        types = np.array([block.type for block in placements.blocks])
        self._columns: list[tuple[int, pyarrow.StringArray]] = []
        for number, columns in enumerate(table.columns_of_type):
            blocks = np.flatnonzero(types == number)
            begin, end = placements.starts[blocks[0]], placements.starts[blocks[-1] + 1]
            spelt = arrow.array(_spelt(table, range(begin, end)), arrow.string())
            self._columns += [(int(begin), spelt)] * len(columns)
        schema = self._batch(Rows(np.empty(0, np.int64), np.empty((0, len(table.names)), np.int32)))
        self._file = arrow.parquet.ParquetWriter(
            out, schema.schema, compression="zstd", compression_level=1
        )

    def write(self, rows: Rows) -> None:
        """Write some rows."""
        self._waiting.append(rows)
        cells = len(self._table.encoding.placements.ground.cells)
        if sum(map(len, self._waiting)) >= min(ROW_GROUP, GROUP_LETTERS // cells):
            self._flush()

    def close(self) -> None:
        """Write the rest, and the table of contents."""
        if self._waiting:
            self._flush()
        self._file.close()

    def abandon(self) -> None:
        """Keep pyarrow from closing the file once more when it clears away."""
        self._file.is_open = False

    def _flush(self) -> None:
        batches = [self._batch(rows) for rows in self._waiting]
        self._waiting = []
        self._file.write_table(self._arrow.Table.from_batches(batches).combine_chunks())

    def _batch(self, rows: Rows) -> "pyarrow.RecordBatch":
        arrow = self._arrow
        arrays = [arrow.array(rows.numbers), arrow.array(self._table.symmetries(rows.grid))]
        for (begin, spelt), column in zip(self._columns, rows.grid.T, strict=True):
            indices = arrow.array(column - begin, mask=column == ABSENT)
            arrays.append(arrow.DictionaryArray.from_arrays(indices, spelt))
        arrays.append(self._cells(rows))
        return arrow.record_batch(arrays, names=_header(self._table))

    def _cells(self, rows: Rows) -> Any:
        """The letters; as long as they are ASCII, all are as long, and the bytes are there."""
        if self._letters.dtype != np.uint8:
            return self._arrow.array(self._letters.text(rows.grid), self._arrow.string())
        codes = np.ascontiguousarray(self._letters.of(rows.grid))
        offsets = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(codes.shape[1])
        return self._arrow.StringArray.from_buffers(
            len(rows), self._arrow.py_buffer(offsets), self._arrow.py_buffer(codes)
        )


WRITERS: dict[str, Callable[[SolutionTable, IO[bytes]], Writer]] = {
    ".parquet": ParquetWriter,
    ".csv": CsvWriter,
    ".jsonl": JsonLinesWriter,
    ".txt": TextWriter,
}


def _header(table: SolutionTable) -> list[str]:
    return ["number", "symmetries", *table.names, "cells"]


def _spelt(table: SolutionTable, placements: range) -> list[str]:
    """The cells of placements, in words."""
    cells = [f"({','.join(map(str, cell))})" for cell in table.encoding.placements.ground.cells]
    cells.append("")  # where there is no further cell
    rows = table.cells[placements.start : placements.stop].tolist()
    return [" ".join([cells[k] for k in row]).rstrip() for row in rows]


def _csv_line(fields: list[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(fields)
    return line.getvalue()


Some = Sequence[tuple[int, PolygonSolution]]  # with their numbers
Lines = Callable[[int, PolygonSolution], Iterator[str]]

COLUMNS = tuple(field.name for field in fields(PlacedPolygon))


class PolygonLines:
    """Anything that is text."""

    def __init__(self, out: IO[bytes], lines: Lines, head: str = "") -> None:
        self._out, self._lines = out, lines
        out.write(head.encode())

    def write(self, some: Some) -> None:
        """Write some solutions."""
        for number, solution in some:
            self._out.write("".join(self._lines(number, solution)).encode())

    def close(self) -> None:
        """Nothing is left to write."""

    def abandon(self) -> None:
        """Nothing is left to write."""


class PolygonParquet:
    """The table as a Parquet file."""

    def __init__(self, out: IO[bytes]) -> None:
        self._arrow = arrow = load_pyarrow()
        kinds = [arrow.int64(), arrow.string(), arrow.bool_(), *[arrow.float64()] * 4]
        self._schema = arrow.schema(list(zip(("number", *COLUMNS), kinds, strict=True)))
        self._file = arrow.parquet.ParquetWriter(out, self._schema, compression="zstd")

    def write(self, some: Some) -> None:
        """Write some solutions."""
        rows = [(number, *astuple(one)) for number, solution in some for one in solution.placed]
        columns = [list(column) for column in zip(*rows, strict=True)]
        if columns:
            self._file.write_table(self._arrow.table(columns, schema=self._schema))

    def close(self) -> None:
        """Write the table of contents."""
        self._file.close()

    def abandon(self) -> None:
        """Keep pyarrow from closing the file once more when it clears away."""
        self._file.is_open = False


def _text(number: int, solution: PolygonSolution) -> Iterator[str]:
    yield f"solution {number}:\n"
    for one in solution.placed:
        over = "turned over, " if one.flipped else ""
        yield (
            f"  {one.piece}: {over}cos {one.cos:z.12g}, sin {one.sin:z.12g}, "
            f"to ({one.dx:z.12g}, {one.dy:z.12g})\n"
        )
    yield "\n"


def _json_line(number: int, solution: PolygonSolution) -> Iterator[str]:
    placed = [dict(zip(COLUMNS, astuple(one), strict=True)) for one in solution.placed]
    yield json.dumps({"number": number, "placed": placed}) + "\n"


def _csv_lines(number: int, solution: PolygonSolution) -> Iterator[str]:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerows((number, *astuple(one)) for one in solution.placed)
    yield lines.getvalue()


POLYGON_WRITERS: dict[str, Callable[[IO[bytes]], PolygonLines | PolygonParquet]] = {
    ".parquet": PolygonParquet,
    ".csv": lambda out: PolygonLines(out, _csv_lines, ",".join(("number", *COLUMNS)) + "\n"),
    ".jsonl": lambda out: PolygonLines(out, _json_line),
    ".txt": lambda out: PolygonLines(out, _text),
}


AT_ONCE = 1000  # solutions of polygons


class ExportError(TilewrightError, ValueError):
    """Solutions cannot be written to this file."""


def export(
    encoding: Encoding,
    blocks: Blocks,
    path: str | Path,
    *,
    where: Sequence[str] = (),
    sort: Sequence[str] = (),
    force: bool = False,
    memory: int = MEMORY,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Write solutions to a file; its suffix says how.  Gives the number of those written.

    `blocks` gives the covers, some at a time; only these are in memory.  `where` and `sort` are
    words, see `tilewright.export.queries`.  The file appears when it is whole; one that is there
    already is left alone unless `force` is given.  Sorting takes a few times `memory` bytes, and
    disk beside the file.  `progress` is told how many solutions have been read.
    """
    path = Path(path)
    _require_known(path)
    table = SolutionTable(encoding)
    written = 0
    with _whole_file(path, force=force) as (out, folder):
        # The folder is for sorting; the conditions are looked at before anything is read.
        parts = select(
            table,
            blocks,
            where=where,
            sort=sort,
            folder=folder,
            memory=memory,
            progress=progress,
        )
        writer = WRITERS[path.suffix.lower()](table, out)
        try:
            for rows in parts:
                writer.write(rows)
                written += len(rows)
            writer.close()
        except BaseException:
            writer.abandon()
            raise
    return written


def export_polygons(
    solutions: Iterable[PolygonSolution],
    path: str | Path,
    *,
    force: bool = False,
    progress: Callable[[int], None] | None = None,
) -> int:
    """The same for solutions of a polygon puzzle, all of them in their order."""
    path = Path(path)
    _require_known(path)
    written, left = 0, enumerate(solutions, 1)
    with _whole_file(path, force=force) as (out, _):
        writer = POLYGON_WRITERS[path.suffix.lower()](out)
        try:
            while some := list(islice(left, AT_ONCE)):
                writer.write(some)
                written += len(some)
                if progress:
                    progress(written)
            writer.close()
        except BaseException:
            writer.abandon()
            raise
    return written


def _require_known(path: Path) -> None:
    if path.suffix.lower() not in WRITERS:
        raise ExportError(
            f"{path}: expected a file that ends in {', '.join(WRITERS)}; the ending says what is "
            f"written"
        )


@contextmanager
def _whole_file(path: Path, *, force: bool) -> Iterator[tuple[IO[bytes], Path]]:
    """A file to write, in a folder for what is temporary; in the end it gets its name, or goes."""
    _refuse_existing(path, force=force)
    prefix = f".{path.name}."
    try:
        with tempfile.TemporaryDirectory(prefix=prefix, dir=path.parent) as name:
            part = Path(name) / path.name
            with part.open("wb") as out:
                yield out, Path(name)
                out.flush()
                os.fsync(out.fileno())
            _refuse_existing(path, force=force)
            part.replace(path)
    except OSError as error:
        if error.filename is not None and prefix not in str(error.filename):
            raise  # about another file
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _refuse_existing(path: Path, *, force: bool) -> None:
    if path.is_dir():
        raise ExportError(f"{path} is a folder: expected the name of a file")
    if path.exists() and not force:
        raise ExportError(f"{path} is there already: give another name, or overwrite it by --force")
