"""`tilewright example`: print a famous problem."""

from typing import Annotated

import typer

from tilewright.cli.answers import DONE
from tilewright.cover import format_cover
from tilewright.cover.examples import EXAMPLES, make_example

__all__ = ["example"]


def example(
    name: Annotated[str | None, typer.Argument(help="Which one; leave out for a list.")] = None,
    arguments: Annotated[list[str] | None, typer.Argument(help="What it takes.")] = None,
) -> int:
    """Print a famous exact cover problem in Knuth's text format.

    For example: tilewright example queens 8 | tilewright cover - --count
    """
    if name is None:
        width = max(len(f"{name} {e.arguments}") for name, e in EXAMPLES.items())
        for key, entry in EXAMPLES.items():
            typer.echo(f"{f'{key} {entry.arguments}':{width}}  {entry.about}")
    else:
        typer.echo(format_cover(make_example(name, arguments or [])), nl=False)
    return DONE
