"""A puzzle that somebody plays with: can it still be completed, in how many ways, what comes next?

Tables of lattice boards and of polygons differ in how they find out; what is asked of them, and the
sentences of the answers, are the same.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Self, TypeVar

from tilewright.engines import Cover, Search
from tilewright.web.play.messages import CheckAnswer, HintAnswer, PlayedPiece, Strength

REASONS = 3  # at most
SOLVED = HintAnswer(kind="none", message="The puzzle is solved: there is nothing left to do.")
NO_SOLUTION = HintAnswer(kind="none", message="This puzzle has no solution, however you begin.")
THINKING = HintAnswer(
    kind="thinking", message="Still thinking: ask again, or place another piece first."
)
UNKNOWN = "Still thinking: it is not known yet whether this can be completed."

Lies = TypeVar("Lies")


class Patience:
    """Seconds from now on, which end at once when nobody waits for the answer any more."""

    def __init__(self, seconds: float, whole: "Patience | None" = None) -> None:
        self._deadline = time.monotonic() + seconds
        self._whole = whole
        self._over = False

    @property
    def left(self) -> float:
        """Seconds that are left, 0 if none are."""
        left = 0.0 if self._over else max(0.0, self._deadline - time.monotonic())
        return min(left, self._whole.left) if self._whole else left

    def end(self) -> None:
        """Nobody waits any more; may be called from any thread."""
        self._over = True

    def share(self, part: float) -> "Patience":
        """A part of what is left; it ends when this one does."""
        return Patience(self.left * part, self)

    def run(self, search: Search) -> list[Cover]:
        """The covers of a search, as long as there is patience; the search has its own limits."""
        found: list[Cover] = []
        for batch in search:
            found += batch
            if not self.left:
                search.stop()
        return found


@dataclass(frozen=True, slots=True)
class Position(Generic[Lies]):
    """Placed pieces: the name of each, and what it is where it lies.

    `wrong` are the numbers of those that cannot lie there, and `reasons` say why.  `fixed` is what
    lies there from the start, with the names of the pieces.
    """

    names: tuple[str, ...]
    given: tuple[Lies, ...]
    wrong: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    fixed: Mapping[Lies, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        placed: Sequence[PlayedPiece],
        found: Sequence[Lies | str],
        nothing: Lies,
        fixed: Mapping[Lies, str] | None = None,
    ) -> Self:
        """A position; where `found` has a reason in place of a piece, the piece is wrong."""
        return cls(
            tuple(one.piece for one in placed),
            tuple(nothing if isinstance(one, str) else one for one in found),
            tuple(k for k, one in enumerate(found) if isinstance(one, str)),
            tuple(one for one in found if isinstance(one, str)),
            fixed or {},
        )

    def only(self, numbers: Iterable[int]) -> Self:
        """Some of the placed pieces."""
        kept = list(numbers)
        names = tuple(self.names[k] for k in kept)
        return replace(self, names=names, given=tuple(self.given[k] for k in kept))


AnyPosition = TypeVar("AnyPosition", bound=Position[Any])


@dataclass(frozen=True, slots=True)
class Completions:
    """How many are known, and whether these are all."""

    known: int
    all: bool


class Table(Generic[AnyPosition]):
    """A puzzle that somebody plays with."""

    size = 0  # how much memory it takes, roughly, in numbers
    unknown: str = UNKNOWN  # what is said if no completion is known

    def close(self) -> None:
        """End what goes on behind it."""

    def position(self, placed: Sequence[PlayedPiece], patience: Patience) -> AnyPosition:
        """What lies there."""
        raise NotImplementedError

    def is_complete(self, position: AnyPosition) -> bool:
        """Is the puzzle solved?"""
        raise NotImplementedError

    def completions(self, position: AnyPosition, most: int, patience: Patience) -> Completions:
        """In how many ways it can be completed, more than `most` if there are more."""
        raise NotImplementedError

    def next_move(
        self, position: AnyPosition, strength: Strength, patience: Patience
    ) -> HintAnswer | None:
        """A hint to the next move; None if no completion is known."""
        raise NotImplementedError

    def check(self, placed: Sequence[PlayedPiece], most: int, patience: Patience) -> CheckAnswer:
        """Can this be completed, and in how many ways?"""
        position = self.position(placed, patience)
        if position.wrong:
            message = _reasons(position.reasons)
            return CheckAnswer(state="no", ways=0, message=message, wrong=list(position.wrong))
        complete = self.is_complete(position)
        found = self.completions(position, most, patience)
        if not (found.known or found.all or complete):
            return CheckAnswer(state="thinking", message=self.unknown)
        return answer(found, most, complete=complete)

    def hint(
        self, placed: Sequence[PlayedPiece], strength: Strength, patience: Patience
    ) -> HintAnswer:
        """What to do next."""
        position = self.position(placed, patience)
        if position.wrong:
            return _take_away(position, position.wrong[0], _reasons(position.reasons[:1]))
        if self.is_complete(position):
            return SOLVED
        return self.next_move(position, strength, patience) or self._remove(position, patience)

    def _remove(self, position: AnyPosition, patience: Patience) -> HintAnswer:
        """A piece to take away, so that the others can be completed: the latest one that does it.

        If no single one does, the first that made it impossible.
        """
        numbers = range(len(position.names))
        unsure = False
        for k in reversed(numbers):
            if position.given[k] in position.fixed:
                continue
            others = position.only(n for n in numbers if n != k)
            found = self.completions(others, 0, patience.share(1 / (k + 2)))
            if found.known:
                return _take_away(position, k, "What lies there cannot be completed.")
            unsure |= not found.all
        for k in reversed(numbers):
            found = self.completions(position.only(numbers[:k]), 0, patience)
            if found.known:
                return _take_away(position, k, "Several pieces are in the way.")
            unsure |= not found.all
        return THINKING if unsure else NO_SOLUTION


def answer(found: Completions, most: int, *, complete: bool) -> CheckAnswer:
    """In how many ways it can be completed, if that is known; at most `most` are told.

    >>> answer(Completions(1, True), 1000, complete=False).message
    'This can be completed in exactly 1 way.'
    >>> answer(Completions(9, False), 1000, complete=False).message
    'This can be completed in at least 9 ways.'
    """
    known = max(found.known, int(complete))
    more = True
    ways: int | None
    if known > most:
        ways, message = most, f"This can be completed in more than {_ways(most)}."
    elif found.all:
        ways, more = known, False
        message = f"This can be completed in exactly {_ways(known)}."
        if not known:
            message = "This cannot be completed any more: take a piece away."
    elif known > 1:
        ways, message = known - 1, f"This can be completed in at least {_ways(known)}."
    else:
        ways, message = None, "This can be completed; in how many ways is not known."
    if complete:
        message = "Solved! Every piece is in its place."
    state: Literal["yes", "no"] = "yes" if known else "no"
    return CheckAnswer(state=state, ways=ways, more=more, complete=complete, message=message)


def next_piece(
    strength: Strength, name: str, look: str, spot: Mapping[str, Any], lies: Mapping[str, Any]
) -> HintAnswer:
    """A hint to a piece: where to look, which piece it is, or how it lies."""
    if strength == "cell":
        return HintAnswer(kind="cell", message=look, **spot)
    if strength == "piece":
        where = "cell" if "cells" in spot else "spot"
        message = f"Piece {name} goes over the marked {where}."
        return HintAnswer(kind="piece", piece=name, message=message, **spot)
    message = f"Put piece {name} where it is shown."
    return HintAnswer(kind="move", piece=name, message=message, **lies)


def _take_away(position: Position[Any], number: int, why: str) -> HintAnswer:
    name = position.names[number]
    message = f"{why} Take piece {name} away."
    return HintAnswer(kind="remove", piece=name, placed=number, message=message)


def _reasons(reasons: Sequence[str]) -> str:
    """Why pieces cannot lie where they lie."""
    distinct = list(dict.fromkeys(reasons))
    more = [f"And {len(distinct) - REASONS} more."] if len(distinct) > REASONS else []
    return " ".join((*distinct[:REASONS], *more))


def say_too_many(name: str, most: int) -> str:
    """There are only `most` of a piece."""
    if most == 1:
        return f"Piece {name} is there only once."
    return f"There are only {most} pieces {name}."


def _ways(number: int) -> str:
    return "1 way" if number == 1 else f"{number:,} ways"
