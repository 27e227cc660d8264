"""Orientations of pieces, and the motions that map a puzzle to itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tilewright.lattices import Cell, Lattice, Motion, minus
from tilewright.puzzle import Board, Count, EdgeMark, Piece, Puzzle, at_home, reading_order


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
        moved = self.steps @ np.array(motion.matrix).T + motion(self.cells[0])
        return _oriented(lattice, motion, moved, self)

    def first_after(self, motion: Motion) -> int:
        """The number of the cell that comes first after a motion."""
        turned = self.steps @ np.array(motion.matrix).T
        return int(np.lexsort(turned.T)[0])  # the last coordinate counts most: reading order


def _oriented(
    lattice: Lattice, motion: Motion, moved: npt.NDArray[np.int64], one: Piece | Orientation
) -> Orientation:
    """What a motion makes of a piece, whose cells it has moved."""
    cells = list(map(tuple, moved.tolist()))
    marks = (EdgeMark(motion(m.cell), motion.turn(m.step), m.mark) for m in one.marks)
    return Orientation(*at_home(lattice, cells, one.colours, marks))


def orientations(lattice: Lattice, piece: Piece) -> tuple[Orientation, ...]:
    """The different orientations in which a piece may be placed, in the order of the motions."""
    return tuple(orientation_motions(lattice, piece))


def orientation_motions(lattice: Lattice, piece: Piece) -> dict[Orientation, Motion]:
    """The different orientations of a piece, each with a motion that brings the piece there."""
    found: dict[Orientation, Motion] = {}
    cells = np.array(piece.cells, dtype=np.int64)
    for motion in piece.allowed_motions(lattice):
        moved = cells @ np.array(motion.matrix, dtype=np.int64).T + motion.shift
        turned = _oriented(lattice, motion, moved, piece)
        if turned not in found:
            first = min(map(tuple, moved.tolist()), key=reading_order)
            found[turned] = motion.then_by(minus(turned.cells[0], first))
    return found


@dataclass(frozen=True)
class PieceType:
    """Pieces that cannot be told from each other: same orientations, colours and marks."""

    pieces: tuple[int, ...]  # numbers of the puzzle's pieces
    orientations: tuple[Orientation, ...]
    count: Count
    name: str

    @property
    def size(self) -> int:
        """How many cells such a piece has."""
        return len(self.orientations[0].cells)


def piece_types(puzzle: Puzzle) -> tuple[PieceType, ...]:
    """The pieces of a puzzle, identical ones taken together; those with count 0 left out."""
    groups: dict[frozenset[Orientation], tuple[tuple[Orientation, ...], list[int]]] = {}
    same: dict[Piece, tuple[tuple[Orientation, ...], list[int]]] = {}  # alike as they are drawn
    for number, piece in enumerate(puzzle.pieces):
        if piece.count.hi == 0:
            continue
        drawn = replace(piece, name="_", count=Count())
        if drawn not in same:
            turned = orientations(puzzle.lattice, piece)
            same[drawn] = groups.setdefault(frozenset(turned), (turned, []))
        same[drawn][1].append(number)
    types = []
    for turned, numbers in groups.values():
        pieces = [puzzle.pieces[n] for n in numbers]
        count = sum((piece.count for piece in pieces), Count(0, 0))
        types.append(PieceType(tuple(numbers), turned, count, "/".join(p.name for p in pieces)))
    return tuple(types)


def board_motions(lattice: Lattice, board: Board) -> list[Motion]:
    """The motions, translations included, that map a board with its colours to itself."""
    cells = np.array(board.cells, dtype=np.int64)
    if len(cells) == 0:
        return []
    may = set(board.may)
    what = [(cell in may, board.colours.get(cell, "")) for cell in board.cells]
    kinds = {pair: k for k, pair in enumerate(set(what))}
    labels = np.array([kinds[pair] for pair in what])
    found = []
    for motion in lattice.motions:
        moved = cells @ np.array(motion.matrix, dtype=np.int64).T + motion.shift
        order = np.lexsort(moved.T)  # the last coordinate counts most: reading order
        gap = cells[0] - moved[order[0]]
        if (
            tuple(gap.tolist()) in lattice.translations
            and np.array_equal(moved[order] + gap, cells)
            and np.array_equal(labels[order], labels)
        ):
            found.append(motion.then_by(tuple(gap.tolist())))
    return found


def symmetries(puzzle: Puzzle, types: Sequence[PieceType]) -> list[Motion]:
    """The motions that map the board to itself and the pieces to each other, the identity first.

    A mirror counts only if every piece has its mirror image among the pieces, as often.
    """
    type_of_name = {puzzle.pieces[n].name: k for k, t in enumerate(types) for n in t.pieces}
    fixed = {(type_of_name[f.piece], f.cells) for f in puzzle.fixed if f.piece in type_of_name}
    found = []
    for motion in board_motions(puzzle.lattice, puzzle.board):
        images = type_images(puzzle, types, motion)
        if images is None:
            continue
        moved = {
            (images[number], tuple(sorted(map(motion, cells), key=reading_order)))
            for number, cells in fixed
        }
        if moved == fixed:
            found.append(motion)
    return found


def type_images(puzzle: Puzzle, types: Sequence[PieceType], motion: Motion) -> list[int] | None:
    """The type that a motion makes of each type; None unless there are as many of both.

    Types may share orientations, if one may be turned in more ways than the other.
    """
    types_with: dict[Orientation, list[int]] = {}
    for number, kind in enumerate(types):
        for orientation in kind.orientations:
            types_with.setdefault(orientation, []).append(number)
    images = []
    for kind in types:
        first, *others = kind.orientations
        for number in types_with.get(first.moved(puzzle.lattice, motion), ()):
            image = types[number]
            if image.count != kind.count or len(image.orientations) != len(kind.orientations):
                continue
            # If all turns are allowed, one orientation stands for all.
            if (_is_free(puzzle, kind) and _is_free(puzzle, image)) or all(
                number in types_with.get(o.moved(puzzle.lattice, motion), ()) for o in others
            ):
                images.append(number)
                break
        else:
            return None
    return images


def _is_free(puzzle: Puzzle, kind: PieceType) -> bool:
    return all(puzzle.pieces[n].turn and not puzzle.pieces[n].motions for n in kind.pieces)
