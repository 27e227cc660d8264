"""The `tilewright` command."""

import os
import sys
from importlib.metadata import version as installed_version
from typing import Annotated

import typer

from tilewright.cli.cover import cover
from tilewright.cli.example import example
from tilewright.errors import TilewrightError

__all__ = ["app", "main"]

BAD_INPUT = 2
INTERRUPTED = 130

app = typer.Typer(
    name="tilewright",
    help="Exact covers and tiling puzzles: find, count, estimate.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(cover)
app.command()(example)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tilewright {installed_version('tilewright')}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Exact covers and tiling puzzles: find, count, estimate."""


def main() -> None:
    """Run the command; mistakes end with a sentence and status 2, never with a traceback."""
    try:
        app()
    except TilewrightError as error:
        _leave(f"error: {error}", BAD_INPUT)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more is to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(BAD_INPUT)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        _leave(f"error: {name}{error.strerror or error}", BAD_INPUT)
    except MemoryError:
        _leave("error: the problem does not fit into memory", BAD_INPUT)
    except KeyboardInterrupt:
        _leave("interrupted", INTERRUPTED)


def _leave(message: str, status: int) -> None:
    print(message, file=sys.stderr)
    sys.exit(status)
