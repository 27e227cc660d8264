"""All connected forms of N cells: polyominoes, polycubes, polyhexes, polysticks and so on.

Every form of n cells is one of n - 1 cells with a neighbour added, so the forms grow size by size.
Of the ways to move a form, the one whose cells come first in reading order stands for all of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tilewright.lattices import Cell, Lattice, Motion, lattice, plus
from tilewright.puzzle.puzzle import PuzzleError, Sides, reading_order, require_sides

Form = tuple[Cell, ...]


def forms(on: Lattice | str, size: int, sides: Sides = "free") -> list[Form]:
    """All connected forms of `size` cells, each once, in a fixed order.

    Two forms are the same if a motion joins them: any motion for free forms, one without a
    mirror for one-sided forms, a mere translation for fixed ones.

    >>> [len(forms("square", size)) for size in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    >>> forms("square", 3)
    [((0, 0), (1, 0), (2, 0)), ((0, 0), (1, 0), (0, 1))]
    >>> len(forms("square", 5, "one-sided")), len(forms("cube", 5, "one-sided"))
    (18, 29)
    """
    if size < 1:
        raise PuzzleError(f"forms of {size} cells: a form has 1 cell or more")
    return list(_forms(lattice(on) if isinstance(on, str) else on, size, sides))


@lru_cache(maxsize=256)
def _forms(lattice: Lattice, size: int, sides: Sides) -> tuple[Form, ...]:
    motions = _motions(lattice, sides)
    if size == 1:
        larger: Iterable[Form] = ((kind.at,) for kind in lattice.kinds)
    else:
        # Those that only a translation joins are taken together before all motions are tried.
        smaller = _forms(lattice, size - 1, sides)
        larger = {_homed(lattice, grown) for form in smaller for grown in _grown(lattice, form)}
    return tuple(sorted({_least(lattice, form, motions) for form in larger}, key=_reading_orders))


def _motions(lattice: Lattice, sides: Sides) -> list[Motion]:
    require_sides(sides)
    if sides == "fixed":
        return [lattice.motions[0]]
    return [motion for motion in lattice.motions if sides == "free" or not motion.mirror]


def _grown(lattice: Lattice, form: Form) -> Iterator[Form]:
    own = set(form)
    around = {there for cell in form for there in lattice.neighbours(cell).values()}
    return ((*form, cell) for cell in around - own)


def canonical(lattice: Lattice, cells: Iterable[Cell], sides: Sides = "free") -> Form:
    """The form that stands for all that are the same as this one.

    >>> from tilewright.lattices import lattice
    >>> canonical(lattice("square"), [(5, 5), (6, 5), (6, 6), (7, 6)])
    ((0, 0), (1, 0), (-1, 1), (0, 1))
    """
    return _least(lattice, tuple(cells), _motions(lattice, sides))


def _least(lattice: Lattice, form: Form, motions: Sequence[Motion]) -> Form:
    return min((_homed(lattice, map(motion, form)) for motion in motions), key=_reading_orders)


def _reading_orders(form: Form) -> list[Cell]:
    return [reading_order(cell) for cell in form]


def _homed(lattice: Lattice, cells: Iterable[Cell]) -> Form:
    """The cells in reading order, moved so that the first is the first of its kind."""
    ordered = sorted(cells, key=reading_order)
    home = lattice.home(ordered[0])
    return tuple(plus(cell, home) for cell in ordered)


def mirrored(lattice: Lattice, form: Form) -> Form:
    """The mirror image of a form (one of them: they differ by turns).

    >>> from tilewright.lattices import lattice
    >>> mirrored(lattice("square"), ((0, 0), (1, 0), (0, 1), (0, 2)))
    ((0, 0), (0, 1), (0, 2), (1, 2))
    """
    for motion in reversed(lattice.motions):
        if motion.mirror:
            return _homed(lattice, map(motion, form))
    raise PuzzleError(f"{lattice.name} has no mirror image: none of its symmetries is a mirror")


def is_chiral(lattice: Lattice, form: Form) -> bool:
    """Does a form differ from its mirror image, however it is turned?

    >>> from tilewright.lattices import lattice
    >>> hook = ((0, 0), (1, 0), (0, 1), (0, 2))
    >>> is_chiral(lattice("square"), hook)
    True
    >>> is_chiral(lattice("cube"), tuple((*cell, 0) for cell in hook))
    False
    """
    if not any(motion.mirror for motion in lattice.motions):
        return False
    twin = mirrored(lattice, form)
    return canonical(lattice, form, "one-sided") != canonical(lattice, twin, "one-sided")


def is_welded(lattice: Lattice, form: Iterable[Cell]) -> bool:
    """Do three or more of the sticks of a form meet somewhere?

    >>> from tilewright.lattices import lattice
    >>> sticks = lattice("square-sticks")
    >>> [is_welded(sticks, form) for form in forms(sticks, 3)].count(True)
    1
    """
    own = set(form)
    return any(len(own.intersection(around)) > 2 for around in lattice.meeting_points(own).values())
