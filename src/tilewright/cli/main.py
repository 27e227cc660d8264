"""The `tilewright` command."""

import io
import os
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Annotated, NoReturn, ParamSpec

import typer

import tilewright
from tilewright.cli.answers import BAD_INPUT, BROKEN, BROKEN_PIPE, INTERRUPTED
from tilewright.cli.best import best
from tilewright.cli.check import check
from tilewright.cli.convert import convert, example
from tilewright.cli.count import count
from tilewright.cli.counts import counts
from tilewright.cli.cover import cover
from tilewright.cli.estimate import estimate
from tilewright.cli.explain import explain
from tilewright.cli.export import export_run
from tilewright.cli.generate import generate_boards, generate_dissection, generate_pieces
from tilewright.cli.grade import grade
from tilewright.cli.listing import list_puzzles
from tilewright.cli.lpanel import check_panel, generate_panels, render_panels, solve_panel
from tilewright.cli.render import render
from tilewright.cli.resume import resume, run
from tilewright.cli.runs import show_run
from tilewright.cli.runs_merge import merge_runs
from tilewright.cli.runs_verify import verify_run
from tilewright.cli.sample import sample
from tilewright.cli.serve import serve
from tilewright.cli.shares import shares
from tilewright.cli.show import show
from tilewright.cli.solve import solve
from tilewright.cli.terminal import only_visible
from tilewright.cli.unify import unify_puzzle
from tilewright.engines import OptionError
from tilewright.errors import TilewrightError, visible

__all__ = ["app", "main"]

P = ParamSpec("P")

LONGEST = 20_000  # digits of a number that is printed or read; Python itself takes 4,300

app = typer.Typer(
    name="tilewright",
    help="Tiling puzzles and exact covers: find, count, estimate, draw at random.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _printing(command: Callable[P, int]) -> Callable[P, NoReturn]:
    """Print what can be seen only, and end with the status that the command returns.

    End without a word if whoever read our output has gone; Typer would call that status 1.
    """

    @wraps(command)
    def guarded(*arguments: P.args, **options: P.kwargs) -> NoReturn:
        try:
            with only_visible():
                status = command(*arguments, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = BROKEN_PIPE
        raise typer.Exit(status)

    return guarded


def _handed_rightly(name: str, command: Callable[P, int]) -> Callable[P, int]:
    """Name the right command if this one fails because it was handed what another one takes."""
    first = next(iter(signature(command).parameters), "")

    @wraps(command)
    def guarded(*arguments: P.args, **options: P.kwargs) -> int:
        try:
            return command(*arguments, **options)
        except OptionError:
            raise
        except (TilewrightError, OSError):
            from tilewright.cli.kinds import wrong_kind  # only errors ask for it

            if error := wrong_kind(name, options.get(first), options):
                raise error from None
            raise

    return guarded


COMMANDS: dict[str, Callable[..., int]] = {
    "list": list_puzzles,
    "show": show,
    "solve": solve,
    "render": render,
    "count": count,
    "estimate": estimate,
    "run": run,
    "resume": resume,
    "best": best,
    "sample": sample,
    "shares": shares,
    "explain": explain,
    "grade": grade,
    "unify": unify_puzzle,
    "check": check,
    "convert": convert,
    "cover": cover,
    "example": example,
    "counts": counts,
    "serve": serve,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(_printing(_handed_rightly(_name, _command)))

RUN_COMMANDS: dict[str, Callable[..., int]] = {
    "show": show_run,
    "merge": merge_runs,
    "verify": verify_run,
    "export": export_run,
}
GENERATORS: dict[str, Callable[..., int]] = {
    "board": generate_boards,
    "pieces": generate_pieces,
    "dissection": generate_dissection,
}
PANEL_COMMANDS: dict[str, Callable[..., int]] = {
    "solve": solve_panel,
    "check": check_panel,
    "generate": generate_panels,
    "render": render_panels,
}
for _group, _commands, _about in (
    ("runs", RUN_COMMANDS, "Runs, which are searches kept in a file: show, merge, verify, export."),
    ("generate", GENERATORS, "Make puzzles that have a solution."),
    ("lpanel", PANEL_COMMANDS, "L-Panel, a puzzle of Ls on white cells: solve, check, make, draw."),
):
    _typer = typer.Typer(help=_about)
    app.add_typer(_typer, name=_group, no_args_is_help=True)
    for _name, _command in _commands.items():
        _command = _handed_rightly(f"{_group} {_name}", _command)
        _typer.command(_name)(_printing(_command))


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tilewright {tilewright.__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Tiling puzzles and exact covers: find, count, estimate, draw at random."""


def run_command(command: Callable[..., int]) -> None:
    """A command of a tool beside the package, run as the package's own are."""
    tool = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    tool.command()(_printing(command))
    main(tool)


def main(command: Callable[[], object] = app) -> None:
    """Run the command; mistakes end with a sentence and status 2, never with a traceback."""
    if sys.stdout is None:  # closed by whoever called us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.set_int_max_str_digits(LONGEST)
    os.environ["PYTHONINTMAXSTRDIGITS"] = str(LONGEST)  # of processes that this one starts
    try:
        command()
    except TilewrightError as error:
        _leave("\n".join(f"error: {line}" for line in str(error).splitlines()), BAD_INPUT)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        _leave(f"error: {name}{error.strerror or error}", BAD_INPUT)
    except MemoryError:
        _leave("error: the problem does not fit into memory", BAD_INPUT)
    except KeyboardInterrupt:
        _leave("interrupted", INTERRUPTED)
    except Exception as error:
        if str(error).startswith("Exceeds the limit"):
            _leave(f"error: a number has more than {LONGEST:,} digits", BAD_INPUT)
        traceback.print_exc()
        _leave("This is a mistake in Tilewright, not yours: please report it.", BROKEN)


def _leave(message: str, status: int) -> None:
    print(visible(message), file=sys.stderr)
    sys.exit(status)
