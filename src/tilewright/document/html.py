"""Values as tables, for notebooks."""

from collections.abc import Mapping
from html import escape

__all__ = ["html_table"]


def html_table(title: str, rows: Mapping[str, object]) -> str:
    """A name and a value in each row; values that are None are left out.

    >>> html_table("", {"solutions": 11520, "up to symmetry": None})
    '<table><tr><th>solutions</th><td>11,520</td></tr></table>'
    """
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
