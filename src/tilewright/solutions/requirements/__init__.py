"""Special solutions: what may be asked of them, and how to search for such only."""

from tilewright.solutions.requirements.requirement import Extra, Requirement
from tilewright.solutions.requirements.strengthen import requirements, strengthened
from tilewright.solutions.requirements.symmetric import Symmetric

__all__ = [
    "Extra",
    "Requirement",
    "Symmetric",
    "requirements",
    "strengthened",
]
