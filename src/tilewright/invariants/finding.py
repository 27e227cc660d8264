"""Proofs that a puzzle has no solution, tried by cost; none of them needs a search."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tilewright.invariants.check import is_proof
from tilewright.invariants.colouring import colourings
from tilewright.invariants.facts import Facts
from tilewright.invariants.forced import find_chain
from tilewright.invariants.proofs import Proof, Weighing
from tilewright.invariants.weights import weighings
from tilewright.invariants.words import proof_sentences
from tilewright.placements import Placements

# Seconds for each placement, as measured: to look at one colouring, and to check a proof.
STEP, CHECK = 0.2e-6, 10e-6


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a puzzle has no solution: a proof that has been checked, and what it says to people.

    `kind` is one of those of explanations.
    """

    kind: str
    sentences: tuple[str, ...]
    proof: Proof

    def __str__(self) -> str:
        return " ".join(self.sentences)


def find_refutation(
    placements: Placements, seconds: float, keep_going: Callable[[], bool] = lambda: True
) -> Refutation | None:
    """Why there is no solution, if that is found and checked in about so many seconds.

    They are counted in steps, not by the clock, so that the same puzzle always gets the same
    answer.  None says nothing.
    """
    count = max(1, len(placements))
    if seconds < CHECK * count:
        return None
    steps = (seconds - CHECK * count) / (STEP * count)

    def affordable() -> bool:
        nonlocal steps
        steps -= 1
        return steps >= 0 and keep_going()

    puzzle = placements.puzzle
    for kind, proof in candidates(Facts.of(placements), affordable):
        if is_proof(puzzle, proof):
            return Refutation(kind, tuple(proof_sentences(puzzle, kind, proof)), proof)
        if not keep_going():
            break
    return None


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
