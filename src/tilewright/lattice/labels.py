"""The seeds' way of giving a lattice: labels, which labels couple, and permutations of labels.

That alone does not tell where a walk ends.  What is missing is which walks close: on the
hexagonal prisms, east and then north-west is the same as north-east.  Such loops (or the steps
themselves) are given besides, and coordinates follow: steps are integer vectors on which all
loops, and nothing more than the loops demand, add up to zero.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.lattice.lattice import (
    Kind,
    Matrix,
    Vector,
    determinant,
    null_space,
    pivots,
    solve_integers,
)

__all__ = ["matrix_of_permutation", "steps_of_loops"]


def steps_of_loops(
    labels: Sequence[str],
    pairs: Mapping[str, str],
    loops: Sequence[Sequence[str]],
    complain: Callable[[str], None],
) -> dict[str, Vector] | None:
    """The step of each label, such that exactly the loops (and what follows from them) close."""
    axes: dict[str, tuple[int, int]] = {}  # label -> (axis, sign)
    for label in labels:
        if label in axes:
            continue
        if pairs[label] == label:
            complain(
                f"label {label!r} is its own partner: on a lattice with one kind of cell a "
                f"step and the step back differ"
            )
            return None
        axis = len(axes) // 2
        axes[label], axes[pairs[label]] = (axis, 1), (axis, -1)
    width = len(axes) // 2
    sums = []
    for loop in loops:
        total = [0] * width
        for label in loop:
            axis, sign = axes[label]
            total[axis] += sign
        sums.append(tuple(total))
    basis = null_space(sums, width) if sums else null_space([(0,) * width], width)
    if len(basis) == 0:
        complain("with these loops nothing is left of the lattice: every walk closes")
        return None
    relations = pivots(sums) if sums else []
    if _index(relations) != 1:
        complain(
            "with these loops some walk closes only when it is walked several times, which "
            "no lattice in space can do; is a loop missing?"
        )
        return None
    return {
        label: tuple(axes[label][1] * vector[axes[label][0]] for vector in basis)
        for label in labels
    }


def _index(relations: Sequence[Vector]) -> int:
    """How many times coarser the relations are than all that follows from them."""
    if not relations:
        return 1
    # The saturation is the null space of the null space; express the relations in it.
    width = len(relations[0])
    saturated = null_space(null_space(relations, width) or [(0,) * width], width)
    coefficients = [solve_integers(saturated, relation) for relation in relations]
    return abs(determinant([c for c in coefficients if c is not None]))


def matrix_of_permutation(
    permutation: Sequence[Any], kinds: Sequence[Kind], complain: Callable[[str], None]
) -> Matrix | None:
    """The matrix that maps the step of each label to that of its image."""
    if len(kinds) != 1:
        complain("permutations of labels are for lattices with one kind of cell: give a matrix")
        return None
    steps = kinds[0].edges
    labels = list(steps)
    images = [
        labels[x]
        if isinstance(x, int) and not isinstance(x, bool) and 0 <= x < len(labels)
        else str(x)
        for x in permutation
    ]
    if sorted(images) != sorted(labels):
        complain(
            f"permutation {list(permutation)} does not name each of the {len(labels)} labels once"
        )
        return None
    dimension = len(steps[labels[0]])
    chosen: list[str] = []
    for label in labels:  # steps that span everything
        if len(pivots([steps[x] for x in (*chosen, label)])) > len(chosen):
            chosen.append(label)
    image_of = dict(zip(labels, images, strict=True))
    # matrix · step = step of the image: solve for the columns, which are images of unit vectors.
    columns = []
    for axis in range(dimension):
        unit = tuple(int(axis == k) for k in range(dimension))
        times = _rational(unit, [steps[x] for x in chosen])
        numerator = [
            sum(t * steps[image_of[x]][row] for t, x in zip(times[0], chosen, strict=True))
            for row in range(dimension)
        ]
        if any(n % times[1] for n in numerator):
            complain(
                f"permutation {list(permutation)} is no motion of the lattice: a unit step "
                f"would become a fraction of one"
            )
            return None
        columns.append([n // times[1] for n in numerator])
    matrix = tuple(tuple(column[row] for column in columns) for row in range(dimension))
    for label in labels:
        moved = tuple(sum(a * b for a, b in zip(row, steps[label], strict=True)) for row in matrix)
        if moved != steps[image_of[label]]:
            complain(
                f"permutation {list(permutation)} is no motion of the lattice: the step of "
                f"{label!r} would become {moved}, but {image_of[label]!r} goes "
                f"{steps[image_of[label]]}"
            )
            return None
    return matrix


def _rational(target: Vector, rows: Sequence[Vector]) -> tuple[list[int], int]:
    """Numerators and the common denominator that make `target` of independent `rows` (Cramer)."""
    whole = determinant(rows)
    tops = [determinant([*rows[:k], target, *rows[k + 1 :]]) for k in range(len(rows))]
    return tops, whole
