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
    """Everything, and one permutation of the items or more maps the options to each other."""
    primary = NAMES[: draw(st.integers(2, 5))]
    secondary = SECONDARY[: draw(st.integers(0, 3))]
    least, more = draw(st.sampled_from([(1, 0), (1, 0), (0, 1), (1, 1)]))
    options = draw(st.lists(_options(["centre", *primary], secondary), min_size=1, max_size=4))
    options.append(draw(_options(["centre"], [])))
    image = {"centre": "centre"}
    for names in (primary, secondary):
        image |= zip(names, draw(st.permutations(names)), strict=True)
    closed: dict[frozenset[tuple[str, str | None]], None] = {}
    for option in options:
        now = frozenset(option.items())
        while now not in closed:
            closed[now] = None
            now = frozenset((image[item], colour) for item, colour in now)
    return from_options(
        draw(st.permutations([dict(one) for one in closed])),
        primary=draw(st.permutations(["centre", *primary])),
        secondary=secondary,
        bounds=dict.fromkeys(primary, (least, least + more)),
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
