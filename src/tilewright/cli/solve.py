"""`tilewright solve`: find one, some or all solutions of a puzzle."""

import shlex
import sys
import time
from collections.abc import Callable
from typing import Annotated

import typer

from tilewright.cli.answers import status_of
from tilewright.cli.colour import Colour, Paper
from tilewright.cli.options import (
    Device,
    Engine,
    ExplainChoice,
    Json,
    MaxNodes,
    MaxSeconds,
    Memory,
    Part,
    Processes,
    Puzzle,
    Quiet,
    Render,
    Require,
    Rule,
    RunPath,
    Seed,
    Stranding,
    Strategy,
    Threads,
    Tolerance,
    how_to_search,
    print_choice,
    refuse_in_run,
    refuse_requirements,
    require_run,
)
from tilewright.cli.puzzles import STDIN, polygons_of, refuse_lattice, sound_any
from tilewright.cli.ranked import run_ranked
from tilewright.cli.solutions import (
    Clock,
    JsonSolutions,
    Outcome,
    Sheet,
    Sizes,
    Solutions,
    TextSolutions,
)
from tilewright.cli.terminal import Progress, on_signal
from tilewright.cli.trace import DanceFilm, print_steps, trace_polygons
from tilewright.cli.working import Crew, begun_run, go_on
from tilewright.encoding import Encoding, encode
from tilewright.engines import OptionError
from tilewright.solutions import Ranking
from tilewright.solve import search
from tilewright.tiling import PuzzleSearch, RequiredSearch, puzzle_search

__all__ = ["solve"]


def solve(
    puzzle: Puzzle,
    find_all: Annotated[bool, typer.Option("--all", help="Print every solution.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Print the first N solutions; 1 unless told.")
    ] = None,
    up_to: Annotated[
        str | None,
        typer.Option(
            help="Solutions that only a 'symmetry' tells apart are printed once (unless told); or "
            "those that only a 'rotation' does; or 'nothing': print all copies."
        ),
    ] = None,
    copies: Annotated[bool, typer.Option("--copies", help="The same as --up-to nothing.")] = False,
    traced: Annotated[
        bool,
        typer.Option(
            "--trace",
            help="Print each placement as it is tried (+) and taken back (-).  With --render, draw "
            "the steps: FILE is a film, .gif or .webp, or a sheet, .svg, .png or .pdf.",
        ),
    ] = False,
    sort: Annotated[
        str | None,
        typer.Option(
            metavar="ORDER",
            help="'symmetry': search everything, then print the N solutions that look most like "
            "their mirror images, each turned so that it does.  hsym is the number of edges "
            "between pieces that are such edges in the left-right mirror image, too; vsym the same "
            "for top and bottom.",
        ),
    ] = None,
    require: Require = None,
    stats: Annotated[bool, typer.Option("--stats", help="Sizes and times, at the end.")] = False,
    engine: Engine = "auto",
    rule: Rule = None,
    seed: Seed = None,
    stranding: Stranding = None,
    explain_choice: ExplainChoice = False,
    threads: Threads = 0,
    memory: Memory = None,
    device: Device = None,
    strategy: Strategy = None,
    tolerance: Tolerance = None,
    render: Render = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    run: RunPath = None,
    part: Part = None,
    processes: Processes = None,
    colour: Colour = "auto",
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Find one, some or all solutions of a puzzle, one of each class of symmetric ones.

    Each solution is checked against the puzzle by code that has no part in the search.  With --run
    all solutions are searched for and kept in a file, not printed; `tilewright runs verify` checks
    them, `tilewright runs export` writes them out.

    Exit status: 0 solved, 1 no solution, 2 bad input, 3 stopped by a limit before the answer was
    complete, 130 interrupted.
    """
    if find_all and limit is not None:
        raise OptionError("--all and --limit exclude each other")
    if copies and up_to not in (None, "nothing"):
        raise OptionError(f"--copies and --up-to {up_to} exclude each other")
    if traced and json:
        raise OptionError("--trace and --json exclude each other")
    if traced and up_to not in (None, "nothing"):
        raise OptionError(f"--trace shows the whole search, not one up to {up_to}")
    if sort not in (None, "symmetry"):
        raise OptionError(f"--sort {sort}: expected symmetry")
    if sort and traced:
        raise OptionError("--sort and --trace exclude each other")
    if traced:
        refuse_requirements(require, "--trace")
    up_to = "nothing" if copies or traced else up_to or "symmetry"
    began = time.monotonic()
    paper = Paper.of(colour)
    found = sound_any(puzzle)
    sheet = Sheet(None if traced else render, found.puzzle)
    polygons = polygons_of(
        found,
        {"--rule": rule, "--seed": seed, "--stranding": stranding, "--memory": memory}
        | {"--device": device}
        | {"--stats": stats or None, "--sort": sort, "--require": require},
    )
    how = how_to_search(engine, rule, seed, stranding, 1 if traced else threads, memory, device)
    if run is not None:
        refuse_in_run(
            {
                "--limit": limit,
                "--max-nodes": max_nodes,
                "--trace": traced or None,
                "--stats": stats or None,
                "--explain-choice": explain_choice or None,
                "--strategy": strategy,
                "--tolerance": tolerance,
                "--render": render,
                "--sort": sort,
            }
        )
        refuse_requirements(require, "--run")
        kept = begun_run(run, found, task="solve", part=part, up_to=up_to, **how)
        return go_on(
            kept, Crew(threads, processes), json=json, quiet=quiet, max_seconds=max_seconds
        )
    require_run({"--part": part, "--processes": processes})
    wanted = None if find_all else limit or 1
    task = "all" if find_all else "limit" if limit else "one"
    if polygons is not None:
        from tilewright.cli.polygons import solve_polygons
        from tilewright.jigsaw import PolygonSearch

        if traced:
            return trace_polygons(
                polygons,
                strategy=strategy or "fewest",
                limit=wanted,
                max_nodes=max_nodes,
                max_seconds=max_seconds,
                render=render,
            )
        ways = PolygonSearch(
            polygons,
            up_to=up_to,
            engine=engine,
            strategy=strategy or "fewest",
            tolerance=tolerance,
            threads=1 if wanted == 1 else threads or 1,  # one thread knows the regions met before
            max_solutions=wanted,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
        )
        if explain_choice and not json:
            typer.echo(f"engine {ways.way.engine}: {ways.way.reason}")
        return solve_polygons(
            found,
            ways,
            wanted=wanted,
            task=task,
            up_to=up_to,
            sheet=sheet,
            paper=paper,
            json=json,
            quiet=quiet,
        )
    refuse_lattice(found, {"--strategy": strategy, "--tolerance": tolerance})
    encoding = encode(found.on_lattice().puzzle)
    how |= {"max_solutions": wanted, "max_nodes": max_nodes, "max_seconds": max_seconds}
    if traced:
        if engine == "auto" and stranding is None:
            how["engine"] = "links"  # one placement at a time
        film = DanceFilm(render, encoding)
        text = TextSolutions(up_to, paper)
        stepping = search(encoding.problem, **how)
        outcome = print_steps(
            stepping, encoding, text, began, wanted, max_seconds=max_seconds, watch=film.watch
        )
        return _leave(text, outcome, encoding, film.save, stats=stats)
    how |= {"max_solutions": None} if sort else {"verify": True}
    searching = puzzle_search(encoding, require or (), up_to=up_to, **how)
    if sort:
        ranking = Ranking(encoding, wanted, up_to=up_to if _may_turn(searching) else "nothing")
    if explain_choice and not json:
        print_choice(searching.choice, engine)
    answer: Solutions
    if json:
        answer = JsonSolutions(found, task, up_to, engine, require=require or ())
    else:
        answer = TextSolutions(up_to, paper)
    if sort:
        outcome = run_ranked(searching, ranking, answer, sheet, began, quiet=quiet)
    else:
        outcome = _run(searching, answer, sheet, began, wanted, quiet=quiet)
    hint = not (require or json or quiet or puzzle == STDIN)
    return _leave(
        answer, outcome, encoding, sheet.save, stats=stats, ask_why=puzzle if hint else None
    )


def _may_turn(searching: PuzzleSearch | RequiredSearch) -> bool:
    """May a solution be turned, or would it then lack what is required?"""
    return isinstance(searching, PuzzleSearch) or searching.kept


def _leave(
    answer: Solutions,
    outcome: Outcome,
    encoding: Encoding,
    draw: Callable[[], None],
    *,
    stats: bool,
    ask_why: str | None = None,
) -> int:
    """Complete the answer, then draw, which may go wrong; returns the status."""
    answer.finish(outcome, Sizes.of(encoding.placements) if stats else None)
    sys.stdout.flush()
    if ask_why and outcome.complete and not outcome.found:
        print(f"note: `tilewright explain {shlex.quote(ask_why)}` says why", file=sys.stderr)
    draw()
    return status_of(outcome.found, outcome.stopped_by)


def _run(
    searching: PuzzleSearch | RequiredSearch,
    answer: Solutions,
    sheet: Sheet,
    began: float,
    wanted: int | None,
    *,
    quiet: bool,
) -> Outcome:
    clock = Clock(began)
    number = 0
    with Progress(quiet=quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for solution in batch:
                clock.found_one()
                number += 1
                answer.solution(number, solution)
                sheet.add(solution)
            progress.show(searching, number, alone=number == 0)
    return Outcome.of(searching, number, wanted, clock, interrupted=bool(interrupted))
