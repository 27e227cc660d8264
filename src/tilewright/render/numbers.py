"""Numbers as lattice files write them."""

import re
from functools import cache

from tilewright.polygons import Number

__all__ = ["written_value"]


@cache
def written_value(text: str) -> float:
    """What an expression such as 2sqrt(3)/3 is worth.

    >>> written_value("3/4")
    0.75
    """
    return Number.of(re.sub(r"(?<=\d)sqrt", "*sqrt", text)).value
