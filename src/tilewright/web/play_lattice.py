"""Can a lattice board still be completed, and in how many ways?

First covers are listed, up to the number that is wanted: that finds the first one soon, and all of
them if they are few.  If it takes too long, the frontier counts them with what is left of the time.
"""

from collections import OrderedDict
from functools import cached_property

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
from tilewright.web.messages_play import CheckAnswer, PlacedGiven
from tilewright.web.play_answers import Completions, answer, refuse
from tilewright.web.play_patience import Patience
from tilewright.web.play_position import Ground, Position

__all__ = ["LatticeTable"]

LISTING = 0.5  # of the time, before the frontier gets the rest
FRONTIER_MEMORY = 1 << 28
SWEEP_START = 2e-6  # seconds for each entry of the problem, before the frontier begins
REMEMBERED = 5000  # answers


class LatticeTable:
    """A puzzle on a lattice that somebody plays with."""

    def __init__(self, encoding: Encoding) -> None:
        self.ground = Ground(encoding)
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

    def check(self, placed: list[PlacedGiven], most: int, patience: Patience) -> CheckAnswer:
        """Can this be completed, and in how many ways?"""
        position = self.ground.position(placed)
        if position.wrong:
            return refuse(position.wrong, position.reasons)
        complete = self.ground.is_complete(position)
        found = self.completions(position, most, patience)
        return answer(found, most, complete=complete)

    def completions(self, position: Position, most: int, patience: Patience) -> Completions:
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
        self, position: Position, most: int, patience: Patience, *, max_nodes: int | None = None
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
