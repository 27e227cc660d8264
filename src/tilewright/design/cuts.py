"""Cut a board into pieces that fill it in exactly one way."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tilewright.design.common import letter_name, quick_engine
from tilewright.design.generated import MANY, MOST_STARTS, Generated, Trial, Tried, WalkPlace, rate
from tilewright.encoding import encode
from tilewright.lattices import Cell, Lattice, lattice
from tilewright.orientations import symmetries
from tilewright.puzzle import Board, Piece, Puzzle, PuzzleError, reading_order
from tilewright.puzzle.polyforms import canonical

LEVELLING_STEPS = 20_000
SLACK = 2  # so far, sizes of two parts may be off on the way to good ones
USUAL_SIZE = 5
REMEMBERED = 4096  # cuts, as walks on small boards come back to them
WORST = 1000 * MANY  # what a cut counts in which pieces are alike that should not


@dataclass(frozen=True)
class Cut(WalkPlace):
    """A board cut into parts: the part of each cell, by number."""

    part_of: tuple[int, ...]


class Parts:
    """A board cut into connected parts, none of them empty."""

    def __init__(self, near: Sequence[Sequence[int]], part_of: Sequence[int]) -> None:
        self._near = near
        self.part_of = list(part_of)
        self.sizes = [self.part_of.count(part) for part in range(max(part_of) + 1)]

    @classmethod
    def grown(cls, near: Sequence[Sequence[int]], number: int, random: Random) -> "Parts | None":
        """So many parts, grown from single cells; None if they do not reach every cell."""
        part_of = [-1] * len(near)
        edge = random.sample(range(len(near)), number)
        for part, cell in enumerate(edge):
            part_of[cell] = part
        while edge:
            at = random.randrange(len(edge))
            free = [cell for cell in near[edge[at]] if part_of[cell] < 0]
            if not free:
                edge[at] = edge[-1]
                edge.pop()
                continue
            cell = random.choice(free)
            part_of[cell] = part_of[edge[at]]
            edge.append(cell)
        return None if -1 in part_of else cls(near, part_of)

    def give(self, cell: int, to: int) -> bool:
        """Give a cell to a part that touches it, unless its own part would fall apart."""
        own = self.part_of[cell]
        if own == to or self.sizes[own] == 1 or not self._holds_without(cell):
            return False
        self.part_of[cell] = to
        self.sizes[own] -= 1
        self.sizes[to] += 1
        return True

    def takers(self, cell: int) -> list[int]:
        """The other parts that touch a cell."""
        own = self.part_of[cell]
        return list(dict.fromkeys(p for n in self._near[cell] if (p := self.part_of[n]) != own))

    def _holds_without(self, cell: int) -> bool:
        own = self.part_of[cell]
        beside = [near for near in self._near[cell] if self.part_of[near] == own]
        seen = {cell, beside[0]}
        todo = [beside[0]]
        while todo:
            for near in self._near[todo.pop()]:
                if near not in seen and self.part_of[near] == own:
                    seen.add(near)
                    todo.append(near)
        return all(near in seen for near in beside)


@dataclass
class CutWalk:
    """Walks from cut to cut: each step gives a cell of one part to a part beside it."""

    on: Lattice
    board: Board
    pieces: int
    sizes: tuple[int, int]
    flip: bool | None
    different: bool
    title: str
    trial: Trial

    def __post_init__(self) -> None:
        cells = self.board.must
        numbers = {cell: k for k, cell in enumerate(cells)}
        beside = (self.on.neighbours(cell).values() for cell in cells)
        self._near = [[numbers[cell] for cell in near if cell in numbers] for near in beside]
        self._random = self.trial.random
        self._rated = lru_cache(REMEMBERED)(self._rate)

    def start(self) -> Cut | None:
        """Grow parts, then level their sizes."""
        parts = Parts.grown(self._near, self.pieces, self._random)
        return self._rated(tuple(parts.part_of)) if parts and self._levelled(parts) else None

    def step(self, place: Cut) -> Cut | None:
        """Give a cell to another part; and one back, if sizes say so."""
        parts = Parts(self._near, place.part_of)
        cell = self._random.randrange(len(self._near))
        takers = parts.takers(cell)
        if not takers:
            return None
        giver, taker = parts.part_of[cell], self._random.choice(takers)
        if not parts.give(cell, taker):
            return None
        if self._excess(parts) and not self._give_back(parts, cell, taker, giver):
            return None
        return self._rated(tuple(parts.part_of))

    def puzzle(self, place: Cut) -> Puzzle:
        """The parts as pieces, in a position of their own, named in an order of their own."""
        parts: dict[int, list[Cell]] = {}
        for cell, part in zip(self.board.must, place.part_of, strict=True):
            parts.setdefault(part, []).append(cell)
        flips = self.on.flat if self.flip is None else self.flip
        forms = [
            canonical(self.on, cells, "free" if flips else "one-sided") for cells in parts.values()
        ]
        forms.sort(key=lambda form: (len(form), [reading_order(cell) for cell in form]))
        pieces = [Piece(letter_name(k), form, flip=self.flip) for k, form in enumerate(forms)]
        return Puzzle(self.on, self.board, tuple(pieces), title=self.title)

    def _rate(self, part_of: tuple[int, ...]) -> Cut:
        """A cut with its number of solutions, as `rate` tells, symmetric copies counted as one."""
        puzzle = self.puzzle(Cut(0, part_of))
        forms = {piece.cells for piece in puzzle.pieces}
        if self.different and len(forms) < self.pieces:
            return Cut(WORST * (1 + self.pieces - len(forms)), part_of)
        encoding = encode(puzzle)
        engine = quick_engine(encoding.problem)
        copies = len(symmetries(puzzle, encoding.placements.types))
        return Cut(rate(encoding.problem, engine, self.trial.progress, copies), part_of)

    def _give_back(self, parts: Parts, but: int, giver: int, taker: int) -> bool:
        """Let a part give a cell to another one, but not this one; are the sizes right then?"""
        cells = [k for k, part in enumerate(parts.part_of) if part == giver and k != but]
        self._random.shuffle(cells)
        given = any(taker in parts.takers(cell) and parts.give(cell, taker) for cell in cells)
        return given and not self._excess(parts)

    def _levelled(self, parts: Parts) -> bool:
        """Give cells away until no part is too large or too small."""
        for _ in range(LEVELLING_STEPS):
            self.trial.progress()
            if not self._excess(parts):
                return True
            self._give_any(parts)
        return False

    def _give_any(self, parts: Parts) -> None:
        """Give a random cell to a part beside it, unless that makes sizes much worse."""
        cell = self._random.randrange(len(self._near))
        takers = parts.takers(cell)
        if not takers:
            return
        to = self._random.choice(takers)
        own = parts.part_of[cell]
        before = self._off(parts.sizes[own]) + self._off(parts.sizes[to])
        after = self._off(parts.sizes[own] - 1) + self._off(parts.sizes[to] + 1)
        if after <= max(before, SLACK):
            parts.give(cell, to)

    def _off(self, size: int) -> int:
        return max(0, self.sizes[0] - size, size - self.sizes[1])

    def _excess(self, parts: Parts) -> int:
        return sum(map(self._off, parts.sizes))


def cut_board(
    cells: Iterable[Cell],
    pieces: int | None = None,
    *,
    on: str | Lattice = "square",
    sizes: tuple[int, int] | None = None,
    different: bool = False,
    flip: bool | None = None,
    difficulty: str | None = None,
    seed: int = 0,
    up_to: str = "symmetry",
    title: str = "",
    max_starts: int = MOST_STARTS,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Callable[[Tried], None] = lambda _: None,
) -> Generated:
    """Cut a board into connected pieces that fill it in one way, apart from symmetric copies.

    `pieces` is how many, `sizes` the least and the most cells of a piece; either may be left out.
    With `different`, no two pieces have the same form.  `flip` says whether pieces may be turned
    over; without it they may in the plane.  The pieces' names and positions do not give the
    solution away.  Same arguments, same puzzle: the limit only decides how long to look.
    `progress` is told what was tried so far.

    Two engines have to agree that there is one solution.  Raises PuzzleError if what is wanted is
    impossible, NothingMadeError if it was not found.

    >>> from tilewright.puzzle import box
    >>> made = cut_board(box(5, 4), 4, different=True, seed=1)
    >>> sorted(piece.size for piece in made.puzzle.pieces), made.engines[0]
    ([4, 4, 6, 6], 'bits')
    """
    trial = Trial(seed, up_to, difficulty, max_starts, max_seconds, keep_going, progress)
    on = lattice(on) if isinstance(on, str) else on
    board = Board(tuple(cells))
    number, sizes = _numbers(len(board.must), pieces, sizes)
    walk = CutWalk(on, board, number, sizes, flip, different, title, trial)
    return trial.run(walk, 1, "try other sizes, fewer or more pieces, or another seed")


def _numbers(
    cells: int, pieces: int | None, sizes: tuple[int, int] | None
) -> tuple[int, tuple[int, int]]:
    """How many pieces, and how large."""
    if sizes is not None and not 1 <= sizes[0] <= sizes[1]:
        raise PuzzleError(f"sizes are {sizes[0]}..{sizes[1]}: expected 1 <= least <= most")
    if pieces is None:
        middle = USUAL_SIZE if sizes is None else sum(sizes) / 2
        pieces = max(1, round(cells / middle))
        if sizes is not None:
            pieces = min(max(pieces, -(-cells // sizes[1])), max(1, cells // sizes[0]))
    if not 1 <= pieces <= cells:
        raise PuzzleError(f"{pieces} pieces: expected 1 to {cells}, for a board of {cells} cells")
    if sizes is None:
        sizes = max(1, cells // pieces - 1), -(-cells // pieces) + 1
    low, high = sizes
    if not pieces * low <= cells <= pieces * high:
        raise PuzzleError(
            f"{pieces} pieces of {low} to {high} cells have {pieces * low} to {pieces * high} in "
            f"all, and the board has {cells}: change the number or the sizes"
        )
    return pieces, sizes
