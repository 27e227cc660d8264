"""How many bytes ten million solutions of 18 pieces take, and how long it takes to export them.

The solutions are the tilings of 5×18 by the one-sided pentominoes: 2,746,512 of them, listed here
(which takes a minute or two) and then repeated until they are ten million.  Every block of 200,000
is packed by itself, so repeating makes nothing smaller.
"""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from machine import describe_machine
from workers.held import megabytes

import tilewright as tw
from tilewright.encoding import Encoding, encode
from tilewright.execution.packing import pack, unpack
from tilewright.export.writers import export

BLOCK = 200_000
PIECES = 18
KNOWN = 4 * 686_628  # all four images of each tiling up to symmetry


def one_sided(width: int, height: int) -> Encoding:
    puzzle = tw.load("one-sided-9x10")
    return encode(replace(puzzle, board=tw.Board(tw.box(width, height))))


def listed(encoding: Encoding, memory: int) -> np.ndarray:
    """All covers, one a row."""
    search = tw.engines.search(encoding.problem, engine="frontier", max_memory=memory)
    parts = [batch.options.reshape(-1, PIECES) for batch in search if len(batch)]
    covers = np.concatenate(parts)
    if len(covers) != KNOWN:
        raise SystemExit(f"{len(covers):,} solutions were listed, expected {KNOWN:,}")
    return covers


def packed(covers: np.ndarray, wanted: int) -> list[bytes]:
    """Blocks of covers, repeated until there are as many as wanted."""
    began = time.process_time()
    blocks: list[bytes] = []
    for begin in range(0, wanted, BLOCK):
        some = covers[np.arange(begin, min(begin + BLOCK, wanted)) % len(covers)]
        ends = np.arange(PIECES, some.size + 1, PIECES, dtype=np.uint64)
        blocks.append(pack(some.ravel(), ends))
    seconds = time.process_time() - began
    size = sum(map(len, blocks))
    print(
        f"packed: {size / 1e6:.0f} MB, {size / wanted:.1f} bytes a solution, "
        f"{wanted / seconds / 1e6:.1f} million a second"
    )
    return blocks


class Store:
    """Packed blocks in an SQLite file."""

    def __init__(self, path: Path, blocks: list[bytes]) -> None:
        self._base = sqlite3.connect(path)
        self._base.execute("CREATE TABLE blocks (number INTEGER PRIMARY KEY, data BLOB)")
        self._base.executemany("INSERT INTO blocks VALUES (?, ?)", enumerate(blocks))
        self._base.commit()
        print(f"as an SQLite file: {path.stat().st_size / 1e6:.0f} MB")

    def blocks(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """The covers again, a block at a time."""
        for (data,) in self._base.execute("SELECT data FROM blocks ORDER BY number"):
            yield unpack(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solutions", type=int, default=10_000_000, metavar="N")
    parser.add_argument("--memory", type=int, default=3, metavar="GB", help="for listing them")
    parser.add_argument("--sort", action="append", default=[], help="also sorted like this")
    parser.add_argument("--to", action="append", default=[".parquet"], help="also to .csv, …")
    chosen = parser.parse_args()
    print("; ".join(f"{name}: {value}" for name, value in describe_machine().items()))
    encoding = one_sided(18, 5)
    covers = listed(encoding, chosen.memory << 30)
    blocks = packed(covers, chosen.solutions)
    del covers
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "blocks.sqlite", blocks)
        del blocks
        for sort in ((), *([order] for order in chosen.sort)):
            for suffix in chosen.to:
                path = Path(folder) / f"solutions{suffix}"
                Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
                before = megabytes("VmRSS")
                cpu, wall = time.process_time(), time.monotonic()
                written = export(encoding, store.blocks, path, sort=sort, force=True)
                cpu, wall = time.process_time() - cpu, time.monotonic() - wall
                print(
                    f"{written:,} to {suffix}{' by ' + sort[0] if sort else ''}: "
                    f"{wall:.1f} s, {cpu:.1f} s of CPU time, {path.stat().st_size / 1e6:.0f} MB; "
                    f"peak {megabytes('VmHWM'):.0f} MB, of which {before:.0f} before",
                    flush=True,
                )


if __name__ == "__main__":
    main()
