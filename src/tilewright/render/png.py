"""Scenes as pixels: PNG, and animated GIF.

Everything is drawn several times as large without smoothing, and then made smaller: that is what
smooths it.  Each element is a mask through which its colour is poured, so that holes and
transparency need no rules of their own.
"""

import math
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

import numpy as np

from tilewright.render.scene import (
    WHITE,
    Ball,
    Element,
    Lines,
    Patch,
    PictureError,
    Point,
    Ring,
    Scene,
    Text,
)
from tilewright.render.shading import LIGHT, REACH, RIM, gradient, rim

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["to_gif", "to_png"]

FINEST = 4  # times as large, each way
MOST = 48_000_000  # pixels while drawing
SHADES = 255  # of a ball; one colour more is its rim
Pixels = list[tuple[float, float]]


def to_png(scene: Scene, pixels: float | None = None) -> bytes:
    """The scene as a PNG file; `pixels` is the length of its longer side."""
    file = BytesIO()
    to_image(scene, pixels).save(file, "PNG", optimize=True)
    return file.getvalue()


def to_gif(scenes: Iterable[Scene], pixels: float | None = None, seconds: float = 0.6) -> bytes:
    """The scenes one after the other, each shown for so long, the last one three times as long."""
    frames = [to_image(scene, pixels) for scene in scenes]
    if not frames:
        raise PictureError("there is no scene to be shown: an animation needs at least one")
    if not 0.02 <= seconds <= 60:
        raise PictureError(f"{seconds} seconds for each scene: expected from 0.02 to 60")
    times = [round(1000 * seconds)] * (len(frames) - 1) + [round(3000 * seconds)]
    file = BytesIO()
    frames[0].save(
        file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, disposal=1
    )
    return file.getvalue()


def to_image(scene: Scene, pixels: float | None = None) -> "Image":
    """The scene as an image of Pillow."""
    from PIL import Image

    scale, width, height = scene.pixel_size(pixels)
    if width * height > MOST:
        raise PictureError(
            f"a picture of {width} × {height} pixels is too large: at most {MOST:,} pixels; ask "
            f"for fewer, or write SVG"
        )
    fine = max(1, min(FINEST, math.isqrt(MOST // (width * height))))
    canvas = _Canvas(scene, scale * fine, Image.new("RGB", (width * fine, height * fine), WHITE))
    for element in scene.elements:
        canvas.draw(element)
    return canvas.image.reduce(fine) if fine > 1 else canvas.image


class _Canvas:
    def __init__(self, scene: Scene, scale: float, image: "Image") -> None:
        self.scene, self.scale, self.image = scene, scale, image
        self.balls: dict[tuple[str, float], tuple[Image, Image]] = {}

    def draw(self, element: Element) -> None:
        match element:
            case Patch():
                self._patch(element)
            case Ball():
                self._ball(element)
            case Lines():
                lines = [self._places(line) for line in element.lines if len(line) > 1]
                self._strokes(lines, element.stroke, element.width, element.opacity)
            case Text():
                self._text(element)

    def _place(self, at: Point) -> Point:
        box, scale = self.scene.box, self.scale
        return (at[0] - box.left) * scale, (box.top - at[1]) * scale

    def _places(self, ring: Ring) -> Pixels:
        return [self._place(at) for at in ring]

    def _patch(self, patch: Patch) -> None:
        from PIL import Image, ImageChops, ImageDraw

        rings = [self._places(ring) for ring in patch.rings if len(ring) > 2]
        closed = [[*ring, *ring[:2]] for ring in rings]
        frame = self._frame(rings, 0)
        if patch.fill and frame:
            inside = Image.new("1", (frame[2] - frame[0], frame[3] - frame[1]))
            for ring in rings:
                layer = Image.new("1", inside.size)
                ImageDraw.Draw(layer).polygon(_shifted(ring, frame), fill=1)
                inside = ImageChops.logical_xor(inside, layer)
            mask = inside.convert("L")
            if patch.stroke and patch.opacity < 1:  # what the stroke covers is not seen through it
                pen = ImageDraw.Draw(mask)
                for ring in closed:
                    pen.line(_shifted(ring, frame), 0, self._pen(patch.width), "curve")
            self._pour(patch.fill, frame, mask, patch.opacity)
        if patch.stroke:
            self._strokes(closed, patch.stroke, patch.width, patch.opacity)

    def _ball(self, ball: Ball) -> None:
        """A ball is lit once for each colour and size, and then stamped where it belongs."""
        radius = ball.radius * self.scale
        if (ball.fill, radius) not in self.balls:
            self.balls[ball.fill, radius] = _lit(ball.fill, radius)
        image, mask = self.balls[ball.fill, radius]
        if ball.opacity < 1:
            mask = _thinner(mask, ball.opacity)
        x, y = (
            round(k - side / 2) for k, side in zip(self._place(ball.at), image.size, strict=True)
        )
        self.image.paste(image, (x, y), mask)

    def _strokes(self, lines: Sequence[Pixels], stroke: str, width: float, opacity: float) -> None:
        from PIL import Image, ImageDraw

        pen = self._pen(width)
        frame = self._frame(lines, pen)
        if not frame:
            return
        mask = Image.new("L", (frame[2] - frame[0], frame[3] - frame[1]))
        drawing = ImageDraw.Draw(mask)
        for line in lines:
            drawing.line(_shifted(line, frame), 255, pen, "curve")
        self._pour(stroke, frame, mask, opacity)

    def _text(self, text: Text) -> None:
        from PIL import ImageDraw, ImageFont

        size = text.size * self.scale
        if size < 2:
            return
        place = self._place(text.at)
        font = ImageFont.load_default(size)
        drawing = ImageDraw.Draw(self.image)
        drawing.text(place, ascii_only(text.text), text.colour, font, anchor="mm")

    def _pen(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def _frame(self, lines: Sequence[Pixels], margin: int) -> tuple[int, int, int, int] | None:
        """The part of the image in which these lines lie; None if it is empty."""
        points = [point for line in lines for point in line]
        if not points:
            return None
        x, y = zip(*points, strict=True)
        left, top = (max(0, math.floor(min(v)) - margin) for v in (x, y))
        right = min(self.image.width, math.ceil(max(x)) + margin + 1)
        bottom = min(self.image.height, math.ceil(max(y)) + margin + 1)
        return (left, top, right, bottom) if left < right and top < bottom else None

    def _pour(
        self, colour: str, frame: tuple[int, int, int, int], mask: "Image", opacity: float
    ) -> None:
        if opacity < 1:
            mask = _thinner(mask, opacity)
        self.image.paste(colour, frame, mask)


def _lit(fill: str, radius: float) -> tuple["Image", "Image"]:
    """A ball, and the mask of it."""
    from PIL import Image

    size = max(1, math.ceil(2 * radius))
    across = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / np.float32(max(radius, 0.5))
    middle = np.hypot(across, across[:, None])
    far = np.hypot(across - LIGHT[0], across[:, None] + LIGHT[1])
    shades = np.minimum(far * (SHADES / REACH), SHADES - 1).astype(np.uint8)
    shades[middle > 1 - RIM] = SHADES
    image = Image.fromarray(shades, "P")
    stops, tints = zip(*gradient(fill), strict=True)
    levels = np.array([_levels(tint) for tint in tints])
    parts = (np.arange(SHADES) + 0.5) / SHADES
    tones = np.stack([np.interp(parts, stops, level) for level in levels.T], axis=-1).round()
    image.putpalette([*tones.astype(np.uint8).ravel().tolist(), *_levels(rim(fill))])
    return image.convert("RGB"), Image.fromarray(np.where(middle <= 1, 255, 0).astype(np.uint8))


def _levels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _thinner(mask: "Image", opacity: float) -> "Image":
    return mask.point([round(k * opacity) for k in range(256)])


def ascii_only(text: str) -> str:
    """A text in the letters that the font of Pillow has; it is the same on every machine.

    >>> ascii_only("Brügner ×2…")
    'Brugner x2...'
    """
    apart = normalize("NFKD", text.replace("×", "x"))
    return "".join(x for x in apart if not combining(x)).encode("ascii", "replace").decode()


def _shifted(line: Pixels, frame: tuple[int, int, int, int]) -> Pixels:
    return [(x - frame[0], y - frame[1]) for x, y in line]
