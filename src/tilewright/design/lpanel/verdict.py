"""Has a board of L-Panel a solution, is it the only one, and if there is none, why not?"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from tilewright.design.lpanel.forced import tiles_of
from tilewright.design.lpanel.panel import LPanel
from tilewright.design.lpanel.reasons import Reason, place_of, reasons
from tilewright.design.unique import Disagreement, Verdict, judge, judges
from tilewright.encoding import Encoding, encode
from tilewright.engines.cpsat.solver import installed
from tilewright.engines.registry import AUTO, engine_named
from tilewright.lattice import Cell
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.tiling import PuzzleSearch

__all__ = ["PATIENCE", "PanelVerdict", "another_solution", "judge_panel"]

Cells = frozenset[Cell]


def another_solution(encoding: Encoding, solution: Solution) -> Solution | None:
    """The same solution with two Ls exchanged for two others; None if there are no such.

    >>> from tilewright.encoding import encode
    >>> from tilewright.design.lpanel import LPanel
    >>> from tilewright.tiling import solve
    >>> puzzle = LPanel.parse("....\\n....").puzzle
    >>> one = next(solve(puzzle))
    >>> print(one, another_solution(encode(puzzle), one), sep="\\n\\n")
    AAAB
    ABBB
    <BLANKLINE>
    ABBB
    AAAB
    """
    numbers = {frozenset(tile): number for number, tile in enumerate(tiles_of(encoding))}
    old = [frozenset(one.cells) for one in solution.placed]
    through: dict[Cell, list[Cells]] = {}
    for tile in numbers:
        through.setdefault(min(tile), []).append(tile)
    for pair in _touching(old):
        both = pair[0] | pair[1]
        for tile in through.get(min(both), ()):
            rest = both - tile
            if tile <= both and tile not in pair and rest in numbers:
                new = [other for other in old if other not in pair] + [tile, rest]
                found = Decoder(encoding).solution([numbers[other] for other in new])
                check_solution(encoding.puzzle, found)
                return found
    return None


def _touching(tiles: Sequence[Cells]) -> Iterator[tuple[Cells, Cells]]:
    """Each pair of tiles that have an edge in common."""
    owner = {cell: tile for tile in tiles for cell in tile}
    for tile in tiles:
        near = dict.fromkeys(
            owner[there]
            for x, y in sorted(tile)
            for there in ((x + 1, y), (x, y + 1))
            if there in owner and owner[there] != tile
        )
        for other in near:
            yield tile, other


PATIENCE = 10.0  # seconds for each question after the first solution, unless a limit is given


@dataclass(frozen=True, slots=True)
class PanelVerdict:
    """None, one or two different solutions; the engines that came to it, each on its own.

    Two solutions stand for two or more.  If `complete` is false it is not known whether there are
    more than these.  Without a solution, `reasons` says why as far as that is known.
    """

    panel: LPanel
    solutions: tuple[Solution, ...]
    engines: tuple[str, ...]
    complete: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def unique(self) -> bool | None:
        """Is there exactly one solution?  None if that is not known."""
        if len(self.solutions) > 1:
            return False
        return len(self.solutions) == 1 if self.complete else None

    @property
    def confirmed(self) -> bool:
        """Is the verdict beyond doubt?

        So it is if two engines came to it, if two solutions are there to be looked at, or if a
        reason needs no search.
        """
        seen = any(reason.kind != "search" for reason in self.reasons)
        return seen or len(self.solutions) > 1 or (self.complete and len(self.engines) > 1)


def judge_panel(
    panel: LPanel,
    *,
    engine: str = "auto",
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    on_solution: Callable[[Solution], None] = lambda _: None,
) -> PanelVerdict:
    """Find a solution, and find out whether it is the only one.

    One engine looks for a solution, then for a second one; if there is at most one, another engine
    that shares no code with the first has to say the same.  `engine` is the one that begins: cpsat
    unless told.  The limit is for everything together.  Without one the first solution is waited
    for as long as it takes, and each further question is given up after ten seconds.
    `on_solution` is told the first solution as soon as there is one.

    >>> verdict = judge_panel(LPanel.parse("..#\\n.#.\\n.#.\\n#.."))
    >>> verdict.unique, verdict.confirmed
    (True, True)
    >>> print(verdict.solutions[0])
    AA
    A B
    A B
     BB
    """
    encoding = encode(panel.puzzle)
    seen = reasons(panel, encoding)
    if seen:
        return PanelVerdict(panel, (), (), complete=True, reasons=seen)
    return _Judging(panel, encoding, engine, max_seconds, keep_going).verdict(on_solution)


class _Judging:
    def __init__(
        self,
        panel: LPanel,
        encoding: Encoding,
        engine: str,
        max_seconds: float | None,
        keep_going: Callable[[], bool],
    ) -> None:
        if engine != AUTO:
            engine_named(engine)
        searching, proving = judges(encoding.problem)
        self.panel = panel
        self.encoding = encoding
        self.first = engine
        if engine == AUTO:
            self.first = proving if installed() else searching
        self.second = searching if self.first == proving else proving
        self._limited = max_seconds is not None
        self._deadline = math.inf if max_seconds is None else time.monotonic() + max_seconds
        self._keep_going = keep_going

    def verdict(self, on_solution: Callable[[Solution], None]) -> PanelVerdict:
        found, complete = self._find_one(self.encoding)
        if found is None:
            return self._none() if complete else self._told((), (), complete=False)
        on_solution(found)
        if exchanged := another_solution(self.encoding, found):
            return self._told((found, exchanged), (self.first,), complete=True)
        own = self._judge(self.first)
        another = next((s for s in own.solutions if _tiles(s) != _tiles(found)), None)
        if another:
            return self._told((found, another), own.engines, complete=True)
        if not own.complete:
            return self._told((found,), (), complete=False)
        return self._confirmed((found,))

    def _confirmed(self, shown: tuple[Solution, ...]) -> PanelVerdict:
        """What the first engine has found out, with what the second one says to it."""
        other = self._judge(self.second)
        if len(other.solutions) > len(shown) or (
            other.complete and len(other.solutions) != len(shown)
        ):
            raise Disagreement(
                f"engine {self.first} finds {len(shown)} solutions and engine {self.second} "
                f"{len(other.solutions)}: one of them is wrong"
            )
        return self._told(shown, (self.first, *other.engines), complete=True)

    def _none(self) -> PanelVerdict:
        """There is no solution: says where, if there is more than one region."""
        verdict = self._confirmed(())
        culprits = tuple(chain.from_iterable(map(self._culprit, self._regions())))
        why = culprits or (Reason("search", "a search has tried all ways, and none works"),)
        return PanelVerdict(self.panel, (), verdict.engines, complete=True, reasons=why)

    def _regions(self) -> tuple[tuple[Cell, ...], ...]:
        regions = self.panel.regions()
        return regions if len(regions) > 1 else ()

    def _culprit(self, region: tuple[Cell, ...]) -> Iterator[Reason]:
        size = self.panel.width, self.panel.height
        found, complete = self._find_one(encode(LPanel.of_white(region, *size).puzzle))
        if found is None and complete:
            where = f"the region of {len(region)} white cells at {place_of(region[0])}"
            yield Reason(
                "search", f"{where} cannot be covered: a search has tried all ways", region
            )

    def _find_one(self, encoding: Encoding) -> tuple[Solution | None, bool]:
        """A solution, and whether the question is answered."""
        left = None if self._deadline == math.inf else self._deadline - time.monotonic()
        search = PuzzleSearch(
            encoding,
            up_to="nothing",
            engine=self.first,
            verify=True,
            max_solutions=1,
            max_seconds=None if left is None else max(0.0, left),
        )
        found = None
        for batch in search:
            for solution in batch:
                found = solution
            if not self._keep_going():
                search.stop()
        return found, found is not None or search.finished

    def _judge(self, engine: str) -> Verdict:
        left = self._deadline - time.monotonic() if self._limited else PATIENCE
        return judge(
            self.encoding,
            engines=(engine,),
            max_seconds=max(0.0, left),
            keep_going=self._keep_going,
        )

    def _told(
        self, solutions: tuple[Solution, ...], engines: tuple[str, ...], *, complete: bool
    ) -> PanelVerdict:
        return PanelVerdict(self.panel, solutions, engines, complete)


def _tiles(solution: Solution) -> frozenset[tuple[Cell, ...]]:
    """What tells solutions apart."""
    return frozenset(tuple(sorted(one.cells)) for one in solution.placed)
