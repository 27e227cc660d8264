"""OR-Tools' constraint solver CP-SAT, which only this package loads, and not before it is needed.

`solver.cp_model()` loads it, or says what to install.
"""
