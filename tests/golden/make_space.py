"""Makes pictures/soma-*.svg, drawings in space: `python -m tests.golden.make_space`.

Run it when pictures are meant to look different, and look at them before they are kept.
"""

from pathlib import Path

import tilewright as tw
from tilewright.render import to_svg
from tilewright.render.space import space_scene

FOLDER = Path(__file__).with_name("pictures")
PIXELS = 240


def main() -> None:
    solution = next(iter(tw.solve(tw.load("soma"))))
    for view in ("iso", "exploded", "layers"):
        path = FOLDER / f"soma-{view}.svg"
        path.write_text(to_svg(space_scene(solution, view, labels=True), PIXELS), encoding="utf-8")
        print(path, path.stat().st_size)


if __name__ == "__main__":
    main()
