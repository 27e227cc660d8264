"""Is this a proof that a puzzle has no solution?  Asked of the puzzle itself."""

from collections.abc import Sequence

from tilewright.errors import TilewrightError
from tilewright.explain.laid import Ground, ground_of
from tilewright.explain.proofs import Bare, Chain, Conflict, Nowhere, Proof, Searched, Weighing
from tilewright.explain.reach import adds_up
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle

__all__ = ["NotProved", "check_proof"]


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


class _Moves:
    """The places that are left while pieces are put down."""

    def __init__(self, ground: Ground) -> None:
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
