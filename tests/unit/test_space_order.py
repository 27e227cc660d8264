"""Orders in which pieces can be put together."""

import pytest

import tilewright as tw
from tilewright.render.space import Model, assembly_moves, solution_model
from tilewright.render.space.bodies import cells_body
from tilewright.render.space.order import blocking, model_moves
from tilewright.render.space.sheets import step_caption

AXES = [(1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)]
UP, DOWN = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)
Cells = list[tuple[int, int, int]]


def first_solution(name: str) -> tw.Solution:
    return next(iter(tw.solve(tw.load(name))))


def cubes(*pieces: Cells) -> Model:
    """Pieces on the cube lattice; z of a cell goes down, as its layers do."""
    on = tw.lattice("cube")
    return Model(
        tuple(
            cells_body(on, cells, str(k), k, "#888888", turned=False)
            for k, cells in enumerate(pieces)
        )
    )


@pytest.mark.parametrize("name", ["soma", "bedlam", "pentominoes-5x4x3", "happy-cube-red"])
def test_each_piece_slides_past_those_before_it(name: str) -> None:
    """Cube by cube, step by step: shares nothing with how the order is found."""
    solution = first_solution(name)
    moves = assembly_moves(solution)
    there: set[tuple[int, ...]] = set()
    for move in moves:
        assert move.away in [*AXES, UP, DOWN]
        x, y, z = move.away
        step = round(x), -round(y), -round(z)  # rows and layers go the other way
        cells = solution.placed[move.number].cells
        for times in range(12):
            for cell in cells:
                assert tuple(c + times * s for c, s in zip(cell, step, strict=True)) not in there
        there.update(cells)
    assert sorted(move.number for move in moves) == list(range(len(solution.placed)))


def test_turned_boards_too() -> None:
    solution = first_solution("spheres-800")
    moves = assembly_moves(solution)
    heights = [solution_model(solution).bodies[move.number].centre[2] for move in moves]
    assert heights[-1] == max(heights)
    assert all(move.away is not None for move in moves)


def test_discs_come_from_above_because_of_the_axle() -> None:
    assert {move.away for move in assembly_moves(first_solution("discs-12"))} == {UP}


def test_a_piece_that_interlocks_has_no_direction_and_the_others_have() -> None:
    moves = assembly_moves(first_solution("live-cube"))
    interlocked = [move for move in moves if move.away is None]
    assert moves[0] not in interlocked
    assert interlocked
    assert step_caption(8, "A", interlocked[-1]) == "8: put A, interlocked"


def test_a_lid_is_put_in_last() -> None:
    box = [
        (x, y, z) for x in range(3) for y in range(3) for z in range(2) if (x, y, z) != (1, 1, 0)
    ]
    model = cubes([(1, 1, 0)], box)
    assert [(move.number, move.away) for move in model_moves(model, [UP, *AXES])] == [
        (1, UP),
        (0, UP),
    ]
    assert blocking(model.bodies, UP).tolist() == [[False, False], [True, False]]
    assert blocking(model.bodies, (1.0, 0.0, 0.0)).tolist() == [[False, True], [True, False]]


def test_pieces_of_a_flat_puzzle_keep_their_order() -> None:
    solution = first_solution("pentominoes-6x10")
    assert [move.number for move in assembly_moves(solution)] == list(range(12))


@pytest.mark.parametrize(
    ("away", "caption"),
    [
        (UP, "2: put A"),
        (DOWN, "2: put A from below"),
        ((1.0, 0.0, 0.0), "2: put A from the right"),
        ((-1.0, 0.0, 0.0), "2: put A from the left"),
        ((0.0, 1.0, 0.0), "2: put A from the back"),
        ((0.0, -1.0, 0.0), "2: put A from the front"),
    ],
)
def test_captions_say_from_where(away: tuple[float, float, float], caption: str) -> None:
    move = model_moves(cubes([(0, 0, 0)]), [away])[0]
    assert move.away == away
    assert step_caption(2, "A", move) == caption
