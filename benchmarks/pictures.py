"""Pictures: CPU seconds of drawing many of them, beside what the project wants.

    .venv/bin/python benchmarks/pictures.py [--rounds N]

The search is not on the clock.  Nothing is kept from one round to the next but what a program that
draws many pictures keeps as well, so the first round is the slowest.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import islice
from statistics import median

from tables import markdown

import tilewright as tw
from tilewright.render import gallery_scene, picture_of, to_png, to_svg
from tilewright.solutions import Solution


def solutions(name: str, count: int) -> list[Solution]:
    """The first ones of a puzzle."""
    found = list(islice(tw.solve(tw.load(name)), count))
    if len(found) < count:
        raise SystemExit(f"{name} has {len(found)} solutions only")
    return found


def timed(do: Callable[[], object], rounds: int) -> Iterator[float]:
    for _ in range(rounds):
        start = time.process_time()
        do()
        yield time.process_time() - start


def rows(rounds: int) -> Iterator[list[str]]:
    """What was drawn: the median, the worst, and how many seconds are wanted at most."""
    pentominoes, wyes = solutions("pentominoes-6x10", 1000), solutions("y-15x15", 100)
    sticks = solutions("tetrasticks-welded-4x4", 3)
    tasks: dict[str, tuple[Callable[[], object], float | None]] = {
        "6×10, 1,000 SVG": (lambda: [to_svg(picture_of(s)) for s in pentominoes], 5),
        "6×10, 1,000 SVG with labels": (
            lambda: [to_svg(picture_of(s, labels=True)) for s in pentominoes],
            None,
        ),
        "Y pentominoes in 15×15, 100 SVG": (lambda: [to_svg(picture_of(s)) for s in wyes], None),
        "tetrasticks 4×4, 300 SVG": (
            lambda: [to_svg(picture_of(s)) for s in sticks * 100],
            None,
        ),
        "6×10, sheet of 200, PNG": (lambda: to_png(gallery_scene(pentominoes[:200])), None),
    }
    for title, (do, bar) in tasks.items():
        seconds = list(timed(do, rounds))
        wanted = "" if bar is None else f"{bar:g}"
        met = "" if bar is None else "yes" if median(seconds) <= bar else "no"
        yield [title, f"{median(seconds):.2f}", f"{max(seconds):.2f}", wanted, met]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    to_png(picture_of(tw.load("ascii-3x3")))  # imports
    print(markdown([["CPU seconds", "median", "worst", "bar", "met"], *rows(given.rounds)]))


if __name__ == "__main__":
    main()
