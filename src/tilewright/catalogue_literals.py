"""The names of the catalogue's puzzles as types, so that type checkers know what `load` returns.

When the program runs, a name is any string.  Type checkers read `catalogue_literals.pyi`, which
lists the names and which `python docs/make_catalogue.py` writes.
"""

LatticeName = str
PolygonName = str
