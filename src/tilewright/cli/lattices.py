"""Lattices on a page, or as values for JSON."""

from collections.abc import Iterator

from tilewright.cli.answers import amount, columns, page_width
from tilewright.lattice import Kind, Lattice
from tilewright.lattice.drawing import can_draw, draw
from tilewright.lattice.page import layers_side_by_side

__all__ = ["lattice_entry", "lattice_page"]


def lattice_page(on: Lattice) -> str:
    """A lattice for people who draw puzzles on it, or write lattices of their own."""
    rotations = sum(not motion.mirror for motion in on.motions)
    head = [
        on.name + (f": {on.about}" if on.about else ""),
        f"{amount(on.dimension, 'coordinate')}, {amount(len(on.kinds), 'kind')} of cells, repeats "
        f"after {_vectors(on.translations.generators)}",
        f"{amount(len(on.motions), 'motion')}, {rotations} of them rotations; pieces may be "
        f"turned over unless told otherwise: {'yes' if on.flat else 'no'}",
        "",
    ]
    return "\n".join([*head, *_kinds(on), *_generators(on), *_drawings(on)]).rstrip()


def _vectors(vectors: tuple[tuple[int, ...], ...]) -> str:
    return ", ".join(map(_vector, vectors))


def _vector(vector: tuple[int, ...]) -> str:
    return f"({','.join(map(str, vector))})"


def _kinds(on: Lattice) -> Iterator[str]:
    for kind in on.kinds:
        shape = f", pictured as a {kind.shape}" if kind.shape else ""
        yield f"Kind {kind.name!r} at {_vector(kind.at)}{shape}"
        rows = [("  edge", "step", "seen from there")]
        rows += [
            (f"  {label}", _vector(step), on.pairs.get(label, label))
            for label, step in kind.edges.items()
        ]
        yield from columns(rows)
        yield ""
    for junction in on.junctions:
        yield f"Junction at {_vector(junction.at)}: sticks by {_vectors(junction.sticks)}"
    if on.junctions:
        yield ""


def _generators(on: Lattice) -> Iterator[str]:
    rows = [("Generator", "order", "", "matrix", "shift")]
    for name, motion in on.generators.items():
        power, order = motion, 1
        while power.matrix != on.motions[0].matrix:
            power, order = motion.after(power), order + 1
        matrix = " ".join(map(_vector, motion.matrix))
        mirror = "mirror" if motion.mirror else "turn"
        rows.append((name, str(order), mirror, matrix, _vector(motion.shift)))
    yield from columns(rows, right=[1])
    yield ""


def _drawings(on: Lattice) -> Iterator[str]:
    if not can_draw(on):
        yield "Drawings: none; cells have no places in them, so give coordinates with `cells`"
        return
    yield "Drawings, as (column, row, layer):"
    rows = [
        (f"  the translation {_vector(step)}", "moves by", _vector(moved))
        for step, moved in zip(on.translations.generators, on.text_shifts, strict=True)
    ]
    for kind in on.kinds:
        glyph = f", and may be drawn as {kind.glyph}" if kind.glyph else ""
        rows.append((f"  the kind {kind.name!r}", "stands at", _vector(kind.text) + glyph))
    yield from columns(rows)
    for kind in on.kinds:
        yield ""
        yield f"A cell {kind.name!r} (drawn as @) and its neighbours:"
        yield _neighbourhood(on, kind)


def _neighbourhood(on: Lattice, kind: Kind) -> str:
    letters = dict.fromkeys(on.neighbours(kind.at).values(), "#") | {kind.at: "@"}
    return layers_side_by_side(draw(on, letters, tight=True), page_width())


def lattice_entry(on: Lattice) -> dict[str, object]:
    """A lattice for JSON."""
    return {
        "name": on.name,
        "about": on.about,
        "dimension": on.dimension,
        "translations": on.translations.generators,
        "kinds": [
            {
                "name": kind.name,
                "at": kind.at,
                "edges": dict(kind.edges),
                "text": kind.text,
                "glyph": kind.glyph or None,
                "shape": kind.shape or None,
            }
            for kind in on.kinds
        ],
        "pairs": dict(on.pairs),
        "generators": {
            name: {"matrix": motion.matrix, "shift": motion.shift, "mirror": motion.mirror}
            for name, motion in on.generators.items()
        },
        "motions": len(on.motions),
        "rotations": sum(not motion.mirror for motion in on.motions),
        "text_shifts": on.text_shifts if can_draw(on) else None,
    }
