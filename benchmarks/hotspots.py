"""`make profile`: where the time of one search goes, in native code and in Python.

    make profile WHAT=pentominoes-5x4x3 ENGINE=bits

Native time is sampled by Linux' perf, if it is there and may be used; Python time is what cProfile
sees.  Run with --work, this is the process that is looked at.
"""

import argparse
import cProfile
import os
import pstats
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import tilewright as tw

_LINES = 25
_WIDEST = 90


def work(what: str, engine: str, mode: str) -> None:
    """Count or list the solutions of a puzzle, on one thread."""
    puzzle = tw.load(what)
    if mode == "list":
        print(sum(1 for _ in tw.solve(puzzle, engine=engine, threads=1)), "solutions")
    else:
        print(tw.count(puzzle, engine=engine, threads=1))


def native(arguments: list[str]) -> str:
    """What perf says of a run, function by function; or why it says nothing."""
    perf = shutil.which("perf")
    if perf is None:
        return "perf is not installed: native code shows only as calls of `run` below."
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        record = [perf, "record", "--quiet", "-F", "999", "-o", data, "--"]
        done = subprocess.run(
            [*record, sys.executable, __file__, "--work", *arguments],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        if done.returncode:
            said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            return f"perf could not record: {said[-1]}"
        report = [perf, "report", "--stdio", "--no-children", "-i", data]
        shown = subprocess.run(
            [*report, "--sort", "dso,symbol", "--percent-limit", "0.5"],
            capture_output=True,
            text=True,
            check=False,
        )
    lines = [line for line in shown.stdout.splitlines() if line and not line.startswith("#")]
    return "\n".join(map(_short, lines[:_LINES]))


def _short(line: str) -> str:
    """A line of perf's report: share, library and function, without long template arguments."""
    share, library, name = line.split(maxsplit=2)
    name = re.sub(r"^\[.\] ", "", re.sub(r"[\s-]+$", "", name)).replace("tilewright::", "")
    while len(name) > _WIDEST and re.search(r"<[^<>]+>", name):
        name = re.sub(r"<[^<>]+>", "", name)
    return f"{share:>7}  {library.partition('.')[0]:16} {name}"


def python(what: str, engine: str, mode: str) -> None:
    """Print what cProfile says, by the time spent in each function itself."""
    profile = cProfile.Profile()
    profile.runcall(work, what, engine, mode)
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(_LINES)


def main() -> None:
    """Read the command line and print both profiles."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", metavar="PUZZLE", help="a name of the catalogue, or a file")
    parser.add_argument("engine", metavar="ENGINE", help="auto, or the name of an engine")
    parser.add_argument("mode", choices=["count", "list"], help="count, or list the solutions")
    parser.add_argument("--work", action="store_true", help="only do what is looked at")
    chosen = parser.parse_args()
    arguments = [chosen.what, chosen.engine, chosen.mode]
    if chosen.work:
        work(*arguments)
        return
    print(f"{' '.join(arguments)}: native code, share of the samples\n\n{native(arguments)}\n")
    print("Python, seconds; the slow-down of watching included", flush=True)
    python(*arguments)


if __name__ == "__main__":
    main()
