"""The solutions of a puzzle, one for each class of symmetric ones unless all copies are wanted.

The symmetries are broken before the search, see `tilewright.solutions.parts`: it is done in parts,
in most of which no two solutions are alike, so that nothing has to be remembered.
"""

from collections.abc import Iterator
from typing import Any

from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines import Choice, Cover
from tilewright.puzzle import Puzzle
from tilewright.solutions import UP_TO, Action, Part, Solution, largest, parts_of
from tilewright.solve import choose, search
from tilewright.tiling.staged import StagedSearch, is_new

__all__ = ["UP_TO", "PuzzleSearch"]


class PuzzleSearch(StagedSearch):
    """A search for the solutions of a puzzle.  Iterate to get them in batches, maybe empty ones.

    `up_to` says which solutions count as the same: those that a symmetry of the puzzle maps to
    each other ("symmetry"), only a rotation ("rotation"), or none ("nothing").  Of each class the
    first one found is given.  Further keywords are those of `tilewright.search`; limits hold for
    the search as a whole.  With `verify`, every solution is checked against the puzzle by code
    that shares nothing with the search.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
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
        if up_to == "nothing":
            self._parts = [Part(Subtree(), 1, ())]
        else:
            action = Action.of(self.encoding)
            self._parts = parts_of(action if up_to == "symmetry" else action.rotations)
        self._engine: str | Choice = engine
        self._options = options
        self._wanted: int | None = None  # so many solutions the engine was asked for
        self._stage_count = len(self._parts)
        self._batches = self._search()

    @property
    def choice(self) -> Choice | None:
        """Which engine was chosen, and why; None if it was named."""
        if self._engine == "auto":
            most, nodes, _ = self._limits
            self._engine = choose(
                self.encoding.problem,
                start=largest(self._parts),
                max_solutions=most,
                max_nodes=nodes,
                **self._options,
            )
        return self._engine if isinstance(self._engine, Choice) else None

    def __iter__(self) -> Iterator[list[Solution]]:
        return self._batches  # iterating again goes on

    def _search(self) -> Iterator[list[Solution]]:
        self._start_clock()
        for part in self._parts:
            seen: set[Cover] = set()
            start: Subtree | list[Subtree] = part.start
            while True:
                self._current = search(
                    self.encoding.problem,
                    start=start,
                    engine=self.choice or self._engine,
                    max_solutions=self._missing(),
                    **self._options,
                    **self._left(),
                )
                if self._over():
                    return
                for batch in self._current:
                    yield self._solutions([c for c in batch if is_new(c, part.group, seen)])
                    if self._over():
                        return
                if self._current.finished:
                    break
                if not self._looked_for_enough():
                    return
                # Some of those found were alike: go on from here for as many as are missing.
                start = self._current.rest()
                self._counters += self._current.counters
            self._counters += self._current.counters
            self._current = None
            self._done += 1

    def _missing(self) -> int | None:
        """How many solutions the engine is asked for now."""
        most = self._limits[0]
        self._wanted = None if most is None else most - self.solutions
        return self._wanted

    def _looked_for_enough(self) -> bool:
        """Did the engine stop because it had found what it was asked for?"""
        assert self._current is not None
        return self._wanted is not None and self._current.counters.solutions >= self._wanted

    def _solutions(self, covers: list[Cover]) -> list[Solution]:
        solutions = [self._decoder.solution(cover) for cover in covers]
        for cover, solution in zip(covers, solutions, strict=True):
            self._check(cover, solution)
        self.solutions += len(solutions)
        return solutions
