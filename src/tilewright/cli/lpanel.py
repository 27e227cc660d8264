"""`tilewright lpanel`: L-Panels, solved, checked and made."""

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.colour import Colour
from tilewright.cli.options import FindAll, Json, MaxSeconds, Quiet, Render
from tilewright.engines.registry import that_can

__all__ = ["check_panel", "generate_panels", "render_panels", "solve_panel"]

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A board as text, `.` white and `#` black, or a puzzle file, or - for one of them on "
        "stdin; or a name of the catalogue, such as lpanel-01.",
    ),
]
First = Annotated[
    str,
    typer.Option(
        "--engine",
        help=f"The engine that begins; another one has to agree.  auto is cpsat, if it is "
        f"installed; others are {', '.join(that_can('repeats'))}.",
    ),
]


def solve_panel(
    file: File,
    find_all: FindAll = False,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Print the first N solutions; at most 2 unless told."),
    ] = None,
    board: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The N-th of several boards in the file.")
    ] = None,
    engine: First = "auto",
    render: Render = None,
    max_seconds: MaxSeconds = None,
    colour: Colour = "auto",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Solve an L-Panel: cover the white cells with Ls, and say whether there is another solution.

    A second engine, which shares no code with the first, has to confirm that.  If there is no
    solution, reasons are given.  Without --max-seconds each question that follows the first
    solution is given up after 10 seconds.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before there was a
    solution, or all that were asked for, 130 interrupted.
    """
    from tilewright.cli.lpanel_solve import Wanted, solve  # other commands start faster without

    return solve(
        file,
        board,
        Wanted(find_all, limit, engine, max_seconds),
        render=render,
        colour=colour,
        json=json,
        quiet=quiet,
    )


def check_panel(
    file: File,
    engine: First = "auto",
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Say of each board in a file whether it has exactly one solution, and if it has none, why.

    The limit is for each board.

    Exit status: 0 each has exactly one, 1 one of them has none or several, 2 bad input, 3 not
    known, 130 interrupted.
    """
    from tilewright.cli.lpanel_solve import check

    return check(file, engine, max_seconds, json=json, quiet=quiet)


def generate_panels(
    size: Annotated[
        str, typer.Option(metavar="WxH", help="Columns and rows, such as 8x8.")
    ] = "8x8",
    black: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="So many black cells; about a fifth unless told."),
    ] = None,
    symmetry: Annotated[
        str,
        typer.Option(
            help="The pattern's symmetry: none, half-turn, quarter-turn, left-right, top-bottom, "
            "both, diagonal or all."
        ),
    ] = "none",
    difficulty: Annotated[
        str | None, typer.Option(help="easy, medium, hard or fiendish; any unless told.")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="Same number, same wishes: same board.")
    ] = 0,
    count: Annotated[
        int, typer.Option(min=1, metavar="K", help="So many boards, with seeds N, N + 1, …")
    ] = 1,
    toml: Annotated[bool, typer.Option("--toml", help="Print a puzzle file.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write there, not to stdout; a name that ends in .toml is for a puzzle file.",
        ),
    ] = None,
    render: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the boards to be printed, too: .svg, .png or .pdf."
        ),
    ] = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Make boards of L-Panel that have exactly one solution, which two engines confirm.

    The boards can be given to `tilewright lpanel solve`; with --toml to every other command.

    Exit status: 0 made, 2 bad input, 3 not all were found, in the time given or at all, 130
    interrupted.
    """
    from tilewright.cli.lpanel_generate import Wishes, generate

    return generate(
        Wishes(size, black, symmetry, difficulty, seed, count, max_seconds),
        output=output,
        render=render,
        toml=toml,
        json=json,
        quiet=quiet,
    )


def render_panels(
    file: File,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="A .svg, .png or .pdf file.")
    ],
    solved: Annotated[
        bool, typer.Option("--solved", help="Draw solutions, not the empty boards.")
    ] = False,
    board: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Only the N-th board in the file.")
    ] = None,
    engine: First = "auto",
    max_seconds: MaxSeconds = None,
    quiet: Quiet = False,
) -> int:
    """Draw the boards in a file as they are printed, or their solutions, on one sheet.

    The limit is for each board.

    Exit status: 0 drawn, 1 one of them has no solution, 2 bad input, 3 not known, 130 interrupted.
    """
    from tilewright.cli.lpanel_solve import ToDraw, render

    return render(file, ToDraw(board, solved, engine, max_seconds), output, quiet=quiet)
