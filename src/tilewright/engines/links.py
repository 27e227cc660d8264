"""Dancing links: every feature, and counters that agree with Knuth's to the digit."""

from tilewright import _core
from tilewright.cover import ExactCover
from tilewright.engines.engine import OptionError, SearchOptions
from tilewright.engines.native import NativeCoverSearch, native_problem

__all__ = ["LinksSearch", "refuse_stranding"]


class LinksSearch(NativeCoverSearch):
    """A search by dancing links; see `tilewright.engines.Search` for what it promises."""

    def _begin(
        self, problem: ExactCover, options: SearchOptions, settings: _core.Settings
    ) -> _core.Search:
        refuse_stranding(options)
        return _core.links_search(native_problem(problem), settings)


def refuse_stranding(options: SearchOptions) -> None:
    """Raise OptionError if regions are to be looked at: only engine anchor does."""
    if options.stranding != "none":
        raise OptionError(
            f"stranding is {options.stranding!r}, but this engine does not look at "
            f"regions: use engine='anchor'"
        )
