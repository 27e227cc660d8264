"""Requirements as further items of a puzzle's exact cover problem.

Options stay what they are, with their numbers: so covers, symmetries and parts of the search mean
the same as before.  On puzzles with few solutions that is about as fast as to look at all of them;
where there are many, and few satisfy the requirement, it is faster by orders of magnitude.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from tilewright.cover import ExactCover
from tilewright.encoding import Encoding
from tilewright.engines import OptionError
from tilewright.puzzle import Puzzle
from tilewright.solutions.requirements.crossroads import NoCrossroads
from tilewright.solutions.requirements.requirement import Extra, Requirement
from tilewright.solutions.requirements.symmetric import Symmetric
from tilewright.solutions.requirements.touching import Apart, Colourable

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
            raise OptionError(f"a requirement is {name!r}: expected one of {SPELT}")
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
    raise OptionError(f"requirement {name!r}: expected one of {SPELT}")


def strengthened(
    encoding: Encoding, asked: Sequence[Requirement]
) -> tuple[Encoding, tuple[Requirement, ...]]:
    """The same puzzle with further items, and what is still to be asked of its solutions."""
    problem = encoding.problem
    left = []
    for one in asked:
        extra = one.extra(encoding)
        if extra is not None and extra.items:
            problem = _with(problem, extra)
        if extra is None or not extra.complete:
            left.append(one)
    return Encoding(encoding.placements, problem, encoding.empty), tuple(left)


def _with(problem: ExactCover, extra: Extra) -> ExactCover:
    items = list(problem.items)
    for item in extra.items:
        name = str(item.name)
        while name in problem.item_numbers:
            name += "'"
        items.append(replace(item, name=name))
    order = sorted(range(len(items)), key=lambda number: items[number].secondary)
    place = np.empty(len(items), dtype=np.uint32)  # where primary items stand before secondary ones
    place[order] = np.arange(len(items))
    owners = np.concatenate((problem.owners, extra.options))
    by_option = np.argsort(owners, kind="stable")
    colours = problem.entry_colours
    if len(colours):
        colours = np.concatenate((colours, np.zeros(len(extra.options), np.uint32)))[by_option]
    counts = np.bincount(owners, minlength=problem.option_count)
    regions = problem.regions and replace(
        problem.regions,
        cells=place[problem.regions.cells],
        touching=place[problem.regions.touching],
        pieces=place[problem.regions.pieces],
    )
    return problem.with_parts(
        items=tuple(items[number] for number in order),
        starts=np.concatenate(([0], np.cumsum(counts))),
        entries=place[np.append(problem.entries, len(problem.items) + extra.numbers)[by_option]],
        entry_colours=colours,
        regions=regions,
    )
