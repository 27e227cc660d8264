"""What is in a file of a picture: bytes, by the end of its name."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.render.picture import (
    AnySolution,
    Pictured,
    gallery_pages,
    gallery_scene,
    model_of,
    picture_of,
    puzzle_of,
)
from tilewright.render.png import to_png
from tilewright.render.scene import PictureError, Scene
from tilewright.render.space.bodies import Model
from tilewright.render.svg import to_svg
from tilewright.render.views import DRAWINGS, MODELS, SEVERAL, check_suffix, settled_view

__all__ = ["Drawn", "Style", "file_contents"]

Drawn = Scene | Model | Pictured | Sequence[AnySolution]


@dataclass(frozen=True, slots=True)
class Style:
    """How something is drawn, as far as one has a wish.

    `view` is one of `tilewright.render.VIEWS`; `pixels` is the length of the longer side;
    `columns` and `captions` are for several solutions on one sheet.
    """

    view: str | None = None
    labels: bool = False
    pixels: float | None = None
    columns: int | None = None
    captions: tuple[str, ...] = ()


def file_contents(what: Drawn, path: str | Path, style: Style) -> dict[Path, bytes]:
    """The files that make up this picture, most often one, and what is to be in them."""
    path = Path(path)
    suffix = check_suffix(path)
    if isinstance(what, Scene):
        return {path: _drawing(suffix, [what], style)}
    if isinstance(what, Model):
        return {path: _model(suffix, [what], style, "")}
    if isinstance(what, Sequence):
        return {path: _several(suffix, what, path, style)}
    view = settled_view(path, puzzle_of(what), style.view, solved=isinstance(what, AnySolution))
    style = replace(style, view=view)
    if suffix in MODELS:
        return {path: _shown(suffix, [what], style)}
    return {path: _drawing(suffix, [picture_of(what, view=view, labels=style.labels)], style)}


def _several(suffix: str, what: Sequence[AnySolution], path: Path, style: Style) -> bytes:
    """Several solutions in one file."""
    if not what:
        raise PictureError("there is nothing to be drawn: give at least one solution")
    if suffix not in SEVERAL:
        raise PictureError(
            f"a {suffix} holds one solution, not {len(what)}: {', '.join(SEVERAL)} hold several"
        )
    style = replace(style, view=settled_view(path, what[0].puzzle, style.view, solved=True))
    if suffix in MODELS:
        return _shown(suffix, what, style)
    if suffix == ".pdf":
        ...
def _drawing(suffix: str, scenes: Sequence[Scene], style: Style) -> bytes:
    if suffix == ".svg":
        return to_svg(scenes[0], style.pixels).encode()
    if suffix == ".png":
        return to_png(scenes[0], style.pixels)
    raise PictureError(f"a scene goes into {', '.join(DRAWINGS)} files, not into {suffix}")


