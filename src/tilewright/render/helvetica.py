"""How wide the letters of Helvetica are, which every viewer of PDF has.

Widths are in thousandths of the size of the letters, in the order of Windows' code page 1252.
"""

__all__ = ["encoded", "width"]

_ASCII = """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556
556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778
667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556
222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"""
_WINDOWS = """
350 556 350 222 556 333 1000 556 556 333 1000 667 333 1000 350 611 350 350 222 222 333 333 350 556
1000 333 1000 500 333 944 350 500 667"""
_LATIN = """
278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333
333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722
722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556
556 556 278 278 278 278 556 556 556 556 556 556 556 584 611 556 556 556 556 500 556 500"""

FIRST = 32
WIDTHS = tuple(map(int, (_ASCII + _WINDOWS + _LATIN).split()))


def encoded(text: str) -> bytes:
    """A text in the code page; letters that it has not become question marks.

    >>> encoded("Brügner ×2…π")
    b'Br\\xfcgner \\xd72\\x85?'
    """
    return bytes(max(code, FIRST) for code in text.encode("cp1252", "replace"))


def width(letters: bytes) -> float:
    """How wide an encoded text is in letters of size 1.

    >>> width(b"Wi")
    1.166
    """
    return sum(WIDTHS[code - FIRST] for code in letters) / 1000
