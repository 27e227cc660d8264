"""Scenes as pages of a PDF: vectors, the standard font, nothing that changes from day to day."""

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewright.render.palette import levels
from tilewright.render.scene import (
    Ball,
    Element,
    Lines,
    Patch,
    PictureError,
    Ring,
    Scene,
    Text,
    short,
)
from tilewright.render.shading import LIGHT, REACH, RIM, gradient, rim

# How wide the letters of Helvetica are, which every viewer of PDF has: in thousandths of the size,
# in the order of Windows' code page 1252.
_ASCII = """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778
667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556
222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"""
_WINDOWS = """
350 556 350 222 556 333 1000 556 556 333 1000 667 333 1000 350 611 350 350 222 222 333 333 350 556
1000 333 1000 500 333 944 350 500 667"""
_LATIN = """
278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333
333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722
722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556
556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500"""

FIRST = 32
WIDTHS = tuple(map(int, (_ASCII + _WINDOWS + _LATIN).split()))


def encoded(text: str) -> bytes:
    """A text in the code page; letters that it has not become question marks.

    >>> encoded("Brügner ×2…π")
    b'Br\\xfcgner \\xd72\\x85?'
    """
    return bytes(max(code, FIRST) for code in text.encode("cp1252", "replace"))


def width(letters: bytes) -> float:
    """How wide an encoded text is in letters of size 1.

    >>> width(b"Wi")
    1.166
    """
    return sum(WIDTHS[code - FIRST] for code in letters) / 1000


POINTS = 72 / 25.4  # in a millimetre
PIXEL = 0.75  # points
PAGES = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "legal": (215.9, 355.6),
    "letter": (215.9, 279.4),
}  # in millimetres
ROUND = 0.5523  # how far the handles of four curves are from their ends, if these make a circle
BASELINE = 0.35  # below the middle of letters, if their size is 1


def to_pdf(
    scenes: Scene | Sequence[Scene],
    pixels: float | None = None,
    *,
    page: str = "",
    margin: float = 10,
) -> bytes:
    """A page for each scene.  A page is as large as its scene, unless `page` names its paper.

    Paper is "A3", "A4", "A5", "legal" or "letter", on its side for a wide scene; the scene is as
    large as the margin allows, which is in millimetres.  A scene that has a true size keeps it.
    `pixels` is the length of the longer side, 96 to an inch, where there is neither.
    """
    some = [scenes] if isinstance(scenes, Scene) else list(scenes)
    if not some:
        raise PictureError("there is no scene to be printed: a PDF needs at least one")
    return _Book().written([_Sheet(scene, pixels, page, margin) for scene in some])


class _Sheet:
    """A page: how large it is, and where on it the scene lies, in points."""

    def __init__(self, scene: Scene, pixels: float | None, page: str, margin: float) -> None:
        self.scene, box = scene, scene.box
        true = scene.mm * POINTS if scene.mm and pixels is None else 0
        if page:
            self.width, self.height = _paper(page, wide=box.width > box.height)
            room = self.width - 2 * margin * POINTS, self.height - 2 * margin * POINTS
            if margin < 0 or min(room) <= 0:
                raise PictureError(
                    f"a margin of {margin:g} mm on paper {page!r}: expected from 0 to less than "
                    f"half of its shorter side"
                )
            fitting = min(room[0] / box.width, room[1] / box.height)
            if true > fitting * (1 + 1e-9):
                raise PictureError(
                    f"{box.width * scene.mm:.1f} × {box.height * scene.mm:.1f} mm do not fit on "
                    f"paper {page!r} with a margin of {margin:g} mm: ask for larger paper, or none"
                )
            self.scale = true or fitting
        else:
            self.scale = true or scene.pixel_size(pixels)[0] * PIXEL
            self.width, self.height = box.width * self.scale, box.height * self.scale
        self.left = (self.width - box.width * self.scale) / 2
        self.bottom = (self.height - box.height * self.scale) / 2

    def place(self, x: float, y: float) -> tuple[float, float]:
        box = self.scene.box
        return (
            self.left + (x - box.left) * self.scale,
            self.bottom + (y - box.bottom) * self.scale,
        )


class _Book:
    """The file: numbered objects.  All pages share what they use: fonts, shades, opacities."""

    CATALOGUE, TREE, FONT, INFO, SHARED = range(1, 6)

    def __init__(self) -> None:
        self.objects: dict[int, bytes] = {}
        self.shared: dict[str, dict[str, int]] = {
            "Font": {"F": self.FONT},
            "ExtGState": {},
            "Shading": {},
            "XObject": {},
        }  # names of objects that pages use, and their numbers

    def written(self, sheets: Sequence[_Sheet]) -> bytes:
        pages = [self._page(sheet) for sheet in sheets]
        kids = " ".join(f"{page} 0 R" for page in pages)
        font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
        title = sheets[0].scene.title.encode("utf-16-be", "replace")
        shared = ""
        for kind, numbers in self.shared.items():
            names = "".join(f"/{name} {number} 0 R " for name, number in numbers.items())
            shared += f"/{kind} << {names}>> "
        self.objects |= {
            self.CATALOGUE: _dictionary(f"/Type /Catalog /Pages {self.TREE} 0 R"),
            self.TREE: _dictionary(f"/Type /Pages /Count {len(pages)} /Kids [{kids}]"),
            self.FONT: _dictionary(font),
            self.INFO: _dictionary(f"/Title <FEFF{title.hex().upper()}>"),
            self.SHARED: _dictionary(shared),
        }
        return self._file()

    def _file(self) -> bytes:
        file = bytearray(b"%PDF-1.4\n%\xc2\xb5\xc2\xb6\n")
        table = ["0000000000 65535 f \n"]
        for number in sorted(self.objects):
            table.append(f"{len(file):010} 00000 n \n")
            file += b"%d 0 obj\n%b\nendobj\n" % (number, self.objects[number])
        start, size = len(file), len(table)
        trailer = f"/Size {size} /Root {self.CATALOGUE} 0 R /Info {self.INFO} 0 R"
        file += f"xref\n0 {size}\n{''.join(table)}trailer\n<< {trailer} >>\n".encode()
        return bytes(file + f"startxref\n{start}\n%%EOF\n".encode())

    def _add(self, content: bytes) -> int:
        number = len(self.objects) + self.SHARED + 1
        self.objects[number] = content
        return number

    def _named(self, kind: str, name: str, content: bytes) -> str:
        """The name of something that pages share; it is added only once."""
        numbers = self.shared[kind]
        if name not in numbers:
            numbers[name] = self._add(content)
        return f"/{name}"

    def _page(self, sheet: _Sheet) -> int:
        """The number of a page; all that it needs comes before it."""
        box = sheet.scene.box
        corners = (*sheet.place(box.left, box.bottom), *sheet.place(box.right, box.top))
        seen = _numbers(*corners[:2], corners[2] - corners[0], corners[3] - corners[1])
        elements = (self._element(element, sheet) for element in sheet.scene.elements)
        lines = [f"{seen} re W n 1 j 1 J", *elements]
        content = self._add(_stream("\n".join(lines)))
        return self._add(
            _dictionary(
                f"/Type /Page /Parent {self.TREE} 0 R /Resources {self.SHARED} 0 R "
                f"/MediaBox [0 0 {_numbers(sheet.width, sheet.height)}] /Contents {content} 0 R"
            )
        )

    def _element(self, element: Element, sheet: _Sheet) -> str:
        drawn = " ".join(self._drawn(element, sheet))
        if isinstance(element, Text) or element.opacity == 1:
            return drawn
        part = short(element.opacity, 2)
        opacity = self._named("ExtGState", f"G{part}", _dictionary(f"/CA {part} /ca {part}"))
        if isinstance(element, Ball) or (isinstance(element, Patch) and element.stroke):
            drawn = self._group(drawn, sheet)  # else one would see the fill through the stroke
        return f"q {opacity} gs {drawn} Q"

    def _group(self, drawn: str, sheet: _Sheet) -> str:
        """What is drawn together, and only then made translucent."""
        size = _numbers(sheet.width, sheet.height)
        content = _stream(
            f"1 j 1 J {drawn}",
            f"/Type /XObject /Subtype /Form /BBox [0 0 {size}] "
            f"/Group << /S /Transparency >> /Resources {self.SHARED} 0 R",
        )
        name = self._named("XObject", f"X{len(self.shared['XObject'])}", content)
        return f"{name} Do"

    def _drawn(self, element: Element, sheet: _Sheet) -> Iterator[str]:
        match element:
            case Patch(rings=rings, fill=fill, stroke=stroke):
                if fill:
                    yield f"{_colour(fill)} rg"
                if stroke:
                    yield f"{_colour(stroke)} RG {_numbers(element.width * sheet.scale)} w"
                yield from (f"{_path(ring, sheet)} h" for ring in rings if ring)
                yield ("B*" if stroke else "f*") if fill else ("S" if stroke else "n")
            case Ball(at=at, radius=radius, fill=fill):
                shading = self._named("Shading", f"S{fill[1:]}", _shading(fill))
                place = _numbers(*sheet.place(*at))
                scale, circle = _numbers(radius * sheet.scale), _circle(1 - RIM / 2)
                yield f"q {scale} 0 0 {scale} {place} cm q {circle} W n {shading} sh Q"
                yield f"{_colour(rim(fill))} RG {_numbers(RIM)} w {circle} s Q"
            case Lines(lines=lines, stroke=stroke):
                yield f"{_colour(stroke)} RG {_numbers(element.width * sheet.scale)} w"
                yield from (_path(line, sheet) for line in lines if line)
                yield "S"
            case Text(at=at, text=text, colour=colour):
                letters, size = encoded(text), element.size * sheet.scale
                x, y = sheet.place(*at)
                start = _numbers(x - width(letters) * size / 2, y - BASELINE * size)
                yield f"BT /F {_numbers(size)} Tf {_colour(colour)} rg {start} Td"
                yield f"{_string(letters)} Tj ET"


def _paper(page: str, *, wide: bool) -> tuple[float, float]:
    """How wide and high a page is, in points."""
    sides = PAGES.get(page.lower())
    if sides is None:
        raise PictureError(f"paper {page!r} is not known: expected one of {', '.join(PAGES)}")
    short_side, long_side = (side * POINTS for side in sides)
    return (long_side, short_side) if wide else (short_side, long_side)


def _shading(fill: str) -> bytes:
    """The colours of a ball that has radius 1, about (0, 0)."""
    far, tints = zip(*gradient(fill), strict=True)
    steps = " ".join(
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{_colour(a)}] /C1 [{_colour(b)}] >>"
        for a, b in pairwise(tints)
    )
    bounds, encode = _numbers(*far[1:-1]), " ".join(["0 1"] * (len(far) - 1))
    function = f"/FunctionType 3 /Domain [0 1] /Functions [{steps}] /Bounds [{bounds}]"
    light = _numbers(*LIGHT)
    return _dictionary(
        f"/ShadingType 3 /ColorSpace /DeviceRGB /Extend [true true] "
        f"/Coords [{light} 0 {light} {_numbers(REACH)}] "
        f"/Function << {function} /Encode [{encode}] >>"
    )


def _circle(radius: float) -> str:
    """A circle about (0, 0) as four curves."""
    r, k = radius, ROUND * radius
    curves = (
        (r, k, k, r, 0, r),
        (-k, r, -r, k, -r, 0),
        (-r, -k, -k, -r, 0, -r),
        (k, -r, r, -k, r, 0),
    )
    return f"{_numbers(r, 0)} m " + " ".join(f"{_numbers(*curve)} c" for curve in curves)


def _path(line: Ring, sheet: _Sheet) -> str:
    first, *others = (_numbers(*sheet.place(*point)) for point in line)
    return " ".join([f"{first} m", *(f"{other} l" for other in others)])


def _colour(colour: str) -> str:
    return " ".join(short(level / 255, 3) for level in levels(colour))


def _numbers(*values: float) -> str:
    """Thousandths of a point are fine enough."""
    return " ".join(short(value, 3) for value in values)


def _string(letters: bytes) -> str:
    """Only plain letters stand for themselves."""
    plain = (
        chr(code) if chr(code).isalnum() and code < 128 else f"\\{code:03o}" for code in letters
    )
    return f"({''.join(plain)})"


def _dictionary(content: str) -> bytes:
    return f"<< {content} >>".encode("ascii")


def _stream(content: str, more: str = "") -> bytes:
    packed = zlib.compress(content.encode("ascii"), 9)
    head = _dictionary(f"{more} /Length {len(packed)} /Filter /FlateDecode".strip())
    return head + b"\nstream\n" + packed + b"\nendstream"
