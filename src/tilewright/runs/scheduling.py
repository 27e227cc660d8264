"""The first jobs of a run, and how they are divided among machines that do not know of each other.

A run as a whole begins with one job a stage.  For a part, such as the third of sixteen, the upper
levels of each tree are searched, in the same way by everybody, until there are many subtrees; each
part gets every sixteenth of them, and so a fair mixture.  What the upper levels hold themselves is
counted by the first part.  Small stages are given to one part as a whole.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.cover import Subtree
from tilewright.engines import OptionError
from tilewright.execution.job import FIRST, Job, JobResult, explore_top, pack_starts, places_after
from tilewright.execution.plan import Plan, Stage

SUBTREES_PER_PART = 16
MOST_LEVELS = 12
MOST_PARTS = 100_000


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a run, of how many; counted from 1."""

    number: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.of <= MOST_PARTS:
            raise OptionError(
                f"part {self.number}/{self.of}: expected a part such as 3/16, from 1/16 to 16/16"
            )

    @classmethod
    def parse(cls, text: str) -> "Part":
        """As it is written in the shell.

        >>> Part.parse("3/16")
        Part(number=3, of=16)
        """
        match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", text.strip())
        if match is None:
            raise OptionError(f"part {text!r}: expected a part such as 3/16")
        return cls(int(match[1]), int(match[2]))


WHOLE = Part()


def first_jobs(plan: Plan, of: int) -> Iterator[tuple[Job, JobResult | None]]:
    """The jobs that all parts together begin with.

    Those of upper levels come with what they have found.
    """
    for number, stage in enumerate(plan.stages):
        if of == 1:
            yield _job(number, stage, FIRST, [stage.start], 1), None
        elif stage.indivisible:
            yield _job(number, stage, FIRST, [stage.start], number % of + 1), None
        else:
            yield from _divided(number, stage, of)


def _divided(number: int, stage: Stage, of: int) -> Iterator[tuple[Job, JobResult | None]]:
    if not (stage.divides and stage.repeats):
        raise OptionError(
            f"engine {stage.engine} goes through no tree, so it has no parts: leave out "
            f"the part, or take engine bits or links"
        )
    for levels in range(1, MOST_LEVELS + 1):
        top, subtrees = explore_top(stage, levels)
        if not subtrees or len(subtrees) >= SUBTREES_PER_PART * of:
            break
    yield _job(number, stage, FIRST, [stage.start], 1), top
    places = places_after(FIRST, max(2, len(subtrees)))
    for k, subtree in enumerate(subtrees):
        yield _job(number, stage, places[k], [subtree], k % of + 1), None


def _job(number: int, stage: Stage, place: bytes, starts: list[Subtree], part: int) -> Job:
    return Job(number, place, part, 0, pack_starts(starts, stage.start))
