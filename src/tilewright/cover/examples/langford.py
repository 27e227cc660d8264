"""Langford pairs."""

from tilewright.cover.build import from_options
from tilewright.cover.problem import ExactCover

__all__ = ["langford"]


def langford(n: int) -> ExactCover:
    """Put two of each of 1..n in a row so that there are k numbers between the two ks.

    Item k says that k is placed, item s1, s2, … that a slot is filled.  Every arrangement is found
    twice, once from each end.
    """
    options = [
        [str(k), f"s{i}", f"s{i + k + 1}"] for k in range(1, n + 1) for i in range(1, 2 * n - k)
    ]
    primary = [*(str(k) for k in range(1, n + 1)), *(f"s{i}" for i in range(1, 2 * n + 1))]
    return from_options(options, primary=primary)
