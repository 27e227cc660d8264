"""How many forms there are of so many cells, and how they lie on two colours."""

from collections import Counter

from tilewright.lattice import lattice
from tilewright.papers.tasks.task import Given, Values, at_once
from tilewright.puzzle import forms
from tilewright.puzzle.forms import is_chiral

__all__ = ["SHAPES_OF"]


def _shapes(given: Given) -> Values:
    """Forms of `size` cells of `lattice`: free and one-sided ones, and those that cover as many
    cells of each kind, which on triangles is a colour."""
    on = lattice(given["lattice"])
    free, one_sided = (forms(on, given["size"], sides) for sides in ("free", "one-sided"))
    kinds = [Counter(on.translations.reduce(cell) for cell in form) for form in one_sided]
    balanced = sum(set(k.values()) == {given["size"] // 2} for k in kinds)
    biases = [sorted(k.values(), reverse=True) for k in kinds if len(set(k.values())) > 1]
    return {
        "free": len(free),
        "chiral": sum(is_chiral(on, form) for form in free),
        "one_sided": len(one_sided),
        "balanced": balanced,
        "biased": len(biases),
        "bias": max(biases, default=[]),
    }


SHAPES_OF = at_once(_shapes)
