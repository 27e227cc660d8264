"""`tilewright generate`: make puzzles that have a solution, or exactly one."""

import json as jsons
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from tilewright.cli.answers import DONE, INTERRUPTED, UNDECIDED, amount
from tilewright.cli.options import Json, MaxSeconds, Quiet
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.generated import Generated, NothingMadeError, Tried
from tilewright.engines import OptionError
from tilewright.formats import format_puzzle
from tilewright.solutions import placed_entry

# How `tilewright generate board` and `pieces` work: puzzle after puzzle, printed or written.


class Generator(Protocol):
    """Makes the puzzle of a seed."""

    def __call__(self, number: int, **how: Any) -> Generated:
        """Make it; `how` are limits, and whom to tell."""
        ...


@dataclass(frozen=True, slots=True)
class Destination:
    """Where puzzles go."""

    path: Path | None
    json: bool
    quiet: bool


def make(
    generator: Generator, seeds: Sequence[int], to: Destination, max_seconds: float | None
) -> int:
    """Make the puzzles of the seeds, print or write them, and return the status."""
    if len(seeds) > 1 and to.path is None and not to.json:
        raise OptionError("several puzzles do not go into one file: add -o FILE, or --json")
    if to.json and to.path is not None:
        raise OptionError("--json and -o exclude each other: --json prints everything")
    began = time.monotonic()
    made: list[Generated] = []
    stopped = None
    with Progress(quiet=to.quiet) as progress, on_signal(lambda: None) as received:

        def report(tried: Tried) -> None:
            place = f"puzzle {len(made) + 1} of {len(seeds)}: " if len(seeds) > 1 else ""
            progress.say(f"{place}{amount(tried.looks, 'puzzle')} tried, {tried.unique:,} unique")

        try:
            for number in seeds:
                left = None
                if max_seconds is not None:
                    left = max(0.0, began + max_seconds - time.monotonic())
                one = generator(
                    number, max_seconds=left, keep_going=lambda: not received, progress=report
                )
                made.append(one)
                if not to.json:
                    _write(one, to.path, alone=len(seeds) == 1)
        except NothingMadeError as error:
            stopped = error
    if to.json:
        _print_json(made, stopped, time.monotonic() - began)
    if stopped is None:
        return DONE
    print(f"error: {stopped}", file=sys.stderr)
    return INTERRUPTED if stopped.stopped_by == "interrupt" else UNDECIDED


def _write(one: Generated, path: Path | None, *, alone: bool) -> None:
    text = format_puzzle(one.puzzle)
    place = ""
    if path is None:
        typer.echo(text, nl=False)
    else:
        own = path if alone else path.with_stem(f"{path.stem}-{one.seed}")
        own.write_text(text, encoding="utf-8")
        place = f"{own}: "
    engines = " and ".join(one.engines)
    print(f"{place}seed {one.seed}, {one.grade.level}: one solution ({engines})", file=sys.stderr)


def _print_json(
    made: Sequence[Generated], stopped: NothingMadeError | None, seconds: float
) -> None:
    answer = {
        "puzzles": list(map(_entry, made)),
        "stopped_by": None if stopped is None else stopped.stopped_by or "limit",
        "seconds": round(seconds, 6),
    }
    typer.echo(jsons.dumps(answer))


def _entry(one: Generated) -> dict[str, object]:
    return {
        "seed": one.seed,
        "puzzle": format_puzzle(one.puzzle),
        "cells": len(one.puzzle.board.must),
        "pieces": len(one.solution.placed),
        "solution": list(map(placed_entry, one.solution.placed)),
        "grade": asdict(one.grade),
        "engines": one.engines,
        "tried": asdict(one.tried),
    }


BoardWords = Annotated[
    str,
    typer.Argument(metavar="BOARD", help="Sides, such as 8x8 or 3x3x3, or a puzzle's board."),
]
Difficulty = Annotated[
    str | None, typer.Option(metavar="LEVEL", help="easy, medium, hard or fiendish.")
]
UpTo = Annotated[
    str, typer.Option(help="Solutions that are one: up to nothing, rotation or symmetry.")
]
Seed = Annotated[int, typer.Option(metavar="N", help="Same number, same puzzle.")]
Many = Annotated[int, typer.Option("--count", min=1, metavar="K", help="Seeds N to N+K-1.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write it there; of several, FILE-SEED each."
    ),
]


def generate_boards(
    board: BoardWords,
    pieces: Annotated[
        str | None,
        typer.Option(
            metavar="SET", help="A set or a puzzle's pieces; those after a colon: tetrominoes:L."
        ),
    ] = None,
    times: Annotated[
        str | None, typer.Option(help="How often each piece is used, such as 1, any or 0..2.")
    ] = None,
    black: Annotated[
        int | None, typer.Option(metavar="N", help="How many cells are taken out.")
    ] = None,
    symmetry: Annotated[
        str,
        typer.Option(
            help="Of the pattern: none, half-turn, quarter-turn, left-right, top-bottom, both, "
            "diagonal, all, or words of the lattice's generators."
        ),
    ] = "none",
    difficulty: Difficulty = None,
    up_to: UpTo = "nothing",
    seed: Seed = 1,
    count: Many = 1,
    output: Output = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Take cells out of a board so that the pieces fill it in exactly one way.

    Two engines that share no code have to agree.  Prints the puzzle file.

    Exit status: 0 made, 2 bad input, 3 not all were found, in the time given or from 200 random
    starts each, 130 interrupted.
    """
    # Other commands start faster without these.
    from tilewright.design.boards import generate_board
    from tilewright.design.wishes import board_of_words, is_size, pieces_of_words
    from tilewright.engines import OptionError

    on, cells = board_of_words(board)
    if pieces is None and is_size(board):
        raise OptionError(
            "--pieces is missing: name a set, such as --pieces tetrominoes:L --times any, or a "
            "puzzle that has the pieces; `tilewright show --set` lists the sets"
        )
    home, chosen = pieces_of_words(board if pieces is None else pieces, times)
    if on != home:
        raise OptionError(f"the board is on {on.name}, the pieces are on {home.name}")
    return make(
        lambda number, **how: generate_board(
            cells.must,
            chosen,
            on=on,
            black=black,
            symmetry=symmetry,
            difficulty=difficulty,
            up_to=up_to,
            seed=number,
            title=f"{Path(board).stem}, seed {number}",
            **how,
        ),
        range(seed, seed + count),
        Destination(output, json=json, quiet=quiet),
        max_seconds,
    )


def generate_pieces(
    board: BoardWords,
    pieces: Annotated[int | None, typer.Option(metavar="N", help="How many pieces.")] = None,
    sizes: Annotated[
        str | None, typer.Option(metavar="LO..HI", help="Cells of a piece, such as 4 or 3..6.")
    ] = None,
    different: Annotated[
        bool, typer.Option("--different", help="No two pieces have the same form.")
    ] = False,
    flip: Annotated[
        bool | None,
        typer.Option("--flip/--no-flip", help="May pieces be turned over? In the plane they may."),
    ] = None,
    difficulty: Difficulty = None,
    up_to: UpTo = "symmetry",
    seed: Seed = 1,
    count: Many = 1,
    output: Output = None,
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Cut a board into pieces that fill it in exactly one way, apart from symmetric copies.

    Two engines that share no code have to agree.  Prints the puzzle file.

    Exit status: 0 made, 2 bad input, 3 not all were found, in the time given or from 200 random
    starts each, 130 interrupted.
    """
    from tilewright.design.cuts import cut_board
    from tilewright.design.wishes import board_of_words, sizes_of_words

    on, cells = board_of_words(board)
    least_and_most = None if sizes is None else sizes_of_words(sizes)
    return make(
        lambda number, **how: cut_board(
            cells.must,
            pieces,
            on=on,
            sizes=least_and_most,
            different=different,
            flip=flip,
            difficulty=difficulty,
            up_to=up_to,
            seed=number,
            title=f"{Path(board).stem} in pieces, seed {number}",
            **how,
        ),
        range(seed, seed + count),
        Destination(output, json=json, quiet=quiet),
        max_seconds,
    )


def generate_dissection(
    pieces: Annotated[int, typer.Option(metavar="N", help="How many pieces.")] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Same number, same puzzle.")] = 7,
    kind: Annotated[
        str,
        typer.Option(
            help="convex: cut straight across; crooked: cut along bent lines; commensurable: all "
            "corners on a small grid, which makes hard puzzles."
        ),
    ] = "convex",
    board: Annotated[
        str, typer.Option(help="square, or a random polygon: convex or star.")
    ] = "square",
    parts: Annotated[int, typer.Option(metavar="N", help="Parts of the board.")] = 1,
    holes: Annotated[int, typer.Option(metavar="N", help="Holes of the board.")] = 0,
    nested: Annotated[int, typer.Option(metavar="N", help="Pieces inside of another piece.")] = 0,
    flip: Annotated[
        bool, typer.Option("--flip/--no-flip", help="May pieces be turned over?")
    ] = True,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write it there, not to stdout."),
    ] = None,
) -> int:
    """Cut a board into pieces at random, and print the puzzle file.

    The pieces are turned, shifted, maybe flipped, and named by size: nothing gives the solution
    away.

    Exit status: 0, or 2 bad input.
    """
    # Other commands start faster without these.
    from tilewright.design.dissections import dissection
    from tilewright.formats import format_puzzle

    puzzle = dissection(
        pieces,
        seed,
        kind=kind,
        board=board,
        parts=parts,
        holes=holes,
        nested=nested,
        flip=flip,
    )
    text = format_puzzle(puzzle)
    if output is None:
        typer.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")
    return DONE
