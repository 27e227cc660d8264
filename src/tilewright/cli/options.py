"""Options that several commands share."""

import re
from typing import Annotated, Any

import typer

from tilewright.engines import Choice, OptionError
from tilewright.solve import ENGINES

__all__ = [
    "Engine",
    "ExplainChoice",
    "Json",
    "MaxNodes",
    "MaxSeconds",
    "Memory",
    "Puzzle",
    "Quiet",
    "Rule",
    "Seed",
    "Stranding",
    "Threads",
    "how_to_search",
    "print_choice",
    "size_in_bytes",
]

Puzzle = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A name of the catalogue, or a puzzle file.")
]
Engine = Annotated[str, typer.Option(help=f"auto, or one of {', '.join(ENGINES)}.")]
Rule = Annotated[
    str | None, typer.Option(help="Branch on the item with 'fewest' options, or 'leftmost'.")
]
Seed = Annotated[int | None, typer.Option(min=0, help="Break ties by chance, by this number.")]
Stranding = Annotated[
    str | None,
    typer.Option(
        help="Engine anchor: give up when an empty region is too small for the 'smallest' free "
        "piece, or cannot be filled judging by their 'sizes'; or 'none'."
    ),
]
Threads = Annotated[
    int,
    typer.Option(
        min=0,
        max=1024,
        help="Share the work among N threads; 0: as many as there are cores.  The answer is the "
        "same.  With --max-nodes, or for so many solutions, one thread searches.",
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="Engine frontier: use so much memory for tables, such as 500M or 12G, and eight times "
        "as much disk; 1G unless told.  The process takes more: half as much again at worst.",
    ),
]
ExplainChoice = Annotated[
    bool, typer.Option("--explain-choice", help="Say which engine auto takes, and why.")
]
MaxNodes = Annotated[int | None, typer.Option(min=0, help="Stop after N nodes.")]
MaxSeconds = Annotated[float | None, typer.Option(min=0, help="Stop after S seconds.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")]


def how_to_search(
    engine: str,
    rule: str | None,
    seed: int | None,
    stranding: str | None,
    threads: int,
    memory: str | None,
) -> dict[str, Any]:
    """These options, as far as they were given, by the names that searches know."""
    max_memory = None if memory is None else size_in_bytes(memory)
    given = {"rule": rule, "seed": seed, "stranding": stranding, "max_memory": max_memory}
    return {"engine": engine, "threads": threads} | {
        name: x for name, x in given.items() if x is not None
    }


def size_in_bytes(size: str) -> int:
    """What --memory says."""
    match = re.fullmatch(r"(\d+(?:\.\d*)?)\s*([KMGT]?)i?B?", size.strip(), re.IGNORECASE)
    if match is None:
        raise OptionError(f"--memory is {size!r}: expected a size such as 500M or 12G")
    number, unit = match.groups()
    return int(float(number) * 1024 ** " KMGT".index(unit.upper() or " "))


def print_choice(choice: Choice | None, engine: str) -> None:
    """Which engine it is, and why."""
    typer.echo(str(choice) if choice else f"engine {engine}: as you asked for")
