"""Orientations, placements, encodings and symmetries in plain Python, as they were before the core.

The laws compare the core with this: same values, in the same order.
"""
