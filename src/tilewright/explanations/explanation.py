"""An explanation as a value: why there is no solution, or what all solutions have in common."""

from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from tilewright.document.text import shortened
from tilewright.encoding import encode
from tilewright.engines.covers import search
from tilewright.engines.registry import that_can
from tilewright.explanations.conflict import conflict_holds
from tilewright.formats import AnyPuzzle
from tilewright.invariants.check import NotProved, check_proof
from tilewright.invariants.proofs import Conflict, Searched
from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle
from tilewright.solutions import Solution, check_solution

if TYPE_CHECKING:
    from tilewright.explanations.common import Common
    from tilewright.invariants.proofs import Proof


# In the order in which they are tried.
NO_SOLUTION = (
    "sizes",
    "nowhere",
    "uncovered",
    "region",
    "colours",
    "forced",
    "colouring",
    "weights",
    "conflict",
    "search",
)
SOLVABLE = ("unique", "many", "some")
UNKNOWN = "unknown"
KINDS = (*NO_SOLUTION, *SOLVABLE, UNKNOWN)


@dataclass(frozen=True)
class Explanation:
    """Why a puzzle has no solution; or, if it has some, what they have in common.

    `kind` is one of `KINDS`.  The sentences say it to people; `proof` and `common` are the same as
    data.  `print` shows the sentences and a drawing.
    """

    puzzle: AnyPuzzle = field(repr=False)
    kind: str
    sentences: tuple[str, ...]
    proof: "Proof | None" = field(default=None, repr=False)
    common: "Common | None" = field(default=None, repr=False)

    def __repr__(self) -> str:
        return shortened(f"<Explanation {self.kind!r}: {' '.join(self.sentences)}>")

    @property
    def solvable(self) -> bool | None:
        """Is there a solution?  None if that is not known."""
        return None if self.kind == UNKNOWN else self.kind in SOLVABLE

    @property
    def complete(self) -> bool:
        """Is this all that was asked?  Otherwise a limit or an interrupt came before."""
        return self.kind not in ("some", UNKNOWN) and (self.common is None or self.common.complete)

    def check(self) -> None:
        """Prove it again with code that found nothing of it; of polygons nothing is proved.

        Raises NotProved, or NotASolution, if that fails.
        """
        puzzle, proof = self.puzzle, self.proof
        if not isinstance(puzzle, Puzzle):
            return
        if self.common is not None:
            check_solution(puzzle, self.common.example)
        if proof is not None:
            check_proof(puzzle, proof)
        if isinstance(proof, Conflict):
            if conflict_holds(encode(puzzle), proof) is not True:
                raise NotProved("another engine does not confirm the conflict")
        elif isinstance(proof, Searched):
            other = next(name for name in that_can("rules") if name != proof.engine)
            problem = encode(puzzle).problem
            if search(problem, engine=other, collect=False, max_solutions=1).run().solutions:
                raise NotProved("there is a solution")

    def texts(self) -> dict[Cell, str]:
        """What a drawing shows on each cell; nothing if there is nothing to be drawn."""
        if not isinstance(self.puzzle, Puzzle):
            return {}
        if self.proof is not None:
            from tilewright.explanations.picture import proof_texts

            return proof_texts(self.puzzle, self.kind, self.proof)
        if self.common is None:
            return {}
        further = (self.common.cells or {}).items()
        always = {cell: name if len(name) == 1 else "*" for cell, name in further}
        letters = {**Solution(self.puzzle, self.common.same).letters, **always}
        return {**dict.fromkeys(self.puzzle.board.cells, "."), **letters} if letters else {}

    def drawing(self) -> str:
        """The board with a letter or a number on each cell; "" if there is nothing to be drawn."""
        from tilewright.explanations.picture import board_page

        return board_page(self.puzzle, self.texts()) if isinstance(self.puzzle, Puzzle) else ""

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from tilewright.explanations.picture import picture_of_explanation
        from tilewright.render import PictureError
        from tilewright.render.space.notebook import scene_bundle

        page = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences)
        with suppress(PictureError):  # such as a lattice that does not say how its cells look
            page += scene_bundle(picture_of_explanation(self))["text/html"]
        return {"text/plain": str(self), "text/html": page}

    def __str__(self) -> str:
        drawing = self.drawing()
        return "\n".join([*self.sentences, *(["", drawing] if drawing else [])])
