"""Scenes as pixels: PNG.

Everything is drawn several times as large without smoothing, and then made smaller: that is what
smooths it.  What has holes or is translucent is a mask first, through which its colour is poured.
"""

import math
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

import numpy as np

from tilewright.render.palette import levels
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
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

    Font = FreeTypeFont | ImageFont


FINEST = 4  # times as large, each way
MOST = 48_000_000  # pixels while drawing
SHADES = 255  # of a ball; one colour more is its rim
EXTRA = frozenset("©«°±´·»‘’“”…‹›™")  # letters beyond ASCII that the font has
ALIKE = str.maketrans({"×": "x", "–": "-", "—": "-", "−": "-", "ß": "ss", "æ": "ae", "ø": "o"})

Pixels = list[Point]
Frame = tuple[int, int, int, int]  # a part of an image: left, top, right, bottom


def to_png(scene: Scene, pixels: float | None = None) -> bytes:
    """The scene as a PNG file; `pixels` is the length of its longer side."""
    file = BytesIO()
    to_image(scene, pixels).save(file, "PNG", compress_level=6)
    return file.getvalue()


def to_image(scene: Scene, pixels: float | None = None) -> "Image":
    """The scene as an image of Pillow."""
    from PIL import Image, ImageDraw

    scale, width, height = scene.pixel_size(pixels)
    if width * height > MOST:
        raise PictureError(
            f"a picture of {width} × {height} pixels is too large: at most {MOST:,} pixels; ask "
            f"for fewer, or write SVG"
        )
    fine = max(1, min(FINEST, math.isqrt(MOST // (width * height))))
    image = Image.new("RGB", (width * fine, height * fine), WHITE)
    canvas = _Canvas(scene, scale * fine, image, ImageDraw.Draw(image))
    for element in scene.elements:
        canvas.draw(element)
    return image.reduce(fine) if fine > 1 else image


class _Canvas:
    def __init__(self, scene: Scene, scale: float, image: "Image", pen: "ImageDraw") -> None:
        self.scene, self.scale, self.image, self.pen = scene, scale, image, pen
        self.balls: dict[tuple[str, float], tuple[Image, Image]] = {}
        self.fonts: dict[float, Font] = {}

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
        rings = [self._places(ring) for ring in patch.rings if len(ring) > 2]
        closed = [[*ring, *ring[:2]] for ring in rings]
        if patch.fill and patch.opacity == 1 and len(rings) == 1:
            self.pen.polygon(rings[0], patch.fill)
        elif patch.fill and (frame := self._frame(rings, 0)):
            mask = _inside(rings, frame)
            if patch.stroke and patch.opacity < 1:  # what the stroke covers is not seen through it
                _trace(mask, closed, frame, 0, self._width(patch.width))
            self.image.paste(patch.fill, frame, _thinner(mask, patch.opacity))
        if patch.stroke:
            self._strokes(closed, patch.stroke, patch.width, patch.opacity)

    def _ball(self, ball: Ball) -> None:
        """A ball is lit once for each colour and size, and then stamped where it belongs."""
        radius = ball.radius * self.scale
        if 4 * radius**2 > MOST:
            raise PictureError(
                f"a ball of radius {ball.radius:g} is much larger than the picture that shows it: "
                f"make its box larger, or write SVG"
            )
        if (ball.fill, radius) not in self.balls:
            self.balls[ball.fill, radius] = _lit(ball.fill, radius)
        image, mask = self.balls[ball.fill, radius]
        x, y = self._place(ball.at)
        corner = round(x - image.width / 2), round(y - image.height / 2)
        self.image.paste(image, corner, _thinner(mask, ball.opacity))

    def _strokes(self, lines: Sequence[Pixels], stroke: str, width: float, opacity: float) -> None:
        from PIL import Image

        wide = self._width(width)
        if opacity == 1:
            for line in lines:
                _stroke(self.pen, line, stroke, wide)
        elif frame := self._frame(lines, wide):
            mask = Image.new("L", _size(frame))
            _trace(mask, lines, frame, 255, wide)
            self.image.paste(stroke, frame, _thinner(mask, opacity))

    def _text(self, text: Text) -> None:
        from PIL import ImageFont

        size = text.size * self.scale
        if size < 2:
            return
        if size not in self.fonts:
            self.fonts[size] = ImageFont.load_default(size)
        place, font = self._place(text.at), self.fonts[size]
        self.pen.text(place, printable(text.text), text.colour, font, anchor="mm")

    def _width(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def _frame(self, lines: Sequence[Pixels], margin: int) -> Frame | None:
        """The part of the image in which these lines lie; None if it is empty."""
        points = [point for line in lines for point in line]
        if not points:
            return None
        x, y = zip(*points, strict=True)
        left, top = (max(0, math.floor(min(v)) - margin) for v in (x, y))
        right = min(self.image.width, math.ceil(max(x)) + margin + 1)
        bottom = min(self.image.height, math.ceil(max(y)) + margin + 1)
        return (left, top, right, bottom) if left < right and top < bottom else None


def _lit(fill: str, radius: float) -> tuple["Image", "Image"]:
    """A ball, and the mask of it."""
    from PIL import Image

    size = max(1, math.ceil(2 * radius))
    across = (np.arange(size, dtype=np.float32) + 0.5 - size / 2) / np.float32(max(radius, 0.5))
    middle = np.hypot(across, across[:, None])
    far = np.hypot(across - LIGHT[0], across[:, None] + LIGHT[1])
    shades = np.minimum(far * (SHADES / REACH), SHADES - 1).astype(np.uint8)
    shades[middle > 1 - RIM] = SHADES
    image = Image.fromarray(shades)
    stops, tints = zip(*gradient(fill), strict=True)
    of_tints = np.array([levels(tint) for tint in tints])
    parts = (np.arange(SHADES) + 0.5) / SHADES
    tones = np.stack([np.interp(parts, stops, level) for level in of_tints.T], axis=-1).round()
    image.putpalette([*tones.astype(np.uint8).ravel().tolist(), *levels(rim(fill))])
    return image.convert("RGB"), Image.fromarray(np.where(middle <= 1, 255, 0).astype(np.uint8))


def _thinner(mask: "Image", opacity: float) -> "Image":
    return mask if opacity == 1 else mask.point([round(k * opacity) for k in range(256)])


def printable(text: str) -> str:
    """A text in the letters that the font of Pillow has; it is the same on every machine.

    >>> printable("Brügner’s ×2…")
    'Brugner’s x2…'
    """
    found = []
    for letter in text.translate(ALIKE):
        apart = letter if letter in EXTRA else normalize("NFKD", letter)
        found += [x if x in EXTRA or x.isascii() else "?" for x in apart if not combining(x)]
    return "".join(found)


def _inside(rings: Sequence[Pixels], frame: Frame) -> "Image":
    """The mask of what is inside of an odd number of rings."""
    from PIL import Image, ImageChops, ImageDraw

    inside = Image.new("1", _size(frame))
    for ring in rings:
        layer = Image.new("1", inside.size)
        ImageDraw.Draw(layer).polygon(_shifted(ring, frame), fill=1)
        inside = ImageChops.logical_xor(inside, layer)
    return inside.convert("L")


def _trace(mask: "Image", lines: Sequence[Pixels], frame: Frame, level: int, width: int) -> None:
    from PIL import ImageDraw

    pen = ImageDraw.Draw(mask)
    for line in lines:
        _stroke(pen, _shifted(line, frame), level, width)


def _stroke(pen: "ImageDraw", line: Pixels, ink: str | int, width: int) -> None:
    """A line with round corners and round ends."""
    pen.line(line, ink, width, "curve")
    ring = len(line) > 3 and line[0] == line[-2]  # its ends lie within it
    if width > 2 and not ring:
        half = width / 2
        for x, y in (line[0], line[-1]):
            pen.ellipse((x - half, y - half, x + half - 1, y + half - 1), ink)


def _size(frame: Frame) -> tuple[int, int]:
    return frame[2] - frame[0], frame[3] - frame[1]


def _shifted(line: Pixels, frame: Frame) -> Pixels:
    return [(x - frame[0], y - frame[1]) for x, y in line]
