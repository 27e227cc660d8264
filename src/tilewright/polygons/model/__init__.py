"""Polygon puzzles as values.

`puzzle` has shapes, pieces and puzzles; `congruence` the motions that take one shape to another;
`solution` pieces in their places, and `arrangements` many solutions at once.  `files` and
`svg_puzzle` (with `svg` below it) read and write puzzles; `check` finds what is wrong with one,
with `contacts`, which says where sides meet.
"""
