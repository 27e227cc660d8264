"""Pictures of polygon puzzles, their pieces and their solutions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.polygons import PlacedPolygon, PolygonPuzzle, PolygonSolution, Shape
from tilewright.render.cells import Area
from tilewright.render.scene import PictureError, Ring, Scene
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

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def puzzle_scene(puzzle: PolygonPuzzle) -> Scene:
    """The silhouette of the board, and the pieces below it."""
    kinds = _kinds(puzzle)
    return silhouette_scene(
        EmptyBoard(tuple(_board(puzzle))), (), kinds, _unit(puzzle), puzzle.title
    )


def pieces_scene(puzzle: PolygonPuzzle) -> Scene:
    """The pieces, each with its name and how many there are of it."""
    return kinds_scene(_kinds(puzzle), _unit(puzzle), puzzle.title)


def solution_scene(
    solution: PolygonSolution, *, labels: bool = False, left_over: bool = False
) -> Scene:
    """The pieces in their places; with `labels`, each with its name where there is room.

    With `left_over`, pieces that are not placed lie below the board.
    """
    tiling = tiling_of(solution.puzzle, solution.placed)
    if left_over:
        used = Counter(one.piece for one in solution.placed)
        tiling = replace(tiling, left_over=tuple(_unused(solution.puzzle, used)))
    return tiling_scene(tiling, labels=labels)


def _unused(puzzle: PolygonPuzzle, used: Counter[str]) -> Iterator[tuple[int, KindOfPiece]]:
    for number, (piece, kind) in enumerate(zip(puzzle.pieces, _kinds(puzzle), strict=True)):
        if rest := piece.count - used[piece.name]:
            yield number, replace(kind, count=str(rest))


def tiling_of(puzzle: PolygonPuzzle, placed: Sequence[PlacedPolygon]) -> Tiling:
    """Some pieces in their places."""
    numbers = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
    areas = []
    for one in placed:
        if one.piece not in numbers:
            raise PictureError(
                f"a solution places {one.piece!r}, which the puzzle does not have; it has "
                f"{', '.join(numbers) or 'no pieces'}"
            )
        number = numbers[one.piece]
        rings = one.rings(puzzle.pieces[number].shape)
        areas.append(PlacedArea(number, one.piece, tuple(map(_ring, rings)), flipped=one.flipped))
    board = tuple(_board(puzzle))
    return Tiling(board, tuple(areas), len(puzzle.pieces), _unit(puzzle), puzzle.title)


def _unit(puzzle: PolygonPuzzle) -> float:
    return unit_of(_board(puzzle), puzzle.piece_count)


def _board(puzzle: PolygonPuzzle) -> list[Area]:
    return [area_of(shape) for shape in puzzle.board]


def _kinds(puzzle: PolygonPuzzle) -> list[KindOfPiece]:
    return [
        KindOfPiece(piece.name, str(piece.count), area_of(piece.shape)) for piece in puzzle.pieces
    ]


def area_of(shape: Shape) -> Area:
    """The rings of a shape."""
    return tuple(_ring(ring) for ring in shape.floats)


def _ring(points: "npt.NDArray[np.float64]") -> Ring:
    return tuple((x, y) for x, y in points.tolist())
