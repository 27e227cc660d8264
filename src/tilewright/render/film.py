"""Scenes that follow each other: a film, or a sheet that shows them side by side."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from tilewright.render.dxf import to_dxf
from tilewright.render.layout import grid_scene
from tilewright.render.pdf import to_pdf
from tilewright.render.png import to_image, to_png
from tilewright.render.scene import Box, PictureError, Scene
from tilewright.render.svg import to_svg
from tilewright.render.views import DRAWINGS, FILMS

if TYPE_CHECKING:
    from PIL.Image import Image


COLOURS = 256  # of a GIF
FLAT = 128  # of them, at most, that are exactly those of large areas
MOST = 500_000_000  # pixels of all frames, since they are kept until the file is written
LARGE = 0.002  # the part of a frame that is a large area

Codes = npt.NDArray[np.int64]  # colours as numbers, 0xrrggbb


def to_gif(scenes: Iterable[Scene], pixels: float | None = None, seconds: float = 0.6) -> bytes:
    """The scenes one after the other, each shown for so long, the last one three times as long.

    All have the size of the largest.  Colours of areas are exact; where a GIF has not room for all
    the shades between them, the nearest is taken.
    """
    frames, times = _frames(scenes, pixels, seconds)
    return _film(_few_colours(frames), times, "GIF")


def to_webp(scenes: Iterable[Scene], pixels: float | None = None, seconds: float = 0.6) -> bytes:
    """The same as to_gif(), with all colours exact."""
    return _film(*_frames(scenes, pixels, seconds), "WEBP")


def _film(frames: Sequence["Image"], times: Sequence[int], kind: str) -> bytes:
    file, more = BytesIO(), {"append_images": frames[1:], "duration": times, "loop": 0}
    frames[0].save(file, kind, save_all=True, lossless=True, **more)
    return file.getvalue()


def _frames(
    scenes: Iterable[Scene], pixels: float | None, seconds: float
) -> tuple[list["Image"], list[int]]:
    """The images, and how many milliseconds each of them is shown.

    The same scene several times in a row is one image.
    """
    if not 0.02 <= seconds <= 60:
        raise PictureError(f"{seconds} seconds for each scene: expected from 0.02 to 60")
    shown: list[Scene] = []
    times: list[int] = []
    for scene in scenes:
        if not shown or scene is not shown[-1]:
            shown.append(scene)
            times.append(0)
        times[-1] += round(1000 * seconds)
    if not shown:
        raise PictureError("there is no scene to be shown: an animation needs at least one")
    times[-1] += round(2000 * seconds)
    shown = _of_one_size(shown)
    _, width, height = shown[0].pixel_size(pixels)
    if len(shown) * width * height > MOST:
        raise PictureError(
            f"{len(shown)} scenes of {width} × {height} pixels are too many: at most {MOST:,} "
            f"pixels in all; ask for fewer pixels"
        )
    return [to_image(scene, pixels) for scene in shown], times


def _of_one_size(scenes: Sequence[Scene]) -> list[Scene]:
    """Every scene in the middle of a box that is as large as the largest ones."""
    width = max(scene.box.width for scene in scenes)
    height = max(scene.box.height for scene in scenes)
    pixels = max(scene.pixels for scene in scenes)
    wider = []
    for scene in scenes:
        box = scene.box
        dx, dy = (width - box.width) / 2, (height - box.height) / 2
        box = Box(box.left - dx, box.bottom - dy, box.right + dx, box.top + dy)
        wider.append(replace(scene, box=box, pixels=pixels))
    return wider


def _few_colours(frames: Sequence["Image"]) -> list["Image"]:
    """The frames with one palette for all of them, without dots of mixed colours."""
    from PIL import Image

    found = [np.unique(_codes(frame), return_counts=True) for frame in frames]
    codes, places = np.unique(np.concatenate([one for one, _ in found]), return_inverse=True)
    most = np.zeros(len(codes), dtype=np.int64)  # pixels of a frame that have this colour
    np.maximum.at(most, places, np.concatenate([counts for _, counts in found]))
    palette, nearest = _palette(codes, most / (frames[0].width * frames[0].height))
    flat = _levels(palette).astype(np.uint8).ravel().tolist()
    few = []
    for frame in frames:
        image = Image.fromarray(nearest[np.searchsorted(codes, _codes(frame))])
        image.putpalette(flat)
        few.append(image)
    return few


def _palette(codes: Codes, parts: npt.NDArray[np.float64]) -> tuple[Codes, npt.NDArray[np.uint8]]:
    """Few of these colours, and for each colour which of the few is nearest.

    First come those that fill large parts of a frame; then, again and again, that which is farthest
    from all taken before.
    """
    levels = _levels(codes)
    order = np.lexsort((codes, -parts))
    flat = min(FLAT, max(1, int((parts > LARGE).sum())))
    taken: list[int] = []
    far = np.full(len(codes), np.inf)
    nearest = np.zeros(len(codes), dtype=np.uint8)
    while len(taken) < min(COLOURS, len(codes)):
        one = int(order[len(taken)] if len(taken) < flat else np.argmax(far))
        apart = ((levels - levels[one]) ** 2).sum(axis=1)
        nearest[apart < far] = len(taken)
        far = np.minimum(far, apart)
        taken.append(one)
    return codes[taken], nearest


def _codes(image: "Image") -> Codes:
    levels = np.asarray(image, dtype=np.int64)
    return np.asarray(levels @ [1 << 16, 1 << 8, 1], dtype=np.int64)


def _levels(codes: Codes) -> npt.NDArray[np.int64]:
    return np.stack([codes >> 16, (codes >> 8) & 255, codes & 255], axis=-1)


Step = TypeVar("Step")

IN_A_FILM, ON_A_SHEET = 200, 60  # steps, at most
PIXELS = 400  # of a scene of a film
SECONDS = 0.3  # for each step of a film


class Highlights(Generic[Step]):
    """Keeps steps as they come: all, or if they are too many, the first and the last ones.

    >>> some = Highlights[int](4)
    >>> for step in range(10):
    ...     some.add(step)
    >>> some.kept, some.seen
    ([0, 1, 8, 9], 10)
    """

    def __init__(self, most: int) -> None:
        self._most = most - most // 2
        self._first: list[Step] = []
        self._last: deque[Step] = deque(maxlen=most // 2)
        self.seen = 0

    def add(self, step: Step) -> None:
        """One more step."""
        self.seen += 1
        (self._first if len(self._first) < self._most else self._last).append(step)

    @property
    def kept(self) -> list[Step]:
        """Those that are to be shown."""
        return [*self._first, *self._last]


def strip_scene(scenes: Iterable[Scene], *, columns: int | None = None, title: str = "") -> Scene:
    """Scenes on one sheet, each above its title."""
    shown = list(scenes)
    return grid_scene(shown, columns, captions=[scene.title for scene in shown], title=title)


def captioned(scenes: Iterable[Scene]) -> Iterator[Scene]:
    """Scenes that have their titles below them."""
    for scene in scenes:
        yield grid_scene([scene], captions=[scene.title], title=scene.title, pixels=PIXELS)


def check_film(path: str | Path) -> None:
    """Raise PictureError unless steps can be drawn into such a file."""
    if _suffix(path) not in (*FILMS, *DRAWINGS):
        raise PictureError(
            f"the steps of a search do not go into {str(path)!r}: expected a film, "
            f"{' or '.join(FILMS)}, or a sheet, {', '.join(DRAWINGS[:-1])} or {DRAWINGS[-1]}"
        )


def steps_shown(path: str | Path) -> int:
    """How many steps such a file shows at most."""
    return IN_A_FILM if _suffix(path) in FILMS else ON_A_SHEET


def film_contents(path: str | Path, scenes: Iterable[Scene], title: str = "") -> bytes:
    """What a file is to hold that shows scenes: a film, or a sheet; each has its title below."""
    check_film(path)
    suffix = _suffix(path)
    if suffix in FILMS:
        return film_of(suffix, captioned(scenes))
    return drawing_of(suffix, [strip_scene(scenes, title=title)])


def film_of(
    suffix: str, scenes: Iterable[Scene], pixels: float | None = None, seconds: float = SECONDS
) -> bytes:
    """Scenes as a film of this kind."""
    make = to_gif if suffix == ".gif" else to_webp
    return make(scenes, pixels, seconds)


def drawing_of(suffix: str, scenes: Sequence[Scene], pixels: float | None = None) -> bytes:
    """A scene as a file of this kind; several are pages."""
    match suffix:
        case ".svg":
            return to_svg(scenes[0], pixels).encode()
        case ".png":
            return to_png(scenes[0], pixels)
        case ".pdf":
            return to_pdf(scenes, pixels, page="A4" if len(scenes) > 1 else "")
        case ".dxf":
            return to_dxf(scenes[0]).encode()
    raise PictureError(f"a scene goes into {', '.join(DRAWINGS)} files, not into {suffix}")


def _suffix(path: str | Path) -> str:
    return Path(path).suffix.lower()
