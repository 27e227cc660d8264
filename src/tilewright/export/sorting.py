"""Sorting more than fits into memory: sorted runs go to disk and are merged.

Records are rows of a structured array; the field `key` holds bytes, the field `number` rises from
record to record and settles ties, so that the order is the same whatever the memory.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

MEMORY = 24 << 20  # bytes of a sorted run; at times there are three copies of it

Records = npt.NDArray[np.void]


def sort_records(
    parts: Iterable[Records], folder: Path, *, memory: int = MEMORY
) -> Iterator[Records]:
    """The records of all parts, sorted by their keys, again in parts.

    Temporary files are made in the folder, and left there.
    """
    runs: list[_Run] = []
    waiting: list[Records] = []
    size = 0
    for part in parts:
        waiting.append(part)
        size += part.nbytes
        if size >= memory:
            runs.append(_Run(folder / f"{len(runs)}.run", _sorted(waiting)))
            waiting, size = [], 0
    rest = _sorted(waiting) if waiting else None
    del waiting
    if not runs:
        yield from [] if rest is None else [rest]
        return
    if rest is not None:
        runs.append(_Run(folder / f"{len(runs)}.run", rest))
    del rest
    yield from _merged(runs, memory)


def _sorted(parts: list[Records]) -> Records:
    """The records of all parts; of those with the same key, later parts have later numbers."""
    whole = np.concatenate(parts)
    return whole[np.argsort(np.ascontiguousarray(whole["key"]), kind="stable")]


def _merged(runs: list["_Run"], memory: int) -> Iterator[Records]:
    """Of what is in memory, all goes out that cannot be preceded by something still on disk."""
    for run in runs:
        run.buffer(max(1, memory // len(runs)))
    while left := [run for run in runs if len(run.head)]:
        # What is on disk comes after the last record in memory of its run.
        more = [run.head[-1:] for run in left if not run.ended]
        bound = _sorted(more)[:1] if more else None
        yield _sorted([run.take(bound) for run in left])


class _Run:
    """A sorted run in a file, of which the first records are in memory."""

    def __init__(self, path: Path, records: Records) -> None:
        with path.open("wb") as out:
            out.write(records.view(np.uint8).data)
        self.head = np.empty(0, dtype=records.dtype)  # no view, which would keep them all
        self.ended = False
        self._path = path
        self._at = 0  # where in the file to read on
        self._size = 0

    def buffer(self, size: int) -> None:
        """Keep so many bytes in memory."""
        self._size = max(1, size // self.head.dtype.itemsize) * self.head.dtype.itemsize
        self._refill()

    def take(self, bound: Records | None) -> Records:
        """The records in memory up to this one, or all; once there are none, more are read."""
        count = len(self.head) if bound is None else self._up_to(bound)
        taken, self.head = self.head[:count], self.head[count:]
        if not len(self.head):
            self._refill()
        return taken

    def _up_to(self, bound: Records) -> int:
        keys, key = self.head["key"], bound["key"]
        low = int(np.searchsorted(keys, key, side="left")[0])
        high = int(np.searchsorted(keys, key, side="right")[0])
        numbers = self.head["number"][low:high]
        return low + int(np.searchsorted(numbers, bound["number"], side="right")[0])

    def _refill(self) -> None:
        data = b""
        if not self.ended:
            with self._path.open("rb") as file:  # there may be more runs than files may be open
                file.seek(self._at)
                data = file.read(self._size)
        self._at += len(data)
        self.ended = len(data) < self._size
        self.head = np.frombuffer(data, dtype=self.head.dtype)
