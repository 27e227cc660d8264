"""Options that several commands share, and what is asked for by them: work, and requests."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tilewright import execution as plan
from tilewright.cli.answers import picked
from tilewright.cli.colour import Paper
from tilewright.cli.puzzles import NamedPuzzle
from tilewright.engines import Choice, OptionError
from tilewright.engines.device.machine import find_machine
from tilewright.engines.registry import AUTO, COVER_ENGINES, POLYGON_ENGINES, require_can
from tilewright.polygons import PolygonPuzzle

# Each option belongs to a panel of --help; an option is made by calling that panel.
PANELS = ("Common", "Search", "Limits", "Output", "For experts")


def _panel(name: str) -> Callable[..., Any]:
    return partial(typer.Option, rich_help_panel=name)


common, search, limits, output, expert = map(_panel, PANELS)
drawn_to = partial(output, "--render", metavar="FILE")
written_to = partial(output, "--output", "-o", metavar="FILE")

Puzzle = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A name of the catalogue, or a puzzle file.")
]
FindAll = Annotated[bool, common("--all", help="Print every solution.")]
MaxSolutions = Annotated[
    int | None, common(min=1, metavar="N", help="Print the first N solutions; default: 1.")
]
UpTo = Annotated[
    str,
    common(
        help="Solutions that only a 'symmetry' tells apart are printed once; or those that only a "
        "'rotation' does; or 'nothing': print all copies."
    ),
]
CountUpTo = Annotated[
    str | None,
    common(
        help="Tell one number only: solutions that differ by more than a 'symmetry', or by more "
        "than a 'rotation'; or by 'nothing': all of them. Default: all three."
    ),
]
Require = Annotated[
    list[str] | None,
    common(
        "--require",
        metavar="WHAT",
        help="Only solutions that are 'symmetric' (or 'symmetric:MOTION', such as half-turn, "
        "left-right or rotation), have 'no-crossroads' where four pieces meet, are '3-colourable', "
        "or keep identical pieces 'apart' ('apart:PIECE': only these).  May be given several "
        "times.",
    ),
]
RunPath = Annotated[
    Path | None,
    common(
        "--run",
        metavar="FILE",
        help="Store the search in this file, or resume the one that is there: it can be stopped "
        "at any time, even killed.",
    ),
]

Engine = Annotated[
    str,
    search(
        help=f"{AUTO}, or one of {', '.join(COVER_ENGINES)}; for free polygons {AUTO}, "
        f"{' or '.join(POLYGON_ENGINES)}."
    ),
]
Seed = Annotated[int | None, search(min=0, metavar="N", help="Break ties by chance, by N.")]
Threads = Annotated[
    int,
    search(
        min=0,
        max=1024,
        metavar="N",
        help="Share the work among N threads; 0: as many as there are cores.  The answer is the "
        "same.  With --max-nodes or --max-solutions one thread searches; so it does for free "
        "polygons by default, because it then searches no region twice.",
    ),
]
ExplainChoice = Annotated[
    bool, search("--explain-choice", help="Say which engine auto takes, and why.")
]

MaxNodes = Annotated[int | None, limits(min=0, metavar="N", help="Stop after N nodes.")]
MaxSeconds = Annotated[float | None, limits(min=0, metavar="S", help="Stop after S seconds.")]
Memory = Annotated[
    str | None,
    limits(
        metavar="SIZE",
        help="Engine frontier: memory for tables, such as 500M or 12G, and eight times as much "
        "disk; default: 1G.  The process takes up to 100 MB more.",
    ),
]

Render = Annotated[
    Path | None,
    drawn_to(help="Draw the solutions printed; the end of the name says how, as for `render`."),
]
Colour = Annotated[
    str,
    output(
        "--colour",
        "--color",
        metavar="WHEN",
        help="Draw in colours: 'always', 'never', or 'auto': on a terminal, unless NO_COLOR is "
        "set.  Otherwise in letters.",
    ),
]
Json = Annotated[bool, output("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, output("--quiet", "-q", help="No progress on stderr.")]

Rule = Annotated[
    str | None, expert(help="Branch on the item with 'fewest' options, or 'leftmost'.")
]
Stranding = Annotated[
    str | None,
    expert(
        help="Engine anchor: give up when an empty region is too small for the 'smallest' free "
        "piece, or cannot be filled judging by their 'sizes'; or 'none'."
    ),
]
Strategy = Annotated[
    str | None,
    expert(help="Free polygons: put pieces where 'fewest' fit, or as 'lynning' did in 1974."),
]
Tolerance = Annotated[
    float | None,
    expert(
        min=0,
        metavar="T",
        help="Free polygons: gaps and overlaps may be as wide as T times the size of the board; "
        "default for puzzles with decimals: from a small to a large T.",
    ),
]
Device = Annotated[
    str | None,
    expert(
        metavar="DEVICE",
        help="Engine frontier: run on the processor, 'cpu', or on a GPU by 'cuda'; then auto is "
        "frontier, and --memory is for what the GPU has no room for.",
    ),
]
Part = Annotated[
    str | None,
    expert(
        metavar="K/N",
        help="With --run: do only the K-th of N parts; the others may be done on other machines, "
        "and `tilewright runs merge` puts them together.",
    ),
]
Processes = Annotated[
    int | None,
    expert(min=1, max=1024, metavar="N", help="With --run: N processes work, not threads."),
]
Scheduler = Annotated[
    str | None,
    expert(metavar="ADDRESS", help="Let a Dask cluster work, such as tcp://10.0.0.1:8786."),
]
LocalCluster = Annotated[
    int | None,
    expert(min=1, max=1024, metavar="N", help="Let a Dask cluster of N processes work here."),
]

SPELT = {"find_all": "all", "estimated": "estimate", "origin": "from", "rounding": "round"}


def exclude(options: Mapping[str, object]) -> None:
    """Raise OptionError if more than one of these options was given."""
    given = [name for name, value in options.items() if value not in (None, False)]
    if len(given) > 1:
        raise OptionError(f"{' and '.join(given)} exclude each other")


def refuse(request: Any, names: Sequence[str], why: str) -> None:
    """Raise OptionError if one of these fields of a request was given."""
    defaults = {one.name: one.default for one in fields(request)}
    for name in names:
        if name in defaults and getattr(request, name) != defaults[name]:
            raise OptionError(f"--{SPELT.get(name, name).replace('_', '-')} {why}")


# Groups of options: a command that has a parameter of such a type has all its options.


@dataclass(frozen=True, kw_only=True)
class WorkerChoice:
    """Who shall work, for how long, and what is shown; threads work by default."""

    threads: Threads = 0
    processes: Processes = None
    scheduler: Scheduler = None
    local_cluster: LocalCluster = None
    max_seconds: MaxSeconds = None
    json: Json = False
    quiet: Quiet = False

    def __post_init__(self) -> None:
        ways = {"--processes": self.processes, "--scheduler": self.scheduler}
        exclude({**ways, "--local-cluster": self.local_cluster})


@dataclass(frozen=True, kw_only=True)
class RunChoice:
    """How to search a puzzle, as it may be stored in a run."""

    require: Require = None
    run: RunPath = None
    engine: Engine = "auto"
    seed: Seed = None
    threads: Threads = 0
    max_seconds: MaxSeconds = None
    memory: Memory = None
    rule: Rule = None
    stranding: Stranding = None
    strategy: Strategy = None
    device: Device = None
    part: Part = None
    processes: Processes = None
    json: Json = False
    quiet: Quiet = False


@dataclass(frozen=True, kw_only=True)
class SearchChoice(RunChoice):
    """The same, with what has no place in a run."""

    explain_choice: ExplainChoice = False
    tolerance: Tolerance = None
    max_nodes: MaxNodes = None


@dataclass(frozen=True, kw_only=True)
class TourChoice:
    """How to go through all solutions at once, which no limit stops."""

    engine: Engine = "auto"
    threads: Threads = 0
    memory: Memory = None
    device: Device = None
    json: Json = False
    quiet: Quiet = False

    @property
    def how(self) -> dict[str, Any]:
        """The same by the names that searches know.  Raises OptionError if there is no device."""
        return picked(self, "engine", "threads") | search_options(self)


# Options that have no place everywhere, as `Invocation` knows them.
LATTICE_ONLY = ("rule", "seed", "stranding", "memory", "device", "stats", "sort", "require")
POLYGONS_ONLY = ("strategy", "tolerance")
RUN_ONLY = ("part", "processes")
SHOWING = ("max_solutions", "trace", "stats", "render", "sort")
NOT_IN_RUN = (*SHOWING, "tolerance", "max_nodes", "explain_choice")
NO_PAPER = Paper(width=0)  # where no solution is shown


@dataclass(frozen=True, kw_only=True)
class Invocation(SearchChoice, WorkerChoice):
    """A search of a puzzle.  Raises OptionError if its options do not go together.

    With `run` it is stored in that file.
    """

    task: str  # "count" or "solve"
    puzzle: NamedPuzzle
    up_to: str = "symmetry"
    only: bool = False  # of a count: that number, not all three
    # Which solutions are shown, and how.
    find_all: bool = False
    max_solutions: int | None = None
    trace: bool = False
    sort: str | None = None
    stats: bool = False
    render: Path | None = None
    paper: Paper = NO_PAPER
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        super().__post_init__()
        exclude({"--all": self.find_all, "--max-solutions": self.max_solutions})
        exclude({"--trace": self.trace, "--json": self.json})
        exclude({"--sort": self.sort, "--trace": self.trace})
        if self.sort not in (None, "symmetry"):
            raise OptionError(f"--sort {self.sort}: expected symmetry")
        if self.polygons is not None:
            only = (*LATTICE_ONLY, *(("max_nodes",) if self.task == "count" else ()))
            refuse(self, only, f"has no place here: {self.puzzle.name} is made of free polygons")
        search_options(self)
        if self.run is not None:
            refuse(self, NOT_IN_RUN, "and --run exclude each other: a run goes to the end")
        else:
            refuse(self, RUN_ONLY, "needs --run FILE")
        if self.polygons is None:
            where = f"{self.puzzle.name} is on a lattice"
            refuse(self, POLYGONS_ONLY, f"is for free polygons, and {where}")
        if self.require and self.trace:
            raise OptionError(
                "--require and --trace exclude each other: --trace is for all solutions"
            )

    @classmethod
    def of(cls, task: str, puzzle: NamedPuzzle, choice: RunChoice, **more: Any) -> "Invocation":
        """What a command is asked for; `more` are fields that are not in the choice, or differ."""
        return cls(task=task, puzzle=puzzle, **vars(choice) | more)

    @property
    def polygons(self) -> PolygonPuzzle | None:
        """The puzzle, if it is made of polygons."""
        puzzle = self.puzzle.puzzle
        return puzzle if isinstance(puzzle, PolygonPuzzle) else None

    @property
    def wanted(self) -> int | None:
        """How many solutions are wanted; None: all."""
        return None if self.find_all else self.max_solutions or 1

    @property
    def one_number(self) -> str | None:
        """Up to what a count is to tell one number; None if it is all three."""
        return self.up_to if self.only else None

    @property
    def scope(self) -> str:
        """How many solutions are wanted, in a word."""
        return "all" if self.find_all else "limit" if self.max_solutions else "one"

    def request(self, **limits: Any) -> plan.Request:
        """What is asked for, as the planner takes it."""
        options = search_options(self) | ({"strategy": self.strategy} if self.strategy else {})
        asked = picked(self, "task", "up_to", "only", "engine")
        return plan.Request.of(self.require or (), options, **asked, **limits)

    @property
    def how(self) -> dict[str, Any]:
        """How to search on a lattice, by the names that searches know."""
        return search_options(self) | picked(self, "engine", "threads", "max_nodes", "max_seconds")


def search_options(choice: Any) -> dict[str, Any]:
    """How to search, by the names that searches know, as far as options of a group say it.

    Raises OptionError if the device is not there, or not for the engine.
    """
    given = picked(choice, "rule", "seed", "stranding", "device")
    if choice.memory is not None:
        given["max_memory"] = size_in_bytes(choice.memory)
    if choice.device is not None:
        if choice.device != "cpu":
            require_can(choice.engine, "device", "run on a GPU")
        find_machine(choice.device)
    return {name: value for name, value in given.items() if value is not None}


def size_in_bytes(size: str) -> int:
    """What --memory says."""
    match = re.fullmatch(r"(\d+(?:\.\d*)?)\s*([KMGT]?)i?B?", size.strip(), re.IGNORECASE)
    if match is None:
        raise OptionError(f"--memory is {size!r}: expected a size such as 500M or 12G")
    number, unit = match.groups()
    return int(float(number) * 1024 ** " KMGT".index(unit.upper() or " "))


def print_choice(request: Any, choice: Callable[[], Choice | str | None]) -> None:
    """Print which engine it is, and why, if that is asked for: it may take time to choose."""
    if request.explain_choice and not request.json:
        print(choice() or f"engine {request.engine}: as you asked for")
