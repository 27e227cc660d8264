"""A slow puzzle solver, straight from the definitions, for the laws to compare with.

It shares nothing with placements, encodings, engines or symmetries: plain sets and backtracking.
Of a lattice it takes the tables only: translations, kinds, edges, generators and motions.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations

from tilewright.lattices import Cell, Lattice
from tilewright.puzzle import Piece, Puzzle

Matrix = tuple[tuple[int, ...], ...]
Map = tuple[Matrix, tuple[int, ...]]  # x -> matrix · x + shift

FEW = 400  # more solutions than that are not worth the time


class TooMany(Exception):  # noqa: N818
    """This puzzle has too many solutions for a law."""


@dataclass(frozen=True)
class Lay:
    """Cells, each with its colour, and marked half-edges: a piece, somewhere."""

    cells: frozenset[tuple[Cell, str]]
    marks: frozenset[tuple[Cell, Cell, str]]

    @property
    def covered(self) -> frozenset[Cell]:
        return frozenset(cell for cell, _ in self.cells)

    def moved(self, by: Map) -> "Lay":
        return Lay(
            frozenset((apply(by, cell), colour) for cell, colour in self.cells),
            frozenset((apply(by, cell), turned(by, step), mark) for cell, step, mark in self.marks),
        )


Laid = tuple[frozenset[str], Lay]  # the names of the pieces it may be, and where
Answer = frozenset[Laid]


def turned(by: Map, step: Cell) -> Cell:
    return tuple(sum(a * b for a, b in zip(row, step, strict=True)) for row in by[0])


def apply(by: Map, cell: Cell) -> Cell:
    return plus(turned(by, cell), by[1])


def plus(a: Cell, b: Cell) -> Cell:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def minus(a: Cell, b: Cell) -> Cell:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def then(first: Map, second: Map) -> Map:
    columns = zip(*first[0], strict=True)
    product = [turned(second, column) for column in columns]
    return tuple(zip(*product, strict=True)), apply(second, first[1])


def shifted(by: Map, step: Cell) -> Map:
    return by[0], plus(by[1], step)


def unit(dimension: int) -> Map:
    rows = tuple(tuple(int(r == c) for c in range(dimension)) for r in range(dimension))
    return rows, (0,) * dimension


def sign(matrix: Matrix) -> int:
    """The determinant, by Leibniz' formula."""
    total = 0
    for order in permutations(range(len(matrix))):
        product = 1
        for row, column in enumerate(order):
            product *= matrix[row][column]
        odd = sum(order[a] > order[b] for a, b in combinations(range(len(order)), 2)) % 2
        total += -product if odd else product
    return total


@lru_cache(maxsize=100_000)
def is_translation(lattice: Lattice, step: Cell) -> bool:
    """Is the step a whole combination of the generators?  By Gauss' elimination of fractions."""
    generators = lattice.translations.generators
    rows = [
        [*(Fraction(g[axis]) for g in generators), Fraction(step[axis])]
        for axis in range(len(step))
    ]
    done = 0
    for column in range(len(generators)):
        pivot = next((r for r in range(done, len(rows)) if rows[r][column]), None)
        assert pivot is not None, "dependent translations"
        rows[done], rows[pivot] = rows[pivot], rows[done]
        rows[done] = [x / rows[done][column] for x in rows[done]]
        for r in range(len(rows)):
            if r != done:
                rows[r] = [
                    x - rows[r][column] * y for x, y in zip(rows[r], rows[done], strict=True)
                ]
        done += 1
    return all(row[-1].denominator == 1 for row in rows[:done]) and not any(
        row[-1] for row in rows[done:]
    )


def edges_of(lattice: Lattice, cell: Cell) -> list[Cell]:
    """The steps to the neighbours of a cell."""
    (kind,) = [k for k in lattice.kinds if is_translation(lattice, minus(cell, k.at))]
    return list(kind.edges.values())


def at_home(lattice: Lattice, lay: Lay) -> Lay:
    """The same for all lays that a translation joins."""
    first = min(lay.covered)
    (kind,) = [k for k in lattice.kinds if is_translation(lattice, minus(first, k.at))]
    return lay.moved(shifted(unit(len(first)), minus(kind.at, first)))


def allowed(lattice: Lattice, piece: Piece) -> list[Map]:
    """The motions by which a piece may be moved."""
    everything = [(m.matrix, m.shift) for m in lattice.motions]
    if piece.motions:
        found = []
        for word in piece.motions:
            made = unit(lattice.dimension)
            for name in word.split():
                generator = lattice.generators[name]
                made = then(made, (generator.matrix, generator.shift))
            found.append(made)
        return found
    if not piece.turn:
        return [unit(lattice.dimension)]
    flips = piece.flip if piece.flip is not None else lattice.dimension == 2
    return [m for m in everything if flips or sign(m[0]) > 0]


def lay_of(piece: Piece) -> Lay:
    colours = piece.colours or ("",) * len(piece.cells)
    return Lay(
        frozenset(zip(piece.cells, colours, strict=True)),
        frozenset((m.cell, m.step, m.mark) for m in piece.marks),
    )


def forms_of(lattice: Lattice, piece: Piece) -> frozenset[Lay]:
    """The ways to turn a piece."""
    return frozenset(
        at_home(lattice, lay_of(piece).moved(motion)) for motion in allowed(lattice, piece)
    )


def types_of(puzzle: Puzzle) -> dict[frozenset[Lay], list[Piece]]:
    """Pieces that can be turned to the same forms are the same."""
    types: dict[frozenset[Lay], list[Piece]] = {}
    for piece in puzzle.pieces:
        if piece.count.hi != 0:
            types.setdefault(forms_of(puzzle.lattice, piece), []).append(piece)
    return types


def lays_of(puzzle: Puzzle, forms: Iterable[Lay]) -> Iterator[Lay]:
    """All ways to put a piece on the empty board."""
    lattice = puzzle.lattice
    board = {*puzzle.board.must, *puzzle.board.may}
    for form in forms:
        first = min(form.covered)
        for cell in board:
            step = minus(cell, first)
            if not is_translation(lattice, step):
                continue
            lay = form.moved(shifted(unit(lattice.dimension), step))
            if lay.covered <= board and _colours_agree(puzzle, lay) and _border_agrees(puzzle, lay):
                yield lay


def _colours_agree(puzzle: Puzzle, lay: Lay) -> bool:
    pairs = [(puzzle.board.colours.get(cell, ""), colour) for cell, colour in lay.cells]
    if puzzle.colour_fits is None:
        return all(a == b for a, b in pairs)
    return all(pair in puzzle.colour_fits for pair in pairs)


def _fit(puzzle: Puzzle, one: str, other: str) -> bool:
    assert puzzle.marks is not None
    always = {("plain", "plain"), ("plain", "nothing"), ("nothing", "plain"), ("nothing",) * 2}
    listed = puzzle.marks.fits
    return (one, other) in always or (one, other) in listed or (other, one) in listed


def _border_agrees(puzzle: Puzzle, lay: Lay) -> bool:
    if puzzle.marks is None:
        return True
    board = {*puzzle.board.must, *puzzle.board.may}
    shown = {(cell, step): mark for cell, step, mark in lay.marks}
    return all(
        _fit(puzzle, shown.get((cell, step), "plain"), puzzle.marks.border)
        for cell in lay.covered
        for step in edges_of(puzzle.lattice, cell)
        if plus(cell, step) not in board
    )


def answers(puzzle: Puzzle, most: int = FEW) -> set[Answer]:
    """All solutions.  Identical pieces are not told apart."""
    types = types_of(puzzle)
    names = [frozenset(piece.name for piece in pieces) for pieces in types.values()]
    lays = [list(lays_of(puzzle, forms)) for forms in types]
    may = set(puzzle.board.may)
    cells = sorted({*puzzle.board.must, *may})
    by_cell: dict[Cell, list[Laid]] = {cell: [] for cell in cells}
    for name, some in zip(names, lays, strict=True):
        for lay in some:
            for cell in lay.covered:
                by_cell[cell].append((name, lay))
    most_of = {
        name: sum(len(cells) if p.count.hi is None else p.count.hi for p in pieces)
        for name, pieces in zip(names, types.values(), strict=True)
    }
    found: set[Answer] = set()
    tried = 0

    def extend(chosen: list[Laid], taken: set[Cell], used: Counter[frozenset[str]]) -> None:
        nonlocal tried
        tried += 1
        if tried > 40_000:
            raise TooMany
        cell = next((c for c in cells if c not in taken), None)
        if cell is None:
            answer = frozenset(chosen)
            if _is_answer(puzzle, types, answer):
                found.add(answer)
                if len(found) > most:
                    raise TooMany
            return
        for name, lay in by_cell[cell]:
            if used[name] < most_of[name] and not lay.covered & taken:
                extend([*chosen, (name, lay)], taken | lay.covered, used + Counter([name]))
        if cell in may:
            extend(chosen, taken | {cell}, used)

    extend([], set(), Counter())
    return found


def _is_answer(puzzle: Puzzle, types: dict[frozenset[Lay], list[Piece]], answer: Answer) -> bool:
    used = Counter(name for name, _ in answer)
    left = 0
    for pieces in types.values():
        mine = used[frozenset(piece.name for piece in pieces)]
        if puzzle.spare is None:
            if mine < sum(piece.count.lo for piece in pieces):
                return False
        else:
            left += sum(piece.count.hi or 0 for piece in pieces) - mine
    spare = puzzle.spare
    if spare is not None and (left < spare.lo or (spare.hi is not None and left > spare.hi)):
        return False
    for fixed in puzzle.fixed:
        if not any(fixed.piece in name and lay.covered == set(fixed.cells) for name, lay in answer):
            return False
    return _marks_agree(puzzle, answer) and (puzzle.crossing or not crosses(puzzle, answer))


def _marks_agree(puzzle: Puzzle, answer: Answer) -> bool:
    if puzzle.marks is None:
        return True
    board = {*puzzle.board.must, *puzzle.board.may}
    owner = {cell: lay for _, lay in answer for cell in lay.covered}
    shown = {(cell, step): mark for _, lay in answer for cell, step, mark in lay.marks}
    for cell, lay in owner.items():
        for step in edges_of(puzzle.lattice, cell):
            there = plus(cell, step)
            if there in lay.covered or there not in board:
                continue  # inside a piece, or at the border, which was looked at before
            back = tuple(-x for x in step)
            facing = shown.get((there, back), "plain") if there in owner else "nothing"
            if not _fit(puzzle, shown.get((cell, step), "plain"), facing):
                return False
    return True


def crosses(puzzle: Puzzle, answer: Answer) -> bool:
    """Do two pieces cross where sticks meet?  That is, do their sticks alternate round a point?"""
    owner = {cell: lay for _, lay in answer for cell in lay.covered}
    for junction in puzzle.lattice.junctions:
        points = {minus(cell, step) for cell in owner for step in junction.sticks}
        for point in points:
            if not is_translation(puzzle.lattice, minus(point, junction.at)):
                continue
            round_it = [owner.get(plus(point, step)) for step in junction.sticks]
            there = {lay for lay in round_it if lay is not None}
            for one, other in combinations(there, 2):
                order = [lay for lay in round_it if lay in (one, other)]
                changes = sum(a != b for a, b in zip(order, order[1:] + order[:1], strict=True))
                if changes > 2:
                    return True
    return False


def symmetries_of(puzzle: Puzzle) -> list[tuple[Map, dict[frozenset[str], frozenset[str]]]]:
    """The motions that map the puzzle to itself, each with what it makes of the pieces."""
    lattice, board = puzzle.lattice, puzzle.board
    colours = {cell: board.colours.get(cell, "") for cell in (*board.must, *board.may)}
    types = types_of(puzzle)
    start = next(iter(colours))
    found = []
    for motion in lattice.motions:
        plain: Map = (motion.matrix, motion.shift)
        for cell in colours:
            step = minus(cell, apply(plain, start))
            if not is_translation(lattice, step):
                continue
            by = shifted(plain, step)
            if {apply(by, c): colour for c, colour in colours.items()} != colours:
                continue
            if {apply(by, c) for c in board.may} != set(board.may):
                continue
            image = _images(lattice, types, by)
            if image is not None and _keeps_fixed(puzzle, by, image):
                found.append((by, image))
    return found


def _images(
    lattice: Lattice, types: dict[frozenset[Lay], list[Piece]], by: Map
) -> dict[frozenset[str], frozenset[str]] | None:
    image = {}
    for forms, pieces in types.items():
        there = frozenset(at_home(lattice, form.moved(by)) for form in forms)
        if there not in types or _total(types[there]) != _total(pieces):
            return None
        image[frozenset(p.name for p in pieces)] = frozenset(p.name for p in types[there])
    return image


def _total(pieces: list[Piece]) -> tuple[int, int | None]:
    ends = [piece.count.hi for piece in pieces]
    hi = None if None in ends else sum(end for end in ends if end is not None)
    return sum(piece.count.lo for piece in pieces), hi


def _keeps_fixed(puzzle: Puzzle, by: Map, image: dict[frozenset[str], frozenset[str]]) -> bool:
    group = {name: names for names in image for name in names}
    if any(fixed.piece not in group for fixed in puzzle.fixed):
        return True  # a piece that is not there: no solution at all
    there = {(group[f.piece], frozenset(f.cells)) for f in puzzle.fixed}
    return there == {
        (image[names], frozenset(apply(by, cell) for cell in cells)) for names, cells in there
    }


def classes_of(
    puzzle: Puzzle,
    found: set[Answer],
    *,
    mirrors: bool,
    group: list[tuple[Map, dict[frozenset[str], frozenset[str]]]] | None = None,
) -> list[set[Answer]]:
    """The solutions, those together that a symmetry joins."""
    everything = symmetries_of(puzzle) if group is None else group
    some = [(by, image) for by, image in everything if mirrors or sign(by[0]) > 0]
    left = set(found)
    classes = []
    while left:
        one = left.pop()
        alike = {frozenset((image[n], lay.moved(by)) for n, lay in one) for by, image in some}
        left -= alike
        classes.append(alike)
    return classes
