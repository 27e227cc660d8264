"""How large a puzzle is, before its cells are made, and what is wrong with it, in bounded time."""

from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.faults import Fault, find_faults
from tilewright.formats import POLYGON, AnyPuzzle
from tilewright.placements import place
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.model.check import find_polygon_faults
from tilewright.puzzle import Count, Puzzle
from tilewright.web.puzzles.messages import LatticeDocRequest, PolygonDoc, Sizes
from tilewright.web.puzzles.shapes import lattice_notes
from tilewright.web.settings import Limits
from tilewright.web.wire import Problem

MOST_DRAWN = 2_000_000  # characters of drawings, blank ones too, in all layers together
MOST_SETS = 8  # [[pieces]] tables
MOST_CORNERS = 5000  # of polygons
MOST_FITS = 2000  # pairs of colours, or of marks
MOST_KINDS = 128  # of cells, of users' own lattices
MOST_LABELS = 64
MOST_SYMMETRIES = 16
WIDEST = 6  # coordinates of a lattice
PIECES = 5  # times as many cells as the board may have, all pieces may have
MOST_WORK = 10_000_000  # cells of orientations that are tried on places of the board


class TooLargeError(TilewrightError, ValueError):
    """A puzzle is larger than the server allows."""


def require_modest(data: dict[str, Any], limits: Limits) -> None:
    """Raise TooLargeError if a puzzle of these tables would be too large.

    Only sizes are looked at; what is wrong with the tables in other ways is told elsewhere.
    """
    pieces, sets = _tables(data.get("piece")), _tables(data.get("pieces"))
    _require(len(pieces), limits.max_pieces, "kinds of pieces")
    _require(len(sets), MOST_SETS, "[[pieces]] tables")
    _require(len(_list(data.get("fixed"))), limits.max_pieces, "fixed pieces")
    for key in ("colours", "marks"):
        for table in _tables([data.get(key)]):
            _require(len(_list(table.get("fits"))), MOST_FITS, f"pairs of {key}")
    board = data.get("board")
    if data.get("lattice") == POLYGON:
        parts = [*pieces, *_tables([board])]
        parts += [part for table in _tables([board]) for part in _tables(table.get("part"))]
        _require(sum(map(_corners, parts)), MOST_CORNERS, "corners")
        return
    if isinstance(data.get("lattice"), dict):
        require_modest_lattice(data["lattice"])
    for table in _tables([board]):
        layers = _tables(table.get("layer"))
        drawn = sum(len(_drawing(layer)) * _times(layer) for layer in layers)
        _require(drawn, MOST_DRAWN, "characters in the drawings of its layers")
        cells = _cells(table) + sum(_cells(layer) * _times(layer) for layer in layers)
        _require(cells, limits.max_cells, "cells on the board")
    sizes = [_cells(piece) for piece in (*pieces, *sets, *_tables(data.get("fixed")))]
    _require(max(sizes, default=0), limits.max_cells, "cells in one piece")
    _require(sum(sizes), PIECES * limits.max_cells, "cells in pieces")


def require_modest_doc(doc: LatticeDocRequest | PolygonDoc, limits: Limits) -> None:
    """Raise TooLargeError if a puzzle from the browser is too large."""
    if isinstance(doc, PolygonDoc):
        pieces = [{"outline": one.shape.outer, "holes": one.shape.holes} for one in doc.pieces]
        parts = [{"outline": part.outer, "holes": part.holes} for part in doc.board]
        require_modest({"lattice": POLYGON, "piece": pieces, "board": {"part": parts}}, limits)
        return
    data: dict[str, Any] = {"board": {"cells": doc.board.must, "may": doc.board.may}}
    data |= {"piece": list(map(vars, doc.pieces)), "fixed": list(map(vars, doc.fixed))}
    data |= {"colours": {"fits": doc.colour_fits}, "marks": doc.marks and vars(doc.marks)}
    require_modest(data, limits)


def require_modest_puzzle(puzzle: AnyPuzzle, limits: Limits) -> None:
    """Raise TooLargeError if a puzzle is too large."""
    _require(len(puzzle.pieces), limits.max_pieces, "kinds of pieces")
    if isinstance(puzzle, Puzzle):
        _require(len(puzzle.board.cells), limits.max_cells, "cells on the board")


def require_modest_lattice(table: dict[str, Any]) -> None:
    """Raise TooLargeError if a lattice of this table would be too large."""
    _require(len(_list(table.get("kind"))), MOST_KINDS, "kinds of cells in the lattice")
    for key in ("labels", "pairs", "loops"):
        most = MOST_LABELS * (MOST_KINDS if key == "pairs" else 1)
        _require(len(_list(table.get(key))), most, f"{key} in the lattice")
    for key in ("symmetry", "junction"):
        _require(len(_list(table.get(key))), MOST_SYMMETRIES, f"[[{key}]] tables in the lattice")
    for kind in _tables(table.get("kind")):
        edges = kind.get("edges")
        _require(len(edges) if isinstance(edges, dict) else 0, MOST_LABELS, "edges of a cell")
        _require(len(_list(kind.get("corners"))), MOST_LABELS, "corners of a cell")
    for key in ("translations", "offsets"):
        for row in _list(table.get(key)):
            _require(len(_list(row)), WIDEST, f"coordinates in {key}")
    for loop in _list(table.get("loops")):
        _require(len(_list(loop)), MOST_LABELS, "labels in a loop")


def _require(found: int, most: int, what: str) -> None:
    if found > most:
        raise TooLargeError(f"The puzzle has {found:,} {what}. This server takes at most {most:,}.")


def _cells(table: dict[str, Any]) -> int:
    """At most how many cells a table gives."""
    found = len(_list(table.get("cells"))) + len(_list(table.get("may")))
    sides = [side for side in _list(table.get("box")) if isinstance(side, int) and side > 0]
    found += prod(sides) if sides else 0
    return found + sum(letter not in " .+\n\r" for letter in _drawing(table))


def _drawing(table: dict[str, Any]) -> str:
    drawing = table.get("drawing")
    return drawing if isinstance(drawing, str) else ""


def _times(layer: dict[str, Any]) -> int:
    at = layer.get("at")
    return len(at) if isinstance(at, list) else 1


def _corners(table: dict[str, Any]) -> int:
    return len(_list(table.get("outline"))) + sum(len(_list(h)) for h in _list(table.get("holes")))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _tables(value: object) -> list[dict[str, Any]]:
    return [table for table in _list(value) if isinstance(table, dict)]


def look_over(
    puzzle: AnyPuzzle, line: Callable[[Fault], int] = lambda _: 0
) -> tuple[list[Problem], Sizes]:
    """What is wrong or odd with a puzzle, and its sizes; `line` tells where a fault stands.

    Where pieces fit is not looked at if that could take long.
    """
    if isinstance(puzzle, PolygonPuzzle):
        problems = [_problem(fault, line) for fault in find_polygon_faults(puzzle)]
        return problems, Sizes(cells=None, pieces=pieces_in_all(puzzle), placements=None)
    placed = cache(lambda: place(puzzle) if work_of(puzzle) <= MOST_WORK else None)
    try:
        problems = [_problem(fault, line) for fault in find_faults(puzzle, placed)]
    except TilewrightError as wrong:  # such as more pieces of one shape than can be counted
        problems = [Problem(place=["pieces"], message=str(wrong))]
    problems += lattice_notes(puzzle.lattice)
    if work_of(puzzle) > MOST_WORK:
        problems.append(
            Problem(
                severity="note",
                place=["board"],
                message="This puzzle is too large to look up where each piece fits while you draw. "
                "That is looked at when it is solved.",
            )
        )
    sound = all(problem.severity == "note" for problem in problems)
    found = placed() if sound else None
    return problems, Sizes(
        cells=len(puzzle.board.cells),
        pieces=pieces_in_all(puzzle),
        placements=None if found is None else len(found),
    )


def _problem(fault: Fault, line: Callable[[Fault], int]) -> Problem:
    return Problem(
        line=line(fault) or None,
        severity="error" if fault.serious else "note",
        place=list(fault.place),
        message=fault.message,
    )


def work_of(puzzle: Puzzle) -> int:
    """About how long it takes to find all placements, whatever the computer."""
    cells = sum(piece.size for piece in puzzle.pieces) + len(puzzle.fixed)
    return cells * len(puzzle.lattice.motions) * (len(puzzle.board.cells) + 100)


def pieces_in_all(puzzle: AnyPuzzle) -> str:
    """How many pieces there are, as text."""
    if isinstance(puzzle, PolygonPuzzle):
        return str(puzzle.piece_count)
    return str(sum((piece.count for piece in puzzle.pieces), Count(0, 0)))
