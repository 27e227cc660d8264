"""Random polygon puzzles for files: shapes around a point, in all kinds of numbers."""

from fractions import Fraction

from hypothesis import strategies as st

from tilewright.polygons import PolygonPiece, PolygonPuzzle, Shape

WAYS = [(2, 0), (2, 1), (1, 2), (0, 2), (-1, 1), (-2, 0), (-1, -2), (0, -1), (1, -1)]
TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=12
).map(str.strip)

exact_numbers = st.one_of(
    st.integers(1, 9).map(str),
    st.builds(Fraction, st.integers(5, 40), st.integers(1, 5)).map(str),
    st.sampled_from(["sqrt(2)", "1+sqrt(3)/2", "2*phi", "sqrt(sqrt(5)+1)", "3 - sqrt(2)", "2^2"]),
)
decimal_numbers = st.floats(1, 9).map(lambda value: repr(value))


def times(number: str, factor: int) -> str:
    return number if factor == 1 else f"{factor}*({number})" if factor else "0"


@st.composite
def rings(draw: st.DrawFn, numbers: st.SearchStrategy[str], *, small: bool = False) -> list[object]:
    """Corners all around the origin, so that sides cannot cross."""
    points = []
    for x, y in WAYS:
        number = draw(numbers)
        number = f"({number})/50" if small else number
        points.append((times(number, x), times(number, y)))
    return points if draw(st.booleans()) else points[::-1]


@st.composite
def polygon_puzzles(draw: st.DrawFn) -> PolygonPuzzle:
    """Areas need not agree: this is about files."""
    numbers = draw(
        st.sampled_from([exact_numbers, decimal_numbers, exact_numbers | decimal_numbers])
    )

    def shape(shift: int = 0) -> Shape:
        holes = [draw(rings(numbers, small=True)) for _ in range(draw(st.integers(0, 1)))]
        moved = [
            [(f"{shift}+{x}" if shift else x, y) for x, y in ring]  # type: ignore[misc]
            for ring in (draw(rings(numbers)), *holes)
        ]
        return Shape.of(moved[0], moved[1:])

    names = draw(st.lists(TEXTS.filter(bool), min_size=1, max_size=3, unique=True))
    pieces = [
        PolygonPiece(
            name,
            shape(),
            draw(st.integers(1, 4)),
            turn=draw(st.booleans()),
            flip=draw(st.booleans()),
        )
        for name in names
    ]
    board = tuple(shape(100 * k) for k in range(draw(st.integers(1, 2))))
    title, about, source = draw(TEXTS), draw(TEXTS), draw(TEXTS)
    return PolygonPuzzle(board, tuple(pieces), title, about, source)
