"""Scenes one after the other: animated GIF and WebP."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from tilewright.render.png import to_image
from tilewright.render.scene import Box, PictureError, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["to_gif", "to_webp"]

COLOURS = 256  # of a GIF
FLAT = 128  # so many of them, at most, are exactly those of large areas
MOST = 500_000_000  # pixels of all frames, since they are kept until the file is written
LARGE = 0.002  # the part of a frame that is a large area

Codes = npt.NDArray[np.int64]  # colours as numbers, 0xrrggbb


def to_gif(scenes: Iterable[Scene], pixels: float | None = None, seconds: float = 0.6) -> bytes:
    """The scenes one after the other, each shown for so long, the last one three times as long.

    All have the size of the largest.  Colours of areas are exact; where a GIF has not room for all
    the shades between them, the nearest is taken.
    """
    frames, times = _frames(scenes, pixels, seconds)
    few = _few_colours(frames)
    file = BytesIO()
    few[0].save(file, "GIF", save_all=True, append_images=few[1:], duration=times, loop=0)
    return file.getvalue()


def to_webp(scenes: Iterable[Scene], pixels: float | None = None, seconds: float = 0.6) -> bytes:
    """The same as to_gif(), with all colours exact."""
    frames, times = _frames(scenes, pixels, seconds)
    file = BytesIO()
    more = {"save_all": True, "append_images": frames[1:], "duration": times, "loop": 0}
    frames[0].save(file, "WEBP", lossless=True, **more)
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
