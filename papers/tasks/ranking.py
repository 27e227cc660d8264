"""The symmetry scores of all solutions of a puzzle.

Each class of solutions counts once for each pair of scores that its copies have.  `turned` says
that the board of the catalogue lies a quarter turn from that of the source: the names of the two
scores change places.
"""

from collections.abc import Iterable
from typing import Any

from papers.tasks.classes import Sweep, guessed
from papers.tasks.drawn import to_draw
from papers.tasks.printed import lattice_puzzle
from papers.tasks.scoring import Pair, SolutionScores
from papers.tasks.task import Given, Guess, Outcome, Pace, Task, Values, at_once
from tilewright.encoding import Encoding, encode
from tilewright.engines import Batch
from tilewright.orientations import board_motions
from tilewright.puzzle import Board, Puzzle
from tilewright.solutions import Solution
from tilewright.solutions.scoring import LEFT_RIGHT, TOP_BOTTOM, mirror_of

__all__ = ["EDGES", "RANKING"]


class _Tally:
    """How many classes have a pair of scores, and the first one of them: its cover, and the motion
    that turns it so."""

    def __init__(self, encoding: Encoding, saved: Iterable[Any] = ()) -> None:
        self._scores = SolutionScores(encoding)
        self.counts: dict[Pair, int] = {}
        self._first: dict[Pair, tuple[list[int], int]] = {}
        for (h, v), count, cover, motion in saved:
            self.counts[h, v], self._first[h, v] = count, (cover, motion)

    def saved(self) -> list[Any]:
        return [[pair, count, *self._first[pair]] for pair, count in self.counts.items()]

    def take(self, batch: Batch) -> None:
        for pair, count, cover, motion in self._scores.pairs(batch):
            before = self.counts.get(pair, 0)
            self.counts[pair] = before + count
            if not before or (cover, motion) < self._first[pair]:
                self._first[pair] = cover, motion

    def solution(self, pair: Pair) -> Solution:
        """The first one that has these scores, turned so that it has."""
        return self._scores.turned(*self._first[pair])


def _rank(pair: Pair) -> tuple[int, int]:
    return max(pair), min(pair)


def _ranking(given: Given, pace: Pace, saved: Any = None, /) -> Outcome:
    """All classes of solutions, and which are most symmetric; how many are as good or better
    `than` a pair of scores.

    Whole pieces are those that a mirror maps onto pieces; for them, one solution stands for all
    that have the same scores."""
    puzzle = lattice_puzzle(given["puzzle"])
    encoding = encode(puzzle)
    tally = _Tally(encoding, saved["tally"] if saved else ())
    sweep = Sweep.of(saved and saved["sweep"])
    if not sweep.go_on(encoding, given["engine"], pace, tally.take):
        return Outcome(None, {"sweep": sweep.saved(), "tally": tally.saved()})
    counts = tally.counts
    turned = bool(given.get("turned"))
    best = max(counts, key=lambda pair: (_rank(pair), pair[1]))
    values: Values = {
        "up_to_symmetry": sweep.classes,
        **dict(zip(_names(turned=turned), best, strict=True)),
        "best": counts[best],
        "figure": to_draw(given["puzzle"], tally.solution(best).placed),
    }
    for place, name in enumerate(_names(turned=turned)):
        highest = max(pair[place] for pair in counts)
        others = sorted((pair for pair in counts if pair[place] == highest), reverse=True)
        solutions = [tally.solution(pair) for pair in others]
        whole = [_whole_pieces(one, place) for one in solutions]
        values |= {
            f"highest_{name}": highest,
            f"other_scores_of_highest_{name}": [
                pair[1 - place] for pair in others for _ in range(counts[pair])
            ],
            f"most_whole_pieces_of_highest_{name}": max(whole),
            f"with_most_whole_pieces_of_highest_{name}": whole.count(max(whole)),
            f"figure_of_highest_{name}": to_draw(given["puzzle"], solutions[0].placed),
        }
    if "than" in given:
        h, v = given["than"]
        than = _rank((h, v))
        as_good = sum(n for pair, n in counts.items() if _rank(pair) == than)
        values |= {
            "there_is_one": as_good > 0,
            "as_good": as_good,
            "better": sum(n for pair, n in counts.items() if _rank(pair) > than),
        }
    return Outcome(values)


def _guess(given: Given, pace: Pace) -> dict[str, Guess]:
    return guessed(encode(lattice_puzzle(given["puzzle"])), given["engine"], pace)


def _names(*, turned: bool) -> tuple[str, str]:
    """What the source calls our horizontal and our vertical score."""
    return ("vsym", "hsym") if turned else ("hsym", "vsym")


def _whole_pieces(solution: Solution, place: int) -> int:
    """How many pieces the mirror maps onto pieces, each as a whole."""
    puzzle = solution.puzzle
    motions = board_motions(puzzle.lattice, Board(puzzle.board.cells))
    mirror = mirror_of(puzzle.lattice, motions, (LEFT_RIGHT, TOP_BOTTOM)[place])
    assert mirror is not None
    pieces = {frozenset(one.cells) for one in solution.placed}
    return sum(frozenset(map(mirror, piece)) in pieces for piece in pieces)


def _edges(given: Given) -> Values:
    """The edges inside of a board, those inside of its pieces, and those left between pieces."""
    puzzle = lattice_puzzle(given["puzzle"])
    inside = _edges_within(puzzle, puzzle.board.cells)
    joined = sum(_edges_within(puzzle, piece.cells) for piece in puzzle.pieces)
    return {"edges": inside, "inside_pieces": joined, "between_pieces": inside - joined}


def _edges_within(puzzle: Puzzle, cells: Iterable[tuple[int, ...]]) -> int:
    own = set(cells)
    near = (there for cell in own for there in set(puzzle.lattice.neighbours(cell).values()))
    return sum(there in own for there in near) // 2


RANKING = Task(_ranking, _guess)
EDGES = at_once(_edges)
