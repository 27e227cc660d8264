"""The examples of exact covers agree with the data set of counts, which has them as puzzles."""

import pytest

import tilewright as tw
from tilewright.cover.examples import make_example
from tilewright.dataset import entry


@pytest.mark.parametrize(
    ("example", "name"),
    [
        ("dominoes 6 6", "dominoes-6x6"),
        pytest.param("dominoes 8 8", "dominoes-8x8", marks=pytest.mark.slow),
        ("langford 7", "langford-7"),
        ("langford 8", "langford-8"),
        pytest.param("pentominoes-6x10-all", "pentominoes-6x10", marks=pytest.mark.slow),
    ],
)
def test_example(example: str, name: str) -> None:
    problem = make_example(*_words(example))
    counters = tw.engines.search(problem, engine="links", collect=False).run()
    assert counters.solutions == entry(name).solutions


def _words(example: str) -> tuple[str, list[str]]:
    name, *arguments = example.split()
    return name, arguments
