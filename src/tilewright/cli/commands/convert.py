"""`tilewright convert`: puzzles from one kind of file to another."""

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.answers import DONE, amount, columns
from tilewright.cli.options import common
from tilewright.cli.puzzles import any_puzzle, in_all
from tilewright.cover import format_cover
from tilewright.cover.examples import EXAMPLES, make_example
from tilewright.engines import OptionError
from tilewright.formats import AnyPuzzle, read_svg, write_puzzle, write_svg

SVG, TOML = ".svg", ".toml"


def convert(
    puzzle: Annotated[
        str, typer.Argument(help="A name of the catalogue, or a .toml or .svg file.")
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write: .toml or .svg.")],
    exact: Annotated[
        bool, common("--exact", help="Decimals of a drawing are meant as they are written.")
    ] = False,
) -> int:
    """Write a puzzle as a puzzle file, or one of free polygons as an SVG drawing.

    A drawing has a shape called `board`, with straight sides; all its other shapes are pieces.
    Exit status: 0, or 2 bad input.
    """
    kind = out.suffix.lower()
    if kind not in (SVG, TOML):
        raise OptionError(f"{out}: expected a name that ends in {TOML} or {SVG}")
    drawing = puzzle.lower().endswith(SVG)
    if exact and not drawing:
        raise OptionError(f"--exact is for drawings; {puzzle} says itself which numbers are exact")
    if drawing:
        what: AnyPuzzle = read_svg(puzzle, exact=exact)
    else:
        what = any_puzzle(puzzle).puzzle
    if kind == SVG:
        write_svg(what, out)
    else:
        write_puzzle(what, out)
    pieces = in_all(what)
    many = amount(pieces, "piece") if isinstance(pieces, int) else f"{pieces} pieces"
    print(f"{out}: {what.title or 'a puzzle'}, {many}")
    return DONE


def example(
    name: Annotated[str | None, typer.Argument(help="Which one; leave out for a list.")] = None,
    arguments: Annotated[list[str] | None, typer.Argument(help="What it takes.")] = None,
) -> int:
    """Print a famous exact cover problem in Knuth's text format.

    For example: tilewright example queens 8 | tilewright cover - --count
    """
    if name is None:
        rows = [(f"{name} {one.arguments}", one.about) for name, one in EXAMPLES.items()]
        print(*columns(rows), sep="\n")
    else:
        print(format_cover(make_example(name, arguments or [])), end="")
    return DONE
