"""Engines take an exact cover problem and give its covers."""

from tilewright.engines.cheapest import BEST_ENGINES, Best, BestSearch, best_covers, cover_cost
from tilewright.engines.choice import Candidate, Choice, ReconsideredCount, choose_engine
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
from tilewright.engines.covers import choose, search, split
from tilewright.engines.cpsat import CpSatError, CpSatSearch
from tilewright.engines.device import (
    Checkpoint,
    CheckpointError,
    pack_checkpoint,
    unpack_checkpoint,
)
from tilewright.engines.estimates import (
    CoverEstimate,
    Descents,
    Estimate,
    EstimateError,
    Figure,
    ThinnedSweeps,
    estimate_covers,
)
from tilewright.engines.frontier import (
    FrontierProbe,
    FrontierSearch,
    FrontierTable,
    frontier_order,
    frontier_probe,
    frontier_refusal,
)
from tilewright.engines.native import (
    AnchorSearch,
    BitsSearch,
    LinksSearch,
    NativeCoverSearch,
    thread_count,
)
from tilewright.engines.reference import Reference
from tilewright.engines.registry import SeveralSearches
from tilewright.engines.soundings import Sounded, Soundings, SweepCost, sound, sweep_cost
from tilewright.engines.tracing import Completed, OptionTried, Step, TakenBack, trace

__all__ = [
    "BEST_ENGINES",
    "AnchorSearch",
    "Batch",
    "Best",
    "BestSearch",
    "BitsSearch",
    "Candidate",
    "Checkpoint",
    "CheckpointError",
    "Choice",
    "Completed",
    "Counters",
    "Cover",
    "CoverEstimate",
    "CpSatError",
    "CpSatSearch",
    "Descents",
    "Estimate",
    "EstimateError",
    "Figure",
    "FrontierError",
    "FrontierProbe",
    "FrontierSearch",
    "FrontierTable",
    "LinksSearch",
    "NativeCoverSearch",
    "OptionError",
    "OptionTried",
    "ReconsideredCount",
    "Reference",
    "Search",
    "SearchOptions",
    "SeveralSearches",
    "Sounded",
    "Soundings",
    "Step",
    "SweepCost",
    "TakenBack",
    "ThinnedSweeps",
    "Weights",
    "best_covers",
    "choose",
    "choose_engine",
    "cover_cost",
    "estimate_covers",
    "frontier_order",
    "frontier_probe",
    "frontier_refusal",
    "pack_checkpoint",
    "require_one_of",
    "search",
    "search_options",
    "sound",
    "split",
    "sweep_cost",
    "thread_count",
    "trace",
    "unpack_checkpoint",
]
