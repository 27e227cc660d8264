"""Puzzles as exact cover problems."""

from tilewright.encoding.encode import Encoding, encode

__all__ = ["Encoding", "encode"]
