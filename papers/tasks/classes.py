"""One solution of each class of a puzzle, by a search that can be stopped and resumed."""

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from papers.tasks.searching import sum_of
from papers.tasks.task import Guess, Pace
from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines import Batch, Estimate, take_soundings
from tilewright.engines.covers import search
from tilewright.engines.estimates import estimate
from tilewright.errors import TilewrightError
from tilewright.symmetry import Action, SearchPart, parts_of

__all__ = ["Sweep", "estimated", "free_parts", "guessed"]

FIGURES = ("nodes", "updates", "solutions")


def free_parts(encoding: Encoding) -> list[SearchPart]:
    """The parts of a search in which no two solutions are alike."""
    parts = parts_of(Action.of(encoding))
    if any(len(part.group) > 1 for part in parts):
        raise TilewrightError(
            f"{encoding.puzzle.title}: solutions have to be compared to tell which are alike, so "
            f"that the search cannot be stopped and resumed"
        )
    return parts


@dataclass(slots=True)
class Sweep:
    """How far a search has come: the parts that are done, and what is left of the next one."""

    done: int = 0
    classes: int = 0
    solutions: int = 0  # with all that are alike
    rest: list[Subtree] = field(default_factory=list)

    @classmethod
    def of(cls, saved: Any) -> Self:
        """Back from what `saved` gave; from the beginning if that is None."""
        if saved is None:
            return cls()
        return cls(**{**saved, "rest": [Subtree.from_json(part) for part in saved["rest"]]})

    def saved(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {**asdict(self), "rest": [part.to_json() for part in self.rest]}

    def go_on(
        self, encoding: Encoding, engine: str, pace: Pace, take: Callable[[Batch], None] | None
    ) -> bool:
        """Search until it is time to leave; True if everything is done.

        `take` gets one cover of each class, in batches; without it, they are only counted.
        """
        parts = free_parts(encoding)
        while self.done < len(parts):
            part = parts[self.done]
            if _over(pace):
                return False
            searching = search(
                encoding.problem,
                start=self.rest or [part.start],
                engine=engine,
                collect=take is not None,
                threads=pace.threads,
                max_seconds=None if pace.left == math.inf else pace.left,
            )
            for batch in searching:
                if take and len(batch):
                    take(batch)
                if _over(pace):
                    searching.stop()
            self.rest, found = searching.remainder(), searching.counters.solutions
            self.classes += found
            self.solutions += part.weight * found
            if self.rest:
                return False
            self.done += 1
        return True


def _over(pace: Pace) -> bool:
    return pace.over


def estimated(
    encoding: Encoding, engine: str, samples: int, pace: Pace
) -> tuple[dict[str, Guess], bool]:
    """Nodes, updates and classes, by so many random descents in each part; fewer if time is up,
    which the second value tells."""
    parts = free_parts(encoding)
    found = []
    for number, part in enumerate(parts):
        share = pace.left / (len(parts) - number)
        found.append(
            estimate(
                encoding.problem,
                start=part.start,
                engine=engine,
                samples=samples,
                max_seconds=None if share == float("inf") else share,
                keep_going=lambda: not pace.stopped(),
            )
        )
    figures = {name: sum_of([_figure(one, name) for one in found]) for name in FIGURES}
    return figures, all(one.samples == samples for one in found)


def guessed(encoding: Encoding, engine: str, pace: Pace) -> dict[str, Guess]:
    """How many classes there are, judging from parts of the search that are done."""
    found = take_soundings(
        encoding.problem,
        parts=[(part.start, 1) for part in free_parts(encoding)],
        engine=engine,
        max_seconds=pace.left,
        keep_going=lambda: not pace.over,
    )
    return {"up_to_symmetry": found.solutions} if found else {}


def _figure(found: Estimate, name: str) -> Guess:
    """Every descent begins at the same item: if one meets no node, there is none."""
    figure: Guess = getattr(found, name)
    return Guess(0.0, 0.0, 0.0, 0.0) if found.nodes.mean == 0 else figure
