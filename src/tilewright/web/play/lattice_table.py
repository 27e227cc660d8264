"""Can a lattice board still be completed, in how many ways, and what comes next?

First covers are listed, up to the number that is wanted: that finds the first one soon, and all of
them if they are few.  If it takes too long, the frontier counts them with what is left of the time.

A hint is a cell to look at, the piece that goes there, or how it lies.  All three come from one
plan for a position, so that they agree.  How much is searched for a plan is counted in nodes, not
in seconds: the same position gets the same hint.
"""

from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines import (
    BitsSearch,
    Cover,
    FrontierError,
    FrontierSearch,
    LinksSearch,
    NativeCoverSearch,
    SearchOptions,
    frontier_refusal,
)
from tilewright.web.play.messages import HintAnswer, PlayedPiece, Strength
from tilewright.web.play.position import PlayBoard, PlayPosition
from tilewright.web.play.table import SOLVED, THINKING, Completions, Patience, Table, next_piece

LISTING = 0.5  # of the time, before the frontier gets the rest
FRONTIER_MEMORY = 1 << 28
SWEEP_START = 2e-6  # seconds for each entry of the problem, before the frontier begins
ANSWERS = 5000  # are remembered
PLANS = 1000
LISTED = 2000  # completions, if there are not more, tell which cell has the fewest pieces
LISTED_NODES = 200_000

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class _Move:
    """A placement that is part of a completion, and the cell that leads to it."""

    option: int
    cell: int
    choices: int  # how many pieces could lie there


class LatticeTable(Table[PlayPosition]):
    """A puzzle on a lattice that somebody plays with."""

    def __init__(self, encoding: Encoding) -> None:
        self.ground = PlayBoard(encoding)
        self.problem = encoding.problem
        self.size = len(self.problem.entries)
        self._listing: type[NativeCoverSearch] = (
            LinksSearch if BitsSearch.refusal(encoding.problem) else BitsSearch
        )
        self._known: OrderedDict[frozenset[int], Completions] = OrderedDict()
        self._plans: OrderedDict[tuple[int, ...], _Move] = OrderedDict()

    def position(self, placed: Sequence[PlayedPiece], _patience: Patience) -> PlayPosition:
        """What lies there."""
        return self.ground.position(placed)

    def is_complete(self, position: PlayPosition) -> bool:
        """Is the board full, and are all rules obeyed?"""
        return self.ground.is_complete(position)

    def completions(self, position: PlayPosition, most: int, patience: Patience) -> Completions:
        """In how many ways it can be completed, more than `most` if there are more."""
        key = frozenset(position.chosen)
        known = self._known.get(key, Completions(0, False))
        if not known.all and known.known <= most:
            found = self._count(Subtree(position.chosen), most, patience)
            known = found if found.all or found.known > known.known else known
        _remember(self._known, key, known, ANSWERS)
        return known

    def next_move(
        self, position: PlayPosition, strength: Strength, patience: Patience
    ) -> HintAnswer | None:
        """A hint to the next move; None if the position cannot be completed."""
        move = self._plans.get(position.given) or self._plan(position, patience)
        if not isinstance(move, _Move):
            return move
        _remember(self._plans, position.given, move, PLANS)
        name = self.ground.free_name(move.option, position.used)
        cells, motion = self.ground.lies(move.option, name)
        few = "only one placement" if move.choices == 1 else "few placements"
        return next_piece(
            strength,
            name,
            f"Look at the marked cell: {few} can fill it.",
            {"cells": [self.ground.cells[move.cell]]},
            {"cells": cells, "motion": motion},
        )

    def _listed(
        self, position: PlayPosition, most: int, patience: Patience, *, max_nodes: int | None = None
    ) -> tuple[list[Cover], bool]:
        """Some covers, and whether these are all."""
        options = SearchOptions(max_solutions=most, max_nodes=max_nodes, max_seconds=patience.left)
        search = self._listing(self.problem, options, Subtree(position.chosen))
        return patience.run(search), search.finished

    @cached_property
    def _can_sweep(self) -> bool:
        return frontier_refusal(self.problem) is None

    def _count(self, start: Subtree, most: int, patience: Patience) -> Completions:
        part = patience.share(LISTING)
        options = SearchOptions(max_solutions=most + 1, max_seconds=part.left)
        search = self._listing(self.problem, options, start, collect=False)
        part.run(search)
        found = Completions(search.counters.solutions, search.finished)
        if found.all or found.known > most or not patience.left:
            return found
        return self._swept(start, patience) or found

    def _swept(self, start: Subtree, patience: Patience) -> Completions | None:
        """All of them, counted by the frontier; None if that takes too long, or too much."""
        if SWEEP_START * self.size > patience.left or not self._can_sweep:
            return None
        options = SearchOptions(max_seconds=patience.left, max_memory=FRONTIER_MEMORY)
        try:
            search = FrontierSearch(self.problem, options, start, collect=False)
            patience.run(search)
        except FrontierError:
            return None
        return Completions(search.counters.solutions, True) if search.finished else None

    def _plan(self, position: PlayPosition, patience: Patience) -> _Move | HintAnswer | None:
        """The next move; None if the position cannot be completed."""
        covers, complete = self._listed(position, LISTED, patience, max_nodes=LISTED_NODES)
        if not covers and not complete:
            covers, complete = self._listed(position, 1, patience)
        if not covers:
            return None if complete else THINKING
        there = set(position.chosen)
        times = Counter(option for cover in covers for option in cover if option not in there)
        placements = len(self.ground.encoding.placements)
        first = [option for option in covers[0] if option not in there and option < placements]
        if not first:
            return SOLVED
        options = np.array(sorted(times), dtype=np.int64) if complete else self._fitting(there)
        cell, choices = self._fewest(options[options < placements], there)
        if cell is None:
            option = min(first)
            return _Move(option, self.ground.cells_of(option)[0], choices)
        over = [option for option in first if cell in self.ground.cells_of(option)]
        if complete:
            over = [option for option in times if cell in self.ground.cells_of(option)]
            over.sort(key=lambda option: (-times[option], option))
        return _Move(over[0], cell, choices)

    def _fewest(self, options: npt.NDArray[np.int64], there: set[int]) -> tuple[int | None, int]:
        """The cell still to be filled that the fewest of these options fill, and how many do.

        None if no cell has to be filled any more.
        """
        ground, problem = self.ground, self.problem
        assert problem.regions is not None
        picked = np.zeros(problem.option_count, dtype=np.bool_)
        picked[options] = True
        lengths = (problem.starts[1:] - problem.starts[:-1]).astype(np.int64)
        entries = problem.entries[np.repeat(picked, lengths)]
        counts = np.bincount(entries, minlength=len(problem.items))[problem.regions.cells]
        covered = {cell for option in there for cell in ground.cells_of(option)}
        must = set(ground.puzzle.board.must)
        open_cells = [k for k, cell in enumerate(ground.cells) if cell in must and k not in covered]
        if not open_cells:
            return None, 0
        best = min(open_cells, key=lambda k: (counts[k], k))
        return best, int(counts[best])

    def _fitting(self, there: set[int]) -> npt.NDArray[np.int64]:
        """All options that go with those that lie there."""
        problem = self.ground.problem
        uses = np.zeros(len(problem.items), dtype=np.int64)
        colours = np.zeros(len(problem.items), dtype=np.int64)
        entry_colours = problem.entry_colours
        if not len(entry_colours):
            entry_colours = np.zeros(len(problem.entries), dtype=np.uint32)
        for option in there:
            span = slice(int(problem.starts[option]), int(problem.starts[option + 1]))
            uses[problem.entries[span]] += 1
            colours[problem.entries[span]] = entry_colours[span]
        full = uses >= np.array([item.hi for item in problem.items])
        agrees = (entry_colours != 0) & (entry_colours == colours[problem.entries])
        blocked = full[problem.entries] & ~agrees
        before = np.concatenate(([0], np.cumsum(blocked)))
        starts = problem.starts.astype(np.int64)
        return np.flatnonzero(before[starts[1:]] == before[starts[:-1]])


def _remember(store: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Store a value; of more than `most`, the one that was stored first is forgotten."""
    store[key] = value
    store.move_to_end(key)
    while len(store) > most:
        store.popitem(last=False)
