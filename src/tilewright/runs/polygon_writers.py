"""Solutions of polygon puzzles in files: as text, as JSON lines, as tables.

A table has a row for each piece in its place; the number of the solution is its first column.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, fields
from typing import IO

from tilewright.polygons.solution import PlacedPolygon, PolygonSolution
from tilewright.runs.writers import load_pyarrow

__all__ = ["POLYGON_WRITERS", "PolygonLines", "PolygonParquet", "Some"]

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
