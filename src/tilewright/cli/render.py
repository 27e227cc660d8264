"""`tilewright render`: puzzles, pieces and solutions as pictures, models and films."""

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.options import Json, MaxSeconds, Quiet

__all__ = ["render"]


def render(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A puzzle of the catalogue or in a file, a run, or what `solve --json` wrote.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write: .svg, .png, .pdf, .dxf, .html, .glb, .gltf, .x3d, .stl, "
            ".3mf, .gif or .webp.",
        ),
    ],
    what: Annotated[
        str | None, typer.Option(help="Draw the 'solution', the 'puzzle', or its 'pieces'.")
    ] = None,
    view: Annotated[
        str | None,
        typer.Option(
            help="flat; iso, exploded or layers; steps, to put it together; cut, for a laser; "
            "pieces; plate or tray, to be printed; assembled; or dance, the search at work.  "
            "Unless told, what suits the puzzle and the file."
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--solution",
            min=1,
            metavar="N",
            help="The N-th solution, in the order of `solve --all`; the first unless told.",
        ),
    ] = None,
    sheet: Annotated[
        int | None,
        typer.Option(min=1, max=1000, metavar="N", help="The first N solutions side by side."),
    ] = None,
    labels: Annotated[bool, typer.Option("--labels", help="Names on the pieces.")] = False,
    pixels: Annotated[
        float | None, typer.Option(min=1, max=20_000, help="The length of the longer side.")
    ] = None,
    columns: Annotated[
        int | None, typer.Option(min=1, help="With --sheet: N solutions side by side.")
    ] = None,
    cell: Annotated[
        float | None,
        typer.Option(
            metavar="MM", help="To be printed or cut: the size of a cell; 10 unless told."
        ),
    ] = None,
    clearance: Annotated[
        float | None,
        typer.Option(metavar="MM", help="To be printed or cut: the gap between pieces."),
    ] = None,
    chamfer: Annotated[
        float | None, typer.Option(metavar="MM", help="To be printed: cut off the edges.")
    ] = None,
    rounding: Annotated[
        float | None, typer.Option("--round", metavar="MM", help="To be printed: round the edges.")
    ] = None,
    thickness: Annotated[
        float | None, typer.Option(metavar="MM", help="To be printed: of flat pieces.")
    ] = None,
    kerf: Annotated[
        float | None, typer.Option(metavar="MM", help="To be cut: the width of the cut.")
    ] = None,
    tray: Annotated[
        bool, typer.Option("--tray", help="To be printed or cut: a tray for the board as well.")
    ] = False,
    bed: Annotated[
        str | None,
        typer.Option(metavar="WxH", help="To be printed: how large a plate may be, in mm."),
    ] = None,
    puzzle: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The puzzle whose solutions NAME holds."),
    ] = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Draw a puzzle, its pieces or its solutions; the end of the file's name says how.

    Each solution is checked against the puzzle before it is drawn.  The file is there when it is
    complete, and not before.

    Exit status: 0 drawn, 1 no solution, 2 bad input, 3 stopped by a limit, 130 interrupted.
    """
    from tilewright.cli.drawing import Making, Request, bed_size, draw  # rarely asked for

    room = None if bed is None else bed_size(bed)
    making = Making(cell, clearance, chamfer, rounding, thickness, kerf, tray, room)
    return draw(
        name,
        puzzle,
        Request(out, what, view, number, sheet, labels, pixels, columns, making),
        max_seconds=max_seconds,
        json=json,
        quiet=quiet,
    )
