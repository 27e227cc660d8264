"""Measures the data set of counts: every engine that can counts every puzzle, within a limit.

python -m tools.measure_counts [--max-seconds S] [--memory G] [--engine E]… [--missing] [NAME]…

What agrees is written into src/tilewright/data: the numbers of series into known_series.toml, the
engines and their times into measured_counts.toml.  The rest of these files is kept.  The numbers
of the catalogue are in known_puzzles.toml, which this does not touch: they must come out.
"""

import argparse
import json
import os
import platform
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tilewright.catalogue import catalogue_names, known, load
from tilewright.counts.recount import Numbers, Recount, engines_for
from tilewright.counts.series import all_series
from tilewright.formats import AnyPuzzle, parse_puzzle

DATA = Path(__file__).parents[1] / "src" / "tilewright" / "data"
SERIES, MEASURED = DATA / "known_series.toml", DATA / "measured_counts.toml"
KEYS = ("solutions", "up_to_rotation", "up_to_symmetry")
ABOUT_SERIES = (
    "# The numbers of solutions of the members of the series; see series/ for what they are.\n"
    "# `python -m tools.measure_counts` wrote this.\n"
)
ABOUT_MEASURED = (
    "# Which engines came to the numbers of known_puzzles.toml and known_series.toml, and in how\n"
    "# many seconds: CPU time with one thread, from the puzzle to all three numbers.\n"
    "# `python -m tools.measure_counts` wrote this.  Under [earlier] stand engines that came to\n"
    "# the numbers before times were kept; that table is written by hand.\n"
)


def puzzles(names: list[str]) -> Iterator[tuple[str, AnyPuzzle, bool]]:
    """All puzzles, or those named, each with whether it belongs to a series."""
    for name in catalogue_names():
        if not names or name in names:
            yield name, load(name), False
    for series in all_series():
        for n in series.n:
            if not names or series.member(n) in names or series.name in names:
                yield series.member(n), parse_puzzle(series.text(n), series.member(n)), True


def processor() -> str:
    """The kind of machine this is."""
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else ""
    models = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    gigabytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    model = models[0] if models else platform.machine()
    return f"one core of a shared machine: {model}, {os.cpu_count()} cores, {gigabytes:.0f} GB"


def write(path: Path, about: str, plain: Mapping[str, str], tables: Mapping[str, Any]) -> None:
    """Write a file of tables, in order."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{key} = {spelt(value)}" for key, value in table.items())]
    path.write_text(about + "\n".join(lines) + "\n", encoding="utf-8")


def spelt(value: Any) -> str:
    """A value of TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {spelt(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def main() -> int:
    """Measure; the exit status is 1 if something does not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--max-seconds", type=float, default=10.0)
    parser.add_argument("--memory", type=int, default=1)
    parser.add_argument("--engine", action="append")
    parser.add_argument("--missing", action="store_true", help="only what two engines did not do")
    asked = parser.parse_args()
    rows = tomllib.loads(SERIES.read_text(encoding="utf-8"))
    measured = tomllib.loads(MEASURED.read_text(encoding="utf-8"))
    times, earlier = measured["seconds"], measured["earlier"]
    wrong = 0
    members = {series.member(n) for series in all_series() for n in series.n}
    for name, puzzle, in_series in puzzles(asked.names):
        own = times.setdefault(name, {})
        if asked.missing and len(own) > 1:
            continue
        row = rows.get(name) if in_series else {key: getattr(known()[name], key) for key in KEYS}
        right: Numbers | None = tuple(row[key] for key in KEYS) if row else None  # type: ignore[assignment]
        for engine in engines_for(puzzle):
            if asked.engine and engine not in asked.engine:
                continue
            if asked.missing and engine in own:
                continue
            count = Recount(puzzle, engine, asked.max_seconds, asked.memory << 30)
            found = count.run()
            if found is None:
                print(f"{name} {engine}: not within {count.seconds:.1f} s", flush=True)
                continue
            right = right or found
            if found != right:
                own.pop(engine, None)
                print(f"{name} {engine}: {found} and not {right}", flush=True)
                wrong += 1
                continue
            own[engine] = float(f"{max(count.seconds, 0.001):.2g}")
        if in_series and right and len(own) > 1:
            rows[name] = dict(zip(KEYS, right, strict=True))
        print(f"{name}: {right} {own}", flush=True)
        kept = {key: rows[key] for key in sorted(members) if key in rows}
        write(SERIES, ABOUT_SERIES, {}, kept)
        alive = {
            key: times[key] for key in sorted({*members, *catalogue_names()}) if times.get(key)
        }
        tables = {"earlier": earlier, "seconds": alive}
        write(MEASURED, ABOUT_MEASURED, {"machine": processor()}, tables)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
