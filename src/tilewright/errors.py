"""The root of every error this package raises on purpose."""

__all__ = ["TilewrightError", "how_to_install"]


class TilewrightError(Exception):
    """Something the caller can put right; the message says what, where, and how."""


def how_to_install(extra: str) -> str:
    """What to type for libraries that only some need; Tilewright is in no package index yet.

    >>> how_to_install("web")
    "pip install '.[web]' in the checkout of Tilewright"
    """
    return f"pip install '.[{extra}]' in the checkout of Tilewright"
