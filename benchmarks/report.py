"""The table, the targets, and what is said below them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from memory import LISTING_GROWTH_MB, LOADING_MB, LOADING_SECONDS, Figures
from problems import (
    DOMINO_TILINGS,
    DOMINOES_COUNTED,
    DOMINOES_LISTED,
    PENTOMINOES,
    Problem,
)
from solvers import OURS, Answer

__all__ = ["NOTES", "Results", "Target", "memory_targets", "show_targets", "speed_targets", "table"]

Results = Mapping[Problem, Mapping[str, Sequence[Answer]]]  # per solver, one answer a round

NOTES = """\
Medians of CPU seconds, solving only, each in a fresh process after a small problem of another
kind.  Everybody starts from the same lists of integers: building one's own data structures counts.
Listing: ours gives arrays in batches, xcover and Sage give a Python list for each solution.
Counting: ours and Sage count in compiled code; xcover has nothing but its enumeration, drained
here without the conversion to lists.  xcover's covers_zdd(use_memo_cache=True) would count dominoes
faster, but its memo of 32-bit hashes makes some counts wrong, so that it is not compared.
The pentominoes are for our engine "links"; elsewhere the engine is the one that "auto" chooses.
A dash: the solver cannot state the problem (Sage has no secondary items).
"""


@dataclass(frozen=True)
class Target:
    """Something the project wants to hold; None if it could not be measured."""

    wanted: str
    measured: str
    met: bool | None


def table(results: Results, names: Sequence[str]) -> str:
    """One line for each problem: solutions, everybody's seconds, our seconds over theirs."""
    peers = [name for name in names if name != OURS.name]
    head = ["problem", "solutions", *(f"{name} s" for name in (OURS.name, *peers))]
    rows = [[*head, *(f"ours/{name}" for name in peers)]]
    for problem, answers in results.items():
        seconds = {name: _seconds(answers[name]) for name in names}
        row = [problem.title, f"{sum(problem.solutions):,}"]
        row += [_number(seconds[name], 4) for name in (OURS.name, *peers)]
        row += [_number(_over(seconds[OURS.name], seconds[name]), 3) for name in peers]
        rows.append(row)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            word.rjust(width) if place else word.ljust(width)
            for place, (word, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def speed_targets(results: Results) -> list[Target]:
    """Whether the targets of speed are met; the peer of all of them is xcover."""

    def target(wanted: str, problem: Problem, limit: float, *, or_equal: bool = False) -> Target:
        answers = results[problem]
        ratio = _over(_seconds(answers[OURS.name]), _seconds(answers.get("xcover", ())))
        if ratio is None:
            return Target(wanted, "xcover has not run", None)
        return Target(wanted, f"{ratio:.3f}", ratio < limit or (or_equal and ratio == limit))

    return [
        target(
            "links counts pentominoes 6×10 in at most 1.16 × xcover's time, as Knuth's dlx1 does",
            PENTOMINOES,
            1.16,
            or_equal=True,
        ),
        target("dominoes are counted in less than 0.1 × xcover's time", DOMINOES_COUNTED, 0.1),
        target("dominoes are listed in less than 0.5 × xcover's time", DOMINOES_LISTED, 0.5),
    ]


def memory_targets(figures: Mapping[str, Figures]) -> list[Target]:
    """Whether the targets of memory are met."""
    load = f"a million options of six items load in less than {LOADING_SECONDS} s"
    space = f"… and in less than {LOADING_MB} MB"
    flat = f"listing {DOMINO_TILINGS:,} tilings grows by less than {LISTING_GROWTH_MB} MB"
    if not figures:
        return [Target(wanted, "needs /proc", None) for wanted in (load, space, flat)]
    loading, listing = figures["loading"], figures["listing"]
    seconds = loading["read_seconds"] + loading["build_seconds"]
    growth = listing["peak_mb"] - listing["early_mb"]
    return [
        Target(
            load,
            f"{seconds:.2f} s (reading {loading['read_seconds']:.2f}, "
            f"building {loading['build_seconds']:.2f})",
            seconds < LOADING_SECONDS,
        ),
        Target(space, f"peak {loading['peak_mb']:.0f} MB", loading["peak_mb"] < LOADING_MB),
        Target(
            flat,
            f"{growth:.1f} MB (after a million {listing['early_mb']:.1f}, "
            f"peak {listing['peak_mb']:.1f})",
            growth < LISTING_GROWTH_MB,
        ),
    ]


def show_targets(targets: Sequence[Target]) -> str:
    """One line for each target."""
    words = {True: "met", False: "MISSED", None: "unknown"}
    return "\n".join(f"{words[t.met]:8} {t.wanted}: {t.measured}" for t in targets)


def _seconds(answers: Sequence[Answer]) -> float | None:
    seconds = [answer["seconds"] for answer in answers if "seconds" in answer]
    return median(seconds) if seconds else None


def _over(ours: float | None, theirs: float | None) -> float | None:
    return ours / theirs if ours and theirs else None


def _number(value: float | None, digits: int) -> str:
    """A number to so many significant digits, or a dash."""
    if value is None:
        return "–"
    whole = len(str(int(value))) if value >= 1 else 0
    return f"{value:.{max(0, digits - whole)}f}"
