"""Options that several commands share."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright.engines import Choice, OptionError
from tilewright.engines.device import find_machine
from tilewright.polygons.search import WAYS
from tilewright.solve import ENGINES, require_runs_on

__all__ = [
    "Device",
    "Engine",
    "ExplainChoice",
    "Json",
    "LocalCluster",
    "MaxNodes",
    "MaxSeconds",
    "Memory",
    "Part",
    "Processes",
    "Puzzle",
    "Quiet",
    "Render",
    "Require",
    "Rule",
    "RunPath",
    "Scheduler",
    "Seed",
    "Stranding",
    "Strategy",
    "Threads",
    "Tolerance",
    "how_to_search",
    "print_choice",
    "refuse_in_run",
    "refuse_requirements",
    "require_device",
    "require_run",
    "size_in_bytes",
]

Puzzle = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A name of the catalogue, or a puzzle file.")
]
Engine = Annotated[
    str,
    typer.Option(
        help=f"auto, or one of {', '.join(ENGINES)}; for free polygons one of {', '.join(WAYS)}."
    ),
]
Strategy = Annotated[
    str | None,
    typer.Option(help="Free polygons: put pieces where 'fewest' fit, or as 'lynning' did in 1974."),
]
Tolerance = Annotated[
    float | None,
    typer.Option(
        min=0,
        metavar="T",
        help="Free polygons: gaps and overlaps may be as wide as T times the size of the board.  "
        "Puzzles with decimals are tried from a small to a large T unless told.",
    ),
]
Render = Annotated[
    Path | None,
    typer.Option(
        "--render",
        metavar="FILE",
        help="Draw the solutions printed; the end of the name says how, as for `render`.",
    ),
]
Require = Annotated[
    list[str] | None,
    typer.Option(
        "--require",
        metavar="WHAT",
        help="Only solutions that are 'symmetric' (or 'symmetric:MOTION', such as half-turn, "
        "left-right or rotation), have 'no-crossroads' where four pieces meet, are '3-colourable', "
        "or keep identical pieces 'apart' ('apart:PIECE': only these).  May be given several "
        "times.",
    ),
]
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
        "same.  With --max-nodes, or for so many solutions, one thread searches; so it does for "
        "free polygons unless told, because it then searches no region twice.",
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
Device = Annotated[
    str | None,
    typer.Option(
        metavar="DEVICE",
        help="Engine frontier: run on the processor, 'cpu', or on a GPU by 'cuda'; then auto is "
        "frontier, and --memory is for what the GPU has no room for.",
    ),
]
ExplainChoice = Annotated[
    bool, typer.Option("--explain-choice", help="Say which engine auto takes, and why.")
]
MaxNodes = Annotated[int | None, typer.Option(min=0, help="Stop after N nodes.")]
MaxSeconds = Annotated[float | None, typer.Option(min=0, help="Stop after S seconds.")]
RunPath = Annotated[
    Path | None,
    typer.Option(
        "--run",
        metavar="FILE",
        help="Keep the search in this file, or go on with the one that is there: it can be stopped "
        "at any time, even killed, and resumed.",
    ),
]
Part = Annotated[
    str | None,
    typer.Option(
        metavar="K/N",
        help="With --run: do only the K-th of N parts; the others may be done on other machines, "
        "and `tilewright runs merge` puts them together.",
    ),
]
Processes = Annotated[
    int | None,
    typer.Option(min=1, max=1024, help="With --run: let N processes work instead of threads."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Let a Dask cluster work, such as tcp://10.0.0.1:8786."),
]
LocalCluster = Annotated[
    int | None,
    typer.Option(min=1, max=1024, metavar="N", help="Let a Dask cluster of N processes work here."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")]


def how_to_search(
    engine: str,
    rule: str | None,
    seed: int | None,
    stranding: str | None,
    threads: int,
    memory: str | None,
    device: str | None,
) -> dict[str, Any]:
    """These options, as far as they were given, by the names that searches know.

    Raises OptionError if the device is not there.
    """
    max_memory = None if memory is None else size_in_bytes(memory)
    require_device(device, engine)
    given = {"rule": rule, "seed": seed, "stranding": stranding, "max_memory": max_memory}
    given |= {"device": device}
    return {"engine": engine, "threads": threads} | {
        name: x for name, x in given.items() if x is not None
    }


def require_device(device: str | None, engine: str) -> None:
    """Raise OptionError if a device was asked for that is not there, or not for the engine."""
    if device is not None:
        require_runs_on(device, engine)
        find_machine(device)


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


def refuse_in_run(options: Mapping[str, object]) -> None:
    """Raise OptionError if one of these is given, which have no place in a run."""
    for name, value in options.items():
        if value is not None:
            raise OptionError(f"{name} and --run exclude each other: a run goes to the end")


def refuse_requirements(require: list[str] | None, option: str) -> None:
    """Raise OptionError if there are requirements, beside an option that looks at everything."""
    if require:
        raise OptionError(
            f"--require and {option} exclude each other: {option} is for all solutions"
        )


def require_run(options: Mapping[str, object]) -> None:
    """Raise OptionError if one of these is given, which need a run."""
    for name, value in options.items():
        if value is not None:
            raise OptionError(f"{name} needs --run FILE")
