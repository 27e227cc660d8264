"""An exact cover problem as a matrix: its columns and rows, what is left of it after some rows are
chosen, and how solutions are spelt."""

from collections.abc import Sequence
from typing import Any

from papers.tasks.problems import problem_of
from papers.tasks.task import Given, Values, at_once
from tilewright.cover import ExactCover
from tilewright.engines.covers import search
from tilewright.errors import TilewrightError

__all__ = ["MATRIX", "SPELLING"]

Row = tuple[str, ...]


def _matrix(given: Given) -> Values:
    """Columns and rows, after the rows of `chosen` if there are any, each given by its names.

    `next` is the column that the size rule would take then, and `ways` are its rows.
    """
    problem = problem_of(given)
    columns, rows = _left(problem, [row.split() for row in given.get("chosen", ())])
    secondary = {str(item.name) for item in problem.items if item.secondary}
    primary = [name for name in columns if name not in secondary]
    sizes = {name: sum(name in row for row in rows) for name in columns}
    values: Values = {
        "columns": len(columns),
        "primary_columns": len(primary),
        "secondary_columns": len(columns) - len(primary),
        "rows": len(rows),
        "row_names": [" ".join(row) for row in rows],
        "column_names": " ".join(columns),
        "primary_names": " ".join(primary),
        "bits": ["".join("01"[name in row] for name in columns) for row in rows],
        "ways_to_cover": sorted({sizes[name] for name in primary}),
    }
    if primary:
        values["next"] = min(primary, key=lambda name: sizes[name])
        values["ways"] = sizes[values["next"]]
    for name in given.get("of", ()):
        values[f"rows_with_{name}"] = sizes[name]
    if "first" in given:
        values["mean_ways_of_second"] = _mean_ways(problem, given["first"], given["second"])
    if given.get("two_colours"):
        values["colours"] = _two_colours(columns, rows)
    if "placed" in given:
        values["rows_that_overlap"] = _overlapping(rows, given["placed"].split())
    return values


def _rows(problem: ExactCover) -> list[Row]:
    options = (problem.option(k) for k in range(problem.option_count))
    return [tuple(map(str, option.items)) for option in options]


def _left(problem: ExactCover, chosen: Sequence[Sequence[str]]) -> tuple[list[str], list[Row]]:
    """Columns and rows that are left when some rows are chosen, each of which must be there."""
    columns = [str(item.name) for item in problem.items]
    rows = _rows(problem)
    for names in chosen:
        taken = set(names)
        if taken not in map(set, rows):
            raise TilewrightError(f"there is no row {' '.join(names)}")
        columns = [name for name in columns if name not in taken]
        rows = [row for row in rows if taken.isdisjoint(row)]
    return columns, rows


def _mean_ways(problem: ExactCover, first: str, second: str) -> float:
    """How many rows the second column has left, on average over the rows of the first."""
    rows = _rows(problem)
    later = [set(row) for row in rows if second in row]
    ways = [sum(map(set(row).isdisjoint, later)) for row in rows if first in row]
    return sum(ways) / len(ways)


def _overlapping(rows: Sequence[Row], placed: Sequence[str]) -> int:
    """Rows that have a name in common with the one that is placed; it is one of them."""
    return sum(not set(placed).isdisjoint(row) for row in rows)


def _two_colours(columns: Sequence[str], rows: Sequence[Row]) -> list[int]:
    """How many columns there are of each of two colours, if the columns of a row differ in colour;
    the larger number first."""
    near: dict[str, set[str]] = {name: set() for name in columns}
    for row in rows:
        for name in row:
            near[name].update(set(row) - {name})
    colour: dict[str, int] = {}
    for start in columns:
        todo = [start] if start not in colour else []
        colour.setdefault(start, 0)
        while todo:
            name = todo.pop()
            new = near[name].difference(colour)
            colour.update(dict.fromkeys(new, 1 - colour[name]))
            todo.extend(new)
    if any(colour[name] == colour[other] for name in columns for other in near[name]):
        raise TilewrightError("two colours are not enough for these rows")
    counts = [list(colour.values()).count(one) for one in (0, 1)]
    return sorted(counts, reverse=True)


def _spelling(given: Given) -> Values:
    """The only solution, as dancing links prints it: each row from the column on which it was
    chosen."""
    problem = problem_of(given)
    values: dict[str, Any] = {}
    for rule in ("fewest", "leftmost"):
        (choices,) = (
            choices
            for batch in search(problem, engine="links", rule=rule)
            for choices in batch.choices()
        )
        lines = []
        for number, item in choices:
            row = list(map(str, problem.option(number).items))
            at = row.index(str(problem.items[item].name))
            lines.append(" ".join(row[at:] + row[:at]))
        values[rule] = ", ".join(lines)
        values[f"{rule}_rows"] = sorted(number + 1 for number, _ in choices)
    return values


MATRIX = at_once(_matrix)
SPELLING = at_once(_spelling)
