"""Files of pictures: what is in them, and how they get onto the disk."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tilewright.render.picture import (
    AnySolution,
    Pictured,
    gallery_scene,
    picture_of,
    puzzle_of,
)
from tilewright.render.png import to_png
from tilewright.render.scene import PictureError, Scene
from tilewright.render.svg import to_svg
from tilewright.render.views import DRAWINGS, check_suffix, settled_view

__all__ = ["Style", "check_path", "file_contents", "save", "write_files"]

Drawn = Scene | Pictured | Sequence[AnySolution]


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


def save(
    what: Drawn,
    path: str | Path,
    pixels: float | None = None,
    *,
    view: str | None = None,
    labels: bool = False,
    columns: int | None = None,
    captions: Sequence[str] = (),
) -> None:
    """Write a scene, a puzzle, a solution or several solutions to a file; its suffix says how.

    The file is there when it is complete, and not before.  See `Style` for the rest.
    """
    style = Style(view, labels, pixels, columns, tuple(captions))
    check_path(path)
    write_files(file_contents(what, path, style))


def file_contents(what: Drawn, path: str | Path, style: Style) -> dict[Path, bytes]:
    """The files that make up this picture, most often one, and what is to be in them."""
    path = Path(path)
    suffix = check_suffix(path)
    if isinstance(what, Scene):
        return {path: _drawing(suffix, [what], style)}
    subject: Pictured
    if isinstance(what, Sequence):
        if not what:
            raise PictureError("there is nothing to be drawn: give at least one solution")
        subject = what[0]
    else:
        subject = what
    view = settled_view(
        path, puzzle_of(subject), style.view, solved=isinstance(subject, AnySolution)
    )
    if isinstance(what, Sequence):
        scene = gallery_scene(
            what, columns=style.columns, captions=style.captions, view=view, labels=style.labels
        )
    else:
        scene = picture_of(what, view=view, labels=style.labels)
    return {path: _drawing(suffix, [scene], style)}


def _drawing(suffix: str, scenes: Sequence[Scene], style: Style) -> bytes:
    if suffix == ".svg":
        return to_svg(scenes[0], style.pixels).encode()
    if suffix == ".png":
        return to_png(scenes[0], style.pixels)
    raise PictureError(f"a scene goes into {', '.join(DRAWINGS)} files, not into {suffix}")


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


def write_files(contents: dict[Path, bytes]) -> None:
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
