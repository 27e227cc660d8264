"""The turn of exact-cover, a program in C for dense matrices, in the benchmark; see `clock`."""

import exact_cover
import numpy as np
from clock import Found, Job, Problem, UnsupportedError, work


def prepare(cover: Problem) -> Problem:
    """The matrix that it wants, made before the clock starts."""
    if cover["secondary"]:
        raise UnsupportedError("no secondary items")
    matrix = np.zeros((len(cover["options"]), cover["primary"]), dtype=bool)
    for row, option in enumerate(cover["options"]):
        matrix[row, option] = True
    return matrix


def solve(matrix: Problem, job: Job) -> Found:
    """Count in compiled code, or list every solution."""
    if job["mode"] == "count":
        return Found(int(exact_cover.get_solution_count(matrix)))
    return Found(len(exact_cover.get_all_solutions(matrix)))


if __name__ == "__main__":
    work("exact-cover", solve, prepare)
