"""Pictures of puzzles on flat lattices: cells as their lattice draws them, joined to pieces."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.lattices import Cell, Lattice, Motion, plus
from tilewright.puzzle import Count, EdgeMark, Piece, Puzzle
from tilewright.render.cells import Area, board_outline, outline, outline_with, threads
from tilewright.render.embedding import has_sticks
from tilewright.render.marks import Joints
from tilewright.render.scene import PictureError, Ring, Scene
from tilewright.render.signs import Sign, colour_signs, sign_fills
from tilewright.render.tilings import (
    EmptyBoard,
    KindOfPiece,
    PlacedArea,
    Tiling,
    kinds_scene,
    silhouette_scene,
    tiling_scene,
    unit_of,
)
from tilewright.solutions import Placed, Solution

SPREAD = 0.9  # how long a piece of one stick counts, where a stick is 1 long


def lattice_solution_scene(
    solution: Solution, *, labels: bool = False, left_over: bool = False
) -> Scene:
    """The pieces in their places; with `labels`, each with its name where there is room.

    A solution may place only some of the pieces; with `left_over`, the others lie below the board.
    """
    tiling = lattice_tiling(solution.puzzle, solution.placed)
    if left_over:
        tiling = replace(tiling, left_over=tuple(_unused(solution.puzzle, solution.placed)))
    return tiling_scene(tiling, labels=labels)


def lattice_puzzle_scene(puzzle: Puzzle) -> Scene:
    """The board with the pieces that are fixed on it, and all pieces below it."""
    look = _Look(puzzle)
    kinds = look.kinds()
    fixed = [look.placed(one.piece, one.cells, None) for one in puzzle.fixed]
    return silhouette_scene(look.ground(), fixed, kinds, look.unit, puzzle.title)


def lattice_pieces_scene(puzzle: Puzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    look = _Look(puzzle)
    return kinds_scene(look.kinds(), look.unit, puzzle.title)


def lattice_kinds(puzzle: Puzzle) -> list[KindOfPiece]:
    """The pieces of a puzzle as they lie beside its board."""
    return _Look(puzzle).kinds()


def lattice_tiling(puzzle: Puzzle, placed: Iterable[Placed]) -> Tiling:
    """Some pieces in their places."""
    look, placed = _Look(puzzle), tuple(placed)
    board = look.board()
    covered = {cell for one in placed for cell in one.cells}
    return Tiling(
        (board,) if board else (),
        tuple(look.placed(one.piece, one.cells, one.motion) for one in placed),
        len(puzzle.pieces),
        look.unit,
        puzzle.title,
        look.free(covered),
    )


@dataclass(frozen=True)
class _Look:
    """How the board and the pieces of a puzzle look."""

    puzzle: Puzzle

    @property
    def on(self) -> Lattice:
        return self.puzzle.lattice

    @cached_property
    def unit(self) -> float:
        """About how long a piece is."""
        pieces = [piece.cells for piece in self.puzzle.pieces] or [self.puzzle.board.cells[:1]]
        if has_sticks(self.on):
            cells = [cell for piece in pieces for cell in piece]
            lengths = [math.dist(*line) for line in threads(self.on, cells)]
            return float(SPREAD * sum(lengths) / (len(lengths) * len(pieces)) ** 0.5)
        return unit_of([outline(self.on, piece)[0] for piece in pieces], len(pieces))

    @cached_property
    def fills(self) -> dict[str, str]:
        return dict(sign_fills(self.puzzle))

    @cached_property
    def joints(self) -> Joints | None:
        return Joints.of(self.puzzle)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {piece.name: number for number, piece in enumerate(self.puzzle.pieces)}

    def board(self) -> Area:
        """All cells of the board."""
        return self._board(self.puzzle.board.cells)[0]

    def _board(self, cells: Sequence[Cell]) -> tuple[Area, tuple[Ring, ...]]:
        if self.joints is None:
            return board_outline(self.on, cells)
        return outline_with(self.on, cells, self.joints.board_detours(cells))

    def ground(self) -> EmptyBoard:
        """The empty board."""
        board = self.puzzle.board
        must, borders = self._board(board.must)
        may, more = board_outline(self.on, board.may)
        signs = colour_signs(self.on, board.colours, self.fills)
        return EmptyBoard((must,) if must else (), (may,) if may else (), borders + more, signs)

    def free(self, covered: set[Cell]) -> EmptyBoard:
        """What is seen of the board beside pieces."""
        board = self.puzzle.board
        left = [cell for cell in board.cells if cell not in covered]
        colours = {cell: name for cell, name in board.colours.items() if cell not in covered}
        inner = outline(self.on, left)[1]
        signs = colour_signs(self.on, colours, self.fills) if colours else ()
        return EmptyBoard((), (), inner, signs, has_sticks(self.on))

    def kinds(self) -> list[KindOfPiece]:
        """The pieces beside the board."""
        return [
            KindOfPiece(piece.name, str(piece.count), *self._looks(piece, piece.cells, None))
            for piece in self.puzzle.pieces
        ]

    def placed(self, name: str, cells: Sequence[Cell], motion: Motion | None) -> PlacedArea:
        """A piece on the board; without a motion that brings it there, one is looked for."""
        number = self.numbers.get(name)
        if number is None:
            raise PictureError(
                f"a solution places {name!r}, which the puzzle does not have; it has "
                f"{', '.join(self.numbers) or 'no pieces'}"
            )
        piece = self.puzzle.pieces[number]
        if (self.fills or piece.marks) and not _leads_to(motion, piece, cells):
            motion = _motion_to(self.puzzle, piece, cells)
            if motion is None:  # nobody knows what is where on it
                piece = replace(piece, colours=(), marks=())
        area, inner, signs = self._looks(piece, cells, motion)
        return PlacedArea(number, name, area, inner, motion is not None and motion.mirror, signs)

    def _looks(
        self, piece: Piece, cells: Sequence[Cell], motion: Motion | None
    ) -> tuple[Area, tuple[Ring, ...], tuple[Sign, ...]]:
        if not self.fills and not piece.marks:
            return *outline(self.on, cells), ()
        colours, marks, beneath = piece.colour_map(), piece.marks, {}
        if motion is not None:
            colours = {motion(cell): name for cell, name in colours.items()}
            marks = tuple(
                EdgeMark(motion(m.cell), motion.turn(m.step), m.mark) for m in piece.marks
            )
            beneath = dict(self.puzzle.board.colours)
        signs = colour_signs(self.on, colours, self.fills, beneath)
        if self.joints is None:
            return *outline(self.on, cells), signs
        return (
            *outline_with(self.on, cells, self.joints.detours(marks)),
            signs + self.joints.signs(marks),
        )


def _leads_to(motion: Motion | None, piece: Piece, cells: Sequence[Cell]) -> bool:
    return motion is not None and set(map(motion, piece.cells)) == set(cells)


def _motion_to(puzzle: Puzzle, piece: Piece, cells: Sequence[Cell]) -> Motion | None:
    """A motion that brings a piece to some cells, with as many colours like the board's as can be.

    None if there is none.
    """
    on, found = puzzle.lattice, []
    for motion in piece.allowed_motions(on):
        first = motion(piece.cells[0])
        for cell in cells:
            step = tuple(a - b for a, b in zip(cell, first, strict=True))
            moved = replace(motion, shift=plus(motion.shift, step))
            if step in on.translations and _leads_to(moved, piece, cells):
                found.append(moved)
    board, own = puzzle.board.colours, piece.colour_map()

    def equal(motion: Motion) -> int:
        return sum(board.get(motion(cell), "") == name for cell, name in own.items())

    return max(found, key=equal, default=None)


def _unused(puzzle: Puzzle, placed: Iterable[Placed]) -> Iterator[tuple[int, KindOfPiece]]:
    """The kinds of which pieces are left, with how many."""
    used = Counter(one.piece for one in placed)
    for number, (piece, kind) in enumerate(zip(puzzle.pieces, lattice_kinds(puzzle), strict=True)):
        most = piece.count.hi
        left = Count(0, None) if most is None else Count.of(max(0, most - used[piece.name]))
        if left.hi != 0:
            yield number, replace(kind, count=str(left))
