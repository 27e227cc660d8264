"""Why a puzzle has no solution, and what all of its solutions have in common.

`proofs` are what explanations rest on, `check` looks at them without knowing how they were found.
They are found by `forced`, `colouring`, `weights` and `conflict`, from the `facts` of a puzzle;
`common` is what its solutions share.  `finding` tries all of that by cost, `words` and `picture`
say and show what was found.
"""

from tilewright.explanations.explanation import KINDS, Explanation
from tilewright.explanations.finding import explain

__all__ = ["KINDS", "Explanation", "explain"]
