"""Pictures of flat puzzles: cells as their lattice draws them, joined to pieces; or polygons."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tilewright.lattices import Cell, Lattice, Motion, plus
from tilewright.polygons import PlacedPolygon, PolygonPuzzle, Shape
from tilewright.puzzle import Count, EdgeMark, Piece, Puzzle
from tilewright.render.cells import Area, has_sticks, outline, threads
from tilewright.render.marks import Joints
from tilewright.render.outlines import Floats
from tilewright.render.scene import PictureError, Ring, Scene
from tilewright.render.signs import colour_signs, sign_fills
from tilewright.render.tilings import (
    EmptyBoard,
    PlacedArea,
    Tiling,
    kinds_scene,
    silhouette_scene,
    tiling_scene,
    unit_of,
)
from tilewright.render.views import AnyPuzzle, AnySolution
from tilewright.solutions import Placed

SPREAD = 0.9  # how long a piece of one stick counts, where a stick is 1 long


def puzzle_scene(puzzle: AnyPuzzle) -> Scene:
    """The board with the pieces that are fixed on it, and all pieces below it."""
    look = _look(puzzle)
    return silhouette_scene(look.ground(), look.fixed(), look.kinds(), look.unit, puzzle.title)


def pieces_scene(puzzle: AnyPuzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    look = _look(puzzle)
    return kinds_scene(look.kinds(), look.unit, puzzle.title)


def solution_scene(
    solution: AnySolution, *, labels: bool = False, left_over: bool = False
) -> Scene:
    """The pieces in their places; with `labels`, each with its name where there is room.

    A solution may place only some of the pieces; with `left_over`, the others lie below the board.
    """
    tiling = tiling_of(solution.puzzle, solution.placed)
    if left_over:
        tiling = replace(tiling, left_over=tuple(_unused(solution)))
    return tiling_scene(tiling, labels=labels)


def tiling_of(puzzle: AnyPuzzle, placed: Sequence[Placed | PlacedPolygon]) -> Tiling:
    """Some pieces in their places."""
    look = _look(puzzle)
    areas = tuple(look.placed(one) for one in placed)
    return Tiling(look.free(placed), areas, len(puzzle.pieces), look.unit, puzzle.title)


def kinds_of(puzzle: AnyPuzzle) -> list[PlacedArea]:
    """The pieces of a puzzle as they lie beside its board."""
    return _look(puzzle).kinds()


def area_of(shape: Shape) -> Area:
    """The rings of a shape."""
    return tuple(_ring(ring) for ring in shape.floats)


def _ring(points: Floats) -> Ring:
    return tuple((x, y) for x, y in points.tolist())


def _unused(solution: AnySolution) -> Iterator[PlacedArea]:
    """The kinds of which pieces are left, with how many."""
    used = Counter(one.piece for one in solution.placed)
    for kind in kinds_of(solution.puzzle):
        piece = solution.puzzle.pieces[kind.kind]
        most = piece.count.hi if isinstance(piece.count, Count) else piece.count
        if most is None:
            yield replace(kind, count=str(Count(0, None)))
        elif most > used[piece.name]:
            yield replace(kind, count=str(most - used[piece.name]))


def _look(puzzle: AnyPuzzle) -> "_LatticeLook | _PolygonLook":
    return _PolygonLook(puzzle) if isinstance(puzzle, PolygonPuzzle) else _LatticeLook(puzzle)


def _number_of(name: str, puzzle: AnyPuzzle) -> int:
    """The place of a piece in its puzzle."""
    names = [piece.name for piece in puzzle.pieces]
    if name not in names:
        raise PictureError(
            f"a solution places {name!r}, which the puzzle does not have; it has "
            f"{', '.join(names) or 'no pieces'}"
        )
    return names.index(name)


@dataclass(frozen=True)
class _PolygonLook:
    """How the board and the pieces of a puzzle of polygons look."""

    puzzle: PolygonPuzzle

    @cached_property
    def board(self) -> tuple[Area, ...]:
        return tuple(area_of(shape) for shape in self.puzzle.board)

    @property
    def unit(self) -> float:
        return unit_of(self.board, self.puzzle.piece_count)

    def ground(self) -> EmptyBoard:
        return EmptyBoard(self.board)

    def free(self, _: object) -> EmptyBoard:
        return self.ground()

    def fixed(self) -> list[PlacedArea]:
        return []

    def kinds(self) -> list[PlacedArea]:
        return [
            PlacedArea(number, one.name, area_of(one.shape), count=str(one.count))
            for number, one in enumerate(self.puzzle.pieces)
        ]

    def placed(self, one: Any) -> PlacedArea:
        number = _number_of(one.piece, self.puzzle)
        rings = one.rings(self.puzzle.pieces[number].shape)
        return PlacedArea(number, one.piece, tuple(map(_ring, rings)), flipped=one.flipped)


@dataclass(frozen=True)
class _LatticeLook:
    """The same for a puzzle on a lattice, whose cells may have colours and marks."""

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
    def fills(self) -> Mapping[str, str]:
        return sign_fills(self.puzzle)

    @cached_property
    def joints(self) -> Joints:
        return Joints.of(self.puzzle)

    @property
    def board(self) -> tuple[Area, ...]:
        area = self._board(self.puzzle.board.cells)[0]
        return (area,) if area else ()

    def _board(self, cells: Sequence[Cell]) -> tuple[Area, tuple[Ring, ...]]:
        return outline(self.on, cells, board=True, detours=self.joints.board_detours(cells))

    def ground(self) -> EmptyBoard:
        """The empty board."""
        board = self.puzzle.board
        must, borders = self._board(board.must)
        may, more = outline(self.on, board.may, board=True)
        signs = colour_signs(self.on, board.colours, self.fills)
        return EmptyBoard((must,) if must else (), (may,) if may else (), borders + more, signs)

    def free(self, placed: Iterable[Any]) -> EmptyBoard:
        """What is seen of the board beside pieces."""
        covered = {cell for one in placed for cell in one.cells}
        board = self.puzzle.board
        left = [cell for cell in board.cells if cell not in covered]
        colours = {cell: name for cell, name in board.colours.items() if cell not in covered}
        signs = colour_signs(self.on, colours, self.fills)
        inner = outline(self.on, left)[1]
        return EmptyBoard(self.board, (), inner, signs, has_sticks(self.on))

    def fixed(self) -> list[PlacedArea]:
        return [self.placed(one) for one in self.puzzle.fixed]

    def kinds(self) -> list[PlacedArea]:
        """The pieces beside the board."""
        return [
            replace(self._looks(number, piece, piece.cells, None), count=str(piece.count))
            for number, piece in enumerate(self.puzzle.pieces)
        ]

    def placed(self, one: Any) -> PlacedArea:
        """A piece on the board; without a motion that brings it there, one is looked for."""
        number, cells = _number_of(one.piece, self.puzzle), one.cells
        motion = one.motion if isinstance(one, Placed) else None
        piece = self.puzzle.pieces[number]
        if (self.fills or piece.marks) and not _leads_to(motion, piece, cells):
            motion = _motion_to(self.puzzle, piece, cells)
            if motion is None:  # nobody knows what is where on it
                piece = replace(piece, colours=(), marks=())
        return self._looks(number, piece, cells, motion)

    def _looks(
        self, number: int, piece: Piece, cells: Sequence[Cell], motion: Motion | None
    ) -> PlacedArea:
        flipped = motion is not None and motion.mirror
        if not self.fills and not piece.marks:
            return PlacedArea(number, piece.name, *outline(self.on, cells), flipped)
        colours, marks, beneath = piece.colour_map(), piece.marks, {}
        if motion is not None:
            colours = {motion(cell): name for cell, name in colours.items()}
            marks = tuple(
                EdgeMark(motion(m.cell), motion.turn(m.step), m.mark) for m in piece.marks
            )
            beneath = dict(self.puzzle.board.colours)
        signs = colour_signs(self.on, colours, self.fills, beneath) + self.joints.signs(marks)
        whole = outline(self.on, cells, detours=self.joints.detours(marks))
        return PlacedArea(number, piece.name, *whole, flipped, signs)


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
