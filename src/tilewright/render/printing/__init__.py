"""Pieces to be printed: STL and 3MF."""
