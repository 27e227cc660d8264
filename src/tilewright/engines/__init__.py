"""Engines take an exact cover problem and give its covers."""

from tilewright.engines.engine import (
    Batch,
    Counters,
    Cover,
    OptionError,
    Search,
    SearchOptions,
)
from tilewright.engines.estimate import Estimate, EstimateError, Figure, estimate
from tilewright.engines.links import LinksSearch
from tilewright.engines.reference import Reference
from tilewright.engines.several import SeveralSearches

__all__ = [
    "Batch",
    "Counters",
    "Cover",
    "Estimate",
    "EstimateError",
    "Figure",
    "LinksSearch",
    "OptionError",
    "Reference",
    "Search",
    "SearchOptions",
    "SeveralSearches",
    "estimate",
]
