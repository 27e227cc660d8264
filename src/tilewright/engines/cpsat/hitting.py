"""Fewest elements that meet every one of some sets, and fewest colours, by CP-SAT."""

from collections.abc import Callable, Iterable, Sequence

from tilewright.engines.cpsat.solver import chosen, cp_model, run

Pair = tuple[int, int]


def fewest_hitting(
    sets: Iterable[Iterable[int]],
    elements: int,
    *,
    least: int = 0,
    keep_going: Callable[[], bool] = lambda: True,
) -> list[int] | None:
    """As few of the elements 0, 1, … as possible, such that every set has one of them.

    It is known that fewer than `least` are not enough.  None if `keep_going` said no.

    >>> fewest_hitting([[0, 1], [1, 2], [2, 3]], 4) in ([0, 2], [1, 2], [1, 3])
    True
    """
    model = cp_model().CpModel()
    taken = [model.new_bool_var("") for _ in range(elements)]
    for some in sets:
        model.add_bool_or([taken[k] for k in some])
    model.add(sum(taken) >= least)
    model.minimize(sum(taken))
    solved = run(model, taken, keep_going=keep_going)
    return list(chosen(solved.values)) if solved.proved and solved.values is not None else None


def colouring(
    clauses: Iterable[Sequence[Pair]],
    things: int,
    colours: int,
    *,
    keep_going: Callable[[], bool] = lambda: True,
) -> list[int] | bool | None:
    """A colour for each thing such that in every clause some pair has two colours.

    False if there is none, None if `keep_going` said no.
    """
    model = cp_model().CpModel()
    has = [[model.new_bool_var("") for _ in range(min(k + 1, colours))] for k in range(things)]
    for row in has:
        model.add_exactly_one(row)
    differ = {}
    for clause in clauses:
        for a, b in clause:
            if (a, b) not in differ:
                differ[a, b] = apart = model.new_bool_var("")
                for one, other in zip(has[a], has[b], strict=False):
                    model.add_bool_or([apart.negated(), one.negated(), other.negated()])
        model.add_bool_or([differ[pair] for pair in clause])
    flat = [variable for row in has for variable in row]
    solved = run(model, flat, keep_going=keep_going)
    if solved.values is None:
        return False if solved.proved else None
    values = iter(solved.values)
    return [[next(values) for _ in row].index(True) for row in has]
