"""Values in few words, for consoles, notebooks and messages; and words that are nearly the same."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from reprlib import Repr
from typing import Any

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


def html_table(title: str, rows: Mapping[str, object]) -> str:
    """A name and a value in each row; values that are None are left out.

    >>> html_table("", {"solutions": 11520, "up to symmetry": None})
    '<table><tr><th>solutions</th><td>11,520</td></tr></table>'
    """
    from html import escape  # takes time to load

    head = f"<caption>{escape(title)}</caption>" if title else ""
    body = (
        f"<tr><th>{escape(name)}</th><td>{escape(_spelt(value))}</td></tr>"
        for name, value in rows.items()
        if value is not None
    )
    return f"<table>{head}{''.join(body)}</table>"


def _spelt(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value)


def close_matches(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Those of the known words that look most like a word; only errors ask for them.

    >>> close_matches("sqaure", ["cube", "square"])
    ['square']
    """
    from difflib import get_close_matches

    return get_close_matches(word, list(known), most)
