"""Proves an explanation again."""

from tilewright.encoding import encode
from tilewright.engines.registry import that_can
from tilewright.explain.check import NotProved, check_proof
from tilewright.explain.conflict import conflict_holds
from tilewright.explain.explanation import Explanation
from tilewright.explain.proofs import Conflict, Searched
from tilewright.puzzle import Puzzle
from tilewright.solutions import check_solution
from tilewright.solve import search

__all__ = ["confirm"]


def confirm(explained: Explanation) -> None:
    """Raise NotProved, or NotASolution, unless what is said holds; of polygons nothing is."""
    puzzle, proof = explained.puzzle, explained.proof
    if not isinstance(puzzle, Puzzle):
        return
    if explained.common is not None:
        check_solution(puzzle, explained.common.example)
    if proof is None:
        return
    check_proof(puzzle, proof)
    if isinstance(proof, Conflict):
        if conflict_holds(encode(puzzle), proof) is not True:
            raise NotProved("another engine does not confirm the conflict")
    elif isinstance(proof, Searched):
        other = next(name for name in that_can("rules") if name != proof.engine)
        problem = encode(puzzle).problem
        if search(problem, engine=other, collect=False, max_solutions=1).run().solutions:
            raise NotProved("there is a solution")
