"""The special solutions of a puzzle: those that satisfy requirements.

Solutions that a motion fixes are unions of orbits of placements, and are searched for as such.
Other requirements are further items of the problem, as far as items can say them; for the rest,
solutions are looked at.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from tilewright.cover import ExactCover, Subtree
from tilewright.encoding import Encoding
from tilewright.engines import Choice, Cover, Search
from tilewright.puzzle import Puzzle
from tilewright.solutions import (
    Action,
    NotASolution,
    Part,
    Permutation,
    Solution,
    TooManyWays,
    parts_of,
)
from tilewright.solutions.requirements import (
    Requirement,
    Symmetric,
    requirements,
    strengthened,
)
from tilewright.solve import choose, search, takes
from tilewright.tiling.search import PuzzleSearch
from tilewright.tiling.staged import StagedSearch, is_new

__all__ = ["Found", "RequiredSearch", "puzzle_search"]

Found = tuple[Cover, Solution]


@dataclass(frozen=True, eq=False)
class _Stage:
    """A part of the search: problems, and which of their solutions count.

    Where options of a problem have labels, these are the options of the puzzle they stand for.
    Solutions that a permutation of the group joins are alike.
    """

    problems: Callable[[], Iterator[ExactCover]]
    start: Subtree | None
    group: tuple[Permutation, ...]
    counts: Callable[[Solution], bool] | None  # None: all do


class RequiredSearch(StagedSearch):
    """A search for the solutions of a puzzle that satisfy requirements, given by name.

    The interface is that of `PuzzleSearch`.  Of solutions that satisfy them and are alike, the
    first one found is given.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        require: str | Iterable[str],
        *,
        up_to: str = "symmetry",
        engine: str = "auto",
        verify: bool = False,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            puzzle,
            up_to=up_to,
            verify=verify,
            max_solutions=max_solutions,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        self.requirements = requirements(self.encoding.puzzle, require)
        action = Action.of(self.encoding)
        # Does a solution that satisfies them still do so when it is turned?
        self.kept = all(one.kept_by(action) for one in self.requirements)
        self._group = action if up_to == "symmetry" else action.rotations
        self._up_to = up_to
        self._wish, self._options = engine, options
        self._choice: Choice | None = None
        self._chosen_for: ExactCover | None = None
        self._stages = self._plan()
        self._stage_count = len(self._stages)
        self._seen: set[Cover] = set()
        self._found = self._search()

    @property
    def choice(self) -> Choice | None:
        """Which engine was chosen for the first problem, and why; None if it was named."""
        if self._wish == "auto" and self._choice is None:
            for stage in self._stages:
                first = next(stage.problems(), None)
                if first is not None:
                    self._engine(first, stage)
                    break
            else:
                return Choice("links", "nothing is left to search")
        return self._choice

    def __iter__(self) -> Iterator[list[Solution]]:
        return ([solution for _, solution in batch] for batch in self._found)

    def found(self) -> Iterator[list[Found]]:
        """The solutions in batches, each with its options."""
        return self._found  # iterating again goes on

    def _plan(self) -> list[_Stage]:
        leaders = [one for one in self.requirements if isinstance(one, Symmetric)]
        group = self._group.permutations if self._up_to != "nothing" else ()
        if leaders:
            leader = min(leaders, key=lambda one: len(one.motions))
            others = [one for one in self.requirements if one is not leader]
            return [
                self._motion_stage(leader, k, group, others) for k in range(len(leader.motions))
            ]
        encoding, left = strengthened(self.encoding, self.requirements)
        parts = [Part(Subtree(), 1, group)]
        if self.kept and group:
            parts = parts_of(Action(encoding, self._group.motions, self._group.permutations))
        counts = partial(_all_hold, left) if left else None
        return [_Stage(partial(_only, encoding.problem), p.start, p.group, counts) for p in parts]

    def _motion_stage(
        self,
        leader: Symmetric,
        number: int,
        group: tuple[Permutation, ...],
        others: list[Requirement],
    ) -> _Stage:
        """What a motion fixes and none before it; all solutions, if orbits cannot be counted."""
        encoding, left = strengthened(self.encoding, others)
        known = self.encoding.problem.item_numbers
        items = encoding.problem.items[: encoding.problem.primary]
        added = [k for k, item in enumerate(items) if item.name not in known]

        def problems() -> Iterator[ExactCover]:
            try:
                yield from leader.problems(encoding, number, added)
            except TooManyWays:
                yield encoding.problem

        def counts(solution: Solution) -> bool:
            return leader.first(solution) == number and _all_hold(left, solution)

        return _Stage(problems, None, group, counts)

    def _search(self) -> Iterator[list[Found]]:
        self._start_clock()
        for stage in self._stages:
            for problem in stage.problems():
                self._current = self._begin(problem, stage)
                if self._over():
                    return
                for batch in self._current:
                    yield self._sifted(stage, problem, batch)
                    if self._over():
                        self._current.stop()
                        return
                if not self._current.finished:
                    return
                self._counters += self._current.counters
                self._current = None
            self._done += 1

    def _begin(self, problem: ExactCover, stage: _Stage) -> Search:
        return search(
            problem,
            start=stage.start,
            max_solutions=self._wanted(stage),
            engine=self._engine(problem, stage),
            **self._settings(problem),
            **self._left(),
        )

    def _engine(self, problem: ExactCover, stage: _Stage) -> str | Choice:
        """The engine for a problem; one that was named may be unable to take it."""
        if self._wish != "auto":
            return self._wish if not problem.labels or takes(self._wish, problem) else "auto"
        if self._choice is None or self._chosen_for is not problem:
            wanted, settings = self._wanted(stage), self._settings(problem)
            self._choice = choose(problem, start=stage.start, max_solutions=wanted, **settings)
            self._chosen_for = problem
        return self._choice

    def _wanted(self, stage: _Stage) -> int | None:
        """How many solutions are missing; None if it may take any number of covers to find them."""
        most = self._limits[0]
        if most is None or stage.counts is not None or len(stage.group) > 1:
            return None
        return most - self.solutions

    def _settings(self, problem: ExactCover) -> dict[str, Any]:
        """The options of a search.  Where cells are orbits, they have no regions and no names."""
        lost = ("stranding", "order") if problem.labels else ()
        return {name: value for name, value in self._options.items() if name not in lost}

    def _sifted(self, stage: _Stage, problem: ExactCover, covers: Iterable[Cover]) -> list[Found]:
        """Those that count and are new."""
        kept: list[Found] = []
        for some in covers:
            if self._over():
                break
            cover = _options(problem, some)
            solution = self._decoder.solution(cover)
            if stage.counts is not None and not stage.counts(solution):
                continue
            if is_new(cover, stage.group, self._seen):
                self._check(cover, solution)
                kept.append((cover, solution))
                self.solutions += 1
        return kept

    def _check(self, cover: Cover, solution: Solution) -> None:
        super()._check(cover, solution)
        if self._checker and not _all_hold(self.requirements, solution):
            raise NotASolution("the solution lacks what was required of it")


def puzzle_search(
    puzzle: Puzzle | Encoding, require: str | Iterable[str] = (), **options: Any
) -> PuzzleSearch | RequiredSearch:
    """A search for all solutions of a puzzle, or for those that satisfy requirements."""
    if not require:
        return PuzzleSearch(puzzle, **options)
    return RequiredSearch(puzzle, require, **options)


def _options(problem: ExactCover, cover: Cover) -> Cover:
    """The puzzle's options that a cover stands for."""
    if not problem.labels:
        return cover
    return tuple(option for k in cover for option in problem.labels[k])  # type: ignore[attr-defined]


def _only(problem: ExactCover) -> Iterator[ExactCover]:
    yield problem


def _all_hold(asked: Iterable[Requirement], solution: Solution) -> bool:
    return all(one.holds(solution) for one in asked)
