"""What will be searched, by which engine and why: stages, each one problem from one place on.

The same puzzle and the same request always make the same plan, so that a run can be resumed
anywhere, and so that an answer does not depend on where it is stored or by whom it is searched.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tilewright.cover import Subtree
from tilewright.engines import Choice, Counters
from tilewright.engines.registry import ENGINES
from tilewright.execution.polygon_sieve import PlaceSieve
from tilewright.execution.request import Problem, Request
from tilewright.execution.sieve import CoverSieve, RequiredSieve, Sieve, Tally
from tilewright.polygons.search.corners import CountError
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.symmetry import Burnside, Counts

if TYPE_CHECKING:
    from tilewright.polygons.grid.fit import GridFit


@dataclass(frozen=True, eq=False)
class Stage:
    """One problem to search, from one place on, by one engine.

    Each cover found stands for `weight` solutions, or for as many as the first tally says if it
    `tallies_solutions`.  `motion` is the number of the symmetry that leaves the covers of this
    problem as they are, or None if they are simply solutions.  With `lists`, covers are given out
    or stored; the `sieve` says which ones count, if not all do.  `tallies` are counted besides.
    `weights` are those of options, for engines that take them.  With `by_regions`, polygons are
    only counted, each region once.  What one finds that only `checks` does not count.
    `fit` is the grid on which polygons lie.  A stage that only `tries` is given up after that many
    nodes.  `choice` says why it is this engine, if it was chosen.
    """

    problem: Problem
    start: Subtree
    engine: str
    options: Mapping[str, Any]
    weight: int = 1
    motion: int | None = None
    lists: bool = False
    sieve: CoverSieve | PlaceSieve | None = None
    tallies: tuple[Tally | PlaceSieve, ...] = ()
    weights: npt.NDArray[np.uint32] | None = None
    by_regions: bool = False
    checks: bool = False
    tallies_solutions: bool = False
    fit: "GridFit | None" = None
    tries: int | None = None
    choice: Choice | None = None

    @property
    def divides(self) -> bool:
        """Can it be stopped, resumed and shared?"""
        row = ENGINES[self.engine]
        return (row.resumes if self.collects else row.resumes_counts) is True

    @property
    def repeats(self) -> bool:
        """Does a job that is searched again go the same way?"""
        return ENGINES[self.engine].repeats is True

    @property
    def indivisible(self) -> bool:
        """Is it one job, whatever the parts of a run?"""
        return self.motion is not None

    @property
    def on_polygons(self) -> bool:
        """Is it about polygons?"""
        return isinstance(self.problem, Jigsaw) or self.fit is not None

    @property
    def on_device(self) -> bool:
        """Is it counted by a device?  Then there is one at a time, and it has checkpoints."""
        device = self.options.get("device", "cpu")
        return ENGINES[self.engine].device is True and device != "cpu" and not self.collects

    @property
    def collects(self) -> bool:
        """Must each cover be looked at?  Otherwise they are only counted.

        Polygons that are not counted by regions are certified, each solution of them.
        """
        looked_at = self.lists or self.sieve is not None or bool(self.tallies)
        return looked_at or (isinstance(self.problem, Jigsaw) and not self.by_regions)

    @property
    def may_take_any(self) -> bool:
        """May it take any number of covers to find one that counts?"""
        if self.fit is not None and not self.fit.exact:
            return True
        return self.sieve is not None and not isinstance(self.sieve, Sieve)

    def solutions(self, found: int, tallies: Sequence[int]) -> int:
        """How many solutions the covers found stand for."""
        return tallies[0] if self.tallies_solutions else self.weight * found

    def __getstate__(self) -> dict[str, Any]:
        """To travel: what was made of it stays here, and can be made anew."""
        state = {f.name: getattr(self, f.name) for f in fields(self)}
        if isinstance(self.problem, Jigsaw):
            state["problem"] = replace(self.problem)
        return state

    @cached_property
    def fingerprint(self) -> str:
        """A name for what is searched, and how."""
        from hashlib import sha256

        start = self.start.to_json()
        how = [self.engine, dict(self.options), self.weight, self.motion, self.lists]
        how += ["by regions"] if self.by_regions else []
        digest = sha256(json.dumps([self.problem.fingerprint, start, how]).encode())
        if isinstance(self.sieve, Sieve):
            for permutation in self.sieve.permutations:
                digest.update(permutation.astype("<u4").tobytes())
        elif self.on_polygons and (self.sieve or self.tallies):
            sieves = [s for s in (self.sieve, *self.tallies) if isinstance(s, PlaceSieve)]
            digest.update(json.dumps([len(s.motions) for s in sieves]).encode())
        elif isinstance(self.sieve, RequiredSieve) or self.tallies:
            digest.update(f"{self.sieve and str(self.sieve)} {len(self.tallies)}".encode())
        if self.weights is not None:
            digest.update(self.weights.astype("<u4").tobytes())
        return digest.hexdigest()


class Classes(ABC):
    """How the numbers up to rotation and up to symmetry follow.

    `stages` are searched for nothing else, if they are `wanted`.
    """

    stages: tuple[Stage, ...]

    @abstractmethod
    def wanted(self, solutions: int) -> bool:
        """Are the stages needed, where there are N solutions?"""

    @abstractmethod
    def counts(
        self, solutions: int, own: Sequence[int], tallies: Sequence[Sequence[int]]
    ) -> Counts | None:
        """The three numbers, from what was found in these stages, and all tallies of the plan.

        None if they are unknown.
        """

    def check(self, plan: "Plan", counters: Sequence[Counters]) -> None:
        """Raise CountError unless these stages came to as many solutions as those of the search."""
        if not (own := counters[len(plan.search) :]):
            return
        pairs = zip(plan.search, counters, strict=False)
        first = sum(one.solutions for stage, one in pairs if stage.tries is None)
        second = sum(one.solutions for one in own)
        if first != second:
            raise CountError(
                f"{first} solutions were found in one way and {second} in another: please report "
                f"this puzzle"
            )


@dataclass(frozen=True, eq=False)
class BurnsideClasses(Classes):
    """By Burnside's lemma, from the solutions that each symmetry leaves as they are.

    The stages are made when they are asked for: many a search never comes so far.
    """

    burnside: Burnside
    make: Callable[[], Iterable[Stage]]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:  # type: ignore[override]  # nobody writes to it
        """Those whose covers are the solutions that a symmetry fixes."""
        return tuple(self.make())

    def wanted(self, solutions: int) -> bool:
        """Where there is nothing, nothing has to be counted."""
        return solutions > 0

    def counts(
        self, solutions: int, own: Sequence[int], tallies: Sequence[Sequence[int]]
    ) -> Counts:
        """The three numbers."""
        del tallies
        fixed = dict.fromkeys(self.burnside.motions, 0)
        if self.wanted(solutions):
            for stage, n in zip(self.stages, own, strict=True):
                assert stage.motion is not None
                fixed[stage.motion] += n
        return self.burnside.counts(solutions, fixed)

    def check(self, plan: "Plan", counters: Sequence[Counters]) -> None:
        """Burnside's lemma checks itself: it gives whole numbers."""


@dataclass(frozen=True, eq=False)
class TalliedClasses(Classes):
    """By tallies: the last two of each stage that has some are the numbers of classes.

    Where solutions are listed only for their classes, they must be as many as were counted.
    """

    orders: tuple[int, int]  # rotations and symmetries
    stages: tuple[Stage, ...] = ()
    most: int | None = None  # solutions that are listed for it in memory

    def wanted(self, solutions: int) -> bool:
        """Are there some, and not too many to list them all?"""
        return solutions > 0 and (self.most is None or solutions <= self.most)

    def counts(
        self, solutions: int, own: Sequence[int], tallies: Sequence[Sequence[int]]
    ) -> Counts | None:
        """The three numbers; None if there are too many to know them."""
        if self.stages and solutions and not own:
            return None
        some = [tally[-2:] for tally in tallies if tally] or [(solutions, solutions)]
        rotation, symmetry = (sum(column) for column in zip(*some, strict=True))
        return Counts(solutions, rotation, symmetry, *self.orders)


@dataclass(frozen=True, eq=False)
class CheckedListing(Classes):
    """No classes: what was listed is counted in another way, and must be as many."""

    stages: tuple[Stage, ...]

    def wanted(self, solutions: int) -> bool:
        """Always."""
        del solutions
        return True

    def counts(self, solutions: int, own: Sequence[int], tallies: Sequence[Sequence[int]]) -> None:
        """There are none."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The stages that find or count solutions, then those for classes; and what comes of them."""

    request: Request
    search: tuple[Stage, ...]
    classes: Classes | None = None  # of a count
    choice: Choice | None = None  # of the engine that searches, and why; None if it was named

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """All of them."""
        return (*self.search, *(self.classes.stages if self.classes else ()))

    def stage(self, number: int) -> Stage:
        """One of them; those for classes are not made before they are asked for."""
        return (self.search if number < len(self.search) else self.stages)[number]

    @cached_property
    def fingerprint(self) -> str:
        """A name for it: plans with equal ones do the same."""
        from hashlib import sha256

        parts = [self.request.to_json(), *(stage.fingerprint for stage in self.stages)]
        return sha256("\n".join(parts).encode()).hexdigest()

    @property
    def engine(self) -> str:
        """The engine that searches."""
        return self.search[0].engine if self.search else self.request.engine

    def solutions(self, found: Sequence[int], tallies: Sequence[Sequence[int]]) -> int:
        """The number of all solutions, from what was found in each stage."""
        rows = zip(self.search, found, tallies, strict=False)
        return sum(stage.solutions(n, tally) for stage, n, tally in rows)

    def counts(self, found: Sequence[int], tallies: Sequence[Sequence[int]]) -> Counts | None:
        """The three numbers, once everything has been searched; None for a listing."""
        if self.classes is None:
            return None
        own = found[len(self.search) :]
        return self.classes.counts(self.solutions(found, tallies), own, tallies)

    def check(self, counters: Sequence[Counters]) -> None:
        """Raise CountError if two ways of counting do not agree, once everything is searched."""
        if self.classes is not None:
            self.classes.check(self, counters)
