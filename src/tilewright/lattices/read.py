"""Lattices from files: by steps and matrices, or by labels and their permutations."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from tilewright.document import Complaints, Fields, parse_document, quote
from tilewright.document.reading import data_names, data_text
from tilewright.document.text import close_matches
from tilewright.lattices.model import (
    Junction,
    Kind,
    Lattice,
    LatticeError,
    Matrix,
    Motion,
    Translations,
    Vector,
    applied,
    determinant,
    null_space,
    pivots,
    plus,
)
from tilewright.lattices.prove import (
    close,
    prove_symmetry,
    wrong_edges,
    wrong_places,
)

SHAPES = ("polygon", "hull", "sphere", "segment", "sector")
_WHOLE = "[0-9]{1,15}"
_TERM = rf"({_WHOLE}|({_WHOLE})?\*?sqrt\({_WHOLE}\))(\*sqrt\({_WHOLE}\))?(/[1-9][0-9]{{0,14}})?"
_EXPRESSION = re.compile(rf"-?{_TERM}([+-]{_TERM})*")


@cache
def lattice_names() -> tuple[str, ...]:
    """The names of the lattices that come with the package."""
    return data_names("lattices")


@cache
def lattice(name: str) -> Lattice:
    """A lattice by name.

    >>> len(lattice("cube").motions)
    48
    """
    if name not in lattice_names():
        near = close_matches(name, lattice_names())
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(lattice_names())}"
        raise LatticeError(f"unknown lattice {name!r}; {hint}")
    return parse_lattice(data_text(f"lattices/{name}.toml"), f"{name}.toml")


def parse_lattice(text: str, name: str = "<text>") -> Lattice:
    """A lattice from the text of a file."""
    fields = Fields.of(parse_document(text, name))
    lattice = _read(fields)
    fields.complaints.raise_any()
    assert lattice is not None
    return lattice


def read_lattice_table(table: Any, complaints: Complaints) -> Lattice | None:
    """A lattice given as the table `[lattice]` of a puzzle; None if it was complained about."""
    return _read(Fields(table, ("lattice",), complaints))


@contextmanager
def _told(fields: Fields, key: str | None) -> Iterator[None]:
    """What is wrong in here, complain about at this field."""
    try:
        yield
    except LatticeError as error:
        fields.complain(key, str(error))


def _read(fields: Fields) -> Lattice | None:
    complaints = fields.complaints
    before = len(complaints.found)
    name, about = fields.text("name", "unnamed"), fields.text("about")
    pairs = _pairs(fields)
    if "labels" in fields:
        translations, kinds = _by_labels(fields, pairs)
    else:
        translations, kinds = _by_steps(fields)
    if len(complaints.found) > before or translations is None:
        fields.expect("format", "kind", "symmetry", "junction", "text_shifts", "embedding")
        fields.done()
        return None
    wrong = [*wrong_places(translations, kinds), *wrong_edges(translations, kinds, pairs)]
    for path, message in wrong:
        complaints.add((*fields.path, *path), message)
    if len(complaints.found) > before:
        return None
    junctions = _junctions(fields, translations, kinds)
    generators = _generators(fields, translations, kinds, junctions)
    motions: tuple[Motion, ...] = ()
    if len(complaints.found) == before:
        with _told(fields, "symmetry"):
            motions = close(list(generators.values()), translations)
    text_shifts = _text_shifts(fields, translations)
    embedding = _expressions(fields, "embedding", None)
    fields.value("format")
    fields.done()
    if len(complaints.found) > before:
        return None
    return Lattice(
        name=name,
        translations=translations,
        kinds=kinds,
        pairs=pairs,
        motions=motions,
        generators=generators,
        junctions=junctions,
        text_shifts=text_shifts,
        embedding=embedding,
        about=about,
        definition={key: fields.value(key) for key in fields.all_keys() if key != "format"},
    )


def _pairs(fields: Fields) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for pair in fields.items("pairs"):
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_label, pair)):
            fields.complain("pairs", f"pairs has {quote(pair)}: expected two labels")
            continue
        one, other = map(str, pair)
        for label, partner in ((one, other), (other, one)):
            if pairs.get(label, partner) != partner:
                fields.complain(
                    "pairs",
                    f"label {label!r} is paired with {pairs[label]!r} and with {partner!r}: the "
                    f"pairing must be an involution",
                )
            pairs[label] = partner
    return pairs


def _by_steps(fields: Fields) -> tuple[Translations | None, tuple[Kind, ...]]:
    generators = fields.vectors("translations", None)
    sizes = {len(vector) for vector in generators}
    if len(sizes) != 1:
        fields.complain(
            "translations",
            "translations are missing: give the steps after which the lattice repeats, such as "
            "[[1, 0], [0, 1]]"
            if not sizes
            else f"translations have {' and '.join(map(str, sorted(sizes)))} coordinates: all need "
            f"the same number",
        )
        return None, ()
    dimension = sizes.pop()
    kinds = []
    for number, table in enumerate(fields.tables("kind")):
        at = table.vector("at", dimension)
        steps = table.table("edges")
        given = {x: steps.vector(x, dimension) for x in steps.all_keys()} if steps else {}
        edges = {label: step for label, step in given.items() if step is not None}
        name = table.text("name", f"kind {number + 1}")
        kinds.append(Kind(name, at or (0,) * dimension, edges, **_looks(table, dimension)))
        table.done()
    for name, times in Counter(kind.name for kind in kinds).items():
        if times > 1:
            fields.complain("kind", f"{times} kinds are called {name!r}: give each its own name")
    if not kinds:
        fields.complain("kind", "there are no cells: give at least one [[kind]]")
    return Translations(tuple(generators), dimension), tuple(kinds)


def _by_labels(
    fields: Fields, pairs: Mapping[str, str]
) -> tuple[Translations | None, tuple[Kind, ...]]:
    """One kind of cell; its steps are given, or follow from walks that close."""
    labels = fields.names("labels")
    for label, times in Counter(labels).items():
        if times > 1:
            fields.complain("labels", f"label {label!r} is given {times} times")
        if label not in pairs:
            fields.complain("pairs", f"label {label!r} has no partner in pairs")
    for label in pairs:
        if label not in labels:
            fields.complain("pairs", f"pairs names {label!r}, which is not one of the labels")
    steps: dict[str, Vector] = {}
    if "offsets" in fields:
        offsets = fields.vectors("offsets", None)
        if len(offsets) != len(labels) or len({len(v) for v in offsets}) != 1:
            fields.complain(
                "offsets", f"{len(offsets)} offsets for {len(labels)} labels: expected one each"
            )
            return None, ()
        steps = dict(zip(labels, offsets, strict=True))
    else:
        loops = []
        for loop in fields.items("loops"):
            if isinstance(loop, list) and all(map(_is_label, loop)):
                loops.append([str(x) for x in loop])
            else:
                fields.complain("loops", f"loops has {quote(loop)}: expected lists of labels")
        unknown = {x for loop in loops for x in loop}.difference(labels)
        for label in sorted(unknown):
            fields.complain("loops", f"loops name {label!r}, which is not one of the labels")
        if unknown or any(label not in pairs for label in labels):
            return None, ()
        with _told(fields, "loops"):
            steps = _steps_of_loops(labels, pairs, loops)
    if not steps:
        return None, ()
    dimension = len(steps[labels[0]])
    kind = Kind("cell", (0,) * dimension, steps, **_looks(fields, dimension))
    return Translations(tuple(pivots(steps.values())), dimension), (kind,)


def _looks(table: Fields, dimension: int) -> dict[str, Any]:
    text = table.vector("text", None) or (0, 0, 0)
    if len(text) > 3:
        table.complain("text", f"text is {list(text)}: expected column, row and layer")
    shape = table.text("shape")
    if shape and shape not in SHAPES:
        table.complain("shape", f"shape is {shape!r}: expected one of {', '.join(SHAPES)}")
    glyph = table.text("glyph")
    if len(glyph) > 1 or glyph in (".", "?", "+", "#", " "):
        table.complain("glyph", f"glyph is {glyph!r}: expected one character such as - | / \\")
    return {
        "text": _three(text),
        "glyph": glyph,
        "shape": shape,
        "corners": _expressions(table, "corners", dimension),
    }


def _generators(
    fields: Fields,
    translations: Translations,
    kinds: tuple[Kind, ...],
    junctions: tuple[Junction, ...],
) -> dict[str, Motion]:
    generators: dict[str, Motion] = {}
    dimension = translations.dimension
    for number, table in enumerate(fields.tables("symmetry")):
        name = table.text("name", f"symmetry-{number + 1}")
        if name in generators or " " in name or name in ("", "identity"):
            table.complain("name", f"symmetry {name!r}: expected a name of its own, without blanks")
        matrix: Matrix | None = None
        if "permutation" in table:
            with _told(table, "permutation"):
                matrix = _matrix_of_permutation(table.items("permutation"), kinds)
        elif len(rows := table.vectors("matrix", dimension)) == dimension:
            matrix = tuple(rows)
        else:
            table.complain("matrix", f"matrix has {len(rows)} good rows: expected {dimension}")
        shift = table.vector("shift", dimension) or (0,) * dimension
        if matrix is not None:
            mirror = determinant(matrix) < 0
            if table.flag("mirror", mirror) != mirror:
                table.complain(
                    "mirror",
                    f"mirror is {quote(not mirror)}, but the matrix has the determinant "
                    f"{determinant(matrix)}: leave the field out",
                )
            motion = Motion(matrix, shift, mirror, (name,))
            with _told(table, None):
                prove_symmetry(motion, translations, kinds, junctions)
                generators[name] = motion
        table.done()
    return generators


def _text_shifts(fields: Fields, translations: Translations) -> Matrix:
    given = fields.vectors("text_shifts", None)
    if any(len(v) > 3 for v in given):
        fields.complain("text_shifts", "text_shifts: expected columns, rows and layers")
    if "text_shifts" not in fields:  # beyond three dimensions there are no drawings then
        given = [v for v in translations.generators if translations.dimension <= 3]
    elif len(given) != len(translations.generators):
        fields.complain(
            "text_shifts",
            f"{len(given)} text_shifts for {len(translations.generators)} translations: expected "
            f"one each",
        )
    return tuple(map(_three, given))


def _junctions(
    fields: Fields, translations: Translations, kinds: tuple[Kind, ...]
) -> tuple[Junction, ...]:
    found = []
    homes = {translations.reduce(kind.at) for kind in kinds}
    for table in fields.tables("junction"):
        at = table.vector("at", translations.dimension) or (0,) * translations.dimension
        sticks = table.vectors("sticks", translations.dimension)
        for step in sticks:
            there = plus(at, step)
            if translations.reduce(there) not in homes:
                table.complain("sticks", f"stick {step} of the junction {at}: no cell at {there}")
        found.append(Junction(at, tuple(sticks)))
        table.done()
    return tuple(found)


def _expressions(fields: Fields, key: str, width: int | None) -> tuple[tuple[str, ...], ...]:
    rows = []
    for row in fields.items(key):
        written = isinstance(row, list) and all(isinstance(x, (str, int, float)) for x in row)
        spelt = [str(x).replace(" ", "") for x in row] if written else []
        if not spelt or (width and len(spelt) != width):
            fields.complain(key, f"{key} has {quote(row)}: expected a list of numbers")
        for word in spelt:
            if not _EXPRESSION.fullmatch(word):
                fields.complain(
                    key,
                    f'{key} has {quote(word)}: expected a number such as 2, "1/3" or "sqrt(3)/2"',
                )
        rows.append(tuple(spelt))
    return tuple(rows)


def _is_label(value: object) -> bool:
    """May this be a label?  As in other lists of names, numbers are taken as their digits."""
    return isinstance(value, (str, int)) and not isinstance(value, bool)


def _three(vector: Vector) -> Vector:
    return (*vector, 0, 0, 0)[:3]


# Labels, which labels couple, and permutations of labels do not tell where a walk ends.  What is
# missing is which walks close: on the hexagonal prisms, east and then north-west is the same as
# north-east.  Such loops (or the steps themselves) are given besides, and coordinates follow: steps
# are integer vectors on which all loops, and nothing more than the loops demand, add up to zero.


def _steps_of_loops(
    labels: Sequence[str],
    pairs: Mapping[str, str],
    loops: Sequence[Sequence[str]],
) -> dict[str, Vector]:
    """The step of each label, such that exactly the loops (and what follows from them) close."""
    from flint import fmpz_mat  # takes a while to load, and no lattice of the package needs it

    axes: dict[str, tuple[int, int]] = {}  # label -> (axis, sign)
    for label in labels:
        if label in axes:
            continue
        if pairs[label] == label:
            raise LatticeError(
                f"label {label!r} is its own partner: on a lattice with one kind of cell a "
                f"step and the step back differ"
            )
        axis = len(axes) // 2
        axes[label], axes[pairs[label]] = (axis, 1), (axis, -1)
    width = len(axes) // 2
    sums = [[0] * width]
    for loop in loops:
        sums.append([0] * width)
        for label in loop:
            axis, sign = axes[label]
            sums[-1][axis] += sign
    basis = null_space(sums, width)
    if len(basis) == 0:
        raise LatticeError("with these loops nothing is left of the lattice: every walk closes")
    factors = fmpz_mat(sums).snf()
    if any(abs(factors[k, k]) > 1 for k in range(min(len(sums), width))):
        raise LatticeError(
            "with these loops some walk closes only when it is walked several times, which "
            "no lattice in space can do; is a loop missing?"
        )
    return {
        label: tuple(axes[label][1] * vector[axes[label][0]] for vector in basis)
        for label in labels
    }


def _matrix_of_permutation(permutation: Sequence[Any], kinds: Sequence[Kind]) -> Matrix:
    """The matrix that maps the step of each label to that of its image."""
    from flint import fmpq_mat, fmpz_mat

    if len(kinds) != 1:
        raise LatticeError(
            "permutations of labels are for lattices with one kind of cell: give a matrix"
        )
    steps = kinds[0].edges
    labels = list(steps)
    images = [
        labels[x]
        if isinstance(x, int) and not isinstance(x, bool) and 0 <= x < len(labels)
        else str(x)
        for x in permutation
    ]
    if sorted(images) != sorted(labels):
        raise LatticeError(
            f"permutation {list(permutation)} does not name each of the {len(labels)} labels once"
        )
    image_of = dict(zip(labels, images, strict=True))
    chosen: list[str] = []
    for label in labels:  # steps that span everything
        if len(pivots([steps[x] for x in (*chosen, label)])) > len(chosen):
            chosen.append(label)
    # In rows, steps · matrix = steps of the images.
    before = fmpz_mat([steps[x] for x in chosen])
    after = fmpz_mat([steps[image_of[x]] for x in chosen])
    turned, denominator = (fmpq_mat(before).inv() * fmpq_mat(after)).numer_denom()
    if denominator != 1:
        raise LatticeError(
            f"permutation {list(permutation)} is no motion of the lattice: a unit step would "
            f"become a fraction of one"
        )
    matrix = tuple(tuple(map(int, row)) for row in turned.transpose().tolist())
    for label in labels:
        moved = applied(matrix, steps[label])
        if moved != steps[image_of[label]]:
            raise LatticeError(
                f"permutation {list(permutation)} is no motion of the lattice: the step of "
                f"{label!r} would become {moved}, but {image_of[label]!r} goes "
                f"{steps[image_of[label]]}"
            )
    return matrix
