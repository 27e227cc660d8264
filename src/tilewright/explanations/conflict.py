"""Cells and pieces that are too much together: found by CP-SAT, proved again by another engine."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from tilewright.cover import ExactCover, Item
from tilewright.encoding import Encoding
from tilewright.engines.covers import search
from tilewright.explanations.proofs import Conflict

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

    parts = _Parts.of(encoding)
    items = encoding.problem.items
    bounds: list[Bound] = [(item, LEAST) for item in parts.pieces if items[item].lo]
    bounds += [(item, MOST) for item in parts.pieces if not items[item].secondary]
    bounds += [(item, LEAST) for item in parts.cells]
    clash = find_clash(
        encoding.problem,
        bounds,
        max_work=max_work,
        max_seconds=max_seconds,
        keep_going=keep_going,
    )
    if clash is None or not clash.bounds:
        return None
    held = [item for item in parts.pieces if items[item].secondary]  # not asked for
    found: dict[str, list[int]] = {LEAST: [], MOST: list(held)}
    for item, side in clash.bounds:
        found[side].append(item)
    return Conflict(
        tuple(parts.cells[item] for item in found[LEAST] if item in parts.cells),
        tuple(parts.pieces[item] for item in found[LEAST] if item in parts.pieces),
        tuple(parts.pieces[item] for item in found[MOST]),
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


@dataclass(frozen=True)
class _Parts:
    """Which items of a problem are cells to be covered, and which are pieces."""

    cells: dict[int, tuple[int, ...]]
    pieces: dict[int, str]

    @classmethod
    def of(cls, encoding: Encoding) -> "_Parts":
        problem, placements = encoding.problem, encoding.placements
        assert problem.regions is not None
        must = set(encoding.puzzle.board.must)
        numbered = zip(problem.regions.cells.tolist(), placements.ground.cells, strict=True)
        cells = {item: cell for item, cell in numbered if cell in must}
        pieces = {}
        for item in problem.regions.pieces.tolist():
            uses = np.flatnonzero(problem.entries == item)
            if len(uses):
                option = int(np.searchsorted(problem.starts, uses[0], side="right")) - 1
                kind = placements.types[int(encoding.type_of_option[option])]
                pieces[item] = encoding.puzzle.pieces[kind.pieces[0]].name
        return cls(cells, pieces)


def _relaxed(encoding: Encoding, conflict: Conflict) -> ExactCover:
    """The problem in which nothing else is asked for."""
    problem, parts = encoding.problem, _Parts.of(encoding)
    wanted_cells, least, most = set(conflict.cells), set(conflict.least), set(conflict.most)
    first: list[tuple[int, Item]] = []
    second: list[tuple[int, Item]] = []
    for number, item in enumerate(problem.items):
        if item.secondary:
            second.append((number, item))
        elif number in parts.cells and parts.cells[number] not in wanted_cells:
            second.append((number, Item(item.name, 0, 1, secondary=True)))
        elif number in parts.pieces:
            name = parts.pieces[number]
            lo = item.lo if name in least else 0
            hi = item.hi if name in most else max(lo, problem.option_count)
            if lo or name in most:
                first.append((number, Item(item.name, lo, hi)))
        else:
            first.append((number, item))
    renumbered = np.full(len(problem.items), -1, dtype=np.int64)
    kept = [*first, *second]
    renumbered[[number for number, _ in kept]] = np.arange(len(kept))
    entries = renumbered[problem.entries]
    there, colours = entries >= 0, problem.entry_colours
    lengths = np.add.reduceat(there.astype(np.int64), problem.starts[:-1].astype(np.intp))
    return ExactCover(
        items=tuple(item for _, item in kept),
        starts=np.concatenate(([0], np.cumsum(lengths))).astype(np.uint64),
        entries=entries[there].astype(np.uint32),
        entry_colours=colours[there] if len(colours) else colours,
        colours=problem.colours,
    )
