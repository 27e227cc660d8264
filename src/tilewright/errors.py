"""The root of every error this package raises on purpose."""

import re


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


# Control characters but for tabs and ends of lines (CSV has two characters for one), and those that
# turn the order of letters.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


def visible(text: str) -> str:
    r"""The text, control characters spelt as TOML and JSON spell them; so both stay as they are.

    >>> visible("a\x1b[2Jb\n")
    'a\\u001b[2Jb\n'
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
