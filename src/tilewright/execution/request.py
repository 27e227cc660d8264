"""What is searched, and what is asked for: a model of a puzzle, and a request, checked at birth.

A puzzle is searched as an exact cover problem, or as a jigsaw of polygons.  Polygons that lie on a
grid are an exact cover problem, too.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding, encode
from tilewright.engines import OptionError, require_one_of
from tilewright.engines.contract import checked_options
from tilewright.engines.registry import (
    AUTO,
    COVER_ENGINES,
    POLYGON_ENGINES,
    engine_named,
    require_can,
    that_can,
)
from tilewright.faults import sound_placements
from tilewright.formats import AnyPuzzle
from tilewright.polygons.search.corners import STRATEGIES
from tilewright.polygons.search.jigsaw import Jigsaw, make_jigsaw
from tilewright.puzzle import Puzzle
from tilewright.symmetry import UP_TO

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A task, which solutions count as the same, what is required of them, how, and the limits.

    `options` are those of `SearchOptions` that change the search and are no limits; for polygons
    the strategy.  `max_solutions` is how many solutions are wanted, None for all.  Without
    `classes`, polygons are not listed to count them up to symmetry.
    """

    task: str = "count"
    up_to: str = "symmetry"
    engine: str = AUTO
    require: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    max_solutions: int | None = None
    classes: bool = True
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
        return json.dumps([*words, self.require] if self.require else words)

    @classmethod
    def from_json(cls, text: str) -> "Request":
        """Back from what `to_json` gave."""
        try:
            task, up_to, engine, options, *more = json.loads(text)
            pairs = tuple((name, value) for name, value in options)
            (require,) = more or [()]
        except (TypeError, ValueError):
            raise OptionError(f"{text!r} does not say what was asked for") from None
        return cls(task=task, up_to=up_to, engine=engine, require=tuple(require), options=pairs)
