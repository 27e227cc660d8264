"""Another solution beside one that is known, found by looking at two neighbouring Ls at a time.

Two Ls that touch cover eight cells.  If two other Ls cover the same cells, they can be exchanged.
Large boards with more than one solution hardly ever lack such a pair, and to search all of them
anew would take long.
"""

from collections.abc import Iterator, Sequence

from tilewright.encoding import Encoding
from tilewright.lattice import Cell
from tilewright.lpanel.forced import tiles_of
from tilewright.solutions import Decoder, Solution, check_solution

__all__ = ["another_solution"]

Cells = frozenset[Cell]


def another_solution(encoding: Encoding, solution: Solution) -> Solution | None:
    """The same solution with two Ls exchanged for two others; None if there are no such.

    >>> from tilewright.encoding import encode
    >>> from tilewright.lpanel import LPanel
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
