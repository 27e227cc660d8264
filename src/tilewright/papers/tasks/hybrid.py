"""Dancing links with the size rule on the first levels only."""

from tilewright.papers.tasks.comparing import profile
from tilewright.papers.tasks.problems import problem_of
from tilewright.papers.tasks.searching import counted
from tilewright.papers.tasks.task import Given, Values, at_once
from tilewright.solve import search

__all__ = ["HYBRID"]


def _hybrid(given: Given) -> Values:
    """Branch on the item with fewest options up to level `until`, and on the leftmost deeper down;
    the items of `first` are leftmost."""
    problem = problem_of(given)
    options = {"engine": "links", "order": given.get("first", ()), "collect": False}
    above = search(problem, max_levels=given["until"], **options)
    counters = above.run()
    counters += search(problem, start=above.rest(), rule="leftmost", **options).run()
    values = counted(counters)
    return {**values, **profile(values)}


HYBRID = at_once(_hybrid)
