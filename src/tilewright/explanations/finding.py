"""All that is tried to explain a puzzle on a lattice, from cheap to dear."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilewright.encoding import Encoding, encode
from tilewright.engines.cpsat.solver import INSTALL, CpSatError, installed
from tilewright.explanations.check import NotProved, check_proof, ground_of
from tilewright.explanations.colouring import colourings
from tilewright.explanations.common import find_common
from tilewright.explanations.conflict import conflict_holds, find_conflict
from tilewright.explanations.explanation import UNKNOWN, Explanation
from tilewright.explanations.facts import Facts
from tilewright.explanations.forced import find_chain, find_end
from tilewright.explanations.proofs import Conflict, Nowhere, Proof, Searched, Weighing
from tilewright.explanations.weights import find_bounds, weighings
from tilewright.explanations.words import (
    tell_bare,
    tell_chain,
    tell_colour,
    tell_colouring,
    tell_common,
    tell_conflict,
    tell_nowhere,
    tell_region,
    tell_weights,
)
from tilewright.faults import Fault, find_faults, size_faults
from tilewright.formats import AnyPuzzle
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.solutions import Solution
from tilewright.solving import PuzzleSearch

if TYPE_CHECKING:
    from tilewright.solving.polygons import PolygonSearch


# Free polygons: areas, or a search.


def explain_polygons(
    puzzle: PolygonPuzzle,
    *,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> Explanation:
    """Whether the pieces have another area than the board, or what a search says."""
    from tilewright.polygons.model.check import area_faults, find_polygon_faults
    from tilewright.solving.polygons import PolygonSearch

    areas = list(area_faults(puzzle))
    faults = [fault for fault in find_polygon_faults(puzzle) if fault.serious]
    if faults and faults == areas:
        text = faults[0].message
        return Explanation(puzzle, "sizes", (f"{text[0].upper()}{text[1:]}.",))
    if faults:
        raise PuzzleError("\n".join(fault.message for fault in faults))
    searching = PolygonSearch(puzzle, max_solutions=2, max_seconds=max_seconds)
    for _ in searching:
        if not keep_going():
            searching.stop()
    nodes = f"{searching.counters.nodes:,} nodes"
    why = "Reasons other than areas are not looked for where pieces are free polygons."
    if searching.solutions > 1 or not searching.finished:
        return _so_far(searching)
    if searching.solutions:
        text = "There is exactly one solution, up to symmetry."
        return Explanation(puzzle, "unique", (text,))
    text = f"There is no solution: all of it was searched, {nodes}."
    return Explanation(puzzle, "search", (text, why))


def _so_far(searching: "PolygonSearch") -> Explanation:
    """What a search that has not ended says."""
    puzzle, nodes = searching.puzzle, f"{searching.counters.nodes:,} nodes"
    if searching.solutions > 1:
        text = "There is more than one solution; what they have in common is not looked for where "
        return Explanation(puzzle, "many", (f"{text}pieces are free polygons.",))
    if searching.solutions:
        text = f"There is a solution; it is not known whether there is another one: {nodes}."
        return Explanation(puzzle, "some", (text,))
    text = f"It is not known whether there is a solution: {nodes} showed none."
    return Explanation(puzzle, UNKNOWN, (text,))


PROBED_NODES = 20_000  # most puzzles that have a solution show one by then
SEARCHED_NODES = 5_000_000  # before a conflict is looked for
CONFLICT_WORK = 10.0  # of CP-SAT, about a second each
MOST_TOLD = 12  # cells and pieces of a conflict that may not be minimal


@dataclass(frozen=True)
class _Clock:
    """How long there is left, and whether to go on at all."""

    deadline: float | None
    wanted: Callable[[], bool]
    watch: Callable[[str], None]
    what: str = ""  # is being done

    def left(self) -> float | None:
        """Seconds."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def at(self, what: str) -> "_Clock":
        """The same while something else is done."""
        self.watch(what)
        return replace(self, what=what)

    def keep_going(self) -> bool:
        self.watch(self.what)
        return self.wanted() and (self.deadline is None or time.monotonic() < self.deadline)


def explain_puzzle(
    puzzle: Puzzle,
    *,
    max_seconds: float | None,
    keep_going: Callable[[], bool],
    watch: Callable[[str], None],
) -> Explanation:
    """See `tilewright.explanations.explain`."""
    deadline = None if max_seconds is None else time.monotonic() + max_seconds
    clock = _Clock(deadline, keep_going, watch)
    explained = _at_a_glance(puzzle)
    if explained is not None:
        return explained
    facts = Facts.of(place(puzzle))
    encoding = encode(facts.placements)
    clock = clock.at("looking for a solution")
    probe = PuzzleSearch(encoding, max_solutions=1, max_nodes=PROBED_NODES, verify=True)
    solution = _first(probe, clock)
    if solution is None:
        clock = clock.at("looking for a reason")
        explained = next(_reasons(facts, clock), None)
        if explained is not None:
            return explained
        if not probe.finished:
            clock = clock.at("searching")
            nodes = SEARCHED_NODES
            probe = PuzzleSearch(
                encoding, max_solutions=1, max_nodes=nodes, max_seconds=clock.left(), verify=True
            )
            solution = _first(probe, clock)
    if solution is None:
        return _without_solution(encoding, probe, clock)
    return _with_solution(encoding, solution, clock)


def _first(searching: PuzzleSearch, clock: _Clock) -> Solution | None:
    for batch in searching:
        if batch:
            return batch[0]
        if not clock.keep_going():
            searching.stop()
    return None


def _holds(puzzle: Puzzle, proof: Proof) -> bool:
    try:
        check_proof(puzzle, proof)
    except NotProved:
        return False
    return True


def _at_a_glance(puzzle: Puzzle) -> Explanation | None:
    """Reasons that need no search: sizes, and pieces or cells without any place.

    Raises PuzzleError for what is no puzzle at all.
    """
    sizes = list(size_faults(puzzle))
    _refuse(fault for fault in find_faults(puzzle, lambda: None) if fault not in sizes)
    if sizes:
        proof = whole_board(puzzle)
        if not _holds(puzzle, proof):
            _refuse(sizes)
        text = sizes[0].message
        return Explanation(puzzle, "sizes", (f"{text[0].upper()}{text[1:]}.",), proof)
    placements = place(puzzle)
    faults = find_faults(puzzle, lambda: placements)
    _refuse(fault for fault in faults if fault.place[0] == "fixed")
    end = find_end(Facts.of(placements))
    if end is not None and _holds(puzzle, end):
        if isinstance(end, Nowhere):
            return Explanation(puzzle, "nowhere", tuple(tell_nowhere(puzzle, end)), end)
        return Explanation(puzzle, "uncovered", tuple(tell_bare(puzzle, end)), end)
    _refuse(faults)
    return None


def _refuse(faults: Iterable[Fault]) -> None:
    """Raise PuzzleError if one is serious."""
    serious = [fault.message for fault in faults if fault.serious]
    if serious:
        raise PuzzleError("\n".join(serious))


def _reasons(facts: Facts, clock: _Clock) -> Iterator[Explanation]:
    """Reasons that need no search, each proved."""
    puzzle = facts.puzzle

    def reason(kind: str, proof: Proof, sentences: list[str]) -> Explanation:
        return Explanation(puzzle, kind, tuple(sentences), proof)

    parts = list(regions(puzzle))
    for proof in parts if clock.keep_going() else ():
        if _holds(puzzle, proof):
            yield reason("region", proof, tell_region(puzzle, proof, len(parts)))
    for colour, proof in board_colours(puzzle):
        if _holds(puzzle, proof):
            yield reason("colours", proof, tell_colour(puzzle, proof, colour))
    chain = find_chain(facts, clock.keep_going)
    if chain is not None and _holds(puzzle, chain):
        yield reason("forced", chain, tell_chain(chain))
    for proof in colourings(facts, clock.keep_going):
        if _holds(puzzle, proof):
            yield reason("colouring", proof, tell_colouring(puzzle, proof))
    for proof in map(Weighing.upright, weighings(facts, clock.keep_going)):
        if _holds(puzzle, proof):
            yield reason("weights", proof, tell_weights(puzzle, proof))
    with suppress(CpSatError):
        bounds = find_bounds(facts, clock.keep_going) if clock.keep_going() else None
        bounds = bounds.upright() if bounds is not None else None
        if bounds is not None and _holds(puzzle, bounds):
            yield reason("weights", bounds, tell_weights(puzzle, bounds))


def _without_solution(encoding: Encoding, probe: PuzzleSearch, clock: _Clock) -> Explanation:
    """No solution has been found: look for a conflict, or search to the end."""
    puzzle = encoding.puzzle
    clock = clock.at("looking for a conflict")
    conflict = _conflict(encoding, clock)
    if conflict is not None:
        return Explanation(puzzle, "conflict", tuple(tell_conflict(puzzle, conflict)), conflict)
    if not probe.finished and clock.keep_going():
        clock = clock.at("searching")
        probe = PuzzleSearch(encoding, max_solutions=1, max_seconds=clock.left(), verify=True)
        solution = _first(probe, clock)
        if solution is not None:
            return _with_solution(encoding, solution, clock)
    return _searched(puzzle, probe)


def _searched(puzzle: Puzzle, probe: PuzzleSearch) -> Explanation:
    """What a search that found nothing says."""
    nodes = probe.counters.nodes
    if not probe.finished:
        text = f"It is not known whether there is a solution: {nodes:,} nodes showed none."
        return Explanation(puzzle, UNKNOWN, (text,))
    engine = probe.choice.engine if probe.choice else "auto"
    text = f"There is no solution: engine {engine} searched all of it, {nodes:,} nodes."
    more = "No shorter reason was found."
    if not installed():
        more = f"{more} There may be one that OR-Tools finds: {INSTALL}."
    return Explanation(puzzle, "search", (text, more), Searched(engine, nodes))


def _conflict(encoding: Encoding, clock: _Clock) -> Conflict | None:
    """A conflict that another engine has confirmed; None without OR-Tools."""
    if not clock.keep_going():
        return None
    try:
        conflict = find_conflict(
            encoding,
            max_work=CONFLICT_WORK,
            max_seconds=clock.left(),
            keep_going=clock.keep_going,
        )
    except CpSatError:
        return None
    if conflict is None:
        return None
    holds = conflict_holds(encoding, conflict, clock.keep_going)
    if holds is False:
        raise NotProved("CP-SAT says that there is no solution, and engine links finds one")
    size = len(conflict.cells) + len(conflict.least) + len(conflict.most)
    told = conflict.minimal or size <= MOST_TOLD
    return conflict if holds and told and not _is_everything(encoding.puzzle, conflict) else None


def _is_everything(puzzle: Puzzle, conflict: Conflict) -> bool:
    """Are all cells asked for, or pieces that fill the board?  Then nothing has been left out."""
    ground = ground_of(puzzle)
    asked = sum(stock.size * stock.lo for stock in map(ground.stock, conflict.least))
    must, may = len(ground.must), len(ground.may)
    return must == len(conflict.cells) or asked >= must + may


def _with_solution(encoding: Encoding, solution: Solution, clock: _Clock) -> Explanation:
    clock = clock.at("looking for what all solutions have in common")
    puzzle = encoding.puzzle
    common = find_common(encoding, solution, max_seconds=clock.left(), keep_going=clock.keep_going)
    kind = "unique" if common.solutions == 1 else "many" if common.several else "some"
    return Explanation(puzzle, kind, tuple(tell_common(puzzle, common)), common=common)


def whole_board(puzzle: Puzzle) -> Weighing:
    """Every cell counts 1."""
    return Weighing(dict.fromkeys(puzzle.board.cells, 1))


def regions(puzzle: Puzzle) -> Iterator[Weighing]:
    """The parts of a board that do not touch, smaller ones first; none if there is but one.

    Fixed pieces are put down before.
    """
    taken = {cell for fixed in puzzle.fixed for cell in fixed.cells}
    parts = puzzle.lattice.regions(set(puzzle.board.cells) - taken)
    if len(parts) > 1:
        for part in sorted(parts, key=lambda part: (len(part), part[0][::-1])):
            yield Weighing(dict.fromkeys(part, 1))


def board_colours(puzzle: Puzzle) -> Iterator[tuple[str, Weighing]]:
    """The cells of each colour of the board."""
    for colour in sorted(set(puzzle.board.colours.values())):
        cells = [cell for cell, own in puzzle.board.colours.items() if own == colour]
        yield colour, Weighing(dict.fromkeys(cells, 1))


# Why is there no solution?  What is the same in all?


def explain(
    puzzle: AnyPuzzle,
    *,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    watch: Callable[[str], None] = lambda _: None,
) -> Explanation:
    """Why a puzzle has no solution; or if it has some, what is the same in all of them.

    The first reason that is proved is given; every proof has passed a checker that shares no code
    with what found it.  `watch` is told now and then what is being tried.  If `max_seconds` are
    over, or `keep_going` says no, the answer is what is known by then, and not `complete`.

    >>> import tilewright as tw
    >>> print(tw.explain(tw.make_puzzle("square", ".##\\n###\\n##.", {"I": "##"})).kind)
    sizes
    """
    if isinstance(puzzle, PolygonPuzzle):
        return explain_polygons(puzzle, max_seconds=max_seconds, keep_going=keep_going)
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is no puzzle, and only puzzles are explained")

    return explain_puzzle(puzzle, max_seconds=max_seconds, keep_going=keep_going, watch=watch)
