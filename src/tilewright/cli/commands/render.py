"""`tilewright render`: puzzles, pieces and solutions as pictures, models and films."""

import re
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.cli import options
from tilewright.cli.answers import amount, picked, print_json, status_of
from tilewright.cli.options import common, exclude, expert, output, refuse
from tilewright.cli.puzzles import lattice_name
from tilewright.cli.subjects import Subject, Taken, subject_of
from tilewright.engines import OptionError
from tilewright.render import (
    DRAWINGS,
    FILMS,
    MODELS,
    PRINTS,
    Making,
    Style,
    check_path,
    check_suffix,
    file_contents,
    settled_view,
    write_files,
)

SOLUTION, PUZZLE, PIECES = WHAT = ("solution", "puzzle", "pieces")
WITHOUT_SOLUTION = ("pieces", "plate", "tray", "dance")  # views
WITH_BOARD = ("flat", "iso", "layers", "dance")  # views

# Which of the kinds of pictures an option makes a difference to.
TAKES = {
    "labels": ("drawings",),
    "pixels": ("drawings", "films"),
    "sheet": ("drawings", "pages"),
    "cell": ("prints", "cut lines"),
    "clearance": ("prints", "cut lines"),
    "chamfer": ("prints",),
    "rounding": ("prints",),
    "thickness": ("prints",),
    "kerf": ("cut lines",),
    "tray": ("prints", "cut lines"),
    "bed": ("prints",),
}
Length = float | None
length = partial(expert, metavar="MM")
ENDINGS = {"pages": (".html",), "drawings": DRAWINGS, "prints": PRINTS, "films": FILMS}


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderRequest:
    """What is to be drawn, and how."""

    out: Annotated[
        Path,
        common(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write: .svg, .png, .pdf, .dxf, .html, .glb, .gltf, .x3d, .stl, "
            ".3mf, .gif or .webp.",
        ),
    ]
    what: Annotated[
        str | None, common(help="Draw the 'solution', the 'puzzle', or its 'pieces'.")
    ] = None
    view: Annotated[
        str | None,
        common(
            help="flat; iso, exploded or layers; steps, to put it together; cut, for a laser; "
            "pieces; plate or tray, to be printed; assembled; or dance, the search at work.  "
            "Default: what suits the puzzle and the file."
        ),
    ] = None
    number: Annotated[
        int | None,
        common(
            "--solution",
            min=1,
            metavar="N",
            help="The N-th solution, in the order of `solve --all`; default: the first.",
        ),
    ] = None
    sheet: Annotated[
        int | None, common(min=1, max=1000, metavar="N", help="The first N solutions side by side.")
    ] = None
    labels: Annotated[bool, output("--labels", help="Names on the pieces.")] = False
    pixels: Annotated[
        float | None, output(min=1, max=20_000, metavar="N", help="The length of the longer side.")
    ] = None
    columns: Annotated[
        int | None, output(min=1, metavar="N", help="With --sheet: N solutions side by side.")
    ] = None
    cell: Annotated[
        Length, length(help="To be printed or cut: the size of a cell; default: 10.")
    ] = None
    clearance: Annotated[Length, length(help="To be printed or cut: the gap between pieces.")] = (
        None
    )
    chamfer: Annotated[Length, length(help="To be printed: cut off the edges.")] = None
    rounding: Annotated[Length, length("--round", help="To be printed: round the edges.")] = None
    thickness: Annotated[Length, length(help="To be printed: of flat pieces.")] = None
    kerf: Annotated[Length, length(help="To be cut: the width of the cut.")] = None
    tray: Annotated[
        bool, expert("--tray", help="To be printed or cut: a tray for the board as well.")
    ] = False
    bed: Annotated[
        str | None, expert(metavar="WxH", help="To be printed: how large a plate may be, in mm.")
    ] = None

    @property
    def making(self) -> Making:
        """How to print or to cut."""
        room = None if self.bed is None else bed_size(self.bed)
        names = ("cell", "clearance", "chamfer", "rounding", "thickness", "kerf", "tray")
        return Making(**picked(self, *names), bed=room)


def bed_size(text: str) -> tuple[float, float]:
    """What --bed says.

    >>> bed_size("220x200")
    (220.0, 200.0)
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*[x×*]\s*(\d+(?:\.\d+)?)", text.strip())
    if match is None:
        raise OptionError(f"--bed is {text!r}: expected a width and a depth, such as 220x220")
    return float(match[1]), float(match[2])


def _draw(subject: Subject, request: RenderRequest, what: str, *, json: bool) -> int:
    """Draw, tell what was drawn, and return the status."""
    out, first, suffix = request.out, request.number or 1, request.out.suffix.lower()
    view = request.view
    if what == PIECES and view is None and suffix in (*DRAWINGS, *MODELS, *FILMS):
        view = PIECES
    view = settled_view(out, subject.puzzle, view, solved=what == SOLUTION)
    if what == PIECES and view in WITH_BOARD:
        raise OptionError(f"--what pieces has no view {view}, which shows the board: leave it out")
    _refuse(suffix, view, request)
    style = Style(view, request.labels, request.pixels, request.columns, making=request.making)
    shown: Any = subject.puzzle
    taken, numbers = Taken([], 0), range(0)
    if what == SOLUTION:
        taken = _taken(subject, first, request.sheet)
        if not taken.solutions:
            return _say_nothing_is_drawn(subject, first, taken)
        numbers = range(first, first + len(taken.solutions))
        shown = taken.solutions[0]
        if request.sheet is not None:
            style = replace(style, captions=tuple(f"solution {n}" for n in numbers))
            shown = taken.solutions
    contents = file_contents(shown, out, style)
    write_files(contents)
    (_print_json if json else _print)(subject, what, view, numbers, contents)
    sys.stdout.flush()
    if taken.stopped_by:
        print(f"stopped by {taken.stopped_by}: the sheet is not full", file=sys.stderr)
    return status_of(1, taken.stopped_by)


def _print(
    subject: Subject, what: str, view: str, numbers: range, contents: dict[Path, bytes]
) -> None:
    if numbers:
        what = f"solution {numbers[0]}"
    if len(numbers) > 1:
        what = f"solutions {numbers[0]} to {numbers[-1]}"
    for path, data in contents.items():
        length = len(data)
        size = f"{length:,} bytes" if length < 10_000 else f"{length / 1000:,.0f} kB"
        print(f"{path}: {what} of {subject.name}, view {view}, {size}")


def _print_json(
    subject: Subject, what: str, view: str, numbers: range, contents: dict[Path, bytes]
) -> None:
    puzzle = subject.puzzle
    about = {"name": subject.name, "title": puzzle.title, "lattice": lattice_name(puzzle)}
    files = [{"file": str(path), "bytes": len(data)} for path, data in contents.items()]
    drawn = {"what": what, "view": view, "solutions": list(numbers)}
    print_json({"puzzle": about, **drawn, "files": files})


def _what(request: RenderRequest, suffix: str) -> str:
    """What to draw: a solution, unless another thing is meant."""
    what, view = request.what, request.view
    chosen = {"--solution": request.number, "--sheet": request.sheet}
    exclude(chosen)
    options = [option for option, value in chosen.items() if value is not None]
    if what is None:
        printed = suffix in PRINTS and view is None and not options
        what = PIECES if printed or view in WITHOUT_SOLUTION else SOLUTION
        what = PUZZLE if view == "dance" else what
    elif what not in WHAT:
        raise OptionError(f"--what is {what!r}: expected one of {', '.join(WHAT)}")
    elif what == SOLUTION and view in WITHOUT_SOLUTION:
        raise OptionError(f"--view {view} shows no solution: leave out --what solution")
    if what != SOLUTION and options:
        raise OptionError(f"{options[0]} has no place where no solution is drawn")
    return what


def _refuse(suffix: str, view: str, request: RenderRequest) -> None:
    """Raise OptionError for options that make no difference in such a file."""
    if request.columns and not request.sheet:
        raise OptionError("--columns needs --sheet N")
    kind = next((kind for kind, endings in ENDINGS.items() if suffix in endings), "models")
    here = f"view {view} in a {suffix} is none of them: leave it out"
    for name, kinds in TAKES.items():
        if ("cut lines" if view == "cut" else kind) not in kinds:
            refuse(request, [name], f"is for {' and '.join(kinds)}, and {here}")


def _taken(subject: Subject, first: int, sheet: int | None) -> Taken:
    """The solutions to draw, if there are any."""
    known = subject.total or 0
    taken = Taken([], known) if 0 < known < first else subject.take(first, sheet or 1)
    if taken.seen and not taken.solutions and not taken.stopped_by:
        there = f"{amount(taken.seen, 'solution')}{subject.up_to}"
        raise OptionError(f"--solution {first}: {subject.name} has {there}")
    return taken


def _say_nothing_is_drawn(subject: Subject, first: int, taken: Taken) -> int:
    """Say why there is nothing to draw, and return the status."""
    if taken.stopped_by:
        found = f" after {amount(taken.seen, 'solution')}" if taken.seen else ""
        print(
            f"stopped by {taken.stopped_by}{found}: solution {first} is not found, and nothing is "
            f"drawn",
            file=sys.stderr,
        )
    else:
        hint = "--what puzzle draws the puzzle itself"
        print(f"{subject.name} has no solution: {hint}", file=sys.stderr)
    return status_of(taken.seen, taken.stopped_by)


def render(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A puzzle of the catalogue or in a file, a run, or what `solve --json` wrote.",
        ),
    ],
    puzzle: Annotated[
        str | None, common(metavar="FILE", help="The puzzle whose solutions NAME holds.")
    ] = None,
    max_seconds: options.MaxSeconds = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    *,
    request: RenderRequest,
) -> int:
    """Draw a puzzle, its pieces or its solutions; the end of the file's name says how.

    Each solution is checked against the puzzle before it is drawn.  The file is there when it is
    complete, and not before.

    Exit status: 0 drawn, 1 no solution, 2 bad input, 3 stopped by a limit, 130 interrupted.
    """
    what = _what(request, check_suffix(request.out))
    check_path(request.out)
    subject = subject_of(name, puzzle, max_seconds=max_seconds, quiet=quiet)
    return _draw(subject, request, what, json=json)
