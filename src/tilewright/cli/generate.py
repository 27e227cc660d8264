"""`tilewright generate`: make puzzles that have a solution, or exactly one."""

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.answers import DONE
from tilewright.cli.options import Json, MaxSeconds, Quiet

__all__ = ["generate_boards", "generate_dissection", "generate_pieces"]

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
    from tilewright.cli.generate_making import Output as To
    from tilewright.cli.generate_making import make
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
        To(output, json=json, quiet=quiet),
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
    from tilewright.cli.generate_making import Output as To
    from tilewright.cli.generate_making import make
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
        To(output, json=json, quiet=quiet),
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
    from tilewright.formats import format_puzzle
    from tilewright.polygons.dissect import dissection

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
