"""Writes the pictures of the README and of the pages, in pictures/.

python docs/make_pictures.py            writes them
python docs/make_pictures.py --check    only says whether they are current
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import tilewright as tw
from tilewright.render import Scene, gallery_scene, picture_of, to_svg

FOLDER = Path(__file__).parent / "pictures"
SIDE, GAP = 200, 24  # pixels: of the place of a picture in a strip, and between them
README = (
    ("scott", "flat"),
    ("hexiamond-hexagon", "flat"),
    ("soma", "exploded"),
    ("spheres-900", "iso"),
    ("stomachion", "flat"),
)
VIEWS = {  # how many pixels each is long
    "iso": 240,
    "exploded": 300,
    "layers": 480,
    "steps": 720,
}


def scene(name: str, view: str) -> Scene:
    """The picture of the first solution."""
    return picture_of(next(tw.solve(tw.load(name), max_solutions=1)), view=view)


def strip() -> str:
    """Puzzles of several kinds, solved, in a row."""
    parts = []
    for column, puzzle in enumerate(README):
        shown = scene(*puzzle)
        _, width, height = shown.pixel_size(SIDE)
        place = f'x="{GAP + column * (SIDE + GAP) + (SIDE - width) / 2:g}" '
        place += f'y="{GAP + (SIDE - height) / 2:g}" '
        parts.append(re.sub(r"<svg xmlns=\S+ ", f"<svg {place}", to_svg(shown, SIDE), count=1))
    width, height = GAP + len(README) * (SIDE + GAP), SIDE + 2 * GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    head += f' width="{width}" height="{height}">'
    ground = f'<rect width="{width}" height="{height}" rx="12" fill="#ffffff"/>'
    return "\n".join([head, ground, *parts, "</svg>\n"])


def files() -> Iterator[tuple[Path, str]]:
    """What is to stand in which file."""
    yield FOLDER / "readme.svg", strip()
    for view, pixels in VIEWS.items():
        yield FOLDER / f"soma-{view}.svg", to_svg(scene("soma", view), pixels)
    solutions = list(tw.solve(tw.load("scott"), max_solutions=8))
    captions = [f"solution {number}" for number in range(1, 9)]
    sheet = gallery_scene(solutions, columns=4, captions=captions)
    yield FOLDER / "scott-sheet.svg", to_svg(sheet, 640)
    yield FOLDER / "special-solutions.svg", to_svg(special(), 800)


def special() -> Scene:
    """Solutions that satisfy requirements."""
    room = tw.make_puzzle("square", tw.box(8, 8), {"mat": "##"})
    room = replace(room, pieces=(room.pieces[0].times("0.."),))
    both = ["no-crossroads", "3-colourable"]
    solutions = [
        next(tw.solve(tw.load("scott"), require="no-crossroads")),
        next(tw.solve(tw.load("pentominoes-6x10"), require=both)),
        next(tw.solve(tw.load("tetris-5x8"), require="symmetric:half-turn")),
        next(tw.solve(room, require="no-crossroads")),
    ]
    captions = ["no-crossroads", " ".join(both), "symmetric:half-turn", "no-crossroads"]
    return gallery_scene(solutions, columns=4, captions=captions)


def main(*, check: bool) -> int:
    """Write the pictures, or only check them."""
    status = 0
    FOLDER.mkdir(exist_ok=True)
    for path, text in files():
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        if check:
            print(f"{path} is not current: run python docs/make_pictures.py", file=sys.stderr)
            status = 1
        else:
            path.write_text(text, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
