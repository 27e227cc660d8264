"""Small tasks: a solution to be drawn, word squares, the size of a search tree by Monte Carlo."""

from collections import Counter
from typing import Any

from papers.tasks.drawn import to_draw
from papers.tasks.printed import lattice_puzzle
from papers.tasks.problems import problem_of
from papers.tasks.task import Given, Outcome, Pace, Task, Values, at_once
from tilewright.cover.examples import common_words, read_square, word_squares
from tilewright.engines.covers import search, solve
from tilewright.engines.estimates import estimate
from tilewright.errors import TilewrightError
from tilewright.formats.solutions import read_placed
from tilewright.lattices import lattice
from tilewright.puzzle import forms, piece_set
from tilewright.puzzle.polyforms import is_chiral, is_welded
from tilewright.solutions import check_solution

__all__ = ["ESTIMATE", "FORMS", "SHOW", "WORD_SQUARES"]


def _show(given: Given) -> Values:
    """The first cover of the problem `made`, as a solution of the puzzle that `of` names."""
    puzzle, problem = lattice_puzzle(given["of"]), problem_of(given)
    cover = next(solve(problem, engine=given.get("engine", "links"), max_solutions=1), None)
    if cover is None:
        raise TilewrightError(f"{' '.join(map(str, given['made']))} has no solution to be drawn")
    only = [piece.name for piece in puzzle.pieces]
    placed = []
    for number in cover:
        items = [str(item) for item in problem.option(number).items]
        cells = [[int(word) for word in item.split(",")] for item in items if "," in item]
        (piece,) = [item for item in items if "," not in item] or only
        placed.append(read_placed(puzzle, {"piece": piece, "cells": cells}))
    check_solution(puzzle, placed)
    return {"figure": to_draw(given["of"], placed)}


SHOW = at_once(_show)


def _word_squares(given: Given) -> Values:
    """All squares; which of those that are `shown` are among them; and what the search took."""
    words = common_words()
    problem = word_squares(words)
    found = search(problem, engine="links")
    squares = {read_square(problem, cover) for batch in found for cover in batch}
    return {
        "words": len(words),
        "squares": len(squares),
        "shown": [square for square in given["shown"] if tuple(square.split()) in squares],
        "updates": found.counters.updates,
    }


WORD_SQUARES = at_once(_word_squares)


def _compute(given: Given, pace: Pace, _saved: Any = None, /) -> Outcome:
    """So many random descents, always the same: nodes, updates and solutions, each with the ends
    of its interval of confidence, and how far a single descent strays.

    Fewer descents would be another number, so an estimate that is left begins anew."""
    samples = given["samples"]
    found = estimate(
        problem_of(given),
        samples=samples,
        rule=given.get("rule", "fewest"),
        order=given.get("first", ()),
        keep_going=lambda: not pace.over,
    )
    if found.samples < samples:
        return Outcome(None)
    values: dict[str, Any] = {}
    for name in ("nodes", "updates", "solutions"):
        figure = getattr(found, name)
        values[name] = figure.mean
        values[f"{name}_low"], values[f"{name}_high"] = figure.low, figure.high
        values[f"{name}_deviation"] = figure.error * samples**0.5
    return Outcome(values)


ESTIMATE = Task(_compute)


def _forms(given: Given) -> Values:
    """Forms of `size` cells of `lattice`: free and one-sided ones; those that cover as many cells
    of each kind, which on triangles is a colour; and welded ones, in which three sticks meet.

    With a `set` of the catalogue, which has to be the same forms, the welded ones by name."""
    on = lattice(given["lattice"])
    free, one_sided = (forms(on, given["size"], sides) for sides in ("free", "one-sided"))
    kinds = [Counter(on.translations.reduce(cell) for cell in form) for form in one_sided]
    biases = [sorted(k.values(), reverse=True) for k in kinds if len(set(k.values())) > 1]
    values: Values = {
        "free": len(free),
        "chiral": sum(is_chiral(on, form) for form in free),
        "one_sided": len(one_sided),
        "balanced": sum(set(k.values()) == {given["size"] // 2} for k in kinds),
        "biased": len(biases),
        "bias": max(biases, default=[]),
    }
    if "set" in given:
        welded = [piece.name for piece in piece_set(given["set"]) if is_welded(on, piece.cells)]
        bound = sum(is_welded(on, form) for form in one_sided)
        values |= {
            "welded": welded,
            "one_sided_welded": bound,
            "one_sided_unwelded": len(one_sided) - bound,
        }
    return values


FORMS = at_once(_forms)
