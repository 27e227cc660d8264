"""The order in which engine frontier takes the items."""

from tilewright import _core
from tilewright.cover import ExactCover, Subtree
from tilewright.engines.engine import SearchOptions
from tilewright.engines.frontier import frontier_input

__all__ = ["frontier_order"]


def frontier_order(problem: ExactCover, options: SearchOptions | None = None) -> tuple[int, ...]:
    """The items, by number, in the order of the sweep: that of the options, or the engine's own.

    Items that can be covered more than once, or need not be, have no place in it.

    >>> from tilewright import parse_cover
    >>> frontier_order(parse_cover("a b\\na\\na b\\nb\\n"), SearchOptions(order=(1, 0)))
    (1, 0)
    """
    native = frontier_input(problem, options or SearchOptions(), Subtree())
    return tuple(_core.frontier_outline(native)[2])
