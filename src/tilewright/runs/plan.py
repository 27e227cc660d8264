"""What a run has to search: stages, each one problem from one place on.

A listing has a stage for each part of the search that symmetry leaves (see
`tilewright.solutions.parts`).  A count has the same, and then one for each problem whose covers are
the solutions that some symmetry leaves as they are, for Burnside's lemma.  The same puzzle and the
same wishes always make the same stages, so that a run can be gone on with anywhere.

Puzzles of polygons have one stage, the whole search.  A count has tallies besides: how many of the
solutions are those that stand for their classes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding
from tilewright.engines import OptionError, require_one_of
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.polygons.search import STRATEGIES
from tilewright.runs.model import Model, Problem
from tilewright.runs.places import PlaceSieve, symmetry_group
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
from tilewright.solve import ENGINES, choose, part_of_count, require_runs_on, takes
from tilewright.tiling import UP_TO, Burnside, Counts

__all__ = ["CORNERS", "RUNNING", "TASKS", "Plan", "Stage", "Wish", "make_plan"]

TASKS = ("count", "solve")
CORNERS = "corners"  # the engine for polygons
RUNNING = tuple(name for name in ENGINES if name != "cpsat")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was asked for.  `options` are those of `SearchOptions` that change the search."""

    task: str = "count"
    up_to: str = "symmetry"
    engine: str = "auto"
    options: tuple[tuple[str, Any], ...] = ()

    def __post_init__(self) -> None:
        require_one_of("task", self.task, TASKS)
        require_one_of("up_to", self.up_to, UP_TO)
        if self.engine in ENGINES and self.engine not in RUNNING:
            raise OptionError(
                f"engine {self.engine} cannot be cut into jobs that are repeated and add up, so it "
                f"is not for runs: use one of {', '.join(RUNNING)}, or leave the run out"
            )
        if self.engine not in ("auto", CORNERS, *RUNNING):
            expected = f"auto or one of {', '.join(RUNNING)}, or {CORNERS} for polygons"
            raise OptionError(f"engine {self.engine!r}: expected {expected}")
        device = dict(self.options).get("device", "cpu")
        require_runs_on(device, self.engine)
        if self.task == "solve" and (self.engine == "frontier" or device != "cpu"):
            raise OptionError(
                "engine frontier lists nothing before it has seen everything, so a run could keep "
                "nothing: use bits, links or anchor"
            )
        object.__setattr__(self, "options", tuple(sorted(dict(self.options).items())))

    def settled(self, model: Model) -> "Wish":
        """The same for this puzzle.  Raises OptionError if it cannot be met."""
        if not isinstance(model, Jigsaw):
            if self.engine == CORNERS:
                raise OptionError(
                    f"engine {CORNERS} is for polygons, and this puzzle is on a lattice: use auto "
                    f"or one of {', '.join(RUNNING)}"
                )
            return self
        if self.engine not in ("auto", CORNERS):
            raise OptionError(
                f"engine {self.engine} is not for polygons: a run of theirs has engine {CORNERS}"
            )
        for name, value in self.options:
            if name != "strategy":
                raise OptionError(f"{name} is {value!r}: engine {CORNERS} has no such option")
            if value not in STRATEGIES:
                expected = f"one of {', '.join(STRATEGIES)}"
                raise OptionError(f"strategy is {value!r}: expected {expected}")
        return replace(self, engine=CORNERS)

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
    `keeps`, covers are kept; the `sieve` says which ones count, if not all do.  How many each of
    the `tallies` lets through is counted besides.  `weights` are those that engine frontier takes.
    """

    problem: Problem
    start: Subtree
    engine: str
    options: Mapping[str, Any]
    weight: int = 1
    motion: int | None = None
    keeps: bool = False
    sieve: Sieve | PlaceSieve | None = None
    tallies: tuple[PlaceSieve, ...] = ()
    weights: npt.NDArray[np.uint32] | None = None

    @property
    def divides(self) -> bool:
        """Can it be stopped half-way, and shared?  All engines can but frontier."""
        return self.engine != "frontier"

    @property
    def on_device(self) -> bool:
        """Is it counted by a device?  Then there is one at a time, and it has checkpoints."""
        device = self.options.get("device", "cpu")
        return self.engine == "frontier" and device != "cpu" and not self.collects

    @property
    def collects(self) -> bool:
        """Must each cover be looked at?  Otherwise they are only counted.

        Solutions of polygons are certified, each of them.
        """
        return self.keeps or self.sieve is not None or isinstance(self.problem, Jigsaw)

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
        how = [self.engine, dict(self.options), self.weight, self.motion, self.keeps]
        digest = sha256(json.dumps([self.problem.fingerprint, start, how]).encode())
        if isinstance(self.sieve, Sieve):
            for permutation in self.sieve.permutations:
                digest.update(permutation.astype("<u4").tobytes())
        elif self.sieve or self.tallies:
            sizes = [len(s.motions) for s in (self.sieve, *self.tallies) if s]
            digest.update(json.dumps(sizes).encode())
        if self.weights is not None:
            digest.update(self.weights.astype("<u4").tobytes())
        return digest.hexdigest()


@dataclass(frozen=True, eq=False)
class Plan:
    """The stages of a run, and how their numbers make the answer."""

    wish: Wish
    stages: tuple[Stage, ...]
    burnside: Burnside | None  # of a count on a lattice
    orders: tuple[int, int] | None = None  # rotations and symmetries, of a count of polygons

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

    def counts(self, found: Sequence[int], tallies: Sequence[Sequence[int]]) -> Counts | None:
        """The three numbers, once everything has been searched; None for a listing."""
        if self.orders is not None:
            solutions = self.solutions(found)
            rotation, symmetry = tallies[0] or (solutions, solutions)
            return Counts(solutions, rotation, symmetry, *self.orders)
        if self.burnside is None:
            return None
        fixed = dict.fromkeys(self.burnside.motions, 0)
        for stage, n in zip(self.stages, found, strict=True):
            if stage.motion is not None:
                fixed[stage.motion] += n
        return self.burnside.counts(self.solutions(found), fixed)


def make_plan(model: Model, wish: Wish, engines: Sequence[str] | None = None) -> Plan:
    """The stages for a wish; `engines` are those of each stage, if they are known."""
    wish = wish.settled(model)
    if isinstance(model, Jigsaw):
        return _polygons(model, wish)
    return _covers(model, wish, engines)


def _polygons(jigsaw: Jigsaw, wish: Wish) -> Plan:
    stage = Stage(jigsaw, Subtree(), wish.engine, dict(wish.options))
    if wish.task == "solve":
        group = symmetry_group(jigsaw.puzzle, wish.up_to)
        sieve = PlaceSieve(jigsaw.puzzle, group) if len(group) > 1 else None
        return Plan(wish, (replace(stage, keeps=True, sieve=sieve),), None)
    groups = [symmetry_group(jigsaw.puzzle, up_to) for up_to in ("rotation", "symmetry")]
    if len(groups[1]) > 1:
        stage = replace(stage, tallies=tuple(PlaceSieve(jigsaw.puzzle, g) for g in groups))
    return Plan(wish, (stage,), None, orders=(len(groups[0]), len(groups[1])))


def _covers(encoding: Encoding, wish: Wish, engines: Sequence[str] | None) -> Plan:
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
    try:
        problems = list(fixed_problems(encoding.problem, permutation))
    except TooManyWays:
        options = {name: value for name, value in wish.options if name != "device"}
        plain = replace(wish, options=tuple(options.items()))
        engine = next(known) if known else _engine(encoding.problem, plain, collect=True)
        sieve = Sieve("fixed", (permutation,))
        yield Stage(encoding.problem, Subtree(), engine, options, motion=motion, sieve=sieve)
        return
    for problem in problems:
        engine, options = part_of_count(wish.engine, problem, dict(wish.options))
        if known:
            engine = next(known)
        elif engine == "auto":
            engine = choose(problem, collect=False, **options).engine
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
