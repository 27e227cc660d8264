"""Silhouettes of the tangram: arrangements of the seven tans, and the outlines they make.

The puzzles of the catalogue hold outlines only.  Here are the arrangements from which they come, so
every silhouette has a solution; a test proves it in exact arithmetic.
"""
