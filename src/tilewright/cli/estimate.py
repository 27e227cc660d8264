"""`tilewright estimate`: how large is the search for a puzzle's solutions?"""

from typing import Annotated, Any

import typer

from tilewright.cli.answers import Answer, JsonAnswer, TextAnswer
from tilewright.cli.options import Json, MaxSeconds, Puzzle, Rule
from tilewright.cli.puzzles import sound
from tilewright.cli.signals import on_signal
from tilewright.cli.statuses import INTERRUPTED
from tilewright.cover import ExactCover
from tilewright.encoding import encode
from tilewright.solve import estimate as estimate_search

__all__ = ["estimate", "print_estimate"]

SAMPLES = 10_000


def estimate(
    puzzle: Puzzle,
    samples: Annotated[
        int | None, typer.Option(min=2, help=f"Random descents; {SAMPLES} unless told.")
    ] = None,
    max_seconds: MaxSeconds = None,
    rule: Rule = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Draw the descents by it.")] = None,
    json: Json = False,
) -> None:
    """Estimate the nodes, updates and solutions of a search, symmetric copies included.

    Exit status: 0, 2 bad input, 130 interrupted (the estimate is made from what was drawn).
    """
    problem = encode(sound(puzzle).puzzle).problem
    answer = JsonAnswer(problem, "estimate", "auto") if json else TextAnswer(problem)
    how = {"rule": rule} if rule else {}
    print_estimate(problem, answer, samples=samples, max_seconds=max_seconds, seed=seed, **how)


def print_estimate(
    problem: ExactCover,
    answer: Answer,
    *,
    samples: int | None,
    max_seconds: float | None,
    seed: int | None,
    **how: Any,
) -> None:
    """Draw descents until there are enough, or Ctrl-C, and print what follows from them."""
    with on_signal(lambda: None) as interrupted:
        figures = estimate_search(
            problem,
            samples=samples or SAMPLES,
            max_seconds=max_seconds,
            sample_seed=seed or 0,
            keep_going=lambda: not interrupted,
            **how,
        )
    answer.estimate(figures)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
