"""Proofs that a puzzle has no solution, tried by cost; none of them needs a search."""

from collections.abc import Callable, Iterator

from tilewright.invariants.colouring import colourings
from tilewright.invariants.facts import Facts
from tilewright.invariants.forced import find_chain
from tilewright.invariants.proofs import Proof, Weighing
from tilewright.invariants.weights import weighings


def candidates(facts: Facts, keep_going: Callable[[], bool]) -> Iterator[tuple[str, Proof]]:
    """What should prove it, each with its kind, and still to be checked."""
    puzzle = facts.puzzle
    free = [cell for cell, there in zip(facts.cells, facts.must | facts.may, strict=True) if there]
    parts = puzzle.lattice.regions(free)
    if len(parts) > 1 and keep_going():
        for part in sorted(parts, key=lambda part: (len(part), part[0][::-1])):
            yield "region", Weighing(dict.fromkeys(part, 1))
    for colour in sorted(set(puzzle.board.colours.values())):
        cells = [cell for cell, own in puzzle.board.colours.items() if own == colour]
        yield "colours", Weighing(dict.fromkeys(cells, 1))
    chain = find_chain(facts, keep_going)
    if chain is not None:
        yield "forced", chain
    for colouring in colourings(facts, keep_going):
        yield "colouring", colouring
    for weighing in weighings(facts, keep_going):
        yield "weights", weighing.upright()
