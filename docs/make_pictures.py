"""Writes pictures/readme.svg: puzzles of several kinds, solved, side by side.

python docs/make_pictures.py            writes it
python docs/make_pictures.py --check    only says whether it is current
"""

import re
import sys
from pathlib import Path

import tilewright as tw
from tilewright.render import Scene, picture_of, to_svg

FILE = Path(__file__).parent / "pictures" / "readme.svg"
SIDE, GAP = 200, 24  # pixels: of the place of a picture, and between them
PUZZLES = (
    ("scott", None, 1),
    ("hexiamond-hexagon", None, 1),
    ("soma", "exploded", 1),
    ("spheres-900", "iso", 1),
    ("stomachion", None, 1),
)


def scene(name: str, view: str | None, number: int) -> Scene:
    """The picture of the solution of that number."""
    *_, solution = tw.solve(tw.load(name), limit=number)
    return picture_of(solution, view=view)


def strip() -> str:
    """All pictures in a row."""
    parts = []
    for column, puzzle in enumerate(PUZZLES):
        shown = scene(*puzzle)
        _, width, height = shown.pixel_size(SIDE)
        place = f'x="{GAP + column * (SIDE + GAP) + (SIDE - width) / 2:g}" '
        place += f'y="{GAP + (SIDE - height) / 2:g}" '
        parts.append(re.sub(r"<svg xmlns=\S+ ", f"<svg {place}", to_svg(shown, SIDE), count=1))
    width, height = GAP + len(PUZZLES) * (SIDE + GAP), SIDE + 2 * GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" rx="12" fill="#ffffff"/>'
    return (
        "\n".join([f'{head} width="{width}" height="{height}">', ground, *parts, "</svg>"]) + "\n"
    )


def main(*, check: bool) -> int:
    """Write the picture, or only check it."""
    text = strip()
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text:
        return 0
    if check:
        print(f"{FILE} is not current: run python docs/make_pictures.py", file=sys.stderr)
        return 1
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
