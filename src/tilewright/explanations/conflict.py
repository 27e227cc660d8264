"""Cells and pieces that are too much together: found by CP-SAT, proved again by another engine."""

from collections.abc import Callable
from math import inf

import numpy as np

from tilewright.cover import ExactCover, Item
from tilewright.encoding import Encoding
from tilewright.engines.covers import search
from tilewright.invariants.proofs import Conflict
from tilewright.lattices import Cell

MOST_NODES = 3_000_000  # of the search that proves it again


def find_conflict(
    encoding: Encoding,
    *,
    max_work: float = inf,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Conflict | None:
    """A conflict, if CP-SAT finds one in time.  Raises CpSatError without OR-Tools."""
    from tilewright.engines.cpsat.conflict import LEAST, MOST, Bound, find_clash

    cells, pieces = _cells_and_pieces(encoding)
    items = encoding.problem.items
    bounds: list[Bound] = [(item, LEAST) for item in pieces if items[item].lo]
    bounds += [(item, MOST) for item in pieces if not items[item].secondary]
    bounds += [(item, LEAST) for item in cells]
    clash = find_clash(
        encoding.problem,
        bounds,
        max_work=max_work,
        max_seconds=max_seconds,
        keep_going=keep_going,
    )
    if clash is None or not clash.bounds:
        return None
    held = [item for item in pieces if items[item].secondary]  # not asked for
    found: dict[str, list[int]] = {LEAST: [], MOST: list(held)}
    for item, side in clash.bounds:
        found[side].append(item)
    return Conflict(
        tuple(cells[item] for item in found[LEAST] if item in cells),
        tuple(pieces[item] for item in found[LEAST] if item in pieces),
        tuple(pieces[item] for item in found[MOST]),
        clash.minimal and not held,
    )


def conflict_holds(
    encoding: Encoding, conflict: Conflict, keep_going: Callable[[], bool] = lambda: True
) -> bool | None:
    """Has the puzzle no solution even if only these cells and pieces are asked for?

    Another engine says so, by searching.  None if that would take long.
    """
    problem = _relaxed(encoding, conflict)
    found = search(problem, engine="links", collect=False, max_solutions=1, max_nodes=MOST_NODES)
    for _ in found:
        if not keep_going():
            found.stop()
    if found.counters.solutions:
        return False
    return True if found.finished else None


def _cells_and_pieces(encoding: Encoding) -> tuple[dict[int, Cell], dict[int, str]]:
    """The items that are cells to be covered, and those that are pieces in use, each by number."""
    problem, placements = encoding.problem, encoding.placements
    assert problem.regions is not None
    must = set(encoding.puzzle.board.must)
    numbered = zip(problem.regions.cells.tolist(), placements.ground.cells, strict=True)
    used, firsts = np.unique(problem.entries, return_index=True)
    types = encoding.type_of_option[problem.owners[firsts]].tolist()
    type_of = dict(zip(used.tolist(), types, strict=True))
    names = [encoding.puzzle.pieces[kind.pieces[0]].name for kind in placements.types]
    pieces = [item for item in problem.regions.pieces.tolist() if item in type_of]
    return {k: c for k, c in numbered if c in must}, {k: names[type_of[k]] for k in pieces}


def _relaxed(encoding: Encoding, conflict: Conflict) -> ExactCover:
    """The problem in which nothing else is asked for."""
    problem, (cells, pieces) = encoding.problem, _cells_and_pieces(encoding)
    kept: dict[int, Item] = {}
    for number, item in enumerate(problem.items):
        if number in cells and cells[number] not in conflict.cells:
            kept[number] = Item(item.name, 0, 1, secondary=True)
        elif item.secondary or number not in pieces:
            kept[number] = item
        else:
            bounded = pieces[number] in conflict.most
            lo = item.lo if pieces[number] in conflict.least else 0
            if lo or bounded:
                hi = item.hi if bounded else max(lo, problem.option_count)
                kept[number] = Item(item.name, lo, hi)
    order = sorted(kept, key=lambda number: kept[number].secondary)
    renumbered = np.full(problem.item_count, -1, dtype=np.int64)
    renumbered[order] = np.arange(len(order))
    entries = renumbered[problem.entries]
    there, colours = entries >= 0, problem.entry_colours
    lengths = np.bincount(problem.owners[there], minlength=problem.option_count)
    return ExactCover(
        items=tuple(kept[number] for number in order),
        starts=np.concatenate(([0], np.cumsum(lengths))),
        entries=entries[there].astype(np.uint32),
        entry_colours=colours[there] if len(colours) else colours,
        colours=problem.colours,
    )
