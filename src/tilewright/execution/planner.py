"""The one planner: from a puzzle, as what is searched, and a request to a plan.

A listing has a stage for each part of the search that symmetry leaves (see
`tilewright.symmetry.breaking`).  A count has the same; then, for Burnside's lemma, one for each
problem whose covers are the solutions that some symmetry leaves as they are.  Special solutions
that items cannot describe are listed, and sieved, also to count them.

Polygons are counted in one stage, which looks at no region twice; then they are listed, certified
and sorted into classes.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding
from tilewright.engines import (
    Choice,
    OptionError,
    choose,
    frontier_probe,
    frontier_saving,
    search_options,
)
from tilewright.engines.registry import AUTO, ENGINES, engine_named, takes, that_can
from tilewright.execution.plan import (
    AnyModel,
    BurnsideClasses,
    Plan,
    Request,
    Stage,
    TalliedClasses,
)
from tilewright.execution.polygon_sieve import PlaceSieve, symmetry_group
from tilewright.execution.refuting import LONGEST, refute, seconds_before
from tilewright.execution.sieve import (
    CoverSieve,
    Firsts,
    Images,
    Members,
    RequiredSieve,
    Sieve,
    Tally,
)
from tilewright.polygons.search.corners import STRATEGIES
from tilewright.polygons.search.jigsaw import Jigsaw
from tilewright.solutions.requirements import Requirement, Symmetric, requirements, strengthened
from tilewright.symmetry import (
    Action,
    Burnside,
    Permutation,
    SearchPart,
    TooManyWays,
    break_symmetries,
    fixed_problems,
    largest,
    parts_of,
)

if TYPE_CHECKING:
    from tilewright.polygons.grid.fit import GridFit


# Goes up when the same request is searched differently.  In way 1, polygons are only listed.  In
# ways 1 and 2, problems of orbits have an item for every cell of an orbit.  Up to way 3, engine
# frontier was always given weights that break symmetries.
SEARCH = 4
MOST_LISTED = 300_000  # solutions of polygons; in memory, more are only counted
HASTY_PIECES, HASTY_NODES = 12, 20_000
PROBED_STATES = 300  # of each stage
WORTH_FOLDING = 1.0  # seconds a search must take before a sweep without weights is thought of
FEW_MOVES = 10_000_000  # which the processor makes before a card would have begun

KeepGoing = Callable[[], bool]


def make_plan(
    model: AnyModel,
    request: Request,
    engines: Sequence[str] | None = None,
    *,
    way: int = SEARCH,
    keep_going: KeepGoing = lambda: True,
) -> Plan:
    """The plan for a request.  `engines` are those of each stage, if they are known.

    When `keep_going` says no, engines are chosen without further thought.
    """
    if isinstance(model, Encoding):
        return _Planner(model, request.for_lattice(), engines, way, keep_going).plan()
    return _plan_polygons(model, request.for_polygons(), way, keep_going)


def _plan_polygons(
    model: "Jigsaw | GridFit", request: Request, way: int, keep_going: KeepGoing
) -> Plan:
    """Polygons are counted in one way and listed in another, which must agree."""
    groups = [symmetry_group(model.puzzle, up_to) for up_to in ("rotation", "symmetry")]
    sieves = [PlaceSieve(model.puzzle, group) for group in groups]
    orders = len(groups[0]), len(groups[1])
    if not isinstance(model, Jigsaw):
        listing = _on_grid(model, keep_going, collect=True)
        counting = _on_grid(model, keep_going, collect=False) if model.exact else None
    else:
        options = dict(request.options)
        listing = Stage(model, Subtree(), "corners", options)
        counting = replace(listing, by_regions=True) if way > 1 else None
    if request.task == "count":
        tallied = replace(listing, tallies=tuple(sieves))
        if counting:
            most = MOST_LISTED if request.classes else 0
            classes = TalliedClasses(stages=(tallied,), most=most)
            return Plan(request, (counting,), classes, orders)
        if isinstance(model, Jigsaw) and orders[1] == 1:
            tallied = listing  # as it was
        return Plan(request, (tallied,), TalliedClasses(), orders)
    group = PlaceSieve(model.puzzle, symmetry_group(model.puzzle, request.up_to))
    alone = len(group.motions) == 1 or request.max_solutions == 1
    listed = replace(listing, lists=True, sieve=None if alone else group)
    if not counting or not isinstance(model, Jigsaw):
        return Plan(request, (listed,))
    search = (*_tried(model, request, listed), listed)
    checks = replace(counting, checks=True)
    return Plan(request, search, TalliedClasses(listing=True, stages=(checks,)))


def _on_grid(fit: "GridFit", keep_going: KeepGoing, *, collect: bool) -> Stage:
    choice = choose(fit.problem, collect=collect, keep_going=keep_going)
    return Stage(fit.problem, Subtree(), choice.engine, {}, fit=fit)


def _tried(jigsaw: Jigsaw, request: Request, stage: Stage) -> Iterator[Stage]:
    """One solution of many pieces is first looked for in haste, for a while."""
    if (
        request.max_solutions == 1
        and request.max_nodes is None
        and stage.options.get("strategy", STRATEGIES[0]) == STRATEGIES[0]
        and jigsaw.puzzle.piece_count >= HASTY_PIECES
    ):
        options = {**stage.options, "hasty": True}
        yield replace(stage, options=options, tries=HASTY_NODES)


class _Planner:
    """Plans a request for a puzzle on a lattice."""

    def __init__(
        self,
        encoding: Encoding,
        request: Request,
        engines: Sequence[str] | None,
        way: int,
        keep_going: KeepGoing,
    ) -> None:
        self._encoding, self._request = encoding, request
        self._merged, self._folds = way > 2, way > 3
        self._options = dict(request.options)
        self._known = None if engines is None else deque(engines)
        self._keep_going = keep_going
        self._action = Action.of(encoding)
        self._choices: list[tuple[ExactCover, tuple[bool, bool], Choice]] = []

    def plan(self) -> Plan:
        if self._known is not None and not self._known:  # a run that has nothing to be searched
            return self._refuted(LONGEST) or self._searched()
        plan = self._searched()
        return self._refuted(seconds_before(plan)) or plan

    def _refuted(self, seconds: float) -> Plan | None:
        """A plan without stages, if it is soon proved that there is no solution."""
        refutation = refute(self._encoding, seconds, self._keep_going)
        if refutation is None:
            return None
        classes = TalliedClasses() if self._request.task == "count" else None
        return Plan(self._request, (), classes, self._orders, refutation)

    def _searched(self) -> Plan:
        request = self._request
        if request.require:
            asked = requirements(self._encoding.puzzle, request.require)
            return self._plan_required(asked)
        if request.task == "solve":
            return Plan(request, tuple(self._listing()))
        return self._counted()

    def _counted(self) -> Plan:
        classes = None
        if self._request.classes:
            burnside = Burnside(self._action, self._request.classes)
            classes = BurnsideClasses(burnside, lambda: self._fixed_stages(burnside))
        return Plan(self._request, tuple(self._counting()), classes, self._orders)

    @property
    def _orders(self) -> tuple[int, int]:
        """How many rotations and symmetries there are."""
        return len(self._action.rotations.motions), len(self._action.motions)

    @property
    def _group(self) -> Action | None:
        """The symmetries that make solutions the same."""
        if self._request.up_to == "nothing":
            return None
        return self._action if self._request.up_to == "symmetry" else self._action.rotations

    def _listing(self) -> Iterator[Stage]:
        parts = parts_of(self._group) if self._group else [SearchPart(Subtree(), 1, ())]
        return self._parts(self._encoding.problem, parts)

    def _parts(
        self,
        problem: ExactCover,
        parts: Sequence[SearchPart],
        sieve: Callable[[SearchPart], CoverSieve | None] | None = None,
        **more: Any,
    ) -> Iterator[Stage]:
        """A stage that gives solutions out for each part; whoever wants one takes the first."""
        for part in parts:
            least = self._least(part.group) if sieve is None else sieve(part)
            yield self._stage(
                problem,
                part.start,
                probed=largest(parts),
                lists=self._request.task == "solve",
                weight=part.weight,
                sieve=least,
                **more,
            )

    def _least(self, group: tuple[Permutation, ...]) -> Sieve | None:
        sorted_out = len(group) > 1 and self._request.max_solutions != 1
        return Sieve("least", group) if sorted_out else None

    def _counting(self) -> Iterator[Stage]:
        problem, broken = self._encoding.problem, break_symmetries(self._action)
        parts, weights = broken.parts, broken.weights
        first = self._stage(
            problem, Subtree(), probed=largest(parts), collect=False, weights=weights
        )
        first = self._folded(first, largest(parts))
        if ENGINES[first.engine].weights is True:  # then it takes all parts at once
            yield first
            return
        for number, part in enumerate(parts):
            engine = self._known_engine() if number else None
            stage = replace(first, start=part.start, weight=part.weight, weights=None)
            yield replace(stage, engine=engine) if engine else stage

    def _folded(self, stage: Stage, probed: Subtree | None) -> Stage:
        """The same without weights, if engine frontier gains more by the symmetries they break."""
        problem, choice = self._encoding.problem, stage.choice
        if stage.weights is None or not self._folds:
            return stage
        (sweeping,) = that_can("weights")
        if stage.engine != sweeping:
            guesses = {one.engine: one.seconds for one in choice.candidates} if choice else {}
            if guesses.get(sweeping) is None or (guesses[stage.engine] or 0) < WORTH_FOLDING:
                return stage
        taken = {name: x for name, x in stage.options.items() if name != "stranding"}
        if frontier_saving(problem, search_options(problem, **taken)) == 1:
            return stage
        if stage.engine != sweeping:
            options = dict(stage.options)
            choice = self._choice(problem, probed, options, collect=False, weights=None)
            if choice.engine != sweeping:
                return stage
        return replace(stage, engine=sweeping, choice=choice, weights=None)

    def _known_engine(self) -> str | None:
        """The engine of the next stage, if those of all stages are known."""
        if self._known is None:
            return None
        if not self._known:
            raise OptionError("there are more stages than engines")
        return engine_named(self._known.popleft()).name

    def _fixed_stages(self, burnside: Burnside) -> Iterator[Stage]:
        """The solutions that symmetries leave as they are; cells of such problems are orbits."""
        problem, options = self._encoding.problem, dict(self._options)
        names = problem.item_numbers
        order = [names[name] for name in options.get("order", ())]
        for motion in burnside.motions:
            permutation = self._action.permutations[motion]
            try:
                problems = list(fixed_problems(problem, permutation, order, merged=self._merged))
            except TooManyWays:
                plain = {name: x for name, x in options.items() if name != "device"}
                sieve = Sieve("fixed", (permutation,))
                yield self._stage(problem, Subtree(), options=plain, motion=motion, sieve=sieve)
                continue
            for orbits in problems:
                here = options
                if order:
                    known = orbits.item_numbers
                    here = {**options, "order": [item for item in order if item in known]}
                engine, taken = _on_device(self._request.engine, orbits, here)
                yield self._stage(
                    orbits, Subtree(), engine=engine, options=taken, collect=False, motion=motion
                )

    def _plan_required(self, asked: tuple[Requirement, ...]) -> Plan:
        """Special solutions; where items say all that is required, covers need not be listed."""
        leaders = [one for one in asked if isinstance(one, Symmetric)]
        invariant = all(one.kept_by(self._action) for one in asked)
        stronger, left = strengthened(self._encoding, asked)
        counting = self._request.task == "count"
        if counting and invariant and not left and not leaders:
            self._encoding, self._action = stronger, Action.of(stronger)
            return self._counted()
        group = self._group
        if counting:  # one of each class will do, if what is true of it is true of all
            group = self._action if invariant else None
        permutations = group.permutations if group and self._request.max_solutions != 1 else ()
        firsts = Firsts(self._encoding, asked, permutations, invariant)
        more = {"tallies": self._tallies(asked, invariant=invariant)} if counting else {}
        if leaders:
            leader = min(leaders, key=lambda one: len(one.motions))
            others = tuple(one for one in asked if one is not leader)
            stages = self._led(leader, others, firsts, more)
        else:
            parts = [SearchPart(Subtree(), 1, permutations)]
            if invariant and group:
                parts = parts_of(Action(stronger, group.motions, group.permutations))

            def sieve(part: SearchPart) -> CoverSieve | None:
                if invariant and not left:
                    return self._least(part.group)
                here = part.group if self._request.max_solutions != 1 else ()
                return RequiredSieve(replace(firsts, group=here), left)

            stages = self._parts(stronger.problem, parts, sieve, **more)
        classes = TalliedClasses() if counting else None
        return Plan(self._request, tuple(stages), classes, self._orders)

    def _tallies(self, asked: tuple[Requirement, ...], *, invariant: bool) -> tuple[Tally, ...]:
        """What makes the three numbers of solutions that are listed to be counted."""
        turns, every = self._action.rotations.permutations, self._action.permutations
        if not invariant:  # then all are listed
            firsts = Firsts(self._encoding, asked, every, invariant)
            return replace(firsts, group=turns), firsts
        images, turned = Images(every), Images(turns)
        return images, Members(images, turned), Members(images, images)

    def _led(
        self,
        leader: Symmetric,
        others: tuple[Requirement, ...],
        firsts: Firsts,
        more: dict[str, Any],
    ) -> Iterator[Stage]:
        """What a motion fixes and none before it; all solutions, if orbits cannot be counted."""
        encoding, left = strengthened(self._encoding, others)
        known = self._encoding.problem.item_numbers
        names = encoding.problem.names[: encoding.problem.primary]
        added = [k for k, name in enumerate(names) if name not in known]
        for number in range(len(leader.motions)):
            try:
                problems = list(leader.problems(encoding, number, added, merged=self._merged))
            except TooManyWays:
                problems = [encoding.problem]
            for problem in problems:
                sieve = RequiredSieve(firsts, left, problem.labels, leader, number)
                lists = self._request.task == "solve"
                yield self._stage(problem, Subtree(), lists=lists, sieve=sieve, **more)

    def _stage(
        self,
        problem: ExactCover,
        start: Subtree,
        *,
        probed: Subtree | None = None,
        engine: str | None = None,
        options: dict[str, Any] | None = None,
        collect: bool = True,
        weights: npt.NDArray[np.uint32] | None = None,
        **more: Any,
    ) -> Stage:
        """A stage with its engine: the one that is known, or asked for, or the best for `probed`.

        Problems of orbits have no regions, and no names for an order; an engine that was asked for
        may be unable to take them.
        """
        if options is None:
            lost = ("stranding", "order") if problem.labels else ()
            options = {name: x for name, x in self._options.items() if name not in lost}
        wanted = engine or self._request.engine
        if problem.labels and not takes(wanted, problem):
            wanted = AUTO
        choice = None
        if known := self._known_engine():
            wanted = known
        elif wanted == AUTO:
            choice = self._choice(problem, probed, options, collect=collect, weights=weights)
            wanted = choice.engine
        return Stage(problem, start, wanted, options, weights=weights, choice=choice, **more)

    def _choice(
        self,
        problem: ExactCover,
        start: Subtree | None,
        options: dict[str, Any],
        *,
        collect: bool,
        weights: npt.NDArray[np.uint32] | None,
    ) -> Choice:
        how = collect, weights is None
        for other, done, choice in self._choices:
            if other is problem and done == how:
                return choice
        names = ("max_seconds", *(("max_nodes", "max_solutions") if collect else ()))
        limits: dict[str, Any] = {name: getattr(self._request, name) for name in names}
        choice = choose(
            problem,
            collect=collect,
            start=start,
            weights=weights,
            keep_going=self._keep_going,
            **options,
            **limits,
        )
        self._choices.append((problem, how, choice))
        return choice


def _on_device(
    engine: str, problem: ExactCover, options: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """How to count the covers that a symmetry fixes: the engine, and the options that it takes.

    The cells of such a problem are orbits, which have no regions.  Where another device was asked
    for, it is used only if engine frontier takes the problem, and if that is worth the trouble.
    """
    taken = {name: value for name, value in options.items() if name != "stranding"}
    if taken.get("device", "cpu") == "cpu":
        return (engine if takes(engine, problem) else AUTO), taken
    plain = {name: value for name, value in taken.items() if name != "device"}
    (on_device,) = that_can("device")
    if not takes(on_device, problem):
        return AUTO, plain
    probe = frontier_probe(problem, search_options(problem, **plain), max_states=PROBED_STATES)
    return on_device, taken if probe.moves > FEW_MOVES else plain
