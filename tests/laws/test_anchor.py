"""Stranding cuts off branches, never covers; and what is cut off depends on the node alone."""

from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import rules
from tilewright.cover import Regions

SIDE = 4
SQUARES = [(r, f) for r in range(SIDE) for f in range(SIDE)]


def touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


@st.composite
def tilings(draw: st.DrawFn) -> tw.ExactCover:
    """Part of a small board, some squares of which may stay empty or be shared, and pieces of any
    connected shape.  Mostly a tiling is planted, so that there are covers."""
    board = sorted(draw(st.sets(st.sampled_from(SQUARES), min_size=3, max_size=9)))
    owner: dict[tuple[int, int], int] = {}
    for square in board:  # a random tiling: each square joins a neighbour, or begins a piece
        beside = sorted({owner[other] for other in owner if touch(square, other)})
        owner[square] = draw(st.sampled_from([*beside, len(owner)]))
    planted = [[s for s in board if owner[s] == piece] for piece in sorted(set(owner.values()))]
    shapes = planted + [draw(_connected(board)) for _ in range(draw(st.integers(0, 8)))]
    names = [f"piece {k}" for k in range(draw(st.integers(0, 4)))]
    unlimited = not names or draw(st.booleans())  # options without a piece make any sum possible
    piece = st.sampled_from([*names, None] if unlimited else names)
    may_stay_empty = draw(st.sets(st.sampled_from(board), max_size=3))
    optional = draw(st.sets(st.sampled_from(board), max_size=2)) - may_stay_empty
    shared = draw(st.sets(st.sampled_from(board), max_size=1)) - may_stay_empty - optional
    colour = draw(st.sampled_from([None, None, "red"]))
    options = []
    for shape in shapes:
        named = draw(piece)
        cells = {s: colour if s in may_stay_empty else None for s in shape}
        options.append({**cells, named: None} if named else cells)
    must = [s for s in board if s not in may_stay_empty]
    problem = tw.cover.from_options(
        draw(st.permutations(options)),
        primary=[*draw(st.permutations(must)), *names],
        secondary=sorted(may_stay_empty),
        bounds={
            **dict.fromkeys(optional, (0, 1)),
            **dict.fromkeys(shared, (1, 2)),
            **{name: draw(st.sampled_from([(0, 1), (1, 1), (0, 2), (1, 3)])) for name in names},
        },
    )
    number = problem.item_numbers
    regions = Regions(
        cells=[number[s] for s in board],
        touching=[(number[a], number[b]) for a in board for b in board if a < b and touch(a, b)],
        pieces=[number[name] for name in names],
    )
    return problem.with_parts(regions=regions)


@st.composite
def _connected(draw: st.DrawFn, board: list[tuple[int, int]]) -> list[tuple[int, int]]:
    shape = [draw(st.sampled_from(board))]
    for _ in range(draw(st.integers(0, 4))):
        beside = [s for s in board if s not in shape and any(touch(s, t) for t in shape)]
        if beside:
            shape.append(draw(st.sampled_from(beside)))
    return shape


stranding = st.sampled_from(["smallest", "sizes"])


@given(tilings(), rules(), stranding)
def test_stranding_loses_no_cover(problem: tw.ExactCover, rule: dict[str, str], how: str) -> None:
    plain = tw.engines.search(problem, engine="anchor", **rule)
    cut = tw.engines.search(problem, engine="anchor", stranding=how, **rule)
    covers = [cover for batch in plain for cover in batch]
    assert [cover for batch in cut for cover in batch] == covers
    assert covers == list(tw.solve(problem, engine="links", verify=True, **rule))
    levels = cut.counters.nodes_per_level
    assert all(a <= b for a, b in zip(levels, plain.counters.nodes_per_level, strict=False))
    assert len(levels) <= len(plain.counters.nodes_per_level)


@given(tilings(), rules())
def test_sums_of_sizes_cut_off_what_the_smallest_size_does(
    problem: tw.ExactCover, rule: dict[str, str]
) -> None:
    nodes = [
        tw.engines.search(problem, engine="anchor", stranding=how, **rule).run().nodes
        for how in ("none", "smallest", "sizes")
    ]
    assert nodes[0] >= nodes[1] >= nodes[2]


@given(tilings(), rules(), stranding, st.integers(0, 8))
def test_stranding_adds_up_over_the_rest(
    problem: tw.ExactCover, rule: dict[str, str], how: str, nodes: int
) -> None:
    options = {"engine": "anchor", "stranding": how, **rule}
    whole = tw.engines.search(problem, **options)
    all_covers = [cover for batch in whole for cover in batch]
    begun = tw.engines.search(problem, max_nodes=nodes, **options)
    covers = [cover for batch in begun for cover in batch]
    counters = begun.counters
    for part in begun.remainder():
        search = tw.engines.search(problem, start=part, **options)
        covers += [cover for batch in search for cover in batch]
        counters += search.counters
    assert covers == all_covers
    assert counters == whole.counters
