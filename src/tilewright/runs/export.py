"""Solutions written to a file, as many as there are, sorted and sifted."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO

from tilewright.encoding import Encoding
from tilewright.errors import TilewrightError
from tilewright.polygons.solution import PolygonSolution
from tilewright.runs.asking import select
from tilewright.runs.sorting import MEMORY
from tilewright.runs.table import Blocks, Table
from tilewright.runs.writers import POLYGON_WRITERS, WRITERS

__all__ = ["ExportError", "export", "export_polygons"]

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
    words, see `tilewright.runs.asking`.  The file appears when it is whole; one that is there
    already is left alone unless `force` is given.  Sorting takes a few times `memory` bytes, and
    disk beside the file.  `progress` is told how many solutions have been read.
    """
    path = Path(path)
    _require_known(path)
    table = Table(encoding)
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
