"""All that is tried to explain a puzzle: why has it no solution?  What is the same in all?

On a lattice reasons are tried by cost: faults, proofs that need no search, a conflict, a search.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from tilewright.encoding import Encoding, encode
from tilewright.engines.cpsat.solver import INSTALL, CpSatError, installed
from tilewright.explanations.common import find_common
from tilewright.explanations.conflict import conflict_holds, find_conflict
from tilewright.explanations.explanation import UNKNOWN, Explanation
from tilewright.explanations.words import tell_common
from tilewright.faults import Fault, find_faults, size_faults
from tilewright.formats import AnyPuzzle
from tilewright.invariants.check import NotProved, ground_of, is_proof
from tilewright.invariants.facts import Facts
from tilewright.invariants.finding import candidates
from tilewright.invariants.forced import find_end
from tilewright.invariants.proofs import Conflict, Nowhere, Proof, Searched, Weighing
from tilewright.invariants.weights import find_bounds
from tilewright.invariants.words import proof_sentences
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle
from tilewright.puzzle import Puzzle, PuzzleError
from tilewright.solutions import Solution
from tilewright.solving import PuzzleSearch

PROBED_NODES = 20_000  # most puzzles that have a solution show one by then
SEARCHED_NODES = 5_000_000  # before a conflict is looked for
CONFLICT_WORK = 10.0  # of CP-SAT, about a second each
MOST_PARTS = 12  # cells and pieces of a conflict that may not be minimal


def explain(
    puzzle: AnyPuzzle,
    *,
    max_seconds: float | None = None,
    keep_going: Callable[[], bool] = lambda: True,
    progress: Callable[[str], None] = lambda _: None,
) -> Explanation:
    """Why a puzzle has no solution; or if it has some, what is the same in all of them.

    The first reason that is proved is given; every proof has passed a checker that shares no code
    with what found it.  `progress` hears now and then what is being tried.  If `max_seconds` are
    over, or `keep_going` says no, the answer is what is known by then, and not `complete`.

    >>> import tilewright as tw
    >>> print(tw.explain(tw.make_puzzle("square", ".##\\n###\\n##.", {"I": "##"})).kind)
    sizes
    """
    if isinstance(puzzle, PolygonPuzzle):
        return _explain_polygons(puzzle, max_seconds, keep_going)
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is no puzzle, and only puzzles are explained")
    deadline = None if max_seconds is None else time.monotonic() + max_seconds
    clock = _Clock(deadline, keep_going, progress)
    explained = _at_a_glance(puzzle)
    if explained is not None:
        return explained
    facts = Facts.of(place(puzzle))
    encoding = encode(facts.placements)
    clock.at("looking for a solution")
    probe, solution = _search(encoding, clock, PROBED_NODES)
    if solution is None:
        clock.at("looking for a reason")
        for kind, proof in _candidates(facts, clock):
            if is_proof(puzzle, proof):
                return _proved(puzzle, kind, proof)
        if not probe.finished:
            clock.at("searching")
            probe, solution = _search(encoding, clock, SEARCHED_NODES)
    if solution is None:
        return _without_solution(encoding, probe, clock)
    return _with_solution(encoding, solution, clock)


def _explain_polygons(
    puzzle: PolygonPuzzle, max_seconds: float | None, keep_going: Callable[[], bool]
) -> Explanation:
    """Whether the pieces have another area than the board, or what a search says."""
    from tilewright.polygons.model.check import area_faults, find_polygon_faults
    from tilewright.solving.polygons import PolygonSearch

    faults = [fault for fault in find_polygon_faults(puzzle) if fault.serious]
    if faults and faults == list(area_faults(puzzle)):
        return Explanation(puzzle, "sizes", (_sentence(faults[0]),))
    _refuse(faults)
    searching = PolygonSearch(puzzle, max_solutions=2, max_seconds=max_seconds)
    for _ in searching:
        if not keep_going():
            searching.stop()
    nodes = f"{searching.counters.nodes:,} nodes"
    if searching.solutions > 1:
        text = "There is more than one solution; what they have in common is not looked for where "
        return Explanation(puzzle, "many", (f"{text}pieces are free polygons.",))
    if searching.solutions and searching.finished:
        text = "There is exactly one solution, up to symmetry."
        return Explanation(puzzle, "unique", (text,))
    if searching.solutions:
        text = f"There is a solution; it is not known whether there is another one: {nodes}."
        return Explanation(puzzle, "some", (text,))
    if searching.finished:
        text = f"There is no solution: all of it was searched, {nodes}."
        why = "Reasons other than areas are not looked for where pieces are free polygons."
        return Explanation(puzzle, "search", (text, why))
    text = f"It is not known whether there is a solution: {nodes} showed none."
    return Explanation(puzzle, UNKNOWN, (text,))


@dataclass
class _Clock:
    """How long there is left, and whether to continue at all."""

    deadline: float | None
    wanted: Callable[[], bool]
    progress: Callable[[str], None]
    what: str = ""  # is being done

    def left(self) -> float | None:
        """Seconds."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def at(self, what: str) -> None:
        """From now on something else is done."""
        self.what = what
        self.progress(what)

    def keep_going(self) -> bool:
        self.progress(self.what)
        return self.wanted() and (self.deadline is None or time.monotonic() < self.deadline)


def _search(
    encoding: Encoding, clock: _Clock, max_nodes: int | None = None
) -> tuple[PuzzleSearch, Solution | None]:
    """A search for one solution, after it has ended; and what it has found."""
    searching = PuzzleSearch(encoding, max_solutions=1, max_nodes=max_nodes, verify=True)
    for batch in searching:
        if batch:
            return searching, batch[0]
        if not clock.keep_going():
            searching.stop()
    return searching, None


def _proved(puzzle: Puzzle, kind: str, proof: Proof) -> Explanation:
    return Explanation(puzzle, kind, tuple(proof_sentences(puzzle, kind, proof)), proof)


def _at_a_glance(puzzle: Puzzle) -> Explanation | None:
    """Reasons that need no search: sizes, and pieces or cells without any place.

    Raises PuzzleError for what is no puzzle at all.
    """
    sizes = list(size_faults(puzzle))
    _refuse(fault for fault in find_faults(puzzle, lambda: None) if fault not in sizes)
    if sizes:
        proof = Weighing(dict.fromkeys(puzzle.board.cells, 1))
        if not is_proof(puzzle, proof):
            _refuse(sizes)
        return Explanation(puzzle, "sizes", (_sentence(sizes[0]),), proof)
    placements = place(puzzle)
    faults = find_faults(puzzle, lambda: placements)
    _refuse(fault for fault in faults if fault.place[0] == "fixed")
    end = find_end(Facts.of(placements))
    if end is not None and is_proof(puzzle, end):
        return _proved(puzzle, "nowhere" if isinstance(end, Nowhere) else "uncovered", end)
    _refuse(faults)
    return None


def _sentence(fault: Fault) -> str:
    return f"{fault.message[0].upper()}{fault.message[1:]}."


def _refuse(faults: Iterable[Fault]) -> None:
    """Raise PuzzleError if one is serious."""
    serious = [fault.message for fault in faults if fault.serious]
    if serious:
        raise PuzzleError("\n".join(serious))


def _candidates(facts: Facts, clock: _Clock) -> Iterator[tuple[str, Proof]]:
    """Reasons that need no search, each with its kind, and still to be proved."""
    keep_going = clock.keep_going
    yield from candidates(facts, keep_going)
    with suppress(CpSatError):
        bounds = find_bounds(facts, keep_going) if keep_going() else None
        if bounds is not None:
            yield "weights", bounds.upright()


def _without_solution(encoding: Encoding, probe: PuzzleSearch, clock: _Clock) -> Explanation:
    """No solution has been found: look for a conflict, or search to the end."""
    puzzle = encoding.puzzle
    clock.at("looking for a conflict")
    conflict = _conflict(encoding, clock)
    if conflict is not None:
        return _proved(puzzle, "conflict", conflict)
    if not probe.finished and clock.keep_going():
        clock.at("searching")
        probe, solution = _search(encoding, clock)
        if solution is not None:
            return _with_solution(encoding, solution, clock)
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
    short = conflict.minimal or size <= MOST_PARTS
    return conflict if holds and short and not _is_everything(encoding.puzzle, conflict) else None


def _is_everything(puzzle: Puzzle, conflict: Conflict) -> bool:
    """Are all cells asked for, or pieces that fill the board?  Then nothing has been left out."""
    ground = ground_of(puzzle)
    asked = sum(stock.size * stock.lo for stock in map(ground.stock, conflict.least))
    must, may = len(ground.must), len(ground.may)
    return must == len(conflict.cells) or asked >= must + may


def _with_solution(encoding: Encoding, solution: Solution, clock: _Clock) -> Explanation:
    clock.at("looking for what all solutions have in common")
    puzzle = encoding.puzzle
    common = find_common(encoding, solution, max_seconds=clock.left(), keep_going=clock.keep_going)
    kind = "unique" if common.solutions == 1 else "many" if common.several else "some"
    return Explanation(puzzle, kind, tuple(tell_common(puzzle, common)), common=common)
