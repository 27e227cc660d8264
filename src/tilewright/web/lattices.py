"""Lattices as the browser needs them: everything that follows from their tables, worked out."""

from collections.abc import Iterable
from functools import lru_cache

from tilewright.lattice import Lattice, lattice, lattice_names
from tilewright.render.space.solids import Ball, Solid
from tilewright.web.messages import Problem
from tilewright.web.messages_puzzles import (
    KindShape,
    LatticeShape,
    MotionShape,
    SolidShape,
    Space,
    SpaceKind,
)
from tilewright.web.outlines import DECIMALS, axes_of, looks_of

__all__ = ["is_builtin", "lattice_notes", "lattice_shape"]


def is_builtin(on: Lattice) -> bool:
    """Does this lattice come with the package?"""
    return on.name in lattice_names() and lattice(on.name) == on


@lru_cache(maxsize=64)
def lattice_shape(on: Lattice) -> LatticeShape:
    """A lattice with all that is needed to draw on it."""
    axes, _ = axes_of(on)
    looks, _ = looks_of(on)
    builtin = is_builtin(on)
    numbers = {motion.matrix: number for number, motion in enumerate(on.motions)}
    return LatticeShape(
        name=on.name,
        about=on.about,
        dimension=on.dimension,
        builtin=builtin,
        definition=None if builtin else dict(on.definition),
        flat=on.flat,
        sticks=any(kind.shape == "segment" for kind in on.kinds),
        basis=[list(row) for row in on.translations.basis],
        embedding=[list(axis[: on.dimension]) for axis in axes],
        kinds=[
            KindShape(
                name=kind.name,
                at=list(kind.at),
                steps=[list(step) for step in dict.fromkeys(kind.edges.values())],
                outline=[list(point) for point in looks[kind.name][0]],
            )
            for kind in on.kinds
        ],
        motions=[
            MotionShape(
                matrix=[list(row) for row in motion.matrix],
                shift=list(motion.shift),
                mirror=motion.mirror,
                word=" ".join(motion.word),
            )
            for motion in on.motions
        ],
        generators={name: numbers[motion.matrix] for name, motion in on.generators.items()},
        space=Space(
            axes=[[x, -y + 0.0, -z + 0.0] for x, y, z in axes],
            kinds=[_space_kind(looks[kind.name][1]) for kind in on.kinds],
        ),
    )


def lattice_notes(on: Lattice) -> list[Problem]:
    """What is odd about how a lattice is drawn."""
    _, unknown = looks_of(on)
    if not unknown:
        return []
    names = ", ".join(map(repr, unknown[:4])) + (" and others" if len(unknown) > 4 else "")
    what = "discs" if on.flat else "balls"
    return [
        Problem(
            line=None,
            severity="note",
            place=["lattice"],
            message=f"Lattice {on.name!r} does not say how cells of kind {names} look. They are "
            f"shown as small {what}.",
        )
    ]


def _space_kind(parts: Iterable[Solid | Ball]) -> SpaceKind:
    solids, balls = [], []
    for part in parts:
        if isinstance(part, Ball):
            balls.append([*map(_short, part.centre), _short(part.radius)])
        else:
            solids.append(_solid(part))
    return SpaceKind(solids=solids, balls=balls)


def _solid(solid: Solid) -> SolidShape:
    numbers: dict[tuple[float, ...], int] = {}
    faces = []
    for face in solid.faces:
        corners = [tuple(map(_short, point)) for point in face]
        faces.append([numbers.setdefault(corner, len(numbers)) for corner in corners])
    return SolidShape(points=[list(point) for point in numbers], faces=faces)


def _short(x: float) -> float:
    return round(x, DECIMALS) + 0.0
