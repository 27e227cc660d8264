"""Numbers and pieces in words."""

from collections.abc import Sequence

__all__ = ["each", "listed", "many", "spelt"]

SPELT = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def spelt(number: int) -> str:
    """A number; small ones as words.

    >>> spelt(3), spelt(40)
    ('three', '40')
    """
    return SPELT[number] if 0 <= number < len(SPELT) else f"{number:,}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _is_noun(name: str) -> bool:
    return len(name) > 2 and name.isalpha() and name.islower()


def each(names: Sequence[str]) -> str:
    """Each of some pieces.

    >>> each(["domino"]), each(["I", "L"])
    ('every domino', 'each of the pieces I and L')
    """
    if len(names) == 1:
        return f"every {names[0]}" if _is_noun(names[0]) else f"the piece {names[0]}"
    return f"each of the pieces {listed(names)}"


def many(name: str, number: int) -> str:
    """So many of a piece.

    >>> many("domino", 31), many("T", 2)
    ('31 dominoes', 'two pieces T')
    """
    if not _is_noun(name):
        return f"{spelt(number)} piece{'s' * (number != 1)} {name}"
    ending = "" if number == 1 else "es" if name[-1] in "osx" else "s"
    return f"{number:,} {name}{ending}"
