"""How much memory large problems and long lists take, each measured in a fresh process.

Run as a script with the name of a measurement, this is that fresh process: it prints one JSON line.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from process import run
from rows import DOMINO_TILINGS
from workers.held import STATUS, megabytes

import tilewright as tw
from tilewright.cover.examples import dominoes

__all__ = [
    "LISTING_GROWTH_MB",
    "LOADING_MB",
    "LOADING_SECONDS",
    "Figures",
    "measure_memory",
]

LOADING_SECONDS = 5
LOADING_MB = 400
LISTING_GROWTH_MB = 10

_ITEMS = 10_000
_OPTIONS = 1_000_000
_ITEMS_PER_OPTION = 6
_FIRST_SOLUTIONS = 1_000_000

Figures = dict[str, float]


def measure_memory() -> dict[str, Figures]:
    """Seconds and megabytes of both measurements; nothing where /proc does not tell."""
    if not STATUS.exists():
        return {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "million.dlx"
        _write_million(file)
        loading = _in_fresh_process("loading", str(file))
    return {"loading": loading, "listing": _in_fresh_process("listing")}


def _in_fresh_process(*arguments: str) -> Figures:
    output = run(f"{arguments[0]} failed", [sys.executable, __file__, *arguments])
    figures: Figures = json.loads(output)
    return figures


def _write_million(file: Path) -> None:
    """A million options of six items in Knuth's format, always the same ones."""
    chance = random.Random(1)
    names = [f"i{number}" for number in range(_ITEMS)]
    with file.open("w", encoding="utf-8") as out:
        print(*names, file=out)
        for _ in range(_OPTIONS):
            print(*chance.sample(names, _ITEMS_PER_OPTION), file=out)


def _loading(file: str) -> Figures:
    began = time.process_time()
    problem = tw.cover.read_cover(file)
    read = time.process_time()
    tw.engines.search(problem, collect=False, max_nodes=0).run()
    built = time.process_time()
    if problem.option_count != _OPTIONS:
        raise SystemExit(f"read {problem.option_count} options, expected {_OPTIONS}")
    return {
        "read_seconds": read - began,
        "build_seconds": built - read,
        "peak_mb": megabytes("VmHWM"),
    }


def _listing() -> Figures:
    solutions, early_mb = 0, 0.0
    for batch in tw.engines.search(dominoes(8, 8)):
        solutions += len(batch)
        if not early_mb and solutions >= _FIRST_SOLUTIONS:
            early_mb = megabytes("VmRSS")
    if solutions != DOMINO_TILINGS:
        raise SystemExit(f"found {solutions} tilings, expected {DOMINO_TILINGS}")
    return {"solutions": solutions, "early_mb": early_mb, "peak_mb": megabytes("VmHWM")}


if __name__ == "__main__":
    figures = _loading(sys.argv[2]) if sys.argv[1] == "loading" else _listing()
    print(json.dumps(figures))
