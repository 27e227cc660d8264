"""Exports of solutions: known numbers, files that are refused, and files that are left alone."""

import errno
import json
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow.parquet as parquet
import pytest
import typer
from typer.testing import CliRunner

import tilewright as tw
from tests.texts import raises_text
from tilewright.cli.commands.runs import export_run
from tilewright.encoding import Encoding, encode
from tilewright.errors import TilewrightError
from tilewright.export.queries import QueryError, sort_records
from tilewright.export.table import Blocks
from tilewright.export.writers import WRITERS, ExportError, MissingLibraryError, export
from tilewright.runs import create_run, resume


def blocks_of(encoding: Encoding, **options: object) -> Blocks:
    batches = list(tw.engines.search(encoding.problem, engine="bits", **options))
    return lambda: ((batch.options, batch.ends) for batch in batches)


@pytest.fixture(scope="module")
def six_by_ten() -> tuple[Encoding, Blocks]:
    encoding = encode(tw.load("pentominoes-6x10"))
    return encoding, blocks_of(encoding)


@pytest.fixture(scope="module")
def tiny() -> tuple[Encoding, Blocks]:
    encoding = encode(tw.load("ascii-3x3"))
    return encoding, blocks_of(encoding)


def test_as_many_as_the_shares_say(six_by_ten: tuple[Encoding, Blocks], tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    cell = (4, 2)
    written = export(*six_by_ten, path, where=["X at 4,2"])
    found = tw.shares(six_by_ten[0].puzzle)
    assert written == found.of("X", cell) * found.solutions > 0
    table = parquet.read_table(path)
    assert len(table) == written
    assert all("(4,2)" in placed for placed in table["X"].to_pylist())
    at = six_by_ten[0].puzzle.board.cells.index(cell)
    assert {letters[at] for letters in table["cells"].to_pylist()} == {"X"}


def test_sorted_by_the_place_of_a_piece(
    six_by_ten: tuple[Encoding, Blocks], tmp_path: Path
) -> None:
    """In so little memory that dozens of runs have to be merged."""
    path = tmp_path / "sorted.parquet"
    assert export(*six_by_ten, path, sort=["X"], memory=20_000) == 9356
    table = parquet.read_table(path)
    firsts = [tuple(map(int, x.split(")")[0][1:].split(","))) for x in table["X"].to_pylist()]
    assert firsts == sorted(firsts, key=lambda cell: cell[::-1])
    numbers = table["number"].to_pylist()
    assert sorted(numbers) == list(range(1, 9357))
    pairs = list(zip(table["X"].to_pylist(), numbers, strict=True))
    assert all(a[1] < b[1] for a, b in pairwise(pairs) if a[0] == b[0])


def test_sorted_by_bytes_whatever_the_memory() -> None:
    records = np.empty(5000, dtype=[("key", "V2"), ("number", ">i8")])
    keys = np.random.default_rng(1).integers(0, 40, (5000, 2)).astype(np.uint8)  # 0 is a byte, too
    records["key"], records["number"] = keys.view("V2")[:, 0], np.arange(5000)
    parts = np.array_split(records, 60)
    expected = records[np.argsort(keys.view(">u2")[:, 0], kind="stable")]
    for memory in (500, 5000, 10**6):
        found = list(sort_records(parts, memory=memory))
        assert np.array_equal(np.concatenate(found), expected)


def test_sorting_holds_little_in_memory() -> None:
    def parts() -> Iterator[np.ndarray]:
        for k in range(100):
            part = np.zeros(2000, dtype=[("key", "V4"), ("number", ">i8"), ("rest", "V88")])
            part["key"] = (
                np.random.default_rng(k).integers(0, 256, (2000, 4), np.uint8).view("V4").T
            )
            part["number"] = np.arange(2000 * k, 2000 * (k + 1))
            yield part

    tracemalloc.start()
    count = sum(len(some) for some in sort_records(parts(), memory=1 << 20))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 200_000
    assert peak < 5 << 20 < 200_000 * 100


INTERRUPTED = """
import numpy as np, os, signal, threading, time
from tilewright.export.queries import sort_records

def parts():
    for k in range(400):
        part = np.zeros(2000, dtype=[("key", "V8"), ("number", ">i8")])
        part["key"] = np.random.default_rng(k).integers(0, 256, (2000, 8), np.uint8).view("V8").T
        yield part
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

try:
    sum(map(len, sort_records(parts())))
    time.sleep(5)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_sorting_can_be_interrupted() -> None:
    """SQLite sorts in one call; Ctrl-C does not wait for its end."""
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert done.stdout == "interrupted\n", done.stderr


def test_symmetric_solutions(tmp_path: Path) -> None:
    """Burnside: the symmetries of all solutions are as many as classes times symmetries."""
    encoding = encode(tw.load("ascii-3x3"))
    blocks = blocks_of(encoding)
    path = tmp_path / "all.jsonl"
    assert export(encoding, blocks, path, sort=["symmetry"]) == 16
    counts = [json.loads(line)["symmetries"] for line in path.read_text().splitlines()]
    assert counts == sorted(counts, reverse=True)
    known = tw.count(encoding.puzzle)
    assert sum(counts) == known.up_to_symmetry * 8
    few = export(encoding, blocks, tmp_path / "few.csv", where=["symmetric"])
    assert few == sum(n > 1 for n in counts)
    rest = export(encoding, blocks, tmp_path / "rest.csv", where=["asymmetric"])
    assert rest == 16 - few


def test_more_pieces_than_letters(tmp_path: Path) -> None:
    domino = tw.Piece("domino", ((0, 0), (1, 0)), tw.puzzle.Count(64, 64))
    puzzle = tw.Puzzle(tw.lattice("square"), tw.Board(tw.box(16, 8)), (domino,))
    encoding = encode(puzzle)
    path = tmp_path / "dominoes.csv"
    assert export(encoding, blocks_of(encoding, max_solutions=3), path) >= 3
    header, first, *_ = path.read_text().splitlines()
    assert header.startswith("number,symmetries,domino 1,domino 2,")
    solution = next(tw.solve(puzzle, engine="bits", up_to="nothing"))
    assert first.endswith("," + "".join(solution.letters[cell] for cell in puzzle.board.cells))


@pytest.mark.parametrize(
    "how",
    [
        {"where": ["X"]},
        {"where": ["x at 1,1"]},
        {"where": ["X at 1"]},
        {"where": ["X at a,b"]},
        {"where": ["X at 6,10"]},
        {"sort": ["size"]},
    ],
)
def test_questions_without_sense(
    six_by_ten: tuple[Encoding, Blocks], tmp_path: Path, how: dict[str, list[str]]
) -> None:
    with raises_text(QueryError):
        export(*six_by_ten, tmp_path / "x.csv", **how)
    assert list(tmp_path.iterdir()) == []


def test_endings_that_mean_nothing(tiny: tuple[Encoding, Blocks], tmp_path: Path) -> None:
    for name in ("x.xlsx", "x"):
        with raises_text(ExportError):
            export(*tiny, tmp_path / name)
    assert export(*tiny, tmp_path / "X.CSV") == 16


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_file_that_is_there(tiny: tuple[Encoding, Blocks], tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x{suffix}"
    path.write_text("mine")
    with pytest.raises(ExportError, match="is there already"):
        export(*tiny, path)
    assert path.read_text() == "mine"
    assert export(*tiny, path, force=True) == 16
    assert path.read_bytes() != b"mine"
    (folder := tmp_path / f"folder{suffix}").mkdir()
    with pytest.raises(ExportError, match="is a folder"):
        export(*tiny, folder, force=True)


def test_no_such_folder(tiny: tuple[Encoding, Blocks], tmp_path: Path) -> None:
    path = tmp_path / "missing" / "x.csv"
    with pytest.raises(FileNotFoundError) as caught:
        export(*tiny, path)
    assert caught.value.filename == str(path)


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may be longer than 30,000 bytes, which looks much like a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("sort", [[], ["letters"]])
def test_a_full_disk(
    six_by_ten: tuple[Encoding, Blocks], tmp_path: Path, suffix: str, sort: list[str]
) -> None:
    path = tmp_path / f"x{suffix}"
    with pytest.raises(OSError, match=str(path)) as caught:
        export(*six_by_ten, path, sort=sort, memory=100_000)
    assert caught.value.filename == str(path)
    assert caught.value.errno in ((errno.EIO,) if sort else (errno.EFBIG,))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", WRITERS)
def test_what_goes_wrong_while_reading(
    tiny: tuple[Encoding, Blocks], tmp_path: Path, suffix: str
) -> None:
    def breaking() -> Iterator[tuple[np.ndarray, np.ndarray]]:
        yield from tiny[1]()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(tiny[0], breaking, tmp_path / f"x{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_without_pyarrow(
    tiny: tuple[Encoding, Blocks], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingLibraryError, match=r"pip install '\.\[parquet\]'"):
        export(*tiny, tmp_path / "x.parquet")
    assert issubclass(MissingLibraryError, TilewrightError)
    assert list(tmp_path.iterdir()) == []
    assert export(*tiny, tmp_path / "x.csv") == 16


# tilewright runs export


@pytest.fixture
def shell(tiny: tuple[Encoding, Blocks], tmp_path: Path) -> Callable[..., str]:
    path = tmp_path / "some.run"
    with create_run(path, tiny[0].puzzle, task="solve", up_to="nothing") as run:
        assert resume(run, threads=1)
    app = typer.Typer()
    app.command()(export_run)

    def call(*arguments: object) -> str:
        done = CliRunner().invoke(app, [str(path), *map(str, arguments)])
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == 0, done.output
        return done.output

    return call


def test_export_in_the_shell(shell: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "all.txt"
    assert shell("--to", path) == f"16 solutions written to {path}\n"
    assert path.read_text().startswith("solution 1:\n")
    few = shell("--to", tmp_path / "few.csv", "--symmetric", "--sort", "letters", "--json")
    lines = (tmp_path / "few.csv").read_text().splitlines()
    assert json.loads(few) == {"file": str(tmp_path / "few.csv"), "solutions": len(lines) - 1}
    both = ["--where", "asymmetric", "--where", "symmetric"]
    assert shell("--to", path, "--force", *both).startswith("0 solutions written")
    assert path.read_bytes() == b""
    with pytest.raises(ExportError, match="is there already"):
        shell("--to", path)
