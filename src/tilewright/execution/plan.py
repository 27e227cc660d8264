"""What is asked, and what will be searched for it: a request, checked at birth, and a plan.

A puzzle is searched as an exact cover problem, or as a jigsaw of polygons.  Polygons that lie on a
grid are an exact cover problem, too.  A plan is stages, each one problem from one place on, with
the engine for it and why.

The same puzzle and the same request always make the same plan, so that a run can be resumed
anywhere, and so that an answer does not depend on where it is stored or by whom it is searched.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding, encode
from tilewright.engines import Choice, Counters, OptionError, require_one_of
from tilewright.engines.contract import checked_options
from tilewright.engines.registry import (
    AUTO,
    COVER_ENGINES,
    ENGINES,
    POLYGON_ENGINES,
    engine_named,
    require_can,
    that_can,
)
from tilewright.execution.polygon_sieve import PlaceSieve
from tilewright.execution.sieve import CoverSieve, Images, RequiredSieve, Sieve, Tally
from tilewright.faults import sound_placements
from tilewright.formats import AnyPuzzle
from tilewright.polygons.search.corners import STRATEGIES, CountError
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw
from tilewright.puzzle import Puzzle
from tilewright.symmetry import UP_TO, Burnside, Counts

if TYPE_CHECKING:
    from tilewright.invariants.finding import Refutation
    from tilewright.polygons.grid.fit import GridFit

Model = Encoding | Jigsaw
AnyModel: TypeAlias = "Model | GridFit"  # what runs cannot store, too
Problem = ExactCover | Jigsaw

TASKS = ("count", "solve")
# Of the options of a search, those that are limits, or for who carries the plan out.
NO_OPTIONS = ("threads", "max_solutions", "max_nodes", "max_seconds", "max_levels")


def make_model(puzzle: AnyPuzzle) -> Model:
    """What is searched to solve this puzzle.  Raises PuzzleError for serious faults."""
    if isinstance(puzzle, Puzzle):
        return encode(sound_placements(puzzle))
    from tilewright.polygons.model.check import require_sound_polygons  # takes time to load

    require_sound_polygons(puzzle)
    return make_jigsaw(puzzle)


def problem_of(model: Model) -> Problem:
    """What the engines take."""
    return model if isinstance(model, Jigsaw) else model.problem


def one_number(up_to: str | None) -> dict[str, Any]:
    """What a request says if a count is to tell one number; all three if `up_to` is None."""
    return {} if up_to is None else {"up_to": up_to, "only": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A task, which solutions count as the same, what is required of them, how, and the limits.

    A count tells three numbers: all solutions, those up to rotation, and those up to symmetry; or
    `only` the one that `up_to` names.  `options` are those of `SearchOptions` that change the
    search and are no limits; for polygons the strategy.  `max_solutions` is how many solutions are
    wanted, None for all.
    """

    task: str = "count"
    up_to: str = "symmetry"
    engine: str = AUTO
    require: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    max_solutions: int | None = None
    only: bool = False
    max_nodes: int | None = None
    max_seconds: float | None = None

    def __post_init__(self) -> None:
        require_one_of("task", self.task, TASKS)
        require_one_of("up_to", self.up_to, UP_TO)
        for name, value in self.options:
            if name in NO_OPTIONS:
                raise OptionError(f"{name} is {value!r}: that has no place here")
        checked_options(
            max_solutions=self.max_solutions,
            max_nodes=self.max_nodes,
            max_seconds=self.max_seconds,
            **{n: value for n, value in self.options if n not in ("order", "strategy")},
        )
        if self.engine != AUTO:
            engine_named(self.engine, (*COVER_ENGINES, *POLYGON_ENGINES))
        object.__setattr__(self, "options", tuple(sorted(dict(self.options).items())))
        if self.device != "cpu":
            require_can(self.engine, "device", "run on a GPU")

    @classmethod
    def of(
        cls, require: str | Iterable[str], options: Mapping[str, Any], **asked: Any
    ) -> "Request":
        """The same, with one requirement or several, and options by name."""
        names = (require,) if isinstance(require, str) else tuple(require)
        return cls(require=names, options=tuple(options.items()), **asked)

    @property
    def numbers(self) -> tuple[str, ...]:
        """Up to what a count is to tell how many solutions there are."""
        return (self.up_to,) if self.only else UP_TO[::-1]

    @property
    def classes(self) -> tuple[str, ...]:
        """The same without all solutions."""
        return tuple(name for name in self.numbers if name != "nothing")

    @property
    def device(self) -> str:
        """What it is to run on."""
        return str(dict(self.options).get("device", "cpu"))

    def for_lattice(self) -> "Request":
        """The same for a puzzle on a lattice.  Raises OptionError if it cannot be met."""
        if self.engine in POLYGON_ENGINES:
            raise OptionError(
                f"engine {self.engine} is for polygons, and this puzzle is on a lattice: use "
                f"{AUTO} or one of {', '.join(COVER_ENGINES)}"
            )
        return self

    def for_polygons(self) -> "Request":
        """The same for polygons.  Raises OptionError if it cannot be met."""
        if self.engine in COVER_ENGINES:
            raise OptionError(
                f"engine {self.engine} is not for polygons: use {AUTO} or one of "
                f"{', '.join(POLYGON_ENGINES)}"
            )
        if self.require:
            raise OptionError("only solutions of puzzles on lattices can be asked for more")
        for name, value in self.options:
            if name != "strategy":
                raise OptionError(f"{name} is {value!r}: polygons have no such option")
            require_one_of("strategy", value, STRATEGIES)
        return self

    def for_run(self, *, polygons: bool) -> "Request":
        """The same, to be stored in a file.  Raises OptionError if that cannot be.

        Of the engines for polygons, auto is the one that can be resumed.
        """
        for name in ("max_solutions", "max_nodes", "max_seconds"):
            if getattr(self, name) is not None:
                raise OptionError(f"{name} has no place here: a run goes to the end")
        if polygons:
            resuming = that_can("resumes", POLYGON_ENGINES)
            if self.engine == AUTO:
                return replace(self.for_polygons(), engine=resuming[0])
            require_can(self.engine, "resumes", "be stored in a run")
            return self.for_polygons()
        if self.task == "solve":
            require_can(self.engine, "resumes", "list solutions in a run")
            if self.device != "cpu":
                raise OptionError(
                    "a run that stores solutions needs the processor: count, or "
                    "leave the device out"
                )
        return self.for_lattice()

    def to_json(self) -> str:
        """As text, always the same; without the limits, which a run has not."""
        words = [self.task, self.up_to, self.engine, self.options]
        if self.require or self.only:
            words.append(self.require)
        return json.dumps([*words, self.only] if self.only else words)

    @classmethod
    def from_json(cls, text: str) -> "Request":
        """Back from what `to_json` gave."""
        try:
            task, up_to, engine, options, *more = json.loads(text)
            pairs = tuple((name, value) for name, value in options)
            require, only = more[0] if more else (), more[1:] == [True]
        except (TypeError, ValueError):
            raise OptionError(f"{text!r} does not say what was asked for") from None
        return cls(
            task=task,
            up_to=up_to,
            engine=engine,
            require=tuple(require),
            options=pairs,
            only=only,
        )


@dataclass(frozen=True, eq=False)
class Stage:
    """One problem to search, from one place on, by one engine.

    Each cover found stands for `weight` solutions, or for as many as the first tally says if that
    counts images.  `motion` is the number of the symmetry that leaves the covers of this
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
        by_images = bool(self.tallies) and isinstance(self.tallies[0], Images)
        return tallies[0] if by_images else self.weight * found

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


# How the numbers up to rotation and up to symmetry follow: in one of two ways.  Their `stages` are
# searched for nothing else, if they are `wanted`.  The `numbers` are made of what was found in
# these stages, and of all tallies of the plan; they are None if they are unknown.


@dataclass(frozen=True, eq=False)
class BurnsideClasses:
    """By Burnside's lemma, from the solutions that each symmetry leaves as they are.

    The stages are made when they are asked for: many a search never comes so far.
    """

    burnside: Burnside
    make: Callable[[], Iterable[Stage]]

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """Those whose covers are the solutions that a symmetry fixes."""
        return tuple(self.make())

    def wanted(self, solutions: int) -> bool:
        """Where there is nothing, nothing has to be counted."""
        return solutions > 0

    def numbers(
        self, solutions: int, own: Sequence[int], tallies: Sequence[Sequence[int]]
    ) -> dict[str, int]:
        """How many classes there are up to what."""
        del tallies
        fixed = dict.fromkeys(self.burnside.motions, 0)
        if self.wanted(solutions):
            for stage, n in zip(self.stages, own, strict=True):
                assert stage.motion is not None
                fixed[stage.motion] += n
        return self.burnside.classes(solutions, fixed)


@dataclass(frozen=True, eq=False)
class TalliedClasses:
    """By tallies: the last two of each stage that has some are the numbers of classes.

    Where solutions are listed only for their classes, they must be as many as were counted.  And
    where a listing was asked for, which has no classes, they are counted only for that.
    """

    listing: bool = False
    stages: tuple[Stage, ...] = ()
    most: int | None = None  # solutions that are listed for it in memory

    def wanted(self, solutions: int) -> bool:
        """Are there some, and not too many to list them all?  A listing is always checked."""
        few = self.most is None or solutions <= self.most
        return self.listing or (solutions > 0 and few)

    def numbers(
        self, solutions: int, own: Sequence[int], tallies: Sequence[Sequence[int]]
    ) -> dict[str, int] | None:
        """How many classes there are up to what; None if there are too many to know."""
        if self.stages and solutions and not own:
            return None
        some = [tally[-2:] for tally in tallies if tally] or [(solutions, solutions)]
        rotation, symmetry = (sum(column) for column in zip(*some, strict=True))
        return {"rotation": rotation, "symmetry": symmetry}


@dataclass(frozen=True, eq=False)
class Plan:
    """The stages that find or count solutions, then those for classes; and what comes of them.

    `orders` are how many rotations and symmetries the puzzle has.  With a `refutation` there are no
    stages: it is known that there is no solution.
    """

    request: Request
    search: tuple[Stage, ...]
    classes: BurnsideClasses | TalliedClasses | None = None  # of a count, or what checks a listing
    orders: tuple[int, int] = (1, 1)
    refutation: "Refutation | None" = None

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

    @property
    def choice(self) -> Choice | None:
        """Which engine was chosen to search, and why; None if it was named."""
        return self.search[0].choice if self.search else None

    def solutions(self, found: Sequence[int], tallies: Sequence[Sequence[int]]) -> int:
        """The number of all solutions, from what was found in each stage."""
        rows = zip(self.search, found, tallies, strict=False)
        return sum(stage.solutions(n, tally) for stage, n, tally in rows)

    def numbers(self, found: Sequence[int], tallies: Sequence[Sequence[int]]) -> dict[str, int]:
        """How many solutions there are up to what, once everything has been searched.

        Those that a count was asked for, as far as they can be known; none for a listing.
        """
        request = self.request
        if request.task != "count":
            return {}
        solutions = self.solutions(found, tallies)
        numbers = {"nothing": solutions}
        if self.classes and request.classes:
            own = found[len(self.search) :]
            numbers |= self.classes.numbers(solutions, own, tallies) or {}
        return {name: numbers[name] for name in request.numbers if name in numbers}

    def counts(self, found: Sequence[int], tallies: Sequence[Sequence[int]]) -> Counts | None:
        """The three numbers, once everything has been searched; None if they are not all known."""
        numbers = self.numbers(found, tallies)
        if len(numbers) < len(UP_TO):
            return None
        reason = str(self.refutation) if self.refutation else ""
        return Counts(
            numbers["nothing"], numbers["rotation"], numbers["symmetry"], *self.orders, reason
        )

    def check(self, counters: Sequence[Counters]) -> None:
        """Raise CountError if two ways of counting do not agree, once everything is searched.

        Burnside's lemma checks itself: it gives whole numbers.
        """
        own = counters[len(self.search) :]
        if not own or isinstance(self.classes, BurnsideClasses):
            return
        pairs = zip(self.search, counters, strict=False)
        first = sum(one.solutions for stage, one in pairs if stage.tries is None)
        second = sum(one.solutions for one in own)
        if first != second:
            raise CountError(
                f"{first} solutions were found in one way and {second} in another: please report "
                f"this puzzle"
            )
