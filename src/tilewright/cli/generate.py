"""`tilewright generate`: make a puzzle that has a solution."""

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.statuses import DONE

__all__ = ["generate_dissection"]


def generate_dissection(
    pieces: Annotated[int, typer.Option(metavar="N", help="How many pieces.")] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Same number, same puzzle.")] = 7,
    kind: Annotated[
        str,
        typer.Option(
            help="convex: cut straight across; crooked: cut along bent lines; commensurable: all "
            "corners on a small grid, which makes hard puzzles."
        ),
    ] = "convex",
    board: Annotated[
        str, typer.Option(help="square, or a random polygon: convex or star.")
    ] = "square",
    parts: Annotated[int, typer.Option(metavar="N", help="Parts of the board.")] = 1,
    holes: Annotated[int, typer.Option(metavar="N", help="Holes of the board.")] = 0,
    nested: Annotated[int, typer.Option(metavar="N", help="Pieces inside of another piece.")] = 0,
    flip: Annotated[
        bool, typer.Option("--flip/--no-flip", help="May pieces be turned over?")
    ] = True,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it there, not to stdout."),
    ] = None,
) -> int:
    """Cut a board into pieces at random, and print the puzzle file.

    The pieces are turned, shifted, maybe flipped, and named by size: nothing gives the solution
    away.

    Exit status: 0, or 2 bad input.
    """
    # Other commands start faster without these.
    from tilewright.formats import format_puzzle
    from tilewright.polygons.dissect import dissection

    puzzle = dissection(
        pieces,
        seed,
        kind=kind,
        board=board,
        parts=parts,
        holes=holes,
        nested=nested,
        flip=flip,
    )
    text = format_puzzle(puzzle)
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    return DONE
