"""What all solutions of a puzzle have in common."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines.choice import choose
from tilewright.engines.covers import search
from tilewright.lattices import Cell
from tilewright.solutions import Decoder, Placed, Solution
from tilewright.solving.sampling import Tour
from tilewright.solving.share_table import Shares, shares

QUICK = 5.0  # seconds that going through all solutions may be expected to take
SMALL = 20_000  # nodes of a search that is quick, whatever is expected


@dataclass(frozen=True)
class Common:
    """What is the same in all solutions, symmetric copies included.

    `same` are the placements that are in all of them, `cells` tells of each further cell that the
    same piece always covers which one that is.  `never` is the number of placements that are in no
    solution.  What is None is not known, because going through all solutions would take long; then
    `several` tells whether at least two have been met.  If not `complete`, there may be more
    placements that are in all of them.
    """

    example: Solution = field(repr=False)
    placements: int
    same: tuple[Placed, ...]
    complete: bool = True
    solutions: int | None = None
    never: int | None = None
    cells: Mapping[Cell, str] | None = None
    several: bool = False


class _Enough(Exception):  # noqa: N818  (ends what cannot be told to end otherwise)
    """There is no more time."""


def find_common(
    encoding: Encoding,
    example: Solution,
    *,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Common:
    """What is the same in all solutions: from their shares if that is quick, or by asking.

    To ask is to look for a solution without a placement; if there is none, all have it.  That goes
    on as long as `keep_going` says; shares must be expected to take less than `max_seconds`.
    """

    def watch(_: Tour) -> None:
        if not keep_going():
            raise _Enough

    quick = QUICK if max_seconds is None else min(QUICK, max_seconds)
    if keep_going() and _is_quick(encoding, quick):
        with suppress(_Enough):
            return _from_shares(shares(encoding, progress=watch), example)
    return _by_asking(encoding, example, keep_going)


def _is_quick(encoding: Encoding, seconds: float) -> bool:
    choice = choose(encoding.problem, collect=False)
    expected = [c.seconds for c in choice.candidates if c.seconds is not None]
    if expected:
        return min(expected) <= seconds
    trial = search(encoding.problem, engine="links", collect=False, max_nodes=SMALL)
    trial.run()
    return trial.finished


def _from_shares(shares: Shares, example: Solution) -> Common:
    same = tuple(placed for placed, times in shares.placements() if times == shares.solutions)
    covered = {cell for placed in same for cell in placed.cells}
    alike = shares.alike()
    cells = {
        cell: names[0]
        for cell in shares.puzzle.board.cells
        if cell not in covered
        for names in alike
        if len(alike) > 1 and shares.count(names[0], cell) == shares.solutions
    }
    return Common(
        example,
        len(shares.uses),
        same,
        solutions=shares.solutions,
        never=sum(not times for times in shares.uses),
        cells=cells,
        several=shares.solutions > 1,
    )


def _by_asking(encoding: Encoding, example: Solution, keep_going: Callable[[], bool]) -> Common:
    placements = len(encoding.placements)
    first = _first_cover(encoding, Subtree(), keep_going)
    waiting = sorted(option for option in first or () if option < placements)
    same: list[int] = []
    decided, several = first is not None, False
    while waiting:
        option = waiting.pop(0)
        other = _first_cover(encoding, Subtree((), (option,)), keep_going)
        if other is None:
            decided = False
        elif other:
            several = True
            waiting = [one for one in waiting if one in other]
        else:
            same.append(option)
    decoder = Decoder(encoding)
    placed = tuple(decoder.solution([option]).placed[0] for option in same)
    if decided and not several and not encoding.puzzle.board.may:
        # All of the first solution is in all of them, and there is no room for more.
        never = placements - len(same)
        return Common(example, placements, placed, solutions=1, never=never, cells={})
    return Common(example, placements, placed, decided, several=several)


def _first_cover(
    encoding: Encoding, start: Subtree, keep_going: Callable[[], bool]
) -> frozenset[int] | None:
    """A cover; an empty set if there is none, None if that is not decided in time."""
    if not keep_going():
        return None
    searching = search(encoding.problem, start=start, max_solutions=1)
    for batch in searching:
        for cover in batch:
            return frozenset(cover)
        if not keep_going():
            searching.stop()
    return frozenset() if searching.finished else None
