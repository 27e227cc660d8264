"""Engines take an exact cover problem and give its covers."""

from typing import TYPE_CHECKING

from tilewright.engines.choice import Choice, choose
from tilewright.engines.contract import (
    Batch,
    Counters,
    Cover,
    FrontierError,
    OptionError,
    Search,
    SearchOptions,
    Weights,
    require_one_of,
    search_options,
)
from tilewright.engines.covers import counting, search, split
from tilewright.engines.cpsat.search import CpSatSearch
from tilewright.engines.cpsat.solver import CpSatError
from tilewright.engines.frontier import (
    FrontierSearch,
    FrontierTable,
    frontier_probe,
    frontier_refusal,
    frontier_saving,
)
from tilewright.engines.native import (
    AnchorSearch,
    BitsSearch,
    LinksSearch,
    NativeCoverSearch,
    thread_count,
)
from tilewright.engines.registry import SeveralSearches
from tilewright.later import load_later

if TYPE_CHECKING:
    from tilewright.engines.cheapest import BEST_ENGINES, Best, BestSearch, best_covers
    from tilewright.engines.device.checkpoint import (
        Checkpoint,
        CheckpointError,
        pack_checkpoint,
        unpack_checkpoint,
    )
    from tilewright.engines.estimates import (
        Descents,
        Estimate,
        EstimateError,
        Figure,
        estimate_covers,
    )
    from tilewright.engines.reference import Reference
    from tilewright.engines.soundings import Sounded, SweepCost, sweep_cost, take_soundings
    from tilewright.engines.tracing import Completed, OptionTried, Step, TakenBack, trace
else:  # type checkers would take any name for granted
    __getattr__, __dir__ = load_later(
        __name__,
        {
            "cheapest": ("BEST_ENGINES", "Best", "BestSearch", "best_covers"),
            "device.checkpoint": (
                "Checkpoint",
                "CheckpointError",
                "pack_checkpoint",
                "unpack_checkpoint",
            ),
            "estimates": ("Descents", "Estimate", "EstimateError", "Figure", "estimate_covers"),
            "reference": ("Reference",),
            "soundings": ("Sounded", "SweepCost", "sweep_cost", "take_soundings"),
            "tracing": ("Completed", "OptionTried", "Step", "TakenBack", "trace"),
        },
    )

__all__ = [
    "BEST_ENGINES",
    "AnchorSearch",
    "Batch",
    "Best",
    "BestSearch",
    "BitsSearch",
    "Checkpoint",
    "CheckpointError",
    "Choice",
    "Completed",
    "Counters",
    "Cover",
    "CpSatError",
    "CpSatSearch",
    "Descents",
    "Estimate",
    "EstimateError",
    "Figure",
    "FrontierError",
    "FrontierSearch",
    "FrontierTable",
    "LinksSearch",
    "NativeCoverSearch",
    "OptionError",
    "OptionTried",
    "Reference",
    "Search",
    "SearchOptions",
    "SeveralSearches",
    "Sounded",
    "Step",
    "SweepCost",
    "TakenBack",
    "Weights",
    "best_covers",
    "choose",
    "counting",
    "estimate_covers",
    "frontier_probe",
    "frontier_refusal",
    "frontier_saving",
    "pack_checkpoint",
    "require_one_of",
    "search",
    "search_options",
    "split",
    "sweep_cost",
    "take_soundings",
    "thread_count",
    "trace",
    "unpack_checkpoint",
]
