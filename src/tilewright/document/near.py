"""Words that may have been meant."""

from collections.abc import Iterable

__all__ = ["close_matches"]


def close_matches(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Those of the known words that look most like a word; only errors ask for them.

    >>> close_matches("sqaure", ["cube", "square"])
    ['square']
    """
    from difflib import get_close_matches

    return get_close_matches(word, list(known), most)
