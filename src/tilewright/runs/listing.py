"""The three numbers of a listing, from the solutions that it has kept."""

from collections import Counter
from fractions import Fraction

from tilewright.polygons.jigsaw import Jigsaw
from tilewright.runs.run import Run
from tilewright.runs.table import Table
from tilewright.tiling import Counts

__all__ = ["listing_counts"]


def listing_counts(run: Run) -> Counts | None:
    """The numbers of a listing on a lattice that is complete; None for all others.

    A solution that was kept stands for its class under the group that `up_to` names, which has as
    many members as the group has, divided by those that leave the solution as it is.  Each member
    is the same part of its class under any other group.

    >>> import tempfile, tilewright as tw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tw.create_run(f"{folder}/soma.run", tw.load("soma"), task="solve") as run:
    ...         tw.go_on(run, threads=1)
    ...         print(listing_counts(run))
    True
    11,520 solutions, 480 up to rotation, 240 up to symmetry
    """
    request = run.plan.request
    if request.task != "solve" or request.require or isinstance(run.model, Jigsaw):
        return None  # special solutions may be special only as they lie
    if not run.complete:
        return None
    table = Table(run.model)
    sorts: Counter[tuple[int, int]] = Counter()  # how often so many rotations and symmetries
    for rows in table.rows(run.blocks):
        rotations = table.symmetries(rows.grid, mirrors=False).tolist()
        sorts.update(zip(rotations, table.symmetries(rows.grid).tolist(), strict=True))
    orders = table.orders
    solutions, by_rotation, by_symmetry = Fraction(0), Fraction(0), Fraction(0)
    for fixing, times in sorts.items():
        members = Fraction(1)
        if request.up_to != "nothing":
            which = request.up_to == "symmetry"
            members = Fraction(orders[which], fixing[which])
        solutions += times * members
        by_rotation += times * members * Fraction(fixing[0], orders[0])
        by_symmetry += times * members * Fraction(fixing[1], orders[1])
    return Counts(int(solutions), int(by_rotation), int(by_symmetry), *orders)
