"""Engines take an exact cover problem and give its covers."""

from tilewright.engines.best import BEST_ENGINES, Best, BestSearch, best_covers, cover_cost
from tilewright.engines.choice import Candidate, Choice, ReconsideredCount, choose
from tilewright.engines.cpsat import CpSatError, CpSatSearch
from tilewright.engines.device import (
    Checkpoint,
    CheckpointError,
    pack_checkpoint,
    unpack_checkpoint,
)
from tilewright.engines.engine import (
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
from tilewright.engines.estimate import Descents, Estimate, EstimateError, Figure, estimate
from tilewright.engines.frontier import FrontierSearch, frontier_refusal
from tilewright.engines.frontier_table import (
    FrontierProbe,
    FrontierTable,
    frontier_order,
    frontier_probe,
)
from tilewright.engines.native import (
    AnchorSearch,
    BitsSearch,
    LinksSearch,
    NativeCoverSearch,
    thread_count,
)
from tilewright.engines.reference import Reference
from tilewright.engines.several import SeveralSearches
from tilewright.engines.soundings import Sounded, Soundings, sound
from tilewright.engines.sweep_cost import SweepCost, sweep_cost
from tilewright.engines.thinned import CoverEstimate, ThinnedSweeps, estimate_covers
from tilewright.engines.trace import Completed, Placed, Step, TakenBack, trace

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
    "Placed",
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
    "cover_cost",
    "estimate",
    "estimate_covers",
    "frontier_order",
    "frontier_probe",
    "frontier_refusal",
    "pack_checkpoint",
    "require_one_of",
    "search_options",
    "sound",
    "sweep_cost",
    "thread_count",
    "trace",
    "unpack_checkpoint",
]
