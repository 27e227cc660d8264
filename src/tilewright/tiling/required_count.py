"""How many special solutions a puzzle has: all, up to rotation, and up to symmetry."""

from collections.abc import Iterable, Iterator
from typing import Any

from tilewright.encoding import Encoding, encode
from tilewright.engines import Choice, Counters, Cover
from tilewright.puzzle import Puzzle
from tilewright.solutions import Action, least_image
from tilewright.solutions.requirements import Symmetric, requirements, strengthened
from tilewright.tiling.classes import Counts
from tilewright.tiling.count import Counting
from tilewright.tiling.required import RequiredSearch

__all__ = ["RequiredCounting", "puzzle_counting"]


def puzzle_counting(
    puzzle: Puzzle | Encoding, require: str | Iterable[str] = (), **options: Any
) -> "Counting | RequiredCounting":
    """A count of all solutions of a puzzle, or of those that satisfy requirements.

    Where items say all that is required, covers need not be listed.
    """
    encoding = encode(puzzle) if isinstance(puzzle, Puzzle) else puzzle
    if not require:
        return Counting(encoding, **options)
    names = [require] if isinstance(require, str) else list(require)
    asked = requirements(encoding.puzzle, names)
    if not any(isinstance(one, Symmetric) for one in asked):
        action = Action.of(encoding)
        stronger, left = strengthened(encoding, asked)
        if not left and all(one.kept_by(action) for one in asked):
            return Counting(stronger, **options)
    return RequiredCounting(encoding, names, **options)


class RequiredCounting:
    """A count by listing.  The interface is that of `Counting`."""

    def __init__(
        self,
        encoding: Encoding,
        require: str | Iterable[str],
        *,
        engine: str = "auto",
        **options: Any,
    ) -> None:
        self.encoding = encoding
        self.action = Action.of(encoding)
        self.counts: Counts | None = None
        self.solutions = 0
        self._wish = engine
        asked = requirements(encoding.puzzle, require)
        # One of each class will do, if what is true of it is true of all.
        self._whole = all(one.kept_by(self.action) for one in asked)
        up_to = "symmetry" if self._whole else "nothing"
        self._search = RequiredSearch(encoding, require, up_to=up_to, engine=engine, **options)
        self._rotated: set[Cover] = set()
        self._classes: set[Cover] = set()
        self._steps = self._count()

    @property
    def choice(self) -> Choice | None:
        """Which engine was chosen, and why; None if it was named."""
        return self._search.choice

    @property
    def engine(self) -> str:
        """The engine that lists."""
        return self.choice.engine if self.choice else self._wish

    @property
    def counters(self) -> Counters:
        """What the engine has done so far."""
        return self._search.counters

    @property
    def explored(self) -> float:
        """Rough share of the work that lies behind."""
        return self._search.explored

    @property
    def total_known(self) -> bool:
        """Are all solutions counted?  Their classes are counted on the way."""
        return self.counts is not None

    def stop(self) -> None:
        """Make the iteration end soon; may be called from any thread or a signal handler."""
        self._search.stop()

    def run(self) -> Counts | None:
        """Iterate to the end; None if a limit was reached before."""
        for _ in self:
            pass
        return self.counts

    def __iter__(self) -> Iterator[None]:
        return self._steps  # iterating again goes on

    def _count(self) -> Iterator[None]:
        add = self._add_class if self._whole else self._add_one
        rotated = classes = 0
        for batch in self._search.found():
            for cover, _ in batch:
                solutions, more, one = add(cover)
                self.solutions += solutions
                rotated += more
                classes += one
            yield
        if self._search.finished:
            orders = len(self.action.rotations.motions), len(self.action.motions)
            self.counts = Counts(self.solutions, rotated, classes, *orders)

    def _add_class(self, cover: Cover) -> tuple[int, int, int]:
        """A solution stands for all of its images: how many, up to rotation, and up to symmetry."""
        images = {tuple(sorted(p[list(cover)].tolist())) for p in self.action.permutations}
        turns = self.action.rotations.permutations
        return len(images), len({least_image(image, turns) for image in images}), 1

    def _add_one(self, cover: Cover) -> tuple[int, int, int]:
        """A solution stands for itself: one, and is its class new?"""
        rotated = least_image(cover, self.action.rotations.permutations)
        whole = least_image(cover, self.action.permutations)
        new = rotated not in self._rotated, whole not in self._classes
        self._rotated.add(rotated)
        self._classes.add(whole)
        return 1, int(new[0]), int(new[1])
