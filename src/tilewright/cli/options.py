"""Options that several commands share."""

from typing import Annotated, Any

import typer

from tilewright.solve import ENGINES

__all__ = [
    "Engine",
    "Json",
    "MaxNodes",
    "MaxSeconds",
    "Puzzle",
    "Quiet",
    "Rule",
    "Seed",
    "Stranding",
    "Threads",
    "how_to_search",
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
MaxNodes = Annotated[int | None, typer.Option(min=0, help="Stop after N nodes.")]
MaxSeconds = Annotated[float | None, typer.Option(min=0, help="Stop after S seconds.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")]


def how_to_search(
    engine: str, rule: str | None, seed: int | None, stranding: str | None, threads: int
) -> dict[str, Any]:
    """These options, as far as they were given, by the names that searches know."""
    given = {"rule": rule, "seed": seed, "stranding": stranding}
    return {"engine": engine, "threads": threads} | {
        name: x for name, x in given.items() if x is not None
    }
