"""The search for polygons, corner by corner.

`jigsaw` is a puzzle as the search takes it, `corners` the search itself, and the count; `refine`
moves the pieces of a measured puzzle a little, so that they fit better.
"""
