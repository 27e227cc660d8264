"""The solutions of a puzzle, one for each class of symmetric ones unless all copies are wanted.

The symmetries are broken before the search, see `tilewright.solutions.parts`; where that leaves
solutions that are alike, the least of them stands for its class.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from tilewright.cover import CoverChecker
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover
from tilewright.engines.registry import AUTO
from tilewright.execution import Execution
from tilewright.plan import Request
from tilewright.plan.required import each
from tilewright.puzzle import Puzzle
from tilewright.solutions import UP_TO, Action, Decoder, NotASolution, Solution, check_solution
from tilewright.solutions.requirements import requirements

__all__ = ["UP_TO", "PuzzleSearch"]


class PuzzleSearch(Execution):
    """A search for the solutions of a puzzle.  Iterate to get them in batches, maybe empty ones.

    `require` names what solutions must be.  `up_to` says which solutions count as the same: those
    that a symmetry of the puzzle maps to each other ("symmetry"), only a rotation ("rotation"), or
    none ("nothing").  One of each class is given, always the same one; but whoever wants a single
    solution gets the first that is found.  Further keywords are those of `tilewright.search`;
    limits hold for the search as a whole.  With `verify`, every solution is checked against the
    puzzle by code that shares nothing with the search.
    """

    def __init__(
        self,
        puzzle: Puzzle | Encoding,
        require: str | Iterable[str] = (),
        *,
        up_to: str = "symmetry",
        engine: str = AUTO,
        verify: bool = False,
        threads: int = 1,
        max_solutions: int | None = None,
        max_nodes: int | None = None,
        max_seconds: float | None = None,
        **options: Any,
    ) -> None:
        self.encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        request = Request.of(
            require,
            options,
            task="solve",
            up_to=up_to,
            engine=engine,
            limit=max_solutions,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        super().__init__(self.encoding, request, threads=threads)
        self.requirements = requirements(self.encoding.puzzle, request.require)
        self._decoder = Decoder(self.encoding)
        self._checker = CoverChecker(self.encoding.problem) if verify else None

    @property
    def kept(self) -> bool:
        """Does a solution still have what is required when it is turned?"""
        action = Action.of(self.encoding)
        return all(one.kept_by(action) for one in self.requirements)

    def __iter__(self) -> Iterator[list[Solution]]:
        for blocks in self.blocks():
            yield [self._solution(cover) for _, covers in blocks for cover in each(covers)]

    def _solution(self, cover: Cover) -> Solution:
        solution = self._decoder.solution(cover)
        if self._checker:
            self._checker.check(cover)
            check_solution(solution.puzzle, solution.placed)
            if not all(one.holds(solution) for one in self.requirements):
                raise NotASolution("the solution lacks what was required of it")
        return solution
