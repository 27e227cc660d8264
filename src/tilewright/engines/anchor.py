"""Backtracking in bits: the tree of dancing links, and an eye on regions that cannot be filled."""

from tilewright import _core
from tilewright.cover import ExactCover
from tilewright.engines.engine import STRANDING, OptionError, SearchOptions
from tilewright.engines.native import NativeCoverSearch, native_problem

__all__ = ["AnchorSearch", "native_stranding"]


class AnchorSearch(NativeCoverSearch):
    """A search by backtracking; see `tilewright.engines.Search` for what it promises.

    Nodes, covers and their order are those of `LinksSearch` under the same options, unless
    `stranding` cuts branches off.  Updates are options looked at: with rule leftmost those that
    have the item branched on as their first one in the order, with rule fewest those that fit.
    """

    def _begin(
        self, problem: ExactCover, options: SearchOptions, settings: _core.Settings
    ) -> _core.Search:
        stranding = native_stranding(problem, options)
        return _core.anchor_search(native_problem(problem), settings, stranding=stranding)


def native_stranding(problem: ExactCover, options: SearchOptions) -> int:
    """The test that stranding makes, as the core takes it."""
    if problem.regions is None and options.stranding != "none":
        raise OptionError(
            f"stranding is {options.stranding!r}, but the problem does not say what its "
            f"regions are: give it `regions`, or leave stranding at 'none'"
        )
    return STRANDING.index(options.stranding)
