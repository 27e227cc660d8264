"""One solution of each class of a puzzle, by a search that can be left and gone on with."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from threading import Condition
from typing import Any, Self

from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines import Batch, Estimate, sound
from tilewright.errors import TilewrightError
from tilewright.papers.tasks.searching import sum_of
from tilewright.papers.tasks.task import Guess, Pace
from tilewright.solutions import Action, Part, parts_of
from tilewright.solve import estimate, search

__all__ = ["Sweep", "estimated", "free_parts", "guessed"]

SECONDS, FIRST_SECONDS = 5.0, 0.3  # on a subtree at a time; less where there is nothing else to do
FIGURES = ("nodes", "updates", "solutions")


def free_parts(encoding: Encoding) -> list[Part]:
    """The parts of a search in which no two solutions are alike."""
    parts = parts_of(Action.of(encoding))
    if any(len(part.group) > 1 for part in parts):
        raise TilewrightError(
            f"{encoding.puzzle.title}: solutions have to be compared to tell which are alike, so "
            f"that the search cannot be left and gone on with"
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
            work = _Work(encoding, engine, pace, take, self.rest or [part.start])
            found = work.do()
            self.classes += found
            self.solutions += part.weight * found
            self.rest = work.todo
            if self.rest:
                return False
            self.done += 1
        return True


@dataclass(slots=True)
class _Work:
    """Subtrees that are searched by some threads, each on its own and only for a while: what is
    left of a subtree is shared anew.  So nothing waits to be handed out in order."""

    encoding: Encoding
    engine: str
    pace: Pace
    take: Callable[[Batch], None] | None
    todo: list[Subtree]
    _found: int = 0
    _busy: int = 0
    _changed: Condition = field(default_factory=Condition)

    def do(self) -> int:
        """Search until it is time to leave or nothing is left; how many were found."""
        with ThreadPoolExecutor(self.pace.threads) as pool:
            for one in [pool.submit(self._search_on) for _ in range(self.pace.threads)]:
                one.result()
        return self._found

    def _search_on(self) -> None:
        while start := self._next():
            rest = [start]
            try:
                rest = self._search(start)
            finally:
                with self._changed:
                    self.todo += rest
                    self._busy -= 1
                    self._changed.notify_all()

    def _next(self) -> Subtree | None:
        """What is to be searched next; None if there is nothing, or no time."""
        with self._changed:
            while not self.todo and self._busy:
                self._changed.wait()
            if not self.todo or self.pace.over:
                return None
            self._busy += 1
            return self.todo.pop()

    def _search(self, start: Subtree) -> list[Subtree]:
        seconds = min(self.pace.left, SECONDS if self.todo else FIRST_SECONDS)
        searching = search(
            self.encoding.problem,
            start=start,
            engine=self.engine,
            collect=self.take is not None,
            threads=1,
            max_seconds=seconds,
        )
        for batch in searching:
            if self.take and len(batch):
                with self._changed:
                    self.take(batch)
            if self.pace.over:
                searching.stop()
        with self._changed:
            self._found += searching.counters.solutions
        return searching.rest()


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
    found = sound(
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
