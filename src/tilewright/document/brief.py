"""Values in one line, for consoles and messages: what they are, not all that is in them."""

from dataclasses import fields
from reprlib import Repr
from typing import Any

__all__ = ["MOST", "brief_repr", "many", "shortened"]

MOST = 160  # characters

_BRIEF = Repr()
_BRIEF.maxlevel = 3
_BRIEF.maxtuple = _BRIEF.maxlist = _BRIEF.maxdict = _BRIEF.maxfrozenset = 4
_BRIEF.maxstring = _BRIEF.maxother = 60


def shortened(text: str, most: int = MOST) -> str:
    """The beginning of a text, in one line.

    >>> shortened("one\\ntwo three", 9)
    'one two …'
    """
    line = " ".join(text[: 2 * most].split())
    return line if len(line) <= most and len(text) <= 2 * most else line[: most - 1] + "…"


def many(number: int, what: str) -> str:
    """A number of things.

    >>> many(1, "piece"), many(1200, "cell")
    ('1 piece', '1,200 cells')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def brief_repr(value: Any) -> str:
    """The `__repr__` of a dataclass whose fields may be long: of each the beginning."""
    shown = (one for one in fields(value) if one.repr)
    parts = (f"{one.name}={_BRIEF.repr(getattr(value, one.name))}" for one in shown)
    return shortened(f"{type(value).__name__}({', '.join(parts)})")
