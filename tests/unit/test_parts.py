"""Breaking the symmetries of known puzzles: by which item, into how many parts, at what cost."""

import subprocess
import sys

import numpy as np
import pytest

import tilewright as tw
from tilewright.encoding import encode
from tilewright.symmetry import Action, break_symmetries, parts_of


def action_of(name: str) -> Action:
    return Action.of(encode(tw.load(name)))


@pytest.mark.parametrize(
    ("name", "parts", "nodes", "solutions"),
    [
        ("soma", 2, 4_372, 11_520),
        ("scott", 3, 36_300, 520),
        ("hexiamond-rhombus", 5, 79_680, 624),
    ],
)
def test_parts_cost_about_one_in_the_order_of_the_group(
    name: str, parts: int, nodes: int, solutions: int
) -> None:
    action = action_of(name)
    found = parts_of(action)
    assert [len(part.group) for part in found] == [1] * parts
    assert {part.weight for part in found} == {len(action.motions)}
    problem = action.encoding.problem
    searches = [
        tw.engines.search(problem, start=p.start, engine="links", collect=False) for p in found
    ]
    counters = [search.run() for search in searches]
    assert sum(c.nodes for c in counters) == nodes
    assert sum(c.solutions for c in counters) * len(action.motions) == solutions


def test_a_symmetry_that_moves_nothing_does_not_count() -> None:
    """The snowflake is one layer: the mirror image in that layer leaves all placements alone."""
    action = action_of("snowflake")
    assert len(action.motions) == 24
    assert {part.weight * len(part.group) for part in parts_of(action)} == {12}


def test_the_middle_cell_will_do_if_no_piece_is_there_once() -> None:
    action = action_of("slothouber-graatsma")
    weights = break_symmetries(action).weights
    assert weights is not None
    problem = action.encoding.problem
    middle = [k for k, o in enumerate(problem.options()) if "1,1,1" in o.items]
    assert np.flatnonzero(weights != 1).tolist() == [k for k in middle if weights[k] != 1]
    assert weights[middle].sum() == len(middle)
    covers = list(tw.solve(problem))
    assert sum(int(np.prod(weights[list(cover)])) for cover in covers) == len(covers) == 8


def test_nothing_is_broken_where_nothing_is_symmetric() -> None:
    action = action_of("calendar-nov-15")
    (part,) = parts_of(action)
    assert (part.start, part.weight, len(part.group)) == (tw.cover.Subtree(), 1, 1)
    assert break_symmetries(action).weights is None


LARGE = """
import resource, sys, tilewright as tw
from tilewright.encoding import encode
from tilewright.symmetry import Action, break_symmetries
from tilewright.puzzle import Board, Count, Piece, Puzzle
domino = Piece("I", ((0, 0), (1, 0)), count=Count(0, None))
side = int(sys.argv[1])
board = Board(tuple(tw.box(side, side)))
action = Action.of(encode(Puzzle(tw.lattice("square"), board, (domino,))))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert break_symmetries(action).weights is None
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_breaking_takes_no_memory_for_each_item_and_option() -> None:
    """A bit for each of 22,500 cells and 44,700 places of a domino were 126 MB."""
    found = subprocess.run([sys.executable, "-c", LARGE, "150"], check=True, stdout=subprocess.PIPE)
    assert int(found.stdout) < 20_000  # kilobytes
