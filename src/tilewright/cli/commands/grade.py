"""`tilewright grade`: is there exactly one solution, and how hard is it for a person?"""

import sys
from contextlib import suppress
from dataclasses import asdict
from typing import Annotated, Any

from tilewright.cli import options
from tilewright.cli.answers import Clock, Ending, StoppedBy, amount, picked, print_json
from tilewright.cli.puzzles import about, lattice_puzzle
from tilewright.cli.terminal import on_signal
from tilewright.design.grading import Grade, Reasoning, graded, in_brief, reason, spell
from tilewright.design.uniqueness import Verdict, judge
from tilewright.encoding import encode
from tilewright.orientations import symmetries


class GradeStopped(Exception):  # noqa: N818 - never seen by a caller
    """A limit or a signal came before the grade."""


def grade(
    puzzle: options.Puzzle,
    steps: Annotated[
        bool, options.output("--steps", help="Say how a person would solve it, step by step.")
    ] = False,
    max_seconds: options.MaxSeconds = None,
    json: options.Json = False,
) -> int:
    """Say whether a puzzle has exactly one solution, and how hard it is for a person.

    Two engines that share no code must agree that there is one, apart from turned and reflected
    copies.  The grade is easy, medium, hard or fiendish.

    Exit status: 0 there is exactly one solution, 1 there is none or more than one, 2 bad input, 3
    stopped by a limit, 130 interrupted.
    """
    clock = Clock()
    given = lattice_puzzle(puzzle)
    encoding = encode(given.on_lattice)
    verdict, reasoning = Verdict((), (), complete=False), None

    # No error is raised from a signal: it might cut CP-SAT off amid its work.
    with on_signal() as interrupted, suppress(GradeStopped):

        def stop_in_time() -> None:
            late = max_seconds is not None and clock.seconds > max_seconds
            if interrupted or late:
                raise GradeStopped

        verdict = judge(
            encoding, up_to="symmetry", max_seconds=max_seconds, keep_going=lambda: not interrupted
        )
        if verdict.unique:
            reasoning = reason(encoding, progress=stop_in_time)
    decided = verdict.unique is False or reasoning is not None
    ending = Ending(clock, int(reasoning is not None), interrupted, done=decided)
    if json:
        entry: dict[str, Any] = {
            "puzzle": about(given),
            "task": "grade",
            "unique": verdict.unique,
            "up_to": "symmetry",
            "engines": verdict.engines,
            "grade": asdict(graded(reasoning)) if reasoning else None,
        }
        if steps:
            told = spell(reasoning) if reasoning else []
            entry["steps"] = [picked(step, "piece", "cells", "placed", "words") for step in told]
        print_json(entry | ending.entry())
    else:
        copies = len(symmetries(given.on_lattice, encoding.placements.types)) > 1
        _print(verdict, reasoning, ending.stopped_by, steps=steps, copies=copies)
    sys.stdout.flush()
    return ending.status


def _print(
    verdict: Verdict,
    reasoning: Reasoning | None,
    stopped_by: StoppedBy,
    *,
    steps: bool,
    copies: bool,
) -> None:
    apart = ", apart from turned and reflected copies" if copies else ""
    agree = f"{' and '.join(verdict.engines)} agree"
    if reasoning is not None:
        for number, words in enumerate(in_brief(spell(reasoning)) if steps else (), 1):
            print(f"{number}. {words}")
        print(f"exactly one solution{apart}: {agree}")
        print(_spelt(graded(reasoning)))
    elif verdict.unique is False and verdict.solutions:
        print(f"more than one solution{apart}: a grade is for puzzles with exactly one")
        print("two that differ:")
        print("\n\n".join(map(str, verdict.solutions)))
        print("\n`tilewright unify` finds hints that leave only one")
    elif verdict.unique:
        print(f"exactly one solution{apart}: {agree}")
        print(f"stopped by {stopped_by}; how hard it is, is not known")
    elif verdict.complete:
        print(f"no solution: {agree}")
    else:
        print(f"stopped by {stopped_by}; whether there is exactly one solution is not known")


def _spelt(grade: Grade) -> str:
    deep = f", {grade.depth} deep" if grade.depth > 1 else ""
    effort = f"{amount(grade.tries, 'placement')} ruled out by trying{deep}" if grade.tries else ""
    parts = [amount(grade.forced, "forced move"), effort, f"score {grade.score:,}"]
    end = "" if grade.solved else "; the remainder was too much for a person"
    return f"{grade.level}: {', '.join(filter(None, parts))}{end}"
