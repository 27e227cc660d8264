"""The definition of correct: which covers there are, in which order, and what they cost.

Slow on purpose.  It knows nothing of links: the state of the search is a set of possible options
and a set of open items, and every number is counted from those.  Random tie-breaks (`seed`) and
limits are not its business.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.contract import Cover, SearchOptions


@dataclass(frozen=True)
class _State:
    """What is chosen, and what is left."""

    chosen: Cover
    possible: frozenset[int]  # options that may still be chosen
    left: tuple[tuple[int, int], ...]  # of each primary item: how often it must, and may, still be
    closed: frozenset[int]  # items that no option may use any more
    colour: frozenset[tuple[int, int]]  # (secondary item, its colour) where one has been given


class Reference:
    """Finds the covers of a problem, counting nodes and updates on the way."""

    def __init__(self, problem: ExactCover, options: SearchOptions | None = None) -> None:
        self.options = options or SearchOptions()
        self.primary = problem.primary
        self.order = self.options.order or tuple(range(problem.primary))
        colours = problem.entry_colours.tolist() or [0] * len(problem.entries)
        starts, entries = problem.starts.tolist(), problem.entries.tolist()
        self.colours = [
            dict(zip(entries[a:b], colours[a:b], strict=True)) for a, b in pairwise(starts)
        ]
        self.root = _State(
            chosen=(),
            possible=frozenset(range(problem.option_count)).difference(problem.idle_options),
            left=tuple((item.lo, item.hi) for item in problem.items[: problem.primary]),
            closed=frozenset(),
            colour=frozenset(),
        )
        self.nodes: list[int] = []
        self.updates: list[int] = []

    def covers(self, start: Subtree | None = None) -> Iterator[Cover]:
        """Every cover in the subtree, in the order of the search."""
        start = start or Subtree()
        state = self._without(self.root, frozenset(start.excluded))
        for number, option in enumerate(start.chosen):
            last = number + 1 == len(start.chosen)
            state, updates = self._choose(state, option, start.via if last else None)
            if last and start.via is not None:
                self._count(len(start.chosen) - 1, 1, updates)
        yield from self._search(state)

    def _search(self, state: _State) -> Iterator[Cover]:
        item = self._pick(state)
        if item is None:
            yield state.chosen
            return
        level = len(state.chosen)
        need, room = state.left[item]
        ways = self._ways(state, item)
        if len(ways) < need:
            self._count(level, 0, 1)
            return
        if room == 1:
            self._count(level, 0, self._cost_of_closing(state, item))
        for tried, option in enumerate(ways):
            if len(ways) - tried < need:
                break
            before = state
            if room > 1:  # so that no set of options is met twice
                before = self._without(state, frozenset(ways[:tried]))
            below, updates = self._choose(before, option, item)
            self._count(level, 1, updates)
            yield from self._search(below)
        if need <= 0:
            yield from self._search(self._without(state, frozenset(ways)))

    def _pick(self, state: _State) -> int | None:
        """The item to branch on: an open one, unless it needs nothing and has no options."""
        best, fewest = None, 0
        for item in self.order:
            need, size = state.left[item][0], len(self._ways(state, item))
            if item in state.closed or (size == 0 and need <= 0):
                continue
            children = max(size + 1 - max(need, 0), 0)
            if best is None or children < fewest:
                best, fewest = item, children
            if self.options.rule == "leftmost":
                break
        return best

    def _ways(self, state: _State, item: int) -> list[int]:
        return sorted(option for option in state.possible if item in self.colours[option])

    def _choose(self, state: _State, option: int, via: int | None) -> tuple[_State, int]:
        """The state below, and the updates made for it, beyond those for covering `via`.

        An update is an entry taken out of an item's list, or an item that is closed or gets its
        colour.
        """
        updates = 0
        if via is not None and state.left[via][1] == 1:
            state = self._closed(state, via)
        else:
            updates += self._live_entries(state, option)
            state = self._without(state, frozenset([option]))
            if via is not None:
                state, cost = self._use(state, option, via)
                updates += cost
        items = list(self.colours[option])
        at = items.index(via) if via is not None else -1
        for item in items[at + 1 :] + items[: max(at, 0)]:  # around, from `via` on
            state, cost = self._use(state, option, item)
            updates += cost
        return replace(state, chosen=(*state.chosen, option)), updates

    def _use(self, state: _State, option: int, item: int) -> tuple[_State, int]:
        """The item is covered once more, by this option."""
        if item < self.primary:
            need, room = state.left[item]
            left = (*state.left[:item], (need - 1, room - 1), *state.left[item + 1 :])
            state = replace(state, left=left)
            if room > 1:
                return state, 0
            return self._closed(state, item), self._cost_of_closing(state, item)
        colour = self.colours[option][item]
        if (item, colour) in state.colour:
            return state, 0
        if colour == 0:
            return self._closed(state, item), self._cost_of_closing(state, item)
        others = [o for o in self._ways(state, item) if self.colours[o][item] != colour]
        cost = 1 + sum(self._live_entries(state, o) - 1 for o in others)
        state = self._without(state, frozenset(others))
        return replace(state, colour=state.colour | {(item, colour)}), cost

    def _closed(self, state: _State, item: int) -> _State:
        state = self._without(state, frozenset(self._ways(state, item)))
        return replace(state, closed=state.closed | {item})

    def _cost_of_closing(self, state: _State, item: int) -> int:
        return 1 + sum(self._live_entries(state, o) - 1 for o in self._ways(state, item))

    def _live_entries(self, state: _State, option: int) -> int:
        """Entries of the option that stand in a list: not those whose colour is settled."""
        settled = {item for item, _ in state.colour}
        return sum(item not in settled for item in self.colours[option])

    @staticmethod
    def _without(state: _State, options: frozenset[int]) -> _State:
        return replace(state, possible=state.possible - options)

    def _count(self, level: int, nodes: int, updates: int) -> None:
        while len(self.nodes) <= level:
            self.nodes.append(0)
            self.updates.append(0)
        self.nodes[level] += nodes
        self.updates[level] += updates
