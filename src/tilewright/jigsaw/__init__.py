"""The front door for free polygons: find, list and count, each solution with its proof."""
