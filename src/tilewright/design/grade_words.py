"""The reasoning that leads to a solution, step by step, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tilewright.design.grade import Reasoning, reason
from tilewright.design.grade_reason import Exclusion, Move
from tilewright.document.brief import brief_repr
from tilewright.encoding import Encoding
from tilewright.lattice import Cell
from tilewright.puzzle import Puzzle

__all__ = ["Step", "in_brief", "spell", "steps"]

MANY = 4  # placements that are ruled out for the same reason are told together


@dataclass(frozen=True, slots=True)
class Step:
    """A piece that is placed, or a placement that is ruled out; with the reason in words.

    A step without a piece is a remark.  `words` end with `why`.
    """

    piece: str
    cells: tuple[Cell, ...]
    placed: bool
    words: str
    why: str = ""

    __repr__ = brief_repr

    def __str__(self) -> str:
        return self.words


def steps(puzzle: Puzzle | Encoding) -> list[Step]:
    """How a person would solve a puzzle with exactly one solution.

    Placements are ruled out only if that is of use later.  Raises GradeError like `grade`.

    >>> from tilewright.puzzle import make_puzzle
    >>> puzzle = make_puzzle("square", "####\\n##..", {"I": "###", "L": "##\\n#."})
    >>> print(*steps(puzzle), sep="\\n")
    I on (1,0) (2,0) (3,0): nothing else covers (3,0)
    L on (0,0) (0,1) (1,1): nothing else covers (0,0)
    """
    return spell(reason(puzzle))


def spell(reasoning: Reasoning) -> list[Step]:
    """The steps of a reasoning that was made before."""
    words = _Words(reasoning.encoding)
    found = [words.step(step) for step in _useful(reasoning)]
    if reasoning.symmetry:
        found.insert(0, Step("", (), placed=False, words=words.symmetry(reasoning.symmetry)))
    if reasoning.given_up:
        remark = "from here on, nobody would find the rest without trying one way after the other"
        found.append(Step("", (), placed=False, words=remark))
    return found


def in_brief(told: Sequence[Step]) -> Iterator[str]:
    """Steps in words; many placements in a row that are ruled out for the same reason as one.

    >>> step = Step("L", ((0, 0),), False, "not L on (0,0): no room", "no room")
    >>> list(in_brief([step] * 9))
    ['9 placements of L are ruled out: no room']
    """
    for (placed, why), group in groupby(told, lambda step: (step.placed, step.why)):
        alike = list(group)
        if placed or not why or len(alike) < MANY:
            yield from (step.words for step in alike)
            continue
        pieces = Counter(step.piece or "nothing" for step in alike)
        if len(pieces) == 1:
            yield f"{len(alike)} placements of {alike[0].piece} are ruled out: {why}"
        else:
            each = ", ".join(f"{number} of {name}" for name, number in pieces.items())
            yield f"{len(alike)} placements ({each}) are ruled out: {why}"


def _useful(reasoning: Reasoning) -> list[Move | Exclusion]:
    """Without what was ruled out in vain."""
    wanted = 0
    kept: list[Move | Exclusion] = []
    for step in reversed([step for taken in reasoning.rounds for step in taken]):
        if isinstance(step, Move) or reasoning.given_up or wanted >> step.option & 1:
            wanted |= step.needs
            kept.append(step)
    return kept[::-1]


class _Words:
    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._items = encoding.problem.items
        regions = encoding.problem.regions
        assert regions is not None, "an encoding knows its cells"
        ground = encoding.placements.ground
        pairs = zip(regions.cells.tolist(), ground.cells, strict=True)
        self._cell_of = dict(pairs)
        self._pieces = set(regions.pieces.tolist())

    def step(self, step: Move | Exclusion) -> Step:
        piece, cells = self._piece(step.option), self._cells(step.option)
        if isinstance(step, Move):
            why = self._why(step.item)
            return Step(piece, cells, True, f"{self._option(step.option)}: {why}", why)
        why = self._refuted(step)
        return Step(piece, cells, False, f"not {self._option(step.option)}: {why}", why)

    def symmetry(self, options: Iterable[int]) -> str:
        """What is left out at the start."""
        names = sorted({self._piece(option) for option in options})
        return (
            f"the board is symmetric: some placements of {', '.join(names)} are left out, because "
            f"they lead to turned or reflected copies"
        )

    def _why(self, item: int) -> str:
        if item in self._cell_of:
            return f"nothing else covers {_spell(self._cell_of[item])}"
        if item in self._pieces:
            return "it fits nowhere else"
        return f"nothing else serves {self._items[item].name}"

    def _refuted(self, step: Exclusion) -> str:
        if step.depth > 1:
            deep = "a second supposition" if step.depth == 2 else "further suppositions"
            return f"{deep} would have to follow, and all fail ({step.work} placements in all)"
        end = self._contradiction(step.dead)
        if not step.chain:
            return end
        follow = "; ".join(self._option(move.option) for move in step.chain)
        return f"{follow} would follow, and {end}"

    def _contradiction(self, dead: int | None) -> str:
        if dead is None:
            return "two of these would overlap"
        if dead in self._cell_of:
            return f"nothing could cover {_spell(self._cell_of[dead])}"
        if dead in self._pieces:
            return f"{self._items[dead].name} would fit nowhere"
        return f"nothing could serve {self._items[dead].name}"

    def _option(self, option: int) -> str:
        cells = " ".join(map(_spell, self._cells(option)))
        return f"{self._piece(option) or 'nothing'} on {cells}"

    def _piece(self, option: int) -> str:
        placements = self._encoding.placements
        if option >= len(placements):
            return ""
        block, _ = placements.block_of(option)
        kind = placements.types[block.type]
        return self._encoding.puzzle.pieces[kind.pieces[0]].name

    def _cells(self, option: int) -> tuple[Cell, ...]:
        placements = self._encoding.placements
        cells = placements.ground.cells
        if option >= len(placements):
            return (cells[self._encoding.empty[option - len(placements)]],)
        block, row = placements.block_of(option)
        return tuple(cells[k] for k in placements.cells(block)[row].tolist())


def _spell(cell: Cell) -> str:
    return f"({','.join(map(str, cell))})"
