"""Exact arithmetic: coordinates as they are written, and the proof of a solution."""
