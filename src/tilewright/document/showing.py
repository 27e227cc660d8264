"""Text from files as it may be shown: none of it steers a terminal."""

import re

__all__ = ["visible"]

# Control characters but for tabs and ends of lines (CSV has two characters for one), and those that
# turn the order of letters.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|\r(?!\n)")


def visible(text: str) -> str:
    r"""The text, control characters spelt as TOML and JSON spell them; so both stay as they are.

    >>> visible("a\x1b[2Jb\n")
    'a\\u001b[2Jb\n'
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
