"""Makes pictures/elements.*, a scene with every element: `python -m tests.golden.make_pictures`.

Run it when pictures are meant to look different, and look at them before they are kept.
"""

from pathlib import Path

from tilewright.render import Ball, Box, Lines, Patch, Scene, Text, to_dxf, to_pdf, to_png, to_svg

FOLDER = Path(__file__).with_name("pictures")
PIXELS = 160

Corners = tuple[tuple[float, float], ...]


def square(x: float, y: float, side: float) -> Corners:
    """The corners of a square, from the lower left one."""
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


ELEMENTS = Scene(
    (
        Patch((square(0, 0, 4), square(1, 1, 2)), "#d4bb64", "#222222", 0.2, title="a ring"),
        Patch((square(3, -1, 3),), "#3a50d7", "#904044", 0.5, 0.5, "pale"),
        Patch((((7.5, 0), (10, 0), (8.75, 2.5)),), "#e9771a", opacity=0.4),
        Patch((square(-1.5, -1.5, 13),), stroke="#222222", width=0.1),
        Lines((((0, 5), (4, 5), (4, 6)), ((5, 5), (10, 6.5))), "#222222", 0.2, 0.5, "lines"),
        Ball((2, 8), 1.5, "#904044", "a ball"),
        Ball((4.5, 8), 1.5, "#904044", "another"),
        Ball((7, 8), 1.5, "#85f4da", opacity=0.5),
        Text((5, 10.3), "Brügner’s ×2…", 1.2),
        Text((8.75, 0.8), "A", 0.9, "#904044"),
    ),
    Box(-2, -2, 12, 12),
    "Every element",
)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, content in {
        "elements.svg": to_svg(ELEMENTS, PIXELS).encode(),
        "elements.png": to_png(ELEMENTS, PIXELS),
        "elements.pdf": to_pdf([ELEMENTS, ELEMENTS], page="A5"),
        "elements.dxf": to_dxf(ELEMENTS).encode(),
    }.items():
        (FOLDER / name).write_bytes(content)
        print(FOLDER / name, len(content))


if __name__ == "__main__":
    main()
