"""Random problems for the laws: small enough for brute force, rich enough to be nasty."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tilewright import ExactCover
from tilewright.cover import from_options

NAMES = [f"p{k}" for k in range(6)]
SECONDARY = [f"s{k}" for k in range(3)]
SAME_TREE = ("links", "anchor")  # engines that search the same tree, under any rule


@st.composite
def plain_problems(draw: st.DrawFn) -> ExactCover:
    """Primary items only, with at least one cover, because one is planted."""
    count = draw(st.integers(1, 6))
    items = NAMES[:count]
    cuts = sorted(draw(st.sets(st.integers(1, count), max_size=3)) | {count})
    order = draw(st.permutations(items))
    planted = [order[a:b] for a, b in zip([0, *cuts], cuts, strict=False) if a < b]
    noise = draw(st.lists(st.sets(st.sampled_from(items), min_size=1).map(sorted), max_size=7))
    options = draw(st.permutations([*planted, *noise]))
    return from_options(options, primary=items)


@st.composite
def problems(draw: st.DrawFn) -> ExactCover:
    """Everything: secondary items, colours, multiplicities, idle options."""
    primary = NAMES[: draw(st.integers(1, 4))]
    secondary = SECONDARY[: draw(st.integers(0, 3))]
    options = draw(st.lists(_options(primary, secondary), min_size=1, max_size=8))
    bounds = draw(st.dictionaries(st.sampled_from(primary), _bounds()))
    costs = draw(
        st.none() | st.lists(st.integers(0, 9), min_size=len(options), max_size=len(options))
    )
    return from_options(options, primary=primary, secondary=secondary, bounds=bounds, costs=costs)


@st.composite
def symmetric_problems(draw: st.DrawFn) -> ExactCover:
    """Cells of a square, shapes on them and all that some of its symmetries make of these.

    A piece or two are there once; every cell can be covered alone, and may have a colour.
    """
    side = draw(st.integers(2, 3))
    cells = [(x, y) for x in range(side) for y in range(side)]
    most = side - 1
    generators = draw(st.sampled_from([[0, 1, 2], [1, 2], [0, 1], [2], [3]]))
    maps = [
        lambda x, y: (most - x, y),
        lambda x, y: (x, most - y),
        lambda x, y: (y, x),
        lambda x, y: (y, most - x),
    ]
    pieces = ["piece", "other"][: draw(st.integers(1, 2))]
    coloured = draw(st.booleans())
    shapes = st.tuples(
        st.frozensets(st.sampled_from(cells), min_size=1, max_size=3),
        st.sampled_from([*pieces, *pieces, None]),
        st.sampled_from(["red", "blue", None]) if coloured else st.none(),
    )
    closed = {(frozenset([cell]), None, None) for cell in cells}
    open_ = set(draw(st.lists(shapes, min_size=1, max_size=4)))
    open_ |= {(frozenset([draw(st.sampled_from(cells))]), piece, None) for piece in pieces}
    while open_:
        shape, piece, colour = now = open_.pop()
        closed.add(now)
        images = [frozenset(maps[g](*cell) for cell in shape) for g in generators]
        open_ |= {(image, piece, colour) for image in images} - closed
    options = [
        dict.fromkeys(sorted(shape))
        | ({piece: None} if piece else {})
        | ({("paint", *cell): colour for cell in sorted(shape)} if colour else {})
        for shape, piece, colour in sorted(closed, key=repr)
    ]
    return from_options(
        draw(st.permutations(options)),
        primary=draw(st.permutations([*cells, *pieces])),
        secondary=[("paint", *cell) for cell in cells],
    )


def _bounds() -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, 3), st.integers(0, 2)).map(
        lambda b: (b[0], max(1, b[0] + b[1]))
    )


def _options(
    primary: Sequence[str], secondary: Sequence[str]
) -> st.SearchStrategy[dict[str, str | None]]:
    def spell(items: set[str], colours: list[str | None]) -> dict[str, str | None]:
        given = iter(colours)
        return {item: next(given) if item in secondary else None for item in sorted(items)}

    return st.builds(
        spell,
        st.sets(st.sampled_from([*primary, *primary, *secondary]), min_size=1, max_size=4),
        st.lists(st.sampled_from([None, "red", "blue"]), min_size=3, max_size=3),
    )


def rules() -> st.SearchStrategy[dict[str, object]]:
    """Search options that decide which tree is searched."""
    return st.fixed_dictionaries({"rule": st.sampled_from(["fewest", "leftmost"])})
