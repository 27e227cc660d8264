"""Forced moves: cells and pieces for which one place is left, until there is none for one."""

from collections.abc import Callable, Iterator

import numpy as np

from tilewright.invariants.check import is_proof
from tilewright.invariants.facts import Facts
from tilewright.invariants.proofs import Bare, Chain, ForcedMove, Nowhere
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
    moves = _moves(facts)
    steps: list[ForcedMove] = []
    while len(steps) <= MOST_MOVES and keep_going():
        move = next(moves, None)
        if isinstance(move, ForcedMove):
            steps.append(move)
            continue
        chain = _shortened(facts.puzzle, Chain(tuple(steps), move), keep_going) if move else None
        return chain if chain and len(chain.steps) <= MOST_STEPS else None
    return None


def _moves(facts: Facts) -> Iterator[ForcedMove | Nowhere | Bare]:
    """Forced moves one after the other, and the contradiction, if they end in one."""
    supplies = facts.supplies
    sizes = np.array([supply.size for supply in supplies], dtype=np.int64)
    kinds = np.repeat(np.arange(len(supplies)), [supply.count for supply in supplies])
    owners = np.repeat(np.arange(len(kinds)), sizes[kinds])
    cells = np.concatenate([sizes[:0], *(places.reshape(-1) for _, places in facts.options())])
    need = np.array([supply.lo for supply in supplies], dtype=np.int64)
    room = [supply.hi for supply in supplies]
    left, must = np.array([hi != 0 for hi in room], dtype=np.bool_)[kinds], facts.must.copy()
    while True:
        on = np.bincount(cells[left[owners]], minlength=len(must))
        of = np.bincount(kinds[left], minlength=len(supplies))
        bare, short = np.flatnonzero(must & (on == 0)), np.flatnonzero(need > of)
        sole, last = np.flatnonzero(must & (on == 1)), np.flatnonzero((need == 1) & (of == 1))
        if len(bare):
            yield Bare(facts.cells[bare[0]])
        elif len(short):
            yield Nowhere(supplies[short[0]].name)
        at = None
        if len(sole):
            at, option = facts.cells[sole[0]], owners[left[owners] & (cells == sole[0])][0]
        elif len(last):
            option = np.flatnonzero(left & (kinds == last[0]))[0]
        else:
            return
        number, row = int(kinds[option]), cells[owners == option]
        yield ForcedMove(supplies[number].name, tuple(facts.cells[k] for k in row), at)
        must[row] = False
        left[owners[np.isin(cells, row)]] = False
        need[number] -= 1
        hi = room[number]
        if hi is not None:
            room[number] = hi - 1
            left &= (kinds != number) | (hi > 1)


def _shortened(puzzle: Puzzle, chain: Chain, keep_going: Callable[[], bool]) -> Chain:
    """The same without the steps that can be left out, the last ones first."""
    steps = list(chain.steps)
    for number in reversed(range(len(steps))):
        fewer = Chain((*steps[:number], *steps[number + 1 :]), chain.end)
        if keep_going() and is_proof(puzzle, fewer):
            del steps[number]
    return Chain(tuple(steps), chain.end)
