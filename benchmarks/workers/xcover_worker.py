"""xcover's turn in the benchmark; see `clock`.

xcover enumerates.  Its other way to a count, covers_zdd(use_memo_cache=True), is not used: version
0.2.6 keys its memo by a 32-bit hash, and gives wrong counts for some problems.
"""

import xcover  # compiles here, unless an earlier import left the result on disk
from clock import Found, Job, Problem, work
from xcover.solvers import input_as_arrays


def solve(cover: Problem, job: Job) -> Found:
    """Visit every solution; to count, without the conversion that covers() does to each."""
    primary = range(cover["primary"])
    secondary = range(cover["primary"], cover["primary"] + cover["secondary"])
    arguments = cover["options"], primary, secondary
    if job["mode"] == "count":
        return Found(sum(1 for _ in xcover.algorithm_c(*input_as_arrays(*arguments))))
    return Found(sum(1 for _ in xcover.covers(*arguments)))


if __name__ == "__main__":
    work("xcover", solve)
