"""Numbers on the cells that no repeating colouring would give, by linear algebra.

A puzzle is a system of linear equations: a number for each place, 1 if a piece lies there, such
that every cell is covered once and every piece is used as often as it is there.  If the system has
no solution over the rationals, or modulo a prime, then some combination of its equations says
0 = s, where s is not 0.  The factors of the cells' equations are the numbers to be written on them.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import gcd, isqrt, lcm
from random import Random

import numpy as np

from tilewright.invariants.facts import Facts
from tilewright.invariants.proofs import Weighing

MOST_OPTIONS = 20_000  # of a linear program
WORK = 3.0  # of the linear program, about a second each
MOST_ENTRIES = 2_000_000  # of a matrix; to reduce it takes up to a second, and cannot be stopped
LARGE = (1 << 31) - 1  # a prime; what holds modulo it most often holds
PRIMES = (2, 3, 5, 7)
READABLE = 9  # larger numbers are hard to add up
LARGEST = 99  # these are not shown
MOST_ROUNDS = 40  # to make them fewer
MIXTURES = (24, 2)  # of vectors modulo a small prime, and modulo a large one
SPARE_ROWS = 1.25  # times the unknowns are tried as equations at first


def find_bounds(facts: Facts, keep_going: Callable[[], bool]) -> Weighing | None:
    """Numbers of which the pieces should cover too little, from a linear program.

    Raises CpSatError without OR-Tools.
    """
    from tilewright.engines.cpsat.conflict import find_bound

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
    numbers = _primitive(found)
    weights = {facts.cells[cell]: number for cell, number in zip(cells, numbers, strict=True)}
    return Weighing(weights) if max(map(abs, numbers)) <= READABLE else None


def weighings(facts: Facts, keep_going: Callable[[], bool]) -> Iterator[Weighing]:
    """Numbers that should prove that there is no solution; small numbers on few cells first."""
    cells = int(facts.must.sum())
    known = [k for k, (lo, hi) in enumerate(facts.counts) if lo == hi]
    if cells * (cells + len(known)) > MOST_ENTRIES:
        return
    system = _System(facts, known)
    found = []
    for prime in (LARGE, *PRIMES):
        if not keep_going():
            return
        solution = system.contradiction(prime, keep_going)
        if solution is None:
            continue
        weights = system.weights(solution)
        largest = max(map(abs, weights.values()), default=0)
        if 0 < largest <= LARGEST:
            modulus = 0 if prime == LARGE else prime
            found.append((largest > READABLE, len(weights), Weighing(weights, modulus)))
            if modulus == 0 and largest <= READABLE:
                break
    for _, _, weighing in sorted(found, key=lambda one: one[:2]):
        yield weighing


class _System:
    """Unknowns: a number for each cell to be covered, then one for each piece whose count is known.

    Each place says that the numbers under it have the number of its piece for their sum.
    """

    def __init__(self, facts: Facts, known: list[int]) -> None:
        self.facts = facts
        # Of the unknown of each cell, -1 if it has none; and how many unknowns are of cells.
        self.numbers = np.where(facts.must, np.cumsum(facts.must) - 1, -1)
        self.cells = int(facts.must.sum())
        # For each place the unknowns that add up to 0, the piece's counted -1; filled up with one
        # more unknown, which is always 0.
        blocks = []
        widest = max((supply.size for supply in facts.supplies), default=0) + 1
        nothing = self.cells + len(known)
        for supply, places in facts.options():
            if facts.counts[supply] != (0, 0):
                block = np.full((len(places), widest), nothing, dtype=np.int64)
                there = self.numbers[places]
                block[:, : places.shape[1]] = np.where(there < 0, nothing, there)
                if supply in known:
                    block[:, -1] = self.cells + known.index(supply)
                blocks.append(block)
        self.rows = np.concatenate([np.empty((0, widest), dtype=np.int64), *blocks])
        # What the sum for the whole board is made of, the pieces' numbers negative.
        self.total = [1] * self.cells + [-facts.counts[k][0] for k in known]
        self.width = len(self.total)

    def contradiction(self, prime: int, keep_going: Callable[[], bool]) -> list[int] | None:
        """A combination of unknowns that all places have as 0, and the whole board has not.

        Few of the places are looked at, as a rule; those that are not satisfied then come in, too.
        """
        order = list(range(len(self.rows)))
        Random(0).shuffle(order)
        used = order[: int(SPARE_ROWS * self.width) + 8]
        while keep_going():
            basis = self._null_space(used, prime)
            if not basis:
                return None
            wrong = self._violated(basis, prime)
            if not wrong:
                return _picked(basis, self.total, prime)
            used += wrong[: self.width + 8]
        return None

    def _null_space(self, used: list[int], prime: int) -> list[list[int]]:
        import flint  # few need it, and it takes a while to load

        matrix = flint.nmod_mat(len(used), self.width, prime)
        for line, number in enumerate(used):
            for unknown in self.rows[number].tolist():
                if unknown < self.width:
                    matrix[line, unknown] = 1 if unknown < self.cells else prime - 1
        basis, nullity = matrix.nullspace()
        return [list(map(int, vector)) for vector in basis.transpose().tolist()[:nullity]]

    def _violated(self, basis: list[list[int]], prime: int) -> list[int]:
        """The places that are not satisfied by some vector of the basis.

        What a few mixtures of all vectors satisfy each of them does, all but certainly; what comes
        of it is checked.
        """
        chance = np.random.default_rng(0)
        mixtures = np.zeros((MIXTURES[prime == LARGE], self.width + 1), dtype=np.int64)
        for vector in basis:
            times = chance.integers(prime, size=(len(mixtures), 1))
            mixtures[:, :-1] = (mixtures[:, :-1] + times * np.array(vector)) % prime
        mixtures[:, self.cells :] = (prime - mixtures[:, self.cells :]) % prime
        wrong = np.zeros(len(self.rows), dtype=np.bool_)
        for mixture in mixtures:
            wrong |= mixture[self.rows].sum(axis=1) % prime != 0
        return [int(number) for number in np.flatnonzero(wrong)]

    def weights(self, solution: list[int]) -> dict[tuple[int, ...], int]:
        """The numbers of the cells."""
        return {
            cell: solution[number]
            for cell, number in zip(self.facts.cells, self.numbers.tolist(), strict=True)
            if number >= 0 and solution[number]
        }


def _picked(basis: list[list[int]], total: list[int], prime: int) -> list[int] | None:
    """A vector with few entries that the whole board does not have as 0."""

    def value(vector: list[int]) -> int:
        return sum(x * n for x, n in zip(vector, total, strict=True)) % prime

    telling = [vector for vector in basis if value(vector)]
    if not telling:
        return None
    if prime == LARGE:
        whole = [_whole(vector, prime) for vector in telling]
        exact = [vector for vector in whole if vector is not None]
        return min(exact, key=_effort, default=None)
    best = min(telling, key=_effort)
    return _sparser(best, basis, total, prime)


def _sparser(vector: list[int], basis: list[list[int]], total: list[int], prime: int) -> list[int]:
    """Add others to a vector as long as it has fewer entries afterwards, the best one each time."""
    others, board = np.array(basis, dtype=np.int64), np.array(total, dtype=np.int64)
    for _ in range(MOST_ROUNDS):
        found = [vector]
        for times in range(1, prime):
            tried = (np.array(vector, dtype=np.int64) + times * others) % prime
            tried = tried[tried @ board % prime != 0]
            order = np.lexsort((tried.sum(axis=1), np.count_nonzero(tried, axis=1)))
            found += tried[order[:1]].tolist()
        best = min(found, key=_effort)
        if best == vector:
            break
        vector = best
    return vector


def _effort(vector: list[int]) -> tuple[int, int]:
    return len(vector) - vector.count(0), sum(map(abs, vector))


def _whole(vector: list[int], prime: int) -> list[int] | None:
    """The whole numbers without common divisor that are proportional to these modulo a prime."""
    bound = isqrt(prime // 2)
    fractions: dict[int, Fraction] = {}  # of small numbers, each with this residue
    for residue in set(vector):
        below = Fraction(residue, prime).limit_denominator(bound).denominator
        above = (residue * below + bound) % prime - bound
        if above > bound:
            return None
        fractions[residue] = Fraction(above, below)
    return _primitive([fractions[residue] for residue in vector])


def _primitive(fractions: list[Fraction]) -> list[int]:
    """The whole numbers without common divisor that are proportional to fractions."""
    below = lcm(*(value.denominator for value in fractions))
    whole = [int(value * below) for value in fractions]
    common = gcd(*whole) or 1
    return [number // common for number in whole]
