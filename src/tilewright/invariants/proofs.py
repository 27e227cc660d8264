"""What proves that a puzzle has no solution: data that a checker can look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tilewright.lattices import Cell


@dataclass(frozen=True, slots=True)
class Weighing:
    """Numbers on the cells, 0 where none is given, such that no pieces add up to the board's sum.

    Sums are taken modulo `modulus` if that is not 0.
    """

    weights: Mapping[Cell, int]
    modulus: int = 0

    def __post_init__(self) -> None:
        mine = {tuple(cell): int(weight) for cell, weight in self.weights.items() if weight}
        object.__setattr__(self, "weights", MappingProxyType(dict(sorted(mine.items()))))

    def upright(self) -> "Weighing":
        """The same with all signs changed, if most of the numbers are below 0."""
        below = sum(weight < 0 for weight in self.weights.values())
        if self.modulus or 2 * below <= len(self.weights):
            return self
        return Weighing({cell: -weight for cell, weight in self.weights.items()})

    def __hash__(self) -> int:
        return hash((tuple(self.weights.items()), self.modulus))

    def __reduce__(self) -> tuple[object, ...]:
        return Weighing, (dict(self.weights), self.modulus)


@dataclass(frozen=True, slots=True)
class Nowhere:
    """A piece that must be used and has no place."""

    piece: str


@dataclass(frozen=True, slots=True)
class Bare:
    """A cell that must be covered, and nothing covers it."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class ForcedMove:
    """A forced move: for this cell, or for this piece, one place is left.

    If `at` is None, it is the piece that has only this place; else the cell can only be covered so.
    """

    piece: str
    cells: tuple[Cell, ...]
    at: Cell | None


@dataclass(frozen=True, slots=True)
class Chain:
    """Forced moves, and what is left without possibility after them."""

    steps: tuple[ForcedMove, ...]
    end: Nowhere | Bare


@dataclass(frozen=True, slots=True)
class Conflict:
    """Cells that must be covered and pieces that must be used, which is too much together.

    All other cells may stay empty, and other pieces need not be used.  The pieces in `most` may be
    used only as often as their counts allow, the others without end.  If `minimal`, each cell and
    each piece is needed for it.
    """

    cells: tuple[Cell, ...]
    least: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    minimal: bool = False


@dataclass(frozen=True, slots=True)
class Searched:
    """All was searched, and nothing found."""

    engine: str
    nodes: int


Proof = Weighing | Nowhere | Bare | Chain | Conflict | Searched
