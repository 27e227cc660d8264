"""Lattices from files: by steps and matrices, or by labels and their permutations."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
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
    determinant,
    null_space,
    pivots,
    plus,
)
from tilewright.lattices.prove import (
    close,
    prove_edges,
    prove_junctions,
    prove_places,
    prove_symmetry,
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
    lattice = _read(fields, fields.complaints)
    fields.complaints.raise_any()
    assert lattice is not None
    return lattice


def read_lattice_table(table: Any, complaints: Complaints) -> Lattice | None:
    """A lattice given as the table `[lattice]` of a puzzle; None if it was complained about."""
    before = len(complaints.found)
    lattice = _read(Fields(table, ("lattice",), complaints), complaints)
    return lattice if len(complaints.found) == before else None


def _read(fields: Fields, complaints: Complaints) -> Lattice | None:
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

    def complain(path: tuple[str | int, ...], message: str) -> None:
        complaints.add((*fields.path, *path), message)

    prove_places(translations, kinds, complain)
    prove_edges(translations, kinds, pairs, complain)
    if len(complaints.found) > before:
        return None
    generators = _generators(fields, translations, kinds)
    motions: tuple[Motion, ...] = ()
    if len(complaints.found) == before:
        motions = close(
            list(generators.values()), translations, lambda text: complain(("symmetry",), text)
        )
    text_shifts = _text_shifts(fields, translations)
    embedding = _expressions(fields, "embedding", None)
    junctions = _junctions(fields, translations, kinds)
    for number, motion in enumerate(generators.values()):
        at = ("symmetry", number)
        prove_junctions(motion, translations, junctions, partial(complain, at))
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
        edges = {}
        if steps := table.table("edges"):
            for label in steps.all_keys():
                step = steps.vector(label, dimension)
                if step is not None:
                    edges[label] = step
        kinds.append(
            Kind(
                name=table.text("name", f"kind {number + 1}"),
                at=at or (0,) * dimension,
                edges=edges,
                **_looks(table, dimension),
            )
        )
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
    steps: dict[str, Vector] | None
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
        steps = _steps_of_loops(labels, pairs, loops, lambda text: fields.complain("loops", text))
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
    fields: Fields, translations: Translations, kinds: tuple[Kind, ...]
) -> dict[str, Motion]:
    generators: dict[str, Motion] = {}
    dimension = translations.dimension
    for number, table in enumerate(fields.tables("symmetry")):
        name = table.text("name", f"symmetry-{number + 1}")
        if name in generators or " " in name or name in ("", "identity"):
            table.complain("name", f"symmetry {name!r}: expected a name of its own, without blanks")
        matrix: Matrix | None
        if "permutation" in table:
            matrix = _matrix_of_permutation(
                table.items("permutation"), kinds, partial(table.complain, "permutation")
            )
        else:
            rows = table.vectors("matrix", dimension)
            matrix = tuple(rows)
            if len(rows) != dimension:
                table.complain("matrix", f"matrix has {len(rows)} good rows: expected {dimension}")
                matrix = None
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
            if prove_symmetry(motion, translations, kinds, partial(table.complain, None)):
                generators[name] = motion
        table.done()
    return generators


def _text_shifts(fields: Fields, translations: Translations) -> Matrix:
    given = fields.vectors("text_shifts", None)
    if any(len(v) > 3 for v in given):
        fields.complain("text_shifts", "text_shifts: expected columns, rows and layers")
    if "text_shifts" not in fields:  # beyond three dimensions there are no drawings then
        given = [v for v in translations.generators if translations.dimension <= 3]
        return tuple(map(_three, given))
    shifts = [_three(v) for v in given]
    if len(shifts) != len(translations.generators):
        fields.complain(
            "text_shifts",
            f"{len(shifts)} text_shifts for {len(translations.generators)} translations: expected "
            f"one each",
        )
    return tuple(shifts)


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
    complain: Callable[[str], None],
) -> dict[str, Vector] | None:
    """The step of each label, such that exactly the loops (and what follows from them) close."""
    from flint import fmpz_mat  # takes a while to load, and no lattice of the package needs it

    axes: dict[str, tuple[int, int]] = {}  # label -> (axis, sign)
    for label in labels:
        if label in axes:
            continue
        if pairs[label] == label:
            complain(
                f"label {label!r} is its own partner: on a lattice with one kind of cell a "
                f"step and the step back differ"
            )
            return None
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
        complain("with these loops nothing is left of the lattice: every walk closes")
        return None
    factors = fmpz_mat(sums).snf()
    if any(abs(factors[k, k]) > 1 for k in range(min(len(sums), width))):
        complain(
            "with these loops some walk closes only when it is walked several times, which "
            "no lattice in space can do; is a loop missing?"
        )
        return None
    return {
        label: tuple(axes[label][1] * vector[axes[label][0]] for vector in basis)
        for label in labels
    }


def _matrix_of_permutation(
    permutation: Sequence[Any], kinds: Sequence[Kind], complain: Callable[[str], None]
) -> Matrix | None:
    """The matrix that maps the step of each label to that of its image."""
    from flint import fmpq_mat, fmpz_mat

    if len(kinds) != 1:
        complain("permutations of labels are for lattices with one kind of cell: give a matrix")
        return None
    steps = kinds[0].edges
    labels = list(steps)
    images = [
        labels[x]
        if isinstance(x, int) and not isinstance(x, bool) and 0 <= x < len(labels)
        else str(x)
        for x in permutation
    ]
    if sorted(images) != sorted(labels):
        complain(
            f"permutation {list(permutation)} does not name each of the {len(labels)} labels once"
        )
        return None
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
        complain(
            f"permutation {list(permutation)} is no motion of the lattice: a unit step would "
            f"become a fraction of one"
        )
        return None
    matrix = tuple(tuple(map(int, row)) for row in turned.transpose().tolist())
    for label in labels:
        moved = tuple(sum(a * b for a, b in zip(row, steps[label], strict=True)) for row in matrix)
        if moved != steps[image_of[label]]:
            complain(
                f"permutation {list(permutation)} is no motion of the lattice: the step of "
                f"{label!r} would become {moved}, but {image_of[label]!r} goes "
                f"{steps[image_of[label]]}"
            )
            return None
    return matrix
