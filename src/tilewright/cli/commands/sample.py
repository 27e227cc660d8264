"""`tilewright sample`: solutions of a puzzle, drawn at random."""

from functools import partial
from typing import Annotated

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending, amount
from tilewright.cli.colour import Paper
from tilewright.cli.options import TourChoice
from tilewright.cli.puzzles import about, lattice_puzzle
from tilewright.cli.solutions import Answer, JsonSolutions, TextSolutions
from tilewright.cli.terminal import on_signal, tour
from tilewright.encoding import encode
from tilewright.solving.sampling import draw, solutions_of


def sample(
    puzzle: options.Puzzle,
    n: Annotated[
        int, options.common("--n", "-n", min=1, metavar="N", help="Draw N solutions.")
    ] = 1,
    seed: Annotated[
        int, options.common(min=0, max=2**64 - 1, metavar="N", help="Same number, same solutions.")
    ] = 0,
    colour: options.Colour = "auto",
    *,
    choice: TourChoice,
) -> int:
    """Draw solutions at random: all are equally likely, symmetric copies included.

    One solution may be drawn twice.  Each is checked against the puzzle by code that has no part
    in the search.

    Exit status: 0 drawn, 1 no solution, 2 bad input, 130 interrupted.
    """
    clock, paper = Clock(), Paper.of(colour)
    found = lattice_puzzle(puzzle)
    encoding = encode(found.on_lattice)
    drawn = tour(choice, partial(draw, encoding, n, seed=seed))
    covers = drawn.covers if drawn else []
    answer: Answer = TextSolutions(paper)
    if choice.json:
        engine = drawn.engine if drawn else choice.engine
        head = {"task": "sample", "up_to": "nothing", "engine": engine}
        answer = JsonSolutions({"puzzle": about(found), **head})
    with on_signal() as interrupted:
        for solution in solutions_of(encoding, covers, verify=True):
            if interrupted:
                break
            answer.add(solution)
    done = drawn is not None and answer.number == len(covers)
    ending = Ending(clock, answer.number, interrupted=True, done=done)
    total = drawn.solutions if drawn else None
    if isinstance(answer, JsonSolutions):
        tail = {"drawn_from": total, "seed": seed, "device": choice.device or "cpu"}
        answer.close({"found": answer.number, **tail, **ending.entry()})
        return ending.status
    source = f", drawn at random from {total:,}" if answer.number else ""
    print(f"{amount(answer.number, 'solution')}{source}; {ending.seconds:.2f} s")
    if ending.stopped_by:
        print(f"stopped by {ending.stopped_by}")
    return ending.status
