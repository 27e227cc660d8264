"""Exact arithmetic, which proves solutions and shares nothing with the search.

`numbers` are coordinates as they are written, `fields` is where they are computed with; `prover`
puts pieces into their exact places, and `certify` proves that they are a solution.
"""
