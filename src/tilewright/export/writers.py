"""Solutions written to a file, as many as there are, sorted and sifted.

A format is a function that writes all that comes, a slice at a time: drawings, JSON lines,
comma-separated values, Parquet.
"""

import csv
import io
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, fields
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from tilewright.encoding import Encoding
from tilewright.errors import TilewrightError, how_to_install
from tilewright.export.queries import MEMORY, select
from tilewright.export.table import ABSENT, Blocks, Letters, Rows, SolutionTable
from tilewright.polygons.model.solution import PlacedPolygon, PolygonSolution
from tilewright.solutions import Decoder, Placed, Solution, placed_entry

if TYPE_CHECKING:
    import pyarrow

ROW_GROUP = 250_000  # rows of a Parquet file that are compressed together, at most
GROUP_LETTERS = 1 << 25  # and as many letters, about
AT_ONCE = 1000  # solutions of polygons
COLUMNS = ("number", *(field.name for field in fields(PlacedPolygon)))  # of these

Numbered = Sequence[tuple[int, PolygonSolution]]


class ExportError(TilewrightError, ValueError):
    """Solutions cannot be written to this file."""


class MissingLibraryError(TilewrightError, ImportError):
    """A file of this kind needs a library that is not installed."""


def _write_drawings(table: SolutionTable, parts: Iterable[Rows], out: IO[bytes]) -> None:
    """As `tilewright solve` prints them."""
    letters, decoder = Letters(table), Decoder(table.encoding)
    for rows in parts:
        drawn: Iterable[Solution | str] = map(decoder.solution, rows.covers())
        if letters.drawings_tell_all:
            drawn = letters.drawings(rows.grid)
        numbered = zip(rows.numbers.tolist(), drawn, strict=True)
        out.write("".join(f"solution {n}:\n{one}\n\n" for n, one in numbered).encode())


def _write_json(table: SolutionTable, parts: Iterable[Rows], out: IO[bytes]) -> None:
    """One object a line; `placed` is what `tilewright solve --json` has for a solution."""
    decoder = Decoder(table.encoding)
    known: dict[int, tuple[Placed, str]] = {}  # by identity: the decoder makes each once

    def entry(one: Placed) -> str:
        if id(one) not in known:
            known[id(one)] = one, json.dumps(placed_entry(one))
        return known[id(one)][1]

    for rows in parts:
        counts = table.symmetries(rows.grid).tolist()
        solutions = map(decoder.solution, rows.covers())
        for number, symmetries, solution in zip(rows.numbers, counts, solutions, strict=True):
            placed = ", ".join([entry(one) for one in solution.placed])
            line = f'{{"number": {number}, "symmetries": {symmetries}, "placed": [{placed}]}}\n'
            out.write(line.encode())


def _write_csv(table: SolutionTable, parts: Iterable[Rows], out: IO[bytes]) -> None:
    """One row a solution, one column a piece."""
    letters = Letters(table)
    spelt = [*_cells_in_words(table, range(len(table.encoding.placements))), ""]
    fields = np.array([_csv_lines([[text]])[:-1] for text in spelt], dtype=object)
    fields[ABSENT] = ""
    out.write(_csv_lines([_header(table)]).encode())
    for rows in parts:
        columns = (
            rows.numbers.tolist(),
            table.symmetries(rows.grid).tolist(),
            fields[rows.grid].tolist(),
            letters.text(rows.grid),
        )
        for number, symmetries, placed, cells in zip(*columns, strict=True):
            out.write(f"{number},{symmetries},{','.join(placed)},{cells}\n".encode())


def _write_parquet(table: SolutionTable, parts: Iterable[Rows], out: IO[bytes]) -> None:
    """The columns of a CSV file; each piece has a dictionary of its placements."""
    batch = _Batches(table)
    empty = batch.of(Rows(np.empty(0, np.int64), np.empty((0, len(table.names)), np.int32)))
    most = min(ROW_GROUP, GROUP_LETTERS // len(table.encoding.placements.ground.cells))
    with _parquet_file(out, empty.schema, compression_level=1) as file:
        waiting: list[pyarrow.RecordBatch] = []
        for rows in parts:
            waiting.append(batch.of(rows))
            if sum(map(len, waiting)) >= most:
                file.write_table(batch.arrow.Table.from_batches(waiting).combine_chunks())
                waiting = []
        if waiting:
            file.write_table(batch.arrow.Table.from_batches(waiting).combine_chunks())


class _Batches:
    """Rows as pyarrow has them."""

    def __init__(self, table: SolutionTable) -> None:
        self.arrow = arrow = _load_pyarrow()
        self._table, self._letters = table, Letters(table)
        placements = table.encoding.placements
        types = np.array([block.type for block in placements.blocks])
        self._columns: list[tuple[int, pyarrow.StringArray]] = []
        for number, columns in enumerate(table.columns_of_type):
            blocks = np.flatnonzero(types == number)
            begin, end = placements.starts[blocks[0]], placements.starts[blocks[-1] + 1]
            spelt = arrow.array(_cells_in_words(table, range(begin, end)), arrow.string())
            self._columns += [(int(begin), spelt)] * len(columns)

    def of(self, rows: Rows) -> "pyarrow.RecordBatch":
        arrow = self.arrow
        arrays = [arrow.array(rows.numbers), arrow.array(self._table.symmetries(rows.grid))]
        for (begin, spelt), column in zip(self._columns, rows.grid.T, strict=True):
            indices = arrow.array(column - begin, mask=column == ABSENT)
            arrays.append(arrow.DictionaryArray.from_arrays(indices, spelt))
        arrays.append(self._cells(rows))
        return arrow.record_batch(arrays, names=_header(self._table))

    def _cells(self, rows: Rows) -> Any:
        """The letters; as long as they are ASCII, all are as long, and the bytes are there."""
        if self._letters.dtype != np.uint8:
            return self.arrow.array(self._letters.text(rows.grid), self.arrow.string())
        codes = np.ascontiguousarray(self._letters.of(rows.grid))
        offsets = np.arange(len(rows) + 1, dtype=np.int32) * np.int32(codes.shape[1])
        buffers = self.arrow.py_buffer(offsets), self.arrow.py_buffer(codes)
        return self.arrow.StringArray.from_buffers(len(rows), *buffers)


def _load_pyarrow() -> Any:
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


@contextmanager
def _parquet_file(out: IO[bytes], schema: Any, **how: Any) -> Iterator[Any]:
    file = _load_pyarrow().parquet.ParquetWriter(out, schema, compression="zstd", **how)
    try:
        yield file
        file.close()
    except BaseException:
        file.is_open = False  # or else pyarrow would close it once more when it clears away
        raise


def _header(table: SolutionTable) -> list[str]:
    return ["number", "symmetries", *table.names, "cells"]


def _cells_in_words(table: SolutionTable, placements: range) -> list[str]:
    """The cells of each of these placements."""
    cells = [f"({','.join(map(str, cell))})" for cell in table.encoding.placements.ground.cells]
    cells.append("")  # where there is no further cell
    rows = table.cells[placements.start : placements.stop].tolist()
    return [" ".join([cells[k] for k in row]).rstrip() for row in rows]


def _csv_lines(rows: Iterable[Iterable[object]]) -> str:
    lines = io.StringIO()
    csv.writer(lines, lineterminator="\n").writerows(rows)
    return lines.getvalue()


WRITERS: dict[str, Callable[[SolutionTable, Iterable[Rows], IO[bytes]], None]] = {
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".jsonl": _write_json,
    ".txt": _write_drawings,
}


def _write_polygon_text(parts: Iterable[Numbered], out: IO[bytes]) -> None:
    for number, solution in chain.from_iterable(parts):
        out.write(f"solution {number}:\n".encode())
        for one in solution.placed:
            over = "turned over, " if one.flipped else ""
            out.write(
                f"  {one.piece}: {over}cos {one.cos:z.12g}, sin {one.sin:z.12g}, "
                f"to ({one.dx:z.12g}, {one.dy:z.12g})\n".encode()
            )
        out.write(b"\n")


def _write_polygon_json(parts: Iterable[Numbered], out: IO[bytes]) -> None:
    for number, solution in chain.from_iterable(parts):
        placed = list(map(asdict, solution.placed))
        out.write((json.dumps({"number": number, "placed": placed}) + "\n").encode())


def _write_polygon_csv(parts: Iterable[Numbered], out: IO[bytes]) -> None:
    out.write(_csv_lines([COLUMNS]).encode())
    for some in parts:
        out.write(_csv_lines(_polygon_rows(some)).encode())


def _write_polygon_parquet(parts: Iterable[Numbered], out: IO[bytes]) -> None:
    arrow = _load_pyarrow()
    kinds = [arrow.int64(), arrow.string(), arrow.bool_(), *[arrow.float64()] * 4]
    schema = arrow.schema(list(zip(COLUMNS, kinds, strict=True)))
    with _parquet_file(out, schema) as file:
        for some in parts:
            if columns := [list(column) for column in zip(*_polygon_rows(some), strict=True)]:
                file.write_table(arrow.table(columns, schema=schema))


def _polygon_rows(some: Numbered) -> list[tuple[Any, ...]]:
    return [(number, *astuple(one)) for number, solution in some for one in solution.placed]


POLYGON_WRITERS: dict[str, Callable[[Iterable[Numbered], IO[bytes]], None]] = {
    ".parquet": _write_polygon_parquet,
    ".csv": _write_polygon_csv,
    ".jsonl": _write_polygon_json,
    ".txt": _write_polygon_text,
}


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
    room for temporary files.  `progress` is called with how many have been read.
    """
    path, written = Path(path), 0
    suffix = _known_suffix(path)
    table = SolutionTable(encoding)

    def counted(parts: Iterator[Rows]) -> Iterator[Rows]:
        nonlocal written
        for rows in parts:
            yield rows
            written += len(rows)

    with _whole_file(path, force=force) as out:
        # The conditions are looked at before anything is read.
        parts = select(table, blocks, where=where, sort=sort, memory=memory, progress=progress)
        WRITERS[suffix](table, counted(parts), out)
    return written


def export_polygons(
    solutions: Iterable[PolygonSolution],
    path: str | Path,
    *,
    force: bool = False,
    progress: Callable[[int], None] | None = None,
) -> int:
    """The same for solutions of a polygon puzzle, all of them in their order."""
    path, written = Path(path), 0
    suffix = _known_suffix(path)

    def parts() -> Iterator[Numbered]:
        nonlocal written
        left = enumerate(solutions, 1)
        while some := list(islice(left, AT_ONCE)):
            yield some
            written += len(some)
            if progress:
                progress(written)

    with _whole_file(path, force=force) as out:
        POLYGON_WRITERS[suffix](parts(), out)
    return written


def _known_suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in WRITERS:
        raise ExportError(
            f"{path}: expected a file that ends in {', '.join(WRITERS)}; the ending says what is "
            f"written"
        )
    return suffix


@contextmanager
def _whole_file(path: Path, *, force: bool) -> Iterator[IO[bytes]]:
    """A file to write, in a folder for what is temporary; in the end it gets its name, or goes."""
    _refuse_existing(path, force=force)
    prefix = f".{path.name}."
    try:
        with tempfile.TemporaryDirectory(prefix=prefix, dir=path.parent) as name:
            part = Path(name) / path.name
            with part.open("wb") as out:
                yield out
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
