"""What a player is told."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tilewright.web.play.messages import CheckAnswer, HintAnswer

TOLD = 3  # reasons at most
SOLVED = HintAnswer(kind="none", message="The puzzle is solved: there is nothing left to do.")
NO_SOLUTION = HintAnswer(kind="none", message="This puzzle has no solution, however you begin.")
THINKING = HintAnswer(
    kind="thinking", message="Still thinking: ask again, or place another piece first."
)
TOO_LARGE = "This puzzle is too large to look ahead while you play."


@dataclass(frozen=True, slots=True)
class Completions:
    """So many are known, and whether these are all."""

    known: int
    all: bool


def answer(found: Completions, most: int, *, complete: bool) -> CheckAnswer:
    """In how many ways it goes on; at most so many are told.

    >>> answer(Completions(1, True), 1000, complete=False).message
    'This can be completed in exactly 1 way.'
    >>> answer(Completions(9, False), 1000, complete=False).message
    'This can be completed in at least 9 ways.'
    """
    known = max(found.known, int(complete))
    if not known and not found.all:
        message = "Still thinking: it is not known yet whether this can be completed."
        return CheckAnswer(state="thinking", message=message)
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


def refuse(wrong: Sequence[int], reasons: Sequence[str]) -> CheckAnswer:
    """These pieces cannot lie where they lie."""
    return CheckAnswer(state="no", ways=0, message=say_wrong(reasons), wrong=list(wrong))


def take_away(number: int, names: Sequence[str], why: str = "") -> HintAnswer:
    """The hint to take a piece away."""
    why = why or "What lies there cannot be completed."
    message = f"{why} Take piece {names[number]} away."
    return HintAnswer(kind="remove", piece=names[number], placed=number, message=message)


def say_wrong(reasons: Sequence[str]) -> str:
    """Why pieces cannot lie where they lie."""
    told = list(dict.fromkeys(reasons))
    more = [f"And {len(told) - TOLD} more."] if len(told) > TOLD else []
    return " ".join((*told[:TOLD], *more))


def say_too_many(name: str, most: int) -> str:
    """There are not so many of a piece."""
    if most == 1:
        return f"Piece {name} is there only once."
    return f"There are only {most} pieces {name}."


def _ways(number: int) -> str:
    return "1 way" if number == 1 else f"{number:,} ways"
