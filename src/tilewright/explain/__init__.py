"""Why a puzzle has no solution, and what all of its solutions have in common.

`proofs` are what explanations rest on, `check` looks at them without knowing how they were found.
"""

from tilewright.explain.explanation import KINDS, Explanation
from tilewright.explain.front import explain

__all__ = ["KINDS", "Explanation", "explain"]
