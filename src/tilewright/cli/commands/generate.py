"""`tilewright generate`: make puzzles that have a solution, or exactly one."""

import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import typer

from tilewright.cli import options
from tilewright.cli.answers import DONE, INTERRUPTED, UNDECIDED, Clock, amount, print_json
from tilewright.cli.options import common, written_to
from tilewright.cli.terminal import Progress, on_signal
from tilewright.design.boards import generate_board
from tilewright.design.cuts import cut_board
from tilewright.design.dissections import dissection
from tilewright.design.generated import Generated, NothingMadeError, Tried
from tilewright.design.wishes import board_of_words, is_size, pieces_of_words, sizes_of_words
from tilewright.engines import OptionError
from tilewright.formats import format_puzzle
from tilewright.solutions import placed_entry

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Made(Generic[T]):
    """What was made, and why there is no more, if there should be."""

    made: list[T]
    stopped: NothingMadeError | None
    seconds: float

    def entry(self) -> dict[str, object]:
        """How it ended, for JSON."""
        stopped_by = None if self.stopped is None else self.stopped.stopped_by or "limit"
        return {"stopped_by": stopped_by, "seconds": round(self.seconds, 6)}

    def status(self) -> int:
        """The exit status; says why there is no more."""
        if self.stopped is None:
            return DONE
        print(f"error: {self.stopped}", file=sys.stderr)
        return INTERRUPTED if self.stopped.stopped_by == "interrupt" else UNDECIDED


def made_by(
    generator: Callable[..., T],
    seeds: range,
    what: str,
    *,
    max_seconds: float | None,
    quiet: bool,
    take: Callable[[T], object] = lambda _: None,
) -> Made[T]:
    """Make the thing of each seed, and hand it on; the limit is for all of it."""
    clock, stopped = Clock(), None
    made: list[T] = []
    with Progress(quiet=quiet) as progress, on_signal() as received:

        def tell(tried: Tried) -> None:
            place = f"{what} {len(made) + 1} of {len(seeds)}: " if len(seeds) > 1 else ""
            progress.say(f"{place}{amount(tried.looks, what)} tried, {tried.unique:,} unique")

        try:
            for number in seeds:
                left = None if max_seconds is None else max(0.0, max_seconds - clock.seconds)
                limits = {"max_seconds": left, "keep_going": lambda: not received}
                made.append(generator(number, **limits, progress=tell))
                take(made[-1])
        except NothingMadeError as error:
            stopped = error
    return Made(made, stopped, clock.seconds)


BoardWords = Annotated[
    str, typer.Argument(metavar="BOARD", help="Sides, such as 8x8 or 3x3x3, or a puzzle's board.")
]
Difficulty = Annotated[
    str | None,
    common(metavar="LEVEL", help="easy, medium, hard or fiendish; default: any of them."),
]
UpTo = Annotated[str, common(help="Solutions that are one: up to nothing, rotation or symmetry.")]
Seed = Annotated[int, common(metavar="N", help="Same number, same puzzle.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PuzzlesWanted:
    """Which puzzles are to be made, within which time, and where they go."""

    difficulty: Difficulty = None
    seed: Seed = 1
    count: Annotated[int, common(min=1, metavar="K", help="Seeds N to N+K-1.")] = 1
    output: Annotated[
        Path | None, written_to(help="Write it there; of several, FILE-SEED each.")
    ] = None
    max_seconds: options.MaxSeconds = None
    json: options.Json = False
    quiet: options.Quiet = False

    def __post_init__(self) -> None:
        if self.count > 1 and self.output is None and not self.json:
            raise OptionError("several puzzles do not go into one file: add -o FILE, or --json")
        if self.json and self.output is not None:
            raise OptionError("--json and -o exclude each other: --json prints everything")


def _answer(generator: Callable[..., Generated], wanted: PuzzlesWanted, title: str) -> int:
    """Make the puzzles that are wanted, print or write them, and return the status."""

    def make(number: int, **limits: Any) -> Generated:
        named = {"seed": number, "title": f"{title}, seed {number}"}
        return generator(difficulty=wanted.difficulty, **named, **limits)

    def take(one: Generated) -> None:
        if wanted.json:
            return
        text, path, place = format_puzzle(one.puzzle), wanted.output, ""
        if path is None:
            print(text, end="")
        else:
            own = path if wanted.count == 1 else path.with_stem(f"{path.stem}-{one.seed}")
            own.write_text(text, encoding="utf-8")
            place = f"{own}: "
        sure = f"one solution ({' and '.join(one.engines)})"
        print(f"{place}seed {one.seed}, {one.grade.level}: {sure}", file=sys.stderr)

    seeds = range(wanted.seed, wanted.seed + wanted.count)
    made = made_by(
        make, seeds, "puzzle", max_seconds=wanted.max_seconds, quiet=wanted.quiet, take=take
    )
    if wanted.json:
        print_json({"puzzles": list(map(_entry, made.made)), **made.entry()})
    return made.status()


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


def generate_boards(
    board: BoardWords,
    pieces: Annotated[
        str | None,
        common(
            metavar="SET", help="A set or a puzzle's pieces; those after a colon: tetrominoes:L."
        ),
    ] = None,
    times: Annotated[
        str | None, common(help="How often each piece is used, such as 1, any or 0..2.")
    ] = None,
    black: Annotated[int | None, common(metavar="N", help="How many cells are taken out.")] = None,
    symmetry: Annotated[
        str,
        common(
            help="Of the pattern: none, half-turn, quarter-turn, left-right, top-bottom, both, "
            "diagonal, all, or words of the lattice's generators."
        ),
    ] = "none",
    up_to: UpTo = "symmetry",
    *,
    wanted: PuzzlesWanted,
) -> int:
    """Take cells out of a board so that the pieces fill it in one way, apart from symmetric copies.

    Two engines that share no code have to agree.  Prints the puzzle file.

    Exit status: 0 made, 2 bad input, 3 not all were found, in the time given or from 200 random
    starts each, 130 interrupted.
    """
    on, cells = board_of_words(board)
    if pieces is None and is_size(board):
        raise OptionError(
            "--pieces is missing: name a set, such as --pieces tetrominoes:L --times any, or a "
            "puzzle that has the pieces; `tilewright show --set` lists the sets"
        )
    home, chosen = pieces_of_words(board if pieces is None else pieces, times)
    if on != home:
        raise OptionError(f"the board is on {on.name}, the pieces are on {home.name}")
    wishes: dict[str, Any] = {"black": black, "symmetry": symmetry, "up_to": up_to}
    generator = partial(generate_board, cells.must, chosen, on=on, **wishes)
    return _answer(generator, wanted, Path(board).stem)


def generate_pieces(
    board: BoardWords,
    pieces: Annotated[int | None, common(metavar="N", help="How many pieces.")] = None,
    sizes: Annotated[
        str | None, common(metavar="LO..HI", help="Cells of a piece, such as 4 or 3..6.")
    ] = None,
    different: Annotated[
        bool, common("--different", help="No two pieces have the same form.")
    ] = False,
    flip: Annotated[
        bool | None,
        common("--flip/--no-flip", help="May pieces be turned over? In the plane they may."),
    ] = None,
    up_to: UpTo = "symmetry",
    *,
    wanted: PuzzlesWanted,
) -> int:
    """Cut a board into pieces that fill it in exactly one way, apart from symmetric copies.

    Two engines that share no code have to agree.  Prints the puzzle file.

    Exit status: 0 made, 2 bad input, 3 not all were found, in the time given or from 200 random
    starts each, 130 interrupted.
    """
    on, cells = board_of_words(board)
    least_and_most = None if sizes is None else sizes_of_words(sizes)
    wishes: dict[str, Any] = {"sizes": least_and_most, "different": different, "flip": flip}
    generator = partial(cut_board, cells.must, pieces, on=on, up_to=up_to, **wishes)
    return _answer(generator, wanted, f"{Path(board).stem} in pieces")


def generate_dissection(
    pieces: Annotated[int, common(metavar="N", help="How many pieces.")] = 10,
    seed: Seed = 7,
    kind: Annotated[
        str,
        common(
            help="convex: cut straight across; crooked: cut along bent lines; commensurable: all "
            "corners on a small grid, which makes hard puzzles."
        ),
    ] = "convex",
    board: Annotated[str, common(help="square, or a random polygon: convex or star.")] = "square",
    parts: Annotated[int, common(metavar="N", help="Parts of the board.")] = 1,
    holes: Annotated[int, common(metavar="N", help="Holes of the board.")] = 0,
    nested: Annotated[int, common(metavar="N", help="Pieces inside of another piece.")] = 0,
    flip: Annotated[bool, common("--flip/--no-flip", help="May pieces be turned over?")] = True,
    output: Annotated[Path | None, written_to(help="Write it there, not to stdout.")] = None,
) -> int:
    """Cut a board into pieces at random, and print the puzzle file.

    The pieces are turned, shifted, maybe flipped, and named by size: nothing gives the solution
    away.

    Exit status: 0, or 2 bad input.
    """
    puzzle = dissection(
        pieces, seed, kind=kind, board=board, parts=parts, holes=holes, nested=nested, flip=flip
    )
    text = format_puzzle(puzzle)
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, encoding="utf-8")
    return DONE
