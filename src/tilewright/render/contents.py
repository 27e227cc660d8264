"""What is in a file of a picture: bytes, by the end of its name."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tilewright.render.assembly import ASSEMBLY_SECONDS, assembly_scenes
from tilewright.render.cuts import cut_scene
from tilewright.render.dxf import to_dxf
from tilewright.render.film import PIXELS, SECONDS
from tilewright.render.frames import to_gif, to_webp
from tilewright.render.making import Making
from tilewright.render.motion import dance_film
from tilewright.render.pdf import to_pdf
from tilewright.render.picture import (
    AnySolution,
    Pictured,
    gallery_scene,
    model_of,
    picture_of,
    puzzle_of,
)
from tilewright.render.png import to_png
from tilewright.render.scene import PictureError, Scene
from tilewright.render.space.bodies import Model
from tilewright.render.space.exploded import exploded
from tilewright.render.space.gltf import to_glb, to_gltf
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.order import Move, assembly_moves
from tilewright.render.space.page import to_page
from tilewright.render.space.sight import Spots
from tilewright.render.space.spots import solution_spots
from tilewright.render.space.x3d import to_x3d
from tilewright.render.svg import to_svg
from tilewright.render.views import (
    DRAWINGS,
    FILMS,
    MODELS,
    PRINTS,
    SEVERAL,
    check_suffix,
    settled_view,
)
from tilewright.solutions import Solution

if TYPE_CHECKING:
    from tilewright.render.printing import Arrangement

__all__ = ["Drawn", "Style", "file_contents"]

Drawn = Scene | Model | Pictured | Sequence[AnySolution]


ON_A_PAGE = 24  # solutions, where a file has pages
APART = 2.0  # times as far from the middle as pieces are, where they are exploded


@dataclass(frozen=True, slots=True)
class Style:
    """How something is drawn, as far as one has a wish.

    `view` is one of `tilewright.render.VIEWS`; `pixels` is the length of the longer side;
    `columns` and `captions` are for several solutions on one sheet, `making` for a printer or a
    laser.
    """

    view: str | None = None
    labels: bool = False
    pixels: float | None = None
    columns: int | None = None
    captions: tuple[str, ...] = ()
    making: Making = field(default_factory=Making)


def file_contents(what: Drawn, path: str | Path, style: Style) -> dict[Path, bytes]:
    """The files that make up this picture, most often one, and what is to be in them."""
    path = Path(path)
    suffix = check_suffix(path)
    if isinstance(what, Scene):
        return {path: _drawing(suffix, [what], style)}
    if isinstance(what, Model):
        return {path: _model_file(suffix, [what], style)}
    subjects: Sequence[Pictured] = what if isinstance(what, Sequence) else [what]
    if not subjects:
        raise PictureError("there is nothing to be drawn: give at least one solution")
    if isinstance(what, Sequence) and not all(isinstance(one, AnySolution) for one in what):
        raise PictureError("only solutions can be drawn side by side: draw puzzles one by one")
    if len(subjects) > 1 and suffix not in SEVERAL:
        raise PictureError(
            f"a {suffix} holds one solution, not {len(subjects)}: {', '.join(SEVERAL)} hold several"
        )
    solved = isinstance(subjects[0], AnySolution)
    style = replace(
        style, view=settled_view(path, puzzle_of(subjects[0]), style.view, solved=solved)
    )
    if suffix in PRINTS:
        return _prints(path, subjects[0], style)
    if suffix in MODELS:
        return {path: _shown(suffix, subjects, style)}
    if suffix in FILMS:
        return {path: _film(suffix, subjects[0], style)}
    if style.view == "cut":
        scene = cut_scene(subjects[0], **style.making.to_cut())
        return {path: _drawing(suffix, [scene], style)}
    return {path: _drawing(suffix, _scenes(suffix, what, style), style)}


def _scenes(suffix: str, what: Pictured | Sequence[AnySolution], style: Style) -> list[Scene]:
    """One scene; or of many solutions one for each page, if the file has pages."""
    if not isinstance(what, Sequence):
        return [picture_of(what, view=style.view, labels=style.labels)]
    on_a_page = ON_A_PAGE if suffix == ".pdf" else len(what)
    return [
        gallery_scene(
            what[first : first + on_a_page],
            columns=style.columns,
            captions=style.captions[first : first + on_a_page],
            view=style.view,
            labels=style.labels,
            places=min(on_a_page, len(what)),
        )
        for first in range(0, len(what), on_a_page)
    ]


def _drawing(suffix: str, scenes: Sequence[Scene], style: Style) -> bytes:
    if suffix == ".svg":
        return to_svg(scenes[0], style.pixels).encode()
    if suffix == ".png":
        return to_png(scenes[0], style.pixels)
    if suffix == ".pdf":
        return to_pdf(scenes, style.pixels, page="A4" if len(scenes) > 1 else "")
    if suffix == ".dxf":
        return to_dxf(scenes[0]).encode()
    raise PictureError(f"a scene goes into {', '.join(DRAWINGS)} files, not into {suffix}")


def _film(suffix: str, what: Pictured, style: Style) -> bytes:
    make = to_gif if suffix == ".gif" else to_webp
    pixels = style.pixels or PIXELS
    if style.view == "steps" and isinstance(what, AnySolution):
        return make(assembly_scenes(what), pixels, ASSEMBLY_SECONDS)
    return make(dance_film(puzzle_of(what)), pixels, SECONDS)


def _prints(path: Path, what: Pictured, style: Style) -> dict[Path, bytes]:
    """What is to be printed; several files if there are several plates, or pieces apart."""
    from tilewright.render.printing import print_files

    options, bed = style.making.to_print(), style.making.bed
    arrangement = cast("Arrangement", style.view or "plate")  # one of those, if a file holds it
    contents = print_files(what, path, options, arrangement=arrangement, bed=bed)
    if style.making.tray and arrangement != "tray":
        beside = path.with_stem(f"{path.stem}-tray")
        contents |= print_files(what, beside, options, arrangement="tray", bed=bed)
    return contents


def _shown(suffix: str, subjects: Sequence[Pictured], style: Style) -> bytes:
    """A puzzle's pieces or solutions as models."""
    first = subjects[0]
    if style.view == "pieces":
        return _model_file(suffix, [model_of(puzzle_of(first))], style)
    models = [model_of(one) for one in subjects]
    if style.view == "exploded":
        return _model_file(suffix, [exploded(models[0], APART)], style)
    orders = [assembly_moves(one) for one in subjects if isinstance(one, AnySolution)]
    spots = [
        solution_spots(one, model.bodies) if isinstance(one, Solution) else ()
        for one, model in zip(subjects, models, strict=True)
    ]
    return _model_file(suffix, models, style, orders, spots)


def _model_file(
    suffix: str,
    models: Sequence[Model],
    style: Style,
    orders: Sequence[Sequence[Move]] = (),
    spots: Sequence[Spots] = (),
) -> bytes:
    if suffix == ".glb":
        return to_glb(models[0])
    if suffix == ".gltf":
        return to_gltf(models[0]).encode()
    if suffix == ".x3d":
        return to_x3d(models[0]).encode()
    if suffix == ".html":
        captions = style.captions or [f"solution {k}" for k in range(1, len(models) + 1)]
        still = to_svg(iso_scene(models[0], spots=spots[0] if spots else ()), background="")
        page = to_page(models, svg=still, captions=captions, orders=orders, spots=spots)
        return page.encode()
    raise PictureError(f"a model goes into {', '.join(MODELS)} files, not into {suffix}")
