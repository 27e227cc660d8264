"""A job among polygons: searches one after the other, and which of their solutions count."""

from collections.abc import Sequence
from itertools import accumulate, chain
from threading import Lock
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from tilewright.cover import Subtree
from tilewright.engines import Batch, Search, SearchOptions, SeveralSearches
from tilewright.polygons.arrangements import Arrangements
from tilewright.polygons.jigsaw import Jigsaw
from tilewright.polygons.search import CornerSearch
from tilewright.runs.places import PlaceSieve
from tilewright.runs.plan import Stage
from tilewright.runs.sieve import Covers

if TYPE_CHECKING:
    from tilewright.polygons.certify import Certifier

__all__ = ["CornerSifting"]


_CERTIFYING = Lock()  # the precision of balls is one for all threads
_CERTIFIERS: "WeakKeyDictionary[Stage, Certifier]" = WeakKeyDictionary()


def _certify(stage: Stage, jigsaw: Jigsaw, found: Arrangements) -> None:
    """Prove all of these.  What is known of places is kept as long as the stage is."""
    from tilewright.polygons.certify import Certifier  # takes time to load

    with _CERTIFYING:
        if stage not in _CERTIFIERS:
            _CERTIFIERS[stage] = Certifier(jigsaw.puzzle)
        _CERTIFIERS[stage].certify_many(found)


class CornerSifting:
    """Begins the searches, takes what they find, and says in the end what of it counts.

    Where pieces lie is known to the search that put them there, so that none is to be put there
    again.
    """

    def __init__(self, stage: Stage, jigsaw: Jigsaw) -> None:
        self._stage, self._jigsaw = stage, jigsaw
        self._found: list[tuple[CornerSearch, list[Batch]]] = []

    def search(self, starts: Sequence[Subtree] | Subtree, **options: Any) -> Search:
        """Begin to search these subtrees."""
        how = SearchOptions(**options)
        collects = self._stage.collects
        if isinstance(starts, Subtree):
            return self._begin(self._jigsaw, how, starts, collect=collects)
        # It hands the problem on, whatever that is.
        problem = cast("Any", self._jigsaw)
        return SeveralSearches(problem, starts, how, engine=self._begin, collect=collects)

    def _begin(
        self, jigsaw: Jigsaw, options: SearchOptions, start: Subtree, *, collect: bool
    ) -> Search:
        search = CornerSearch(jigsaw, options, start, collect=collect, **self._stage.options)
        self._found.append((search, []))
        return cast("Search", search)

    def add(self, batch: Batch) -> None:
        """The search that was begun last has found these."""
        # The arrays are the core's, which writes over them later.
        copy = Batch(np.array(batch.options), np.array(batch.items), np.array(batch.ends))
        self._found[-1][1].append(copy)

    def settle(self) -> tuple[Covers, tuple[int, ...]]:
        """The covers that count, and how many each tally lets through.

        Raises NotCertified if something that was found is not proved to be a solution.
        """
        arrangements = self._arrangements()
        _certify(self._stage, self._jigsaw, arrangements)
        tallies = tuple(int(sieve.passes(arrangements).sum()) for sieve in self._stage.tallies)
        options = [batch.options for _, batches in self._found for batch in batches]
        rows = np.concatenate(options).reshape(len(arrangements), -1)
        if isinstance(self._stage.sieve, PlaceSieve):
            rows = rows[self._stage.sieve.passes(arrangements)]
        ends = np.arange(1, len(rows) + 1, dtype=np.uint64) * np.uint64(rows.shape[1])
        return (rows.ravel(), ends), tallies

    def _arrangements(self) -> Arrangements:
        """All solutions found, with one table of places."""
        parts = [search.arrangements(batches) for search, batches in self._found if batches]
        starts = accumulate((len(part.table) for part in parts), initial=0)
        rows = [part.rows + start for part, start in zip(parts, starts, strict=False)]
        table = chain.from_iterable(part.table for part in parts)
        return Arrangements(tuple(table), np.concatenate(rows))
