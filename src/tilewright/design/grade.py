"""How hard is a puzzle for a person?  It is solved as a person would, and the work is measured."""

from collections.abc import Callable
from dataclasses import dataclass

from tilewright.design.common import members
from tilewright.design.grade_position import Position, Table
from tilewright.design.grade_reason import Exclusion, Move, Reasoner, TooMuch
from tilewright.design.grade_start import GradeError, only_cover
from tilewright.document.brief import html_table
from tilewright.encoding import Encoding, encode
from tilewright.faults import require_sound
from tilewright.puzzle import Puzzle

__all__ = ["LEVELS", "Grade", "GradeError", "Reasoning", "grade", "graded", "reason"]

LEVELS = ("easy", "medium", "hard", "fiendish")
FEW = 2  # easy: the work is at most so many times the number of pieces
FAR = 3  # fiendish: a contradiction shows only after so many rounds of forced moves
DEEPEST = 3  # suppositions within one another, before one gives up
LOOKS = 20_000  # at positions, before one gives up


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
    """The way to the solution: rounds of moves, or of exclusions, in order.

    `given_up` is the depth at which it became too much, or 0.  `symmetry` are options that were
    left out at the start: what they lead to is a turned or reflected copy.
    """

    encoding: Encoding
    rounds: tuple[tuple[Move | Exclusion, ...], ...]
    given_up: int
    symmetry: tuple[int, ...]


def grade(puzzle: Puzzle | Encoding, *, pulse: Callable[[], None] = lambda: None) -> Grade:
    """How hard a puzzle with exactly one solution, apart from symmetric copies, is for a person.

    The numbers do not depend on how pieces are called, nor on how the board is turned.  Raises
    GradeError if there is no solution or more than one.  `pulse` is called meanwhile, and may raise
    an error to end it.

    >>> from tilewright.puzzle import make_puzzle
    >>> grade(make_puzzle("square", "####\\n##..", {"I": "###", "L": "##\\n#."})).level
    'easy'
    """
    return graded(reason(puzzle, pulse=pulse))


def graded(reasoning: Reasoning) -> Grade:
    """The grade of a reasoning that was made before."""
    work: dict[int, int] = {}
    moves: list[Move] = []
    depth, rounds = reasoning.given_up, 0
    score = 0
    for step in (step for taken in reasoning.rounds for step in taken):
        if isinstance(step, Move):
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


def reason(puzzle: Puzzle | Encoding, *, pulse: Callable[[], None] = lambda: None) -> Reasoning:
    """Solve a puzzle as a person does.  `pulse` is called meanwhile, as in `grade`."""
    encoding = encode(require_sound(puzzle)) if isinstance(puzzle, Puzzle) else puzzle
    table = Table(encoding.problem)
    cover, dropped = only_cover(encoding)
    position = table.start().dropped(sum(1 << option for option in dropped))
    right = sum(1 << option for option in cover)
    reasoner = Reasoner(table, ~right, LOOKS, pulse)
    taken: list[tuple[Move | Exclusion, ...]] = []
    work: dict[int, int] = {}
    given_up = 0
    while not table.solved(position):
        moves = reasoner.moves(position, work)
        if moves:
            after = table.place_all(position, [move.option for move in moves])
            assert after is not None, "what is in the only solution fits together"
            position = after
            taken.append(tuple(moves))
            continue
        found, given_up = _excluded(reasoner, position)
        if given_up:
            break
        work |= {exclusion.option: exclusion.work for exclusion in found}
        position = position.without(sum(1 << exclusion.option for exclusion in found))
        taken.append(tuple(found))
    return Reasoning(encoding, tuple(taken), given_up, dropped)


def _excluded(reasoner: Reasoner, position: Position) -> tuple[list[Exclusion], int]:
    """What can be excluded, as shallowly as possible; or the depth at which it was too much."""
    depth = 1
    try:
        while depth <= DEEPEST:
            if found := reasoner.exclusions(position, depth):
                return found, 0
            depth += 1
    except TooMuch:
        pass
    return [], depth
