"""Solves a puzzle as a person does: forced moves, and suppositions that end in a contradiction.

Whatever is forced, or excluded in the same way, is taken together, so that the work does not depend
on the order in which cells and pieces are numbered.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tilewright.design.common import members
from tilewright.design.grade_position import Look, Position, Table

__all__ = ["Exclusion", "Move", "Reasoner", "TooMuch"]


class TooMuch(Exception):  # noqa: N818 - never seen by a caller
    """More work than a person would take upon them."""


@dataclass(frozen=True, slots=True)
class Move:
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
    chain: tuple[Move, ...]
    dead: int | None
    needs: int


class Reasoner:
    """Reasons about positions; `wrong` are the options that are in no solution.

    Only these are supposed: whoever supposes a right one learns nothing but the solution.
    """

    def __init__(self, table: Table, wrong: int, looks: int, pulse: Callable[[], None]) -> None:
        self._table = table
        self._wrong = wrong
        self._looks_left = looks
        self._pulse = pulse  # called with every look

    def moves(self, position: Position, work: dict[int, int]) -> list[Move]:
        """What is forced, each by the item that needs least work."""
        return self._named(position, self._table.look(position), work)

    def exclusions(self, position: Position, depth: int) -> list[Exclusion]:
        """The options that can be excluded with least effort, but with no more than this depth."""
        at_a_glance = [
            Exclusion(option, 1, 0, 1, (), dead, position.ruled & self._table.options_of[dead])
            for option, dead in self._table.fatal(position).items()
            if self._wrong >> option & 1
        ]
        self._spend(1)
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

    def _followed(self, position: Position, stalled: "list[_Supposed]") -> list[Exclusion]:
        """The options that forced moves refute, in the fewest rounds in which any are refuted."""
        table = self._table
        going = [
            _Supposed(option, position.ruled, table.place(position, option))
            for option in members(position.alive & self._wrong)
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
        look = self._look(supposed.position)
        if look.dead is not None:
            ruled = supposed.position.ruled & self._table.options_of[look.dead]
            return supposed.refuted(look.dead, ruled)
        moves = self._named(supposed.position, look, {})
        supposed.chain += moves
        supposed.rounds += 1
        supposed.moved = bool(moves)
        after = self._table.place_all(supposed.position, [move.option for move in moves])
        if after is None:
            return supposed.refuted(None, 0)
        supposed.position = after
        return None

    def _within(self, outer: "_Supposed", depth: int) -> Exclusion | None:
        """Suppose more within a supposition, so many deep, until there is a contradiction."""
        supposed = replace(outer, chain=list(outer.chain), depth=depth + 1)
        while True:
            inner = self.exclusions(supposed.position, depth)
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

    def _fewest(self, position: Position) -> int:
        """The options of the items that have fewest: where a person would try."""
        sets = [position.alive & self._table.options_of[item] for item in position.todo]
        least = min((some.bit_count() for some in sets), default=0)
        found = 0
        for some in sets:
            if some.bit_count() == least:
                found |= some
        return found if sets else position.alive

    def _named(self, position: Position, look: Look, work: dict[int, int]) -> list[Move]:
        moves = []
        for option, items in look.forced.items():
            needs = [position.ruled & self._table.options_of[item] for item in items]
            best = min(range(len(items)), key=lambda k: _work(needs[k], work))
            moves.append(Move(option, items[best], needs[best]))
        return moves

    def _look(self, position: Position) -> Look:
        self._spend(1)
        return self._table.look(position)

    def _spend(self, looks: int) -> None:
        self._pulse()
        self._looks_left -= looks
        if self._looks_left < 0:
            raise TooMuch


def _work(options: int, work: dict[int, int]) -> int:
    return sum(work.get(option, 1) for option in members(options))


@dataclass(slots=True)
class _Supposed:
    """An option that is supposed, and what follows.  `base` was ruled out before."""

    option: int
    base: int
    position: Position
    chain: list[Move] = field(default_factory=list)
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
