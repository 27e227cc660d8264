"""Measures the data set of counts: every engine that can counts every puzzle, within a limit.

python -m tools.measure_counts [--max-seconds S] [--memory G] [--engine E]… [--missing] [NAME]…
python -m tools.measure_counts --device cuda --into FOLDER NAME…
python -m tools.measure_counts --merge FOLDER

What agrees is written after every count into src/tilewright/data, or into a folder: the numbers of
series into known_series.toml, the engines and their times into measured_counts.toml.  The rest of
these files is kept.  The numbers of the catalogue are in known_puzzles.toml, which this does not
touch: they must come out.  On a graphics processor both sweeps of engine frontier are made.
"""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tilewright.catalogue import catalogue_names, known, load
from tilewright.dataset import CUDA, all_series, on_cpu
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle, parse_puzzle
from tools.counts_files import DATA, KEYS, CountsFiles
from tools.recount import SWEEPS, Numbers, Recount, engines_for


def puzzles(names: list[str]) -> Iterator[tuple[str, AnyPuzzle]]:
    """All puzzles, or those named, in the order of the names."""
    found = {name: name for name in catalogue_names()}
    for series in all_series():
        for n in series.n:
            found[series.member(n)] = series.name
    texts = {series.member(n): series.text(n) for series in all_series() for n in series.n}
    for wanted in names or [""]:
        for name, series_name in found.items():
            if wanted in ("", name, series_name):
                yield name, parse_puzzle(texts[name], name) if name in texts else load(name)


def processor() -> str:
    """The kind of machine this is."""
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else ""
    models = [line.partition(":")[2].strip() for line in text.splitlines() if "model name" in line]
    gigabytes = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    model = models[0] if models else platform.machine()
    return f"one core of a shared machine: {model}, {os.cpu_count()} cores, {gigabytes:.0f} GB"


def graphics_processor() -> str:
    """The kind of graphics processor this machine has."""
    command = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "time that went by on a graphics processor"
    return f"time that went by on one {done.stdout.splitlines()[0].strip()}"


def ways(puzzle: AnyPuzzle, asked: argparse.Namespace) -> list[str]:
    """The ways in which to count this puzzle."""
    possible = [way for way in engines_for(puzzle) if not asked.engine or way in asked.engine]
    if asked.device:
        return [f"{way}{CUDA}" for way in possible if way in SWEEPS]
    return possible


def right_numbers(files: CountsFiles, name: str) -> Numbers | None:
    """What should come out, as far as it is known."""
    if name in files.members:
        return files.numbers(name)
    solutions, *classes = (getattr(known()[name], key) for key in KEYS)
    return None if solutions is None else (solutions, *classes)


def measure(files: CountsFiles, name: str, puzzle: AnyPuzzle, asked: argparse.Namespace) -> int:
    """Count a puzzle in every way asked for; how many came to something else."""
    times, wrong = files.times(name), 0
    if asked.missing and len({on_cpu(way) for way in times}) > 1:
        return 0
    for way in ways(puzzle, asked):
        if asked.missing and way in times:
            continue
        try:
            count = Recount(puzzle, way, asked.max_seconds, asked.memory << 30)
            found = count.run()
        except TilewrightError as error:
            print(f"{name} {way}: {error}", flush=True)
            continue
        right = right_numbers(files, name) or found
        if found is None:
            print(f"{name} {way}: not within {count.seconds:.1f} s", flush=True)
        elif found != right:
            files.forget(name, way)
            print(f"{name} {way}: {found} and not {right}", flush=True)
            wrong += 1
        else:
            files.keep(name, found, way, count.seconds)
            print(f"{name} {way}: {found} in {count.seconds:.3g} s", flush=True)
        files.write()
    return wrong


def main() -> int:
    """Measure; the exit status is 1 if something does not agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--max-seconds", type=float, default=10.0, help="for each count")
    parser.add_argument("--memory", type=int, default=1, help="gigabytes for engine frontier")
    parser.add_argument("--engine", action="append", help="an engine, or frontier-slanted")
    parser.add_argument("--device", choices=["cuda"], help="make the sweeps there")
    parser.add_argument("--missing", action="store_true", help="only what two engines did not do")
    parser.add_argument("--into", type=Path, default=DATA, help="folder to write to")
    parser.add_argument("--merge", type=Path, help="only take over what is in this folder")
    asked = parser.parse_args()
    files = CountsFiles(asked.into)
    if asked.merge:
        wrong = files.merge(CountsFiles(asked.merge))
        files.write()
        return 1 if wrong else 0
    if asked.device:
        files.machines["device"] = graphics_processor()
    else:
        files.machines["machine"] = processor()
    return 1 if sum(measure(files, *one, asked) for one in puzzles(asked.names)) else 0


if __name__ == "__main__":
    sys.exit(main())
