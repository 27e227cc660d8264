"""Walk from puzzle to puzzle, by small changes, to those that have few solutions."""

import math
from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol, TypeVar

from tilewright.cover import ExactCover
from tilewright.solve import search

__all__ = ["MANY", "MOST_NODES", "Walk", "improve", "rate"]

MANY = 2000  # solutions are counted so far
MOST_NODES = 100_000  # nor is a puzzle worth more search than this
STUCK = 150  # steps without progress after which another start is better
COLDNESS = 3.0  # how seldom a worse puzzle is taken
DENSITY = 100  # what solutions for each node weigh, where they were not counted to the end


class Counted(Protocol):
    """Something whose solutions were counted, or judged by how dense they are."""

    @property
    def solutions(self) -> int:
        """How many there are; at least one."""
        ...


def rate(problem: ExactCover, engine: str, pulse: Callable[[], None], copies: int = 1) -> int:
    """How many solutions a problem has, each with so many copies.

    Beyond a limit it is a number that is the larger the more solutions there are for each node.
    `pulse` is called meanwhile, and may raise an error to end it.
    """
    at_work = search(
        problem,
        engine=engine,
        collect=False,
        max_solutions=MANY * copies,
        max_nodes=MOST_NODES,
    )
    for _ in at_work:
        pulse()
    counters = at_work.counters
    if at_work.finished:
        return -(-counters.solutions // copies)
    return round(MANY * (1 + DENSITY * counters.solutions / copies / counters.nodes))


Place = TypeVar("Place", bound=Counted)


class Walk(Protocol[Place]):
    """A way to go from place to place."""

    def start(self) -> Place | None:
        """A random place that has a solution; None if none was found this time."""
        ...

    def step(self) -> Place | None:
        """A place nearby, where we do not go yet; None if there is none this time."""
        ...

    def keep(self, place: Place) -> None:
        """Go to the place that the last step showed."""
        ...


def improve(walk: Walk[Place], random: Random, few: int) -> Iterator[Place | None]:
    """Walk from a random start; gives places with at most `few` solutions, None in between.

    Worse places are taken, too, the much worse ones seldom.  The walk ends when the fewest
    solutions met so far have not become fewer for a while.
    """
    place = walk.start()
    yield place if place and place.solutions <= few else None
    if place is None:
        return
    stuck, best = 0, place.solutions
    while stuck < STUCK:
        stuck += 1
        seen = walk.step()
        if seen is None:
            yield None
            continue
        worse = math.log(seen.solutions / place.solutions)
        taken = worse <= 0 or random.random() < math.exp(-COLDNESS * worse)
        if taken:
            walk.keep(seen)
            place = seen
            if place.solutions < best:
                stuck, best = 0, place.solutions
        yield place if taken and place.solutions <= few else None
