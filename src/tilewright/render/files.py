"""Files of pictures, whole or not at all."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilewright.render.contents import Drawn, Style, file_contents
from tilewright.render.making import Making
from tilewright.render.picture import AnySolution
from tilewright.render.scene import PictureError

__all__ = ["check_path", "save", "write_files"]


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

    The file is there when it is complete, and not before.  `Style` tells what the options mean;
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
