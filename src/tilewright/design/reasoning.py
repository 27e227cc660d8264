"""Solves a puzzle as a person does: forced moves, and suppositions that end in a contradiction.

Whatever is forced, or excluded in the same way, is taken together, so that the work does not depend
on the order in which cells and pieces are numbered.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import pairwise
from operator import or_

from tilewright.cover import ExactCover
from tilewright.design.common import members


@dataclass(frozen=True, slots=True)
class ReasoningState:
    """The options still possible, the items to be covered once, and uses of items with bounds.

    `ruled` are options that reasoning has excluded, and that no placed piece excludes.  Sets of
    options are whole numbers, bit k for option k: so a few words are compared at a time.
    """

    alive: int
    ruled: int
    todo: tuple[int, ...]
    used: tuple[int, ...]

    def without(self, options: int) -> "ReasoningState":
        """The same, with some options ruled out."""
        return ReasoningState(self.alive & ~options, self.ruled | options, self.todo, self.used)


class BitProblem:
    """An exact cover problem in bits."""

    def __init__(self, problem: ExactCover) -> None:
        self.items = items = problem.items
        rows = [problem.entries[a:b].tolist() for a, b in pairwise(problem.starts.tolist())]
        self._entries = list(map(frozenset, rows))
        sets = [bytearray(len(rows) // 8 + 1) for _ in items]
        for option, row in enumerate(rows):
            for item in row:
                sets[item][option >> 3] |= 1 << (option & 7)
        self.options_of = [int.from_bytes(some, "little") for some in sets]
        self._many = [k for k in range(problem.primary) if items[k].hi > 1]
        self.excluded = self._conflicts(rows, iter(problem.colour_numbers))
        self._idle = sum(1 << option for option in problem.idle_options)

    def start(self, without: int = 0) -> ReasoningState:
        """The position in which nothing is placed, and as if some options were not there."""
        once = tuple(k for k, i in enumerate(self.items) if (i.lo, i.hi) == (1, 1))
        alive = (1 << len(self._entries)) - 1 & ~self._idle & ~without
        return ReasoningState(alive, 0, once, (0,) * len(self._many))

    def solved(self, position: ReasoningState) -> bool:
        """Is everything covered that has to be?"""
        return not position.todo and not self._short(position)

    def _short(self, position: ReasoningState) -> list[tuple[int, int]]:
        """The items with bounds that are used too little, and how often they still have to be."""
        uses = zip(self._many, position.used, strict=True)
        return [(k, self.items[k].lo - used) for k, used in uses if used < self.items[k].lo]

    def place(self, position: ReasoningState, option: int) -> ReasoningState:
        """The position after one more option."""
        gone = self.excluded[option] | 1 << option
        entries = self._entries[option]
        used = position.used
        if used and not entries.isdisjoint(self._many):
            used = tuple(n + (k in entries) for k, n in zip(self._many, used, strict=True))
            for item, n in zip(self._many, used, strict=True):
                if n >= self.items[item].hi:
                    gone |= self.options_of[item]
        todo = tuple([item for item in position.todo if item not in entries])
        return ReasoningState(position.alive & ~gone, position.ruled & ~gone, todo, used)

    def place_all(self, position: ReasoningState, options: list[int]) -> ReasoningState | None:
        """The position after several options; None if they exclude each other."""
        for option in options:
            if not position.alive >> option & 1:
                return None
            position = self.place(position, option)
        return position

    def look(self, position: ReasoningState) -> tuple[int | None, dict[int, list[int]]]:
        """An item that cannot be covered any more; or forced options, with what forces them."""
        alive, options_of = position.alive, self.options_of
        forced: dict[int, list[int]] = {}
        for item in position.todo:
            left = alive & options_of[item]
            if not left:
                return item, {}
            if not left & (left - 1):
                forced.setdefault(left.bit_length() - 1, []).append(item)
        for item, missing in self._short(position):
            left = alive & options_of[item]
            if left.bit_count() < missing:
                return item, {}
            if left.bit_count() == missing:
                for option in members(left):
                    forced.setdefault(option, []).append(item)
        return None, forced

    def fatal(self, position: ReasoningState) -> dict[int, int]:
        """The options that leave an item at once without options, each with such an item."""
        found: dict[int, int] = {}
        seen = 0
        for item in position.todo:
            killers = position.alive
            for option in members(position.alive & self.options_of[item]):
                killers &= self.excluded[option]
                if not killers:
                    break
            for option in members(killers & ~seen):
                found[option] = item
            seen |= killers
        for option in members(position.alive & ~seen) if self._short(position) else ():
            dead, _ = self.look(self.place(position, option))
            if dead is not None:
                found[option] = dead
        return found

    def _conflicts(self, rows: list[list[int]], colours: Iterator[int]) -> list[int]:
        """For each option those that can never be together with it."""
        painted = [[(item, next(colours)) for item in row] for row in rows]
        alike: dict[tuple[int, int], int] = {}  # the options that give an item a colour
        for option, entries in enumerate(painted):
            for entry in entries:
                if entry[1]:
                    alike[entry] = alike.get(entry, 0) | 1 << option
        excluded = []
        for option, entries in enumerate(painted):
            others = 0
            for entry in entries:
                if self.items[entry[0]].hi <= 1:
                    others |= self.options_of[entry[0]] & ~alike.get(entry, 0)
            excluded.append(others & ~(1 << option))
        return excluded


class _TooMuch(Exception):  # noqa: N818 - never seen by a caller
    """More work than a person would take upon them."""


@dataclass(frozen=True, slots=True)
class ForcedOption:
    """A forced option: the item that forces it, and the exclusions that were needed for that."""

    option: int
    item: int
    needs: int  # options, as a set of bits


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An option that was supposed and led to a contradiction: an item without options.

    `depth` is how many suppositions were made within one another, `rounds` how often one had to
    look for forced moves, `work` how many options were supposed or placed, and `chain` the moves
    that followed.  `dead` is the item, or None if two forced moves exclude each other.
    """

    option: int
    depth: int
    rounds: int
    work: int
    chain: tuple[ForcedOption, ...]
    dead: int | None
    needs: int


@dataclass(slots=True)
class Reasoner:
    """Reasons about positions; `wrong` are the options that are in no solution.

    Only these are supposed: whoever supposes a right one learns nothing but the solution.
    `progress` is called with every look at a position.
    """

    table: BitProblem
    wrong: int
    looks_left: int
    progress: Callable[[], None]

    def moves(self, position: ReasoningState, work: dict[int, int]) -> list[ForcedOption]:
        """What is forced, each by the item that needs least work."""
        return self._named(position, self.table.look(position)[1], work)

    def excluded(self, position: ReasoningState, deepest: int) -> tuple[list[Exclusion], int]:
        """What can be excluded, as shallowly as possible; or the depth at which it was too much."""
        depth = 1
        try:
            while depth <= deepest:
                if found := self._exclusions(position, depth):
                    return found, 0
                depth += 1
        except _TooMuch:
            pass
        return [], depth

    def _exclusions(self, position: ReasoningState, depth: int) -> list[Exclusion]:
        """The options that can be excluded with least effort, but with no more than this depth."""
        at_a_glance = [
            Exclusion(option, 1, 0, 1, (), dead, position.ruled & self.table.options_of[dead])
            for option, dead in self.table.fatal(position).items()
            if self.wrong >> option & 1
        ]
        self._spend()
        if at_a_glance:
            return at_a_glance
        stalled: list[_Supposed] = []
        found = self._followed(position, stalled)
        if found or depth == 1:
            return found
        fewest = self._fewest(position)
        deep = [s for s in stalled if fewest >> s.option & 1]
        for inner in range(1, depth):
            found = [e for s in deep if (e := self._within(s, inner)) is not None]
            if found:
                return found
        return []

    def _followed(self, position: ReasoningState, stalled: "list[_Supposed]") -> list[Exclusion]:
        """The options that forced moves refute, in the fewest rounds in which any are refuted."""
        table = self.table
        going = [
            _Supposed(option, position.ruled, table.place(position, option))
            for option in members(position.alive & self.wrong)
        ]
        while going:
            found, further = [], []
            for supposed in going:
                ended = self._advance(supposed)
                if ended is not None:
                    found.append(ended)
                elif supposed.moved:
                    further.append(supposed)
                else:
                    stalled.append(supposed)
            if found:
                return found
            going = further
        return []

    def _advance(self, supposed: "_Supposed") -> Exclusion | None:
        """One more round of forced moves; an exclusion if that ends in a contradiction."""
        self._spend()
        dead, forced = self.table.look(supposed.position)
        if dead is not None:
            ruled = supposed.position.ruled & self.table.options_of[dead]
            return supposed.refuted(dead, ruled)
        moves = self._named(supposed.position, forced, {})
        supposed.chain += moves
        supposed.rounds += 1
        supposed.moved = bool(moves)
        after = self.table.place_all(supposed.position, [move.option for move in moves])
        if after is None:
            return supposed.refuted(None, 0)
        supposed.position = after
        return None

    def _within(self, outer: "_Supposed", depth: int) -> Exclusion | None:
        """Suppose more within a supposition, `depth` deep, until there is a contradiction."""
        supposed = replace(outer, chain=list(outer.chain), depth=depth + 1)
        while True:
            inner = self._exclusions(supposed.position, depth)
            if not inner:
                return None
            for exclusion in inner:
                supposed.work += exclusion.work
                supposed.needs |= exclusion.needs
            supposed.position = supposed.position.without(sum(1 << e.option for e in inner))
            supposed.moved = True
            while supposed.moved:
                ended = self._advance(supposed)
                if ended is not None:
                    return ended

    def _fewest(self, position: ReasoningState) -> int:
        """The options of the items that have fewest: where a person would try."""
        sets = [position.alive & self.table.options_of[item] for item in position.todo]
        if not sets:
            return position.alive
        least = min(some.bit_count() for some in sets)
        return reduce(or_, (some for some in sets if some.bit_count() == least))

    def _named(
        self, position: ReasoningState, forced: dict[int, list[int]], work: dict[int, int]
    ) -> list[ForcedOption]:
        moves = []
        for option, items in forced.items():
            needs = [position.ruled & self.table.options_of[item] for item in items]
            amounts = [sum(work.get(option, 1) for option in members(some)) for some in needs]
            best = amounts.index(min(amounts))
            moves.append(ForcedOption(option, items[best], needs[best]))
        return moves

    def _spend(self) -> None:
        """One more look."""
        self.progress()
        self.looks_left -= 1
        if self.looks_left < 0:
            raise _TooMuch


@dataclass(slots=True)
class _Supposed:
    """An option that is supposed, and what follows.  `base` was ruled out before."""

    option: int
    base: int
    position: ReasoningState
    chain: list[ForcedOption] = field(default_factory=list)
    rounds: int = 0
    work: int = 1
    depth: int = 1
    needs: int = 0
    moved: bool = True

    def refuted(self, dead: int | None, needs: int) -> Exclusion:
        """It ended in a contradiction."""
        for move in self.chain:
            needs |= move.needs
        return Exclusion(
            option=self.option,
            depth=self.depth,
            rounds=self.rounds,
            work=self.work + len(self.chain),
            chain=tuple(self.chain),
            dead=dead,
            needs=(self.needs | needs) & self.base,
        )
