"""What the project wants to hold, and whether it does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from memory import LISTING_GROWTH_MB, LOADING_MB, LOADING_SECONDS, Figures
from rows import DOMINO_TILINGS, DOMINOES_COUNTED, DOMINOES_LISTED, QUARTER, XCOVER_QUIET, Row
from solvers import AUTO
from turns import Results, middle, seconds

__all__ = ["Target", "memory_targets", "noise", "show_targets", "speed_targets"]

_MOST_MB = 1000
_CHOICE, _CHOICE_SECONDS = 1.1, 0.005  # the automatic choice may cost this factor, and this


@dataclass(frozen=True)
class Target:
    """Something the project wants to hold; None if it could not be measured."""

    wanted: str
    measured: str
    met: bool | None


def noise(results: Results) -> float | None:
    """How much longer xcover took in this run than on a quiet core; None if it did not run."""
    factors = [
        found / quiet
        for row, quiet in XCOVER_QUIET.items()
        if (found := seconds(results, row, "xcover"))
    ]
    return median(factors) if factors else None


def speed_targets(results: Results) -> list[Target]:
    """Ratios to xcover, the automatic choice, and the memory of all rows."""
    return [
        _ratio(
            "links counts the quarter problem in at most 1.16 × xcover's time, as Knuth's dlx1",
            results,
            QUARTER,
            "links",
            1.16,
        ),
        _ratio("dominoes: counted in 0.1 × xcover's time", results, DOMINOES_COUNTED, "auto", 0.1),
        _ratio("dominoes: listed in 0.5 × xcover's time", results, DOMINOES_LISTED, "auto", 0.5),
        _choice(results),
        _peak(results),
    ]


def _ratio(wanted: str, results: Results, row: Row, name: str, limit: float) -> Target:
    ours, theirs = seconds(results, row, name), seconds(results, row, "xcover")
    ended = middle(results[row].get("xcover", ()), "out_of_time")
    if ours is not None and theirs is not None:
        return Target(wanted, f"{ours / theirs:.3f}", ours / theirs <= limit)
    if ours is not None and ended is not None and ours / ended <= limit:
        return Target(wanted, f"less than {ours / ended:.3f}", True)
    return Target(wanted, "not measured", None)


def _choice(results: Results) -> Target:
    """Is the automatic choice about as good as the best engine, on every row?"""
    wanted = (
        f"auto takes at most {_CHOICE} × the best single engine and "
        f"{1000 * _CHOICE_SECONDS:.0f} ms on every row"
    )
    worst, title = 0.0, ""
    for row, answers in results.items():
        engines = [seconds(results, row, name) for name in row.engines if name in answers]
        best = min((found for found in engines if found is not None), default=None)
        if best is None:
            continue
        auto = seconds(results, row, AUTO.name)
        if auto is None:
            return Target(wanted, f"{row.title}: auto has no answer, an engine has", False)
        excess = (auto - _CHOICE_SECONDS) / best
        if excess > worst:
            worst, title = excess, row.title
    if not title:
        return Target(wanted, "at most 1 × everywhere", True)
    return Target(wanted, f"worst: {worst:.2f} × on “{title}”", worst <= _CHOICE)


def _peak(results: Results) -> Target:
    """Does every row stay within the memory that it may use?"""
    wanted = f"auto holds less than {_MOST_MB} MB on every row"
    peaks = {
        row.title: peak
        for row in results
        if (peak := middle(results[row].get(AUTO.name, ()), "peak_mb"))
    }
    if not peaks:
        return Target(wanted, "needs /proc", None)
    title = max(peaks, key=lambda name: peaks[name])
    return Target(wanted, f"most: {peaks[title]:.0f} MB on “{title}”", peaks[title] < _MOST_MB)


def memory_targets(figures: Mapping[str, Figures]) -> list[Target]:
    """Whether the targets of memory are met."""
    load = f"a million options of six items load in less than {LOADING_SECONDS} s"
    space = f"… and in less than {LOADING_MB} MB"
    flat = f"listing {DOMINO_TILINGS:,} tilings grows by less than {LISTING_GROWTH_MB} MB"
    if not figures:
        return [Target(wanted, "needs /proc", None) for wanted in (load, space, flat)]
    loading, listing = figures["loading"], figures["listing"]
    taken = loading["read_seconds"] + loading["build_seconds"]
    growth = listing["peak_mb"] - listing["early_mb"]
    return [
        Target(
            load,
            f"{taken:.2f} s (reading {loading['read_seconds']:.2f}, "
            f"building {loading['build_seconds']:.2f})",
            taken < LOADING_SECONDS,
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
    """One line for each target, as a Markdown list."""
    words = {True: "met", False: "**missed**", None: "unknown"}
    return "\n".join(f"- {words[t.met]}: {t.wanted}. Measured: {t.measured}." for t in targets)
