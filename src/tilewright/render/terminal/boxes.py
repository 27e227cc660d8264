"""Lines along the borders of pieces made of squares, inside of the pieces.

┌────┐
│    └────┐
│         │
└─────────┘
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import product

from tilewright.render.terminal.canvas import Place

__all__ = ["AROUND", "box_lines"]

AROUND = tuple((x, y) for x, y in product((-1, 0, 1), repeat=2) if x or y)

# Characters whose arms go up (1), right (2), down (4) and left (8).
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
ARMS = ((1, (0, -1)), (2, (1, 0)), (4, (0, 1)), (8, (-1, 0)))


@cache
def box_lines(width: int, height: int, same: tuple[bool, ...]) -> Mapping[Place, str]:
    """The lines in a cell of this size.  Which of the cells around belong to the same piece?

    A line goes from each character to the next one along a border.

    >>> box_lines(3, 2, (False,) * 8)[0, 0]
    '┌'
    >>> box_lines(3, 2, (True,) * 8)
    {}
    """
    own = {
        (width * x + a, height * y + b)
        for (x, y), here in zip(((0, 0), *AROUND), (True, *same), strict=True)
        for a, b in product(range(width), range(height))
        if here
    }
    bordering = {place for place in own if not own.issuperset(_moved(place, AROUND))}
    lines = {}
    for place in product(range(width), range(height)):
        arms = 0
        for arm, (x, y) in ARMS:
            (there,) = _moved(place, [(x, y)])
            if place in bordering and there in bordering:
                beside = (p for start in (place, there) for p in _moved(start, [(y, x), (-y, -x)]))
                arms |= 0 if own.issuperset(beside) else arm
        if arms:
            lines[place] = BOX[arms]
    return lines


def _moved(place: Place, steps: Iterable[Place]) -> list[Place]:
    return [(place[0] + x, place[1] + y) for x, y in steps]
