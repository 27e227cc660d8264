"""The checker of many claimed covers and that of one say the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.strategies import plain_problems, problems
from tilewright.cover import CoverChecker, NotACover
from tilewright.cover import verify as module


def is_cover(checker: CoverChecker, chosen: list[int]) -> bool:
    try:
        checker.check(chosen)
    except NotACover:
        return False
    return True


@given(problems() | plain_problems(), st.data())
def test_many_at_a_time_or_one_by_one(problem: tw.ExactCover, data: st.DataObject) -> None:
    real = st.sampled_from([list(cover) for cover in tw.solve(problem)] or [[]])
    chance = st.lists(st.integers(0, problem.option_count), max_size=6)
    almost = st.builds(lambda cover, more: cover + more, real, chance)
    less = real.map(lambda cover: cover[1:])
    claims = data.draw(st.lists(real | chance | almost | less, max_size=8))
    checker = CoverChecker(problem)
    options = np.array([option for claim in claims for option in claim], dtype=np.uint32)
    ends = np.cumsum([len(claim) for claim in claims]).astype(np.uint64)
    at_a_time = module.COVERS_AT_A_TIME
    try:
        module.COVERS_AT_A_TIME = data.draw(st.integers(1, 3))
        sound = checker.are_covers(options, ends).tolist()
    finally:
        module.COVERS_AT_A_TIME = at_a_time
    assert sound == [is_cover(checker, claim) for claim in claims]
