"""Requirements by name."""

import re
from collections.abc import Iterable

from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.apart import Apart
from tilewright.solutions.requirements.colourable import Colourable
from tilewright.solutions.requirements.crossroads import NoCrossroads
from tilewright.solutions.requirements.requirement import Requirement, RequirementError
from tilewright.solutions.requirements.symmetric import Symmetric

__all__ = ["requirements"]

SPELT = "symmetric, symmetric:MOTION, no-crossroads, 3-colourable, apart, apart:PIECE"


def requirements(puzzle: Puzzle, names: str | Iterable[str]) -> tuple[Requirement, ...]:
    """What these names ask of a puzzle's solutions, each once.

    >>> import tilewright as tw
    >>> (asked,) = requirements(tw.load("scott"), "no-crossroads")
    >>> sum(map(asked.holds, tw.solve(tw.load("scott"))))
    41
    """
    wanted = [names] if isinstance(names, str) else list(names)
    found: dict[str, Requirement] = {}
    for name in wanted:
        if not isinstance(name, str):
            raise RequirementError(f"a requirement is {name!r}: expected one of {SPELT}")
        one = _requirement(puzzle, name.strip())
        found.setdefault(one.name, one)
    return tuple(found.values())


def _requirement(puzzle: Puzzle, name: str) -> Requirement:
    word, colon, what = name.partition(":")
    what = what.strip()
    if word == "symmetric" and (what or not colon):
        return Symmetric(puzzle, what)
    if word == "apart" and (what or not colon):
        return Apart(puzzle, what)
    if name == NoCrossroads.name:
        return NoCrossroads(puzzle)
    if coloured := re.fullmatch(r"([1-9]\d{0,8})-colou?rable", name):
        return Colourable(puzzle, int(coloured[1]))
    raise RequirementError(f"requirement {name!r}: expected one of {SPELT}")
