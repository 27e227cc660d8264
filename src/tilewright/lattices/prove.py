"""Proofs that a table is a lattice; what fails is named.

A lattice is only as good as its table: pieces are turned by its motions without looking back.  So
before a table is used, it is proven that

- the translations are independent, and the kinds different places;
- every half-edge leads to a cell from which the paired label leads back;
- every symmetry generator permutes translations, kinds and edges;
- a symmetry maps points where sticks meet to such, and keeps the order of the sticks;
- the generators close to a finite group, in which no two elements differ by a translation that is
  not one of the lattice's.
"""

from collections.abc import Iterator, Mapping, Sequence

from tilewright.lattices.model import (
    Junction,
    Kind,
    LatticeError,
    Matrix,
    Motion,
    Translations,
    Vector,
    determinant,
    minus,
    pivots,
    plus,
)

Wrong = tuple[tuple[str | int, ...], str]  # where (a path in the file), and what

MOST_MOTIONS = 1000


def wrong_places(translations: Translations, kinds: Sequence[Kind]) -> Iterator[Wrong]:
    """Unless translations are independent, kinds are different places, and no axis is idle."""
    if len(translations.basis) < len(translations.generators):
        given = ", ".join(map(str, translations.generators))
        yield (
            ("translations",),
            f"the translations {given} depend on each other: leave out what the others make",
        )
    seen: dict[Vector, str] = {}
    for number, kind in enumerate(kinds):
        home = translations.reduce(kind.at)
        if home in seen:
            yield (
                ("kind", number, "at"),
                f"kind {kind.name!r} at {kind.at} is a translated copy of {seen[home]!r}: each "
                f"kind is given once",
            )
        seen[home] = kind.name
    steps = [minus(k.at, kinds[0].at) for k in kinds]
    if len(pivots([*translations.generators, *steps])) < translations.dimension:
        yield (
            ("translations",),
            f"all cells lie in a flat part of the {translations.dimension} coordinates: use as "
            f"many coordinates as the lattice has dimensions, or mirror images cannot be told",
        )


def wrong_edges(
    translations: Translations, kinds: Sequence[Kind], pairs: Mapping[str, str]
) -> Iterator[Wrong]:
    """Unless every half-edge leads to a cell of its own, and its pair leads back."""
    by_home = {translations.reduce(kind.at): kind for kind in kinds}
    for number, kind in enumerate(kinds):
        seen: dict[Vector, str] = {}
        for label, step in kind.edges.items():
            place = ("kind", number, "edges", label)
            if not any(step):
                yield place, f"edge {label!r} of {kind.name!r} leads from a cell to itself"
                continue
            if step in seen:
                yield (
                    place,
                    f"edges {seen[step]!r} and {label!r} of {kind.name!r} both go {step}: two "
                    f"cells share one edge at most",
                )
            seen[step] = label
            there = plus(kind.at, step)
            other = by_home.get(translations.reduce(there))
            back = pairs.get(label)
            if other is None:
                yield (place, f"edge {label!r} of {kind.name!r} leads to {there}, where no cell is")
            elif back is None:
                yield (
                    place,
                    f"label {label!r} has no partner: add [{label!r}, …] to pairs, with the label "
                    f"of the same edge seen from the other side",
                )
            elif other.edges.get(back) != tuple(-x for x in step):
                found = other.edges.get(back)
                yield (
                    place,
                    f"edge {label!r} of {kind.name!r} goes {step} to a {other.name!r}, whose edge "
                    f"{back!r} should go back by {tuple(-x for x in step)} but "
                    + ("does not exist" if found is None else f"goes {found}"),
                )


def prove_symmetry(
    motion: Motion,
    translations: Translations,
    kinds: Sequence[Kind],
    junctions: Sequence[Junction],
) -> None:
    """Raise LatticeError unless a motion maps translations, kinds, edges and junctions to such.

    Round a junction it keeps, or reverses, the order of the sticks.
    """
    name = repr(str(motion))
    if abs(determinant(motion.matrix)) != 1:
        raise LatticeError(
            f"symmetry {name} has the determinant {determinant(motion.matrix)}: a symmetry has 1, "
            f"or -1 if it mirrors"
        )
    for vector in translations.generators:
        if (image := motion.turn(vector)) not in translations:
            raise LatticeError(
                f"symmetry {name} makes {image} of the translation {vector}, which is not a "
                f"translation of this lattice"
            )
    by_home = {translations.reduce(kind.at): kind for kind in kinds}
    for kind in kinds:
        other = by_home.get(translations.reduce(motion(kind.at)))
        if other is None:
            raise LatticeError(
                f"symmetry {name} moves the cell {kind.at} ({kind.name!r}) to "
                f"{motion(kind.at)}, where no cell is"
            )
        turned = {motion.turn(step) for step in kind.edges.values()}
        if turned != set(other.edges.values()):
            what = f"{kind.name!r} has {len(kind.edges)} edges, {other.name!r} {len(other.edges)}"
            for label, step in kind.edges.items():
                if (image := motion.turn(step)) not in other.edges.values():
                    what = f"edge {label!r} of {kind.name!r} becomes {image}, which is no edge"
                    break
            raise LatticeError(f"symmetry {name} does not preserve adjacency: {what}")
    crossings = {translations.reduce(j.at): j for j in junctions}
    for junction in junctions:
        there = crossings.get(translations.reduce(motion(junction.at)))
        sticks = [motion.turn(step) for step in junction.sticks]
        if there is None or not _same_cycle(sticks, there.sticks):
            raise LatticeError(
                f"symmetry {name} moves the junction {junction.at} to "
                f"{motion(junction.at)}, where its sticks do not meet in the same order"
            )


def _same_cycle(one: Sequence[Vector], other: Sequence[Vector]) -> bool:
    if set(one) != set(other) or len(one) != len(other):
        return False
    at = [list(other).index(step) for step in one]
    steps = {(b - a) % len(at) for a, b in zip(at, at[1:] + at[:1], strict=True)}
    return steps in ({1}, {len(at) - 1}) or len(at) == 1


def close(generators: Sequence[Motion], translations: Translations) -> tuple[Motion, ...]:
    """The group that the generators make, up to translations; the identity first.

    Raises LatticeError unless it is finite, and has each motion but once.
    """
    dimension = translations.dimension
    unit: Matrix = tuple(tuple(int(r == c) for c in range(dimension)) for r in range(dimension))
    group = {unit: Motion(unit, (0,) * dimension, mirror=False)}
    todo = list(group.values())
    for motion in todo:
        for generator in generators:
            made = generator.after(motion)
            made = Motion(made.matrix, translations.reduce(made.shift), made.mirror, made.word)
            known = group.get(made.matrix)
            if known is None:
                group[made.matrix] = made
                todo.append(made)
            elif known.shift != made.shift:
                gap = minus(made.shift, known.shift)
                raise LatticeError(
                    f"the symmetries do not close: {str(made)!r} and {str(known)!r} differ by the "
                    f"translation {gap}, which is not among the translations; add it, or correct "
                    f"a shift"
                )
            if len(group) > MOST_MOTIONS:
                raise LatticeError(
                    f"the symmetries do not close: more than {MOST_MOTIONS} motions come from "
                    f"combining {', '.join(repr(str(g)) for g in generators)}; a lattice's point "
                    f"group is finite"
                )
    return tuple(group.values())
