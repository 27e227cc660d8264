"""What proves without a search that a puzzle has no solution.

`proofs` are data, `check` looks at them without knowing how they were found, `words` says them to
people.  They are found by `forced`, `colouring` and `weights`, from the `facts` of a puzzle;
`finding` tries them by cost.
"""
