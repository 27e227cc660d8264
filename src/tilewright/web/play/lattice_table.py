"""Can a lattice board still be completed, and in how many ways?

First covers are listed, up to the number that is wanted: that finds the first one soon, and all of
them if they are few.  If it takes too long, the frontier counts them with what is left of the time.
"""

from collections import Counter, OrderedDict
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
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
from tilewright.web.play.answers import (
    NO_SOLUTION,
    SOLVED,
    THINKING,
    Completions,
    answer,
    refuse,
    say_wrong,
    take_away,
)
from tilewright.web.play.messages import CheckAnswer, HintAnswer, PlayedPiece, Strength
from tilewright.web.play.patience import Patience
from tilewright.web.play.position import PlayBoard, PlayPosition

LISTING = 0.5  # of the time, before the frontier gets the rest
FRONTIER_MEMORY = 1 << 28
SWEEP_START = 2e-6  # seconds for each entry of the problem, before the frontier begins
REMEMBERED = 5000  # answers


class LatticeTable:
    """A puzzle on a lattice that somebody plays with."""

    def __init__(self, encoding: Encoding) -> None:
        self.ground = PlayBoard(encoding)
        self._listing: type[NativeCoverSearch] = (
            LinksSearch if BitsSearch.refusal(encoding.problem) else BitsSearch
        )
        self._known: OrderedDict[frozenset[int], Completions] = OrderedDict()

    @property
    def problem(self) -> ExactCover:
        """The puzzle as an exact cover problem."""
        return self.ground.problem

    @property
    def size(self) -> int:
        """How much memory it takes, roughly, in numbers."""
        return len(self.problem.entries)

    def close(self) -> None:
        """Nothing goes on behind this table."""

    def check(self, placed: list[PlayedPiece], most: int, patience: Patience) -> CheckAnswer:
        """Can this be completed, and in how many ways?"""
        position = self.ground.position(placed)
        if position.wrong:
            return refuse(position.wrong, position.reasons)
        complete = self.ground.is_complete(position)
        found = self.completions(position, most, patience)
        return answer(found, most, complete=complete)

    def completions(self, position: PlayPosition, most: int, patience: Patience) -> Completions:
        """How many there are, more than `most` if there are more."""
        key = frozenset(position.chosen)
        known = self._known.get(key, Completions(0, False))
        if not known.all and known.known <= most:
            found = self._count(Subtree(position.chosen), most, patience)
            known = found if found.all or found.known > known.known else known
        self._known[key] = known
        self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return known

    def listed(
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


# Hints for lattice boards: a cell to look at, the piece that goes there, and how it lies.
#
# All three come from one plan for a position, so that they agree.  How much is searched for a plan
# is counted in nodes, not in seconds: the same position gets the same hint.


LISTED = 2000  # completions, if there are not more, tell which cell has the fewest pieces
LISTED_NODES = 200_000
PLANS = 1000  # are remembered


@dataclass(frozen=True, slots=True)
class _Move:
    """A placement that is part of a completion, and the cell that leads to it."""

    option: int
    cell: int
    choices: int  # how many pieces could lie there


class LatticeHints:
    """Hints for one puzzle."""

    def __init__(self, table: LatticeTable) -> None:
        self._table = table
        self._ground = table.ground
        self._plans: OrderedDict[tuple[int, ...], _Move] = OrderedDict()

    def hint(self, placed: list[PlayedPiece], strength: Strength, patience: Patience) -> HintAnswer:
        """What to do next."""
        position = self._ground.position(placed)
        if position.wrong:
            return take_away(position.wrong[0], position.names, say_wrong(position.reasons[:1]))
        if self._ground.is_complete(position):
            return SOLVED
        move = self._plans.get(position.given) or self._plan(position, patience)
        if move is None:
            return self._remove(position, patience)
        if isinstance(move, HintAnswer):
            return move
        self._plans[position.given] = move
        while len(self._plans) > PLANS:
            self._plans.popitem(last=False)
        return self._said(position, move, strength)

    def _said(self, position: PlayPosition, move: _Move, strength: Strength) -> HintAnswer:
        cell = [list(self._ground.cells[move.cell])]
        if strength == "cell":
            few = "only one placement" if move.choices == 1 else "few placements"
            message = f"Look at the marked cell: {few} can fill it."
            return HintAnswer(kind="cell", cells=cell, message=message)
        name = self._ground.free_name(move.option, position.used)
        if strength == "piece":
            message = f"Piece {name} goes over the marked cell."
            return HintAnswer(kind="piece", piece=name, cells=cell, message=message)
        cells, motion = self._ground.lies(move.option, name)
        message = f"Put piece {name} where it is shown."
        return HintAnswer(kind="move", piece=name, cells=cells, motion=motion, message=message)

    def _plan(self, position: PlayPosition, patience: Patience) -> _Move | HintAnswer | None:
        """The next move; None if the position cannot be completed."""
        covers, complete = self._table.listed(position, LISTED, patience, max_nodes=LISTED_NODES)
        if not covers and not complete:
            covers, complete = self._table.listed(position, 1, patience)
        if not covers:
            return None if complete else THINKING
        there = set(position.chosen)
        times = Counter(option for cover in covers for option in cover if option not in there)
        placements = len(self._ground.encoding.placements)
        first = [option for option in covers[0] if option not in there and option < placements]
        if not first:
            return SOLVED
        options = np.array(sorted(times), dtype=np.int64) if complete else self._fitting(there)
        cell, choices = self._fewest(options[options < placements], there)
        if cell is None:
            option = min(first)
            return _Move(option, self._ground.cells_of(option)[0], choices)
        over = [option for option in first if cell in self._ground.cells_of(option)]
        if complete:
            over = [option for option in times if cell in self._ground.cells_of(option)]
            over.sort(key=lambda option: (-times[option], option))
        return _Move(over[0], cell, choices)

    def _fewest(self, options: npt.NDArray[np.int64], there: set[int]) -> tuple[int | None, int]:
        """The cell still to be filled that the fewest of these options fill, and how many do.

        None if no cell has to be filled any more.
        """
        ground, problem = self._ground, self._ground.problem
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
        problem = self._ground.problem
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

    def _remove(self, position: PlayPosition, patience: Patience) -> HintAnswer:
        """A piece to take away, so that the rest can be completed: the latest one that does it.

        If no single one does, the first that made it impossible.
        """
        number = len(position.given)
        if not number:
            return NO_SOLUTION
        unsure = False
        for k in reversed(range(number)):
            if position.given[k] in position.fixed:
                continue
            can = self._can(position.without(k), patience.share(1 / (k + 2)))
            if can:
                return take_away(k, position.names)
            unsure |= can is None
        for k in reversed(range(number)):
            can = self._can(position.first(k), patience)
            if can:
                return take_away(k, position.names, "Several pieces are in the way.")
            unsure |= can is None
        return THINKING if unsure else NO_SOLUTION

    def _can(self, position: PlayPosition, patience: Patience) -> bool | None:
        """Can it be completed?  None if that is not known."""
        known = self._table.completions(position, 0, patience)
        return True if known.known else False if known.all else None
