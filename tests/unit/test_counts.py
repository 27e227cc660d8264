"""The data set of counts: what it holds, and that its numbers come out again."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import tilewright as tw
from tests.plain_counts import Allowed, Cell, Part, kasteleyn, langford, macmahon, partitions
from tests.shell import run
from tests.texts import check_text, raises_text
from tilewright.catalogue import catalogue_names
from tilewright.cli.commands.counts import CSV_HEADER
from tilewright.dataset import all_series, entries, entry, entry_name, on_cpu
from tilewright.engines.registry import COVER_ENGINES as ENGINES
from tilewright.puzzle import Puzzle
from tools.check_counts import check_counts
from tools.recount import Recount, two_engines

CHEAP = 0.3  # seconds; what takes longer is left to `make slow`
LONG = 30.0  # seconds; what takes longer is left to `python -m tools.check_counts`
WAYS = {*ENGINES, "corners", "grid", "frontier-slanted"} - {"cpsat"}  # that one counts nothing
ENTRIES = entries()
MEMBERS = [(series, n) for series in all_series() for n in series.n if series.member(n) in ENTRIES]


def spans(part: Part) -> list[int]:
    """The sides of the box around a part, in order of size."""
    axes = zip(*part, strict=True)
    return sorted(max(axis) - min(axis) + 1 for axis in axes)


def is_bar(part: Part) -> bool:
    return spans(part)[-1] == len(part)


def is_bent(part: Part) -> bool:
    return not is_bar(part)


def is_square(part: Part) -> bool:
    return spans(part) in ([2, 2], [1, 2, 2])


def is_t(part: Part) -> bool:
    """Has one cell the three others around it?"""
    return any(
        sum(sum(abs(x - y) for x, y in zip(one, other, strict=True)) == 1 for other in part) == 3
        for one in part
    )


def is_l(part: Part) -> bool:
    """Are there three in a line, and the fourth is beside an end?"""
    lines = [Counter(axis).values() for axis in zip(*part, strict=True)]
    return spans(part) == [2, 3] and any(3 in line for line in lines) and not is_t(part)


# Series whose pieces are all forms of some sizes, or all that a filter lets through.
PARTS: dict[str, tuple[set[int], Allowed]] = {
    "dominoes-": ({2}, lambda _: True),
    "squares-and-dominoes-": ({1, 2}, lambda _: True),
    "bars-": ({3}, is_bar),
    "right-trominoes-": ({3}, is_bent),
    "trominoes-": ({3}, lambda _: True),
    "tetrominoes-": ({4}, lambda _: True),
    "l-and-t-tetrominoes-": ({4}, lambda part: is_l(part) or is_t(part)),
    "l-and-square-tetrominoes-": ({4}, lambda part: is_l(part) or is_square(part)),
    "t-tetrominoes-": ({4}, is_t),
    "pentominoes-5x{n}-any": ({5}, lambda _: True),
    "hexominoes-6x{n}-any": ({6}, lambda _: True),
    "plates-and-dominoes-": ({2, 4}, lambda part: len(part) == 2 or is_square(part)),
    "tetracubes-": ({4}, lambda _: True),
    "lozenges-": ({2}, lambda _: True),
    "triamonds-": ({3}, lambda _: True),
    "tetriamonds-": ({4}, lambda _: True),
    "hexiamonds-6x{n}-any": ({6}, lambda _: True),
    "dihexes-": ({2}, lambda _: True),
    "trihexes-": ({3}, lambda _: True),
    "tetrahexes-4x{n}-any": ({4}, lambda _: True),
    "two-prisms-": ({2}, lambda _: True),
    "pairs-of-spheres-": ({2}, lambda _: True),
    "tristicks-": ({3}, lambda _: True),
    "disticks-": ({2}, lambda _: True),
    "tritrigs-": ({3}, lambda _: True),
    "pairs-of-twigs-": ({2}, lambda _: True),
    "pairs-of-rhombs-": ({2}, lambda _: True),
    "octagons-": ({2}, lambda _: True),
}


def plain_cases() -> list[object]:
    return [
        pytest.param(series.member(n), prefix, id=series.member(n))
        for series, n in MEMBERS
        for prefix in PARTS
        if series.name.startswith(prefix)
    ]


@pytest.mark.parametrize(("name", "prefix"), plain_cases())
def test_series_are_partitions_of_a_graph(name: str, prefix: str) -> None:
    puzzle = entry(name).puzzle()
    assert isinstance(puzzle, Puzzle)
    on = puzzle.lattice

    def neighbours(cell: Cell) -> list[Cell]:
        return list(on.neighbours(cell).values())

    sizes, allowed = PARTS[prefix]
    cells = list(puzzle.board.cells)
    assert partitions(cells, neighbours, sizes, allowed) == entry(name).solutions


def test_every_series_is_counted_in_plain_python_or_by_a_formula_or_is_named_here() -> None:
    rest = {s.name for s in all_series() if not s.name.startswith(tuple(PARTS))}
    assert rest == {
        "dodecagons-{n}",
        "half-discs-{n}",
        "half-squares-{n}",
        "heptiamonds-{n}",
        "langford-{n}",
        "one-sided-pentominoes-and-domino-{n}",
        "one-sided-pentominoes-and-trominoes-{n}",
        "one-sided-pentominoes-{n}",
        "one-sided-tetrahexes-and-trihexes-{n}",
        "pairs-of-corners-{n}",
        "pentahexes-{n}",
        "pentominoes-and-tetrominoes-{n}",
        "pentominoes-and-trominoes-{n}",
        *(f"tetrasticks-without-{letter}-{{n}}" for letter in "hjlny"),
        "threes-of-rhombs-{n}",
        "threes-of-spheres-3x2x{n}",
        "wedges-1x1x{n}",
    }


def test_dominoes_follow_kasteleyn() -> None:
    sides = [re.fullmatch(r"dominoes-(\d+)x(\d+)", name) for name in ENTRIES]
    found = [(int(side[1]), int(side[2])) for side in sides if side]
    assert (8, 8) in found
    for rows, columns in found:
        assert ENTRIES[f"dominoes-{rows}x{columns}"].solutions == kasteleyn(rows, columns)


def test_closed_formulas() -> None:
    for n in range(1, 6):
        assert ENTRIES[f"dominoes-aztec-{n}"].solutions == 2 ** (n * (n + 1) // 2)
        assert ENTRIES[f"right-trominoes-2x{3 * n}"].solutions == 2**n
    for n in (3, 4, 7, 8):
        assert ENTRIES[f"langford-{n}"].solutions == langford(n)
    for n in range(1, 5):
        assert ENTRIES[f"lozenges-hexagon-{n}"].solutions == macmahon(n)


@pytest.mark.parametrize(
    ("name", "before", "weights"),
    [
        ("dominoes-2x{n}", [1, 1], [1, 1]),  # A000045
        ("bars-3x{n}", [1, 1, 1], [1, 0, 1]),  # A000930
        ("squares-and-dominoes-2x{n}", [1, 2, 7], [3, 1, -1]),  # A030186
        ("trominoes-3x{n}", [1, 1, 3, 10, 23, 62], [1, 2, 6, 1, 0, -1]),  # A134438
        ("l-and-t-tetrominoes-4x{n}", [1, 0, 2, 4, 12, 16, 76, 128, 386, 832], []),  # A233191
        ("l-and-square-tetrominoes-4x{n}", [1, 0, 3, 6, 19, 48, 141, 378, 1063, 2920], []),
        ("tetrominoes-4x{n}", [1, 1, 4, 23, 117, 454, 2003, 9157, 40899], []),  # A174248
        ("pentominoes-5x{n}-any", [1, 1, 5, 56, 501, 4006, 27950, 214689], []),  # A174249
        ("dominoes-2x2x{n}", [1, 2, 9], [3, 3, -1]),  # A006253
        ("half-discs-{n}", [1, 2, 9], [3, 3, -1]),  # A006253: a wheel of four, n times
        ("plates-and-dominoes-2x2x{n}", [1, 3, 24], [5, 9, -14]),  # A359884
        ("right-trominoes-2x2x{3n}", [1, 44], [68, -192]),  # A234833
    ],
)
def test_recurrences(name: str, before: list[int], weights: list[int]) -> None:
    """`before` begins with n = 0; then each is a sum of the last ones, the newest first."""
    (series,) = [series for series in all_series() if series.name == name]
    values = list(before)
    while len(values) <= max(series.n):
        values.append(sum(w * v for w, v in zip(weights, reversed(values), strict=False)))
    for n in series.n:
        assert entry(series.member(n)).solutions == values[n]


def test_enough_entries_on_all_lattices() -> None:
    confirmed = [one for one in ENTRIES.values() if one.confirmed]
    assert len(confirmed) >= 150
    own = {"rhombille", "4.8.8", "3.4.6.4"}
    assert {one.lattice for one in confirmed} == {*tw.lattice_names(), *own, "polygon"}


def test_entries_make_sense() -> None:
    assert {one.name for one in ENTRIES.values() if not one.series} == set(catalogue_names())
    assert len(ENTRIES) == len(catalogue_names()) + len(MEMBERS)
    for one in ENTRIES.values():
        assert one.engines, one.name
        assert {on_cpu(way) for way in one.engines} <= WAYS
        assert one.source
        assert one.up_to_symmetry <= one.up_to_rotation <= one.solutions
        assert one.up_to_rotation <= 2 * one.up_to_symmetry
        assert all(seconds is None or seconds > 0 for seconds in one.seconds.values())


def test_members_have_titles_and_can_be_written() -> None:
    for series, n in MEMBERS:
        puzzle = entry(series.member(n)).puzzle()
        assert puzzle.title
        assert "{" not in puzzle.title
        if n == series.n[0]:
            assert tw.parse_puzzle(tw.format_puzzle(puzzle)) == puzzle


def recounts() -> list[object]:
    """What takes too long for a test, or was counted before times were kept, is left out."""
    cases: list[object] = []
    for one in ENTRIES.values():
        for engine in two_engines(one):
            seconds = one.seconds.get(engine)
            if seconds is None or seconds > LONG:
                continue
            marks = [pytest.mark.slow] if seconds > CHEAP else []
            cases.append(pytest.param(one.name, engine, id=f"{one.name}-{engine}", marks=marks))
    return cases


@pytest.mark.parametrize(("name", "engine"), recounts())
def test_recount(name: str, engine: str) -> None:
    assert Recount(entry(name).puzzle(), engine).run() == entry(name).numbers


def test_names() -> None:
    assert entry_name("pent-8x8-hole") == "scott"
    assert entry_name("xyzzy") is None
    with raises_text(tw.TilewrightError):
        entry("dominos-2x3")


def test_a_recount_stops_when_told() -> None:
    recount = Recount(entry("bedlam").puzzle(), "bits", max_seconds=0.0)
    assert recount.run() is None


def test_shell_table() -> None:
    done = run("counts", "soma", "dominoes-2x{n}")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split()[:2] == ["name", "lattice"]
    assert lines[1].split()[:5] == ["soma", "cube", "11,520", "480", "240"]
    assert [line.split()[0] for line in lines[2:-1]] == [f"dominoes-2x{n}" for n in range(1, 11)]
    assert lines[-1] == "11 entries, 11 of them counted by two engines or more"


def test_shell_csv() -> None:
    done = run("counts", "--csv")
    assert done.returncode == 0
    rows = list(csv.reader(io.StringIO(done.stdout, newline="")))
    assert tuple(rows[0]) == CSV_HEADER
    assert len(rows) == 1 + len(ENTRIES)
    assert {len(row) for row in rows} == {len(CSV_HEADER)}
    for row in rows[1:]:
        told = dict(zip(rows[0], row, strict=True))
        one = entry(told["name"])
        assert [int(told[key]) for key in CSV_HEADER[3:6]] == list(one.numbers)
        assert tuple(told["engines"].split()) == one.engines
        assert told["confirmed"] == ("yes" if len(one.engines) > 1 else "no")
        assert told["confirmed_by"] == (one.confirmed_by or "")
        assert len(told["seconds"].split()) == len(one.engines)


def test_shell_json_and_lattice() -> None:
    done = run("counts", "--json", "--lattice", "tetra-octa")
    told = json.loads(done.stdout)
    assert told["machine"]
    assert {one["lattice"] for one in told["entries"]} == {"tetra-octa"}
    assert [one["name"] for one in told["entries"]] == [f"pairs-of-corners-{n}" for n in (1, 2, 3)]
    assert all(one["confirmed"] and len(one["engines"]) > 1 for one in told["entries"])


def test_shell_check() -> None:
    done = run("soma", "half-discs-2", "tangram-convex-square", tool=check_counts)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "3 entries: 3 same, 0 different, 0 not counted"
    told = json.loads(run("half-discs-2", "--json", tool=check_counts).stdout)
    assert told["same"] == 1
    assert told["complete"] is True
    assert set(told["entries"][0]["counted"]) == set(two_engines(entry("half-discs-2")))


def test_shell_check_tells_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Recount.__iter__

    def wrong(self: Recount):  # type: ignore[no-untyped-def]
        yield from before(self)
        self.numbers = (7, 7, 7)

    monkeypatch.setattr(Recount, "__iter__", wrong)
    done = run("half-discs-2", tool=check_counts)
    assert done.returncode == 1
    assert "half-discs-2: different" in done.stdout
    assert "7, 7, 7 instead of 9, 4, 4" in done.stdout


def test_shell_check_within_a_time() -> None:
    done = run("bedlam", "--max-seconds", "0", tool=check_counts)
    assert done.returncode == 3
    assert "bedlam: not counted" in done.stdout


def test_shell_definitions(tmp_path: Path) -> None:
    done = run("counts", "dominoes-4x5", "--define")
    assert tw.parse_puzzle(done.stdout) == entry("dominoes-4x5").puzzle()
    assert run("counts", "--definitions", str(tmp_path / "all")).returncode == 0
    assert {path.stem for path in (tmp_path / "all").iterdir()} == set(ENTRIES)
    assert tw.load(tmp_path / "all" / "threes-of-rhombs-2.toml") == (
        entry("threes-of-rhombs-2").puzzle()
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["somma"],
        ["--csv", "--json"],
        ["--lattice", "squrae"],
        ["--lattice", "polygons"],
        ["--lattice", "xyzzy"],
    ],
)
def test_shell_mistakes(arguments: list[str]) -> None:
    done = run("counts", *arguments)
    assert done.returncode == 2
    check_text(done.stderr)


def test_shell_nothing_left(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    for form in ((), ("--csv",), ("--json",), ("--define",), ("--definitions", str(folder))):
        done = run("counts", "soma", "--lattice", "square", *form)
        assert done.returncode == 1
        assert done.stderr == "no entry is left\n"
    assert not folder.exists()
