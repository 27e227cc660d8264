"""Every number of the documents that this program grew from, computed again."""

from tilewright.papers.claims import SECTIONS, Chapter, Claim, Figure, Job, chapters
from tilewright.papers.drive import Progress, Recomputing
from tilewright.papers.store import PapersError, Store
from tilewright.papers.verdicts import Finding, Judged

__all__ = [
    "SECTIONS",
    "Chapter",
    "Claim",
    "Figure",
    "Finding",
    "Job",
    "Judged",
    "PapersError",
    "Progress",
    "Recomputing",
    "Store",
    "chapters",
]
