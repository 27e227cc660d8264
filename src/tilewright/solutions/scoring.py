"""How symmetric a flat solution looks, as Knuth measured it ("Dancing links", 2000).

The *horizontal* score of a solution is the number of edges between pieces that are edges between
pieces in its left-right mirror image, too; the *vertical* score is the same for top and bottom.
The board must be its own mirror image; its colours do not matter.  An edge between a piece and a
cell that stays empty is none between pieces.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappush, heappushpop

import numpy as np

from tilewright.encoding import Encoding, encode
from tilewright.engines import OptionError, require_one_of
from tilewright.lattices import Cell, Lattice, Motion
from tilewright.lattices.drawing import can_draw
from tilewright.lattices.model import Matrix
from tilewright.orientations import board_motions
from tilewright.puzzle import Board, Puzzle
from tilewright.solutions.decode import Copies
from tilewright.solutions.solution import Solution, touching_cells
from tilewright.symmetry.action import UP_TO, Action

Edge = tuple[Cell, Cell]

LEFT_RIGHT, TOP_BOTTOM = ((-1, 0), (0, 1)), ((1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Scores:
    """The two scores of a solution; None where the board has no such mirror image.

    >>> print(Scores(hsym=30, vsym=36))
    vsym 36, hsym 30
    """

    hsym: int | None
    vsym: int | None

    @property
    def rank(self) -> tuple[int, int]:
        """More symmetric solutions rank higher: the larger score counts, then the smaller one."""
        h, v = (-1 if score is None else score for score in (self.hsym, self.vsym))
        return max(h, v), min(h, v)

    def __str__(self) -> str:
        both = [("vsym", self.vsym), ("hsym", self.hsym)]
        there = [(name, score) for name, score in both if score is not None]
        return ", ".join(f"{name} {score}" for name, score in sorted(there, key=lambda x: -x[1]))


class Scoring:
    """Scores solutions of one puzzle.

    `motions` map the puzzle to itself; a solution may be turned by any of them.  The edges inside
    of a piece are bits of a number, for the board and again for each of its mirror images: so what
    is inside of all pieces is or-ed together, and what is left are the edges between them.
    """

    def __init__(self, puzzle: Puzzle, motions: Sequence[Motion] = ()) -> None:
        lattice, self._cells = puzzle.lattice, puzzle.board.cells
        _require_polygons(lattice)
        mirrors = {m.matrix: m for m in board_motions(lattice, Board(self._cells))}
        across = [mirror_of(lattice, mirrors.values(), how) for how in (LEFT_RIGHT, TOP_BOTTOM)]
        if across == [None, None]:
            raise OptionError(
                "the board is not its own mirror image, neither left to right nor top to bottom: "
                "its solutions have no symmetry scores"
            )
        self._edges = touching_cells(puzzle)
        self._every = (1 << len(self._edges)) - 1
        self._inside: dict[tuple[Cell, ...], int] = {}
        # The mirrors that a turned solution meets, as seen by one that is not turned.
        pairs = [tuple(m and _seen(m, by, mirrors.values()) for m in across) for by in motions]
        pairs = pairs or [tuple(across)]
        self._used = list(dict.fromkeys(m for pair in pairs for m in pair if m))
        numbers = {m: k for k, m in enumerate(self._used)} | {None: None}
        self._ways: dict[tuple[int | None, ...], int] = {}  # each with the first motion to it
        for number, pair in enumerate(pairs):
            self._ways.setdefault(tuple(numbers[m] for m in pair), number)
        place = {edge: k for k, edge in enumerate(self._edges)}
        self._bits = {
            edge: 1 << k
            | sum(
                1 << (place[_moved(edge, mirror)] + (1 + row) * len(self._edges))
                for row, mirror in enumerate(self._used)
            )
            for edge, k in place.items()
        }
        self._near: dict[Cell, list[Edge]] = {}
        for edge in self._edges:
            for cell in edge:
                self._near.setdefault(cell, []).append(edge)
        self._stays_empty = {
            cell: sum(self._bits[edge] for edge in self._near.get(cell, ())) for cell in self._cells
        }

    def of(self, solution: Solution) -> Scores:
        """The scores of a solution as it is."""
        return self._scores(self._counts(solution), next(iter(self._ways)))

    def best(self, solution: Solution, least: int = 0) -> tuple[Scores, int] | None:
        """The scores of the copy that ranks highest, and the number of the motion to it.

        If a turn swaps the two scores, the vertical one is the larger.  None, which is found
        sooner, if no score is as large as `least`.
        """
        counts = self._counts(solution)
        if max(counts) < least:
            return None
        found = [(self._scores(counts, way), number) for way, number in self._ways.items()]
        return max(found, key=lambda one: (one[0].rank, one[0].vsym or 0, -one[1]))

    def _counts(self, solution: Solution) -> list[int]:
        """How many edges between pieces are such edges in each mirror image that is used."""
        joined = covered = 0
        for one in solution.placed:
            cells = one.cells
            covered += len(cells)
            inside = self._inside.get(cells)
            if inside is None:
                inside = self._inside[cells] = self._edges_inside(cells)
            joined |= inside
        if covered < len(self._cells):
            full = {cell for one in solution.placed for cell in one.cells}
            for cell in self._cells:
                if cell not in full:
                    joined |= self._stays_empty[cell]
        count, every = len(self._edges), self._every
        here = ~joined & every
        return [
            (here & ~(joined >> row * count)).bit_count() for row in range(1, len(self._used) + 1)
        ]

    def _edges_inside(self, cells: tuple[Cell, ...]) -> int:
        own = set(cells)
        edges = {
            edge for cell in cells for edge in self._near.get(cell, ()) if own.issuperset(edge)
        }
        return sum(self._bits[edge] for edge in edges)

    @staticmethod
    def _scores(counts: Sequence[int], way: tuple[int | None, ...]) -> Scores:
        hsym, vsym = (None if k is None else counts[k] for k in way)
        return Scores(hsym, vsym)


def scores(solution: Solution) -> Scores:
    """The symmetry scores of a solution on a flat lattice.

    >>> import tilewright as tw
    >>> puzzle = tw.make_puzzle("square", tw.box(3, 2), {"V": "##\\n#.", "W": "##\\n#."})
    >>> solution = next(tw.solve(puzzle))
    >>> print(solution)
    VVW
    VWW
    >>> print(scores(solution))
    vsym 1, hsym 1
    """
    return Scoring(solution.puzzle).of(solution)


class Ranking:
    """Takes solutions of one puzzle and keeps the most symmetric ones; all of them if n is None.

    `up_to` is "symmetry" or "rotation" if the solutions are one of each class: then the copy that
    scores highest stands for its class.  Ties are settled by the order of coming.
    """

    def __init__(
        self, puzzle: Puzzle | Encoding, n: int | None = 1, *, up_to: str = "symmetry"
    ) -> None:
        if n is not None and n < 1:
            raise OptionError(f"the {n} most symmetric ones: expected at least 1, or None for all")
        require_one_of("up_to", up_to, UP_TO)
        encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
        self._copies: Copies | None = None
        motions: Sequence[Motion] = ()
        if up_to != "nothing":
            action = Action.of(encoding)
            self._copies = Copies(action if up_to == "symmetry" else action.rotations)
            motions = self._copies.motions
        self._scoring = Scoring(encoding.puzzle, motions)
        self._n = n
        self._heap: list[tuple[tuple[int, int], int, Scores, int, Solution]] = []
        self.taken = 0

    def add(self, solution: Solution) -> None:
        """One more solution."""
        self.taken += 1
        full = self._n is not None and len(self._heap) >= self._n
        best = self._scoring.best(solution, self._heap[0][0][0] if full else 0)
        if best is None:
            return
        found, motion = best
        entry = (found.rank, -self.taken, found, motion, solution)
        if not full:
            heappush(self._heap, entry)
        elif entry[:2] > self._heap[0][:2]:
            heappushpop(self._heap, entry)

    def best(self) -> list[tuple[Scores, Solution]]:
        """Those kept, the most symmetric one first, turned so that they have these scores."""
        return [
            (found, self._copies.copy(solution, motion) if self._copies and motion else solution)
            for _, _, found, motion, solution in sorted(self._heap, key=lambda e: e[:2])[::-1]
        ]


def most_symmetric(
    solutions: Iterable[Solution], n: int | None = 1, *, up_to: str = "symmetry"
) -> list[tuple[Scores, Solution]]:
    """The n solutions with the highest scores, best first; all of them if n is None.

    They are solutions of the same puzzle, and `up_to` says of which kind: see `tilewright.solve`.

    >>> import tilewright as tw
    >>> ((best, solution),) = most_symmetric(tw.solve(tw.load("scott")))
    >>> print(best)
    vsym 36, hsym 30
    """
    ranking = None
    for solution in solutions:
        ranking = ranking or Ranking(solution.puzzle, n, up_to=up_to)
        ranking.add(solution)
    return ranking.best() if ranking else []


def _require_polygons(lattice: Lattice) -> None:
    if not lattice.flat:
        raise OptionError(
            f"lattice {lattice.name!r} is in space: symmetry scores count edges between pieces "
            f"left and right, above and below, so they need a lattice in the plane"
        )
    if any(kind.shape == "segment" for kind in lattice.kinds):
        raise OptionError(
            f"the cells of lattice {lattice.name!r} are sticks: symmetry scores count edges "
            f"between pieces, so they need cells with edges"
        )
    if not can_draw(lattice):
        raise OptionError(
            f"lattice {lattice.name!r} does not say how it is drawn, so nothing is left, right, "
            f"above or below: give it text_shifts, and each kind a text place"
        )


def mirror_of(lattice: Lattice, motions: Iterable[Motion], how: Matrix) -> Motion | None:
    """The motion that looks like this in a drawing: it turns columns round, or rows."""
    steps = np.array(lattice.translations.generators).T
    drawn = np.array(lattice.text_shifts)[:, :2].T @ np.linalg.pinv(steps)
    for motion in motions:
        if np.allclose(drawn @ np.array(motion.matrix), np.array(how) @ drawn):
            return motion
    return None


def _seen(mirror: Motion, by: Motion, motions: Iterable[Motion]) -> Motion:
    """The mirror as it looks before a turn: turn, reflect, and turn back."""
    there = mirror.after(by).matrix
    return next(motion for motion in motions if by.after(motion).matrix == there)


def _moved(edge: Edge, motion: Motion) -> Edge:
    one, other = sorted(map(motion, edge))
    return one, other
