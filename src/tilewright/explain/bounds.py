"""Numbers on the cells of which the pieces cover too little, from a linear program."""

from collections.abc import Callable
from math import gcd, lcm

from tilewright.explain.facts import Facts
from tilewright.explain.proofs import Weighing

__all__ = ["find_bounds"]

MOST_OPTIONS = 20_000
READABLE = 9  # larger numbers are hard to add up
WORK = 3.0  # of the linear program, about a second each


def find_bounds(facts: Facts, keep_going: Callable[[], bool]) -> Weighing | None:
    """Numbers that should prove that there is no solution.  Raises CpSatError without OR-Tools."""
    from tilewright.engines.cpsat.bounds import find_bound

    if sum(supply.count for supply in facts.supplies) > MOST_OPTIONS:
        return None
    cells = [k for k, must in enumerate(facts.must.tolist()) if must]
    number = {cell: k for k, cell in enumerate(cells)}
    kinds = []
    for supply, (lo, hi) in zip(facts.supplies, facts.counts, strict=True):
        rows = [row for places in supply.places for row in places.tolist()]
        kinds.append((lo, hi, [[number[c] for c in row if c in number] for row in rows]))
    found = find_bound(len(cells), kinds, max_work=WORK, keep_going=keep_going)
    if found is None or not any(found):
        return None
    below = lcm(*(value.denominator for value in found))
    whole = [int(value * below) for value in found]
    common = gcd(*whole)
    weights = {facts.cells[cell]: w // common for cell, w in zip(cells, whole, strict=True)}
    return Weighing(weights) if max(map(abs, weights.values())) <= READABLE else None
