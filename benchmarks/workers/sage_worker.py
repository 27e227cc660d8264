"""The turn of Sage's dancing links in the benchmark; see `clock`."""

from clock import Cover, Job, work
from sage.combinat.matrices.dancing_links import dlx_solver


def solve(cover: Cover, job: Job) -> int:
    """Count in compiled code, or visit every solution."""
    solver = dlx_solver(cover["options"])
    if job["mode"] == "count":
        # Without ncpus=1 the work goes to other processes, whose time would not be seen.
        return int(solver.number_of_solutions(ncpus=1))
    return sum(1 for _ in solver.solutions_iterator())


def unsupported(cover: Cover) -> str | None:
    """Why dlx_solver cannot take this problem, or None."""
    if cover["secondary"]:
        return "no secondary items"
    if max(max(option) for option in cover["options"]) != cover["primary"] - 1:
        return "an item beyond the last one in an option would be overlooked"
    return None


if __name__ == "__main__":
    work("passagemath-categories", solve, unsupported)
