"""Numbers of solutions as a data set: what was counted, by which engines, and how to do it again.

>>> entry("dominoes-4x4").solutions
36
"""

from tilewright.counts.entries import Entry, entries, entry, entry_name, machine
from tilewright.counts.series import Series, all_series

__all__ = [
    "Entry",
    "Series",
    "all_series",
    "entries",
    "entry",
    "entry_name",
    "machine",
]
