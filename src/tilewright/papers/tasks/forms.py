"""How many forms there are of so many cells, which are welded, and how they lie on two colours."""

from collections import Counter

from tilewright.lattice import lattice
from tilewright.papers.tasks.task import Given, Values, at_once
from tilewright.puzzle import forms, piece_set
from tilewright.puzzle.forms import is_chiral, is_welded

__all__ = ["FORMS"]


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
