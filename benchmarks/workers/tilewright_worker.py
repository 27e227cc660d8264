"""Tilewright's turn in the benchmark; see `clock`."""

from clock import Cover, Job, work

import tilewright as tw


def solve(cover: Cover, job: Job) -> int:
    """Build the problem, then count its covers or take all of them in batches."""
    primary = cover["primary"]
    problem = tw.from_options(
        cover["options"],
        primary=range(primary),
        secondary=range(primary, primary + cover["secondary"]),
    )
    if job["mode"] == "count":
        return tw.count(problem, engine=job["engine"])
    covers = entries = 0
    for batch in tw.search(problem, engine=job["engine"]):
        covers += len(batch)
        entries += len(batch.options)
    if entries < covers:
        raise SystemExit(f"{covers} covers came with {entries} options")
    return covers


if __name__ == "__main__":
    work("tilewright", solve)
