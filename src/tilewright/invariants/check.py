"""Is this a proof that a puzzle has no solution?  Asked of the puzzle itself."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from tilewright.errors import TilewrightError
from tilewright.invariants.proofs import Bare, Chain, Conflict, Nowhere, Proof, Searched, Weighing
from tilewright.lattices import Cell, Motion, minus, plus
from tilewright.puzzle import PLAIN, Piece, Puzzle

# Where pieces can lie, worked out from the puzzle alone, for the checker of proofs.
#
# It is slow and short, and shares nothing with placements, encodings, engines or orientations.
# Rules between pieces (marks, crossings) are left out: without them there is only more room.


Place = frozenset[Cell]


@dataclass(frozen=True)
class Stock:
    """Pieces that have the same places: how many of them must and may be used in all."""

    names: tuple[str, ...]
    size: int
    lo: int
    hi: int | None
    places: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class FreeBoard:
    """What is left of a puzzle when its fixed pieces are in their places.

    From `least` to `most` pieces are to be used in all; without `most` that is not counted.
    """

    must: frozenset[Cell]
    may: frozenset[Cell]
    stocks: tuple[Stock, ...]
    least: int = 0
    most: int | None = None

    def stock(self, name: str) -> Stock:
        """The pieces among which one is."""
        return next(stock for stock in self.stocks if name in stock.names)


@lru_cache(maxsize=4)
def ground_of(puzzle: Puzzle) -> FreeBoard:
    """What the checker knows of a puzzle."""
    taken = {cell for fixed in puzzle.fixed for cell in fixed.cells}
    groups: dict[frozenset[Place], list[Piece]] = defaultdict(list)
    for piece in puzzle.pieces:
        if piece.count.hi != 0:
            groups[frozenset(_places(puzzle, piece))].append(piece)
    stocks = []
    for places, pieces in groups.items():
        names = tuple(piece.name for piece in pieces)
        used = sum(fixed.piece in names for fixed in puzzle.fixed)
        lo = 0 if puzzle.spare else sum(piece.count.lo for piece in pieces)
        ends = [piece.count.hi for piece in pieces]
        hi = None if None in ends else max(0, sum(end for end in ends if end) - used)
        free = sorted(tuple(sorted(place)) for place in places if not place & taken)
        stocks.append(Stock(names, pieces[0].size, max(0, lo - used), hi, tuple(free)))
    least, most = 0, None
    if puzzle.spare:
        total = sum(piece.count.hi or 0 for piece in puzzle.pieces) - len(puzzle.fixed)
        most = total - puzzle.spare.lo
        least = 0 if puzzle.spare.hi is None else max(0, total - puzzle.spare.hi)
    return FreeBoard(
        frozenset(puzzle.board.must) - taken,
        frozenset(puzzle.board.may) - taken,
        tuple(stocks),
        least,
        most,
    )


def _places(puzzle: Puzzle, piece: Piece) -> set[Place]:
    """All places of a piece on the whole board."""
    on = puzzle.lattice
    board = set(puzzle.board.cells)
    alike: dict[Cell, list[Cell]] = defaultdict(list)
    for cell in board:
        alike[on.translations.reduce(cell)].append(cell)
    places: set[Place] = set()
    for motion in piece.allowed_motions(on):
        turned = [motion(cell) for cell in piece.cells]
        steps = [minus(cell, turned[0]) for cell in turned]
        for start in alike[on.translations.reduce(turned[0])]:
            cells = [plus(start, step) for step in steps]
            if (
                all(cell in board for cell in cells)
                and _colours_fit(puzzle, piece, cells)
                and _border_fits(puzzle, piece, motion, minus(start, turned[0]), board)
            ):
                places.add(frozenset(cells))
    return places


def _colours_fit(puzzle: Puzzle, piece: Piece, cells: list[Cell]) -> bool:
    fits = puzzle.colour_fits
    for cell, colour in zip(cells, piece.colours or ("",) * piece.size, strict=True):
        below = puzzle.board.colours.get(cell, "")
        if (below, colour) not in fits if fits is not None else below != colour:
            return False
    return True


def _border_fits(
    puzzle: Puzzle, piece: Piece, motion: Motion, shift: Cell, board: set[Cell]
) -> bool:
    if puzzle.marks is None:
        return True
    marks = {(mark.cell, mark.step): mark.mark for mark in piece.marks}
    for cell in piece.cells:
        for step in puzzle.lattice.neighbours(cell):
            there = plus(motion(plus(cell, step)), shift)
            mark = marks.get((cell, step), PLAIN)
            if there not in board and not puzzle.marks.fit(mark, puzzle.marks.border):
                return False
    return True


# Which sums the pieces of a puzzle can have, if numbers stand on the cells.
#
# A set of sums is the bits of a number.  States are told apart by how many cells are covered and,
# if it matters, by how many pieces are used; each has its set of sums.


States = dict[tuple[int, int], int]  # (cells, pieces): sums


def sums_of(stock: Stock, weights: Mapping[Cell, int], modulus: int = 0) -> tuple[int, ...]:
    """The different sums of numbers that such a piece can cover, in order."""
    sums = {sum(weights.get(cell, 0) for cell in place) for place in stock.places}
    return tuple(sorted({total % modulus for total in sums} if modulus else sums))


def adds_up(ground: FreeBoard, weights: Mapping[Cell, int], modulus: int = 0) -> bool:
    """Can the pieces, as often as they may be used, have the sum of the cells they must cover?"""
    lowest = 0 if modulus else min((0, *weights.values()))
    cells = {*ground.must, *ground.may}
    # To add the same number to all cells changes nothing, as all states know how many they cover.
    lifted = {cell: weights.get(cell, 0) - lowest for cell in cells}
    sums = _Sums(modulus, sum(lifted.values()) + 1, len(cells), ground.most is not None)
    wanted = sums.wanted(ground, lifted)
    states: States = {(0, 0): 1}
    for stock in ground.stocks:
        states = sums.with_stock(states, stock, sums_of(stock, lifted, modulus))
    return any(
        wanted.get(covered, 0) & some
        for (covered, used), some in states.items()
        if ground.most is None or ground.least <= used <= ground.most
    )


@dataclass(frozen=True)
class _Sums:
    """Sums below `width`, or modulo `modulus`, of pieces that cover at most `room` cells."""

    modulus: int
    width: int
    room: int
    counted: bool  # are states told apart by how many pieces are used?

    def plus(self, some: int, ways: Iterable[int]) -> int:
        """All sums, each with one of these added."""
        found = 0
        for way in ways:
            found |= some << way
        if self.modulus:
            return (found | found >> self.modulus) & ((1 << self.modulus) - 1)
        return found & ((1 << self.width) - 1)

    def wanted(self, ground: FreeBoard, weights: Mapping[Cell, int]) -> dict[int, int]:
        """For each number of covered cells, the sums that they may have."""
        numbers = {c: w % self.modulus if self.modulus else w for c, w in weights.items()}
        least = sum(numbers[cell] for cell in ground.must)
        wanted = {len(ground.must): 1 << (least % self.modulus if self.modulus else least)}
        for cell in sorted(ground.may):
            for covered, some in sorted(wanted.items(), reverse=True):
                more = self.plus(some, (numbers[cell],))
                wanted[covered + 1] = wanted.get(covered + 1, 0) | more
        return wanted

    def with_stock(self, states: States, stock: Stock, ways: tuple[int, ...]) -> States:
        """What the states become when pieces are added, as often as they may be."""
        fit = self.room // stock.size
        most = fit if stock.hi is None else min(fit, stock.hi)
        if stock.lo > most:
            return {}
        cells = stock.lo * stock.size
        layer = {state: some for state, some in states.items() if state[0] + cells <= self.room}
        for _ in range(stock.lo):
            layer = self._once(layer, stock, ways)
        found = dict(layer)
        if most == fit:  # the board ends it, not the count: each piece leads to more cells
            todo = sorted(found)
            while todo:
                state = heappop(todo)
                for new, some in self._once({state: found[state]}, stock, ways).items():
                    if new not in found:
                        heappush(todo, new)
                    found[new] = found.get(new, 0) | some
            return found
        for _ in range(stock.lo, most):
            layer = self._once(layer, stock, ways)
            for state, some in layer.items():
                found[state] = found.get(state, 0) | some
        return found

    def _once(self, states: States, stock: Stock, ways: tuple[int, ...]) -> States:
        found: States = {}
        for (covered, used), some in states.items():
            more = self.plus(some, ways)
            if covered + stock.size <= self.room and more:
                found[covered + stock.size, used + self.counted] = more
        return found


class NotProved(TilewrightError):  # noqa: N818  (says what it is)
    """Something does not prove that a puzzle has no solution."""


def check_proof(puzzle: Puzzle, proof: Proof) -> None:
    """Raise NotProved unless this proves that the puzzle has no solution.

    Of a conflict, and of a search, only another search can tell, which is not done here.
    """
    ground = ground_of(puzzle)
    match proof:
        case Weighing():
            stray = set(proof.weights) - set(puzzle.board.cells)
            if stray:
                raise NotProved(f"there is a number on {min(stray)}, which is not on the board")
            if proof.modulus < 0 or adds_up(ground, proof.weights, proof.modulus):
                raise NotProved("the pieces can add up to the numbers on the board")
        case Nowhere() | Bare():
            _check_end(_Moves(ground), proof)
        case Chain():
            moves = _Moves(ground)
            for number, step in enumerate(proof.steps, 1):
                moves.follow(number, step.piece, step.cells, step.at)
            _check_end(moves, proof.end)
        case Conflict() | Searched():
            pass


def is_proof(puzzle: Puzzle, proof: Proof) -> bool:
    """Does this prove that the puzzle has no solution?  See `check_proof`."""
    try:
        check_proof(puzzle, proof)
    except NotProved:
        return False
    return True


class _Moves:
    """The places that are left while pieces are put down."""

    def __init__(self, ground: FreeBoard) -> None:
        self.ground = ground
        self.must = set(ground.must)
        self.need = [stock.lo for stock in ground.stocks]
        self.room = [stock.hi for stock in ground.stocks]
        self.left = [
            {frozenset(p) for p in s.places} if s.hi != 0 else set() for s in ground.stocks
        ]

    def number(self, piece: str) -> int:
        """The number of a piece's stock."""
        for number, stock in enumerate(self.ground.stocks):
            if piece in stock.names:
                return number
        raise NotProved(f"there is no piece {piece!r} to be used")

    def follow(self, number: int, piece: str, cells: Sequence[Cell], at: Cell | None) -> None:
        """Put a piece down, which must be the only way."""
        stock, place = self.number(piece), frozenset(cells)
        if at is None:
            forced = self.need[stock] > 0 and self.left[stock] == {place}
        else:
            ways = [(k, p) for k, places in enumerate(self.left) for p in places if at in p]
            forced = at in self.must and ways == [(stock, place)]
        if not forced:
            raise NotProved(f"step {number} is not forced: {piece!r} on {sorted(cells)}")
        self.must -= place
        self.need[stock] -= 1
        room = self.room[stock]
        if room is not None:
            self.room[stock] = room - 1
        self.left = [{p for p in places if not p & place} for places in self.left]
        if self.room[stock] == 0:
            self.left[stock] = set()


def _check_end(moves: _Moves, end: Nowhere | Bare) -> None:
    if isinstance(end, Nowhere):
        number = moves.number(end.piece)
        if moves.need[number] <= len(moves.left[number]):
            raise NotProved(f"there are places left for {end.piece!r}")
    elif end.cell not in moves.must or any(end.cell in p for some in moves.left for p in some):
        raise NotProved(f"{end.cell} need not stay empty")
