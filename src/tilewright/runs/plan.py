"""What a run has to search: stages, each one problem from one place on.

A listing has a stage for each part of the search that symmetry leaves (see
`tilewright.solutions.parts`).  A count has the same, and then one for each problem whose covers are
the solutions that some symmetry leaves as they are, for Burnside's lemma.  The same puzzle and the
same wishes always make the same stages, so that a run can be gone on with anywhere.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.runs.sieve import Sieve
from tilewright.solutions import (
    Action,
    Part,
    TooManyWays,
    fixed_problems,
    largest,
    orbit_weights,
    parts_of,
)
from tilewright.solve import ENGINES, choose, takes
from tilewright.tiling import UP_TO, Burnside, Counts

__all__ = ["TASKS", "Plan", "Stage", "Wish", "make_plan"]

TASKS = ("count", "solve")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was asked for.  `options` are those of `SearchOptions` that change the search."""

    task: str = "count"
    up_to: str = "symmetry"
    engine: str = "auto"
    options: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        if self.task not in TASKS:
            raise OptionError(f"task is {self.task!r}: expected one of {', '.join(TASKS)}")
        if self.up_to not in UP_TO:
            raise OptionError(f"up_to is {self.up_to!r}: expected one of {', '.join(UP_TO)}")
        if self.engine != "auto" and self.engine not in ENGINES:
            expected = f"auto or one of {', '.join(ENGINES)}"
            raise OptionError(f"engine {self.engine!r}: expected {expected}")
        if self.task == "solve" and self.engine == "frontier":
            raise OptionError(
                "engine frontier lists nothing before it has seen everything, so a run could keep "
                "nothing: use bits, links or anchor"
            )
        object.__setattr__(self, "options", tuple(sorted(dict(self.options).items())))

    def to_json(self) -> str:
        """As text, always the same."""
        return json.dumps([self.task, self.up_to, self.engine, self.options])

    @classmethod
    def from_json(cls, text: str) -> "Wish":
        """Back from what `to_json` gave."""
        try:
            task, up_to, engine, options = json.loads(text)
            pairs = tuple((name, value) for name, value in options)
        except TypeError:
            raise OptionError(f"{text!r} does not say what was wished for") from None
        return cls(task=task, up_to=up_to, engine=engine, options=pairs)


@dataclass(frozen=True, eq=False)
class Stage:
    """One problem to search, from one place on, by one engine.

    Each cover found stands for `weight` solutions.  `motion` is the number of the symmetry that
    leaves the covers of this problem as they are, or None if they are simply solutions.  With
    `keeps`, covers are kept; the `sieve` says which ones count, if not all do.  `weights` are those
    that engine frontier takes.
    """

    problem: ExactCover
    start: Subtree
    engine: str
    options: Mapping[str, Any]
    weight: int = 1
    motion: int | None = None
    keeps: bool = False
    sieve: Sieve | None = None
    weights: npt.NDArray[np.uint32] | None = None

    @property
    def divides(self) -> bool:
        """Can it be stopped half-way, and shared?  All engines can but frontier."""
        return self.engine != "frontier"

    @property
    def collects(self) -> bool:
        """Must each cover be looked at?  Otherwise they are only counted."""
        return self.keeps or self.sieve is not None

    @cached_property
    def fingerprint(self) -> str:
        """A name for what is searched, and how."""
        from hashlib import sha256

        start = self.start.to_json()
        how = [self.engine, dict(self.options), self.weight, self.motion, self.keeps]
        digest = sha256(json.dumps([self.problem.fingerprint, start, how]).encode())
        for permutation in self.sieve.permutations if self.sieve else ():
            digest.update(permutation.astype("<u4").tobytes())
        if self.weights is not None:
            digest.update(self.weights.astype("<u4").tobytes())
        return digest.hexdigest()


@dataclass(frozen=True, eq=False)
class Plan:
    """The stages of a run, and how their numbers make the answer."""

    wish: Wish
    stages: tuple[Stage, ...]
    burnside: Burnside | None  # of a count

    @cached_property
    def fingerprint(self) -> str:
        """A name for it: runs with equal ones do the same."""
        from hashlib import sha256

        parts = [self.wish.to_json(), *(stage.fingerprint for stage in self.stages)]
        return sha256("\n".join(parts).encode()).hexdigest()

    def solutions(self, found: Sequence[int]) -> int:
        """The number of all solutions, from the covers found in each stage."""
        pairs = zip(self.stages, found, strict=True)
        return sum(stage.weight * n for stage, n in pairs if stage.motion is None)

    def counts(self, found: Sequence[int]) -> Counts | None:
        """The three numbers, once everything has been searched; None for a listing."""
        if self.burnside is None:
            return None
        fixed = dict.fromkeys(self.burnside.motions, 0)
        for stage, n in zip(self.stages, found, strict=True):
            if stage.motion is not None:
                fixed[stage.motion] += n
        return self.burnside.counts(self.solutions(found), fixed)


def make_plan(encoding: Encoding, wish: Wish, engines: Sequence[str] | None = None) -> Plan:
    """The stages for a wish; `engines` are those of each stage, if they are known."""
    known = _in_turn(engines) if engines is not None else None
    action = Action.of(encoding)
    if wish.task == "solve":
        return Plan(wish, tuple(_listing(encoding, wish, action, known)), None)
    burnside = Burnside(action)
    stages = [*_counting(encoding, wish, action, known)]
    for motion in burnside.motions:
        stages += _fixed(encoding, wish, action, motion, known)
    return Plan(wish, tuple(stages), burnside)


def _in_turn(engines: Sequence[str]) -> Iterator[str]:
    yield from engines
    raise OptionError(f"there are more stages than engines: {' '.join(engines)}")


def _listing(
    encoding: Encoding, wish: Wish, action: Action, known: Iterator[str] | None
) -> Iterator[Stage]:
    if wish.up_to == "nothing":
        parts = [Part(Subtree(), 1, ())]
    else:
        parts = parts_of(action if wish.up_to == "symmetry" else action.rotations)
    engine = None
    for part in parts:
        if engine is None and known is None:
            engine = _engine(encoding.problem, wish, collect=True, start=largest(parts))
        sieve = Sieve("least", part.group) if len(part.group) > 1 else None
        yield Stage(
            encoding.problem,
            part.start,
            next(known) if known else str(engine),
            dict(wish.options),
            weight=part.weight,
            keeps=True,
            sieve=sieve,
        )


def _counting(
    encoding: Encoding, wish: Wish, action: Action, known: Iterator[str] | None
) -> Iterator[Stage]:
    problem, options = encoding.problem, dict(wish.options)
    parts = parts_of(action)
    weights = orbit_weights(action)
    first = next(known) if known else None
    engine = first or _engine(problem, wish, start=largest(parts), weights=weights)
    if engine == "frontier":  # it merges states, so it takes all parts at once, by weights
        yield Stage(problem, Subtree(), engine, options, weights=weights)
        return
    for number, part in enumerate(parts):
        if known and number:
            engine = next(known)
        yield Stage(problem, part.start, engine, options, weight=part.weight)


def _fixed(
    encoding: Encoding, wish: Wish, action: Action, motion: int, known: Iterator[str] | None
) -> Iterator[Stage]:
    """The solutions that a symmetry leaves as they are."""
    permutation = action.permutations[motion]
    # Cells of these problems are orbits, which have no regions.
    options = {name: value for name, value in wish.options if name != "stranding"}
    try:
        problems = list(fixed_problems(encoding.problem, permutation))
    except TooManyWays:
        engine = next(known) if known else _engine(encoding.problem, wish, collect=True)
        sieve = Sieve("fixed", (permutation,))
        options = dict(wish.options)
        yield Stage(encoding.problem, Subtree(), engine, options, motion=motion, sieve=sieve)
        return
    for problem in problems:
        engine = next(known) if known else _engine(problem, wish)
        yield Stage(problem, Subtree(), engine, options, motion=motion)


def _engine(
    problem: ExactCover,
    wish: Wish,
    *,
    collect: bool = False,
    start: Subtree | None = None,
    weights: npt.NDArray[np.uint32] | None = None,
) -> str:
    if wish.engine != "auto" and takes(wish.engine, problem):
        return wish.engine
    options = {name: value for name, value in wish.options if name != "stranding"}
    if wish.engine == "auto":
        options = dict(wish.options)
    return choose(problem, collect=collect, start=start, weights=weights, **options).engine
