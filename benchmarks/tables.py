"""The tables of the page, in Markdown that also reads well in a terminal."""

from collections.abc import Sequence

from rows import Row
from solvers import AUTO, Answer
from turns import Results, middle, seconds

__all__ = ["counter_table", "markdown", "ratio_table", "time_table"]


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """A table; the first row is the head, and all columns but the first are set to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def line(row: Sequence[str]) -> str:
        words = zip(row, widths, strict=True)
        cells = [w.rjust(n) if place else w.ljust(n) for place, (w, n) in enumerate(words)]
        return f"| {' | '.join(cells)} |"

    rule = [f"{'-' * (n + 1)}{':' if place else '-'}" for place, n in enumerate(widths)]
    return "\n".join([line(rows[0]), f"|{'|'.join(rule)}|", *map(line, rows[1:])])


def ratio_table(results: Results, peers: Sequence[str], factor: float | None) -> str:
    """Our time over everybody else's, the bars, and whether they are met.

    `factor` is the noise of the run: what was measured elsewhere is compared without it.
    """
    head = ["instance", "auto", *(f"÷ {name}" for name in peers), "÷ elsewhere", "bar"]
    table = [[*head, "met", "met ÷ noise", "best elsewhere"]]
    for row, answers in results.items():
        ours = seconds(results, row, AUTO.name)
        line = [row.title, _cell(answers.get(AUTO.name, ()))]
        line += [_over(ours, answers.get(name, ())) for name in peers]
        line += [_over_known(row, ours, factor), "" if row.bar is None else f"{row.bar:g}"]
        line += [_verdict(row, ours, answers), _verdict(row, ours, answers, factor)]
        table.append([*line, _known(row)])
    return markdown(table)


def time_table(results: Results, engines: Sequence[str], peers: Sequence[str]) -> str:
    """CPU seconds of everybody."""
    table = [["instance", *engines, *peers]]
    for row, answers in results.items():
        table.append([row.title, *(_cell(answers.get(name, ())) for name in (*engines, *peers))])
    return markdown(table)


def counter_table(results: Results, engines: Sequence[str], peers: Sequence[str]) -> str:
    """Nodes of our engines, and the most megabytes that everybody held."""
    head = ["instance", "auto chose", *(f"nodes {name}" for name in engines)]
    table = [[*head, *(f"MB {name}" for name in (*engines, *peers))]]
    for row, answers in results.items():
        nodes = [middle(answers.get(name, ()), "nodes") for name in engines]
        peaks = [middle(answers.get(name, ()), "peak_mb") for name in (*engines, *peers)]
        chose = [a["engine"] for a in answers.get(AUTO.name, ()) if "engine" in a]
        line = [
            row.title,
            chose[0] if chose else "–",
            *("–" if n is None else f"{n:,.0f}" for n in nodes),
        ]
        table.append([*line, *("–" if mb is None else f"{mb:.0f}" for mb in peaks)])
    return markdown(table)


def _cell(answers: Sequence[Answer]) -> str:
    if answers and "out_of_time" in answers[0]:
        return f"> {answers[0]['out_of_time']:g}"
    return _number(middle(answers, "seconds"))


def _verdict(row: Row, ours: float | None, answers: object, factor: float | None = 1) -> str:
    if row.bar is None or factor is None:
        return ""
    if ours is None:
        return "no" if answers else "–"
    return "yes" if ours / factor <= row.bar else f"no, {ours / factor / row.bar:.2f} ×"


def _known(row: Row) -> str:
    return f"{row.known.seconds:g} {row.known.program}" if row.known else ""


def _over(ours: float | None, theirs: Sequence[Answer]) -> str:
    if ours is None or not theirs:
        return "–"
    if (ended := middle(theirs, "out_of_time")) is not None:
        return f"< {_number(ours / ended)}"
    taken = middle(theirs, "seconds")
    return _number(ours / taken) if taken else "–"


def _over_known(row: Row, ours: float | None, factor: float | None) -> str:
    if row.known is None or ours is None:
        return "–"
    return _number(ours / (factor or 1) / row.known.seconds)


def _number(value: float | None) -> str:
    """A number to three significant digits, but no more than four decimals; or a dash."""
    if value is None:
        return "–"
    digits = 4
    while digits > 0 and value >= 10 ** (2 - digits):
        digits -= 1
    return f"{value:.{digits + 1 if value < 100 else digits}f}"
