"""The root of every error this package raises on purpose."""

__all__ = ["TilewrightError"]


class TilewrightError(Exception):
    """Something the caller can put right; the message says what, where, and how."""
