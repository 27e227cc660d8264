"""Puzzles, lattices, sets of pieces and the catalogue, for the browser."""
