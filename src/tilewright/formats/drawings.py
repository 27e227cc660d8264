"""Polygon puzzles from SVG drawings, and back."""

from pathlib import Path

from tilewright.document import Document, read_text
from tilewright.formats.read import AnyPuzzle, PuzzleFile, require_polygons
from tilewright.polygons import PolygonPuzzle
from tilewright.polygons.svg_read import parse_svg
from tilewright.polygons.svg_write import format_svg

__all__ = ["check_svg", "parse_drawing", "read_svg", "write_svg"]


def read_svg(path: str | Path, *, exact: bool = False) -> PolygonPuzzle:
    """Read a puzzle from a drawing.  Raises FileError with everything that is wrong with it.

    Shapes called `board` are the board, all others are pieces.  Their coordinates count as
    measured, unless `exact` says that they are meant as they are written.
    """
    return require_polygons(check_svg(path, exact=exact).require_sound(), str(path))


def check_svg(path: str | Path, *, exact: bool = False) -> PuzzleFile:
    """Read a drawing, but leave it to the caller to look at its faults."""
    return parse_drawing(read_text(path), str(path), exact=exact)


def parse_drawing(text: str, name: str, *, exact: bool = False) -> PuzzleFile:
    """The same, from the text of a file."""
    found = parse_svg(text, name, exact=exact)
    document = Document(name, {}, found.lines)
    return PuzzleFile(found.puzzle, document, found.places, found.drawn)


def write_svg(puzzle: AnyPuzzle, path: str | Path) -> None:
    """Write a polygon puzzle as a drawing, which reads back as the same puzzle."""
    Path(path).write_text(format_svg(require_polygons(puzzle, "the puzzle")), encoding="utf-8")
