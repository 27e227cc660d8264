"""Forced moves: cells and pieces for which one place is left, until there is none for one."""

from collections.abc import Callable

from tilewright.explanations.check import is_proof
from tilewright.explanations.facts import Facts
from tilewright.explanations.proofs import Bare, Chain, ForcedMove, Nowhere
from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle

MOST_OPTIONS = 200_000
MOST_MOVES = 60  # followed
MOST_STEPS = 15  # of what is found


def find_end(facts: Facts) -> Nowhere | Bare | None:
    """A piece that has no place, or a cell that nothing covers, as the puzzle stands."""
    for supply in facts.supplies:
        if supply.lo > supply.count == 0:
            return Nowhere(supply.name)
    covered = ~facts.must
    for _, places in facts.options():
        covered[places] = True
    bare = [cell for cell, there in zip(facts.cells, covered, strict=True) if not there]
    return Bare(bare[0]) if bare else None


def find_chain(facts: Facts, keep_going: Callable[[], bool]) -> Chain | None:
    """Forced moves that end in a contradiction, if there are some that are short."""
    if sum(supply.count for supply in facts.supplies) > MOST_OPTIONS:
        return None
    moves = _Moves(facts)
    steps: list[ForcedMove] = []
    while len(steps) <= MOST_MOVES and keep_going():
        end = moves.end()
        if end is not None:
            chain = _shortened(facts.puzzle, Chain(tuple(steps), end), keep_going)
            return chain if len(chain.steps) <= MOST_STEPS else None
        step = moves.next()
        if step is None:
            return None
        steps.append(step)
    return None


class _Moves:
    """Which places are left."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.places: list[tuple[int, list[int]]] = []
        for number, places in facts.options():
            self.places += [(number, row) for row in places.tolist()]
        self.on: list[set[int]] = [set() for _ in facts.cells]
        self.of: list[set[int]] = [set() for _ in facts.supplies]
        for option, (number, row) in enumerate(self.places):
            self.of[number].add(option)
            for cell in row:
                self.on[cell].add(option)
        self.need = [supply.lo for supply in facts.supplies]
        self.room = [supply.hi for supply in facts.supplies]
        self.open = {k for k, must in enumerate(facts.must.tolist()) if must}
        for number, room in enumerate(self.room):
            if room == 0:
                self._drop(set(self.of[number]))

    def end(self) -> Nowhere | Bare | None:
        """What is left without possibility."""
        for cell in sorted(self.open):
            if not self.on[cell]:
                return Bare(self.facts.cells[cell])
        for number, need in enumerate(self.need):
            if need > len(self.of[number]):
                return Nowhere(self.facts.supplies[number].name)
        return None

    def next(self) -> ForcedMove | None:
        """Make a forced move, if there is one."""
        for cell in sorted(self.open):
            if len(self.on[cell]) == 1:
                return self._put(next(iter(self.on[cell])), self.facts.cells[cell])
        for number, need in enumerate(self.need):
            if need == 1 and len(self.of[number]) == 1:
                return self._put(next(iter(self.of[number])), None)
        return None

    def _put(self, option: int, at: Cell | None) -> ForcedMove:
        number, row = self.places[option]
        self.open.difference_update(row)
        self._drop(set().union(*(self.on[cell] for cell in row)))
        self.need[number] -= 1
        room = self.room[number]
        if room is not None:
            self.room[number] = room - 1
            if room == 1:
                self._drop(set(self.of[number]))
        cells = tuple(self.facts.cells[cell] for cell in row)
        return ForcedMove(self.facts.supplies[number].name, cells, at)

    def _drop(self, options: set[int]) -> None:
        for option in options:
            number, row = self.places[option]
            self.of[number].discard(option)
            for cell in row:
                self.on[cell].discard(option)


def _shortened(puzzle: Puzzle, chain: Chain, keep_going: Callable[[], bool]) -> Chain:
    """The same without the steps that can be left out, the last ones first."""
    steps = list(chain.steps)
    for number in reversed(range(len(steps))):
        fewer = Chain((*steps[:number], *steps[number + 1 :]), chain.end)
        if keep_going() and is_proof(puzzle, fewer):
            del steps[number]
    return Chain(tuple(steps), chain.end)
