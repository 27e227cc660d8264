"""Queens: the rows that the source prints, and the first steps of the search that it shows."""

from collections.abc import Sequence

from tilewright.cover.examples.queens import organ_pipe_order, queens
from tilewright.papers.tasks.task import Given, Values, at_once

__all__ = ["QUEENS_ROWS", "QUEENS_STEPS"]

Queen = tuple[int, int]  # rank and file, counted from 0
LETTERS = "RF"


def _rows(given: Given) -> Values:
    """Are the rows that the source prints those of our problem?

    Our problem leaves out diagonals of a single square: the source says that this may be done.
    """
    problem = queens(given["size"])
    known = {item.name for item in problem.items}
    ours = [str(problem.option(number)) for number in range(problem.option_count)]
    printed = [" ".join(word for word in row.split() if word in known) for row in given["rows"]]
    return {"rows": len(ours), "as_printed": sorted(ours) == sorted(printed)}


def _steps(given: Given) -> Values:
    """The first queens are told; the next one is found by what is said about the one after it.

    `queens` are those that are told, `next` is the one after the unknown one, and `dead` the rank
    or file that then cannot be covered.  The rank or file with fewest ways is always taken, the
    first of them in organ-pipe order.
    """
    size, told = given["size"], [_queen(row) for row in given["queens"]]
    after, dead = _queen(given["next"]), given["dead"]
    counts = {len(ways) for ways in _ways(size, []).values()}
    values: Values = {"ways": counts.pop() if len(counts) == 1 else sorted(counts)}
    for number in range(1, len(told) + 1):
        item, ways = _chosen(size, told[:number])
        values[f"item_{number}"], values[f"ways_{number}"] = item, len(ways)
    fitting = [
        queen
        for queen in _chosen(size, told)[1]
        if after in _chosen(size, [*told, queen])[1]
        and not _ways(size, [*told, queen, after]).get(dead, [()])
    ]
    boards = [told[:k] for k in range(len(told) + 1)] + [[*told, queen] for queen in fitting[:1]]
    return {
        **values,
        "dead_end": bool(fitting),
        "fitting": len(fitting),
        "figure": {
            "several": [{"queens": [list(q) for q in board], "size": size} for board in boards],
            "captions": [f"({letter})" for letter in "abcdefgh"[: len(boards)]],
            "columns": len(boards),
        },
    }


def _queen(words: str) -> Queen:
    """A queen in the words of the source.

    >>> _queen("R4 F7")
    (4, 7)
    """
    rank, file = words.split()
    return int(rank[1:]), int(file[1:])


def _ways(size: int, placed: Sequence[Queen]) -> dict[str, list[Queen]]:
    """For each rank and file without a queen, in organ-pipe order, where one may stand."""
    free = [
        (r, f)
        for r in range(size)
        for f in range(size)
        if all(r != a and f != b and r + f != a + b and r - f != a - b for a, b in placed)
    ]
    items = [(kind, k) for k in organ_pipe_order(size) for kind in (0, 1)]
    taken = [{queen[kind] for queen in placed} for kind in (0, 1)]
    return {
        f"{LETTERS[kind]}{k}": [queen for queen in free if queen[kind] == k]
        for kind, k in items
        if k not in taken[kind]
    }


def _chosen(size: int, placed: Sequence[Queen]) -> tuple[str, list[Queen]]:
    """The rank or file with fewest ways, the first if there are several."""
    return min(_ways(size, placed).items(), key=lambda pair: len(pair[1]))


QUEENS_ROWS = at_once(_rows)
QUEENS_STEPS = at_once(_steps)
