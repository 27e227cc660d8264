"""`tilewright lpanel`: L-Panels, solved, checked and made."""

import json as jsons
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.answers import DONE, INTERRUPTED, UNDECIDED
from tilewright.cli.colour import Colour
from tilewright.cli.commands.lpanel_boards import check_picture, panel_entry, save_boards, size_of
from tilewright.cli.options import FindAll, Json, MaxSeconds, Quiet, Render
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.generated import NothingMadeError, Tried
from tilewright.design.lpanel.make import GENERATOR, MadePanel, generate_panel, parse_size
from tilewright.engines import OptionError
from tilewright.engines.registry import that_can
from tilewright.formats import format_puzzle
from tilewright.solutions import placed_entry

# How `tilewright lpanel generate` works.


@dataclass(frozen=True, slots=True)
class Wishes:
    """What boards are to be like, how many, and how long to look for them."""

    size: str
    black: int | None
    symmetry: str
    difficulty: str | None
    seed: int
    count: int
    max_seconds: float | None


@dataclass(frozen=True, slots=True)
class Made:
    """The boards that were made, and why there are no more, if there should be."""

    panels: list[MadePanel]
    stopped: NothingMadeError | None
    seconds: float


def generate(
    wishes: Wishes,
    *,
    output: Path | None,
    render: Path | None,
    toml: bool,
    json: bool,
    quiet: bool,
) -> int:
    """Make boards, print and draw them, and return the status."""
    toml |= output is not None and output.suffix == ".toml"
    if toml and (json or wishes.count > 1):
        other = "--json" if json else "--count"
        raise OptionError(f"a puzzle file (--toml) and {other} exclude each other")
    if render is not None:
        check_picture(render, "--render")
    made = _make(wishes, quiet=quiet)
    text = _json(made) if json else _toml(made.panels) if toml else _boards(made.panels)
    if output is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    elif made.panels:
        output.write_text(text, encoding="utf-8")
    if render is not None and made.panels:
        captions = [f"{one.grade.level}, seed {one.seed}" for one in made.panels]
        save_boards([(one.panel, None) for one in made.panels], render, captions)
    if made.stopped is None:
        return DONE
    print(f"error: {made.stopped}", file=sys.stderr)
    interrupted = made.stopped.stopped_by == "interrupt"
    return INTERRUPTED if interrupted else UNDECIDED


def _make(wishes: Wishes, *, quiet: bool) -> Made:
    """Board after board, each with the next seed."""
    columns, rows = parse_size(wishes.size)
    began = time.monotonic()
    made: list[MadePanel] = []
    stopped = None
    with Progress(quiet=quiet) as progress, on_signal(lambda: None) as received:

        def report(tried: Tried) -> None:
            place = f"board {len(made) + 1} of {wishes.count}: " if wishes.count > 1 else ""
            progress.say(f"{place}{tried.looks:,} patterns tried, {tried.unique:,} unique")

        try:
            for number in range(wishes.seed, wishes.seed + wishes.count):
                left = None
                if wishes.max_seconds is not None:
                    left = max(0.0, began + wishes.max_seconds - time.monotonic())
                one = generate_panel(
                    columns,
                    rows,
                    black=wishes.black,
                    symmetry=wishes.symmetry,
                    difficulty=wishes.difficulty,
                    seed=number,
                    max_seconds=left,
                    keep_going=lambda: not received,
                    progress=report,
                )
                made.append(one)
        except NothingMadeError as error:
            stopped = error
    return Made(made, stopped, time.monotonic() - began)


def _boards(made: list[MadePanel]) -> str:
    """The boards as text, each below a remark."""
    return "\n".join(f"; {caption(one)}\n{one.panel}\n" for one in made)


def caption(one: MadePanel) -> str:
    """A new board in a few words."""
    engines = " and ".join(one.engines)
    return f"{size_of(one.panel)}, {one.grade.level}, seed {one.seed}: one solution ({engines})"


def _toml(made: list[MadePanel]) -> str:
    return "".join(format_puzzle(one.puzzle) for one in made)


def _json(made: Made) -> str:
    answer = {
        "boards": list(map(_entry, made.panels)),
        "stopped_by": None if made.stopped is None else made.stopped.stopped_by or "limit",
        "seconds": round(made.seconds, 6),
    }
    return jsons.dumps(answer) + "\n"


def _entry(one: MadePanel) -> dict[str, object]:
    return panel_entry(one.panel) | {
        "symmetry": one.symmetry,
        "seed": one.seed,
        "generator": GENERATOR,
        "grade": asdict(one.grade),
        "unique": True,
        "confirmed": len(one.engines) > 1,
        "engines": one.engines,
        "solution": list(map(placed_entry, one.solution.placed)),
    }


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
    from tilewright.cli.commands.lpanel_boards import (  # other commands start faster without
        Wanted,
        solve,
    )

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
    from tilewright.cli.commands.lpanel_boards import check

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
    from tilewright.cli.commands.lpanel_boards import ToDraw, render

    return render(file, ToDraw(board, solved, engine, max_seconds), output, quiet=quiet)
