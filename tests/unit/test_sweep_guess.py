"""What a sweep would take, guessed: how far it is looked, and what fits into memory."""

import pytest

from tilewright.cover.examples import dominoes, queens
from tilewright.engines import FrontierSearch, SearchOptions, frontier_refusal
from tilewright.engines import sweep_guess as module
from tilewright.engines.choice import sweep
from tilewright.engines.frontier import FrontierProbe
from tilewright.engines.sweep_guess import FEWEST_STATES, LESS, MORE, MOVE, SPILL, STATE, SweepGuess

GIBI = 2**30


@pytest.fixture
def probes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many states were followed each time; a sweep has 10⁹ moves and states, as it seems."""
    followed: list[int] = []

    def probe(*_given: object, max_states: int, **_named: object) -> FrontierProbe:
        followed.append(max_states)
        return FrontierProbe(1e9, 1e9, width=40, meets=False, tried=1000 * max_states)

    monkeypatch.setattr(module, "frontier_probe", probe)
    return followed


def guessed(memory: int) -> SweepGuess:
    return SweepGuess(dominoes(4, 4), SearchOptions(max_memory=memory))


def test_what_does_not_fit_into_memory_takes_longer(probes: list[int]) -> None:
    size = STATE * 1e9
    assert guessed(8 * GIBI).seconds == MOVE * 1e9
    spilt = guessed(4 * GIBI).seconds
    assert spilt == pytest.approx(MOVE * 1e9 + SPILL * (size - 4 * GIBI))
    for memory, hopeless in ((GIBI // 2, False), (GIBI // 1000, True)):
        guess = guessed(memory)
        assert guess.seconds is None
        assert guess.note == (
            "about 1.0e+09 states of 40 bits need about 7 GiB, more than max_memory and disk for it"
        )
        assert guess.hopeless == hopeless
    assert probes == 4 * [FEWEST_STATES]


def test_more_states_are_followed_only_if_that_may_decide(probes: list[int]) -> None:
    guess = guessed(8 * GIBI)
    assert guess.matters(1.01 * LESS * guess.swept)
    assert not guess.matters(0.99 * LESS * guess.swept)
    assert not guess.matters(1.01 * MORE * guess.swept)
    guess.refine(0.004)  # about 270 states: not many more
    assert probes == [FEWEST_STATES]
    guess.refine(0.15)
    assert probes[1:] == [10_000]


@pytest.mark.parametrize(
    ("other", "states"), [(180.0, 0), (200.0, 10_000), (1000.0, 10_000), (3000.0, 0)]
)
def test_a_sweep_is_compared_with_the_others(probes: list[int], other: float, states: int) -> None:
    options = SearchOptions(max_memory=8 * GIBI)
    assert sweep(dominoes(4, 4), options, other=other).seconds == MOVE * 1e9
    assert probes == [FEWEST_STATES, *([states] if states else [])]


def test_what_has_no_sweep_says_why() -> None:
    problem = queens(200)  # its widest state has more bits than there may be
    guess = SweepGuess(problem, SearchOptions())
    assert (guess.seconds, guess.note) == (None, frontier_refusal(problem))
    assert not guess.matters(1.0)


def test_a_small_sweep_is_guessed_exactly() -> None:
    problem = dominoes(6, 6)
    guess = SweepGuess(problem, SearchOptions())
    done = FrontierSearch(problem, collect=False).run()
    assert guess.swept == pytest.approx(MOVE * done.nodes, rel=0.5)
