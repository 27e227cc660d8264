"""Pictures of what jobs find, drawn by our own renderer: the same value, the same picture.

A figure's value says what it shows:

- `{"puzzle": …, "placed": […]}`: a solution, which is checked before it is drawn; `puzzle` is a
  name of the catalogue or the text of a puzzle file;
- `{"puzzle": …}`: the board alone; with `"some": […]`, pieces that lie on it, and solve nothing;
- `{"matrix": [[0, 1], …], "chosen": [row, …]}`: a matrix of an exact cover problem;
- `{"queens": [[rank, file], …], "size": n}`: a chessboard;
- `{"letters": ["ATE", …]}`: a square of letters;
- `{"tree": [level, …], "deepest": n}`: a search tree, each node before those below it;
- `{"several": [value, …]}`: some of these side by side, with `captions` if there are any.
"""

from collections.abc import Mapping
from typing import Any

from papers.boards import letters_scene, matrix_scene, queens_scene, tree_scene
from tilewright.catalogue import load
from tilewright.design.lpanel import LPanel
from tilewright.design.lpanel.panel import solved_scene
from tilewright.errors import TilewrightError
from tilewright.formats import AnyPuzzle, parse_puzzle
from tilewright.formats.solutions import SolutionFile, read_placed
from tilewright.puzzle import Puzzle
from tilewright.render import Scene, grid_scene, picture_of, puzzle_scene, to_svg
from tilewright.solutions import Solution

__all__ = ["FigureError", "figure_svg"]

PIXELS = 240  # of the longer side, where pictures stand side by side
WIDE = 2.2  # a picture that is so much wider than high has a line of its own
WIDE_PIXELS = 660


class FigureError(TilewrightError):
    """There is nothing to be drawn, or it is not what it should be."""


def figure_svg(value: Any) -> tuple[str, bool]:
    """The picture, and whether it is a wide one.

    Raises FigureError, or what the check of the solution says, if it cannot be drawn.
    """
    scene = figure_scene(value)
    wide = scene.box.width > WIDE * scene.box.height
    return to_svg(scene, WIDE_PIXELS if wide else PIXELS), wide


def figure_scene(value: Any) -> Scene:
    """The picture of any of the values above."""
    if not isinstance(value, Mapping):
        raise FigureError(f"a figure cannot be drawn from {value!r:.60}")
    if "several" in value:
        scenes = [figure_scene(one) for one in value["several"]]
        return grid_scene(scenes, value.get("columns"), captions=value.get("captions", ()))
    if "matrix" in value:
        return matrix_scene(value["matrix"], value.get("chosen", ()), value.get("names", ""))
    if "queens" in value:
        return queens_scene(value["size"], value["queens"])
    if "letters" in value:
        return letters_scene(value["letters"])
    if "tree" in value:
        return tree_scene(value["tree"], value["deepest"])
    if "puzzle" in value:
        return _puzzle_scene(value)
    raise FigureError(f"a figure cannot be drawn from {', '.join(value)}")


def _puzzle_scene(value: Mapping[str, Any]) -> Scene:
    puzzle = _puzzle(value["puzzle"])
    if "placed" not in value:
        if not isinstance(puzzle, Puzzle):
            return puzzle_scene(puzzle)
        some = tuple(read_placed(puzzle, entry) for entry in value.get("some", ()))
        return picture_of(Solution(puzzle, some))
    found = SolutionFile(puzzle.title, "", (value["placed"],)).solution(1, puzzle)
    if value["puzzle"].startswith("lpanel-"):
        assert isinstance(found, Solution)
        return solved_scene(LPanel.of_puzzle(found.puzzle), found, puzzle.title)
    return picture_of(found)


def _puzzle(name: str) -> AnyPuzzle:
    return parse_puzzle(name) if "\n" in name else load(name)
