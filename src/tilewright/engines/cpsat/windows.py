"""One cover of a large board, window by window.

CP-SAT settles a hundred cells in milliseconds, however awkward they are, but not ten thousand.  So
the board is swept.  Around the first cell that is not covered yet, a window is opened: the options
that reach into it are taken back, and a solve looks for others that cover all that was covered
before and the middle of the window, too.  They may reach out into what is still empty.  If there
are none, the window was too small, and a larger one is tried.

The sweep goes from the far ends of the board to one cell, so that what is still empty hangs
together.  Pockets left behind would have to be filled on their own, and where the number of their
cells is wrong, no window could help that does not reach from one pocket to the other.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.cpsat.solver import Solved, cp_model, run

if TYPE_CHECKING:
    from tilewright.engines.contract import Cover


LEAST, MOST = 120, 2_000  # cells of a window
GROWTH = 2
EFFORT = 0.003  # CP-SAT's own measure of time, for each cell of a window
QUICK: dict[str, Any] = {"symmetry_level": 0, "cp_model_probing_level": 0, "linearization_level": 0}


class Windows:
    """Looks for a cover of a problem that knows its regions, from a start; cannot prove a thing.

    `steps` opens a window at a time, around the first cell in `order` that is empty.  Then
    `cover` is what was found, or None if it gave up.
    """

    def __init__(self, problem: ExactCover, start: Subtree, seed: int | None) -> None:
        assert problem.regions is not None
        entries = problem.entries.tolist()
        self._items = [entries[a:b] for a, b in pairwise(problem.starts.tolist())]
        self._most = problem.hi.tolist()
        self._must = (problem.lo > 0).tolist()
        self._cells = frozenset(problem.regions.cells.tolist())
        self._uses = [0] * problem.item_count
        self._owner: dict[int, int] = {}  # of each cell that is covered: an option
        self._placed: set[int] = set()
        self._seed = seed or 0
        for option in start.chosen:
            self._place(option)
        out = {*start.chosen, *start.excluded, *problem.idle_options}
        self._options_of: list[list[int]] = [[] for _ in problem.items]
        for option, items in enumerate(self._items):
            if option not in out and self._fits(option):
                for item in items:
                    self._options_of[item].append(option)
        cells = [cell for cell in problem.regions.cells.tolist() if cell not in self._owner]
        self._next_to: dict[int, list[int]] = {cell: [] for cell in cells}
        for one, other in problem.regions.touching.tolist():
            if one in self._next_to and other in self._next_to:
                self._next_to[one].append(other)
                self._next_to[other].append(one)
        self.order = self._sweep(cells, seed)
        self.branches = 0
        self.cover: Cover | None = None

    @staticmethod
    def suits(problem: ExactCover) -> bool:
        """Is the problem about cells, each covered once, with options that are free to use?"""
        if problem.regions is None or len(problem.entry_colours):
            return False
        cells = set(problem.regions.cells.tolist())
        return all(
            item.hi == 1 if number in cells else item.lo == 0
            for number, item in enumerate(problem.items)
        )

    def steps(self, keep_going: Callable[[], bool]) -> Iterator[None]:
        """Open one window after the other, as long as `keep_going` says so."""
        first, size = 0, LEAST
        while keep_going():
            while first < len(self.order) and self.order[first] in self._owner:
                first += 1
            if first == len(self.order):
                self.cover = tuple(sorted(self._placed))
                return
            if self._open(self.order[first], size, keep_going):
                size = LEAST
            elif size >= min(MOST, len(self.order)):
                return
            else:
                size = min(GROWTH * size, MOST)
            yield

    def _open(self, middle: int, size: int, keep_going: Callable[[], bool]) -> bool:
        """Cover the cells around this one; False if that could not be done."""
        window = self._around(middle, size)
        taken_back = sorted({self._owner[cell] for cell in window if cell in self._owner})
        for option in taken_back:
            self._take_back(option)
        again = {
            cell for option in taken_back for cell in self._cells.intersection(self._items[option])
        }
        reach = max(window.values()) / 2
        wanted = again.union(cell for cell, distance in window.items() if distance <= reach)
        possible = self._possible(again.union(window))
        solved = self._solve(possible, wanted, keep_going, EFFORT * len(window))
        self.branches += solved.branches
        if solved.values is None:
            chosen: Iterable[int] = taken_back
        else:
            chosen = (o for o, taken in zip(possible, solved.values, strict=True) if taken)
        for option in chosen:
            self._place(option)
        return solved.values is not None

    def _solve(
        self, possible: list[int], wanted: set[int], keep_going: Callable[[], bool], effort: float
    ) -> Solved:
        """Choose among these options so that the wanted items that must be covered are."""
        model = cp_model().CpModel()
        variables = [model.new_bool_var("") for _ in possible]
        uses: dict[int, list[Any]] = {item: [] for item in sorted(wanted)}
        for option, variable in zip(possible, variables, strict=True):
            for item in self._items[option]:
                uses.setdefault(item, []).append(variable)
        for item, some in uses.items():
            left = self._most[item] - self._uses[item]
            if item in wanted and self._must[item]:
                model.add_exactly_one(some)
            elif left == 1:
                model.add_at_most_one(some)
            elif left < len(some):
                model.add_linear_constraint(sum(some), 0, left)
        return run(
            model,
            variables,
            seed=self._seed,
            keep_going=keep_going,
            max_deterministic_time=effort,
            **QUICK,
        )

    def _around(self, middle: int, size: int) -> dict[int, int]:
        """The cells nearest to one, and how far they are away."""
        distance, waiting = {middle: 0}, deque([middle])
        while waiting and len(distance) < size:
            cell = waiting.popleft()
            for other in self._next_to[cell]:
                if other not in distance:
                    distance[other] = distance[cell] + 1
                    waiting.append(other)
        return distance

    def _sweep(self, cells: list[int], seed: int | None) -> list[int]:
        """The cells that must be covered, in each connected part from far away to one cell."""
        if seed is not None:
            random.Random(seed).shuffle(cells)
        order: list[int] = []
        seen: set[int] = set()
        for cell in cells:
            if cell not in seen:
                part = self._around(cell, len(cells))
                order += reversed(part)
                seen.update(part)
        return [cell for cell in order if self._must[cell]]

    def _possible(self, cells: set[int]) -> list[int]:
        """Options that reach into these cells, and may be chosen now."""
        some = {option for cell in cells for option in self._options_of[cell]}
        return sorted(filter(self._fits, some))

    def _fits(self, option: int) -> bool:
        return all(self._uses[item] < self._most[item] for item in self._items[option])

    def _place(self, option: int) -> None:
        self._placed.add(option)
        for item in self._items[option]:
            self._uses[item] += 1
            if item in self._cells:
                self._owner[item] = option

    def _take_back(self, option: int) -> None:
        self._placed.remove(option)
        for item in self._items[option]:
            self._uses[item] -= 1
            self._owner.pop(item, None)
