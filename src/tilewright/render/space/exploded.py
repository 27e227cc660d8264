"""Bodies pushed apart, so that each can be seen."""

from dataclasses import replace

from tilewright.render.scene import PictureError, Scene
from tilewright.render.space.bodies import Model
from tilewright.render.space.iso import sight_scene
from tilewright.render.space.sight import Sight
from tilewright.render.space.view import ISOMETRIC, View

__all__ = ["exploded", "exploded_scene"]

FACTORS = (1.5, 1.75, 2.0, 2.25, 2.5, 3.0)  # that are tried
SEEN = 0.5  # of what looks at the eye, of each body
MOSTLY_SEEN = 0.8  # on average


def exploded_scene(
    model: Model,
    *,
    factor: float | None = None,
    turn: float = ISOMETRIC.turn,
    tilt: float = ISOMETRIC.tilt,
    labels: bool = False,
) -> Scene:
    """The pieces apart from each other.

    Their middles are so many times as far from the middle of all as they were; if no `factor` is
    given, so far that no piece is mostly hidden by others.
    """
    view = View(turn, tilt)
    for times in (factor,) if factor is not None else FACTORS:
        sight = Sight(exploded(model, times).bodies, view)
        if factor is None and _is_clear(sight):
            break
    return sight_scene(sight, model.title, labels=labels)


def exploded(model: Model, factor: float) -> Model:
    """The model with its bodies so many times as far from its middle as they were."""
    if not 1 <= factor <= 100:
        raise PictureError(f"pieces {factor} times as far apart: expected from 1 to 100")
    middle = model.centre
    bodies = []
    for body in model.bodies:
        dx, dy, dz = (
            (factor - 1) * (a - b) for a, b in zip(body.centre, middle, strict=True)
        )
        bodies.append(body.moved(dx, dy, dz))
    return replace(model, bodies=tuple(bodies))


def _is_clear(sight: Sight) -> bool:
    parts = sight.seen_of_bodies()
    return min(parts) >= SEEN and sum(parts) >= MOSTLY_SEEN * len(parts)
