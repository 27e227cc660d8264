"""Why a puzzle has no solution, and what all of its solutions have in common.

`proofs` are what explanations rest on, `check` looks at them without knowing how they were found.
"""

from tilewright.explanations.explanation import KINDS, Explanation
from tilewright.explanations.finding import explain

__all__ = ["KINDS", "Explanation", "explain"]
