"""Why a puzzle has no solution, and what all of its solutions have in common.

Proofs come from the `invariants` of a puzzle, `conflict` finds what is too much together;
`common` is what its solutions share.  `finding` tries all of that by cost, `words` and `picture`
say and show what was found.
"""

from tilewright.explanations.explanation import KINDS, Explanation
from tilewright.explanations.finding import explain

__all__ = ["KINDS", "Explanation", "explain"]
