"""What the chapter on L-Panel says: the L, the size of its model, and what solvers make of it."""

import time
from collections.abc import Iterator
from itertools import product
from statistics import median
from typing import Any

from papers.tasks.drawn import to_draw
from papers.tasks.task import Given, Values, at_once
from tilewright.catalogue import load
from tilewright.cover import ExactCover
from tilewright.design.lpanel import LPanel, judge_panel
from tilewright.design.lpanel.panel import the_l
from tilewright.encoding import encode
from tilewright.engines.covers import search
from tilewright.lattices import Cell, lattice
from tilewright.puzzle import Puzzle
from tilewright.puzzle.polyforms import canonical, forms
from tilewright.puzzle.puzzle import Sides
from tilewright.solutions import Decoder

__all__ = ["MODEL", "PANEL_FORMS", "RECTANGLES"]

ENGINES = ("cpsat", "links", "bits")
RUNS = 9  # of which the median is told
WHITE = "."

Form = frozenset[Cell]


def _forms(given: Given) -> Values:
    """Tetrominoes, the ways in which an L can lie, and those that the source has `listed`."""
    ways = _ways("free")
    return {
        "one_sided": len(forms("square", 4, "one-sided")),
        "orientations": len(ways),
        "rotations": len(_ways("one-sided")),
        "mirrored": len(ways - _ways("one-sided")),
        "listed": len(ways & {_in_corner(map(tuple, cells)) for cells in given["listed"]}),
    }


def _ways(sides: Sides) -> set[Form]:
    """How an L can lie, if it is turned (one-sided), and if it is turned over as well (free)."""
    square = lattice("square")
    wanted = canonical(square, the_l().cells, sides)
    fixed = forms("square", 4, "fixed")
    return {_in_corner(form) for form in fixed if canonical(square, form, sides) == wanted}


def _in_corner(cells: Any) -> Form:
    """Moved as far to the left and to the top as possible."""
    known = [(x, y) for x, y in cells]
    left, top = (min(cell[axis] for cell in known) for axis in (0, 1))
    return frozenset((x - left, y - top) for x, y in known)


def _model(given: Given) -> Values:
    """The size of the model of a board, its solutions, and times in milliseconds.

    Tiles are met as the source does it: each L from each cell of the rectangle, black or white.
    """
    name = given["puzzle"]
    puzzle = load(name)
    assert isinstance(puzzle, Puzzle)
    panel = LPanel.of_puzzle(puzzle)
    met = list(_tiles(panel))
    encoding = encode(puzzle)
    problem = encoding.problem
    solutions = [search(problem, engine=engine).run().solutions for engine in ENGINES]
    cover = next(cover for batch in search(problem, engine="links") for cover in batch)
    return {
        "size": f"{panel.width}×{panel.height}",
        "black": len(panel.black),
        "white": len(panel.white),
        "divisible": len(panel.white) % 4 == 0,
        "ls": len(panel.white) / 4,
        "tiles": len(set(met)),
        "met_again": len(met) - len(set(met)),
        "options": problem.option_count,
        "equations": problem.primary,
        "solutions": solutions,
        **{f"milliseconds_{engine}": _milliseconds(problem, engine) for engine in ENGINES},
        "figure": to_draw(name, Decoder(encoding).solution(cover).placed),
    }


def _tiles(panel: LPanel) -> Iterator[Form]:
    white = set(panel.white)
    for left, top in product(range(panel.width), range(panel.height)):
        for way in _ways("free"):
            tile = frozenset((x + left, y + top) for x, y in way)
            if tile <= white:
                yield tile


def _milliseconds(problem: ExactCover, engine: str) -> float:
    """To the first solution, in a process where the engine has been used before."""

    def once() -> float:
        began = time.perf_counter()
        search(problem, engine=engine, max_solutions=1).run()
        return 1000 * (time.perf_counter() - began)

    return median(once() for _ in range(RUNS))


def _rectangles(given: Given) -> Values:
    """Rectangles whose cells are a multiple of four; which of them cannot be tiled by Ls?"""
    sides = range(2, given["largest"] + 1)
    sizes = [(a, b) for a, b in product(sides, sides) if a <= b and a * b % 4 == 0]
    hopeless = {size for size in sizes if not judge_panel(_empty(*size)).solutions}
    odd = {(a, b) for a, b in sizes if a * b % 8}
    return {"rectangles": len(sizes), "hopeless": len(hopeless), "by_parity": hopeless == odd}


def _empty(width: int, height: int) -> LPanel:
    return LPanel((WHITE * width,) * height)


PANEL_FORMS = at_once(_forms)
MODEL = at_once(_model)
RECTANGLES = at_once(_rectangles)
