"""The root of every error this package raises on purpose."""

__all__ = ["SelfCheckError", "TilewrightError"]


class TilewrightError(Exception):
    """Something the caller can put right; the message says what, where, and how."""


class SelfCheckError(TilewrightError):
    """What this program computed fails a check of its own: please report it."""
