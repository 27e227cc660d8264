"""Orientations of pieces, and the motions that map a puzzle to itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.lattices import Cell, Lattice, Motion, motion_table
from tilewright.puzzle import (
    PLAIN,
    Board,
    Count,
    EdgeMark,
    Piece,
    Puzzle,
    PuzzleError,
    reading_order,
)


@dataclass(frozen=True)
class Orientation:
    """A piece turned one way, up to translation: two are equal iff a translation joins them.

    Cells are in reading order, and the first one is the first of its kind.
    """

    cells: tuple[Cell, ...]
    colours: tuple[str, ...]
    marks: tuple[EdgeMark, ...]

    @cached_property
    def steps(self) -> npt.NDArray[np.int64]:
        """The steps from the first cell to each."""
        cells: npt.NDArray[np.int64] = np.array(self.cells, dtype=np.int64)
        steps: npt.NDArray[np.int64] = cells - cells[0]
        return steps

    def moved(self, lattice: Lattice, motion: Motion) -> "Orientation":
        """What a motion makes of it."""
        (moved,) = _turned(lattice, self, (motion,))
        return moved

    def first_after(self, motion: Motion) -> int:
        """The number of the cell that comes first after a motion."""
        turned = self.steps @ np.array(motion.matrix).T
        return int(np.lexsort(turned.T)[0])  # the last coordinate counts most: reading order


class Signs:
    """The colours and marks of some pieces by number, for the core; marks in their order."""

    def __init__(self, pieces: Iterable[Piece | Orientation]) -> None:
        pieces = tuple(pieces)
        colours = {colour for piece in pieces for colour in piece.colours}
        self.colours = ("", *sorted(colours - {""}))
        self.marks = tuple(sorted({PLAIN} | {m.mark for piece in pieces for m in piece.marks}))
        self.colour_numbers = {colour: k for k, colour in enumerate(self.colours)}
        self.mark_numbers = {mark: k for k, mark in enumerate(self.marks)}

    def spelt(self, one: Piece | Orientation) -> tuple[tuple[Cell, ...], list[int], list[Cell]]:
        """The cells, colours and marks of a piece."""
        marks = [(*m.cell, *m.step, self.mark_numbers[m.mark]) for m in one.marks]
        return one.cells, [self.colour_numbers[colour] for colour in one.colours], marks

    def orientation(
        self, cells: tuple[Cell, ...], colours: Sequence[int], marks: Sequence[Cell]
    ) -> Orientation:
        """The way back."""
        n = len(cells[0])
        edges = (EdgeMark(row[:n], row[n:-1], self.marks[row[-1]]) for row in marks)
        return Orientation(cells, tuple(self.colours[k] for k in colours), tuple(edges))


def _turned(
    lattice: Lattice, one: Piece | Orientation, motions: Sequence[Motion]
) -> dict[Orientation, Motion]:
    """What motions make of a piece; for each orientation the first that leads there."""
    _refuse_strangers(lattice, one.cells)
    signs = Signs((one,))
    table = motion_table(lattice.dimension, motions)
    made = _core.orientations(lattice.core, *signs.spelt(one), table, list(range(len(motions))))
    return {
        signs.orientation(cells, colours, marks): motions[number].then_by(gap)
        for cells, colours, marks, number, gap in made
    }


def orientations(lattice: Lattice, piece: Piece) -> tuple[Orientation, ...]:
    """The different orientations in which a piece may be placed, in the order of the motions.

    >>> from tilewright.lattices import lattice
    >>> square = lattice("square")
    >>> [len(orientations(square, Piece("L", c))) for c in [((0, 0), (1, 0)), ((0, 0),)]]
    [2, 1]
    """
    return tuple(orientation_motions(lattice, piece))


def orientation_motions(lattice: Lattice, piece: Piece) -> dict[Orientation, Motion]:
    """The different orientations of a piece, each with a motion that brings the piece there."""
    return _turned(lattice, piece, piece.allowed_motions(lattice))


class Shapes:
    """The orientations of all types of pieces, by number; each is spelt when it is asked for."""

    def __init__(self, core: _core.Types, signs: Signs, motions: Sequence[Motion]) -> None:
        self.core = core
        self.signs = signs
        self._motions = motions  # of which the core knows the numbers
        self._spelt: dict[int, Orientation] = {}
        self._ways: dict[int, Motion] = {}

    def __getitem__(self, number: int) -> Orientation:
        if number not in self._spelt:
            self._spelt[number] = self.signs.orientation(*self.core.orientation(number))
        return self._spelt[number]

    def way(self, number: int) -> Motion:
        """The motion that brings the first piece of the type to an orientation."""
        if number not in self._ways:
            motion, step = self.core.way(number)
            self._ways[number] = self._motions[motion].then_by(step)
        return self._ways[number]


@dataclass(frozen=True, eq=False)
class PieceType:
    """Pieces that cannot be told from each other: same orientations, colours and marks."""

    pieces: tuple[int, ...]  # numbers of the puzzle's pieces
    count: Count
    name: str
    size: int  # how many cells such a piece has
    shapes: Shapes
    turns: range  # numbers of its orientations

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The ways in which such a piece can be turned."""
        return tuple(self.shapes[number] for number in self.turns)


def piece_types(puzzle: Puzzle) -> tuple[PieceType, ...]:
    """The pieces of a puzzle, identical ones taken together; those with count 0 left out."""
    return types_of(puzzle, piece_shapes(puzzle))


def piece_shapes(puzzle: Puzzle) -> Shapes:
    """The orientations of the pieces, type by type."""
    lattice, pieces = puzzle.lattice, _used(puzzle)
    signs = Signs(puzzle.pieces)
    motions = list(lattice.motions)
    number_of = {id(motion): k for k, motion in enumerate(motions)}
    allowed: dict[object, int] = {}
    lists: list[list[int]] = []
    drawn = []
    for _, piece in pieces:
        _refuse_strangers(lattice, piece.cells)
        rule = piece.turn, piece.flip, piece.motions
        if rule not in allowed:
            allowed[rule] = len(lists)
            lists.append([])
            for motion in piece.allowed_motions(lattice):
                if id(motion) not in number_of:
                    number_of[id(motion)] = len(motions)
                    motions.append(motion)
                lists[-1].append(number_of[id(motion)])
        drawn.append((*signs.spelt(piece), allowed[rule]))
    usual = len(motions) == len(lattice.motions)
    table = lattice.moves if usual else motion_table(lattice.dimension, motions)
    return Shapes(_core.Types(lattice.core, table, lists, drawn), signs, motions)


def types_of(puzzle: Puzzle, shapes: Shapes) -> tuple[PieceType, ...]:
    """The types of the pieces that have these shapes."""
    used = _used(puzzle)
    begins = shapes.core.begins
    types = []
    for k in range(len(shapes.core)):
        numbers, pieces = zip(*(used[n] for n in shapes.core.members(k)), strict=True)
        count = sum((piece.count for piece in pieces), Count(0, 0))
        name = "/".join(piece.name for piece in pieces)
        turns = range(begins[k], begins[k + 1])
        types.append(PieceType(numbers, count, name, pieces[0].size, shapes, turns))
    return tuple(types)


def _refuse_strangers(lattice: Lattice, cells: Sequence[Cell]) -> None:
    """Raise LatticeError unless all these are cells of the lattice."""
    if (number := lattice.core.stranger(cells)) is not None:
        lattice.kind_at(cells[number])


def _used(puzzle: Puzzle) -> list[tuple[int, Piece]]:
    return [(n, piece) for n, piece in enumerate(puzzle.pieces) if piece.count.hi != 0]


def numbered_board(lattice: Lattice, board: Board) -> _core.Board:
    """The cells of a board, which must have some, for the core."""
    try:
        return _core.Board(lattice.core, board.cells)
    except _core.ContractViolation:
        places = np.array(board.cells, dtype=np.int64)
        sides = places.max(axis=0) - places.min(axis=0) + 1
        raise PuzzleError(
            f"the board spreads over {' × '.join(map(str, sides.tolist()))} places, which is "
            f"too far: move its parts together"
        ) from None


def board_motions(lattice: Lattice, board: Board) -> list[Motion]:
    """The motions, translations included, that map a board with its colours to itself."""
    if not board.cells:
        return []
    labels: list[int] = []
    if board.may or board.colours:
        may = set(board.may)
        what = [(cell in may, board.colours.get(cell, "")) for cell in board.cells]
        kinds = {pair: k for k, pair in enumerate(set(what))}
        labels = [kinds[pair] for pair in what]
    found = numbered_board(lattice, board).symmetries(lattice.moves, labels)
    return [lattice.motions[number].then_by(gap) for number, gap in found]


def symmetries(puzzle: Puzzle, types: Sequence[PieceType]) -> list[Motion]:
    """The motions that map the board to itself and the pieces to each other, the identity first.

    A mirror counts only if every piece has its mirror image among the pieces, as often.
    """
    type_of_name = {puzzle.pieces[n].name: k for k, t in enumerate(types) for n in t.pieces}
    fixed = {(type_of_name[f.piece], f.cells) for f in puzzle.fixed if f.piece in type_of_name}
    found = []
    images_by = TypeImages(puzzle, types)
    for motion in board_motions(puzzle.lattice, puzzle.board):
        images = images_by[motion]
        if images is None:
            continue
        moved = {
            (images[number], tuple(sorted(map(motion, cells), key=reading_order)))
            for number, cells in fixed
        }
        if moved == fixed:
            found.append(motion)
    return found


class TypeImages:
    """What motions make of the types of a puzzle's pieces."""

    def __init__(self, puzzle: Puzzle, types: Sequence[PieceType]) -> None:
        self._lattice, self._types = puzzle.lattice, types
        numbers: dict[Count, int] = {}
        self._counts = [numbers.setdefault(kind.count, len(numbers)) for kind in types]
        self._free = [_is_free(puzzle, kind) for kind in types]
        self._known: dict[bool, list[int] | None] = {False: list(range(len(types)))}

    def __getitem__(self, motion: Motion) -> list[int] | None:
        """The type that a motion makes of each type; None unless there are as many of both.

        If all pieces may be turned in all ways, one mirror stands for all; turns change nothing.
        """
        if not all(self._free):
            return self._under(motion)
        if motion.mirror not in self._known:
            self._known[motion.mirror] = self._under(motion)
        return self._known[motion.mirror]

    def _under(self, motion: Motion) -> list[int] | None:
        """Types may share orientations, if one may be turned in more ways than the other."""
        if not self._types:
            return []
        core, table = self._types[0].shapes.core, motion_table(self._lattice.dimension, (motion,))
        (images,) = core.images(table, self._counts, self._free)
        return images


def _is_free(puzzle: Puzzle, kind: PieceType) -> bool:
    return all(puzzle.pieces[n].turn and not puzzle.pieces[n].motions for n in kind.pieces)
