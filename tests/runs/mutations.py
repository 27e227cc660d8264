"""Run files with something wrong in them: bytes, values, or whole rows.

Checksums are never made to fit: this is what a bad disk or a careless hand does.
"""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

Mutation = Callable[[bytes, bytes, random.Random], bytes]

TABLES = ("about", "sessions", "jobs", "jobs", "jobs", "covers", "seal")  # by how often
JOB = "part stage place parent starts done counters kept rest session worker seconds ended digest"


def some_bytes(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Bits, bytes, stretches and pages of the file itself."""
    found = bytearray(data)
    at, page = somewhere(data, chance), 4096
    end = min(len(found), at + chance.choice([1, 2, 4, 16, 100]))
    match chance.randrange(9):
        case 0 | 1 | 2:
            found[at] ^= 1 << chance.randrange(8)
        case 3:
            found[at] = chance.choice([0, 1, 127, 128, 255])
        case 4:
            found[at:end] = chance.randbytes(end - at)
        case 5:
            found[at:end] = bytes(end - at)
        case 6:  # pages change places, or come from another run
            here, there = (chance.randrange(len(found) // page + 1) * page for _ in range(2))
            whence = chance.choice([data, other])
            found[here : here + page] = whence[there : there + page] or bytes(page)
        case 7:
            del found[at:]
        case 8:
            del found[at:end]
    return bytes(found)


def somewhere(data: bytes, chance: random.Random) -> int:
    """Mostly where something is: much of a small file is empty."""
    at = chance.randrange(len(data))
    while not data[at] and chance.random() < 0.95:
        at = chance.randrange(len(data))
    return at


def header_bytes(data: bytes, _: bytes, chance: random.Random) -> bytes:
    """Bits of the head of the file, and of the heads of its pages."""
    found = bytearray(data)
    start = chance.choice([0, chance.randrange(len(found) // 4096) * 4096])
    found[start + chance.randrange(100 if not start else 40)] ^= 1 << chance.randrange(8)
    return bytes(found)


def a_value(data: bytes, _: bytes, chance: random.Random) -> bytes:
    """One column of one row."""

    def change(db: sqlite3.Connection) -> None:
        table = chance.choice(TABLES)
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        if not rows:
            return
        row = chance.choice(rows)
        column = chance.randrange(len(names))
        value: Any = changed(row[column], [one[column] for one in rows], chance)
        what = f"UPDATE {table} SET {names[column]} = ? WHERE {names[0]} = ?"
        db.execute(what, (value, row[0]))

    return rewritten(data, change)


def changed(value: Any, others: list[Any], chance: random.Random) -> Any:
    """Another value for a column."""
    if chance.random() < 0.2:
        return chance.choice(others)
    if chance.random() < 0.1:
        return chance.choice([None, 0, 1, -1, 2**62, "", b"", 0.0])
    match value:
        case None:
            return chance.choice([0, 1, 5, "x", b"x", 1.5])
        case int():
            return chance.choice(
                [value + 1, value - 1, value ^ (1 << chance.randrange(63)), -value]
            )
        case float():
            return chance.choice([value + 1, -value, 1e300, 0.0])
        case str() if value.isdigit():
            return str(int(value) + chance.choice([-1, 1, 10, 400]))
        case str() if value:
            at = chance.randrange(len(value))
            letter = chance.choice("0123456789 ,[]-\x00é" + chr(ord(value[at]) ^ 1))
            return value[:at] + letter + value[at + chance.randrange(2) :]
        case bytes() if value:
            found = bytearray(value)
            found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
            return bytes(found) if chance.random() < 0.8 else bytes(found[:-1])
    return chance.choice([1, "1", b"1"])


def lost_rows(data: bytes, _: bytes, chance: random.Random) -> bytes:
    """A row, several, or a job with all that came of it."""

    def change(db: sqlite3.Connection) -> None:
        table = chance.choice(TABLES)
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        keys = [row[0] for row in db.execute(f"SELECT {names[0]} FROM {table}")]
        gone = chance.sample(keys, min(len(keys), chance.choice([1, 1, 1, 2, len(keys)])))
        if table == "jobs" and chance.random() < 0.4:
            gone = descendants(db, chance.choice(keys))
        for key in gone:
            db.execute(f"DELETE FROM {table} WHERE {names[0]} = ?", (key,))
            if table == "jobs" and chance.random() < 0.7:
                db.execute("DELETE FROM covers WHERE job = ?", (key,))

    return rewritten(data, change)


def descendants(db: sqlite3.Connection, job: int) -> list[int]:
    found, new = [job], [job]
    while new:
        parent = new.pop()
        children = [n for (n,) in db.execute("SELECT id FROM jobs WHERE parent = ?", (parent,))]
        found, new = [*found, *children], [*new, *children]
    return found


def doubled_rows(data: bytes, _: bytes, chance: random.Random) -> bytes:
    """A job is there again, in another place, with its covers; or what it is about is."""

    def change(db: sqlite3.Connection) -> None:
        jobs = [n for (n,) in db.execute("SELECT id FROM jobs")]
        job, new = chance.choice(jobs), max(jobs) + 1
        place = chance.choice(["place || x'0000000000000000'", "x'00000000000000ff' || place"])
        columns = ", ".join(JOB.split()).replace("place", f"CAST({place} AS BLOB)")
        db.execute(f"INSERT INTO jobs SELECT {new}, {columns} FROM jobs WHERE id = ?", (job,))
        db.execute(f"INSERT INTO covers SELECT {new}, data FROM covers WHERE job = ?", (job,))

    return rewritten(data, change)


def swapped_rows(data: bytes, _: bytes, chance: random.Random) -> bytes:
    """Two jobs, or what two jobs kept, have changed places."""

    def change(db: sqlite3.Connection) -> None:
        covers = chance.random() < 0.3
        table, key = ("covers", "job") if covers else ("jobs", "id")
        keys = [row[0] for row in db.execute(f"SELECT {key} FROM {table}")]
        if len(keys) < 2:
            return
        a, b = chance.sample(keys, 2)
        for old, new in ((a, 1 << 40), (b, a), (1 << 40, b)):
            db.execute(f"UPDATE {table} SET {key} = ? WHERE {key} = ?", (new, old))

    return rewritten(data, change)


def foreign_rows(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """Rows of another run, or of another time of this one."""
    with closing(opened(other)) as source:
        table = chance.choice(TABLES)
        with suppress(sqlite3.OperationalError):  # an earlier version has no such table
            rows = source.execute(f"SELECT * FROM {table}").fetchall()

            def change(db: sqlite3.Connection) -> None:
                some = chance.sample(rows, min(len(rows), chance.choice([1, 1, 2, len(rows)])))
                for row in some:
                    marks = ", ".join("?" * len(row))
                    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)

            return rewritten(data, change)
    return data


def rewritten(data: bytes, change: Callable[[sqlite3.Connection], None]) -> bytes:
    """A file after some SQL; if SQLite does not allow that, as it was."""
    with closing(opened(data)) as db:
        with suppress(sqlite3.Error, OverflowError, IndexError):
            change(db)
        return bytes(db.serialize())


def opened(data: bytes) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.deserialize(data)
    return db


MUTATIONS: dict[str, Mutation] = {
    "bytes": some_bytes,
    "heads of pages": header_bytes,
    "values": a_value,
    "lost rows": lost_rows,
    "doubled rows": doubled_rows,
    "swapped rows": swapped_rows,
    "foreign rows": foreign_rows,
}
