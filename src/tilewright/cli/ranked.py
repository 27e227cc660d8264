"""`tilewright solve --sort symmetry`: the most symmetric of all solutions."""

import sys

from tilewright.cli.solutions import Clock, Outcome, Sheet, Solutions
from tilewright.cli.terminal import Progress, on_signal
from tilewright.solutions import Ranking, check_solution
from tilewright.tiling import PuzzleSearch, RequiredSearch

__all__ = ["run_ranked"]


def run_ranked(
    searching: PuzzleSearch | RequiredSearch,
    ranking: Ranking,
    answer: Solutions,
    sheet: Sheet,
    began: float,
    *,
    quiet: bool,
) -> Outcome:
    """Search everything, then hand on the best, with their scores; those are checked."""
    clock = Clock(began)
    with Progress(quiet=quiet) as progress, on_signal(searching.stop) as interrupted:
        for batch in searching:
            for solution in batch:
                clock.found_one()
                ranking.add(solution)
            progress.show(searching, ranking.taken)
    for number, (scores, solution) in enumerate(ranking.best(), 1):
        check_solution(solution.puzzle, solution)
        answer.solution(number, solution, scores)
        sheet.add(solution, str(scores))
    outcome = Outcome.of(searching, ranking.taken, None, clock, interrupted=bool(interrupted))
    if outcome.stopped_by and ranking.taken:
        print("best so far: there may be better ones", file=sys.stderr)
    return outcome
