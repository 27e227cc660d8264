"""Which covers are the special solutions that were asked for, and which of them count.

Like other sieves it needs no memory: of solutions that satisfy the requirements and are alike, the
least counts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tilewright.encoding import Encoding
from tilewright.engines import Cover
from tilewright.plan.sieve import Covers
from tilewright.solutions import Decoder, Permutation, Solution
from tilewright.solutions.requirements import Requirement, Symmetric

__all__ = ["Firsts", "RequiredSieve"]


@dataclass(frozen=True, eq=False)
class Firsts:
    """Which covers are the least of those images that satisfy the requirements.

    With `kept`, all images do.
    """

    encoding: Encoding
    asked: tuple[Requirement, ...]
    group: tuple[Permutation, ...]
    kept: bool

    def is_first(self, cover: Cover) -> bool:
        """Is this cover, which satisfies them, the one that counts?"""
        own = tuple(sorted(cover))
        for permutation in self.group:
            image = tuple(sorted(permutation[list(cover)].tolist()))
            if image < own and (self.kept or self.holds(image)):
                return False
        return True

    def holds(self, cover: Cover) -> bool:
        """Does a cover satisfy the requirements?"""
        solution = self.decode(cover)
        return all(one.holds(solution) for one in self.asked)

    def of(self, covers: Covers) -> int:
        """How many of these covers count."""
        return sum(map(self.is_first, each(covers)))

    @cached_property
    def decode(self) -> Callable[[Sequence[int]], Solution]:
        """What makes solutions of covers."""
        return Decoder(self.encoding).solution


@dataclass(frozen=True, eq=False)
class RequiredSieve:
    """Makes covers of the puzzle's own options, and lets those through that were asked for.

    `orbits` are the options that each option of the problem stands for, if they are others.  `left`
    is what the problem does not ensure.  With a `leader`, solutions count where the number of the
    first motion that fixes them is `number`.
    """

    firsts: Firsts
    left: tuple[Requirement, ...]
    orbits: tuple[tuple[int, ...], ...] = ()
    leader: Symmetric | None = None
    number: int = 0

    def __str__(self) -> str:
        """A name for what it lets through."""
        asked = " ".join(one.name for one in self.firsts.asked)
        return f"{asked} {len(self.left)} {len(self.firsts.group)} {self.firsts.kept} {self.number}"

    def through(self, covers: Covers) -> Covers:
        """The covers that count, in the same order."""
        kept = [cover for cover in map(self._own, each(covers)) if self._counts(cover)]
        options = np.array([option for cover in kept for option in cover], dtype=np.uint32)
        return options, np.cumsum([len(cover) for cover in kept], dtype=np.uint64)

    def _own(self, cover: Cover) -> Cover:
        if not self.orbits:
            return cover
        return tuple(option for orbit in cover for option in self.orbits[orbit])

    def _counts(self, cover: Cover) -> bool:
        if self.left or self.leader:
            solution = self.firsts.decode(cover)
            if self.leader and self.leader.first(solution) != self.number:
                return False
            if not all(one.holds(solution) for one in self.left):
                return False
        return self.firsts.is_first(cover)


def each(covers: Covers) -> Iterator[Cover]:
    """The covers one by one."""
    options = covers[0].tolist()
    start = 0
    for end in covers[1].tolist():
        yield tuple(options[start:end])
        start = end
