"""Random boards of squares, cut at random: holes, touching corners, several parts; all counts agree.

The count to compare with is an exact cover of the squares, written here: pieces with right angles
and whole sides can only lie on the grid.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape
from tilewright.polygons.jigsaw import make_jigsaw
from tilewright.polygons.search import CornerCount, CornerSearch

Cell = tuple[int, int]
Cells = frozenset[Cell]
Edge = tuple[Cell, Cell]

MOST_STEPS = 3_000  # of the exact cover
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))


def edges(cells: Iterable[Cell]) -> set[Edge]:
    """The sides of cells that bound them, the inside on the left."""
    found: set[Edge] = set()
    for x, y in cells:
        spots = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        for p, q in zip(spots, [*spots[1:], spots[0]], strict=True):
            if (q, p) in found:
                found.remove((q, p))
            else:
                found.add((p, q))
    return found


def rings(cells: Iterable[Cell], *, left: bool) -> list[list[Cell]]:
    """The boundary.  Where it touches itself it turns to the left, or to the right."""
    after: dict[Cell, list[Cell]] = {}
    for p, q in sorted(edges(cells)):
        after.setdefault(p, []).append(q)
    found = []
    while after:
        here = start = min(after)
        ring, came = [], (0, 0)
        while True:
            ring.append(here)
            ways = after[here]
            ways.sort(key=lambda q: came[0] * (q[1] - here[1]) - came[1] * (q[0] - here[0]))
            there = ways.pop(-1 if left else 0)
            if not ways:
                del after[here]
            came, here = (there[0] - here[0], there[1] - here[1]), there
            if here == start:
                break
        found.append(ring)
    return found


def area(ring: list[Cell]) -> int:
    return sum(a * d - b * c for (a, b), (c, d) in zip(ring, [*ring[1:], ring[0]], strict=True))


def shape(cells: Iterable[Cell], chance: random.Random) -> Shape:
    """A connected polyomino; holes that touch its outline are drawn as such."""
    found = sorted(rings(cells, left=True), key=area, reverse=True)
    assert area(found[0]) > 0
    assert all(area(hole) < 0 for hole in found[1:])
    return Shape.of(found[0], found[1:])


def parts(cells: Iterable[Cell]) -> list[Cells]:
    """Its parts that hang together by sides."""
    left, found = set(cells), []
    while left:
        part, fresh = set(), [left.pop()]
        while fresh:
            x, y = fresh.pop()
            part.add((x, y))
            beside = [(x + dx, y + dy) for dx, dy in WAYS]
            fresh += [cell for cell in beside if cell in left]
            left.difference_update(beside)
        found.append(frozenset(part))
    return sorted(found, key=sorted)


def grown(chance: random.Random, field: set[Cell], size: int) -> set[Cell]:
    cells = {chance.choice(sorted(field))}
    while len(cells) < size:
        fresh = {(x + dx, y + dy) for x, y in cells for dx, dy in WAYS} & field - cells
        if not fresh:
            break
        cells.add(chance.choice(sorted(fresh)))
    return cells


def images(cells: Iterable[Cell], *, turn: bool, flip: bool) -> set[Cells]:
    """The shapes that a piece may have on the grid, each at the origin."""
    found = set()
    for flipped in (False, True) if flip else (False,):
        for turns in range(4 if turn else 1):
            spots = [(-x, y) if flipped else (x, y) for x, y in cells]
            for _ in range(turns):
                spots = [(-y, x) for x, y in spots]
            left, low = min(x for x, _ in spots), min(y for _, y in spots)
            found.add(frozenset((x - left, y - low) for x, y in spots))
    return found


def covers(board: set[Cell], kinds: list[tuple[set[Cells], int]]) -> int | None:
    """How often the board can be filled: its first free cell is covered in all ways.

    None if that takes long.
    """
    free = [count for _, count in kinds]
    steps = 0

    def fill(left: frozenset[Cell]) -> int:
        nonlocal steps
        steps += 1
        if not left or steps > MOST_STEPS:
            return int(not any(free))
        x, y = min(left)
        total = 0
        for kind, (ways, _) in enumerate(kinds):
            if not free[kind]:
                continue
            free[kind] -= 1
            for way in ways:
                a, b = min(way)
                moved = {(x + c - a, y + d - b) for c, d in way}
                if moved <= left:
                    total += fill(left - moved)
            free[kind] += 1
        return total

    total = fill(frozenset(board))
    return total if steps <= MOST_STEPS else None


def random_case(seed: int) -> tuple[PolygonPuzzle, int | None]:
    """A puzzle, and how many solutions it has."""
    chance = random.Random(seed)
    width, height = chance.randint(2, 7), chance.randint(2, 7)
    field = {(x, y) for x in range(width) for y in range(height)}
    removed = chance.sample(sorted(field), chance.randint(0, len(field) // 3))
    board = field - set(removed)
    largest = chance.choice([3, 4, 5, 8, 12, 20, 30])
    flip = chance.choice([True, True, False, None])
    turn = chance.choice([True, True, True, False, None])
    left, cut = set(board), []
    while left:
        cells = grown(chance, left, chance.randint(1, largest))
        left -= cells
        cut.append(cells)
    pieces, kinds = [], Counter[tuple[frozenset[Cells], bool]]()
    for number, cells in enumerate(cut):
        may_turn = chance.random() < 0.5 if turn is None else turn
        may_flip = chance.random() < 0.5 if flip is None else flip
        drawn = sorted(images(cells, turn=may_turn, flip=may_flip), key=sorted)
        cells_drawn = chance.choice(drawn)
        pieces.append(
            PolygonPiece(f"P{number}", shape(cells_drawn, chance), turn=may_turn, flip=may_flip)
        )
        kinds[frozenset(drawn), may_turn] += 1
    shapes = tuple(shape(part, chance) for part in parts(board))
    known = covers(board, [(set(ways), count) for (ways, _), count in kinds.items()])
    return PolygonPuzzle(shapes, tuple(pieces)), known


def listed(search: CornerSearch) -> Iterator[frozenset[tuple[object, ...]]]:
    for batch in search:
        for placed in search.placed(batch):
            yield frozenset(
                (one.piece, one.flipped, *(round(x, 6) for x in (one.cos, one.sin, one.dx, one.dy)))
                for one in placed
            )


def counts(puzzle: PolygonPuzzle) -> dict[str, int]:
    """By each way of counting."""
    jigsaw = make_jigsaw(puzzle)
    found = {}
    for memo in (True, False):
        for strategy in ("fewest", "lynning"):
            counting = CornerCount(jigsaw, memo=memo, strategy=strategy)
            counting.run()
            counting.require_clear()
            found[f"count {memo=} {strategy}"] = counting.solutions
            search = CornerSearch(jigsaw, memo=memo, strategy=strategy)
            solutions = list(listed(search))
            found[f"list {memo=} {strategy}"] = len(solutions)
            found[f"different {memo=} {strategy}"] = len(set(solutions))
    return found


@pytest.mark.parametrize("seed", range(100))
def test_squares(seed: int) -> None:
    puzzle, known = random_case(seed)
    assert set(counts(puzzle).values()) == {known}
