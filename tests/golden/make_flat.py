"""Makes pictures/flat-*.svg, solutions on every flat lattice: `python -m tests.golden.make_flat`.

Run it when pictures are meant to look different, and look at them before they are kept.
"""

from collections.abc import Iterator
from pathlib import Path

import tilewright as tw
from tilewright.render import puzzle_scene, solution_scene, to_svg

FOLDER = Path(__file__).with_name("pictures")
PIXELS = 240

JIGSAW = """
lattice = "hexagon"

[marks]
fits = [["key", "lock"], ["tab", "slot"], ["red", "red"]]

[board]
cells = [[0, 0], [1, 0], [0, 1], [1, 1]]

[[piece]]
name = "A"
turn = false
cells = [[0, 0], [1, 0]]
marks = [
    { cell = [0, 0], edge = "southeast", mark = "key" },
    { cell = [1, 0], edge = "southwest", mark = "slot" },
    { cell = [1, 0], edge = "southeast", mark = "red" },
]

[[piece]]
name = "B"
turn = false
cells = [[0, 1], [1, 1]]
marks = [
    { cell = [0, 1], edge = "northwest", mark = "lock" },
    { cell = [0, 1], edge = "northeast", mark = "tab" },
    { cell = [1, 1], edge = "northwest", mark = "red" },
]
"""


def solution_of(puzzle: tw.Puzzle) -> tw.Solution:
    """The first one."""
    return next(iter(tw.solve(puzzle)))


def pictures() -> Iterator[tuple[str, str]]:
    """The name of each file, and what is in it."""
    for lattice, name in {
        "square": "ascii-3x3",
        "triangle": "hexiamond-rhombus",
        "hexagon": "tetrahexes-4x7",
        "tangram": "tangram-square",
        "sticks": "tetrasticks-welded-4x4",
        "colours": "aquabelle-starter",
    }.items():
        scene = solution_scene(solution_of(tw.load(name)), labels=True)
        yield f"flat-{lattice}.svg", to_svg(scene, PIXELS)
    jigsaw = tw.parse_puzzle(JIGSAW)
    yield "flat-marks.svg", to_svg(solution_scene(solution_of(jigsaw)), PIXELS)
    part = tw.Solution(tw.load("ascii-3x3"), solution_of(tw.load("ascii-3x3")).placed[:1])
    yield "flat-part.svg", to_svg(solution_scene(part, left_over=True), PIXELS)
    fixed = part.puzzle.with_fixed(part.placed[0].piece, part.placed[0].cells)
    yield "flat-puzzle.svg", to_svg(puzzle_scene(fixed), PIXELS)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, content in pictures():
        (FOLDER / name).write_text(content, encoding="utf-8")
        print(FOLDER / name, len(content))


if __name__ == "__main__":
    main()
