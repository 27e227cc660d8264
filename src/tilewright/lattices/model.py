"""A lattice as a value: kinds of cells, the edges between them, and the motions it allows.

Cells are points with integer coordinates.  A lattice repeats: some of the integer vectors are its
*translations*, and two cells that a translation joins are of the same *kind*.  Coordinates are
chosen so finely that every symmetry is one matrix and one shift for all kinds, as with a
triangle's centroid, tripled.  So a lattice is a table, and everything else follows from it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from operator import add, mul, sub
from typing import Any

import numpy as np
import numpy.typing as npt

from tilewright import _core
from tilewright.errors import TilewrightError

Vector = tuple[int, ...]
Cell = Vector  # where a cell is
Matrix = tuple[Vector, ...]  # rows


def plus(one: Vector, other: Vector) -> Vector:
    """The sum of two vectors."""
    return tuple(map(add, one, other))


def minus(one: Vector, other: Vector) -> Vector:
    """The difference of two vectors."""
    return tuple(map(sub, one, other))


def applied(matrix: Matrix, vector: Vector) -> Vector:
    """A matrix times a vector."""
    return tuple([sum(map(mul, row, vector)) for row in matrix])


def determinant(matrix: Sequence[Sequence[int]]) -> int:
    """By Bareiss' fraction-free elimination.

    >>> determinant([[0, -1], [1, 1]])
    1
    """
    rows = [list(row) for row in matrix]
    sign, before = 1, 1
    for k in range(len(rows) - 1):
        swap = next((r for r in range(k, len(rows)) if rows[r][k]), None)
        if swap is None:
            return 0
        if swap != k:
            rows[k], rows[swap], sign = rows[swap], rows[k], -sign
        for r in range(k + 1, len(rows)):
            for c in range(k + 1, len(rows)):
                rows[r][c] = (rows[r][c] * rows[k][k] - rows[r][k] * rows[k][c]) // before
        before = rows[k][k]
    return sign * rows[-1][-1] if rows else 1


def pivots(vectors: Iterable[Sequence[int]]) -> list[Vector]:
    """A basis of the same integer span in echelon form, each vector with a positive pivot.

    >>> pivots([(3, 3), (3, -3)])
    [(3, 3), (0, 6)]
    """
    rows = [list(v) for v in vectors]
    basis: list[Vector] = []
    width = len(rows[0]) if rows else 0
    for column in range(width):
        while sum(row[column] != 0 for row in rows) > 1:
            rows.sort(key=lambda row: (row[column] == 0, abs(row[column])))
            least = rows[0]
            for row in rows[1:]:
                times = row[column] // least[column]
                for c in range(width):
                    row[c] -= times * least[c]
        found = next((row for row in rows if row[column]), None)
        if found is not None:
            rows.remove(found)
            if found[column] < 0:
                found = [-x for x in found]
            basis.append(tuple(found))
    return basis


def null_space(rows: Sequence[Sequence[int]], width: int) -> list[Vector]:
    """A basis of all integer vectors y with rows · y = 0.

    >>> null_space([(1, -1, 1)], 3)
    [(1, 1, 0), (0, 1, 1)]
    """
    # Bring the columns, each with its unit vector attached, to echelon form.
    columns = [
        [*(row[c] for row in rows), *(int(c == k) for k in range(width))] for c in range(width)
    ]
    return [v[len(rows) :] for v in pivots(columns) if not any(v[: len(rows)])]


@dataclass(frozen=True)
class Translations:
    """All integer combinations of some vectors: the moves that only shift."""

    generators: Matrix
    dimension: int

    @cached_property
    def basis(self) -> list[Vector]:
        """The generators in echelon form."""
        return pivots(self.generators)

    @cached_property
    def _pivot_columns(self) -> list[int]:
        return [next(c for c, x in enumerate(v) if x) for v in self.basis]

    def reduce(self, point: Sequence[int]) -> Vector:
        """The representative of `point`: two points have the same one iff a translation joins them.

        >>> Translations(((3, 3), (3, -3)), 2).reduce((7, 4))
        (1, 4)
        """
        rest = list(point)
        for vector, column in zip(self.basis, self._pivot_columns, strict=True):
            times = rest[column] // vector[column]
            if times:
                for c, x in enumerate(vector):
                    rest[c] -= times * x
        return tuple(rest)

    def reduce_all(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """`reduce` for an array of points, one a row."""
        rest = points.copy()
        for vector, column in zip(self.basis, self._pivot_columns, strict=True):
            times = rest[..., column] // vector[column]
            rest -= times[..., None] * np.array(vector, dtype=np.int64)
        return rest

    def __contains__(self, vector: Sequence[int]) -> bool:
        return not any(self.reduce(vector))

    def coefficients(self, vector: Sequence[int]) -> Vector | None:
        """The combination of the generators that makes `vector`, if there is one."""
        rest = [*vector, *([0] * len(self.generators))]
        for column, row in self._extended:
            if column >= self.dimension:
                break
            if times := rest[column] // row[column]:
                rest = [x - times * y for x, y in zip(rest, row, strict=True)]
        if any(rest[: self.dimension]):
            return None
        return tuple(-x for x in rest[self.dimension :])

    @cached_property
    def _extended(self) -> list[tuple[int, Vector]]:
        """The generators in echelon form, each after its first column that is not 0.

        The columns after those of the generators tell of which combination of them it is made.
        """
        count = len(self.generators)
        rows = ([*v, *(int(k == j) for j in range(count))] for k, v in enumerate(self.generators))
        return [(next(c for c, x in enumerate(v) if x), v) for v in pivots(rows)]


class LatticeError(TilewrightError, ValueError):
    """There is no such lattice, or no such cell in it."""


@dataclass(frozen=True)
class Kind:
    """Cells of one kind: where the one nearest to the origin is, and what surrounds it.

    `edges` maps the label of each half-edge to the step to the neighbouring cell.  `text` is
    where the cell stands in a drawing, as (column, row, layer); `glyph` a character that may only
    be drawn for this kind.  `shape` and `corners` say how it is pictured.
    """

    name: str
    at: Cell
    edges: Mapping[str, Vector]
    text: Vector = (0, 0, 0)
    glyph: str = ""
    shape: str = ""
    corners: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Motion:
    """An exact symmetry of the lattice: x -> matrix·x + shift.  `word` tells the generators."""

    matrix: Matrix
    shift: Vector
    mirror: bool
    word: tuple[str, ...] = ()

    def __call__(self, cell: Cell) -> Cell:
        """Where a cell is moved to."""
        if len(cell) == 2:  # these are much faster
            (a, b), (c, d) = self.matrix
            (x, y), (u, v) = cell, self.shift
            return a * x + b * y + u, c * x + d * y + v
        if len(cell) == 3:
            (a, b, c), (d, e, f), (g, h, i) = self.matrix
            (x, y, z), (u, v, w) = cell, self.shift
            return (
                a * x + b * y + c * z + u,
                d * x + e * y + f * z + v,
                g * x + h * y + i * z + w,
            )
        return plus(applied(self.matrix, cell), self.shift)

    def turn(self, step: Vector) -> Vector:
        """What becomes of a step from one cell to another."""
        return applied(self.matrix, step)

    def then_by(self, step: Vector) -> "Motion":
        """First this, then a translation."""
        return Motion(self.matrix, plus(self.shift, step), self.mirror, self.word)

    def after(self, other: "Motion") -> "Motion":
        """First `other`, then this."""
        columns = (applied(self.matrix, column) for column in zip(*other.matrix, strict=True))
        matrix = tuple(zip(*columns, strict=True))
        mirror = self.mirror != other.mirror
        return Motion(matrix, self(other.shift), mirror, (*other.word, *self.word))

    def __str__(self) -> str:
        return " ".join(self.word) or "identity"


def motion_table(dimension: int, motions: Sequence[Motion]) -> _core.Motions:
    """Motions for the core."""
    return _core.Motions(dimension, [m.matrix for m in motions], [m.shift for m in motions])


@dataclass(frozen=True, slots=True)
class Junction:
    """A point where sticks meet: the steps from it to them, in cyclic order."""

    at: Vector
    sticks: tuple[Vector, ...]


@dataclass(frozen=True, eq=False)
class Lattice:
    """See the module's text.  Lattices come from files; `definition` is what stood there."""

    name: str
    translations: Translations
    kinds: tuple[Kind, ...]
    pairs: Mapping[str, str]  # each label and the label of the same edge seen from the other side
    motions: tuple[Motion, ...]  # one for each element of the point group, the identity first
    generators: Mapping[str, Motion]
    junctions: tuple[Junction, ...] = ()
    text_shifts: Matrix = ()  # how far each generator of the translations moves in a drawing
    embedding: tuple[tuple[str, ...], ...] = ()  # where each unit vector points, in space
    about: str = ""
    definition: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def dimension(self) -> int:
        """How many coordinates a cell has."""
        return self.translations.dimension

    @property
    def flat(self) -> bool:
        """Is it in the plane?  Then pieces may be turned over by default."""
        return self.dimension == 2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lattice) and self.definition == other.definition

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Lattice({self.name!r})"

    def __getstate__(self) -> dict[str, Any]:
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @cached_property
    def core(self) -> _core.Lattice:
        """The same for the core."""
        steps = [list(kind.edges.values()) for kind in self.kinds]
        kinds = [kind.at for kind in self.kinds]
        return _core.Lattice(self.dimension, self.translations.basis, kinds, steps)

    @cached_property
    def moves(self) -> _core.Motions:
        """The motions for the core."""
        return motion_table(self.dimension, self.motions)

    @cached_property
    def _kinds_by_residue(self) -> dict[Vector, Kind]:
        return {self.translations.reduce(kind.at): kind for kind in self.kinds}

    def kind(self, cell: Cell) -> Kind | None:
        """The kind of a cell; None if there is no cell at that point."""
        return self._kinds_by_residue.get(self.translations.reduce(cell))

    def kind_at(self, cell: Cell) -> Kind:
        """The kind of a cell.  Raises LatticeError if there is none at that point."""
        kind = self.kind(cell)
        if kind is None:
            raise LatticeError(
                f"{cell} is no cell of {self.name!r}; its first ones are at "
                f"{', '.join(str(kind.at) for kind in self.kinds[:4])}"
            )
        return kind

    def neighbours(self, cell: Cell) -> dict[Vector, Cell]:
        """The cells around a cell, by the step that leads there."""
        return {step: plus(cell, step) for step in self.kind_at(cell).edges.values()}

    def home(self, cell: Cell) -> Vector:
        """The translation that brings `cell` to the place of the first one of its kind."""
        return minus(self.kind_at(cell).at, cell)

    def meeting_points(self, sticks: Iterable[Cell]) -> dict[Vector, tuple[Cell, ...]]:
        """The points where these sticks end; for each, all sticks round it in cyclic order."""
        points = {}
        for cell in sticks:
            for junction in self.junctions:
                for step in junction.sticks:
                    point = minus(cell, step)
                    if minus(point, junction.at) in self.translations:
                        points[point] = tuple(plus(point, s) for s in junction.sticks)
        return points

    def is_connected(self, cells: Iterable[Cell]) -> bool:
        """Can one walk from each cell to each other over edges?"""
        return self.core.is_connected(tuple(cells))

    def regions(self, cells: Iterable[Cell]) -> list[tuple[Cell, ...]]:
        """The cells that hang together by their edges, region by region, in reading order."""
        left = dict.fromkeys(sorted(cells, key=lambda cell: cell[::-1]))
        found = []
        while left:
            region = [next(iter(left))]
            del left[region[0]]
            for cell in region:  # which grows meanwhile
                near = {there for there in self.neighbours(cell).values() if there in left}
                for there in near:
                    del left[there]
                region += near
            found.append(tuple(sorted(region, key=lambda cell: cell[::-1])))
        return found
