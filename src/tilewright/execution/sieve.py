"""Which of the covers found count, where not all do.  It needs no memory of those before.

Of special solutions that satisfy what is required and are alike, the least counts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines import Cover
from tilewright.solutions import Decoder, Solution
from tilewright.solutions.requirements import Requirement, Symmetric
from tilewright.symmetry import Permutation

Starts = Sequence[Subtree] | Subtree
# Covers as flat arrays: option numbers in order of choice, and where each cover ends.
Covers = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint64]]
Rows = npt.NDArray[np.uint32]  # covers of the same length, one a row


@dataclass(frozen=True, eq=False)
class Sieve:
    """Lets some covers through.

    "least": those that are the least of their images, so one of each class of covers that the
    permutations map to each other.  "fixed": those that every permutation maps to itself.
    """

    kind: Literal["least", "fixed"]
    permutations: tuple[Permutation, ...]

    def through(self, covers: Covers) -> Covers:
        """The covers that count, in the same order.

        >>> swap = np.array([1, 0, 2], dtype=np.uint32)
        >>> covers = np.array([0, 2, 2, 1], np.uint32), np.array([2, 4], np.uint64)
        >>> Sieve("least", (swap,)).through(covers)[0].tolist()
        [0, 2]
        """
        passes = np.zeros(len(covers[1]), dtype=np.bool_)
        for some, rows in _by_length(covers):
            passes[some] = self._passes(rows)
        lengths = np.diff(np.concatenate(([0], covers[1].astype(np.int64))))
        return covers[0][np.repeat(passes, lengths)], np.cumsum(lengths[passes]).astype(np.uint64)

    def _passes(self, rows: Rows) -> npt.NDArray[np.bool_]:
        own = np.sort(rows, axis=1)
        passes = np.ones(len(rows), dtype=np.bool_)
        for image in _images(rows, self.permutations):
            differs = image != own
            if self.kind == "fixed":
                passes &= ~differs.any(axis=1)
            elif rows.shape[1]:
                first = differs.argmax(axis=1)  # where they differ first, or 0
                line = np.arange(len(rows))
                passes &= image[line, first] >= own[line, first]
        return passes


@dataclass(frozen=True, eq=False)
class Images:
    """How many different images covers have under a group, all of them together.

    `permutations` are the group; a cover has as many images as the group has members, divided by
    those that leave it as it is.
    """

    permutations: tuple[Permutation, ...]

    def of(self, covers: Covers) -> int:
        """The sum over these covers."""
        return sum(int(self.sizes(rows).sum()) for _, rows in _by_length(covers))

    def sizes(self, rows: Rows) -> npt.NDArray[np.int64]:
        """The number of images of each cover."""
        own = np.sort(rows, axis=1)
        fixing = np.zeros(len(rows), dtype=np.int64)
        for image in _images(rows, self.permutations):
            fixing += (image == own).all(axis=1)
        sizes: npt.NDArray[np.int64] = len(self.permutations) // fixing
        return sizes


@dataclass(frozen=True, eq=False)
class Members:
    """How many classes up to rotation the images of covers under all symmetries make.

    Rotations are a normal subgroup, so that these classes are equally large.
    """

    symmetries: Images
    rotations: Images

    def of(self, covers: Covers) -> int:
        """The sum over these covers."""
        return sum(
            int((self.symmetries.sizes(rows) // self.rotations.sizes(rows)).sum())
            for _, rows in _by_length(covers)
        )


@dataclass(frozen=True, eq=False)
class Firsts:
    """Which covers are the least of those images that satisfy the requirements.

    If these are `invariant`, all images do.
    """

    encoding: Encoding
    asked: tuple[Requirement, ...]
    group: tuple[Permutation, ...]
    invariant: bool

    def is_first(self, cover: Cover) -> bool:
        """Is this cover, which satisfies them, the one that counts?"""
        own = tuple(sorted(cover))
        for permutation in self.group:
            image = tuple(sorted(permutation[list(cover)].tolist()))
            if image < own and (self.invariant or self.holds(image)):
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
        firsts = self.firsts
        asked = " ".join(one.name for one in firsts.asked)
        return f"{asked} {len(self.left)} {len(firsts.group)} {firsts.invariant} {self.number}"

    def through(self, covers: Covers) -> Covers:
        """The covers that count, in the same order."""
        return flat([cover for cover in map(self._own, each(covers)) if self._counts(cover)])

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


Tally = Images | Members | Firsts  # counts something of covers besides their number
CoverSieve = Sieve | RequiredSieve  # says which covers count


def _images(rows: Rows, permutations: Sequence[Permutation]) -> Iterator[Rows]:
    """The images of covers, each with its options in order."""
    for permutation in permutations:
        yield np.sort(permutation[rows].astype(rows.dtype), axis=1)


def flat(covers: Sequence[Cover]) -> Covers:
    """Covers as flat arrays."""
    options = np.array([option for cover in covers for option in cover], dtype=np.uint32)
    return options, np.cumsum([len(cover) for cover in covers], dtype=np.uint64)


def joined(parts: Sequence[Covers]) -> Covers:
    """Covers one after the other."""
    if not parts:
        return np.empty(0, np.uint32), np.empty(0, np.uint64)
    options = np.concatenate([options for options, _ in parts])
    shifts = np.cumsum([0, *(len(options) for options, _ in parts[:-1])], dtype=np.uint64)
    ends = [part[1] + shift for part, shift in zip(parts, shifts, strict=True)]
    return options, np.concatenate(ends)


def _by_length(covers: Covers) -> Iterator[tuple[npt.NDArray[np.int64], Rows]]:
    """The covers of each length, and where they stand."""
    options, ends = covers
    stops = ends.astype(np.int64)
    begins = np.concatenate(([0], stops[:-1]))
    lengths = stops - begins
    for length in np.unique(lengths).tolist():
        some = np.flatnonzero(lengths == length)
        yield some, options[begins[some][:, None] + np.arange(length)]


def cover_at(covers: Covers, number: int) -> list[int]:
    """The options of one of them; numbers begin with 0."""
    options, ends = covers
    begin = int(ends[number - 1]) if number else 0
    return list(map(int, options[begin : int(ends[number])]))


def each(covers: Covers) -> Iterator[Cover]:
    """The covers one by one."""
    options = covers[0].tolist()
    start = 0
    for end in covers[1].tolist():
        yield tuple(options[start:end])
        start = end
