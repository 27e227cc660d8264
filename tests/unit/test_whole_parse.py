import ast
import gc
import threading
import time
from collections.abc import Iterator

import pytest

SOURCE = "".join(
    f"def f{k}(x):\n    return [x, {{x: x}}, (x + 1) * (x - 1)]\n" for k in range(2_000)
)


class Cycle:
    """Lets other threads go on when it is collected."""

    def __init__(self) -> None:
        self.me = [self]

    def __del__(self) -> None:
        time.sleep(0.001)


@pytest.fixture
def other_parser() -> Iterator[None]:
    """A thread that parses all the time."""
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            ast.parse("x = 1\n" * 300)

    thread = threading.Thread(target=work)
    thread.start()
    yield
    ended.set()
    thread.join()


@pytest.mark.usefixtures("other_parser")
def test_parsing_is_not_disturbed_by_the_collector() -> None:
    """Before tests/whole_parse.py, Python 3.11.7 raised SystemError here every time."""

    def deeply(levels: int) -> ast.Module:
        return deeply(levels - 1) if levels else ast.parse(SOURCE)

    for _ in range(3):
        gc.disable()
        for _ in range(30):
            Cycle()
        gc.enable()
        assert len(deeply(80).body) == 2_000
