"""Has a board of L-Panel a solution, is it the only one, and if there is none, why not?"""

import math
import time
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from string import ascii_uppercase

from tilewright.design.lpanel.panel import LPanel
from tilewright.design.uniqueness import Disagreement, Verdict, judge, judges
from tilewright.encoding import Encoding, encode
from tilewright.engines.cpsat.solver import installed
from tilewright.engines.registry import AUTO, engine_named
from tilewright.lattices import Cell
from tilewright.solutions import Decoder, Solution, check_solution
from tilewright.solving import PuzzleSearch

# Ls that are forced: some white cell can be covered in one way only.


Tile = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A cell that nothing can cover any more, after these Ls, each of which is forced."""

    tiles: tuple[Tile, ...]
    cell: Cell


def tiles_of(encoding: Encoding) -> list[Tile]:
    """All places where an L fits."""
    ground, blocks = encoding.placements.ground.cells, encoding.placements.blocks
    rows = [row for block in blocks for row in encoding.placements.cells(block).tolist()]
    return [tuple(ground[number] for number in row) for row in rows]


def dead_end(white: Sequence[Cell], tiles: Sequence[Tile]) -> DeadEnd | None:
    """Put down forced Ls, one by one, until a cell is left that none can cover.

    None if there is no such cell when nothing is forced any more; then only a search can tell.
    """
    ways: dict[Cell, set[int]] = {cell: set() for cell in white}
    for number, tile in enumerate(tiles):
        for cell in tile:
            ways[cell].add(number)
    forced: list[Tile] = []
    few = [cell for cell in white if len(ways[cell]) <= 1]
    for cell in few:  # which grows meanwhile
        if cell not in ways:
            continue
        if not ways[cell]:
            return DeadEnd(tuple(forced), cell)
        (number,) = ways[cell]
        forced.append(tiles[number])
        for other in sorted({way for covered in tiles[number] for way in ways.pop(covered)}):
            for near in tiles[other]:
                if near in ways:
                    ways[near].discard(other)
                    if not ways[near]:
                        return DeadEnd(tuple(forced), near)
                    if len(ways[near]) == 1:
                        few.append(near)
    return None


# Why a board of L-Panel has no solution, as far as that can be seen without a search.


MEANT = "o"  # how a cell is drawn that a reason is about
LETTERS = ascii_uppercase
SIZE = 4  # cells of an L


@dataclass(frozen=True, slots=True)
class Reason:
    """Why there is no solution: in a sentence, with the cells and the Ls that it is about.

    `kind` is "number" (of white cells), "region" (whose size is wrong), "cell" (that no L covers),
    "stripes" (that cannot be met), "forced" (Ls, which leave a cell uncovered) or "search".
    """

    kind: str
    sentence: str
    cells: tuple[Cell, ...] = ()
    tiles: tuple[Tile, ...] = ()

    def drawing(self, panel: LPanel) -> str:
        """The cells it is about, as `o`, the Ls, as letters, and what lies around them.

        >>> from tilewright.design.lpanel import LPanel
        >>> panel = LPanel.parse("......\\n......\\n...#..\\n..#.#.\\n...#..\\n......")
        >>> print(Reason("cell", "this cell", ((3, 3),)).drawing(panel))
        .#.
        #o#
        .#.
        """
        letters = dict.fromkeys(self.cells, MEANT)
        for number, tile in enumerate(self.tiles):
            letters |= dict.fromkeys(tile, LETTERS[number % len(LETTERS)])
        if not letters:
            return ""
        (left, right), (top, bottom) = (
            (max(0, min(c[axis] for c in letters) - 1), max(c[axis] for c in letters) + 2)
            for axis in (0, 1)
        )
        return "\n".join(
            "".join(letters.get((x, y), c) for x, c in enumerate(row[left:right], left))
            for y, row in enumerate(panel.rows[top:bottom], top)
        )


def reasons(panel: LPanel, encoding: Encoding) -> tuple[Reason, ...]:
    """All reasons that can be seen without a search; `encoding` is that of the panel's puzzle.

    - The number of white cells is no multiple of four.
    - The same for a region.
    - There is a cell that no L can cover.
    - Some Ls are forced, and they leave a cell that no L can cover.
    - Colour every other row of a region.  Each L has three cells of one colour and one of the
      other, so n of them cover an odd number of coloured cells if n is odd, else an even number.
      Columns can be coloured just as well.

    >>> from tilewright.encoding import encode
    >>> panel = LPanel.parse("......\\n......")
    >>> [reason.kind for reason in reasons(panel, encode(panel.puzzle))]
    ['stripes', 'stripes']
    """
    return tuple(_reasons(panel, encoding))


def _reasons(panel: LPanel, encoding: Encoding) -> Iterator[Reason]:
    regions = panel.regions()
    total = len(panel.white)
    if total % SIZE:
        yield Reason("number", f"{_whites(total)}, not a multiple of four: {_remedy(total)}")
    if len(regions) > 1:
        for region in regions:
            if len(region) % SIZE:
                what = f"the region at {place_of(region[0])} has {_whites(len(region))}"
                yield Reason("region", f"{what}, not a multiple of four", region)
    tiles = tiles_of(encoding)
    covered = {cell for tile in tiles for cell in tile}
    for region in regions:
        if len(region) % SIZE == 0:
            yield from _of_region(region, tiles, covered, alone=len(regions) == 1)


def _of_region(
    region: tuple[Cell, ...], tiles: Sequence[Tile], covered: Container[Cell], *, alone: bool
) -> Iterator[Reason]:
    """What is wrong with a region whose size is right."""
    dry = [cell for cell in region if cell not in covered]
    for cell in dry:
        yield Reason("cell", f"no L can cover the white cell at {place_of(cell)}", (cell,))
    yield from _stripes(region, alone=alone)
    inside = set(region)
    end = None if dry else dead_end(region, [tile for tile in tiles if tile[0] in inside])
    if end:
        ls = _ls(len(end.tiles)).replace("L", "forced L")
        sentence = f"after {ls} nothing can cover the white cell at {place_of(end.cell)}"
        yield Reason("forced", sentence, (end.cell,), end.tiles)


def _stripes(region: tuple[Cell, ...], *, alone: bool) -> Iterator[Reason]:
    tiles = len(region) // SIZE
    where = "" if alone else f" of the region at {place_of(region[0])}"
    for name, axis in (("rows", 1), ("columns", 0)):
        coloured = sum(cell[axis] % 2 == 0 for cell in region)
        if (coloured - tiles) % 2:
            parity = "odd" if tiles % 2 else "even"
            yield Reason(
                "stripes",
                f"{_whites(len(region))}{where} need {_ls(tiles)}, each with 1 or 3 cells in odd "
                f"{name}, so an {parity} number in all: there are {coloured}",
                () if alone else region,
            )


def place_of(cell: Cell) -> str:
    """Where a cell is, as people count.

    >>> place_of((2, 0))
    'row 1, column 3'
    """
    return f"row {cell[1] + 1}, column {cell[0] + 1}"


def _whites(number: int) -> str:
    return "1 white cell" if number == 1 else f"{number:,} white cells"


def _ls(number: int) -> str:
    return "1 L" if number == 1 else f"{number} Ls"


def _remedy(total: int) -> str:
    surplus = total % SIZE
    if total < SIZE:
        return f"whiten {SIZE - surplus} more"
    return f"blacken {surplus} of them, or whiten {SIZE - surplus} more"


Cells = frozenset[Cell]


def another_solution(encoding: Encoding, solution: Solution) -> Solution | None:
    """The same solution with two Ls exchanged for two others; None if there are no such.

    >>> from tilewright.encoding import encode
    >>> from tilewright.design.lpanel import LPanel
    >>> from tilewright.solving import solve
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
