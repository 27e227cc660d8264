"""The root of every error this package raises on purpose."""

__all__ = ["SelfCheckError", "TilewrightError", "how_to_install", "refuse_text"]


class TilewrightError(Exception):
    """Something the caller can put right; the message says what, where, and how."""


class SelfCheckError(TilewrightError):
    """What this program computed fails a check of its own: please report it."""


def how_to_install(extra: str) -> str:
    """What to type for libraries that only some need; Tilewright is in no package index yet.

    >>> how_to_install("web")
    "pip install '.[web]' in the checkout of Tilewright"
    """
    return f"pip install '.[{extra}]' in the checkout of Tilewright"


def refuse_text(given: object, what: str, error: type[TilewrightError]) -> None:
    """Raise the error if a string is given for several names: its letters would be taken for them.

    >>> refuse_text("d1", "secondary", TilewrightError)
    Traceback (most recent call last):
    tilewright.errors.TilewrightError: secondary is the string 'd1': give a list, such as ['d1']
    """
    if isinstance(given, str):
        words = given.replace(",", " ").split() or [given]
        raise error(f"{what} is the string {given!r:.60}: give a list, such as {words!r:.60}")
