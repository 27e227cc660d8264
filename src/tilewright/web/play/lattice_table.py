"""Can a lattice board still be completed, in how many ways, and what comes next?

Placed pieces are options of the puzzle's exact cover problem.
First covers are listed, up to the number that is wanted: that finds the first one soon, and all of
them if they are few.  If it takes too long, the frontier counts them with what is left of the time.

A hint is a cell to look at, the piece that goes there, or how it lies.  All three come from one
plan for a position, so that they agree.  How much is searched for a plan is counted in nodes, not
in seconds: the same position gets the same hint.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tilewright.cover import Subtree
from tilewright.encoding import Encoding
from tilewright.engines import (
    BitsSearch,
    Cover,
    FrontierError,
    FrontierSearch,
    LinksSearch,
    NativeCoverSearch,
    SearchOptions,
    frontier_refusal,
)
from tilewright.lattices import Cell, Motion, minus, plus
from tilewright.orientations import Orientation, orientation_motions
from tilewright.placements import Block
from tilewright.puzzle import Fixed, Piece
from tilewright.web.play.messages import HintAnswer, PlayedPiece, Strength
from tilewright.web.play.table import (
    SOLVED,
    THINKING,
    Completions,
    Patience,
    Position,
    Table,
    next_piece,
    say_too_many,
)

LISTING = 0.5  # of the time, before the frontier gets the rest
FRONTIER_MEMORY = 1 << 28
SWEEP_START = 2e-6  # seconds for each entry of the problem, before the frontier begins
ANSWERS = 5000  # are remembered
PLANS = 1000
LISTED = 2000  # completions, if there are not more, tell which cell has the fewest pieces
LISTED_NODES = 200_000

Uses = dict[int, list[tuple[int, str]]]  # for each item, who uses it: colour and piece

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class PlayPosition(Position[int]):
    """Placed pieces as options, -1 for one that is wrong."""

    @property
    def chosen(self) -> tuple[int, ...]:
        """All options that are chosen, each once."""
        return tuple(dict.fromkeys((*self.fixed, *self.given)))

    @property
    def used(self) -> list[str]:
        """The names of all pieces that lie there."""
        there = set(self.given)
        return [*self.names, *(n for option, n in self.fixed.items() if option not in there)]


@dataclass(frozen=True, slots=True)
class _Move:
    """A placement that is part of a completion, and the cell that leads to it."""

    option: int
    cell: int
    choices: int  # how many pieces could lie there


class LatticeTable(Table[PlayPosition]):
    """A puzzle on a lattice that somebody plays with."""

    def __init__(self, encoding: Encoding) -> None:
        self._empty = encoding.empty
        self.placements = encoding.placements
        self.problem = encoding.problem
        self.puzzle = encoding.puzzle
        self.cells = encoding.placements.ground.cells
        self._pieces = {piece.name: piece for piece in self.puzzle.pieces}
        self._motions: dict[str, Mapping[Orientation, Motion]] = {}
        self._fixed: dict[int, str] = {}  # where the cells do not say it, the search finds the way
        for one in self.puzzle.fixed:
            if len(options := self._options(one)) == 1:
                self._fixed[options[0]] = one.piece
        self.size = len(self.problem.entries)
        self._listing: type[NativeCoverSearch] = (
            LinksSearch if BitsSearch.refusal(encoding.problem) else BitsSearch
        )
        self._known: OrderedDict[frozenset[int], Completions] = OrderedDict()
        self._plans: OrderedDict[tuple[int, ...], _Move] = OrderedDict()

    def position(self, placed: Sequence[PlayedPiece], _patience: Patience) -> PlayPosition:
        """What lies there."""
        uses: Uses = {}
        for option, name in self._fixed.items():
            self._use(uses, option, name)
        fixed_left = set(self._fixed)
        used: Counter[str] = Counter()
        options: list[int | str] = []
        for one in placed:
            found = self._option(one)
            if isinstance(found, int) and found in fixed_left:
                fixed_left.remove(found)  # it was there from the start
                options.append(found)
                continue
            used[one.piece] += 1
            if isinstance(found, int):
                found = self._clash(uses, found, one.piece, used[one.piece]) or found
            if isinstance(found, int):
                self._use(uses, found, one.piece)
            options.append(found)
        return PlayPosition.of(placed, options, -1, self._fixed)

    def is_complete(self, position: PlayPosition) -> bool:
        """Is the board full, and are all rules obeyed?"""
        uses: Uses = {}
        for option in position.chosen:
            self._use(uses, option, "")
        covered = {k for option in position.chosen for k in self.cells_of(option)}
        for option, cell in enumerate(self._empty, len(self.placements)):
            if cell not in covered:
                if self._clashes(uses, option):
                    return False
                self._use(uses, option, "")
        primary = self.problem.items[: self.problem.primary]
        return all(len(uses.get(k, ())) >= item.lo for k, item in enumerate(primary))

    def completions(self, position: PlayPosition, most: int, patience: Patience) -> Completions:
        """In how many ways it can be completed, more than `most` if there are more."""
        key = frozenset(position.chosen)
        known = self._known.get(key, Completions(0, False))
        if not known.all and known.known <= most:
            found = self._count(Subtree(position.chosen), most, patience)
            known = found if found.all or found.known > known.known else known
        _remember(self._known, key, known, ANSWERS)
        return known

    def next_move(
        self, position: PlayPosition, strength: Strength, patience: Patience
    ) -> HintAnswer | None:
        """A hint to the next move; None if the position cannot be completed."""
        move = self._plans.get(position.given) or self._plan(position, patience)
        if not isinstance(move, _Move):
            return move
        _remember(self._plans, position.given, move, PLANS)
        name = self.free_name(move.option, position.used)
        cells, motion = self.lies(move.option, name)
        few = "only one placement" if move.choices == 1 else "few placements"
        return next_piece(
            strength,
            name,
            f"Look at the marked cell: {few} can fill it.",
            {"cells": [self.cells[move.cell]]},
            {"cells": cells, "motion": motion},
        )

    def _listed(
        self, position: PlayPosition, most: int, patience: Patience, *, max_nodes: int | None = None
    ) -> tuple[list[Cover], bool]:
        """Some covers, and whether these are all."""
        options = SearchOptions(max_solutions=most, max_nodes=max_nodes, max_seconds=patience.left)
        search = self._listing(self.problem, options, Subtree(position.chosen))
        return patience.run(search), search.finished

    @cached_property
    def _can_sweep(self) -> bool:
        return frontier_refusal(self.problem) is None

    def _count(self, start: Subtree, most: int, patience: Patience) -> Completions:
        part = patience.share(LISTING)
        options = SearchOptions(max_solutions=most + 1, max_seconds=part.left)
        search = self._listing(self.problem, options, start, collect=False)
        part.run(search)
        found = Completions(search.counters.solutions, search.finished)
        if found.all or found.known > most or not patience.left:
            return found
        return self._swept(start, patience) or found

    def _swept(self, start: Subtree, patience: Patience) -> Completions | None:
        """All of them, counted by the frontier; None if that takes too long, or too much."""
        if SWEEP_START * self.size > patience.left or not self._can_sweep:
            return None
        options = SearchOptions(max_seconds=patience.left, max_memory=FRONTIER_MEMORY)
        try:
            search = FrontierSearch(self.problem, options, start, collect=False)
            patience.run(search)
        except FrontierError:
            return None
        return Completions(search.counters.solutions, True) if search.finished else None

    def _plan(self, position: PlayPosition, patience: Patience) -> _Move | HintAnswer | None:
        """The next move; None if the position cannot be completed."""
        covers, complete = self._listed(position, LISTED, patience, max_nodes=LISTED_NODES)
        if not covers and not complete:
            covers, complete = self._listed(position, 1, patience)
        if not covers:
            return None if complete else THINKING
        there = set(position.chosen)
        times = Counter(option for cover in covers for option in cover if option not in there)
        placements = len(self.placements)
        first = [option for option in covers[0] if option not in there and option < placements]
        if not first:
            return SOLVED
        options = np.array(sorted(times), dtype=np.int64) if complete else self._fitting(there)
        cell, choices = self._fewest(options[options < placements], there)
        if cell is None:
            option = min(first)
            return _Move(option, self.cells_of(option)[0], choices)
        over = [option for option in first if cell in self.cells_of(option)]
        if complete:
            over = [option for option in times if cell in self.cells_of(option)]
            over.sort(key=lambda option: (-times[option], option))
        return _Move(over[0], cell, choices)

    def _fewest(self, options: npt.NDArray[np.int64], there: set[int]) -> tuple[int | None, int]:
        """The cell still to be filled that the fewest of these options fill, and how many do.

        None if no cell has to be filled any more.
        """
        problem = self.problem
        assert problem.regions is not None
        picked = np.zeros(problem.option_count, dtype=np.bool_)
        picked[options] = True
        entries = problem.entries[picked[problem.owners]]
        counts = np.bincount(entries, minlength=problem.item_count)[problem.regions.cells]
        covered = {cell for option in there for cell in self.cells_of(option)}
        must = set(self.puzzle.board.must)
        open_cells = [k for k, cell in enumerate(self.cells) if cell in must and k not in covered]
        if not open_cells:
            return None, 0
        best = min(open_cells, key=lambda k: (counts[k], k))
        return best, int(counts[best])

    def _fitting(self, there: set[int]) -> npt.NDArray[np.int64]:
        """All options that go with those that lie there."""
        problem = self.problem
        uses = np.zeros(problem.item_count, dtype=np.int64)
        colours = np.zeros(problem.item_count, dtype=np.int64)
        for option in there:
            for item, colour in self._entries(option):
                uses[item] += 1
                colours[item] = colour
        given = problem.entry_colours
        entry_colours = given if len(given) else np.zeros_like(problem.entries)
        full = uses >= problem.hi
        agrees = (entry_colours != 0) & (entry_colours == colours[problem.entries])
        blocked = full[problem.entries] & ~agrees
        return np.delete(np.arange(problem.option_count), problem.owners[blocked])

    def cells_of(self, option: int) -> list[int]:
        """The numbers of the cells that an option fills, in reading order."""
        if option >= len(self.placements):
            return []
        return self.placements.core.row(option)

    def free_name(self, option: int, names: Iterable[str]) -> str:
        """Which of several identical pieces to take, if these are placed already."""
        used = Counter(names)
        kind = self.placements.types[self._block(option).type]
        pieces = [self.puzzle.pieces[n] for n in kind.pieces]
        needed = [p for p in pieces if used[p.name] < p.count.lo]
        free = [p for p in pieces if p.count.hi is None or used[p.name] < p.count.hi]
        return (*needed, *free, *pieces)[0].name

    def lies(self, option: int, name: str) -> tuple[list[Cell], int]:
        """The cells of a piece, in the order of its own, and the number of the motion."""
        block, row = self.placements.block_of(option)
        if name not in self._motions:
            lattice = self.puzzle.lattice
            self._motions[name] = orientation_motions(lattice, self._pieces[name])
        motion = self._motions[name][block.orientation]
        step = minus(self.cells[int(block.anchors[row])], block.orientation.cells[0])
        cells = [plus(motion(cell), step) for cell in self._pieces[name].cells]
        matrices = [one.matrix for one in self.puzzle.lattice.motions]
        return cells, matrices.index(motion.matrix)

    def _block(self, option: int) -> Block:
        return self.placements.block_of(option)[0]

    def _option(self, one: PlayedPiece) -> int | str:
        """The option that a placed piece is, or why it is none."""
        piece = self._pieces.get(one.piece)
        if piece is None:
            return f"There is no piece {one.piece!r} in this puzzle."
        if one.cells is None:
            return f"Piece {piece.name} has a ring, but this puzzle is on a lattice: give cells."
        cells = one.cells
        if any(cell not in self.placements.cell_numbers for cell in cells):
            return f"Piece {piece.name} lies partly outside the board."
        found = self._options(Fixed(piece.name, tuple(cells)))
        if len(found) > 1:
            ways = self._ways_to_lie(piece, cells, one.motion)
            found = [option for option in found if self._block(option).orientation in ways]
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            return f"Piece {piece.name} can lie there in several ways: say which, by its motion."
        patterned = piece.colours or piece.marks or self.puzzle.board.colours
        if len(set(cells)) == len(cells) == piece.size and patterned:
            return (
                f"Piece {piece.name} may not lie there: its shape, its colours or its marks do not "
                f"fit, or it may not be turned that way."
            )
        return f"Piece {piece.name} does not have that shape, or may not be turned that way."

    def _options(self, one: Fixed) -> list[int]:
        """All options that put a piece on its cells."""
        starts = self.placements.starts
        return [int(starts[block]) + row for block, row in self.placements.fixed(one)]

    def _ways_to_lie(
        self, piece: Piece, cells: Sequence[Cell], number: int | None
    ) -> set[Orientation]:
        """The orientation that a motion gives a piece.

        Without a motion, those in which the cells of the piece, one by one, come to lie on these.
        """
        lattice = self.puzzle.lattice
        as_drawn = replace(piece, turn=False, flip=False, motions=())
        (drawn,) = orientation_motions(lattice, as_drawn)
        if number is not None:
            return {drawn.moved(lattice, motion) for motion in lattice.motions[number : number + 1]}
        ways = set()
        for motion in piece.allowed_motions(lattice):
            moved = [motion(cell) for cell in piece.cells]
            step = minus(cells[0], moved[0])
            if [plus(cell, step) for cell in moved] == list(cells):
                ways.add(drawn.moved(lattice, motion))
        return ways

    def _entries(self, option: int) -> list[tuple[int, int]]:
        """The items of an option, each with its colour."""
        problem = self.problem
        span = slice(int(problem.starts[option]), int(problem.starts[option + 1]))
        entries = problem.entries[span].tolist()
        colours = problem.entry_colours[span].tolist() or [0] * len(entries)
        return list(zip(entries, colours, strict=True))

    def _use(self, uses: Uses, option: int, name: str) -> None:
        for item, colour in self._entries(option):
            uses.setdefault(item, []).append((colour, name))

    def _clash(self, uses: Uses, option: int, name: str, times: int) -> str | None:
        """Why an option does not go with what lies there already; None if it does."""
        most = self._pieces[name].count.hi
        if most is not None and times > most:
            return say_too_many(name, most)
        clashes = self._clashes(uses, option)
        if not clashes:
            return None
        regions = self.problem.regions
        assert regions is not None
        cells, kinds = set(regions.cells.tolist()), set(regions.pieces.tolist())
        for item, other in clashes:
            if item in cells:
                return f"Pieces {other} and {name} lie on each other."
        if any(item in kinds for item, _ in clashes):
            return f"There are no more pieces like {name}: take one back."
        if any(not self.problem.items[item].secondary for item, _ in clashes):
            return "There are too many pieces on the board: take one back."
        return f"Pieces {clashes[0][1]} and {name} do not go together."

    def _clashes(self, uses: Uses, option: int) -> list[tuple[int, str]]:
        """The items that are taken already, with the pieces that took them."""
        clashes: list[tuple[int, str]] = []
        for item, colour in self._entries(option):
            users = uses.get(item, [])
            what = self.problem.items[item]
            if what.secondary:
                clashes += [(item, other) for c, other in users if c == 0 or c != colour]
            elif len(users) >= what.hi:
                clashes += [(item, other) for _, other in users]
        return clashes


def _remember(store: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Store a value; of more than `most`, the one that was stored first is forgotten."""
    store[key] = value
    store.move_to_end(key)
    while len(store) > most:
        store.popitem(last=False)
