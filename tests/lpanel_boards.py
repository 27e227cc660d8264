"""Boards of L-Panel for tests, and a slow solver that shares nothing with the package."""

from collections.abc import Iterator

from hypothesis import strategies as st

from tilewright.design.lpanel import LPanel

Tile = frozenset[tuple[int, int]]

UNIQUE = "..#\n.#.\n.#.\n#..\n"
SEVERAL = "....\n....\n"

_SHAPES = [
    [(0, 0), (0, 1), (0, 2), (1, 2)],
    [(0, 0), (0, 1), (0, 2), (-1, 2)],
    [(0, 0), (0, 1), (0, 2), (1, 0)],
    [(0, 0), (0, 1), (0, 2), (-1, 0)],
    [(0, 0), (1, 0), (2, 0), (2, 1)],
    [(0, 0), (1, 0), (2, 0), (2, -1)],
    [(0, 0), (1, 0), (2, 0), (0, 1)],
    [(0, 0), (1, 0), (2, 0), (0, -1)],
]


def naive_solutions(panel: LPanel) -> set[frozenset[Tile]]:
    """All ways to cover the white cells, by trying them: the first free cell, every L on it."""
    white = {(x, y) for y, row in enumerate(panel.rows) for x, c in enumerate(row) if c == "."}

    def covers(free: set[tuple[int, int]]) -> Iterator[frozenset[Tile]]:
        if not free:
            yield frozenset()
            return
        x, y = min(free)
        for shape in _SHAPES:
            for a, b in shape:
                tile = frozenset((x + c - a, y + d - b) for c, d in shape)
                if tile <= free:
                    for rest in covers(free - tile):
                        yield rest | {tile}

    return set(covers(white))


@st.composite
def tiled_panels(draw: st.DrawFn, longest: int = 6) -> LPanel:
    """Boards that have a solution: Ls that were put on an empty board."""
    width, height = draw(st.integers(3, longest)), draw(st.integers(3, longest))
    white: set[tuple[int, int]] = set()
    places = st.tuples(
        st.sampled_from(_SHAPES), st.integers(0, width - 1), st.integers(0, height - 1)
    )
    for shape, x, y in draw(st.lists(places, min_size=1, max_size=30)):
        tile = {(x + a, y + b) for a, b in shape}
        inside = all(0 <= a < width and 0 <= b < height for a, b in tile)
        if inside and not tile & white:
            white |= tile
    return LPanel.of_white(white or {(0, 0), (0, 1), (0, 2), (1, 2)}, width, height)


@st.composite
def any_panels(draw: st.DrawFn, longest: int = 5) -> LPanel:
    """Any small boards; few have a solution."""
    width, height = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    rows = draw(
        st.lists(
            st.text("..#", min_size=width, max_size=width), min_size=height, max_size=height
        ).filter(lambda rows: any("." in row for row in rows))
    )
    return LPanel(tuple(rows))


def panels() -> st.SearchStrategy[LPanel]:
    """Small boards, with and without solutions."""
    return tiled_panels() | any_panels()


def turned(panel: LPanel) -> LPanel:
    """A quarter turn: column x of row y goes to column height - 1 - y of row x."""
    return LPanel(tuple("".join(column) for column in zip(*panel.rows[::-1], strict=True)))


def mirrored(panel: LPanel) -> LPanel:
    """Left and right exchanged."""
    return LPanel(tuple(row[::-1] for row in panel.rows))
