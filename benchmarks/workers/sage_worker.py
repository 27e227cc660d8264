"""The turn of Sage's dancing links in the benchmark; see `clock`."""

from clock import Found, Job, Problem, UnsupportedError, work
from sage.combinat.matrices.dancing_links import dlx_solver


def prepare(cover: Problem) -> Problem:
    """Refuse what dlx_solver cannot take."""
    if cover["secondary"]:
        raise UnsupportedError("no secondary items")
    if max(max(option) for option in cover["options"]) != cover["primary"] - 1:
        raise UnsupportedError("an item beyond the last one in an option would be overlooked")
    return cover


def solve(cover: Problem, job: Job) -> Found:
    """Count in compiled code, or visit every solution."""
    solver = dlx_solver(cover["options"])
    if job["mode"] == "count":
        # Without ncpus=1 the work goes to other processes, whose time would not be seen.
        return Found(int(solver.number_of_solutions(ncpus=1)))
    return Found(sum(1 for _ in solver.solutions_iterator()))


if __name__ == "__main__":
    work("passagemath-categories", solve, prepare)
