"""The page of results: what is printed, and what stands in the documentation."""

from collections.abc import Mapping, Sequence

from tables import counter_table, ratio_table, time_table
from targets import Target, show_targets
from turns import Results

__all__ = ["machine_lines", "page", "section", "time_section"]

_TOP = """\
# Benchmarks

`make bench` wrote this page. Times from different machines do not compare; the ratios of one run
do. How it is measured is told in `benchmarks/README.md`.
"""

_RATIOS = """\
What a user gets who says nothing (`auto`), in CPU seconds on one thread: medians of fresh
processes, solving only. A column with ÷ is our time divided by that program's: less than 1 is
faster. “< 0.2”: it was ended before it was done. A dash: not asked, or it cannot take the problem.

Tilewright gets puzzles as puzzles: finding the placements, breaking the symmetries and counting the
classes is on the clock. Peers know no symmetries: they get an exact cover problem and find all its
solutions, 9,356 for 6×10 and 2,112 for 6×5×2. Where the instance is an exact cover problem (the
six options, sudoku, the quarter, Scott, queens, dominoes, tetrasticks as a cover), everybody gets
the same lists of integers; exact-cover gets its matrix, made before the clock starts.

The bars and the best programs elsewhere are CPU seconds on one *quiet* core of a machine of this
kind; the latter were measured there, not in this run, and “÷ elsewhere” allows for how much longer
xcover took now than there. So does “met ÷ noise”; “met” compares what was measured now. “no,
1.20 ×” is 1.20 times the bar.
"""

_TIMES = """\
The same in CPU seconds, with our engines by name. “> 5” was ended after 5 s.
"""


def machine_lines(machine: Mapping[str, object], effort: str) -> str:
    """The machine and the kind of run, as a list."""
    lines = [f"- {key.replace('_', ' ')}: {value}" for key, value in machine.items() if value]
    return "\n".join([*lines, f"- run: {effort}"])


def time_section(
    results: Results, engines: Sequence[str], peers: Sequence[str], factor: float | None
) -> str:
    """Ratios, then times, nodes and memory."""
    noise = "xcover did not run, so that the noise is unknown."
    if factor is not None:
        noise = f"Noise of this run: xcover took {factor:.2f} × its time on a quiet core."
    return "\n\n".join(
        [
            "## Ratios",
            _RATIOS.strip(),
            noise,
            ratio_table(results, peers, factor),
            "## Times",
            _TIMES.strip(),
            time_table(results, engines, peers),
            "## Nodes and memory",
            "What a node is depends on the engine; megabytes are the most that the process held, "
            "Python and all imports included.",
            counter_table(results, engines, peers),
        ]
    )


def section(title: str, about: str, table: str, targets: Sequence[Target]) -> str:
    """One of the smaller parts."""
    parts = [f"## {title}", about, table, show_targets(targets)]
    return "\n\n".join(part for part in parts if part)


def page(machine: str, sections: Sequence[str]) -> str:
    """The whole of it."""
    return "\n\n".join([_TOP.strip(), machine, *sections]) + "\n"
