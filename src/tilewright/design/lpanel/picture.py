"""Boards of L-Panel as they are printed: black cells on a white grid, or between coloured Ls."""

from tilewright.design.lpanel.panel import LPanel
from tilewright.render.lattices import lattice_solution_scene
from tilewright.render.scene import Box, Lines, Patch, Ring, Scene
from tilewright.solutions import Solution

__all__ = ["panel_scene", "solved_scene"]

BLACK, PAPER, LINE = "#222222", "#ffffff", "#888888"
THIN, THICK, MARGIN = 0.03, 0.08, 0.2  # where a cell is 1 wide


def panel_scene(panel: LPanel, title: str = "") -> Scene:
    """A picture of a board, which `tilewright.render.save` writes as SVG, PNG or PDF.

    >>> scene = panel_scene(LPanel.parse("..#\\n.#.\\n.#.\\n#.."))
    >>> scene.box.width < scene.box.height
    True
    """
    width, height = panel.width, panel.height
    frame = _frame(panel)
    across = [((0.0, float(y)), (float(width), float(y))) for y in range(1, height)]
    down = [((float(x), 0.0), (float(x), float(height))) for x in range(1, width)]
    black = [Patch((_square(x, height - 1 - y),), fill=BLACK) for x, y in panel.black]
    return Scene(
        (
            Patch((frame,), fill=PAPER),
            Lines((*across, *down), stroke=LINE, width=THIN),
            *black,
            Patch((frame,), stroke=BLACK, width=THICK),
        ),
        Box(0, 0, width, height).wider(MARGIN),
        title=title,
    )


def solved_scene(panel: LPanel, solution: Solution, title: str = "") -> Scene:
    """A picture of a solution, with the black cells between the Ls.

    >>> panel = LPanel.parse("..#\\n.#.\\n.#.\\n#..")
    >>> from tilewright.tiling import solve
    >>> scene = solved_scene(panel, next(iter(solve(panel.puzzle))))
    >>> scene.box == panel_scene(panel).box
    True
    """
    solved = lattice_solution_scene(solution).moved(0.5, panel.height - 0.5)
    return Scene(
        (
            Patch((_frame(panel),), fill=BLACK),
            *solved.elements,
            Patch((_frame(panel),), stroke=BLACK, width=THICK),
        ),
        Box(0, 0, panel.width, panel.height).wider(MARGIN),
        title=title,
    )


def _frame(panel: LPanel) -> Ring:
    width, height = panel.width, panel.height
    return (0, 0), (width, 0), (width, height), (0, height)


def _square(x: int, y: int) -> Ring:
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)
