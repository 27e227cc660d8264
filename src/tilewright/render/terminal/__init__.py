"""Pictures on a terminal: coloured characters with lines between the pieces."""

from tilewright.polygons import PolygonPuzzle, PolygonSolution
from tilewright.puzzle import Puzzle
from tilewright.render.scene import PictureError
from tilewright.render.terminal import pictures as drawn
from tilewright.render.terminal.canvas import Canvas, above, shelf
from tilewright.render.views import Pictured
from tilewright.solutions import Solution


def to_terminal(
    what: Pictured,
    *,
    width: int = 80,
    colour: bool = True,
    full: bool = True,
) -> str:
    """A puzzle or a solution for a terminal of this width; a solution in letters without `colour`.

    Without `full` the terminal has 256 colours only.  What cannot be drawn is written in letters.
    """
    if width < 1:
        raise PictureError(f"a terminal of width {width}: expected at least 1")
    canvas = canvas_of(what, width) if colour else None
    return str(what) if canvas is None else canvas.text(full=full)


def canvas_of(what: Pictured, width: int) -> Canvas | None:
    """A puzzle or a solution on a canvas; None if it cannot be drawn."""
    pieces: list[Canvas] | None
    match what:
        case Solution():
            return drawn.solution_canvas(what, width)
        case PolygonSolution():
            return drawn.polygon_solution_canvas(what, width)
        case Puzzle():
            board = drawn.board_canvas(what.lattice, what.board, width)
            kinds = [(number, piece.colour_map()) for number, piece in enumerate(what.pieces)]
            pieces, flat = drawn.piece_canvases(what.lattice, kinds, width), what.lattice.flat
        case PolygonPuzzle():
            board = drawn.polygon_board_canvas(what, width)
            pieces, flat = drawn.polygon_piece_canvases(what.pieces, width), True
        case _:
            raise PictureError(f"{what!r:.60} has no picture: expected a puzzle or a solution")
    if board is None or pieces is None:
        return None
    captions = [f"{p.name}{'' if str(p.count) == '1' else f' ×{p.count}'}" for p in what.pieces]
    return above([board, shelf(captions, pieces, width, flat=flat)], gap=1)
