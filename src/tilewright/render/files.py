"""Files of pictures, whole or not at all."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tilewright.render.cuts import cut_scene
from tilewright.render.dance import ASSEMBLY_SECONDS, assembly_scenes, dance_film
from tilewright.render.film import PIXELS, drawing_of, film_of
from tilewright.render.picture import gallery_scene, model_of, picture_of
from tilewright.render.scene import PictureError, Scene
from tilewright.render.space.bodies import Model
from tilewright.render.space.gltf import to_glb, to_gltf
from tilewright.render.space.iso import iso_scene
from tilewright.render.space.order import AssemblyMove, assembly_moves
from tilewright.render.space.page import to_page
from tilewright.render.space.pieces import exploded
from tilewright.render.space.sight import Spots
from tilewright.render.space.spots import solution_spots
from tilewright.render.space.x3d import to_x3d
from tilewright.render.svg import to_svg
from tilewright.render.views import (
    FILMS,
    MODELS,
    PRINTS,
    SEVERAL,
    AnySolution,
    Pictured,
    check_suffix,
    puzzle_of,
    settled_view,
)

if TYPE_CHECKING:
    from tilewright.render.printing import Arrangement, PrintOptions


FRAME = 5.0  # default: the width of a frame to be cut


@dataclass(frozen=True, slots=True)
class Making:
    """Lengths in millimetres, as far as one has a wish.

    `cell` is the lattice's unit, `clearance` the gap between pieces.  For printing: outer edges are
    cut off by `chamfer` or rounded by `rounding`, flat pieces are `thickness` thick, and a plate
    has room on a `bed`.  For cutting: `kerf` is the width of the cut.  A `tray` for the board is
    made with the pieces.
    """

    cell: float | None = None
    clearance: float | None = None
    chamfer: float | None = None
    rounding: float | None = None
    thickness: float | None = None
    kerf: float | None = None
    tray: bool = False
    bed: tuple[float, float] | None = None

    def to_print(self) -> "PrintOptions":
        """The wishes that a printer understands."""
        from tilewright.render.printing import PrintOptions

        names = {field.name for field in fields(PrintOptions)}
        return PrintOptions(**self._wishes(names))

    def to_cut(self) -> dict[str, float]:
        """The wishes that a laser understands."""
        frame = {"frame": FRAME} if self.tray else {}
        return {**self._wishes({"cell", "kerf", "clearance"}), **frame}

    def _wishes(self, names: set[str]) -> dict[str, float]:
        wishes = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: wish for name, wish in wishes.items() if name in names and wish is not None}


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
        return {path: drawing_of(suffix, [what], style.pixels)}
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
        scenes = [cut_scene(subjects[0], **style.making.to_cut())]
    else:
        scenes = _scenes(suffix, what, style)
    return {path: drawing_of(suffix, scenes, style.pixels)}


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


def _film(suffix: str, what: Pictured, style: Style) -> bytes:
    pixels = style.pixels or PIXELS
    if style.view == "steps" and isinstance(what, AnySolution):
        return film_of(suffix, assembly_scenes(what), pixels, ASSEMBLY_SECONDS)
    return film_of(suffix, dance_film(puzzle_of(what)), pixels)


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
    spots = [solution_spots(one, model.bodies) for one, model in zip(subjects, models, strict=True)]
    return _model_file(suffix, models, style, orders, spots)


def _model_file(
    suffix: str,
    models: Sequence[Model],
    style: Style,
    orders: Sequence[Sequence[AssemblyMove]] = (),
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


def save(
    what: Drawn | Iterator[AnySolution],
    path: str | Path,
    pixels: float | None = None,
    *,
    view: str | None = None,
    labels: bool = False,
    columns: int | None = None,
    captions: Sequence[str] = (),
    **making: Any,
) -> None:
    """Write a scene, a puzzle, a solution or several solutions to a file; its suffix says how.

    The file is there when it is complete, and not before.  `Style` says what the options mean;
    further ones, such as `cell` and `clearance`, are those of `Making`.
    """
    style = Style(view, labels, pixels, columns, tuple(captions), Making(**making))
    check_path(path)
    drawn = list(what) if isinstance(what, Iterator) else what
    write_files(file_contents(drawn, path, style))


def check_path(path: str | Path) -> None:
    """Raise PictureError unless a file can be written there."""
    path = Path(path)
    if path.is_dir():
        raise PictureError(f"{str(path)!r} is a folder: expected the name of a file")
    if not path.parent.is_dir():
        raise PictureError(f"{str(path)!r}: there is no folder {str(path.parent)!r}")
    if path.exists() and not os.access(path, os.W_OK):
        raise PictureError(f"{str(path)!r} cannot be written: it is read-only")
    if _replaceable(path):
        with _failing_with(path):
            _beside(path).touch()
            _beside(path).unlink()


def write_files(contents: Mapping[Path, bytes]) -> None:
    """Write whole files: each is written beside its place, and then put there."""
    for path, data in contents.items():
        if not _replaceable(path):
            with _failing_with(path):
                path.write_bytes(data)
            continue
        beside = _beside(path)
        with _failing_with(path):
            try:
                beside.write_bytes(data)
                beside.replace(Path(os.path.realpath(path)))
            finally:
                beside.unlink(missing_ok=True)


@contextmanager
def _failing_with(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise PictureError(f"{str(path)!r} cannot be written: {error.strerror}") from None


def _replaceable(path: Path) -> bool:
    """Is it a file, or nothing yet?  Pipes and devices are written to."""
    return path.is_file() or not path.exists()


def _beside(path: Path) -> Path:
    there = Path(os.path.realpath(path))
    return there.with_name(f".{there.name[:60]}.{os.getpid()}.part")
