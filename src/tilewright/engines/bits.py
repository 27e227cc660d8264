"""Search by bits: many options at a time, with the vector instructions of the processor."""

from tilewright import _core
from tilewright.cover import ExactCover
from tilewright.engines.engine import SearchOptions
from tilewright.engines.links import refuse_stranding
from tilewright.engines.native import NativeCoverSearch, native_problem

__all__ = ["BitsSearch"]


class BitsSearch(NativeCoverSearch):
    """A search by bits; see `tilewright.engines.Search` for what it promises.

    Branches on the item with fewest options among those that must be covered exactly once, and
    takes forced options at once.  A node is an option that was tried and left no item without an
    option; updates are options found to fit, whenever they were listed.  Covers come in an order
    of its own.
    """

    @staticmethod
    def refusal(problem: ExactCover) -> str | None:
        """Why this engine cannot take the problem, in a sentence; None if it can."""
        return _core.bits_refusal(native_problem(problem))

    def _begin(
        self, problem: ExactCover, options: SearchOptions, settings: _core.Settings
    ) -> _core.Search:
        refuse_stranding(options)
        return _core.bits_search(
            native_problem(problem),
            settings,
            instructions="",  # the best there are
        )
