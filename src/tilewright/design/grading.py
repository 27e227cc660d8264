"""How hard is a puzzle for a person?  It is solved as a person would, and the work is measured."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tilewright.cover import ExactCover, Subtree
from tilewright.design.common import members, quick_engine
from tilewright.design.reasoning import BitProblem, Exclusion, ForcedOption, Reasoner
from tilewright.document.text import brief_repr, html_table
from tilewright.encoding import Encoding, encode
from tilewright.engines import Cover
from tilewright.engines.covers import search
from tilewright.errors import TilewrightError
from tilewright.faults import sound_placements
from tilewright.lattices import Cell
from tilewright.puzzle import Puzzle
from tilewright.symmetry import Action, least_image, parts_of

LEVELS = ("easy", "medium", "hard", "fiendish")
FEW = 2  # easy: the work is at most this many times the number of pieces
FAR = 3  # fiendish: a contradiction shows only after this many rounds of forced moves
DEEPEST = 3  # suppositions within one another, before one gives up
LOOKS = 20_000  # at positions, before one gives up
MANY = 4  # placements that are ruled out for the same reason are told together


class GradeError(TilewrightError, ValueError):
    """A puzzle that has no solution, or several, has no grade."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What a person needs to solve a puzzle.

    `forced` moves follow at once from what lies there.  For the others, `tries` placements had to
    be supposed and refuted.  `rounds` is how often one had to look for forced moves until the
    contradiction showed (0: at once), `depth` how many suppositions were made within one another.
    `score` counts every placement that was made or supposed on the way.  If `solved` is false, it
    was too much, and the numbers are those of the way so far.
    """

    level: str
    forced: int
    tries: int
    depth: int
    score: int
    rounds: int = 0
    solved: bool = True

    def _repr_html_(self) -> str:
        return html_table(self.level, {name: getattr(self, name) for name in self.__slots__[1:]})


@dataclass(frozen=True, slots=True)
class Reasoning:
    """The way to the solution: moves and exclusions, in order.

    `given_up` is the depth at which it became too much, or 0.  `symmetry` are options that were
    left out at the start: what they lead to is a turned or reflected copy.
    """

    encoding: Encoding
    steps: tuple[ForcedOption | Exclusion, ...]
    given_up: int
    symmetry: tuple[int, ...]


def grade(puzzle: Puzzle | Encoding, *, progress: Callable[[], None] = lambda: None) -> Grade:
    """How hard a puzzle with exactly one solution, apart from symmetric copies, is for a person.

    The numbers do not depend on how pieces are called, nor on how the board is turned.  Raises
    GradeError if there is no solution or more than one.  `progress` is called meanwhile, and may
    raise an error to end it.

    >>> from tilewright.puzzle import make_puzzle
    >>> grade(make_puzzle("square", "####\\n##..", {"I": "###", "L": "##\\n#."})).level
    'easy'
    """
    return graded(reason(puzzle, progress=progress))


def graded(reasoning: Reasoning) -> Grade:
    """The grade of a reasoning that was made before."""
    work: dict[int, int] = {}
    moves: list[ForcedOption] = []
    depth, rounds = reasoning.given_up, 0
    score = 0
    for step in reasoning.steps:
        if isinstance(step, ForcedOption):
            moves.append(step)
            score += 1 + sum(work[option] for option in members(step.needs))
        else:
            work[step.option] = step.work
            depth, rounds = max(depth, step.depth), max(rounds, step.rounds)
    return Grade(
        level="fiendish" if reasoning.given_up else _level(depth, rounds, score, len(moves)),
        forced=sum(not move.needs for move in moves),
        tries=sum(move.needs.bit_count() for move in moves),
        depth=depth,
        score=score,
        rounds=rounds,
        solved=not reasoning.given_up,
    )


def _level(depth: int, rounds: int, score: int, pieces: int) -> str:
    """Hard and fiendish differ in kind, easy and medium in amount."""
    if depth > 1 or rounds >= FAR:
        return "fiendish"
    if rounds:
        return "hard"
    return "easy" if score <= FEW * pieces else "medium"


def reason(puzzle: Puzzle | Encoding, *, progress: Callable[[], None] = lambda: None) -> Reasoning:
    """Solve a puzzle as a person does.  `progress` is called meanwhile, as in `grade`."""
    encoding = puzzle if isinstance(puzzle, Encoding) else encode(sound_placements(puzzle))
    table = BitProblem(encoding.problem)
    cover, dropped = _only_cover(encoding)
    position = table.start(without=sum(1 << option for option in dropped))
    right = sum(1 << option for option in cover)
    reasoner = Reasoner(table, ~right, LOOKS, progress)
    taken: list[ForcedOption | Exclusion] = []
    work: dict[int, int] = {}
    given_up = 0
    while not table.solved(position):
        moves = reasoner.moves(position, work)
        if moves:
            after = table.place_all(position, [move.option for move in moves])
            assert after is not None, "what is in the only solution fits together"
            position = after
            taken += moves
            continue
        found, given_up = reasoner.excluded(position, DEEPEST)
        if given_up:
            break
        work |= {exclusion.option: exclusion.work for exclusion in found}
        position = position.without(sum(1 << exclusion.option for exclusion in found))
        taken += found
    return Reasoning(encoding, tuple(taken), given_up, dropped)


def _only_cover(encoding: Encoding) -> tuple[Cover, tuple[int, ...]]:
    """The only cover, and the options that have to be left out so that it has no copies.

    Raises GradeError if there is none, or if there are several that are not copies of each other.
    """
    covers = _first(encoding, 2)
    if not covers:
        raise GradeError("there is no solution: a grade is for puzzles that have exactly one")
    if len(covers) == 1:
        return covers[0], ()
    action = Action.of(encoding)
    covers = _first(encoding, len(action.permutations) + 1)
    if len({least_image(cover, action.permutations) for cover in covers}) > 1:
        raise GradeError("there are several solutions: a grade is for puzzles with exactly one")
    for part in parts_of(action):
        found = _first(encoding, 2, part.start)
        if len(found) == 1:
            return found[0], part.start.excluded
    return _told_apart(encoding.problem, covers)


def _told_apart(problem: ExactCover, covers: list[Cover]) -> tuple[Cover, tuple[int, ...]]:
    """A cover, and options by which its copies differ from it: some of each copy."""
    starts, entries = problem.starts.tolist(), problem.entries
    own, *copies = [
        {item: o for o in cover for item in entries[starts[o] : starts[o + 1]].tolist()}
        for cover in covers
    ]
    items = [k for k, hi in enumerate(problem.core.hi.tolist()) if hi == 1]
    dropped: set[int] = set()

    def others(item: int) -> list[dict[int, int]]:
        """The copies that have another option of an item."""
        return [copy for copy in copies if copy.get(item) not in (own.get(item), None)]

    while copies:
        item = max(items, key=lambda k: len(others(k)))
        theirs = others(item)
        if not theirs:
            raise GradeError("the solution has copies: fix one piece where it belongs")
        dropped.update(copy[item] for copy in theirs)
        copies = [copy for copy in copies if copy not in theirs]
    return covers[0], tuple(sorted(dropped))


def _first(encoding: Encoding, most: int, start: Subtree | None = None) -> list[Cover]:
    engine = quick_engine(encoding.problem)
    found = search(encoding.problem, engine=engine, start=start, max_solutions=most)
    return [cover for batch in found for cover in batch]


@dataclass(frozen=True, slots=True)
class ReasoningStep:
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


def steps(puzzle: Puzzle | Encoding) -> list[ReasoningStep]:
    """How a person would solve a puzzle with exactly one solution.

    Placements are ruled out only if that is of use later.  Raises GradeError like `grade`.

    >>> from tilewright.puzzle import make_puzzle
    >>> puzzle = make_puzzle("square", "####\\n##..", {"I": "###", "L": "##\\n#."})
    >>> print(*steps(puzzle), sep="\\n")
    I on (1,0) (2,0) (3,0): nothing else covers (3,0)
    L on (0,0) (0,1) (1,1): nothing else covers (0,0)
    """
    return spell(reason(puzzle))


def spell(reasoning: Reasoning) -> list[ReasoningStep]:
    """The steps of a reasoning that was made before."""
    words = _Words(reasoning.encoding)
    found = [words.step(step) for step in _useful(reasoning)]
    if reasoning.symmetry:
        found.insert(0, ReasoningStep("", (), False, words.symmetry(reasoning.symmetry)))
    if reasoning.given_up:
        remark = "from here on, nobody would find the rest without trying one way after the other"
        found.append(ReasoningStep("", (), False, remark))
    return found


def in_brief(told: Sequence[ReasoningStep]) -> Iterator[str]:
    """Steps in words; many placements in a row that are ruled out for the same reason as one.

    >>> step = ReasoningStep("L", ((0, 0),), False, "not L on (0,0): no room", "no room")
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


def _useful(reasoning: Reasoning) -> list[ForcedOption | Exclusion]:
    """Without what was ruled out in vain."""
    wanted = 0
    useful: list[ForcedOption | Exclusion] = []
    for step in reversed(reasoning.steps):
        if isinstance(step, ForcedOption) or reasoning.given_up or wanted >> step.option & 1:
            wanted |= step.needs
            useful.append(step)
    return useful[::-1]


class _Words:
    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._items = encoding.problem.items
        regions = encoding.problem.regions
        assert regions is not None, "an encoding knows its cells"
        cells = encoding.placements.ground.cells
        self._cell_of = dict(zip(regions.cells.tolist(), cells, strict=True))
        self._pieces = set(regions.pieces.tolist())

    def step(self, step: ForcedOption | Exclusion) -> ReasoningStep:
        placed = isinstance(step, ForcedOption)
        why = self._why(step.item) if isinstance(step, ForcedOption) else self._refuted(step)
        words = f"{'' if placed else 'not '}{self._option(step.option)}: {why}"
        return ReasoningStep(*self._place(step.option), placed, words, why)

    def symmetry(self, options: Iterable[int]) -> str:
        """What is left out at the start."""
        names = sorted({self._place(option)[0] for option in options})
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
        piece, cells = self._place(option)
        return f"{piece or 'nothing'} on {' '.join(map(_spell, cells))}"

    def _place(self, option: int) -> tuple[str, tuple[Cell, ...]]:
        """The piece, none if a cell stays empty, and the cells on which it lies."""
        placements = self._encoding.placements
        cells = placements.ground.cells
        if option >= len(placements):
            return "", (cells[self._encoding.empty[option - len(placements)]],)
        block, row = placements.block_of(option)
        kind = placements.types[block.type]
        name = self._encoding.puzzle.pieces[kind.pieces[0]].name
        return name, tuple(cells[k] for k in placements.cells(block)[row].tolist())


def _spell(cell: Cell) -> str:
    return f"({','.join(map(str, cell))})"
