"""Pictures that no claim's job finds: what the sources describe in words.

Given `puzzle`, it is the first solution that is found, or only the board if `solved` is false;
`matrix` with `names` of the columns is drawn with the rows that cover each column once; `squares`
are squares of letters, as far as our words make them; `queens` stand on a chessboard; `example` is
the search tree of an exact cover problem, with the shortest column chosen first.
"""

from collections.abc import Sequence
from itertools import pairwise

from papers.tasks.drawn import to_draw
from papers.tasks.task import Given, Values, at_once
from tilewright.catalogue import load
from tilewright.cover import from_options
from tilewright.cover.examples import (
    common_words,
    make_example,
    organ_pipe_order,
    read_square,
    word_squares,
)
from tilewright.engines.covers import solve as find_covers
from tilewright.errors import TilewrightError
from tilewright.puzzle import Puzzle
from tilewright.solving import solve

__all__ = ["FIGURE"]

Queen = tuple[int, int]  # rank and file, counted from 0


def _figure(given: Given) -> Values:
    for name, draw in DRAWN.items():
        if name in given:
            return {"figure": draw(given)}
    raise TilewrightError(f"a figure of {', '.join(given)}: expected {', '.join(DRAWN)}")


def _puzzle(given: Given) -> Values:
    name: str = given["puzzle"]
    if not given.get("solved", True):
        return {"puzzle": name}
    puzzle = load(name)
    if isinstance(puzzle, Puzzle):
        for solution in solve(puzzle, max_solutions=1, threads=1):
            return to_draw(name, solution.placed)
    else:
        for found in solve(puzzle, max_solutions=1):
            return to_draw(name, found.placed)
    raise TilewrightError(f"{name} has no solution to be drawn")


def _matrix(given: Given) -> Values:
    matrix: list[list[int]] = given["matrix"]
    names = given["names"]
    problem = from_options(
        [[name for name, entry in zip(names, row, strict=True) if entry] for row in matrix],
        primary=list(names),
    )
    cover = next(find_covers(problem, engine="links", threads=1), ())
    return {"matrix": matrix, "chosen": sorted(cover), "names": names}


def _squares(given: Given) -> Values:
    problem = word_squares(common_words())
    found = {
        " ".join(read_square(problem, cover)).upper() for cover in find_covers(problem, threads=1)
    }
    letters = [{"letters": square.split()} for square in given["squares"] if square in found]
    return {"several": letters, "columns": len(letters)}


def _queens(given: Given) -> Values:
    """One board for each queen more; the last queen is found by what is said about the next one.

    `queens` are told, `next` is the one after the unknown one, and `dead` the rank or file that
    then cannot be covered.  The rank or file with fewest ways is always taken, the first of them
    in organ-pipe order.
    """
    size, told = given["size"], [_queen(words) for words in given["queens"]]
    after, dead = _queen(given["next"]), given["dead"]
    fitting = [
        queen
        for queen in _chosen(size, told)
        if after in _chosen(size, [*told, queen])
        and not _ways(size, [*told, queen, after]).get(dead, [after])
    ]
    if len(fitting) != 1:
        raise TilewrightError(f"{len(fitting)} queens fit what is said about them: expected one")
    queens = [*told, *fitting]
    boards = [queens[:count] for count in range(len(queens) + 1)]
    return {
        "several": [{"queens": list(map(list, board)), "size": size} for board in boards],
        "captions": [f"({letter})" for letter in "abcdefghijkl"[: len(boards)]],
        "columns": len(boards),
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
        f"{'RF'[kind]}{k}": [queen for queen in free if queen[kind] == k]
        for kind, k in items
        if k not in taken[kind]
    }


def _chosen(size: int, placed: Sequence[Queen]) -> list[Queen]:
    """Where a queen may stand in the rank or file with fewest ways."""
    return min(_ways(size, placed).values(), key=len)


def _tree(given: Given) -> Values:
    """The levels of all nodes, by a search of its own: an option is a set of bits."""
    name, *arguments = given["example"]
    problem = make_example(name, arguments)
    if any(item.secondary for item in problem.items):
        raise TilewrightError(f"{name} has secondary items, so its tree is not drawn")
    starts, entries = problem.starts.tolist(), problem.entries.tolist()
    options = [sum(1 << item for item in entries[a:b]) for a, b in pairwise(starts)]
    levels: list[int] = []
    deepest = 0

    def search(level: int, items: list[int], left: list[int]) -> None:
        nonlocal deepest
        sizes = {item: sum(option >> item & 1 for option in left) for item in items}
        chosen = min(items, key=sizes.__getitem__)
        for option in left:
            if option >> chosen & 1:
                levels.append(level)
                rest = [item for item in items if not option >> item & 1]
                if rest:
                    search(level + 1, rest, [other for other in left if not other & option])
                else:
                    deepest = level

    search(0, list(range(len(problem.items))), options)
    return {"tree": levels, "deepest": deepest}


DRAWN = {
    "puzzle": _puzzle,
    "matrix": _matrix,
    "squares": _squares,
    "queens": _queens,
    "example": _tree,
}
FIGURE = at_once(_figure)
