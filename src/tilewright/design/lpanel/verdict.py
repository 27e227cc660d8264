"""Has a board of L-Panel a solution, is it the only one, and if there is none, why not?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from tilewright.design.common import Deadline, placement_cells
from tilewright.design.lpanel.panel import LPanel
from tilewright.design.uniqueness import (
    Verdict,
    checked_solutions,
    different_covers,
    judge,
    judges,
)
from tilewright.document.text import brief_repr, many
from tilewright.encoding import Encoding, encode
from tilewright.engines.cpsat.solver import installed
from tilewright.engines.registry import AUTO, engine_named
from tilewright.errors import SelfCheckError
from tilewright.lattices import Cell
from tilewright.solutions import Decoder, Solution, check_solution

Tile = tuple[Cell, ...]
SIZE = 4  # cells of an L
PATIENCE = 10.0  # seconds for each question after the first solution, where there is no limit


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
        letters = dict.fromkeys(self.cells, "o")
        for number, tile in enumerate(self.tiles):
            letters |= dict.fromkeys(tile, ascii_uppercase[number % len(ascii_uppercase)])
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


def reasons(panel: LPanel, encoding: Encoding) -> Iterator[Reason]:
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
    regions = panel.regions()
    surplus = len(panel.white) % SIZE
    if surplus:
        remedy = f"whiten {SIZE - surplus} more"
        if len(panel.white) > SIZE:
            remedy = f"blacken {surplus} of them, or {remedy}"
        yield Reason("number", f"{_whites(panel.white)}, not a multiple of four: {remedy}")
    for region in regions if len(regions) > 1 else ():
        if len(region) % SIZE:
            what = f"the region at {_place(region[0])} has {_whites(region)}"
            yield Reason("region", f"{what}, not a multiple of four", region)
    tiles = _tiles_of(encoding)
    for region in regions:
        if len(region) % SIZE == 0:
            inside = set(region)
            own = [tile for tile in tiles if tile[0] in inside]
            yield from _of_region(region, own, alone=len(regions) == 1)


def _of_region(region: tuple[Cell, ...], tiles: Sequence[Tile], *, alone: bool) -> Iterator[Reason]:
    """What is wrong with a region whose size is right; `tiles` are all Ls that fit into it."""
    covered = {cell for tile in tiles for cell in tile}
    dry = [cell for cell in region if cell not in covered]
    for cell in dry:
        yield Reason("cell", f"no L can cover the white cell at {_place(cell)}", (cell,))
    number = len(region) // SIZE
    where = "" if alone else f" of the region at {_place(region[0])}"
    for name, axis in (("rows", 1), ("columns", 0)):
        coloured = sum(cell[axis] % 2 == 0 for cell in region)
        if (coloured - number) % 2:
            parity = "odd" if number % 2 else "even"
            yield Reason(
                "stripes",
                f"{_whites(region)}{where} need {many(number, 'L')}, each with 1 or 3 cells in odd "
                f"{name}, so an {parity} number in all: there are {coloured}",
                () if alone else region,
            )
    if not dry and (end := _dead_end(region, tiles)):
        forced, cell = end
        what = f"after {many(len(forced), 'forced L')} nothing can cover the white cell at"
        yield Reason("forced", f"{what} {_place(cell)}", (cell,), forced)


def _tiles_of(encoding: Encoding) -> list[Tile]:
    """All places where an L fits."""
    cells = encoding.placements.ground.cells
    return [tuple(cells[number] for number in row) for row in placement_cells(encoding)]


def _dead_end(white: Sequence[Cell], tiles: Sequence[Tile]) -> tuple[tuple[Tile, ...], Cell] | None:
    """Put down forced Ls, one by one, until a cell is left that none can cover.

    An L is forced where a white cell can be covered in one way only.  None if nothing is forced any
    more before there is such a cell; then only a search can tell.
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
            return tuple(forced), cell
        (number,) = ways[cell]
        forced.append(tiles[number])
        for other in sorted({way for covered in tiles[number] for way in ways.pop(covered)}):
            for near in tiles[other]:
                if near in ways:
                    ways[near].discard(other)
                    if not ways[near]:
                        return tuple(forced), near
                    if len(ways[near]) == 1:
                        few.append(near)
    return None


def _place(cell: Cell) -> str:
    """Where a cell is, as people count."""
    return f"row {cell[1] + 1}, column {cell[0] + 1}"


def _whites(cells: Sequence[Cell]) -> str:
    return many(len(cells), "white cell")


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
    numbers = {frozenset(tile): number for number, tile in enumerate(_tiles_of(encoding))}
    old = [frozenset(one.cells) for one in solution.placed]
    through: dict[Cell, list[frozenset[Cell]]] = {}
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


def _touching(tiles: Sequence[frozenset[Cell]]) -> Iterator[tuple[frozenset[Cell], ...]]:
    """Each pair of tiles that have an edge in common."""
    owner = {cell: tile for tile in tiles for cell in tile}
    for tile in tiles:
        beside = (near for x, y in sorted(tile) for near in ((x + 1, y), (x, y + 1)))
        for other in dict.fromkeys(owner[near] for near in beside if near in owner):
            if other != tile:
                yield tile, other


@dataclass(frozen=True, slots=True)
class PanelVerdict(Verdict):
    """The verdict on a board.  Without a solution, `reasons` says why as far as that is known."""

    panel: LPanel
    reasons: tuple[Reason, ...] = ()

    __repr__ = brief_repr

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
    that shares no code with the first has to say the same.  `engine` is the one that begins
    (default: cpsat).  The limit is for everything together.  Without one the first solution is
    waited for as long as it takes, and each further question is given up after ten seconds.
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
    if seen := tuple(reasons(panel, encoding)):
        return PanelVerdict((), (), True, panel, seen)
    searching, proving = judges(encoding.problem)
    if engine == AUTO:
        engine = proving if installed() else searching
    engine_named(engine)  # or else refuses it
    other = searching if engine == proving else proving
    deadline = Deadline(max_seconds, keep_going)
    return _Judging(panel, encoding, engine, other, deadline).verdict(on_solution)


@dataclass(frozen=True, slots=True)
class _Judging:
    """Asks a first engine, then a second one."""

    panel: LPanel
    encoding: Encoding
    first: str
    second: str
    deadline: Deadline

    def verdict(self, on_solution: Callable[[Solution], None]) -> PanelVerdict:
        found, complete = self._find_one(self.encoding)
        if found is None and complete:
            return PanelVerdict((), self._confirmed(0), True, self.panel, self._culprits())
        if found is None:
            return PanelVerdict((), (), False, self.panel)
        on_solution(found)
        if exchanged := another_solution(self.encoding, found):
            return PanelVerdict((found, exchanged), (self.first,), True, self.panel)
        own = self._judge(self.first)
        another = next((s for s in own.solutions if s.placed != found.placed), None)
        if another:
            return PanelVerdict((found, another), own.engines, True, self.panel)
        if not own.complete:
            return PanelVerdict((found,), (), False, self.panel)
        return PanelVerdict((found,), self._confirmed(1), True, self.panel)

    def _confirmed(self, solutions: int) -> tuple[str, ...]:
        """The engines that came to that number: the first, and the second if it had the time."""
        other = self._judge(self.second)
        seen = len(other.solutions)
        if seen > solutions or (other.complete and seen != solutions):
            raise SelfCheckError(
                f"engine {self.first} finds {solutions} solutions and engine {self.second} {seen}: "
                f"one of them is wrong"
            )
        return self.first, *other.engines

    def _culprits(self) -> tuple[Reason, ...]:
        """Where there is no solution, if there is more than one region."""
        regions, size = self.panel.regions(), (self.panel.width, self.panel.height)
        found = []
        for region in regions if len(regions) > 1 else ():
            solution, complete = self._find_one(encode(LPanel.of_white(region, *size).puzzle))
            if solution is None and complete:
                where = f"the region of {len(region)} white cells at {_place(region[0])}"
                why = f"{where} cannot be covered: a search has tried all ways"
                found.append(Reason("search", why, region))
        return tuple(found) or (Reason("search", "a search has tried all ways, and none works"),)

    def _find_one(self, encoding: Encoding) -> tuple[Solution | None, bool]:
        """A solution, and whether the question is answered."""
        covers, complete = different_covers(
            encoding.problem, self.first, 1, (), self.deadline.left, self.deadline.keep_going
        )
        return next(iter(checked_solutions(encoding, covers)), None), complete

    def _judge(self, engine: str) -> Verdict:
        left = self.deadline.left
        return judge(
            self.encoding,
            engines=(engine,),
            up_to="nothing",
            max_seconds=PATIENCE if left is None else left,
            keep_going=self.deadline.keep_going,
        )
