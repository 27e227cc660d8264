"""Puzzles of polygons as values: pieces, solutions, files, drawings, and their faults."""
