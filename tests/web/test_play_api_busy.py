"""Playing on a busy server: nobody waits longer than asked, and nothing is kept for ever."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tilewright.web.play import player as play_tables
from tilewright.web.play.messages import CheckRequest, HintRequest
from tilewright.web.play.player import AT_ONCE, AnyTable, Player, Tables
from tilewright.web.play.polygon_table import PolygonTable
from tilewright.web.play.table import Patience
from tilewright.web.settings import Limits
from tilewright.web.wire import PuzzleSource

SOMA = PuzzleSource(name="soma")


@pytest.fixture
def player() -> Iterator[Player]:
    player = Player(Limits())
    yield player
    player.close()


def test_who_finds_no_turn_is_told_so(player: Player) -> None:
    go_on = threading.Event()
    waiting = [player._submit(lambda _: go_on.wait(10), 10, False) for _ in range(AT_ONCE)]
    late, _ = player.check(CheckRequest(puzzle=SOMA, placed=[], patience=0))
    assert late.result(5).state == "thinking"
    hint, _ = player.hint(HintRequest(puzzle=SOMA, placed=[], strength="cell", patience=0))
    assert hint.result(5).kind == "thinking"
    go_on.set()
    assert all(future.result(5) for future, _ in waiting)
    again, _ = player.check(CheckRequest(puzzle=SOMA, placed=[], patience=10))
    assert again.result(10).ways == 1000


def test_a_search_ends_when_nobody_waits() -> None:
    patience = Patience(1000)
    part = patience.share(0.5)
    assert 400 < part.left <= 500
    patience.end()
    assert patience.left == part.left == 0


def test_a_puzzle_that_two_ask_for_at_once_is_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tables, make, both = Tables(Limits()), play_tables._make, threading.Barrier(2)

    def slowly(*given: Any) -> AnyTable:
        both.wait(10)
        return make(*given)

    monkeypatch.setattr(play_tables, "_make", slowly)
    with ThreadPoolExecutor(2) as threads:
        asked = [threads.submit(tables.table, PuzzleSource(name="tangram-cat")) for _ in range(2)]
        first, second = (one.result(10) for one in asked)
    assert first is second
    tables.close()


def test_puzzles_that_were_not_used_for_long_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_tables, "MOST_TABLES", 2)
    tables = Tables(Limits())
    cat = tables.table(PuzzleSource(name="tangram-cat"))
    soma = tables.table(SOMA)
    assert tables.table(PuzzleSource(name="tangram-cat")) is cat
    tables.table(PuzzleSource(name="ascii-3x3"))
    assert tables.table(PuzzleSource(name="tangram-cat")) is cat
    assert tables.table(SOMA) is not soma
    assert isinstance(cat, PolygonTable)
    tables.close()
    assert cat._closed


def test_large_puzzles_are_not_looked_into(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_tables, "MOST_WORK", 10)
    said, _ = player.check(CheckRequest(puzzle=SOMA, placed=[], patience=10))
    assert said.result(10).state == "thinking"
    assert "too large" in said.result().message
    hint, _ = player.hint(HintRequest(puzzle=SOMA, placed=[], strength="move", patience=10))
    assert hint.result(10).kind == "thinking"
