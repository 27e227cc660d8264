"""Every number of the documents that this program grew from, computed again."""

from papers.claims import SECTIONS, Chapter, Claim, Figure, Job, chapters
from papers.drive import Progress, Recomputing
from papers.store import PapersError, Store
from papers.verdicts import Finding, Judged

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
