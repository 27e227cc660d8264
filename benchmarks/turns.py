"""The solvers take turns at every row, round by round."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from process import BenchmarkError
from rows import ROWS, Row
from solvers import AUTO, Answer, Solver, ask, our_engines

__all__ = ["FULL", "QUICK", "Effort", "Results", "compare", "middle", "seconds"]

Results = Mapping[Row, Mapping[str, Sequence[Answer]]]  # per solver, one answer a round


@dataclass(frozen=True)
class Effort:
    """How often, and for how many CPU seconds at most."""

    rounds: int
    cpu_limit: float  # of single engines
    patience: float  # of the automatic choice and the peers


FULL = Effort(rounds=5, cpu_limit=5, patience=25)
QUICK = Effort(rounds=1, cpu_limit=2, patience=7)

# Seconds from which on there are at most so many rounds.  What verdicts rest on, the automatic
# choice and xcover, is repeated even if it takes a while; single engines are not.
_THREE_FROM, _ONE_FROM, _ONE_FROM_ELSE = 0.3, 10, 1


def compare(peers: Sequence[Solver], effort: Effort) -> Results:
    """Have the solvers take turns at every row."""
    results: dict[Row, dict[str, list[Answer]]] = {row: {} for row in ROWS}
    for number in range(1, effort.rounds + 1):
        for row in ROWS:
            print(f"round {number} of {effort.rounds}: {row.title}", file=sys.stderr)
            for solver in _solvers(row, peers):
                answers = results[row].setdefault(solver.name, [])
                if number <= _rounds(solver, answers, effort):
                    answers.append(_answer(solver, row, effort))
    return results


def _solvers(row: Row, peers: Sequence[Solver]) -> Iterator[Solver]:
    yield from our_engines(row.engines)
    if row.peers:
        yield from peers


def _answer(solver: Solver, row: Row, effort: Effort) -> Answer:
    question = row.ours if solver.ours else row.peers
    assert question is not None, "peers are only asked where they have a question"
    single = solver.ours and solver != AUTO
    try:
        return ask(solver, question, effort.cpu_limit if single else effort.patience)
    except BenchmarkError as error:
        raise BenchmarkError(f"{row.title}: {error}") from None


def _rounds(solver: Solver, answers: Sequence[Answer], effort: Effort) -> int:
    """How many rounds the solver takes part in, by what the first one took."""
    if not answers or "seconds" not in answers[0]:
        return 1
    first = answers[0]["seconds"]
    weighty = solver.name in (AUTO.name, "xcover")
    if first > (_ONE_FROM if weighty else _ONE_FROM_ELSE):
        return 1
    return effort.rounds if solver == AUTO and first < _THREE_FROM else min(3, effort.rounds)


def middle(answers: Sequence[Answer], field: str) -> float | None:
    """The median of a figure, or None if nobody gave it."""
    values = [answer[field] for answer in answers if field in answer]  # type: ignore[literal-required]
    return median(values) if values else None


def seconds(results: Results, row: Row, name: str) -> float | None:
    """The median of a solver's CPU seconds for a row, or None if it has none."""
    return middle(results[row].get(name, ()), "seconds")
