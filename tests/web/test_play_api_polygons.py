"""Playing with polygons: what the server says is compared with the list of all solutions."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import tilewright as tw
from tests.web.asking import Asking
from tilewright.design.dissections import dissection
from tilewright.web.app import make_app
from tilewright.web.settings import Settings

Placed = dict[str, Any]

SINGLE = ("Square", "Parallelogram", "Medium triangle")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    app = make_app(Settings(tmp_path_factory.mktemp("jobs")))
    with Asking(app, strict=True) as client:
        yield client


def ask(client: Asking, what: str, name: str, placed: list[Placed], **more: Any) -> Any:
    asked = {"puzzle": {"name": name}, "placed": placed, "patience": 10, **more}
    answer = client.post(f"/api/play/{what}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def solutions_of(name: str) -> list[list[Placed]]:
    puzzle = tw.load(name)
    assert isinstance(puzzle, tw.PolygonPuzzle)
    shapes = {piece.name: piece.shape for piece in puzzle.pieces}
    return [
        [{"piece": p.piece, "ring": p.rings(shapes[p.piece])[0].tolist()} for p in one.placed]
        for batch in tw.solving.PolygonSearch(puzzle, up_to="nothing")
        for one in batch
    ]


def key(one: Placed) -> frozenset[tuple[float, ...]]:
    return frozenset(tuple(np.round(corner, 3) + 0.0) for corner in one["ring"])


def test_ways_are_the_solutions_with_these_pieces(client: Asking) -> None:
    name = "tangram-convex-4x2"
    solutions = solutions_of(name)
    wanted = [{key(one) for one in solution} for solution in solutions]
    rng = random.Random(1)
    for _ in range(25):
        some = rng.sample(rng.choice(solutions), rng.randint(0, 4))
        placed = []
        for one in some:  # a ring may begin anywhere, run either way, and be a little off
            k = rng.randrange(len(one["ring"]))
            ring = [[x + 1e-4, y - 1e-4] for x, y in one["ring"][k:] + one["ring"][:k]]
            placed.append({"piece": one["piece"], "ring": ring[:: rng.choice((1, -1))]})
        said = ask(client, "check", name, placed)
        ways = sum({key(one) for one in some} <= solution for solution in wanted)
        assert (said["state"], said["ways"], said["more"]) == ("yes", ways, False)


@pytest.mark.parametrize("name", ["tangram-cat", "t-puzzle-t"])
def test_hints_lead_to_a_solution(client: Asking, name: str) -> None:
    placed: list[Placed] = []
    for _ in range(8):
        cell, piece, move = (
            ask(client, "hint", name, placed, strength=s) for s in ("cell", "piece", "move")
        )
        if move["kind"] == "none":
            break
        assert [cell["kind"], piece["kind"], move["kind"]] == ["cell", "piece", "move"]
        assert cell["rings"] == piece["rings"] != move["rings"]
        assert piece["piece"] == move["piece"]
        placed.append({"piece": move["piece"], "ring": move["rings"][0]})
        assert ask(client, "check", name, placed)["state"] == "yes"
    assert ask(client, "check", name, placed)["complete"]


def test_a_piece_that_spoils_it_is_to_be_taken_away(client: Asking) -> None:
    name = "tangram-cat"
    first, second, *_ = solutions_of(name)[0]
    off = {"piece": second["piece"], "ring": [[x + 0.02, y] for x, y in second["ring"]]}
    said = ask(client, "check", name, [first, off])
    assert said["state"] == "no"
    found = ask(client, "hint", name, [first, off], strength="move")
    assert (found["kind"], found["placed"]) == ("remove", 1)


def test_wrong_placements(client: Asking) -> None:
    name = "tangram-cat"
    one, *_ = solutions_of(name)[0]
    larger = {"piece": one["piece"], "ring": [[1.1 * x, 1.1 * y] for x, y in one["ring"]]}
    outside = {"piece": one["piece"], "ring": [[x + 50, y] for x, y in one["ring"]]}
    crossed = {"piece": one["piece"], "ring": [[0, 0], [1, 1], [1, 0], [0, 1]]}
    stranger = {"piece": "Q", "ring": one["ring"]}
    cells = {"piece": one["piece"], "cells": [[0, 0]]}
    for placed, words in (
        ([larger], "shape"),
        ([outside], "outside"),
        ([crossed], "shape"),
        ([stranger], "no piece 'Q'"),
        ([cells], "ring"),
        ([one, one], "once" if one["piece"] in SINGLE else "on each other"),
    ):
        said = ask(client, "check", name, placed)
        assert (said["state"], said["wrong"]) == ("no", [len(placed) - 1])
        assert words in said["message"], said["message"]


def test_pieces_that_may_not_be_flipped(client: Asking) -> None:
    toml = """
lattice = "polygon"
[board]
outline = [[0, 0], [3, 0], [3, 1], [0, 1]]
[[piece]]
name = "A"
outline = [[0, 0], [2, 0], [1, 1], [0, 1]]
flip = false
[[piece]]
name = "B"
outline = [[0, 0], [1, 0], [2, 1], [0, 1]]
flip = false
"""
    puzzle = {"toml": toml}
    lies = [[0, 0], [2, 0], [1, 1], [0, 1]]
    mirrored = [[3 - x, y] for x, y in lies]

    def state(ring: list[list[int]]) -> Any:
        placed = [{"piece": "A", "ring": ring}]
        asked = {"puzzle": puzzle, "placed": placed, "patience": 10}
        return client.post("/api/play/check", json=asked).json()

    assert state(lies)["wrong"] == []
    assert state(mirrored)["wrong"] == [0]


def test_a_listing_that_was_cut_off_says_at_least(
    client: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.web.play.polygon_table.LISTED", 5)
    said = ask(client, "check", "tangram-convex-3x3-0011", [])
    assert (said["state"], said["ways"], said["more"]) == ("yes", 4, True)
    assert "at least 5 ways" in said["message"]


def test_a_measured_puzzle_is_played_to_the_end(client: Asking) -> None:
    exact = dissection(6, 1, kind="convex")
    rng = random.Random(1)

    def measured(shape: tw.polygons.Shape) -> tw.polygons.Shape:
        return tw.polygons.Shape.of(
            [[round(c.value + rng.uniform(-2e-3, 2e-3), 4) for c in p] for p in shape.outer]
        )

    puzzle = tw.PolygonPuzzle(
        tuple(map(measured, exact.board)),
        tuple(replace(piece, shape=measured(piece.shape)) for piece in exact.pieces),
    )
    given = {"puzzle": {"toml": tw.format_puzzle(puzzle)}, "patience": 10}
    placed: list[Placed] = []
    for _ in exact.pieces:
        said = client.post("/api/play/check", json={**given, "placed": placed}).json()
        assert (said["state"], said["more"], said["complete"]) == ("yes", True, False)
        asked = {**given, "placed": placed, "strength": "move"}
        move = client.post("/api/play/hint", json=asked).json()
        placed.append({"piece": move["piece"], "ring": move["rings"][0]})
    assert client.post("/api/play/check", json={**given, "placed": placed}).json()["complete"]
    lone = {"piece": placed[0]["piece"], "ring": [[x, y + 0.05] for x, y in placed[0]["ring"]]}
    said = client.post("/api/play/check", json={**given, "placed": [lone]}).json()
    assert said["state"] == "thinking" or said["wrong"]
