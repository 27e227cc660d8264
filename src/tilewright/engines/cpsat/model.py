"""An exact cover problem as a CP-SAT model: a Boolean variable for each option."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tilewright.cover import ExactCover, Subtree
from tilewright.engines.cpsat.solver import cp_model

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

__all__ = ["CoverModel", "cover_model"]


@dataclass(frozen=True, slots=True)
class CoverModel:
    """The model, the variable of each option, and for each item the variables that use it."""

    model: "CpModel"
    options: list[Any]
    uses: list[list[Any]]


def cover_model(problem: ExactCover, start: Subtree | None = None) -> CoverModel:
    """The model whose solutions are the covers of a problem, or of a subtree of it.

    Each item limits how many of its options are chosen.  On a secondary item, options of one
    colour agree: each colour has a variable of its own, and at most one of these is true.
    """
    model = cp_model().CpModel()
    options = [model.new_bool_var("") for _ in range(problem.option_count)]
    uses: list[list[Any]] = [[] for _ in problem.items]
    coloured: dict[int, dict[int, list[Any]]] = defaultdict(lambda: defaultdict(list))
    entries, colours = problem.entries.tolist(), problem.entry_colours.tolist()
    for option, (begin, end) in zip(options, pairwise(problem.starts.tolist()), strict=True):
        for k in range(begin, end):
            uses[entries[k]].append(option)
            if colours and colours[k]:
                coloured[entries[k]][colours[k]].append(option)
    for number, item in enumerate(problem.items):
        if number in coloured:
            _agree(model, uses[number], coloured[number])
        elif (item.lo, item.hi) == (1, 1):
            model.add_exactly_one(uses[number])
        elif item.hi == 1:
            model.add_at_most_one(uses[number])
        else:
            model.add_linear_constraint(sum(uses[number]), item.lo, item.hi)
    for idle in problem.idle_options:
        model.add(options[idle] == 0)
    for chosen in start.chosen if start else ():
        model.add(options[chosen] == 1)
    for excluded in start.excluded if start else ():
        model.add(options[excluded] == 0)
    return CoverModel(model, options, uses)


def _agree(model: "CpModel", uses: list[Any], coloured: dict[int, list[Any]]) -> None:
    """At most one colour; an option without one excludes all others."""
    with_colour = {id(option) for some in coloured.values() for option in some}
    alternatives = [option for option in uses if id(option) not in with_colour]
    for some in coloured.values():
        has = model.new_bool_var("")
        for option in some:
            model.add_implication(option, has)
        model.add_bool_or([~has, *some])  # so that each cover is one solution
        alternatives.append(has)
    model.add_at_most_one(alternatives)
